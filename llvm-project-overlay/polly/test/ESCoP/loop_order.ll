; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S -pass-remarks=polly-escop -pass-remarks-missed=polly-escop \
; RUN:   %s 2>&1 | FileCheck %s
;
; Nests without guards gain from Polly if their innermost loop steps over rows, or adds to one sum, and if another
; order does not make another array worse. What it would store for a later iteration of the innermost loop, or store in
; several rows, stays in the standard pipeline's order.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, Polly): 0 guards, 0 exits, depth 2
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, Polly): 0 guards, 0 exits, depth 2
; CHECK-NOT: remark

;   for (j…) for (i…) c[i * n + j] *= a[j];
; CHECK-LABEL: define void @columns(
; CHECK: call void @columns.escop.nest(
define void @columns(ptr %c, ptr %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %j.latch ]
  %at.a = getelementptr inbounds double, ptr %a, i64 %j
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %j.loop ], [ %i.next, %i.loop ]
  %row = mul nsw i64 %i, %n
  %at = add nsw i64 %row, %j
  %at.c = getelementptr inbounds double, ptr %c, i64 %at
  %av = load double, ptr %at.a, align 8
  %cv = load double, ptr %at.c, align 8
  %product = fmul double %cv, %av
  store double %product, ptr %at.c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %j.latch, label %i.loop

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %exit, label %j.loop

exit:
  ret void
}

;   for (i…) for (j…) s += a[i * n + j]; c[i] = s;
; CHECK-LABEL: define void @sums(
; CHECK: call void @sums.escop.nest(
define void @sums(ptr %c, ptr %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %s = phi double [ 0.0, %i.loop ], [ %sum, %j.loop ]
  %at = add nsw i64 %row, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %at
  %av = load double, ptr %at.a, align 8
  %sum = fadd double %s, %av
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %at.c = getelementptr inbounds double, ptr %c, i64 %i
  store double %sum, ptr %at.c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

; The vectoriser may add in any order.
; CHECK-LABEL: define void @reassociated(
; CHECK-NOT: escop.driver
define void @reassociated(ptr %c, ptr %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %s = phi double [ 0.0, %i.loop ], [ %sum, %j.loop ]
  %at = add nsw i64 %row, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %at
  %av = load double, ptr %at.a, align 8
  %sum = fadd reassoc double %s, %av
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %at.c = getelementptr inbounds double, ptr %c, i64 %i
  store double %sum, ptr %at.c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

;   for (i…) for (j…) c[j * n + i] = a[i * n + j];
; CHECK-LABEL: define void @transpose(
; CHECK-NOT: escop.driver
define void @transpose(ptr %c, ptr %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %at = add nsw i64 %row, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %at
  %av = load double, ptr %at.a, align 8
  %column = mul nsw i64 %j, %n
  %to = add nsw i64 %column, %i
  %at.c = getelementptr inbounds double, ptr %c, i64 %to
  store double %av, ptr %at.c, align 8
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

;   for (j = 1…) for (i = 1…) c[i * n + j] = c[(i - 1) * n + j] + c[i * n + j - 1] * a[j];
; CHECK-LABEL: define void @recurrence(
; CHECK-NOT: escop.driver
define void @recurrence(ptr %c, ptr %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %j.loop

j.loop:
  %j = phi i64 [ 1, %entry ], [ %j.next, %j.latch ]
  %at.a = getelementptr inbounds double, ptr %a, i64 %j
  br label %i.loop

i.loop:
  %i = phi i64 [ 1, %j.loop ], [ %i.next, %i.loop ]
  %above.i = add nsw i64 %i, -1
  %above.row = mul nsw i64 %above.i, %n
  %above.at = add nsw i64 %above.row, %j
  %at.above = getelementptr inbounds double, ptr %c, i64 %above.at
  %above = load double, ptr %at.above, align 8
  %row = mul nsw i64 %i, %n
  %at = add nsw i64 %row, %j
  %left.at = add nsw i64 %at, -1
  %at.left = getelementptr inbounds double, ptr %c, i64 %left.at
  %left = load double, ptr %at.left, align 8
  %av = load double, ptr %at.a, align 8
  %product = fmul double %left, %av
  %sum = fadd double %above, %product
  %at.c = getelementptr inbounds double, ptr %c, i64 %at
  store double %sum, ptr %at.c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %j.latch, label %i.loop

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %exit, label %j.loop

exit:
  ret void
}

;   for (i…) for (j…) for (k…) c[(k * n + j) * n + i] += a[(k * n + i) * n + j];
; CHECK-LABEL: define void @permuted(
; CHECK-NOT: escop.driver
define void @permuted(ptr noalias %c, ptr noalias %a, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %plane = mul nsw i64 %k, %n
  %c.row = add nsw i64 %plane, %j
  %c.column = mul nsw i64 %c.row, %n
  %c.at = add nsw i64 %c.column, %i
  %a.row = add nsw i64 %plane, %i
  %a.column = mul nsw i64 %a.row, %n
  %a.at = add nsw i64 %a.column, %j
  %at.a = getelementptr inbounds double, ptr %a, i64 %a.at
  %av = load double, ptr %at.a, align 8
  %at.c = getelementptr inbounds double, ptr %c, i64 %c.at
  %cv = load double, ptr %at.c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %at.c, align 8
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
}

; To gather takes longer than to load.
; CHECK: define internal i1 @columns.escop.driver(
; CHECK: attributes {{.*}}"target-features"="{{.*}}+prefer-no-gather,+prefer-no-scatter"
