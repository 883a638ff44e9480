; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each \
; RUN:   -polly-escop-first-chunk=4 -S %s | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each \
; RUN:   -polly-escop-procfs=false -S %s | FileCheck %s --check-prefix=NO-PROCFS
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; The nest is described by constants, and executed by a function that is linked into the module. What it
; does is shown by unit tests (unittests/ESCoP/RuntimeTest.cpp). The naive twin is driver_naive.ll.

; The first chunk's iterations first.
; CHECK: @escop.tuning = private constant { {{.*}} } { i64 4, i64 1099511627776,
; Bounds, shadow, two arrays, one copy; ask who else executes, private chunks are possible; not naive, two
; loops, no rows; the first iteration is not left; no return; bytes of the frame; does not resume; packs nothing, and keeps nothing.
; CHECK: @escop.nest = private constant { {{.*}} } { ptr @f.escop.shadow.bounds.thunk, ptr @f.escop.shadow.thunk, i64 2, ptr @escop.arrays, i64 1, ptr @escop.copies, i64 1, i64 1, ptr @escop.single_threaded, i64 0, i64 2, i64 0, ptr null, i64 0, i64 0, i64 0, i64 8, i64 0, i64 0, i64 0, i64 0, ptr @escop.tuning, ptr @escop.procfs, ptr null, ptr null, i64 0, i64 0, i64 {{[0-9]+}} }
; NO-PROCFS: @escop.nest = {{.*}}, ptr @escop.tuning, ptr null, ptr null, ptr null, i64 0, i64 0, i64 {{[0-9]+}} }

; CHECK: define internal i1 @f.escop.driver(
; CHECK: %escop.context = alloca { i64, ptr, ptr, ptr }
; CHECK: %[[FIELD:.*]] = getelementptr inbounds { i64, ptr, ptr, ptr }, ptr %escop.context, i32 0, i32 1
; CHECK-NEXT: store ptr %1, ptr %[[FIELD]]
; CHECK: call {{.*}} @escop.speculate(ptr noundef @escop.nest, ptr noundef %escop.context, ptr noundef %frame, ptr noundef %escop.next, i64 noundef %n, i64 noundef %start, i64 noundef
; CHECK-NEXT: ret i1

; CHECK: define internal i8 @f.escop.shadow.thunk(ptr %0, i64 %1, ptr %2, ptr %3)
; CHECK: %[[STATE:.*]] = load ptr, ptr
; CHECK: %[[MOVED:.*]] = load ptr, ptr
; CHECK: call i8 @f.escop.shadow{{[.0-9]*}}({{.*}}, i64 %1, ptr %2
; CHECK: define internal {{.*}} @escop.speculate(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
