; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=bounds,optimised -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes='default<O2>' -S %s | FileCheck --check-prefix=ALONE %s
; RUN: opt %loadNPMPolly -passes='default<O2>' -polly-escop-parallel -S %s | FileCheck --check-prefix=TEAM %s
;
;   for (unsigned i = 0; i < n; ++i)
;     for (unsigned k = 0; k < n; ++k) {
;       if (A[i * p + k] > 100) escape();
;       for (unsigned j = 0; j < n; ++j)
;         C[i * p + j] += A[i * p + k] * B[k * p + j];
;     }
;
; An index of 32 bits may wrap, and then the accesses are not where the product would look for them. So
; the least and the greatest one are to be in what 32 bits hold of signed numbers, and not negative, and the shadow has one of 64. With
; -polly-escop-parallel a team multiplies; without it nothing is left of what needs libomp.

; ALONE-NOT: kmpc
; ALONE: call {{.*}}@escop.product(ptr 
; ALONE-NOT: {{kmpc|escop.team|escop.thread_pool}}

; TEAM: @escop.thread_pool.2 = linkonce_odr hidden {{.*}}global
; TEAM: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(
; TEAM: call {{.*}}@escop.product.parallel(ptr {{.*}}, ptr {{.*}}@escop.product, i64 {{.*}}4194304, ptr {{.*}}@escop.procfs)

; CHECK: define internal i8 @product.escop.shadow.bounds(
; CHECK: icmp ult i64 %{{.*}}, 4294967296
; CHECK: icmp sge i64 %{{.*}}, 0
; CHECK: define internal i8 @product.escop.shadow(
; CHECK: sext i32 %p to i64
; CHECK-NOT: zext i32 %{{ik|kj|ij}}
; CHECK: call {{.*}}@escop.product.check(
; CHECK: escop.tiles:
; CHECK-NEXT: call {{.*}}i1 @escop.product(
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, product): 1 guard, 1 exit, depth 3

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @product(ptr noalias %C, ptr noalias %A, ptr noalias %B, i32 %n, i32 %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i32 %i, %p
  br label %k.loop

k.loop:
  %k = phi i32 [ 0, %i.loop ], [ %k.next, %k.latch ]
  %ik = add i32 %row, %k
  %ik.wide = zext i32 %ik to i64
  %A.ik = getelementptr double, ptr %A, i64 %ik.wide
  %a = load double, ptr %A.ik
  %bad = fcmp ogt double %a, 1.0e+2
  br i1 %bad, label %escape, label %k.body

k.body:
  %k.row = mul i32 %k, %p
  br label %j.loop

j.loop:
  %j = phi i32 [ 0, %k.body ], [ %j.next, %j.loop ]
  %kj = add i32 %k.row, %j
  %kj.wide = zext i32 %kj to i64
  %B.kj = getelementptr double, ptr %B, i64 %kj.wide
  %b = load double, ptr %B.kj
  %ab = fmul double %a, %b
  %ij = add i32 %row, %j
  %ij.wide = zext i32 %ij to i64
  %C.ij = getelementptr double, ptr %C, i64 %ij.wide
  %c = load double, ptr %C.ij
  %sum = fadd double %c, %ab
  store double %sum, ptr %C.ij
  %j.next = add i32 %j, 1
  %j.done = icmp eq i32 %j.next, %n
  br i1 %j.done, label %k.latch, label %j.loop

k.latch:
  %k.next = add i32 %k, 1
  %k.done = icmp eq i32 %k.next, %n
  br i1 %k.done, label %i.latch, label %k.loop

i.latch:
  %i.next = add i32 %i, 1
  %i.done = icmp eq i32 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

escape:
  call void @escape() noreturn
  unreachable
}

declare void @escape() cold
