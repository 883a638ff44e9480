; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   v.data[0] = 1;
;   for (i = 1; i < n; ++i) { if (v.data[i] > 4) return; v.data[i] = v.data[i - 1]; }
;
; The pipeline has loaded v.data ahead for the loop, without a type. By the type of the first load, no
; number is stored there (@typed); what is stored without a type may be (@untyped), as may what is
; stored in the loop (@changed), and a load from elsewhere is another (@other).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @typed(
; CHECK: %first = load ptr
; CHECK: loop:
; CHECK: getelementptr double, ptr %first, i64 %i
define void @typed(ptr %v, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load ptr, ptr %v, !tbaa !3
  store double 1.0, ptr %first, !tbaa !5
  %again = load ptr, ptr %v
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %latch ]
  %at = getelementptr double, ptr %again, i64 %i
  %x = load double, ptr %at, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %latch

latch:
  %before = getelementptr i8, ptr %at, i64 -8
  %y = load double, ptr %before, !tbaa !5
  store double %y, ptr %at, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @untyped(
; CHECK: loop:
; CHECK: getelementptr double, ptr %again, i64 %i
define void @untyped(ptr %v, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load ptr, ptr %v, !tbaa !3
  store double 1.0, ptr %first
  %again = load ptr, ptr %v
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %latch ]
  %at = getelementptr double, ptr %again, i64 %i
  %x = load double, ptr %at, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %latch

latch:
  %before = getelementptr i8, ptr %at, i64 -8
  %y = load double, ptr %before, !tbaa !5
  store double %y, ptr %at, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @changed(
; CHECK: loop:
; CHECK: %again = load ptr
; CHECK: getelementptr double, ptr %again, i64 %i
define void @changed(ptr %v, ptr %w, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load ptr, ptr %v, !tbaa !3
  store double 1.0, ptr %first, !tbaa !5
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %latch ]
  %again = load ptr, ptr %v
  %at = getelementptr double, ptr %again, i64 %i
  %x = load double, ptr %at, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %latch

latch:
  %to = getelementptr ptr, ptr %w, i64 %i
  store ptr %at, ptr %to, !tbaa !3
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @other(
; CHECK: loop:
; CHECK: getelementptr double, ptr %again, i64 %i
define void @other(ptr %v, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load ptr, ptr %v, !tbaa !3
  store double 1.0, ptr %first, !tbaa !5
  %second = getelementptr i8, ptr %v, i64 8
  %again = load ptr, ptr %second
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %latch ]
  %at = getelementptr double, ptr %again, i64 %i
  %x = load double, ptr %at, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %latch

latch:
  store double 2.0, ptr %at, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %loop

exit:
  ret void
}

!0 = !{!"C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"any pointer", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"double", !1, i64 0}
!5 = !{!4, !4, i64 0}
