; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=shadow,bounds -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (i >= rows) escape();
;       if (C[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; Only the guard that reads C is left in the shadow. A chunk is not vouched for in which the other one may
; fire, so that the driver tries a smaller one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i8 @f.escop.shadow.bounds(
; CHECK: select i1 %{{.*}}, i8 1, i8 0
; CHECK: select i1 %{{.*}}, i8 2, i8 0
; CHECK-LABEL: define internal i8 @f.escop.shadow(
; CHECK: call void @escop.guard(
; CHECK-NOT: call void @escop.guard(
; CHECK: ret i8 0
; CHECK: remark: {{.*}} tiled exception-safe nest (speculate, {{.*}}): 2 guards
define void @f(ptr noalias %C, ptr noalias %A, i64 %n, i64 %rows) nounwind "exception-safe-tiling"="optimized" {
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
  %i.bad = icmp uge i64 %i, %rows
  br i1 %i.bad, label %abnormal, label %second

second:
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
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
