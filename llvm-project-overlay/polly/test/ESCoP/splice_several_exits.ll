; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) return i * n + j;
;       if (A[i][j] < 0) return i;
;       C[i][j] += A[i][j];
;     }
;   return -1;
;
; What an abnormal exit takes along comes from the nest, so that it is no live-out.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: 2 guards, 2 exits, depth 2
; CHECK-LABEL: define i64 @f(
; CHECK: %escop.frame = alloca { i64 }
; CHECK: %[[AT:.*]] = phi i64 [ %at, %j.loop ]
; CHECK: ret i64 %[[AT]]
define i64 @f(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br i1 %bad, label %abnormal, label %j.second

j.second:
  %bad2 = fcmp olt double %av, 0.000000e+00
  br i1 %bad2, label %negative, label %j.latch

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
  ret i64 -1

abnormal:
  %at.lcssa = phi i64 [ %at, %j.loop ]
  ret i64 %at.lcssa

negative:
  %i.lcssa = phi i64 [ %i, %j.second ]
  ret i64 %i.lcssa
}
