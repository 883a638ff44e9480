; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     if (C[i][0] > 100) {
;       for (v = i; v >= 10; v /= 10000)
;         if (v < 100000) break;            // In @declined, v == 77777.
;       note();                             // Not in @declined.
;     } else {
;       for (j = 0; j < n; ++j)
;         C[i][j] += A[i][j];
;     }
;   }
;
; A loop is cold if all ways out of it are: it is no part of the nest. In @declined it is, and has no number
; of iterations.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
define i64 @accepted(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %fv = load double, ptr %first, align 8
  %bad = fcmp ogt double %fv, 1.000000e+02
  br i1 %bad, label %cold.loop, label %j.loop

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

cold.loop:
  %v = phi i64 [ %i, %i.loop ], [ %v.next, %cold.more ]
  %small = icmp ult i64 %v, 10
  br i1 %small, label %cold.call, label %cold.more

cold.more:
  %v.next = udiv i64 %v, 10000
  %last = icmp ult i64 %v, 100000
  br i1 %last, label %cold.call, label %cold.loop

cold.call:
  tail call void @note()
  br label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret i64 0
}

; CHECK: remark: {{.*}} not tiled: non-affine:
define i64 @declined(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %fv = load double, ptr %first, align 8
  %bad = fcmp ogt double %fv, 1.000000e+02
  br i1 %bad, label %cold.loop, label %j.loop

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

cold.loop:
  %v = phi i64 [ %i, %i.loop ], [ %v.next, %cold.more ]
  %small = icmp ult i64 %v, 10
  br i1 %small, label %i.latch, label %cold.more

cold.more:
  %v.next = udiv i64 %v, 10000
  %last = icmp eq i64 %v, 77777
  br i1 %last, label %i.latch, label %cold.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret i64 0
}

declare void @note()
