; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=bounds %s 2>&1 | FileCheck %s
;
;   double A[64][64], C[64][64];
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < 64; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; N iterations access [base, base + 512 * (N - 1) + 504 + 8). That has to stay inside of the 32768 bytes
; of each object; then they are disjoint, as different objects are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i8 @f.escop.shadow{{.*}}bounds(
; CHECK-DAG: icmp sle i64 {{.*}}, 32768
; CHECK-DAG: ptrtoint (ptr @A to i64)
; CHECK-DAG: ptrtoint (ptr @C to i64)
; CHECK-NOT: icmp ule i64
; CHECK: ret i8
@A = internal global [64 x [64 x double]] zeroinitializer
@C = internal global [64 x [64 x double]] zeroinitializer

define void @f(i64 %n) nounwind "exception-safe-tiling"="naive" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds [64 x double], ptr @A, i64 %i, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds [64 x double], ptr @C, i64 %i, i64 %j
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
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
