; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-in-place=false \
; RUN:   -polly-escop-prefer=0 -pass-remarks=polly-escop -verify-each -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.ll
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-prefer=0 \
; RUN:   -pass-remarks=polly-escop -verify-each -S %s -o %t.ask.ll 2>&1 | FileCheck %s --check-prefix=REMARK-ASK
; RUN: FileCheck %s --check-prefix=ASK < %t.ask.ll
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (C[i][j] > 100) escape();
;       C[i][j] += A[i][j];
;     }
;
; The shadow gets a copy of what the chunk writes in C, as aligned as C, and that is stored if it is done;
; nothing is rolled back. The like of D, a global, and of S, whose elements have two bytes. Unless it is
; said at compile time, where chunks work is asked each time the driver is called.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; REMARK-COUNT-4: tiled exception-safe nest (speculate, plain): 1 guard, 1 exit, depth 2, checkpoint per chunk in a copy{{$}}
; REMARK-ASK-COUNT-4: checkpoint per chunk in place, beside other threads in a copy{{$}}

; Always in a copy, which is possible; or as who else executes.
; CHECK: @escop.nest = private constant { {{.*}} } { ptr @f.escop.shadow.bounds.thunk, {{.*}}, ptr @escop.copies, i64 2, i64 1, ptr null, i64 0,
; ASK: @escop.nest = private constant { {{.*}} } { ptr @f.escop.shadow.bounds.thunk, {{.*}}, ptr @escop.copies, i64 1, i64 1, ptr @escop.single_threaded, i64 0,

; CHECK-LABEL: define internal i8 @f.escop.shadow.copy(
; CHECK: load i64, ptr %{{.*}}, align 1
; CHECK: store i64 %{{.*}}, ptr %{{.*}}, align 1
; CHECK-LABEL: define internal i8 @f.escop.shadow.thunk(
; CHECK: %[[BASE:.*]] = inttoptr i64
; CHECK: %[[SHIFTED:.*]] = getelementptr i8, ptr %{{.*}}, i64
; CHECK: call i8 @f.escop.shadow{{[.0-9]*}}({{.*}}ptr %[[BASE]]{{.*}}ptr %[[SHIFTED]]

; CHECK-LABEL: define internal i8 @global.escop.shadow.copy(
; CHECK: getelementptr {{.*}} @D,
; CHECK-LABEL: define internal i8 @global.escop.shadow(
; CHECK-NOT: @D
; CHECK: }
; CHECK-LABEL: define internal i8 @global.escop.shadow.thunk(
; CHECK: add i64 ptrtoint (ptr @D to i64), %

; CHECK-LABEL: define internal i8 @shorts.escop.shadow.copy(
; CHECK: store i16

; The address of the row is the state: it points into the copy in the shadow only.
; CHECK-LABEL: define internal i8 @rows.escop.shadow.thunk(
; CHECK: %[[ROW:.*]] = inttoptr i64
; CHECK: call i8 @rows.escop.shadow{{[.0-9]*}}({{.*}}ptr %[[ROW]]
; CHECK: load ptr, ptr %
; CHECK: %[[NEXT:.*]] = load ptr, ptr %[[FIELD:.*]], align 8
; CHECK-NEXT: %[[THERE:.*]] = ptrtoint ptr %[[NEXT]] to i64
; CHECK: sub i64 %[[THERE]],
; CHECK: %[[BEHIND:.*]] = inttoptr i64
; CHECK: store ptr %[[BEHIND]], ptr %[[FIELD]]

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

define void @rows(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = phi ptr [ %C, %entry ], [ %row.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %base = mul nuw nsw i64 %i, 1000
  %ij = add nuw nsw i64 %base, %j
  %a = getelementptr inbounds double, ptr %A, i64 %ij
  %av = load double, ptr %a
  %c = getelementptr inbounds double, ptr %row, i64 %j
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
  %row.next = getelementptr inbounds double, ptr %row, i64 1000
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
