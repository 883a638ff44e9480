; RUN: opt %loadNPMPolly -passes='scop(print<polly-ast>)' -polly-process-unprofitable \
; RUN:   -disable-output %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes='scop(polly-codegen)' -polly-process-unprofitable -S %s \
; RUN:   | FileCheck %s --check-prefix=IR
;
; Innermost loops that are parallel are annotated where a function asks for it.
;
;   for (i = 0; i < n; i++)
;     for (j = 0; j < 1000; j++)
;       a[i + Rows][j + Columns] = 2 * a[i][j];

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: :: isl ast :: rows ::
; CHECK:      for (int c0
; CHECK-NEXT:   #pragma simd
; CHECK-NEXT:   for (int c1
;
; IR-LABEL: @rows(
; IR: polly.stmt.loop_j:
; IR: store double {{.*}}!llvm.access.group [[GROUP:![0-9]+]]

; Each element depends on the one to its left.
; CHECK-LABEL: :: isl ast :: columns ::
; CHECK-NOT:  #pragma simd
;
; IR-LABEL: @columns(
; IR-NOT: !llvm.access.group

; CHECK-LABEL: :: isl ast :: ordinary ::
; CHECK-NOT:  #pragma
;
; IR-LABEL: @ordinary(
; IR-NOT: !llvm.access.group
;
; IR: !"llvm.loop.parallel_accesses", [[GROUP]]}

define void @rows(i64 %n, ptr %a) #0 {
entry:
  br label %loop_i

loop_i:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch_i ]
  %i.next = add nuw nsw i64 %i, 1
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %from = getelementptr inbounds [1000 x double], ptr %a, i64 %i, i64 %j
  %x = load double, ptr %from
  %twice = fadd double %x, %x
  %to = getelementptr inbounds [1000 x double], ptr %a, i64 %i.next, i64 %j
  store double %twice, ptr %to
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, 1000
  br i1 %more.j, label %loop_j, label %latch_i

latch_i:
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

define void @columns(i64 %n, ptr %a) #0 {
entry:
  br label %loop_i

loop_i:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch_i ]
  %i.next = add nuw nsw i64 %i, 1
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %from = getelementptr inbounds [1000 x double], ptr %a, i64 %i, i64 %j
  %x = load double, ptr %from
  %twice = fadd double %x, %x
  %j.next = add nuw nsw i64 %j, 1
  %to = getelementptr inbounds [1000 x double], ptr %a, i64 %i, i64 %j.next
  store double %twice, ptr %to
  %more.j = icmp slt i64 %j.next, 999
  br i1 %more.j, label %loop_j, label %latch_i

latch_i:
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

define void @ordinary(i64 %n, ptr %a) {
entry:
  br label %loop_i

loop_i:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch_i ]
  %i.next = add nuw nsw i64 %i, 1
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %from = getelementptr inbounds [1000 x double], ptr %a, i64 %i, i64 %j
  %x = load double, ptr %from
  %twice = fadd double %x, %x
  %to = getelementptr inbounds [1000 x double], ptr %a, i64 %i.next, i64 %j
  store double %twice, ptr %to
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, 1000
  br i1 %more.j, label %loop_j, label %latch_i

latch_i:
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

attributes #0 = { "polly-options"="annotate-innermost-loops=1" }
