; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=driver -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)                 |  for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {             |    for (j = 0; j < n; ++j) {
;       if (C[i][j] > 100) escape();        |      if (C[j * n + i] > 100) escape();
;       C[i][j] = A[i][j];                  |      C[j * n + i] = A[i * n + j];
;     }                                     |    }
;
; On the left, C is a double **. Between two of its rows may lie what another thread writes meanwhile,
; and a rollback must not undo that. On the right, columns are written. In both, blocks are saved.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i1 @rows.escop.driver(
; A nest whose rows cannot be saved is not speculated.
; CHECK: %[[BITS:.*]] = call i8 @rows.escop.shadow.bounds({{.*}}, i64 %escop.count,
; CHECK: and i8 %[[BITS]], 4
; CHECK: escop.checkpoint:
; CHECK: br label %escop.blocks
; CHECK: escop.rollback:
; CHECK: br label %[[BACK:.*]]
; CHECK: escop.blocks:
; CHECK: icmp ult i64 %[[INDEX:.*]], %[[COUNT:.*]]
; CHECK: escop.block:
; CHECK: %[[BEHIND:.*]] = mul i64 %[[INDEX]], %[[PITCH:.*]]
; CHECK: %[[BLOCK:.*]] = add i64 %[[BEGIN:.*]], %[[BEHIND]]
; CHECK: %[[FROM:.*]] = call i64 @llvm.umax.i64(i64 %[[BLOCK]], i64 %[[WRITTEN:.*]])
; CHECK: add i64 %[[BLOCK]], %[[WIDTH:.*]]
; CHECK: %[[TO:.*]] = call i64 @llvm.umin
; CHECK: %[[P:.*]] = inttoptr i64 %[[FROM]] to ptr
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 1 %{{.*}}, ptr align 1 %[[P]],
; CHECK: [[BACK]]:
; CHECK: %[[P:.*]] = inttoptr i64 %{{.*}} to ptr
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 1 %[[P]],
; CHECK: tiled exception-safe nest (speculate, {{.*}} rows at equal distances
define void @rows(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store double %av, ptr %c, align 8
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

; CHECK-LABEL: define internal i1 @columns.escop.driver(
; CHECK: escop.block:
; CHECK: call void @llvm.memcpy
; CHECK: tiled exception-safe nest (speculate,
define void @columns(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.row = mul i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a.at = add i64 %a.row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %a.at
  %av = load double, ptr %a, align 8
  %c.row = mul i64 %j, %n
  %c.at = add i64 %c.row, %i
  %c = getelementptr inbounds double, ptr %C, i64 %c.at
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store double %av, ptr %c, align 8
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
