; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each -S %s | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (C[i][j] > 100) { ABNORMAL }
;       C[i][j] += A[i][j];
;     }
;
; Of a chunk that cannot be made smaller, the nest executes the iterations. @breaks is told how many, for
; it calls the driver again then: behind the state, in the frame. @escapes does not.

; CHECK: @escop.nest = private constant { {{.*}} } { ptr @escapes.escop.shadow.bounds.thunk, {{.*}}, i64 0, i64 0, i64 8, i64 0, i64 0, i64 0, i64 0, ptr @escop.tuning
; CHECK: @escop.nest{{.*}} = private constant { {{.*}} } { ptr @breaks.escop.shadow.bounds.thunk, {{.*}}, i64 0, i64 0, i64 24, i64 1, i64 8, i64 0, i64 0, ptr

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @escapes(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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

; CHECK-LABEL: define internal i1 @breaks.escop.driver(
; CHECK: entry:
; CHECK: %[[FIELD:.*]] = getelementptr inbounds { i64, i64, i64 }, ptr %frame, i32 0, i32 1
; CHECK-NEXT: store i64 0, ptr %[[FIELD]]
define void @breaks(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %i.latch, label %j.latch

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
}

declare void @escape() noreturn
