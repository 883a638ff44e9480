; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S < %s | FileCheck %s
;
;    for (long i = 0; i < n; ++i) {
;      if (A[i] < 0)
;        escape();
;      B[i] = A[i] * A[i];
;    }
;
; The nests of @first and @second are equal, and one driver serves both. That of @third adds. Nothing
; of the program is merged.
;
; CHECK-LABEL: define void @first(
; CHECK:         call i1 @first.escop.driver(
; CHECK-LABEL: define void @second(
; CHECK:         call i1 @first.escop.driver(
; CHECK-LABEL: define void @third(
; CHECK:         call i1 @third.escop.driver(
; CHECK-NOT:   define {{.*}}@second.escop
; CHECK:       define internal {{.*}}@first.escop.driver(
; CHECK-NOT:   define {{.*}}@second.escop
; CHECK:       define internal {{.*}}@third.escop.driver(
; CHECK-NOT:   define {{.*}}@second.escop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @first(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %new = fmul double %a, %a
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %new, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

define void @second(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %new = fmul double %a, %a
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %new, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

define void @third(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %new = fadd double %a, %a
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %new, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

declare void @escape() noreturn cold
