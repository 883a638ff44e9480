; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S -pass-remarks=polly-escop -pass-remarks-missed=polly-escop \
; RUN:   %s 2>&1 | FileCheck %s
;
; Nests without guards gain from Polly if their innermost loop steps over rows, or adds to one sum, and if another
; order does not make another array worse. They are executed as a whole, by the driver or by the one copy of them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, Polly): 0 guards, 0 exits, depth 2
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, Polly): 0 guards, 0 exits, depth 2
; CHECK-NOT: remark

;   for (j…) for (i…) c[i * n + j] *= a[j];
; CHECK-LABEL: define void @columns(
; CHECK: br i1 %{{.*}}, label %[[FEW:escop.few[0-9]*]], label %[[DRIVE:.*]], !prof
; CHECK: {{^}}[[DRIVE]]:
; CHECK: %[[DONE:.*]] = call i1 @columns.escop.driver(
; CHECK-NEXT: br i1 %[[DONE]], label %{{.*}}, label %[[RESUME:.*]]
; CHECK: {{^}}[[RESUME]]:
; CHECK: br label %[[FEW]]
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
; CHECK: call i1 @sums.escop.driver(
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
; CHECK: define internal i1 @columns.escop.driver(
