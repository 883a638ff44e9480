; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j)
;       C[i][j] += at(A, i, j);
;
; at() throws if the element is greater than 100. It is inlined so that this becomes a guard, whether it is
; declared noinline or not, if there is a definition.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
; CHECK: remark: {{.*}} not tiled: call: a call has unknown effects (unknown_at);
; CHECK-LABEL: define void @accepted(
; CHECK: call i1 @accepted.escop.driver(
; CHECK-NOT: @at(
; CHECK: call void @escape()
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %n) "exception-safe-tiling"="optimized" {
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
  %av2 = call double @at(ptr %A, i64 %at)
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av2
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

; CHECK-LABEL: define void @declined(
; CHECK-NOT: escop
; CHECK: call double @unknown_at(
; CHECK: ret void
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) "exception-safe-tiling"="optimized" {
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
  %av2 = call double @unknown_at(ptr %A, i64 %at)
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av2
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

define internal double @at(ptr %A, i64 %at) noinline {
  %p = getelementptr inbounds double, ptr %A, i64 %at
  %v = load double, ptr %p, align 8
  %bad = fcmp ogt double %v, 1.000000e+02
  br i1 %bad, label %throw, label %good

throw:
  tail call void @escape()
  unreachable

good:
  ret double %v
}

declare void @escape() noreturn
declare double @unknown_at(ptr, i64)
