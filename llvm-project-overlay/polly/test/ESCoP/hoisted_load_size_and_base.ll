; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -polly-escop-print=bounds -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   struct { double *data; size_t size; } *v;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i * n + j] > 100) escape();
;       if (i * n + j >= v->size) escape();
;       v->data[i * n + j] += A[i * n + j];       // In @declined also: v->data = A;
;     }
;
; What v points to is read in front of the nest; the bounds function checks that the nest does not write
; there. In @declined it writes where data is loaded.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The arrays: v, A and data.
; CHECK-LABEL: define internal i8 @hoisted.escop.shadow.bounds(
; CHECK-NOT: @escop.read
; CHECK-COUNT-3: ptrtoint ptr %
; CHECK-NOT: ptrtoint
; CHECK-NOT: @escop.read
; CHECK: ret i8
; CHECK: tiled exception-safe nest
; CHECK: not tiled: {{.*}}non-affine
; CHECK-LABEL: define void @hoisted(
; CHECK: escop.drive:
; CHECK-DAG: %[[D:.*]] = load ptr, ptr %
; CHECK-DAG: %[[S:.*]] = load i64, ptr %
; CHECK-DAG: %[[DF:.*]] = freeze ptr %[[D]]
; CHECK-DAG: %[[SF:.*]] = freeze i64 %[[S]]
; CHECK: call i1 @hoisted.escop.driver({{.*}}%[[SF]]{{.*}}%[[DF]]
define void @hoisted(ptr %v, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %data = load ptr, ptr %v, align 8
  %size.at = getelementptr inbounds i8, ptr %v, i64 8
  %size = load i64, ptr %size.at, align 8
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %second

second:
  %j.bad = icmp uge i64 %at, %size
  br i1 %j.bad, label %abnormal, label %j.latch

j.latch:
  %c = getelementptr inbounds double, ptr %data, i64 %at
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

define void @declined(ptr %v, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %data = load ptr, ptr %v, align 8
  %size.at = getelementptr inbounds i8, ptr %v, i64 8
  %size = load i64, ptr %size.at, align 8
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %second

second:
  %j.bad = icmp uge i64 %at, %size
  br i1 %j.bad, label %abnormal, label %j.latch

j.latch:
  %c = getelementptr inbounds double, ptr %data, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  store ptr %A, ptr %v, align 8
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
