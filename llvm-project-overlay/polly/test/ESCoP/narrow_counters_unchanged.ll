; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (unsigned i = 0; i < n; ++i) {           // size_t n
;     A[i] += 1;
;     if (A[i] > 100) escape();
;   }
;
; Where the counter's extension is passed on from iteration to iteration, the counter remains one in the copy for
; counters that go round.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @passedOn(
; CHECK: br i1 %{{.*}}, label %i.loop{{.*}}, label %i.loop.round{{.*}}, !prof
; CHECK: {{^}}i.loop.round:
; CHECK-DAG: phi i32
; CHECK-DAG: phi i64
; CHECK-NOT: trunc
; CHECK: zext i32
define void @passedOn(ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any = icmp ne i64 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.wide = phi i64 [ 0, %entry ], [ %i.next.wide, %i.latch ]
  %a = getelementptr inbounds double, ptr %A, i64 %i.wide
  %old = load double, ptr %a, align 8
  %new = fadd double %old, 1.000000e+00
  store double %new, ptr %a, align 8
  %bad = fcmp ogt double %new, 1.000000e+02
  br i1 %bad, label %abnormal, label %i.latch

i.latch:
  %i.next = add i32 %i, 1
  %i.next.wide = zext i32 %i.next to i64
  %i.more = icmp ult i64 %i.next.wide, %n
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
