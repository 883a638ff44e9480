; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (int i = 0; i < n; ++i)
;     for (int j = 0; j < n; ++j)
;       at(C, i, j, m) = at(A, i, j, m);
;
; Only when at() has been inlined, the counters are extended. They are of 64 bits then.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @signed(
; CHECK: {{^}}i.loop:
; CHECK: %{{.*}} = phi i64 [ 0,
; CHECK: {{^}}j.loop:
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: %[[J:.*]] = phi i64
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: getelementptr {{.*}}, i64 %[[J]]
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: ret void
define void @signed(ptr noalias %C, ptr noalias %A, i32 %first, i32 %n, i32 %m) "exception-safe-tiling"="optimized" {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i32 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %a = call ptr @at(ptr %A, i32 %i, i32 %j, i32 %m)
  %x = load double, ptr %a, align 8
  %c = call ptr @at(ptr %C, i32 %i, i32 %j, i32 %m)
  store double %x, ptr %c, align 8
  %j.next = add nsw i32 %j, 1
  %j.more = icmp slt i32 %j.next, %n
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add nsw i32 %i, 1
  %i.more = icmp slt i32 %i.next, %n
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @unsigned(
; CHECK: {{^}}i.loop:
; CHECK: %{{.*}} = phi i64 [ 0,
; CHECK: {{^}}j.loop:
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: %[[J:.*]] = phi i64
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: getelementptr {{.*}}, i64 %[[J]]
; CHECK-NOT: {{phi i32|sext|zext}}
; CHECK: ret void
define void @unsigned(ptr noalias %C, ptr noalias %A, i32 %first, i32 %n, i32 %m) "exception-safe-tiling"="optimized" {
entry:
  %any = icmp ne i32 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i32 [ 0, %i.loop ], [ %j.next, %j.loop ]
  %a = call ptr @at_unsigned(ptr %A, i32 %i, i32 %j, i32 %m)
  %x = load double, ptr %a, align 8
  %c = call ptr @at_unsigned(ptr %C, i32 %i, i32 %j, i32 %m)
  store double %x, ptr %c, align 8
  %j.next = add nuw i32 %j, 1
  %j.more = icmp ult i32 %j.next, %n
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw i32 %i, 1
  %i.more = icmp ult i32 %i.next, %n
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

; What begins anywhere goes round, unless the check keeps it below m.
;
; CHECK-LABEL: define void @checked(
; CHECK: {{^}}j.loop:
; CHECK-NOT: {{sext|zext}}
; CHECK: %[[J:.*]] = phi i64
; CHECK-NOT: {{sext|zext}}
; CHECK: getelementptr {{.*}}, i64 %[[J]]
; CHECK: ret void
define void @checked(ptr noalias %C, ptr noalias %A, i32 %first, i32 %n, i32 %m) "exception-safe-tiling"="optimized" {
entry:
  %any = icmp ne i32 %n, %first
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ %first, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i32 [ %first, %i.loop ], [ %j.next, %j.loop ]
  %a = call ptr @at_unsigned(ptr %A, i32 %i, i32 %j, i32 %m)
  %x = load double, ptr %a, align 8
  %c = call ptr @at_unsigned(ptr %C, i32 %i, i32 %j, i32 %m)
  store double %x, ptr %c, align 8
  %j.next = add i32 %j, 1
  %j.more = icmp ne i32 %j.next, %n
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add i32 %i, 1
  %i.more = icmp ne i32 %i.next, %n
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

; Nothing keeps these from going round. Each is extended where it is used, and compared as it was.
;
; CHECK-LABEL: define void @round(
; CHECK: {{^}}i.loop:
; CHECK: %[[I:.*]] = phi i32
; CHECK: zext i32 %[[I]] to i64
; CHECK: {{^}}j.loop:
; CHECK: %[[J:.*]] = phi i32
; CHECK: zext i32 %[[J]] to i64
; CHECK: add i32 %[[J]], 1
; CHECK: icmp {{eq|ne}} i32
; CHECK: add i32 %[[I]], 1
; CHECK: icmp {{eq|ne}} i32
define void @round(ptr noalias %C, ptr noalias %A, i32 %first, i32 %n, i32 %m) "exception-safe-tiling"="optimized" {
entry:
  %any = icmp ne i32 %n, %first
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i32 [ %first, %entry ], [ %i.next, %i.latch ]
  br label %j.loop

j.loop:
  %j = phi i32 [ %first, %i.loop ], [ %j.next, %j.loop ]
  %a = call ptr @at_value(ptr %A, i32 %i, i32 %j, i32 %m)
  %x = load double, ptr %a, align 8
  %c = call ptr @at_value(ptr %C, i32 %i, i32 %j, i32 %m)
  store double %x, ptr %c, align 8
  %j.next = add i32 %j, 1
  %j.more = icmp ne i32 %j.next, %n
  br i1 %j.more, label %j.loop, label %i.latch

i.latch:
  %i.next = add i32 %i, 1
  %i.more = icmp ne i32 %i.next, %n
  br i1 %i.more, label %i.loop, label %exit

exit:
  ret void
}

define linkonce_odr ptr @at(ptr %A, i32 %i, i32 %j, i32 %m) {
  %in.i = icmp ult i32 %i, %m
  %in.j = icmp ult i32 %j, %m
  %in = and i1 %in.i, %in.j
  br i1 %in, label %good, label %bad

good:
  %i.wide = sext i32 %i to i64
  %j.wide = sext i32 %j to i64
  %m.wide = sext i32 %m to i64
  %row = mul nsw i64 %i.wide, %m.wide
  %index = add nsw i64 %row, %j.wide
  %p = getelementptr inbounds double, ptr %A, i64 %index
  ret ptr %p

bad:
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @escape()
  unreachable
}

define linkonce_odr ptr @at_unsigned(ptr %A, i32 %i, i32 %j, i32 %m) {
  %in.i = icmp ult i32 %i, %m
  %in.j = icmp ult i32 %j, %m
  %in = and i1 %in.i, %in.j
  br i1 %in, label %good, label %bad

good:
  %i.wide = zext i32 %i to i64
  %j.wide = zext i32 %j to i64
  %m.wide = zext i32 %m to i64
  %row = mul nsw i64 %i.wide, %m.wide
  %index = add nsw i64 %row, %j.wide
  %p = getelementptr inbounds double, ptr %A, i64 %index
  ret ptr %p

bad:
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @escape()
  unreachable
}

define linkonce_odr ptr @at_value(ptr %A, i32 %i, i32 %j, i32 %m) {
  %i.wide = zext i32 %i to i64
  %j.wide = zext i32 %j to i64
  %m.wide = zext i32 %m to i64
  %row = mul i64 %i.wide, %m.wide
  %index = add i64 %row, %j.wide
  %p = getelementptr double, ptr %A, i64 %index
  %x = load double, ptr %p, align 8
  %in = fcmp ult double %x, 1.0
  br i1 %in, label %good, label %bad

good:
  ret ptr %p

bad:
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @message(i32 %i)
  call void @message(i32 %j)
  call void @escape()
  unreachable
}

declare void @message(i32)
declare void @escape() noreturn
