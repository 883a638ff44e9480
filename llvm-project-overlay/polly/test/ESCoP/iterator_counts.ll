; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
;
;   for (it = A; it != end; it += 24 bytes) {
;     if (*it > 100) escape();
;     for (j = 0; j < n; ++j)
;       B[j] += *it;
;   }
;
; The number of iterations is (end - A) / 24, if that is one; if not, the loop would
; step over the end, and the driver is told that there is one iteration, with which it
; does not begin.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (inspect
; CHECK-LABEL: define void @iterators(
; CHECK: %[[D:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK: %[[Q:.*]] = udiv i64 %[[D]], 24
; CHECK-DAG: mul nuw i64 %[[Q]], 24
; CHECK-DAG: umin
; CHECK: %escop.trips =
define void @iterators(ptr noalias %A, ptr %end, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %it = phi ptr [ %A, %entry ], [ %it.next, %latch ]
  %a = load double, ptr %it, align 8
  %bad = fcmp ogt double %a, 1.000000e+02
  br i1 %bad, label %abnormal, label %rest

rest:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %rest ], [ %j.next, %j.loop ]
  %b = getelementptr inbounds double, ptr %B, i64 %j
  %bv = load double, ptr %b, align 8
  %sum = fadd double %bv, %a
  store double %sum, ptr %b, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %latch, label %j.loop

latch:
  %it.next = getelementptr inbounds i8, ptr %it, i64 24
  %done = icmp eq ptr %it.next, %end
  br i1 %done, label %exit, label %loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
