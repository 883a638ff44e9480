; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)                 |  double **A, **C
;     for (j = 0; j < n; ++j) {             |
;       if (C[i][j] > 100) escape();        |  if (A[i][0] > 100), in front of the loop
;       C[i][j] = A[i][j];                  |
;     }                                     |
;
; The guard reads what the nest writes, so the nest would have to be speculated. Between two
; rows of C may lie what another thread writes meanwhile, and a rollback would undo
; that.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: not tiled: separate-rows:
define void @declined(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store double %av, ptr %c, align 8
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
define void @accepted(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  %first = load double, ptr %a.row, align 8
  %bad = fcmp ogt double %first, 1.000000e+02
  br i1 %bad, label %abnormal, label %rest

rest:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %rest ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  store double %av, ptr %c, align 8
  br label %j.latch

j.latch:
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
