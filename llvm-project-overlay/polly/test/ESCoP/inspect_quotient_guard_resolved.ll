; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-process-unprofitable -polly-escop-print=bounds,optimised \
; RUN:   -disable-output %s | FileCheck %s --check-prefix=BOUNDS
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (i > (-1 - j) / m)      // In @overflow: i * m overflows; in @divisor_varies: / (j + 1)
;         escape();
;       C[i][j] += A[i][j];
;     }
;
; i <= X / m if i * m <= X and 0 < m. So one multiplication in front of the nest says that no guard
; fires, and the nest divides nothing. Where the divisor varies, the nest is executed as it is.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (inspect, {{.*}}: 1 guard
; BOUNDS-LABEL: @quotient.escop.shadow.bounds(
; BOUNDS-NOT: udiv
; BOUNDS: mul i128
; BOUNDS-LABEL: @quotient.escop.shadow(
; BOUNDS-NOT: udiv
; BOUNDS-LABEL: @overflow.escop.shadow.bounds(
define void @quotient(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
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
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %x = sub i64 -1, %j
  %q = udiv i64 %x, %m
  %bad = icmp ugt i64 %i, %q
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
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

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK: tiled exception-safe nest (inspect, {{.*}}: 1 guard
define void @overflow(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
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
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %product = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %i, i64 %m)
  %bad = extractvalue { i64, i1 } %product, 1
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
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

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK: not tiled: inspection-not-profitable: {{.*}} (may-trap)
define void @divisor_varies(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
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
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %x = sub i64 -1, %j
  %d = add i64 %j, 1
  %q = udiv i64 %x, %d
  %bad = icmp ugt i64 %i, %q
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
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

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
