; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each -S %s | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     if (C[i][0] > 100) return i;          // In @escapes: escape();
;     for (j = 0; j < n; ++j)
;       C[i][j] += A[i][j];
;   }
;
; A nest that may return from its outermost loop mostly does. What is executed behind that is wasted, so a
; chunk has at most an eighth of the iterations that were executed before.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: { ptr @returns.escop.shadow.bounds.thunk, ptr @returns.escop.shadow.thunk, i64 2, {{.*}}, i64 2, i64 0, ptr null, i64 0, i64 0, i64 1, i64 {{[0-9]+}}, i64 0, i64 0, i64 0, i64 0, ptr
; CHECK: { ptr @{{.*}}.escop.shadow.bounds.thunk, ptr @escapes.escop.shadow.thunk, i64 2, {{.*}}, i64 2, i64 0, ptr null, i64 0, i64 0, i64 0, i64 {{[0-9]+}}, i64 0, i64 0, i64 0, i64 0, ptr

define i64 @returns(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %fv = load double, ptr %first, align 8
  %bad = fcmp ogt double %fv, 1.000000e+02
  br i1 %bad, label %out, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
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
  ret i64 0

out:
  ret i64 %i
}

define i64 @escapes(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %fv = load double, ptr %first, align 8
  %bad = fcmp ogt double %fv, 1.000000e+02
  br i1 %bad, label %out, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fsub double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret i64 0

out:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
