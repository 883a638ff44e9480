; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-first-chunk=4 -polly-escop-print=driver %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; The chunks grow and are halved where their memory is not there. A shadow that declines leads to the
; nest without a rollback. errno is left as it was. What is done after a rollback: replay_smaller_chunk.ll.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i1 @f.escop.driver(
; CHECK: call ptr @__errno_location()
; CHECK: call ptr @malloc(
; CHECK: escop.chunk:
; CHECK: %[[BEGIN:.*]] = phi i64 [ 0, {{.*}} ], [ %[[NEXT:[0-9]+]], %[[ASKED:.*]] ], [ %[[NEXT]], %[[GO:.*]] ]
; CHECK: phi i64 [ 4, {{.*}} ], [ {{.*}}, %[[ASKED]] ], [ {{.*}}, %[[GO]] ]
; CHECK: escop.shrink:
; CHECK: lshr i64 %escop.count, 1
; CHECK: br i1 {{.*}}, label %escop.failed, label %escop.retry
; CHECK: escop.checkpoint:
; CHECK: call void @llvm.memcpy
; CHECK: %escop.status = call i8 @f.escop.shadow{{[.0-9]*}}(
; CHECK-NEXT: switch i8 %escop.status, label %escop.failed [
; CHECK-NEXT: i8 0, label %escop.commit
; CHECK-NEXT: i8 1, label %escop.rollback
; CHECK: escop.commit:
; CHECK: shl i64 %escop.count, {{[12]}}
; CHECK: escop.rollback:
; CHECK: call void @llvm.memcpy
; CHECK: br i1 {{.*}}, label %escop.retry, label %escop.replay
; CHECK: escop.out:
; CHECK: call void @free(
; CHECK: escop.return:
; CHECK: store volatile i32 {{.*}}, ptr %{{[0-9]+}}
; CHECK: ret i1
; CHECK: escop.replay:
; CHECK: br label %escop.failed
; Behind the first chunk, one question for the pages of all others.
; CHECK: escop.more:
; CHECK: icmp eq i64 %[[BEGIN]], 0
; CHECK: br i1 {{.*}}, label %[[AHEAD:.*]], label %[[GO]]
; CHECK: [[AHEAD]]:
; CHECK: sub i64 %n, %[[NEXT]]
; CHECK: call i8 @f.escop.shadow.bounds(
; CHECK: br i1
; CHECK: [[GO]]:
; CHECK-NEXT: br label %escop.chunk
; CHECK: call i1 @escop.mapped(i64 {{.*}}, i64 {{.*}}, i1 false)
; CHECK: call i1 @escop.mapped(i64 {{.*}}, i64 {{.*}}, i1 true)
; CHECK: [[ASKED]]:
; CHECK-NEXT: br label %escop.chunk
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -S %s | FileCheck %s --check-prefix=PROBE
; PROBE: call i1 @escop.probe(i64 {{.*}}, i64 {{.*}}, i1 false)
; PROBE: call i1 @escop.probe(i64 {{.*}}, i64 {{.*}}, i1 true)
; PROBE: define linkonce_odr hidden i1 @escop.probe(i64 %0, i64 %1, i1 %2)
; PROBE: select i1 %2, i32 23, i32 22
; PROBE: call i32 @madvise(
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
