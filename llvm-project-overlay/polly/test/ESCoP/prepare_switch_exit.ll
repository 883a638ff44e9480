; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       switch ((int)A[i][j]) {
;       case 7: case 8: escape();
;       case 20: return;
;       }
;       C[i][j] += A[i][j];
;     }
;
; A switch that leaves a loop becomes branches, and no other. One that stays in its loop: declined_exit_form.ll.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: escop: prepared
; CHECK-LABEL: define void @f(
; CHECK-NOT: switch i32
; CHECK: ret void
; CHECK: tiled exception-safe nest
; CHECK: tiled exception-safe nest
; CHECK-LABEL: define void @f(
define void @f(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %k = fptosi double %av to i32
  switch i32 %k, label %j.latch [
    i32 7, label %abnormal
    i32 8, label %abnormal
    i32 20, label %negative
  ]

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
  ret void

abnormal:
  tail call void @escape()
  unreachable

negative:
  ret void
}

; CHECK-LABEL: define i32 @table(
; CHECK-NOT: switch i32 %k,
; CHECK: switch i32 %what,
define i32 @table(ptr noalias %C, ptr noalias %A, i64 %n, i32 %what) nounwind "exception-safe-tiling"="optimized" {
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
  %k = fptosi double %av to i32
  switch i32 %k, label %j.latch [
    i32 7, label %abnormal
    i32 8, label %abnormal
  ]

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
  switch i32 %what, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]

zero:
  ret i32 17

one:
  ret i32 4

two:
  ret i32 23

other:
  ret i32 6

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
