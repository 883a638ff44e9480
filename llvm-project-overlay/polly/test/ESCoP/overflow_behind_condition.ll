; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -polly-escop-print=bounds,shadow %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     if (i * w overflows) { if (m > 0) trap(); }       // as loop unswitching leaves it
;     else for (j = 0; j < m; ++j) a[j] = b[(int)(3 * j + 2)];
;   }
;
; The trap is not reached if nothing overflows, which is known in front; that there is an iteration is
; not asked alone. The extension of 3 * j + 2 has become a product of 64 bits and a shift.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: ; escop: bounds
; The operands' and the product's ends, in 32 bits.
; CHECK: icmp sle i128 %{{[0-9]+}}, 2147483647
; CHECK: or i1 %{{[0-9]+}}, %{{[0-9]+}}
; CHECK: trunc i64 %m to i32
; CHECK-LABEL: ; escop: shadow
; CHECK: %[[J:[0-9]+]] = trunc i64 %j to i32
; CHECK-NEXT: %[[P:[0-9]+]] = mul i32 %[[J]], 3
; CHECK-NEXT: %[[S:[0-9]+]] = add i32 %[[P]], 2
; CHECK-NEXT: sext i32 %[[S]] to i64
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, {{.*}}): 1 guard
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)

define void @f(ptr noalias %a, ptr noalias %b, i32 %n, i64 %m, i32 %w) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  %product = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i, i32 %w)
  %overflows = extractvalue { i32, i1 } %product, 1
  br i1 %overflows, label %any, label %j.entry

any:
  %is.any = icmp sgt i64 %m, 0
  br i1 %is.any, label %abnormal, label %i.latch

j.entry:
  %enter = icmp sgt i64 %m, 0
  br i1 %enter, label %j.loop, label %i.latch

j.loop:
  %j = phi i64 [ %j.next, %j.loop ], [ 0, %j.entry ]
  %shifted = mul i64 %j, 12884901888
  %sum = add i64 %shifted, 8589934592
  %index = ashr exact i64 %sum, 32
  %b.address = getelementptr inbounds double, ptr %b, i64 %index
  %v = load double, ptr %b.address, align 8
  %a.address = getelementptr inbounds double, ptr %a, i64 %j
  store double %v, ptr %a.address, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %m
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i32 %i, 1
  %i.done = icmp eq i32 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  call void @llvm.trap()
  unreachable
}

declare void @llvm.trap()
