; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-print=marked \
; RUN:   -verify-each -disable-output -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (j >= size)
;         handler(j);
;       size = *p;                 // In @of_two: size = j < n ? p[0] : p[1];
;       C[i][j] += A[i][j];
;     }
;
; Load PRE makes a chain of PHIs of a size that is loaded again in each iteration, since the handler
; may change it. All of them are what is loaded in front of the nest, if one load comes to all.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @of_one.escop.shadow(
; CHECK: %bad = icmp uge i64 %j, %one
; CHECK: tiled exception-safe nest (inspect,
define void @of_one(ptr noalias %C, ptr noalias %A, ptr %size, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load i64, ptr %size, align 8
  %second = getelementptr inbounds i8, ptr %size, i64 8
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.size = phi i64 [ %first, %entry ], [ %j.size.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %two = load i64, ptr %second, align 8
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %j.size = phi i64 [ %i.size, %i.loop ], [ %j.size.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = icmp uge i64 %j, %j.size
  br i1 %bad, label %cold, label %j.body

cold:
  tail call void @handler(i64 %j)
  br label %j.body

j.body:
  %one = load i64, ptr %size, align 8
  %even = icmp ult i64 %j, %n
  br i1 %even, label %j.then, label %j.latch

j.then:
  br label %j.latch

j.latch:
  %j.size.next = phi i64 [ %one, %j.then ], [ %one, %j.body ]
  %av = load double, ptr %a, align 8
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
}

; CHECK-LABEL: @of_two.escop.shadow(
; CHECK: %bad = icmp uge i64 %j, %j.size
define void @of_two(ptr noalias %C, ptr noalias %A, ptr %size, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load i64, ptr %size, align 8
  %second = getelementptr inbounds i8, ptr %size, i64 8
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.size = phi i64 [ %first, %entry ], [ %j.size.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %two = load i64, ptr %second, align 8
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %j.size = phi i64 [ %i.size, %i.loop ], [ %j.size.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = icmp uge i64 %j, %j.size
  br i1 %bad, label %cold, label %j.body

cold:
  tail call void @handler(i64 %j)
  br label %j.body

j.body:
  %one = load i64, ptr %size, align 8
  %even = icmp ult i64 %j, %n
  br i1 %even, label %j.then, label %j.latch

j.then:
  br label %j.latch

j.latch:
  %j.size.next = phi i64 [ %one, %j.then ], [ %two, %j.body ]
  %av = load double, ptr %a, align 8
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
}

declare void @handler(i64) nounwind
