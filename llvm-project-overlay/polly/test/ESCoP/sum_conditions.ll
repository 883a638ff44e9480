; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j)
;       for (k = 0; k < n; ++k) {
;         s = C[i * p + j] + A[i * p + k] * B[k * p + j];
;         if (condition of s) escape();
;         C[i * p + j] = s;
;       }
;
; The register tile says whether a guard fires in any iteration. That a sum is not finite is asked of
; the last one. Two limits are compared with the greatest and the least sum. What fires for a sum that
; is no number, too, is asked of the last sums besides. With 16 registers no extreme value is held, and
; each sum is compared.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal zeroext i1 @escop.tile.double.8x3x8.fadd(
; CHECK: k{{[0-9]*}}: ; preds = {{.*}}%full
; CHECK-NOT: fcmp
; CHECK: br i1
; CHECK: exit{{[0-9]*}}:
; CHECK-COUNT-24: fcmp ueq <8 x double>
; CHECK: call i1 @llvm.vector.reduce.or

; CHECK-LABEL: define internal zeroext i1 @escop.tile.double.8x3x8.fadd.
; CHECK: k{{[0-9]*}}: ; preds = {{.*}}%full
; CHECK-COUNT-2: phi <8 x double> [ {{.*}}0xFFF0000000000000
; CHECK-COUNT-2: phi <8 x double> [ {{.*}}0x7FF0000000000000
; CHECK: %[[MORE:.*]] = fcmp ogt <8 x double> %[[SUM:[0-9]*]], %
; CHECK-NEXT: select <8 x i1> %[[MORE]], <8 x double> %[[SUM]], <8 x double>
; CHECK-NEXT: %[[LESS:.*]] = fcmp olt <8 x double> %[[SUM]], %
; CHECK-NEXT: select <8 x i1> %[[LESS]], <8 x double> %[[SUM]], <8 x double>
; CHECK: br i1
; CHECK: exit{{[0-9]*}}:
; CHECK-COUNT-2: fcmp oge <8 x double>
; CHECK-COUNT-2: fcmp olt <8 x double>
; CHECK-COUNT-24: fcmp ult <8 x double>
; CHECK-NOT: fcmp
; CHECK: call i1 @llvm.vector.reduce.or

; CHECK-LABEL: define internal zeroext i1 @escop.tile.double.4x3x2.fadd(
; CHECK: k{{[0-9]*}}:
; CHECK-COUNT-12: fcmp ogt <2 x double>
; CHECK: br i1
; CHECK: exit{{[0-9]*}}:
; CHECK-NOT: fcmp
; CHECK: call i1 @llvm.vector.reduce.or

declare double @llvm.fabs.f64(double)
declare void @escape() cold noreturn

define void @finite(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n, i64 %p, double %low, double %high) nounwind "exception-safe-tiling"="optimized" "target-cpu"="x86-64-v4" "prefer-vector-width"="512" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %p
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add i64 %row, %j
  %C.ij = getelementptr double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.body ]
  %ik = add i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  %a = load double, ptr %A.ik
  %row.k = mul i64 %k, %p
  %kj = add i64 %row.k, %j
  %B.kj = getelementptr double, ptr %B, i64 %kj
  %b = load double, ptr %B.kj
  %product = fmul double %a, %b
  %old = load double, ptr %C.ij
  %s = fadd double %old, %product
  %abs = call double @llvm.fabs.f64(double %s)
  %bad = fcmp ueq double %abs, 0x7FF0000000000000
  br i1 %bad, label %leave, label %k.body

k.body:
  store double %s, ptr %C.ij
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, %n
  br i1 %k.end, label %j.latch, label %k.loop

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.end = icmp eq i64 %j.next, %n
  br i1 %j.end, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.end = icmp eq i64 %i.next, %n
  br i1 %i.end, label %exit, label %i.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

define void @limits(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n, i64 %p, double %low, double %high) nounwind "exception-safe-tiling"="optimized" "target-cpu"="x86-64-v4" "prefer-vector-width"="512" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %p
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add i64 %row, %j
  %C.ij = getelementptr double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.body ]
  %ik = add i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  %a = load double, ptr %A.ik
  %row.k = mul i64 %k, %p
  %kj = add i64 %row.k, %j
  %B.kj = getelementptr double, ptr %B, i64 %kj
  %b = load double, ptr %B.kj
  %product = fmul double %a, %b
  %old = load double, ptr %C.ij
  %s = fadd double %old, %product
  %below = fcmp ult double %s, %low
  %above = fcmp ole double %high, %s
  %bad = or i1 %below, %above
  br i1 %bad, label %leave, label %k.body

k.body:
  store double %s, ptr %C.ij
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, %n
  br i1 %k.end, label %j.latch, label %k.loop

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.end = icmp eq i64 %j.next, %n
  br i1 %j.end, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.end = icmp eq i64 %i.next, %n
  br i1 %i.end, label %exit, label %i.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

define void @few.registers(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %n, i64 %p, double %low, double %high) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %p
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add i64 %row, %j
  %C.ij = getelementptr double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.body ]
  %ik = add i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  %a = load double, ptr %A.ik
  %row.k = mul i64 %k, %p
  %kj = add i64 %row.k, %j
  %B.kj = getelementptr double, ptr %B, i64 %kj
  %b = load double, ptr %B.kj
  %product = fmul double %a, %b
  %old = load double, ptr %C.ij
  %s = fadd double %old, %product
  %bad = fcmp ogt double %s, %high
  br i1 %bad, label %leave, label %k.body

k.body:
  store double %s, ptr %C.ij
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, %n
  br i1 %k.end, label %j.latch, label %k.loop

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.end = icmp eq i64 %j.next, %n
  br i1 %j.end, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.end = icmp eq i64 %i.next, %n
  br i1 %i.end, label %exit, label %i.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}
