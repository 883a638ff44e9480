; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-block-size=4 \
; RUN:   -polly-escop-print=block -verify-each -disable-output %s | FileCheck %s
;
; Loads and stores whose addresses depend on data. A block loads from the variable in each iteration:
; where an index is not one of it, it loads the first element, and counts that as a guard that fires.
;
;    for (long i = 0; i < n; ++i) {
;      if (k[i] == 7)
;        throw E();
;      a[i] = table[k[i]];
;    }
;
; CHECK-LABEL: define internal i8 @gather.escop.shadow(
; CHECK:       loop:
; CHECK:         %[[FLAG:.*]] = phi i1 [ false, %entry ], [ %[[FIRES:.*]], %loop ]
; CHECK:         %[[AT:.*]] = load i32, ptr %k.i, align 1
; CHECK:         %[[OUTSIDE:.*]] = icmp ugt i32 %[[AT]], 99
; CHECK:         %[[BOUNDED:.*]] = select i1 %[[OUTSIDE]], i32 0, i32 %[[AT]]
; CHECK:         %[[WIDE:.*]] = sext i32 %[[BOUNDED]] to i64
; CHECK:         %[[FROM:.*]] = getelementptr [100 x float], ptr @table, i64 0, i64 %[[WIDE]]
; CHECK:         %[[FIRES]] = or i1 %[[FLAG]], %[[OUTSIDE]]
; CHECK:         load float, ptr %[[FROM]], align 1
;
;      a[i] = table[k[i]][i & 3];      25 rows of 4
;
; CHECK-LABEL: define internal i8 @gather_by_two.escop.shadow(
; CHECK:         %[[FROM:.*]] = freeze ptr %from
; CHECK:         %[[NUMBER:.*]] = ptrtoint ptr %[[FROM]] to i64
; CHECK:         %[[OFFSET:.*]] = sub i64 %[[NUMBER]], ptrtoint (ptr @table to i64)
; CHECK:         %[[OUTSIDE:.*]] = icmp ugt i64 %[[OFFSET]], 396
; CHECK:         %[[INSIDE:.*]] = select i1 %[[OUTSIDE]], ptr @table, ptr %[[FROM]]
; CHECK:         or i1 %{{.*}}, %[[OUTSIDE]]
; CHECK:         load float, ptr %[[INSIDE]], align 1
;
;      table[index[i]] = 1;            the address waits beside what is stored
;
; CHECK-LABEL: define internal i8 @scatter.escop.shadow(
; CHECK-SAME:    ptr noalias nocapture %[[OUT:[0-9]+]], ptr noalias nocapture %[[ADDRESSES:[0-9]+]])
; CHECK:         %[[TO:.*]] = getelementptr float, ptr @table, i64 %at
; CHECK-NOT:     store float {{.*}}, ptr %[[TO]]
; CHECK-DAG:     %[[K0:.*]] = getelementptr inbounds ptr, ptr %[[ADDRESSES]], i64 %escop.k
; CHECK-DAG:     store ptr %[[TO]], ptr %[[K0]]
; CHECK-DAG:     %[[K1:.*]] = getelementptr inbounds float, ptr %[[OUT]], i64 %escop.k
; CHECK-DAG:     store float 1.000000e+00, ptr %[[K1]]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@table = internal global [100 x float] zeroinitializer
@index = internal global [1000 x i64] zeroinitializer

define void @gather(ptr noalias %a, ptr %k, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %k.i = getelementptr inbounds i32, ptr %k, i64 %i
  %at = load i32, ptr %k.i
  %bad = icmp eq i32 %at, 7
  br i1 %bad, label %throw, label %latch

latch:
  %at.64 = sext i32 %at to i64
  %from = getelementptr inbounds [100 x float], ptr @table, i64 0, i64 %at.64
  %x = load float, ptr %from
  %a.i = getelementptr inbounds float, ptr %a, i64 %i
  store float %x, ptr %a.i
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit

throw:
  call void @fail()
  unreachable

exit:
  ret void
}

define void @gather_by_two(ptr noalias %a, ptr %k, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %k.i = getelementptr inbounds i64, ptr %k, i64 %i
  %at = load i64, ptr %k.i
  %bad = icmp eq i64 %at, 7
  br i1 %bad, label %throw, label %latch

latch:
  %column = and i64 %i, 3
  %from = getelementptr inbounds [25 x [4 x float]], ptr @table, i64 0, i64 %at, i64 %column
  %x = load float, ptr %from
  %a.i = getelementptr inbounds float, ptr %a, i64 %i
  store float %x, ptr %a.i
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit

throw:
  call void @fail()
  unreachable

exit:
  ret void
}

define void @scatter(i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %k.i = getelementptr inbounds i64, ptr @index, i64 %i
  %at = load i64, ptr %k.i
  %bad = icmp eq i64 %at, 7
  br i1 %bad, label %throw, label %latch

latch:
  %to = getelementptr inbounds float, ptr @table, i64 %at
  store float 1.0, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit

throw:
  call void @fail()
  unreachable

exit:
  ret void
}

declare void @fail() noreturn
