; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-prefer=0 -disable-output -polly-escop-print=optimised -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = k + 1; i < n; ++i)
;     for (j = k + 1; j < n; ++j) {
;       if (j >= columns) escape();
;       A[i][j] -= A[i][k] * A[k][j] + A[i][m] * A[m][j];
;     }
;
; The vectoriser's check of all rows i would fail. It is not to know how often the outer loop iterates.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i8 @update.escop.shadow(
; CHECK: %[[NEXT:escop.counter.next[^ ]*]] = add {{.*}}, 1
; CHECK-NEXT: %[[HIDDEN:.*]] = call i64 asm "", "=r,0"(i64 %[[NEXT]])
; CHECK-NEXT: icmp eq i64 %[[HIDDEN]], %
; CHECK-NOT: asm
; CHECK: tiled exception-safe nest (inspect, plain)
define void @update(ptr %A, i64 %n, i64 %k, i64 %m, i64 %columns) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = add nuw nsw i64 %k, 1
  %second.row = mul nsw i64 %m, %n
  %seconds = getelementptr inbounds double, ptr %A, i64 %second.row
  %any = icmp slt i64 %first, %n
  br i1 %any, label %preheader, label %exit

preheader:
  %pivot.row = mul nsw i64 %k, %n
  %pivots = getelementptr inbounds double, ptr %A, i64 %pivot.row
  br label %i.loop

i.loop:
  %i = phi i64 [ %first, %preheader ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %elements = getelementptr inbounds double, ptr %A, i64 %row
  %factor.at = getelementptr inbounds double, ptr %elements, i64 %k
  %other.at = getelementptr inbounds double, ptr %elements, i64 %m
  br label %j.loop

j.loop:
  %j = phi i64 [ %first, %i.loop ], [ %j.next, %j.latch ]
  %bad = icmp uge i64 %j, %columns
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %factor = load double, ptr %factor.at, align 8
  %pivot.at = getelementptr inbounds double, ptr %pivots, i64 %j
  %pivot = load double, ptr %pivot.at, align 8
  %at = getelementptr inbounds double, ptr %elements, i64 %j
  %old = load double, ptr %at, align 8
  %product = fmul double %factor, %pivot
  %other = load double, ptr %other.at, align 8
  %second.at = getelementptr inbounds double, ptr %seconds, i64 %j
  %second = load double, ptr %second.at, align 8
  %product.2 = fmul double %other, %second
  %products = fadd double %product, %product.2
  %new = fsub double %old, %products
  store double %new, ptr %at, align 8
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
