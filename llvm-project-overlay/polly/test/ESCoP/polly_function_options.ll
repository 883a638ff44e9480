; RUN: opt %loadNPMPolly -passes='scop(polly-opt-isl,print<polly-ast>)' -polly-process-unprofitable \
; RUN:   -polly-target-throughput-vector-fma=1 -polly-target-latency-vector-fma=8 \
; RUN:   -polly-target-1st-cache-level-associativity=8 -polly-target-2nd-cache-level-associativity=8 \
; RUN:   -polly-target-1st-cache-level-size=32768 -polly-target-2nd-cache-level-size=262144 \
; RUN:   -polly-target-vector-register-bitwidth=256 -disable-output %s 2>&1 | FileCheck %s
;
; What Polly does in functions that ask for it, as shadows do (polly/FunctionOptions.h).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Row sums: the loop over columns is a chain of additions in each row, so strips of 8 rows (four
; vectors of two) are executed innermost.
;
;   for (i = 0; i < n; i++)
;     for (j = 0; j < m; j++)
;       x[i] += a[i][j];

; CHECK-LABEL: :: isl ast :: sums ::
; CHECK:       // 1st level tiling - Points
; CHECK-NEXT:  {
; CHECK-NEXT:    for (int c2 = 0; c2 <= min(3,
; CHECK-NEXT:      for (int c3 = 0; c3 <= min(31,
; CHECK-NEXT:        for (int c4 = 0; c4 <= 7; c4 += 1)
; CHECK-NEXT:          Stmt_loop_j(32 * c0 + 8 * c2 + c4, 32 * c1 + c3);
; CHECK-NEXT:    if (
; CHECK-NEXT:      for (int c3 = 0; c3 <= min(31,
; CHECK-NEXT:        for (int c4 = 0; c4 < n % 8; c4 += 1)
; CHECK-NEXT:          Stmt_loop_j(
; CHECK-NEXT:  }
; CHECK-NOT:   Stmt
;
; In other functions Polly's schedule is the released one.
; CHECK-LABEL: :: isl ast :: ordinary_sums ::
; CHECK:       // 1st level tiling - Points
; CHECK-NEXT:  for (int c2 = 0; c2 <= min(31,
; CHECK-NEXT:    for (int c3 = 0; c3 <= min(31,
; CHECK-NEXT:      Stmt_loop_j(32 * c0 + c2, 32 * c1 + c3);
; CHECK-NOT:   Stmt

; The lower triangle of a product. Whether a register tile is full is decided in front of the loop
; over k; partial tiles are not unrolled.
;
;   for (i = 0; i < n; i++)
;     for (k = 0; k < m; k++)
;       for (j = 0; j <= i; j++)
;         c[i][j] += a[i][k] * a[j][k];

; CHECK-LABEL: :: isl ast :: triangle ::
; CHECK:       // Register tiling - Tiles
; CHECK-NEXT:  for (int [[J:c[0-9]+]] =
; CHECK-NEXT:    for (int [[I:c[0-9]+]] =
; CHECK-NEXT:      if (
; CHECK-NEXT:        for (int [[K:c[0-9]+]] =
; CHECK-NEXT:          // Loop Vectorizer Disabled
; CHECK-NEXT:          // Register tiling - Points
; CHECK-NEXT:          {
; CHECK-COUNT-32:        Stmt_loop_j(
; CHECK-NEXT:          }
; CHECK-NEXT:        }
; CHECK-NEXT:      } else {
; CHECK-NEXT:        for (int [[K]] =
; CHECK:               for (int
; CHECK-NEXT:            for (int
; CHECK-NEXT:              Stmt_loop_j(
; CHECK-NOT:     Register tiling

define void @sums(i64 %n, i64 %m, ptr noalias %x, ptr noalias %a) #0 {
entry:
  br label %check

check:
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some = and i1 %some.n, %some.m
  br i1 %some, label %loop_i, label %exit

loop_i:
  %i = phi i64 [ 0, %check ], [ %i.next, %latch_i ]
  %x.i = getelementptr inbounds double, ptr %x, i64 %i
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %a.ij = getelementptr inbounds [2000 x double], ptr %a, i64 %i, i64 %j
  %v = load double, ptr %a.ij
  %old = load double, ptr %x.i
  %new = fadd double %old, %v
  store double %new, ptr %x.i
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, %m
  br i1 %more.j, label %loop_j, label %latch_i

latch_i:
  %i.next = add nuw nsw i64 %i, 1
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

define void @ordinary_sums(i64 %n, i64 %m, ptr noalias %x, ptr noalias %a) {
entry:
  br label %check

check:
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some = and i1 %some.n, %some.m
  br i1 %some, label %loop_i, label %exit

loop_i:
  %i = phi i64 [ 0, %check ], [ %i.next, %latch_i ]
  %x.i = getelementptr inbounds double, ptr %x, i64 %i
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %a.ij = getelementptr inbounds [2000 x double], ptr %a, i64 %i, i64 %j
  %v = load double, ptr %a.ij
  %old = load double, ptr %x.i
  %new = fadd double %old, %v
  store double %new, ptr %x.i
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, %m
  br i1 %more.j, label %loop_j, label %latch_i

latch_i:
  %i.next = add nuw nsw i64 %i, 1
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

define void @triangle(i64 %n, i64 %m, ptr noalias %c, ptr noalias %a) #0 {
entry:
  br label %check

check:
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some = and i1 %some.n, %some.m
  br i1 %some, label %loop_i, label %exit

loop_i:
  %i = phi i64 [ 0, %check ], [ %i.next, %latch_i ]
  %i.next = add nuw nsw i64 %i, 1
  br label %loop_k

loop_k:
  %k = phi i64 [ 0, %loop_i ], [ %k.next, %latch_k ]
  %a.ik = getelementptr inbounds [2000 x double], ptr %a, i64 %i, i64 %k
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_k ], [ %j.next, %loop_j ]
  %x = load double, ptr %a.ik
  %a.jk = getelementptr inbounds [2000 x double], ptr %a, i64 %j, i64 %k
  %y = load double, ptr %a.jk
  %xy = fmul double %x, %y
  %c.ij = getelementptr inbounds [2000 x double], ptr %c, i64 %i, i64 %j
  %old = load double, ptr %c.ij
  %new = fadd double %old, %xy
  store double %new, ptr %c.ij
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, %i.next
  br i1 %more.j, label %loop_j, label %latch_k

latch_k:
  %k.next = add nuw nsw i64 %k, 1
  %more.k = icmp slt i64 %k.next, %m
  br i1 %more.k, label %loop_k, label %latch_i

latch_i:
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_i, label %exit

exit:
  ret void
}

attributes #0 = { "polly-options"="optimize-partial-tiles=0,pack-by-rows=1,sink-strips=1" }
