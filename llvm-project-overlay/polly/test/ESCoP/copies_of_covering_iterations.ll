; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S %s \
; RUN:   -o %t.ll
; RUN: FileCheck %s < %t.ll
;
; To copy what a loop writes, its first or last iteration is enough if that writes all that any does.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

;   for (i = 0; i < n; ++i) {
;     if (C[100 * i] > 100) escape();
;     for (k = 0; k < n; ++k)
;       for (j = 0; j <= k; ++j)
;         C[100 * i + j] += A[100 * k + j];
;   }
;
; The last k, n - 1, has n iterations of j.
; CHECK-LABEL: define internal i8 @growing.escop.shadow.copy(
; CHECK-SAME: ptr noundef %C, ptr noundef %A, i64 {{.*}} %[[N:.*]], i64 {{.*}} %state,
; CHECK: br label %[[I:.*]]
; CHECK: [[I]]:
; CHECK: br label %[[J:.*]]
; CHECK: [[J]]:
; CHECK: %[[COUNTER:.*]] = phi i64 [ 0, %[[I]] ], [ %[[NEXT:.*]], %[[J]] ]
; CHECK: store i64
; CHECK: %[[NEXT]] = add {{.*}}i64 %[[COUNTER]], 1
; CHECK: %[[DONE:.*]] = icmp eq i64 %[[NEXT]], %[[N]]
; CHECK: br i1 %[[DONE]], label %[[LATCH:.*]], label %[[J]]
; CHECK: [[LATCH]]:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[I]]
; CHECK-NOT: br
; CHECK: ret i8 0
define void @growing(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, 100
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %value = load double, ptr %first, align 8
  %bad = fcmp ogt double %value, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.begin

k.begin:
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %k.begin ], [ %k.next, %k.latch ]
  %k.next = add nuw nsw i64 %k, 1
  br label %j.begin

j.begin:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %j.begin ], [ %j.next, %j.loop ]
  %a.row = mul nuw nsw i64 %k, 100
  %a.at = add nuw nsw i64 %a.row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %a.at
  %av = load double, ptr %a, align 8
  %c.at = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %c.at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %k.next
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

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

;   for (i = 0; i < n; ++i) {
;     if (C[100 * i] > 100) escape();
;     for (k = 0; k < n; ++k)
;       for (j = k + 1; j < n; ++j)
;         C[100 * i + j] += A[100 * k + j];
;   }
;
; The first k has all of them but one, if n > 1.
; CHECK-LABEL: define internal i8 @shrinking.escop.shadow.copy(
; CHECK-SAME: i64 {{.*}} %[[N:.*]], ptr noundef %A, i64 {{.*}} %state,
; CHECK: %[[ANY:.*]] = icmp sgt i64 %[[N]], 1
; CHECK: br i1 %[[ANY]], label %[[PREHEADER:.*]], label %[[LATCH:.*]]
; CHECK: br label %[[J:.*]]
; CHECK: [[J]]:
; CHECK: %[[COUNTER:.*]] = phi i64 [ %[[NEXT:.*]], %[[J]] ], [ 1, %[[PREHEADER]] ]
; CHECK: store i64
; CHECK: %[[NEXT]] = add {{.*}}i64 %[[COUNTER]], 1
; CHECK: %[[DONE:.*]] = icmp eq i64 %[[NEXT]], %[[N]]
; CHECK: br i1 %[[DONE]], label %[[LATCH]], label %[[J]]
; CHECK: [[LATCH]]:
; CHECK: br i1
; CHECK-NOT: br
; CHECK: ret i8 0
define void @shrinking(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, 100
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %value = load double, ptr %first, align 8
  %bad = fcmp ogt double %value, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.begin

k.begin:
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %k.begin ], [ %k.next, %k.latch ]
  %k.next = add nuw nsw i64 %k, 1
  %j.any = icmp slt i64 %k.next, %n
  br i1 %j.any, label %j.begin, label %k.latch

j.begin:
  br label %j.loop

j.loop:
  %j = phi i64 [ %k.next, %j.begin ], [ %j.next, %j.loop ]
  %a.row = mul nuw nsw i64 %k, 100
  %a.at = add nuw nsw i64 %a.row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %a.at
  %av = load double, ptr %a, align 8
  %c.at = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %c.at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

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

;   for (i = 0; i < n; ++i) {
;     if (C[100 * i] > 100) escape();
;     for (k = 0; k < n; ++k)
;       for (j = k; j < k + 3; ++j)
;         C[100 * i + j] += A[100 * k + j];
;   }
;
; Each k writes a place that no other one does.
; CHECK-LABEL: define internal i8 @band.escop.shadow.copy(
; CHECK: br label %[[I:.*]]
; CHECK: [[I]]:
; CHECK: br label %[[K:.*]]
; CHECK: [[K]]:
; CHECK: %[[BEGIN:.*]] = phi i64 [ 0, %[[I]] ], [ %{{.*}}, %{{.*}} ]
; CHECK: br label %[[J:.*]]
; CHECK: [[J]]:
; CHECK: phi i64 [ %[[BEGIN]], %[[K]] ], [ %{{.*}}, %[[J]] ]
; CHECK: store i64
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[J]]
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[K]]
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[I]]
define void @band(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, 100
  %first = getelementptr inbounds double, ptr %C, i64 %row
  %value = load double, ptr %first, align 8
  %bad = fcmp ogt double %value, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.begin

k.begin:
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %k.begin ], [ %k.next, %k.latch ]
  %k.next = add nuw nsw i64 %k, 1
  %j.end = add nuw nsw i64 %k, 3
  br label %j.begin

j.begin:
  br label %j.loop

j.loop:
  %j = phi i64 [ %k, %j.begin ], [ %j.next, %j.loop ]
  %a.row = mul nuw nsw i64 %k, 100
  %a.at = add nuw nsw i64 %a.row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %a.at
  %av = load double, ptr %a, align 8
  %c.at = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %c.at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %j.end
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

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
