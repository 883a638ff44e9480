; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-prefer=0 -disable-output \
; RUN:   -polly-escop-print=inspector -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     left = freeze(max(size, i * m) - i * m);
;     if (left <= m - 1) escape();                 // What the standard pipeline makes of a check in
;     for (j = 0; j < m; ++j)                      // the loop: are there enough elements left?
;       A[i][j] *= 2;
;   }
;
; The least and the greatest of numbers that are not poison are not, either, so that the check is
; resolved: no inspector remains.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: define
; CHECK: tiled exception-safe nest (inspect, plain): 1 guard, 1 exit, depth 2
define void @rows(ptr %A, i64 %n, i64 %m, i64 %size) nounwind "exception-safe-tiling"="optimized" {
entry:
  %last = add i64 %m, -1
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = phi i64 [ 0, %entry ], [ %row.next, %i.latch ]
  %back = phi i64 [ 0, %entry ], [ %back.next, %i.latch ]
  %most = call i64 @llvm.umax.i64(i64 %size, i64 %row)
  %left = add i64 %most, %back
  %left.frozen = freeze i64 %left
  %enough = icmp ugt i64 %left.frozen, %last
  br i1 %enough, label %preheader, label %abnormal

preheader:
  %elements = getelementptr double, ptr %A, i64 %row
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %preheader ], [ %j.next, %j.loop ]
  %a = getelementptr double, ptr %elements, i64 %j
  %old = load double, ptr %a, align 8
  %new = fmul double %old, 2.000000e+00
  store double %new, ptr %a, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %m
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %row.next = add i64 %row, %m
  %back.next = sub i64 %back, %m
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare i64 @llvm.umax.i64(i64, i64)
declare void @escape() noreturn
