; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
; for (i = 0; i < n; ++i)             | … if (A[i][j] == 7) note();
;   for (j = 0; j < n; ++j) {         |
;     if (A[i][j] == 5) escape();     |
;     switch (A[i][j]) {              |
;     case 7: case 9: note();         |
;     }                               |
;     C[i][j] += A[i][j];             |
;   }                                 |
;
; A switch that leaves a loop becomes branches (prepare_switch_exit.ll); this one stays in its loop.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: not tiled: exit-form:
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds i32, ptr %A, i64 %at
  %av = load i32, ptr %a, align 4
  %c = getelementptr inbounds i32, ptr %C, i64 %at
  %bad = icmp eq i32 %av, 5
  br i1 %bad, label %abnormal, label %j.second

j.second:
  switch i32 %av, label %j.latch [
    i32 7, label %cold
    i32 9, label %cold
  ]

cold:
  tail call void @note()
  br label %j.latch

j.latch:
  %cv = load i32, ptr %c, align 4
  %sum = add i32 %cv, %av
  store i32 %sum, ptr %c, align 4
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
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds i32, ptr %A, i64 %at
  %av = load i32, ptr %a, align 4
  %c = getelementptr inbounds i32, ptr %C, i64 %at
  %bad = icmp eq i32 %av, 5
  br i1 %bad, label %abnormal, label %j.second

j.second:
  %noteworthy = icmp eq i32 %av, 7
  br i1 %noteworthy, label %cold, label %j.latch

cold:
  tail call void @note()
  br label %j.latch

j.latch:
  %cv = load i32, ptr %c, align 4
  %sum = add i32 %cv, %av
  store i32 %sum, ptr %c, align 4
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
declare void @note()
