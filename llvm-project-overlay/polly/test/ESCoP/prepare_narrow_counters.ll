; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck %s --check-prefix=LITTLE
;
;   for (unsigned i = 0; i < rows; ++i)          // size_t rows, columns
;     for (unsigned j = 0; j < columns; ++j) {
;       C[i * n + j] += A[i * n + j];
;       if (C[i * n + j] > 100) escape();
;     }
;
; Where the counters do not come to rows and columns, they go round. The nest is executed in a copy then, and
; counts as wide as its ends are where not. What is little work is executed as it was.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; LITTLE-LABEL: define void @less(
; LITTLE: br i1 %{{.*}}, label %i.loop{{.*}}, label %[[ROUND:i.loop.round[^ ]*]]
; LITTLE: br i1 %escop.little, label %[[ROUND]], label

; CHECK-LABEL: define void @less(
; CHECK-DAG: %[[ROWS:.*]] = icmp ule i64 %rows, 4294967295
; CHECK-DAG: %[[COLUMNS:.*]] = icmp ule i64 %columns, 4294967295
; CHECK: %[[SMALL:.*]] = and i1 %[[ROWS]], %[[COLUMNS]]
; CHECK: br i1 %[[SMALL]], label %i.loop{{.*}}, label %i.loop.round{{.*}}, !prof
; CHECK: {{^}}j.latch:
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %{{.*}}, 1
; CHECK: icmp ult i64 %[[NEXT]], %columns
; CHECK: {{^}}j.latch.round:
; CHECK: add i32 %{{.*}}, 1
; CHECK: tiled exception-safe nest
define void @less(ptr noalias %C, ptr noalias %A, i64 %n, i64 %rows, i64 %columns) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any.rows = icmp ne i64 %rows, 0
  %any.columns = icmp ne i64 %columns, 0
  %any = and i1 %any.rows, %any.columns
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.wide = zext i32 %i to i64
  %row = mul nsw i64 %i.wide, %n
  br label %j.loop

j.loop:
  %j = phi i32 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %j.wide = zext i32 %j to i64
  %at = add nsw i64 %row, %j.wide
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %j.next = add i32 %j, 1
  %j.next.wide = zext i32 %j.next to i64
  %j.more = icmp ult i64 %j.next.wide, %columns
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add i32 %i, 1
  %i.next.wide = zext i32 %i.next to i64
  %i.more = icmp ult i64 %i.next.wide, %rows
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; The end is included, and compared as a signed number with one that is not.
;
; CHECK-LABEL: define void @lessOrEqual(
; CHECK: icmp sle i64 %rows, 65533
; CHECK: %[[BEHIND:.*]] = add nsw i64 %rows, 1
; CHECK: br i1 %{{.*}}, label %i.loop{{.*}}, label %i.loop.round{{.*}}, !prof
; CHECK: {{^}}i.latch:
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %{{.*}}, 2
; CHECK: icmp sge i64 %[[NEXT]], %[[BEHIND]]
define void @lessOrEqual(ptr noalias %C, ptr noalias %A, i64 %n, i64 %rows) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i16 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.wide = zext i16 %i to i64
  %row = mul nsw i64 %i.wide, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add i16 %i, 2
  %i.next.wide = zext i16 %i.next to i64
  %i.done = icmp slt i64 %rows, %i.next.wide
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
