; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-parallel -verify-each \
; RUN:   -pass-remarks=polly-escop -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.ll
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S %s \
; RUN:   | FileCheck %s --check-prefix=SERIAL
;
;   for (t = 0; t < n; ++t)
;     for (i = 0; i < n; ++i)
;       for (j = 0; j < n; ++j) {
;         if (A[i][j] > 100) escape();
;         B[i][j] = A[i][j] + B[i][j];
;       }
;
; Iterations of i do not depend on each other. They become a function of its own, which says whether a
; guard fires, and which threads execute together if that is worth it. What is thread-local is another
; object for each of them: they get the address of the caller's.

; REMARK-DAG: remark: {{.*}}tiled exception-safe nest ({{inspect|speculate}}, Polly): 1 guard, 1 exit, depth 3

; CHECK: @escop.loop_time = internal global [2 x i64] zeroinitializer
; CHECK-LABEL: define internal i8 @sweep.escop.shadow(
; CHECK: %[[FIRED:.*]] = call zeroext i8 @escop.loop(ptr {{.*}}@[[BODY:sweep_escop_shadow.*_polly_subfn]], ptr {{.*}}, i64 {{.*}}50000, ptr {{.*}}@escop.procfs)
; CHECK: %[[FLAG:.*]] = icmp ne i8 %[[FIRED]], 0
; CHECK: zext i1 %[[FLAG]] to i8
; CHECK: define internal zeroext i8 @[[BODY]](ptr noalias nocapture readonly {{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: %[[STATUS:.*]] = zext i1 %{{.*}} to i8
; CHECK: ret i8 %[[STATUS]]

; CHECK-LABEL: define internal i8 @threads.escop.shadow(
; CHECK-NOT: threadlocal.address
; CHECK: call zeroext i8 @escop.loop(
; CHECK-LABEL: define internal zeroext i8 @threads_escop_shadow
; CHECK-NOT: threadlocal.address
; CHECK-LABEL: define internal

; SERIAL-NOT: escop.loop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@own = thread_local global [100 x [100 x double]] zeroinitializer

define void @sweep(ptr noalias %A, ptr noalias %B, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %t.loop

t.loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %t.latch ]
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %t.loop ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %B.ij = getelementptr inbounds [100 x double], ptr %B, i64 %i, i64 %j
  %A.ij = getelementptr inbounds [100 x double], ptr %A, i64 %i, i64 %j
  %a = load double, ptr %A.ij
  %b = load double, ptr %B.ij
  %sum = fadd double %a, %b
  store double %sum, ptr %B.ij
  %bad = fcmp ogt double %sum, 1.0e+2
  br i1 %bad, label %escape, label %j.latch

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %t.latch, label %i.loop

t.latch:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %n
  br i1 %t.done, label %exit, label %t.loop

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

define void @threads(ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %t.loop

t.loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %t.latch ]
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %t.loop ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %B = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %B.ij = getelementptr inbounds [100 x double], ptr %B, i64 %i, i64 %j
  %A.ij = getelementptr inbounds [100 x double], ptr %A, i64 %i, i64 %j
  %a = load double, ptr %A.ij
  %b = load double, ptr %B.ij
  %sum = fmul double %a, %b
  store double %sum, ptr %B.ij
  %bad = fcmp ogt double %sum, 1.0e+2
  br i1 %bad, label %escape, label %j.latch

j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %t.latch, label %i.loop

t.latch:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %n
  br i1 %t.done, label %exit, label %t.loop

exit:
  ret void

escape:
  call void @escape()
  unreachable
}

declare void @escape() noreturn nounwind
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
