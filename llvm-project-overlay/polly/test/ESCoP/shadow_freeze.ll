; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=shadow %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)               | 1 << 7
;     for (j = 0; j < n; ++j) {           |
;       if (1ul << A[i][j] > 4096)        |
;         escape();                       |
;       C[i][j] = 1ul << A[i][j];         |
;     }                                   |
;
; Behind the exit A[i][j] may be anything, and a shift by too much is poison, which must not decide
; whether a chunk is rolled back.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i8 @frozen.escop.shadow(
; CHECK: %[[BAD:.*]] = icmp ugt i64
; CHECK: %[[FROZEN:.*]] = freeze i1 %[[BAD]]
; CHECK-NEXT: call void @escop.guard(i1 %[[FROZEN]])
define void @frozen(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds i64, ptr %A, i64 %at
  %av = load i64, ptr %a, align 8
  %c = getelementptr inbounds i64, ptr %C, i64 %at
  %shifted = shl i64 1, %av
  %bad = icmp ugt i64 %shifted, 4096
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store i64 %shifted, ptr %c, align 8
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

; CHECK: define internal i8 @not_frozen.escop.shadow(
; CHECK-NOT: freeze
; CHECK: call void @escop.guard(
; CHECK-NOT: freeze
; CHECK: ret i8 0
define void @not_frozen(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds i64, ptr %A, i64 %at
  %av = load i64, ptr %a, align 8
  %c = getelementptr inbounds i64, ptr %C, i64 %at
  %shifted = shl i64 1, 7
  %bad = icmp ugt i64 %av, 4096
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store i64 %shifted, ptr %c, align 8
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
