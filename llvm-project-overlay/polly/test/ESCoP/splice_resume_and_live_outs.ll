; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each -S %s | FileCheck %s
;
;   s = init;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] = s += A[i][j];
;     }
;   return s;
;
; The nest is entered with the index and the sum that the driver left in the frame. Behind the normal
; exit the sum comes from the frame if the driver has finished, else from the nest.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define double @f(
; CHECK: %escop.frame = alloca { i64, double, double }
; CHECK: %escop.done{{[0-9]*}} = call i1 @f.escop.driver({{.*}}, ptr %escop.frame)
; CHECK: br i1 %escop.done{{[0-9]*}}, label %[[DONE:escop.done[0-9]*]], label %escop.resume
; CHECK: [[DONE]]:
; CHECK: %[[SUM:.*]] = load double, ptr
; CHECK: escop.resume:
; CHECK-DAG: %[[I0:.*]] = load i64, ptr
; CHECK-DAG: %[[S0:.*]] = load double, ptr
; CHECK: phi i64 [ %[[I0]], %escop.resume ]
; CHECK: phi double [ %[[S0]], %escop.resume ]
; CHECK: %[[OUT:.*]] = phi double {{.*}}[ %[[SUM]], %[[DONE]] ]
; CHECK: ret double
define double @f(ptr noalias %C, ptr noalias %A, i64 %n, double %init) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %s = phi double [ %init, %entry ], [ %s.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %t = phi double [ %s, %i.loop ], [ %s.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %s.next = fadd double %t, %av
  store double %s.next, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret double %s.next

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
