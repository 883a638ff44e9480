; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {                   // In @declined: (long)C[i][0] != 7
;       C[i][j] += A[i][j];
;       if (C[i][j] > 100) escape();
;     }
;
; The inner loop's latch leaves it by the guard, which keeps LLVM's loop rotation from it. If the number
; of iterations is known by the header's exit, that becomes the latch's.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @accepted(
; CHECK: {{^}}j.loop:
; CHECK-NEXT: %j = phi i64 [ %j.next, %j.latch ]
; CHECK-NEXT: %j.done = icmp
; CHECK-NEXT: br i1 %j.done, label %{{.*}}, label %j.latch
; CHECK: {{^}}j.latch:
; CHECK-NEXT: phi i64 [ 0, %{{.*}} ], [ %j, %j.loop ]
; CHECK: br i1 %bad, label %abnormal{{.*}}, label %j.loop
; CHECK: tiled exception-safe nest
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %j.done = icmp eq i64 %j, %n
  br i1 %j.done, label %i.latch, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %bad = fcmp ogt double %sum, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.loop

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

; CHECK: not tiled: inner-exit:
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %l = getelementptr inbounds i64, ptr %C, i64 %row
  %m = load i64, ptr %l, align 8
  %j.done = icmp eq i64 %m, 7
  br i1 %j.done, label %i.latch, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %bad = fcmp ogt double %sum, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.loop

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
