; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=remark
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -S %s | FileCheck %s --check-prefix=COST
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (j >= columns)
;         handler(j);              // In @every_iteration: handler(j);
;       C[i][j] += A[i][j];
;     }
;
; An error handler that returns, and does not unwind, is the nest's only guard. What every iteration
; calls is none, and the nest has nothing that this pass is for. An inspector that stops soon costs one
; credit, not the four of a chunk (in_loop_catch_resumes.ll).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, {{.*}}): 1 guard, 1 exit, depth 2
; COST: %[[SOON:.*]] = icmp ult i64 %{{.*}}, 16
; COST: select i1 %[[SOON]], i64 1, i64 0
define void @handler_returns(ptr noalias %C, ptr noalias %A, i64 %n, i64 %columns) nounwind "exception-safe-tiling"="optimized" {
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
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = icmp uge i64 %j, %columns
  br i1 %bad, label %cold, label %j.latch

cold:
  tail call void @handler(i64 %j)
  br label %j.latch

j.latch:
  %av = load double, ptr %a, align 8
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
}

define void @every_iteration(ptr noalias %C, ptr noalias %A, i64 %n, i64 %columns) nounwind "exception-safe-tiling"="optimized" {
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
  %c = getelementptr inbounds double, ptr %C, i64 %at
  br label %cold

cold:
  tail call void @handler(i64 %j)
  br label %j.latch

j.latch:
  %av = load double, ptr %a, align 8
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
}

declare void @handler(i64) nounwind
