; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck %s
;
;   for (long i = 0; i < n - 1; ++i) {           // int n; zext(n) - 1
;     if (A[i] < 0) escape();
;     B[i] = A[i] * A[i];
;   }
;
; is executed in blocks. What is left of the loop compares with zext(n - 1), as wide as n - 1 is known to
; be. In @negative it may be negative, and the end stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Another loop, which is entered where the end may be negative, keeps its own.
; CHECK-LABEL: define void @both(
; CHECK: %end.k = icmp sgt i64 %k.next, %last
define void @both(ptr noalias %A, ptr noalias %B, i32 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %wide = zext i32 %n to i64
  %last = add nsw i64 %wide, -1
  %some = icmp sgt i32 %n, 1
  br i1 %some, label %ph, label %other

ph:
  br label %loop

loop:
  %i = phi i64 [ 0, %ph ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %square = fmul double %a, %a
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %square, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %last
  br i1 %end, label %other, label %loop

other:
  %k = phi i64 [ 0, %entry ], [ 0, %latch ], [ %k.next, %other ]
  %pc = getelementptr inbounds i64, ptr %A, i64 %k
  store volatile i64 %k, ptr %pc
  %k.next = add nuw nsw i64 %k, 1
  %end.k = icmp sgt i64 %k.next, %last
  br i1 %end.k, label %exit, label %other

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

; CHECK-LABEL: define internal i16 @known.escop.nest(
; CHECK: %[[SUM:.*]] = add nsw i32 %n, -1
; CHECK: %[[END:.*]] = zext nneg i32 %[[SUM]] to i64
; CHECK: %end = icmp eq i64 %i.next, %[[END]]
define void @known(ptr noalias %A, ptr noalias %B, i32 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i32 %n, 1
  br i1 %some, label %ph, label %exit

ph:
  %wide = zext i32 %n to i64
  %last = add nsw i64 %wide, -1
  br label %loop

loop:
  %i = phi i64 [ 0, %ph ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %square = fadd double %a, %a
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %square, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %last
  br i1 %end, label %exit, label %loop

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

; CHECK-LABEL: define internal i16 @negative.escop.nest(
; CHECK-NOT: add nsw i32
; CHECK: %[[LAST:[0-9]+]] = add {{(nsw )?}}i64 %{{[0-9]+}}, -1
; CHECK-NOT: add nsw i32
; CHECK: %end = icmp sge i64 %i.next, %[[LAST]]
define void @negative(ptr noalias %A, ptr noalias %B, i32 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %wide = sext i32 %n to i64
  %last = add nsw i64 %wide, -1
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pa = getelementptr inbounds double, ptr %A, i64 %i
  %a = load double, ptr %pa
  %negative = fcmp olt double %a, 0.0
  br i1 %negative, label %throw, label %latch

latch:
  %square = fsub double %a, 2.0
  %pb = getelementptr inbounds double, ptr %B, i64 %i
  store double %square, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp sge i64 %i.next, %last
  br i1 %end, label %exit, label %loop

exit:
  ret void

throw:
  call void @escape()
  unreachable
}

declare void @escape() noreturn nounwind cold
