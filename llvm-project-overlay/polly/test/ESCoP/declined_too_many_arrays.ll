; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       A0[i][j] = A[i][j]; A1[i][j] = A[i][j]; …
;     }
;
; 12 arrays to copy to, or 11.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: not tiled: inspection-not-profitable: {{.*}}(too-many-arrays)
define void @declined(ptr noalias %A, ptr noalias %A0, ptr noalias %A1, ptr noalias %A2, ptr noalias %A3, ptr noalias %A4, ptr noalias %A5, ptr noalias %A6, ptr noalias %A7, ptr noalias %A8, ptr noalias %A9, ptr noalias %A10, ptr noalias %A11, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %p0 = getelementptr inbounds double, ptr %A0, i64 %at
  store double %av, ptr %p0, align 8
  %p1 = getelementptr inbounds double, ptr %A1, i64 %at
  store double %av, ptr %p1, align 8
  %p2 = getelementptr inbounds double, ptr %A2, i64 %at
  store double %av, ptr %p2, align 8
  %p3 = getelementptr inbounds double, ptr %A3, i64 %at
  store double %av, ptr %p3, align 8
  %p4 = getelementptr inbounds double, ptr %A4, i64 %at
  store double %av, ptr %p4, align 8
  %p5 = getelementptr inbounds double, ptr %A5, i64 %at
  store double %av, ptr %p5, align 8
  %p6 = getelementptr inbounds double, ptr %A6, i64 %at
  store double %av, ptr %p6, align 8
  %p7 = getelementptr inbounds double, ptr %A7, i64 %at
  store double %av, ptr %p7, align 8
  %p8 = getelementptr inbounds double, ptr %A8, i64 %at
  store double %av, ptr %p8, align 8
  %p9 = getelementptr inbounds double, ptr %A9, i64 %at
  store double %av, ptr %p9, align 8
  %p10 = getelementptr inbounds double, ptr %A10, i64 %at
  store double %av, ptr %p10, align 8
  %p11 = getelementptr inbounds double, ptr %A11, i64 %at
  store double %av, ptr %p11, align 8
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

; CHECK: tiled exception-safe nest
define void @accepted(ptr noalias %A, ptr noalias %A0, ptr noalias %A1, ptr noalias %A2, ptr noalias %A3, ptr noalias %A4, ptr noalias %A5, ptr noalias %A6, ptr noalias %A7, ptr noalias %A8, ptr noalias %A9, ptr noalias %A10, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %p0 = getelementptr inbounds double, ptr %A0, i64 %at
  store double %av, ptr %p0, align 8
  %p1 = getelementptr inbounds double, ptr %A1, i64 %at
  store double %av, ptr %p1, align 8
  %p2 = getelementptr inbounds double, ptr %A2, i64 %at
  store double %av, ptr %p2, align 8
  %p3 = getelementptr inbounds double, ptr %A3, i64 %at
  store double %av, ptr %p3, align 8
  %p4 = getelementptr inbounds double, ptr %A4, i64 %at
  store double %av, ptr %p4, align 8
  %p5 = getelementptr inbounds double, ptr %A5, i64 %at
  store double %av, ptr %p5, align 8
  %p6 = getelementptr inbounds double, ptr %A6, i64 %at
  store double %av, ptr %p6, align 8
  %p7 = getelementptr inbounds double, ptr %A7, i64 %at
  store double %av, ptr %p7, align 8
  %p8 = getelementptr inbounds double, ptr %A8, i64 %at
  store double %av, ptr %p8, align 8
  %p9 = getelementptr inbounds double, ptr %A9, i64 %at
  store double %av, ptr %p9, align 8
  %p10 = getelementptr inbounds double, ptr %A10, i64 %at
  store double %av, ptr %p10, align 8
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
