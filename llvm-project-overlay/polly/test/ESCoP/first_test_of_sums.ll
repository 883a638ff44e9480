; RUN: opt %loadNPMPolly -passes=polly-escop -S %s | FileCheck %s
;
; A speculated nest of two loops that adds to one sum in each row gains by another order. What it stores in each iteration,
; or checks, takes longer there than a sum in a register, so that it gains with fewer iterations.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

;   for (i…) { s = 0; for (j…) s += a[i * n + j]; c[i] = s; if (s > 100) escape(); }
; CHECK-LABEL: define void @kept(
; CHECK: %escop.little = icmp ult i64 %{{.*}}, 49152
define void @kept(ptr noalias %c, ptr noalias %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %s = phi double [ 0.0, %i.loop ], [ %sum, %j.loop ]
  %at = add nsw i64 %row, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %at
  %av = load double, ptr %at.a, align 8
  %sum = fadd double %s, %av
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %check, label %j.loop

check:
  %at.c = getelementptr inbounds double, ptr %c, i64 %i
  store double %sum, ptr %at.c, align 8
  %bad = fcmp ogt double %sum, 1.0e+2
  br i1 %bad, label %escape, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

;   for (i…) for (j…) { if (a[i * n + j] > 100) escape(); c[i] += a[i * n + j]; }
; CHECK-LABEL: define void @stored(
; CHECK: %escop.little = icmp ult i64 %{{.*}}, 20480
define void @stored(ptr noalias %c, ptr noalias %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %at.c = getelementptr inbounds double, ptr %c, i64 %i
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %at
  %av = load double, ptr %at.a, align 8
  %bad = fcmp ogt double %av, 1.0e+2
  br i1 %bad, label %escape, label %j.latch

j.latch:
  %cv = load double, ptr %at.c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %at.c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

declare void @escape() noreturn nounwind
