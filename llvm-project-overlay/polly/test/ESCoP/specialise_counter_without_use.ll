; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = n; i-- > 0;)
;     for (j = m; j-- > 0; ++total) {
;       if (A[i * m + j] > 100) escape();
;       C[i * m + j] += A[i * m + j];
;     }
;
; total is a recurrence of the outer loop, too, which only ScalarEvolution can tell, since the inner one may
; be skipped. The counter that is made for it has no use.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (speculate,
define i64 @count(i64 %n, i64 %m, ptr %A, ptr %C) nounwind "exception-safe-tiling"="optimized" {
entry:
  %none = icmp eq i64 %m, 0
  br label %i.loop

i.loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %i.latch ]
  %total = phi i64 [ 0, %entry ], [ %total.next, %i.latch ]
  %i.next = add i64 %i, -1
  br i1 %none, label %i.latch, label %j.preheader

j.preheader:
  %row = mul i64 %i.next, %m
  %total.row = add i64 %total, %m
  br label %j.loop

j.loop:
  %j = phi i64 [ %m, %j.preheader ], [ %j.next, %j.latch ]
  %j.next = add i64 %j, -1
  %at = add i64 %j.next, %row
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.done = icmp eq i64 %j.next, 0
  br i1 %j.done, label %j.exit, label %j.loop

j.exit:
  br label %i.latch

i.latch:
  %total.next = phi i64 [ %total, %i.loop ], [ %total.row, %j.exit ]
  %i.done = icmp eq i64 %i.next, 0
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret i64 %total.next

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
