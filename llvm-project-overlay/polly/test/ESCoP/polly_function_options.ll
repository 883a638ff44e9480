; RUN: opt %loadNPMPolly -passes='scop(polly-opt-isl,print<polly-ast>)' -polly-process-unprofitable \
; RUN:   -polly-target-throughput-vector-fma=1 -polly-target-latency-vector-fma=8 \
; RUN:   -polly-target-1st-cache-level-associativity=8 -polly-target-2nd-cache-level-associativity=8 \
; RUN:   -polly-target-1st-cache-level-size=32768 -polly-target-2nd-cache-level-size=262144 \
; RUN:   -polly-target-vector-register-bitwidth=256 -disable-output %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes='scop(polly-opt-isl,polly-codegen)' -polly-process-unprofitable \
; RUN:   -polly-target-throughput-vector-fma=1 -polly-target-latency-vector-fma=8 \
; RUN:   -polly-target-1st-cache-level-associativity=8 -polly-target-2nd-cache-level-associativity=8 \
; RUN:   -polly-target-1st-cache-level-size=32768 -polly-target-2nd-cache-level-size=262144 \
; RUN:   -polly-target-vector-register-bitwidth=256 -S %s \
; RUN:   | FileCheck %s --check-prefix=CODE
;
; What Polly does in functions that ask for it, as shadows do (polly/FunctionOptions.h).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Row sums: the loop over columns is a chain of additions in each row, so eight rows are summed side
; by side, each by statements of its own, and passed over once, without tiles.
;
;   for (i = 0; i < n; i++)
;     for (j = 0; j < m; j++)
;       x[i] += a[i][j];

