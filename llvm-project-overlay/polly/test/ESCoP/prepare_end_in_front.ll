; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (j = 0;;) {
;     if (j != 0) A[0] += 1;
;     if (A[j] <= 0) throw;
;     A[j] *= 2;
;     if (++j >= n) break;
;     for (i = j; i < n; ++i)
;       A[i] += B[i * n + j];
;   }
;
; What skips the inner loop in the last iteration ends the outer one. It is brought to the latch, from where
; the nest's iterations are counted. A loop that goes on always, and is left by errors only, has no end.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @fail() noreturn

; CHECK-LABEL: define void @ends(
; CHECK: %more = icmp slt i64 %j.next, %n
; CHECK: br i1 %more, label %inner.preheader, label %[[LATCH:[^ ,]*]]
; CHECK: [[LATCH]]:
; CHECK: br i1 %more, label %j.loop, label %
; CHECK-LABEL: define void @goes.on(
; CHECK: latch:
; CHECK: br label %j.loop
define void @ends(ptr noalias %A, ptr noalias %B, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %j.preheader, label %exit

j.preheader:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %j.preheader ], [ %j.next, %latch ]
  %first = icmp eq i64 %j, 0
  br i1 %first, label %test, label %count

count:
  %z = load double, ptr %A, align 8
  %zz = fadd double %z, 1.000000e+00
  store double %zz, ptr %A, align 8
  br label %test

test:
  %a = getelementptr inbounds double, ptr %A, i64 %j
  %av = load double, ptr %a, align 8
  %good = fcmp ogt double %av, 0.000000e+00
  br i1 %good, label %scale, label %bad

bad:
  call void @fail()
  unreachable

scale:
  %twice = fmul double %av, 2.000000e+00
  store double %twice, ptr %a, align 8
  %j.next = add nuw nsw i64 %j, 1
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner.preheader, label %exit.loopexit

inner.preheader:
  br label %inner

inner:
  %i = phi i64 [ %j.next, %inner.preheader ], [ %i.next, %inner ]
  %row = mul nsw i64 %i, %n
  %at = add nsw i64 %row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %at
  %bv = load double, ptr %b, align 8
  %c = getelementptr inbounds double, ptr %A, i64 %i
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %bv
  store double %sum, ptr %c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %latch, label %inner

latch:
  br label %j.loop

exit.loopexit:
  br label %exit

exit:
  ret void
}

define void @goes.on(ptr noalias %A, ptr noalias %B, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  %first = icmp eq i64 %j, 0
  br i1 %first, label %test, label %count

count:
  %z = load double, ptr %A, align 8
  %zz = fadd double %z, 1.000000e+00
  store double %zz, ptr %A, align 8
  br label %test

test:
  %a = getelementptr inbounds double, ptr %A, i64 %j
  %av = load double, ptr %a, align 8
  %good = fcmp ogt double %av, 0.000000e+00
  br i1 %good, label %scale, label %bad

scale:
  %twice = fmul double %av, 2.000000e+00
  store double %twice, ptr %a, align 8
  %j.next = add nuw nsw i64 %j, 1
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %bad

inner:
  %i = phi i64 [ %j.next, %scale ], [ %i.next, %inner ]
  %b = getelementptr inbounds double, ptr %B, i64 %i
  store double 0.000000e+00, ptr %b, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %latch, label %inner

latch:
  br label %j.loop

bad:
  call void @fail()
  unreachable
}
