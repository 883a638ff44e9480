; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < *rows; ++i) {
;     if (i >= n) escape();
;     C[i] = i;
;   }
;
; The store may change *rows. The nest counts to what was loaded in front of it; where the driver is called,
; it is compared with what is there then. In @declined nothing was loaded in front of the nest
; (and the guard is on data, or it would be the normal exit).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 1
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 1
; CHECK: remark: {{.*}} not tiled: trip-count:
; CHECK-LABEL: define void @accepted(
; CHECK: %first = load i64, ptr %rows
; CHECK: escop.drive:
; CHECK: %[[NOW:.*]] = load i64, ptr %rows
; CHECK: icmp eq i64 %[[NOW]], %first
; CHECK: call i1 @accepted.escop.driver(
define void @accepted(ptr %C, ptr %rows, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load i64, ptr %rows, align 8
  %none = icmp eq i64 %first, 0
  br i1 %none, label %exit, label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %good ]
  %bad = icmp uge i64 %i, %n
  br i1 %bad, label %abnormal, label %good

good:
  %c = getelementptr inbounds i64, ptr %C, i64 %i
  store i64 %i, ptr %c, align 8
  %i.next = add nuw i64 %i, 1
  %end = load i64, ptr %rows, align 8
  %more = icmp ult i64 %i.next, %end
  br i1 %more, label %loop, label %exit

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; GVN passes the end on, and where it is found to be 0, that.
; CHECK-LABEL: define void @passed_on(
; CHECK: call i1 @passed_on.escop.driver(
define void @passed_on(ptr %C, ptr %rows, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %first = load i64, ptr %rows, align 8
  %none = icmp eq i64 %first, 0
  br i1 %none, label %exit, label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %known = phi i64 [ %first, %entry ], [ %end, %latch ]
  %bad = icmp uge i64 %i, %n
  br i1 %bad, label %abnormal, label %good

good:
  %empty = icmp eq i64 %known, 0
  br i1 %empty, label %latch, label %work

work:
  %c = getelementptr inbounds i64, ptr %C, i64 %i
  store i64 %i, ptr %c, align 8
  %loaded = load i64, ptr %rows, align 8
  br label %latch

latch:
  %end = phi i64 [ 0, %good ], [ %loaded, %work ]
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %end
  br i1 %more, label %loop, label %exit

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

; CHECK-LABEL: define void @declined(
; CHECK-NOT: escop
; CHECK: ret void
define void @declined(ptr %C, ptr %rows, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %good ]
  %c = getelementptr inbounds i64, ptr %C, i64 %i
  %old = load i64, ptr %c, align 8
  %bad = icmp uge i64 %old, %n
  br i1 %bad, label %abnormal, label %good

good:
  store i64 %i, ptr %c, align 8
  %i.next = add nuw i64 %i, 1
  %end = load i64, ptr %rows, align 8
  %more = icmp ult i64 %i.next, %end
  br i1 %more, label %loop, label %exit

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
