; RUN: opt %loadNPMPolly -passes=polly-escop -polly-pattern-matching-based-opts=false -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop -pass-remarks-analysis=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j)
;       for (k = 0; k < n; ++k) {
;         if (C[i][j] > 100) escape();   // @inspected: A[i][k]
;         C[i][j] += A[i][k] * B[k][j];
;       }
;
; The checkpoint needs malloc, which a freestanding function must not call. Inspection needs none.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (ordered, plain)
; CHECK: not tiled: no-allocator:
define void @declined(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n) nounwind "no-builtins" "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  %ik = add nuw nsw i64 %row, %k
  %a = getelementptr inbounds double, ptr %A, i64 %ik
  %av = load double, ptr %a, align 8
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.latch

k.latch:
  %k.row = mul nuw nsw i64 %k, %n
  %kj = add nuw nsw i64 %k.row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %kj
  %bv = load double, ptr %b, align 8
  %product = fmul double %av, %bv
  %sum = fadd double %cv, %product
  store double %sum, ptr %c, align 8
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

; CHECK: tiled exception-safe nest (inspect,
define void @inspected(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n) nounwind "no-builtins" "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  %ik = add nuw nsw i64 %row, %k
  %a = getelementptr inbounds double, ptr %A, i64 %ik
  %av = load double, ptr %a, align 8
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.latch

k.latch:
  %k.row = mul nuw nsw i64 %k, %n
  %kj = add nuw nsw i64 %k.row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %kj
  %bv = load double, ptr %b, align 8
  %product = fmul double %av, %bv
  %sum = fadd double %cv, %product
  store double %sum, ptr %c, align 8
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

; CHECK: tiled exception-safe nest (speculate,
define void @accepted(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  %ik = add nuw nsw i64 %row, %k
  %a = getelementptr inbounds double, ptr %A, i64 %ik
  %av = load double, ptr %a, align 8
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.latch

k.latch:
  %k.row = mul nuw nsw i64 %k, %n
  %kj = add nuw nsw i64 %k.row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %kj
  %bv = load double, ptr %b, align 8
  %product = fmul double %av, %bv
  %sum = fadd double %cv, %product
  store double %sum, ptr %c, align 8
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
