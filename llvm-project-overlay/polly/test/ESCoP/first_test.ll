; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-process-unprofitable -polly-escop-least-work=1000 \
; RUN:   -polly-escop-leave-iterations=0 -verify-each -S -pass-remarks=polly-escop \
; RUN:   -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < BOUND; ++j) {
;       if (A[i][j] > 100) return i * n + j;
;       C[i][j] += A[i][j];
;     }
;   return -1;
;
; A copy of the nest is executed if that is few iterations: n * n in @known; of a triangle half as many,
; as in its middle; in @loaded as many as a value says that is loaded in the nest. What is known not to be
; more is declined.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest
; CHECK: tiled exception-safe nest
; CHECK: tiled exception-safe nest
; CHECK: not tiled: not-profitable: {{.*}} (few iterations)

; Each factor is limited. The copy begins at 0, and leaves as the nest does. What calls the driver is a
; function, which computes again what is cheap, and stores a value where it leaves with it.
; CHECK-LABEL: define i64 @known(
; CHECK: entry:
; CHECK: %[[ENTERED:.*]] = call i64 @llvm.smax.i64(i64 0, i64 %n)
; CHECK: %[[OUTER:.*]] = call i64 @llvm.umin.i64(i64 1048576, i64 %[[ENTERED]])
; CHECK: %{{.*}} = call i64 @llvm.umin.i64(i64 40, i64 %[[ENTERED]])
; CHECK: %[[WORK:.*]] = mul i64 %{{.*}}, %{{.*}}
; CHECK: %[[FROZEN:.*]] = freeze i64 %[[WORK]]
; CHECK: %escop.little = icmp ult i64 %[[FROZEN]], 1000
; CHECK: br i1 %escop.little, label %escop.few, label %[[MUCH:.*]], !prof
; CHECK: [[MUCH]]:
; CHECK: %[[EXIT:.*]] = call i1 @known.escop.nest(i64 %{{[0-9]+}}, ptr %escop.frame, i64 %n, ptr %A, ptr %C,
; CHECK: %[[RELOADED:.*]] = load i64,
; CHECK: br i1 %[[EXIT]], label %normal, label %abnormal
; CHECK: abnormal:
; CHECK: phi i64 [ %[[AT:at.few]], %j.loop.few ], [ %[[RELOADED]], %[[MUCH]] ]
; CHECK: escop.few:
; CHECK-NEXT: br label %i.loop.few
; CHECK: i.loop.few:
; CHECK-NEXT: phi i64 [ 0, %escop.few ], [ %i.next.few, %i.latch.few ]
; CHECK: %[[AT]] = add
; CHECK: br i1 %bad.few, label %abnormal, label %j.latch.few
define i64 @known(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %normal, label %i.loop

normal:
  ret i64 -1

abnormal:
  ret i64 %at
}

; j <= i: in the middle iteration that is half of n, and one; 40 of them are in vain.
; CHECK-LABEL: define i64 @triangle(
; CHECK: %[[ENTERED:.*]] = call i64 @llvm.smax.i64(i64 0, i64 %n)
; CHECK: call i64 @llvm.umin.i64(i64 1048576, i64 %[[ENTERED]])
; CHECK: %[[MIDDLE:.*]] = udiv i64 %{{.*}}, 2
; CHECK: add i64 1, %[[MIDDLE]]
; CHECK: call i64 @llvm.umin.i64(i64 40,
; CHECK: br i1 %escop.little, label %escop.few, label %{{.*}}
; CHECK: call i1 @triangle.escop.nest(
define i64 @triangle(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.next = add nuw nsw i64 %i, 1
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %i.next
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %normal, label %i.loop

normal:
  ret i64 -1

abnormal:
  ret i64 %at
}

; The bound is loaded in each iteration of i, and for the test.
; CHECK-LABEL: define i64 @loaded(
; CHECK: entry:
; CHECK-NOT: escop.few
; CHECK: escop.drive:
; CHECK: %m[[M:.*]] = load i64, ptr %p
; CHECK: call i64 @llvm.umax.i64(i64 1, i64 %m[[M]])
; CHECK: br i1 %escop.little, label %escop.few, label %escop.much
define i64 @loaded(ptr %C, ptr %A, ptr dereferenceable(8) align 8 %p, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %m = load i64, ptr %p, align 8
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp uge i64 %j.next, %m
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %normal, label %i.loop

normal:
  ret i64 -1

abnormal:
  ret i64 %at
}

; 30 * 30.
define i64 @constant(ptr noalias %C, ptr noalias %A) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, 30
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 30
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 30
  br i1 %i.done, label %normal, label %i.loop

normal:
  ret i64 -1

abnormal:
  ret i64 %at
}

; CHECK-LABEL: define internal i1 @known.escop.nest(
; CHECK-SAME: ptr %[[OUT:[a-z0-9.]*]])
; CHECK: call i1 @known.escop.driver(
; CHECK: abnormal.nest:
; CHECK-NEXT: %[[AT:.*]] = phi i64 [ %at, %j.loop ]
; CHECK-NEXT: store i64 %[[AT]], ptr %[[OUT]]
