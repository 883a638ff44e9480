; RUN: opt %loadNPMPolly '-passes=print<polly-function-scops>' -polly-process-unprofitable -polly-use-llvm-names \
; RUN:   -polly-precise-fold-accesses -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 1; i < rows; ++i)
;     for (j = 0; j < size; ++j)     // n, 2 * n, (n + 7) / 8 * 8
;       X[i * size + j] = Z[i * size - m + j];
;
; The first elements that are read are the last ones of the row before: of a row of n elements those
; of [i - 1][n - m + j], but not of rows with other sizes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: Function: once
; CHECK: ReadAccess :=
; CHECK-NEXT: Stmt_j_loop[i0, i1] -> MemRef_Z[i0, n - m + i1] : i1 < m; Stmt_j_loop[i0, i1] -> MemRef_Z[1 + i0, -m + i1] : i1 >= m }
; CHECK-LABEL: Function: twice
; CHECK: ReadAccess :=
; CHECK-NEXT: { Stmt_j_loop[i0, i1] -> MemRef_Z[1 + i0, -m + i1] };
; CHECK-LABEL: Function: padded
; CHECK: ReadAccess :=
; CHECK-NEXT: { Stmt_j_loop[i0, i1] -> MemRef_Z[1 + i0, -m + i1] };

define void @once(ptr noalias %Z, ptr noalias %X, i64 %rows, i64 %n, i64 %m) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  %before = sub nsw i64 %row, %m
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %from = add nsw i64 %before, %j
  %z = getelementptr inbounds double, ptr %Z, i64 %from
  %value = load double, ptr %z, align 8
  %to = add nsw i64 %row, %j
  %x = getelementptr inbounds double, ptr %X, i64 %to
  store double %value, ptr %x, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %rows
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

define void @twice(ptr noalias %Z, ptr noalias %X, i64 %rows, i64 %n, i64 %m) {
entry:
  %size = shl nsw i64 %n, 1
  br label %i.loop

i.loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %size
  %before = sub nsw i64 %row, %m
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %from = add nsw i64 %before, %j
  %z = getelementptr inbounds double, ptr %Z, i64 %from
  %value = load double, ptr %z, align 8
  %to = add nsw i64 %row, %j
  %x = getelementptr inbounds double, ptr %X, i64 %to
  store double %value, ptr %x, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %size
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %rows
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

define void @padded(ptr noalias %Z, ptr noalias %X, i64 %rows, i64 %n, i64 %m) {
entry:
  %up = add nsw i64 %n, 7
  %size = and i64 %up, -8
  br label %i.loop

i.loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %size
  %before = sub nsw i64 %row, %m
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %from = add nsw i64 %before, %j
  %z = getelementptr inbounds double, ptr %Z, i64 %from
  %value = load double, ptr %z, align 8
  %to = add nsw i64 %row, %j
  %x = getelementptr inbounds double, ptr %X, i64 %to
  store double %value, ptr %x, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %size
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %rows
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}
