; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (t = 0; t < n; ++t) {
;     for (i…) for (j…) {
;       if (p[i] > 100) escape();
;       q[j] += p[i] * B[j];
;     }
;     swap(p, q);
;   }
;
; In one iteration of t, p and q point to different objects; over all of them to the same ones. The
; guard reads what earlier iterations wrote.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: (inspect
define void @f(ptr noalias %P, ptr noalias %Q, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %t.loop

t.loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %t.latch ]
  %p = phi ptr [ %P, %entry ], [ %q, %t.latch ]
  %q = phi ptr [ %Q, %entry ], [ %p, %t.latch ]
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %t.loop ], [ %i.next, %i.latch ]
  %pi = getelementptr inbounds double, ptr %p, i64 %i
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %pv = load double, ptr %pi, align 8
  %bad = fcmp ogt double %pv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %b = getelementptr inbounds double, ptr %B, i64 %j
  %bv = load double, ptr %b, align 8
  %product = fmul double %pv, %bv
  %qj = getelementptr inbounds double, ptr %q, i64 %j
  %qv = load double, ptr %qj, align 8
  %sum = fadd double %qv, %product
  store double %sum, ptr %qj, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %t.latch, label %i.loop

t.latch:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %n
  br i1 %t.done, label %exit, label %t.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
