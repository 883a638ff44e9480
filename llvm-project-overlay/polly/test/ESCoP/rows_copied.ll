; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i) {        // double **A, float **C
;     if (A[i][0] > 100) escape();
;     for (j = 0; j < n; ++j)
;       C[i][j] = A[i][j];
;   }
;
; If the rows do not lie at equal distances, the driver copies them, and stores what was changed
; behind the nest, in units of four bytes. Not if the nest tells where an element is: it compares its
; address, or hands it on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}}rows at equal distances, or copied
; CHECK: remark: {{.*}}rows at equal distances{{$}}
; CHECK: remark: {{.*}}rows at equal distances{{$}}

; Of A and C: the first pointers, the array, where the context has the first row and the distance, and
; the unit.
; CHECK: @escop.row_tables = private constant {{.*}} { i64 0, i64 {{[0-9]+}}, i64 16, i64 8, i64 8, i64 1, i64 {{[0-9]+}}, i64 40, i64 32, i64 4 }
; CHECK: @escop.nest = private constant {{.*}} i64 2, ptr @escop.row_tables,

; It may be called behind iterations of the nest.
; CHECK-LABEL: define void @copied(
; CHECK: %escop.later = icmp slt i64 %[[REPLAY:.*]], 0
; CHECK: and i64 %[[REPLAY]], 9223372036854775807
; CHECK: call zeroext i1 @escop.rows(ptr {{.*}}, i64 noundef 2, i1 noundef zeroext true,
; CHECK: call i1 @copied.escop.driver({{.*}}, ptr %escop.row_pointers)
; CHECK: phi i1 [ %escop.later, %escop.resume ], [ true, %escop.begin ]
define void @copied(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  %first = load double, ptr %a.row, align 8
  %bad = fcmp ogt double %first, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %cv = fptrunc double %av to float
  %c = getelementptr inbounds float, ptr %c.row, i64 %j
  store float %cv, ptr %c, align 4
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
  call void @escape() noreturn
  unreachable
}

; CHECK-LABEL: define void @compared(
; CHECK: call zeroext i1 @escop.rows(ptr {{.*}}, i64 noundef 2, i1 noundef zeroext false,
; CHECK: call i1 @compared.escop.driver(
define void @compared(ptr %C, ptr %A, i64 %n, ptr %p) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  %first = load double, ptr %a.row, align 8
  %large = fcmp ogt double %first, 1.000000e+02
  %is.p = icmp eq ptr %a.row, %p
  %bad = or i1 %large, %is.p
  br i1 %bad, label %abnormal, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  store double %av, ptr %c, align 8
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
  call void @escape() noreturn
  unreachable
}

; CHECK-LABEL: define ptr @lives_on(
; CHECK: call zeroext i1 @escop.rows(ptr {{.*}}, i64 noundef 2, i1 noundef zeroext false,
; CHECK: call i1 @lives_on.escop.driver(
define ptr @lives_on(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  %first = load double, ptr %a.row, align 8
  %bad = fcmp ogt double %first, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  store double %av, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret ptr %c.row

abnormal:
  call void @escape() noreturn
  unreachable
}

; CHECK-LABEL: define internal i1 @copied.escop.driver(
; CHECK: %[[COPIED:.*]] = call {{.*}}i1 @escop.rows.copy(ptr {{.*}}@escop.nest, ptr {{.*}}%escop.context, ptr {{.*}}%frame, i64 noundef %n, i64 noundef %start, ptr {{.*}}%rows)
; CHECK: br i1 %[[COPIED]], label %escop.rows, label %
; CHECK: escop.rows:
; CHECK: call {{.*}} @copied.escop.shadow(
; CHECK: call void @escop.rows.store(ptr {{.*}}@escop.nest, ptr {{.*}}%rows)

declare void @escape()
