; RUN: opt %loadNPMPolly '-passes=print<polly-function-scops>' -polly-process-unprofitable -polly-use-llvm-names \
; RUN:   -disable-output %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < 128; ++j) {
;       *(long *)((char *)&A[i][2 * j] + OFFSET) = j;
;       A[i][2 * j] = i;
;     }
;
; Eight bytes from an element's middle on are no element of an array of two dimensions, and the nest is
; not modelled; those of another element are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-NOT: Function: middle
; CHECK: Function: next
; CHECK: MustWriteAccess :=
; CHECK-NEXT: MemRef_A[o0, 1 + 256i0 + 2i1 - 256o0]
; CHECK: MustWriteAccess :=
; CHECK-NEXT: MemRef_A[i0, 2i1]
; CHECK-NOT: Function: middle

define void @middle(ptr %A, i64 %n) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %even = shl nuw nsw i64 %j, 1
  %element = getelementptr inbounds [256 x i64], ptr %A, i64 %i, i64 %even
  %within = getelementptr inbounds i8, ptr %element, i64 4
  store i64 %j, ptr %within, align 4
  store i64 %i, ptr %element, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 128
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

define void @next(ptr %A, i64 %n) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %even = shl nuw nsw i64 %j, 1
  %element = getelementptr inbounds [256 x i64], ptr %A, i64 %i, i64 %even
  %behind = getelementptr inbounds i8, ptr %element, i64 8
  store i64 %j, ptr %behind, align 8
  store i64 %i, ptr %element, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 128
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}