; CHECK-LABEL: :: isl ast :: sums ::
; CHECK-NOT:   tiling
; CHECK:         for (int c0 = 0; c0 < floord(n, 8); c0 += 1)
; CHECK-NEXT:      for (int c1 = 0; c1 < m; c1 += 1) {
; CHECK-NEXT:        // Register tiling - Points
; CHECK-NEXT:        for (int c2 = 0; c2 <= 7; c2 += 1)
; CHECK-NEXT:          Stmt_loop_j(8 * c0 + c2, c1);
; CHECK-NEXT:      }
; CHECK:           for (int c1 = 0; c1 < m; c1 += 1) {
; CHECK-NEXT:        // Register tiling - Points
; CHECK-NEXT:        for (int c2 = 0; c2 < n % 8; c2 += 1)
; CHECK-NOT:   for
;
; CODE-LABEL:    define void @sums(
; CODE:          loop_j:
; CODE:            fadd
; CODE:          polly.loop_header
; CODE-COUNT-8:    fadd
; CODE:          polly.loop_header
; CODE:            fadd
; CODE-NOT:        fadd
; CODE:          }
;
; Column sums: the loop over columns is parallel, but in memory a row comes after the other.
;
;   for (i = 0; i < n; i++)
;     for (j = 0; j < m; j++)
;       x[j] += a[i][j];

; CHECK-LABEL: :: isl ast :: column_sums ::
; CHECK:         for (int c0 = 0; c0 < n; c0 += 1)
; CHECK-NEXT:      for (int c1 = 0; c1 < m; c1 += 1)
; CHECK-NEXT:        Stmt_loop_j(c0, c1);
; CHECK-NOT:   Stmt

; Row sums of each matrix: a sum is not come back to while another loop passes over a matrix.
;
;   for (b = 0; b < l; b++)
;     for (i = 0; i < n; i++)
;       for (j = 0; j < m; j++)
;         x[b][i] += a[b][i][j];

; CHECK-LABEL: :: isl ast :: batched_sums ::
; CHECK-NOT:   tiling
; CHECK:       for (int c0 = 0; c0 < l; c0 += 1)
; CHECK-NOT:   tiling
; CHECK:           for (int c2 = 0; c2 < m; c2 += 1) {
; CHECK-NEXT:        // Register tiling - Points
; CHECK-NEXT:        for (int c3 = 0; c3 <= 7; c3 += 1)
; CHECK-NEXT:          Stmt_loop_j(c0, 8 * c1 + c3, c2);

; Sums of what is side by side in memory: strips of 8 columns (four vectors of two) are executed
; innermost, in tiles, since the rows are come back to.
;
;   for (i = 0; i < n; i++)
;     for (j = 0; j < m; j++)
;       for (k = 0; k < m; k++)
;         x[i][j] += a[k][j];

; CHECK-LABEL: :: isl ast :: strips ::
; CHECK:       // 1st level tiling - Points
; CHECK-NEXT:  for (int c3 = 0; c3 <= min(31,
; CHECK-NEXT:      for (int c4 = 0; c4 <= min(3,
; CHECK-NEXT:        for (int c5 = 0; c5 <= min(31,
; CHECK-NEXT:          for (int c6 = 0; c6 <= 7; c6 += 1)
; CHECK-NEXT:            Stmt_loop_k(32 * c0 + c3, 32 * c1 + 8 * c4 + c6, 32 * c2 + c5);
;
; In other functions Polly's schedule is the released one.
; CHECK-LABEL: :: isl ast :: ordinary_sums ::
; CHECK:       // 1st level tiling - Points
; CHECK-NEXT:  for (int c2 = 0; c2 <= min(31,
; CHECK-NEXT:    for (int c3 = 0; c3 <= min(31,
; CHECK-NEXT:      Stmt_loop_j(32 * c0 + c2, 32 * c1 + c3);
; CHECK-NOT:   Stmt

; The lower triangle of a product. Whether a register tile is full is decided in front of the loop
; over k. The code has a copy of the statement for each element of a full tile.
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
; CHECK-NEXT:          for (int [[TI:c[0-9]+]] = 0; [[TI]] <= 3; [[TI]] += 1)
; CHECK-NEXT:            for (int [[TJ:c[0-9]+]] = 0; [[TJ]] <= 7; [[TJ]] += 1)
; CHECK-NEXT:              Stmt_loop_j(
; CHECK-NEXT:        }
; CHECK-NEXT:      } else {
; CHECK-NEXT:        for (int [[K]] =
; CHECK:               for (int
; CHECK-NEXT:            for (int
; CHECK-NEXT:              Stmt_loop_j(
; CHECK-NOT:     Register tiling
;
; CODE-LABEL:    define void @triangle(
; CODE:            fmul
; CODE:          polly.loop_header
; CODE-COUNT-32:   fmul
; CODE:          }

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

define void @column_sums(i64 %n, i64 %m, ptr noalias %x, ptr noalias %a) #0 {
entry:
  br label %check

check:
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some = and i1 %some.n, %some.m
  br i1 %some, label %loop_i, label %exit

loop_i:
  %i = phi i64 [ 0, %check ], [ %i.next, %latch_i ]
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %x.j = getelementptr inbounds double, ptr %x, i64 %j
  %a.ij = getelementptr inbounds [2000 x double], ptr %a, i64 %i, i64 %j
  %v = load double, ptr %a.ij
  %old = load double, ptr %x.j
  %new = fadd double %old, %v
  store double %new, ptr %x.j
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

define void @batched_sums(i64 %l, i64 %n, i64 %m, ptr noalias %x, ptr noalias %a) #0 {
entry:
  br label %check

check:
  %some.l = icmp sgt i64 %l, 0
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some.nm = and i1 %some.n, %some.m
  %some = and i1 %some.l, %some.nm
  br i1 %some, label %loop_b, label %exit

loop_b:
  %b = phi i64 [ 0, %check ], [ %b.next, %latch_b ]
  br label %loop_i

loop_i:
  %i = phi i64 [ 0, %loop_b ], [ %i.next, %latch_i ]
  %x.i = getelementptr inbounds [2000 x double], ptr %x, i64 %b, i64 %i
  br label %loop_j

loop_j:
  %j = phi i64 [ 0, %loop_i ], [ %j.next, %loop_j ]
  %a.ij = getelementptr inbounds [2000 x [2000 x double]], ptr %a, i64 %b, i64 %i, i64 %j
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
  br i1 %more.i, label %loop_i, label %latch_b

latch_b:
  %b.next = add nuw nsw i64 %b, 1
  %more.b = icmp slt i64 %b.next, %l
  br i1 %more.b, label %loop_b, label %exit

exit:
  ret void
}

define void @strips(i64 %l, i64 %n, i64 %m, ptr noalias %x, ptr noalias %a) #0 {
entry:
  br label %check

check:
  %some.l = icmp sgt i64 %l, 0
  %some.n = icmp sgt i64 %n, 0
  %some.m = icmp sgt i64 %m, 0
  %some.nm = and i1 %some.n, %some.m
  %some = and i1 %some.l, %some.nm
  br i1 %some, label %loop_i, label %exit

loop_i:
  %b = phi i64 [ 0, %check ], [ %b.next, %latch_i ]
  br label %loop_j

loop_j:
  %i = phi i64 [ 0, %loop_i ], [ %i.next, %latch_j ]
  %x.i = getelementptr inbounds [2000 x double], ptr %x, i64 %b, i64 %i
  br label %loop_k

loop_k:
  %j = phi i64 [ 0, %loop_j ], [ %j.next, %loop_k ]
  %a.ij = getelementptr inbounds [2000 x double], ptr %a, i64 %j, i64 %i
  %v = load double, ptr %a.ij
  %old = load double, ptr %x.i
  %new = fadd double %old, %v
  store double %new, ptr %x.i
  %j.next = add nuw nsw i64 %j, 1
  %more.j = icmp slt i64 %j.next, %m
  br i1 %more.j, label %loop_k, label %latch_j

latch_j:
  %i.next = add nuw nsw i64 %i, 1
  %more.i = icmp slt i64 %i.next, %n
  br i1 %more.i, label %loop_j, label %latch_i

latch_i:
  %b.next = add nuw nsw i64 %b, 1
  %more.b = icmp slt i64 %b.next, %l
  br i1 %more.b, label %loop_i, label %exit

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
