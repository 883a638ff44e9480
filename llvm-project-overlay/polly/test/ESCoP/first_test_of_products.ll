; RUN: opt %loadNPMPolly -passes=polly-escop -S %s | FileCheck %s
;
; Eight iterations of each loop of a product do not count as work: register tiles have some rows and
; columns in any case, and packing takes as long as some iterations of k.
;
;   for (i = 0; i < m; ++i)
;     for (k = 0; k < l; ++k)
;       for (j = 0; j < n; ++j) {
;         if (A[i][k] > 100) escape();
;         C[i][j] += A[i][k] * B[k][j];
;       }

; CHECK-LABEL: define void @product(
; CHECK-COUNT-3: call i64 @llvm.umin.i64(i64 8, i64 %{{.*}})
; CHECK: %escop.little = icmp ult i64 %{{.*}}, 512
; CHECK-NEXT: br i1 %escop.little, label %escop.few

; Of a loop around the product, all iterations count: each executes a product.
;
; CHECK-LABEL: define void @products(
; CHECK-NOT: call i64 @llvm.umin.i64(i64 8, i64 %q)
; CHECK: %escop.little = icmp ult i64 %{{.*}}, 512
; CHECK-NOT: call i64 @llvm.umin.i64(i64 8, i64 %q)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @product(ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %m, i64 %l, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some.m = icmp sgt i64 %m, 0
  %some.l = icmp sgt i64 %l, 0
  %some.n = icmp sgt i64 %n, 0
  %some.ml = and i1 %some.m, %some.l
  %some = and i1 %some.ml, %some.n
  br i1 %some, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %i.loop ], [ %k.next, %k.latch ]
  %A.ik = getelementptr inbounds [1000 x double], ptr %A, i64 %i, i64 %k
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %k.loop ], [ %j.next, %j.latch ]
  %a = load double, ptr %A.ik
  %bad = fcmp ogt double %a, 1.0e+2
  br i1 %bad, label %escape, label %j.latch

j.latch:
  %B.kj = getelementptr inbounds [1000 x double], ptr %B, i64 %k, i64 %j
  %C.ij = getelementptr inbounds [1000 x double], ptr %C, i64 %i, i64 %j
  %b = load double, ptr %B.kj
  %c = load double, ptr %C.ij
  %ab = fmul double %a, %b
  %sum = fadd double %c, %ab
  store double %sum, ptr %C.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %j.loop, label %k.latch

k.latch:
  %k.next = add nuw nsw i64 %k, 1
  %k.more = icmp slt i64 %k.next, %l
  br i1 %k.more, label %k.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %m
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

define void @products(ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %m, i64 %l, i64 %n, i64 %q) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some.m = icmp sgt i64 %m, 0
  %some.l = icmp sgt i64 %l, 0
  %some.n = icmp sgt i64 %n, 0
  %some.ml = and i1 %some.m, %some.l
  %some.mln = and i1 %some.ml, %some.n
  %some.q = icmp sgt i64 %q, 0
  %some = and i1 %some.mln, %some.q
  br i1 %some, label %q.loop, label %exit

q.loop:
  %r = phi i64 [ 0, %entry ], [ %r.next, %q.latch ]
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %q.loop ], [ %i.next, %i.latch ]
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %i.loop ], [ %k.next, %k.latch ]
  %A.ik = getelementptr inbounds [1000 x double], ptr %A, i64 %i, i64 %k
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %k.loop ], [ %j.next, %j.latch ]
  %a = load double, ptr %A.ik
  %bad = fcmp ogt double %a, 1.0e+2
  br i1 %bad, label %escape, label %j.latch

j.latch:
  %B.kj = getelementptr inbounds [1000 x double], ptr %B, i64 %k, i64 %j
  %C.ij = getelementptr inbounds [1000 x double], ptr %C, i64 %i, i64 %j
  %b = load double, ptr %B.kj
  %c = load double, ptr %C.ij
  %ab = fmul double %a, %b
  %sum = fadd double %c, %ab
  store double %sum, ptr %C.ij
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %j.loop, label %k.latch

k.latch:
  %k.next = add nuw nsw i64 %k, 1
  %k.more = icmp slt i64 %k.next, %l
  br i1 %k.more, label %k.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %m
  br i1 %i.more, label %i.loop, label %q.latch

q.latch:
  %r.next = add nuw nsw i64 %r, 1
  %q.more = icmp slt i64 %r.next, %q
  br i1 %q.more, label %q.loop, label %exit

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

declare void @escape()
