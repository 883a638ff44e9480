; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += sqrt(A[i][j]);
;     }
;
; The function that sets errno is only called if the result is one that goes with an error. Zero is such a
; result of exp (underflow), not of sqrt. Of @unknown, this is not known. Only sqrt is known by its name then:
; passes evaluate exp of constants with the build machine's, and make sqrt of pow(x, 0.5).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @root(
; CHECK: %[[PURE:.*]] = call double @llvm.sqrt.f64(double %av)
; nan, inf, subnormal:
; CHECK-NEXT: %[[ERROR:.*]] = call i1 @llvm.is.fpclass.f64(double %[[PURE]], i32 663)
; CHECK-NEXT: br i1 %[[ERROR]], label %[[CALL:.*]], label %[[GOOD:[^ ,]*]]
; CHECK: {{^}}[[CALL]]:
; CHECK-NEXT: %m = call double @sqrt(double %av)
; CHECK-NEXT: br label %[[GOOD]]
; CHECK: {{^}}[[GOOD]]:
; CHECK-NEXT: phi double [ %[[PURE]], %{{.*}} ], [ %m, %[[CALL]] ]
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 2 guards, 2 exits, depth 2
define void @root(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %m = call double @sqrt(double %av)
  %sum = fadd double %cv, %m
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK-LABEL: define void @exponential(
; CHECK: %[[PURE:.*]] = call double @exp(double %av) #
; nan, inf, subnormal, zero:
; CHECK-NEXT: call i1 @llvm.is.fpclass.f64(double %[[PURE]], i32 759)
define void @exponential(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %m = call double @exp(double %av)
  %sum = fadd double %cv, %m
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK-LABEL: define void @declined(
; CHECK: remark: {{.*}} not tiled: call: {{.*}}(unknown)
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %m = call double @unknown(double %av)
  %sum = fadd double %cv, %m
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK: attributes #{{.*}} = { nobuiltin nofree nosync nounwind willreturn memory(none) "escop.math" }

declare void @escape() noreturn
declare double @sqrt(double)
declare double @exp(double)
declare double @unknown(double) nounwind
