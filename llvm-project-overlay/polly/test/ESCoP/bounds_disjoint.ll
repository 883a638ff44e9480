; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=bounds %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; The parameter n is vouched for from -2^40 to 2^40, products to 2^60, offsets to 2^46. Even if the compiler knows that A
; and C are different objects, iterations behind the exit may leave them: that what is written of C does
; not overlap what is accessed of A is checked.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i8 @f.escop.shadow{{.*}}bounds(
; CHECK-DAG: add i64 %{{.*}}, 1099511627776
; CHECK-DAG: icmp ult i64 %{{.*}}, 2199023255552
; CHECK-DAG: mul i128
; CHECK-DAG: icmp ult i128 %{{.*}}, 2305843009213693952
; CHECK-DAG: add i64 %{{.*}}, 70368744177664
; CHECK-DAG: icmp ult i64 %{{.*}}, 140737488355328
; CHECK: icmp ule i64
; CHECK: icmp ule i64
; CHECK: ret i8
define void @f(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
