; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     if (A[i] < 0) escape();
;     B[i] = A[i] * A[i];
;   }
;
; is executed in blocks. What is left of the loop begins with a cache line. In a function that stays
; as it is loops begin where they did.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @transformed(
; CHECK: br i1 {{.*}}, label %loop.few, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: define void @declined(
; CHECK: br i1 %end, label %exit, label %loop{{$}}
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[ALIGN:[0-9]+]]}
; CHECK: ![[ALIGN]] = !{!"llvm.loop.align", i32 64}

define void @transformed(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %A.i = getelementptr double, ptr %A, i64 %i
  %a = load double, ptr %A.i
  %bad = fcmp olt double %a, 0.0
  br i1 %bad, label %leave, label %body

body:
  %square = fmul double %a, %a
  %B.i = getelementptr double, ptr %B, i64 %i
  store double %square, ptr %B.i
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

define void @declined(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %A.i = getelementptr double, ptr %A, i64 %i
  %a = load volatile double, ptr %A.i
  %bad = fcmp olt double %a, 0.0
  br i1 %bad, label %leave, label %body

body:
  %square = fmul double %a, %a
  %B.i = getelementptr double, ptr %B, i64 %i
  store double %square, ptr %B.i
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

declare void @escape() cold noreturn
