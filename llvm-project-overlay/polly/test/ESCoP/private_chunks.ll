; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-in-place=false \
; RUN:   -polly-escop-prefer=0 -pass-remarks=polly-escop -verify-each -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=COMMIT < %t.ll
; RUN: opt -passes=memcpyopt -S %t.ll | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (C[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; The shadow gets a copy of what the chunk accesses of C, as aligned as C. What differs from another copy
; is stored then; nothing is rolled back. The like of D, a global, and of S, whose elements have two bytes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; REMARK-COUNT-3: tiled exception-safe nest (speculate, plain): 1 guard, 1 exit, depth 2, checkpoint per chunk in a copy

; CHECK-LABEL: define internal i1 @f.escop.driver(
; CHECK: escop.checkpoint:
; CHECK: %[[OLD:[0-9]+]] = getelementptr i8, ptr %escop.buffer, i64 0
; CHECK: and i64 {{.*}}, 4095
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %[[OLD]], ptr align 1 %[[MEMORY:[0-9]+]], i64 %[[SIZE:[0-9]+]], i1 true)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 1 %{{[0-9]+}}, ptr align 1 %[[OLD]], i64 %[[SIZE]], i1 false)
; CHECK: %escop.private = inttoptr
; CHECK: %escop.status = call i8 @f.escop.shadow{{[.0-9]*}}(
; CHECK: escop.commit:
; CHECK: call void @escop.commit.8(ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, i64 %{{[0-9]+}})
; CHECK: escop.rollback:
; CHECK-NOT: memcpy
; CHECK: escop.out:

; CHECK-LABEL: define internal i8 @global.escop.shadow(
; CHECK-NOT: @D
; CHECK: }
; CHECK-LABEL: define internal i1 @global.escop.driver(
; CHECK: %escop.private = inttoptr
; CHECK: %escop.status = call i8 @global.escop.shadow{{[.0-9]*}}({{.*}}ptr %escop.private)
; CHECK: call void @escop.commit.8(

; CHECK-LABEL: define internal i1 @shorts.escop.driver(
; CHECK: call void @escop.commit.2(
; COMMIT-LABEL: define linkonce_odr hidden void @escop.commit.8(
; COMMIT: %[[NEW:[0-9]+]] = load i64, ptr
; COMMIT: %[[WAS:[0-9]+]] = load i64, ptr
; COMMIT: icmp eq i64 %[[NEW]], %[[WAS]]
; COMMIT: store i64 %[[NEW]], ptr %{{[0-9]+}}, align 8

@D = global [1000 x [1000 x double]] zeroinitializer

define void @f(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %row = mul nuw nsw i64 %i, 1000
  %ij = add nuw nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %ij
  %av = load double, ptr %a
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  %cv = load double, ptr %c
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %sum = fadd double %cv, %av
  store double %sum, ptr %c
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

define void @global(ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %row = mul nuw nsw i64 %i, 1000
  %ij = add nuw nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %ij
  %av = load double, ptr %a
  %c = getelementptr inbounds double, ptr @D, i64 %ij
  %cv = load double, ptr %c
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %sum = fadd double %cv, %av
  store double %sum, ptr %c
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

define void @shorts(ptr noalias %S, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %row = mul nuw nsw i64 %i, 1000
  %ij = add nuw nsw i64 %row, %j
  %a = getelementptr inbounds i16, ptr %A, i64 %ij
  %av = load i16, ptr %a
  %c = getelementptr inbounds i16, ptr %S, i64 %ij
  %cv = load i16, ptr %c
  %bad = icmp sgt i16 %cv, 100
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %sum = add i16 %cv, %av
  store i16 %sum, ptr %c
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

declare void @escape() noreturn
