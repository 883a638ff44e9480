; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] = A[i][j];
;     }
;
; Probes of a profile are no reason to decline a nest, nor do they keep its guards from being inspected. The
; copies go without them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}} tiled exception-safe nest (inspect,
; CHECK-LABEL: define void @f(
; CHECK: call void @llvm.pseudoprobe(
; CHECK: {{^}}}
; CHECK-NOT: call void @llvm.pseudoprobe(
define void @f(ptr %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %b = getelementptr inbounds double, ptr %A, i64 %i
  %bv = load double, ptr %b, align 8
  %bad = fcmp ogt double %bv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  call void @llvm.pseudoprobe(i64 -2624081020897602054, i64 1, i32 0, i64 -1)
  %c = getelementptr inbounds double, ptr %C, i64 %at
  store double %av, ptr %c, align 8
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
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
