; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S %s \
; RUN:   -pass-remarks=polly-escop -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.ll
;
; What a chunk writes is copied element by element, in as few loops as it takes to come to each.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

;   for (i = 0; i < n; ++i)
;     for (j = 0; j <= i; ++j) {
;       for (k = 0; k < n; ++k)
;         C[i * n + j] += A[i * n + k];
;       if (C[i * n + j] > 100) escape();
;     }
;
; A triangle, and of k one iteration.
; REMARK: checkpoint per chunk in place, beside other threads in a copy{{$}}
; CHECK-LABEL: define internal i8 @triangle.escop.shadow.copy(
; CHECK: %[[FROM:.*]] = load i64, ptr %
; CHECK: %[[TO:.*]] = load i64, ptr %
; CHECK: %[[SOURCE:.*]] = getelementptr i8, ptr %[[AT:.*]], i64 %[[FROM]]
; CHECK-NEXT: %[[V:.*]] = load i64, ptr %[[SOURCE]], align 1
; CHECK-NEXT: %[[TARGET:.*]] = getelementptr i8, ptr %[[AT]], i64 %[[TO]]
; CHECK-NEXT: store i64 %[[V]], ptr %[[TARGET]], align 1
; CHECK: br i1
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: }
; CHECK-NOT: triangle.escop.shadow.commit
define void @triangle(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %i, %n
  %i.next = add nuw nsw i64 %i, 1
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %c.at = add i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %c.at
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %a.at = add i64 %row, %k
  %a = getelementptr inbounds double, ptr %A, i64 %a.at
  %av = load double, ptr %a, align 8
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %check, label %k.loop

check:
  %result = load double, ptr %c, align 8
  %bad = fcmp ogt double %result, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %i.next
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (C[j * n + i] > 100) escape();
;       if (C[j * n + i] < A[j * n + i])
;         C[j * n + i] = A[j * n + i];
;     }
;
; Whether an element is written depends on what the nest computes: all are saved, and from a copy is stored
; what differs from its old value.
; REMARK: checkpoint per chunk in place, beside other threads in a copy{{$}}
; The nest goes down columns, the copy along rows.
; CHECK-LABEL: define internal i8 @conditional.escop.shadow.copy(
; CHECK: mul i64 %[[ROW:iv]], %
; CHECK-NOT: br i1
; CHECK: call void @llvm.memcpy.p0.p0.i64(
; CHECK: ret i8
; CHECK-LABEL: define internal i8 @conditional.escop.shadow.commit(
; CHECK: %[[NEW:.*]] = load i64, ptr %{{.*}}, align 1
; CHECK: %[[OLD:.*]] = load i64, ptr %{{.*}}, align 1
; CHECK: %[[SAME:.*]] = icmp eq i64 %[[NEW]], %[[OLD]]
; CHECK: br i1 %[[SAME]], label %{{.*}}, label %[[STORE:.*]]
; CHECK: [[STORE]]:
; CHECK: store i64 %[[NEW]], ptr
; CHECK-LABEL: define internal i1 @conditional.escop.driver(
; CHECK: call i8 @conditional.escop.shadow.commit(
define void @conditional(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %row = mul i64 %j, %n
  %at = add i64 %row, %i
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %cv, 1.000000e+02
  br i1 %bad, label %abnormal, label %compare

compare:
  %less = fcmp olt double %cv, %av
  br i1 %less, label %set, label %j.latch

set:
  store double %av, ptr %c, align 8
  br label %j.latch

j.latch:
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

;   int local[1000][1000];                       // Nobody else has its address.
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (local[i][j] > 100) escape();
;       local[i][j] = A[i][j];
;     }
;
; REMARK: checkpoint per chunk in place{{$}}
; CHECK-LABEL: define internal i1 @local.escop.driver(
; CHECK-NOT: escop.single_threaded
; CHECK: }
define i32 @local(ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %local = alloca [1000 x [1000 x i32]], align 16
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 4000000, i1 false)
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds [1000 x i32], ptr %A, i64 %i, i64 %j
  %av = load i32, ptr %a, align 4
  %c = getelementptr inbounds [1000 x i32], ptr %local, i64 %i, i64 %j
  %cv = load i32, ptr %c, align 4
  %bad = icmp sgt i32 %cv, 100
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store i32 %av, ptr %c, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  %first = load i32, ptr %local, align 4
  ret i32 %first

abnormal:
  tail call void @escape()
  unreachable
}

;   int passed[1000][1000]; keep(passed); …     // The twin: keep may hand it to a thread.
;
; REMARK: checkpoint per chunk in place, beside other threads in a copy{{$}}
define i32 @passed(ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %passed = alloca [1000 x [1000 x i32]], align 16
  call void @keep(ptr %passed)
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds [1000 x i32], ptr %A, i64 %i, i64 %j
  %av = load i32, ptr %a, align 4
  %c = getelementptr inbounds [1000 x i32], ptr %passed, i64 %i, i64 %j
  %cv = load i32, ptr %c, align 4
  %bad = icmp sgt i32 %cv, 100
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store i32 %av, ptr %c, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  %first = load i32, ptr %passed, align 4
  ret i32 %first

abnormal:
  tail call void @escape()
  unreachable
}

declare void @keep(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @escape() noreturn
