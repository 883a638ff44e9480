; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
;
;   for (long i = 0; i < n; ++i) {
;     if (A[(int)i * p + (int)i] > 100) escape();
;     A[(int)i * p + (int)i] = 0;
;   }
;
; Counters were widened, and these subscripts left. They are computed with 64 bits if the counter is what it
; was truncated from, as where n is an int, and if the multiplication does not overflow.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @small(
; CHECK: %p.wide = sext i32 %p to i64
; CHECK: loop:
; CHECK-NOT: trunc
; CHECK: %[[ROW:.*]] = mul nsw i64 %i, %p.wide
; CHECK: %[[AT:.*]] = add nsw i64 %[[ROW]], %i
; CHECK: getelementptr inbounds double, ptr %A, i64 %[[AT]]
define void @small(ptr %A, i32 %n, i32 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  %n.wide = zext nneg i32 %n to i64
  %p.wide = sext i32 %p to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %i.next, %good ]
  %i.narrow = trunc i64 %i to i32
  %row = mul nsw i32 %i.narrow, %p
  %at = add nsw i32 %row, %i.narrow
  %at.wide = sext i32 %at to i64
  %a = getelementptr inbounds double, ptr %A, i64 %at.wide
  %v = load double, ptr %a, align 8
  %bad = fcmp ogt double %v, 1.000000e+02
  br i1 %bad, label %abnormal, label %good

good:
  store double 0.000000e+00, ptr %a, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n.wide
  br i1 %done, label %exit, label %loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; The counter may be more than an int is.
; CHECK-LABEL: define void @large(
; CHECK: loop:
; CHECK: %at = add nsw i32
; CHECK: sext i32 %at to i64
define void @large(ptr %A, i64 %n, i32 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %good ]
  %i.narrow = trunc i64 %i to i32
  %row = mul nsw i32 %i.narrow, %p
  %at = add nsw i32 %row, %i.narrow
  %at.wide = sext i32 %at to i64
  %a = getelementptr inbounds double, ptr %A, i64 %at.wide
  %v = load double, ptr %a, align 8
  %bad = fcmp ogt double %v, 1.000000e+02
  br i1 %bad, label %abnormal, label %good

good:
  store double 0.000000e+00, ptr %a, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; A multiplication that may overflow does.
; CHECK-LABEL: define void @wraps(
; CHECK: loop:
; CHECK: %at = add i32
; CHECK: sext i32 %at to i64
define void @wraps(ptr %A, i32 %n, i32 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  %n.wide = zext nneg i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %i.next, %good ]
  %i.narrow = trunc i64 %i to i32
  %row = mul i32 %i.narrow, %p
  %at = add i32 %row, %i.narrow
  %at.wide = sext i32 %at to i64
  %a = getelementptr inbounds double, ptr %A, i64 %at.wide
  %v = load double, ptr %a, align 8
  %bad = fcmp ogt double %v, 1.000000e+02
  br i1 %bad, label %abnormal, label %good

good:
  store double 0.000000e+00, ptr %a, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n.wide
  br i1 %done, label %exit, label %loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape()
