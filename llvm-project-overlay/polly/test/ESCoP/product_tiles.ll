; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=optimised -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck --check-prefix=TILE %s
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-products=false -polly-pattern-matching-based-opts=false \
; RUN:   -disable-output -pass-remarks=polly-escop %s 2>&1 | FileCheck --allow-empty --check-prefix=OFF %s
;
;   for (i = 0; i < n; ++i)
;     for (k = 0; k < n; ++k) {
;       if (A[i * p + k] > 100) escape();
;       for (j = 0; j < n; ++j)
;         C[i * p + j] += 3 * A[i * p + k] * B[k * p + j];
;     }
;
; is a product, whatever the pitch, and the order of its loops. The operand that is computed is so by
; a function. If A[i * p + k] * B[k * p + j] is multiplied by D[i * p + j], there is no operand that
; two of the counters determine.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal i8 @product.escop.shadow(
; CHECK: %[[MAY:.*]] = call {{.*}}i1 @escop.product.check(
; CHECK: br i1 %{{.*}}, label %escop.tiles, label
; CHECK: escop.tiles:
; CHECK-NEXT: call {{.*}}i1 @escop.product(
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, product): 1 guard, 1 exit, depth 3
; CHECK-NOT: escop.tiles
; CHECK: remark: {{.*}}not tiled: not-profitable

; TILE: define internal void @product.escop.shadow.operand(
; TILE: fmul double
; The tile: so many sums in registers, and no load or store of C in the loop.
; TILE: define internal zeroext i1 @escop.tile.double.4x3x2.fadd(
; TILE: k:
; TILE-COUNT-12: phi <2 x double>
; TILE-NOT: {{phi <2|store}}
; TILE-COUNT-12: fadd <2 x double>
; TILE-NOT: store
; TILE: br i1

; OFF-NOT: product)

define void @product(ptr noalias %C, ptr noalias %A, ptr noalias %B, ptr noalias %D, i64 %n, i64 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %p
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %i.loop ], [ %k.next, %k.latch ]
  %ik = add i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  %a = load double, ptr %A.ik
  %bad = fcmp ogt double %a, 1.0e+2
  br i1 %bad, label %escape, label %k.body

k.body:
  %factor = fmul double %a, 3.0
  %k.row = mul i64 %k, %p
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %k.body ], [ %j.next, %j.loop ]
  %kj = add i64 %k.row, %j
  %B.kj = getelementptr double, ptr %B, i64 %kj
  %b = load double, ptr %B.kj
  %ab = fmul double %factor, %b
  %ij = add i64 %row, %j
  %C.ij = getelementptr double, ptr %C, i64 %ij
  %c = load double, ptr %C.ij
  %sum = fadd double %c, %ab
  store double %sum, ptr %C.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

escape:
  call void @escape() noreturn
  unreachable
}

define void @no_product(ptr noalias %C, ptr noalias %A, ptr noalias %B, ptr noalias %D, i64 %n, i64 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %p
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %i.loop ], [ %k.next, %k.latch ]
  %ik = add i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  %a = load double, ptr %A.ik
  %bad = fcmp ogt double %a, 1.0e+2
  br i1 %bad, label %escape, label %k.body

k.body:
  %k.row = mul i64 %k, %p
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %k.body ], [ %j.next, %j.loop ]
  %kj = add i64 %k.row, %j
  %B.kj = getelementptr double, ptr %B, i64 %kj
  %b = load double, ptr %B.kj
  %ab = fmul double %a, %b
  %ij = add i64 %row, %j
  %D.ij = getelementptr double, ptr %D, i64 %ij
  %d = load double, ptr %D.ij
  %abd = fmul double %ab, %d
  %C.ij = getelementptr double, ptr %C, i64 %ij
  %c = load double, ptr %C.ij
  %sum = fadd double %c, %abd
  store double %sum, ptr %C.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

escape:
  call void @escape() noreturn
  unreachable
}

declare void @escape() cold
