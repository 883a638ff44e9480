; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output -polly-escop-first-chunk=3 \
; RUN:   -polly-escop-print=driver %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (C[i][j] > 100) { ABNORMAL }
;       C[i][j] += A[i][j];
;     }
;
; After a rollback, a quarter of the chunk is tried, but not less than the first chunk's iterations, and
; then a quarter of what is left of the chunk that was undone. Of a chunk no larger than that, the nest
; executes the iterations. @breaks is told how many, for it calls
; the driver again then; @escapes does not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i1 @escapes.escop.driver(
; CHECK: escop.retry:
; CHECK-NEXT: %escop.count = phi i64 {{.*}}[ %[[LESS:.*]], %escop.rollback ]
; CHECK-NEXT: %[[FIRES:.*]] = phi i64 {{.*}}[ %[[END:.*]], %escop.rollback ]
; CHECK: escop.commit:
; CHECK: %[[BEGIN:.*]] = add i64 %escop.begin{{[0-9]*}}, %escop.count
; CHECK: %[[KNOWN:.*]] = icmp ne i64 %[[FIRES]], -1
; CHECK-NEXT: %[[LEFT:.*]] = sub i64 %[[FIRES]], %[[BEGIN]]
; CHECK-NEXT: %[[PART:.*]] = lshr i64 %[[LEFT]], 2
; CHECK-NEXT: %[[NEAR:.*]] = call i64 @llvm.umax.i64(i64 %[[PART]], i64 3)
; CHECK-NEXT: select i1 %[[KNOWN]], i64 %[[NEAR]], i64
; CHECK: escop.rollback:
; CHECK: call void @llvm.memcpy
; CHECK: %[[QUARTER:.*]] = lshr i64 %escop.count, 2
; CHECK-NEXT: %[[LESS]] = call i64 @llvm.umax.i64(i64 %[[QUARTER]], i64 3)
; CHECK-NEXT: %[[END]] = add i64 %escop.begin{{[0-9]*}}, %escop.count
; CHECK-NEXT: %[[MORE:.*]] = icmp ugt i64 %escop.count, 3
; CHECK-NEXT: br i1 %[[MORE]], label %escop.retry, label %escop.replay
; CHECK: escop.replay:
; CHECK-NEXT: br label %escop.failed
define void @escapes(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
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

; CHECK-LABEL: define internal i1 @breaks.escop.driver(
; CHECK: entry:
; CHECK: %[[FIELD:.*]] = getelementptr inbounds { i64, i64, i64 }, ptr %frame, i32 0, i32 1
; CHECK-NEXT: store i64 0, ptr %[[FIELD]]
; CHECK: escop.commit:
; CHECK: %[[SUM:.*]] = add i64 %[[BEGIN:escop.begin[0-9]*]], %escop.count
; CHECK: store i64 %[[SUM]], ptr
; CHECK: store i64 0, ptr
; CHECK: escop.replay:
; CHECK: store i64 %[[BEGIN]], ptr
; CHECK: store i64 %escop.count, ptr
; CHECK-NEXT: br label %escop.failed
define void @breaks(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %i.latch, label %j.latch

j.latch:
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
}

declare void @escape() noreturn
