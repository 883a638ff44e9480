; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-process-unprofitable -polly-pattern-matching-based-opts=false -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)             | C[i][j] /= 7;
;     for (j = 0; j < n; ++j) {         |
;       if (A[i][j] == C[i][j])         |
;         escape();                     |
;       C[i][j] /= A[i][j];             |
;     }                                 |
;
; Speculation would divide by a zero behind the exit. In @divisor_invariant, C[i][j] /= d, that d is
; neither 0 nor -1 is asked about in front of the nest. In @inspected, where the guard
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j)
;       for (k = 0; k < n; ++k) {
;         if (A[i][k] == 0) escape();
;         C[i][j] += B[k][j] / A[i][k];
;       }
;
; can be evaluated ahead, only divisions that the nest executes are executed.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: not tiled: may-trap:
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
  %a = getelementptr inbounds i64, ptr %A, i64 %at
  %av = load i64, ptr %a, align 8
  %c = getelementptr inbounds i64, ptr %C, i64 %at
  %cv = load i64, ptr %c, align 8
  %bad = icmp eq i64 %av, %cv
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %q = udiv i64 %cv, %av
  store i64 %q, ptr %c, align 8
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

; CHECK: tiled exception-safe nest (speculate,
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
  %a = getelementptr inbounds i64, ptr %A, i64 %at
  %av = load i64, ptr %a, align 8
  %c = getelementptr inbounds i64, ptr %C, i64 %at
  %cv = load i64, ptr %c, align 8
  %bad = icmp eq i64 %av, %cv
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %q = udiv i64 %cv, 7
  store i64 %q, ptr %c, align 8
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

; CHECK: tiled exception-safe nest (speculate,
define void @divisor_invariant(ptr noalias %C, ptr noalias %A, i64 %n, i64 %d) nounwind "exception-safe-tiling"="optimized" {
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
  %cv = load i64, ptr %c, align 8
  %bad = icmp eq i64 %av, %cv
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %q = sdiv i64 %cv, %d
  store i64 %q, ptr %c, align 8
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

; CHECK: tiled exception-safe nest (inspect,
define void @inspected(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds i64, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  %ik = add nuw nsw i64 %row, %k
  %a = getelementptr inbounds i64, ptr %A, i64 %ik
  %av = load i64, ptr %a, align 8
  %cv = load i64, ptr %c, align 8
  %bad = icmp eq i64 %av, 0
  br i1 %bad, label %abnormal, label %k.latch

k.latch:
  %k.row = mul nuw nsw i64 %k, %n
  %kj = add nuw nsw i64 %k.row, %j
  %b = getelementptr inbounds i64, ptr %B, i64 %kj
  %bv = load i64, ptr %b, align 8
  %product = udiv i64 %bv, %av
  %sum = add i64 %cv, %product
  store i64 %sum, ptr %c, align 8
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k.loop

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
