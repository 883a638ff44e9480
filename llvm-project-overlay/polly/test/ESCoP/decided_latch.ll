; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n && !stop; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i * n + j] > 400) { stop = true; goto out; }
;       B[i * n + j] = A[i * n + j];
;     }
;
; Where the latch of the outer loop is executed, stop is false: its end is that of i alone, and nothing
; keeps the comparison behind the inner loop. What another value decides is asked as before.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @decided(
; CHECK: i.latch:
; CHECK-NOT: br i1 %{{stop|go}}
; CHECK: br i1 %last, label %{{.*}}, label %i.loop
; CHECK-LABEL: define void @open(
; CHECK: i.latch:
; CHECK: br i1 %other
; CHECK: br i1 %last, label %{{.*}}, label %i.loop
; CHECK-LABEL: define void @goes(
; CHECK: i.latch:
; CHECK-NOT: br i1 %{{stop|go}}
; CHECK: br i1 %more, label %i.loop, label %{{.*}}

define void @decided(ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.body ]
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr i32, ptr %A, i64 %ij
  %a = load i32, ptr %A.ij
  %stop = icmp sgt i32 %a, 400
  br i1 %stop, label %exit, label %j.body

j.body:
  %B.ij = getelementptr i32, ptr %B, i64 %ij
  store i32 %a, ptr %B.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %n
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  %leaves = select i1 %stop, i1 true, i1 %last
  br i1 %leaves, label %exit, label %i.loop

exit:
  ret void
}

define void @open(ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %C.i = getelementptr i1, ptr %C, i64 %i
  %other = load i1, ptr %C.i
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.body ]
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr i32, ptr %A, i64 %ij
  %a = load i32, ptr %A.ij
  %stop = icmp sgt i32 %a, 400
  br i1 %stop, label %exit, label %j.body

j.body:
  %B.ij = getelementptr i32, ptr %B, i64 %ij
  store i32 %a, ptr %B.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %n
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  %leaves = select i1 %other, i1 true, i1 %last
  br i1 %leaves, label %exit, label %i.loop

exit:
  ret void
}

define void @goes(ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.body ]
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr i32, ptr %A, i64 %ij
  %a = load i32, ptr %A.ij
  %go = icmp slt i32 %a, 400
  br i1 %go, label %j.body, label %exit

j.body:
  %B.ij = getelementptr i32, ptr %B, i64 %ij
  store i32 %a, ptr %B.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %n
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  %stays = select i1 %go, i1 %more, i1 false
  br i1 %stays, label %i.loop, label %exit

exit:
  ret void
}
