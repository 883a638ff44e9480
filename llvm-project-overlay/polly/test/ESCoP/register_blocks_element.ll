; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-block-size=4 \
; RUN:   -polly-escop-print=block -verify-each -disable-output %s | FileCheck %s
;
; Elements that are stored and loaded. An iteration of a block loads such an element at its begin, has it in
; a register, and stores it at its end, with a flag that says whether the loop would.
;
;    for (long i = 0; i < n; ++i) {
;      if (c[i] > 100)
;        throw E();
;      if (c[i] > 2)
;        b[i] = c[i];
;      a[i] = b[i];
;    }
;
; CHECK-LABEL: define internal i8 @store_if.escop.shadow(
; CHECK-SAME:    ptr noalias nocapture %[[A:[0-9]+]], ptr noalias nocapture %[[B:[0-9]+]], ptr noalias nocapture %[[FLAGS:[0-9]+]])
; CHECK:       loop:
; CHECK:         %[[FROM:.*]] = getelementptr i8, ptr %b,
; CHECK-NEXT:    %[[BEFORE:.*]] = load double, ptr %[[FROM]], align 1
; CHECK:         %large = fcmp
; CHECK:         %[[IS:.*]] = select i1 %large, i1 true, i1 false
; CHECK:         %[[V:.*]] = select i1 %large, double %x, double %[[BEFORE]]
; CHECK:         %[[STORED:.*]] = phi double [ %[[V]], %{{.*}} ], [ 0.000000e+00, %loop ]
; CHECK:         %[[MADE:.*]] = phi i1 [ true, %{{.*}} ], [ false, %loop ]
; CHECK:         %[[AK:.*]] = getelementptr inbounds double, ptr %[[A]], i64 %escop.k
; CHECK:         store double %[[V]], ptr %[[AK]]
; CHECK:         %[[FLAG:.*]] = zext i1 %[[MADE]] to i8
; CHECK:         %[[FK:.*]] = getelementptr inbounds i8, ptr %[[FLAGS]], i64 %escop.k
; CHECK:         store i8 %[[FLAG]], ptr %[[FK]]
; CHECK:         %[[BK:.*]] = getelementptr inbounds double, ptr %[[B]], i64 %escop.k
; CHECK:         store double %[[STORED]], ptr %[[BK]]
;
; What the iteration before has stored comes from there; the first one loads it.
;
;      b[i] = c[i];
;      a[i] = b[i - 1];
;
; CHECK-LABEL: define internal i8 @carried.escop.shadow(
; CHECK-SAME:    ptr noalias nocapture %[[B:[0-9]+]], ptr noalias nocapture %[[A:[0-9]+]])
; CHECK:       entry:
; CHECK:         %[[FIRST:.*]] = load double, ptr %{{.*}}, align 1, !escop.carried
; CHECK:       loop:
; CHECK:         %[[HANDED:.*]] = phi double [ %[[FIRST]], %entry ], [ %x, %loop ]
; CHECK:         load double
; CHECK-NOT:     load double
; CHECK:         store double %x, ptr %{{.*}}
; CHECK:         %[[AK:.*]] = getelementptr inbounds double, ptr %[[A]], i64 %escop.k
; CHECK:         store double %[[HANDED]], ptr %[[AK]]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @store_if(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %c.i = getelementptr inbounds double, ptr %c, i64 %i
  %x = load double, ptr %c.i
  %bad = fcmp ogt double %x, 100.0
  br i1 %bad, label %throw, label %good

good:
  %b.i = getelementptr inbounds double, ptr %b, i64 %i
  %large = fcmp ogt double %x, 2.0
  br i1 %large, label %store, label %latch

store:
  store double %x, ptr %b.i
  br label %latch

latch:
  %y = load double, ptr %b.i
  %a.i = getelementptr inbounds double, ptr %a, i64 %i
  store double %y, ptr %a.i
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit

throw:
  call void @fail()
  unreachable

exit:
  ret void
}

define void @carried(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %c.i = getelementptr inbounds double, ptr %c, i64 %i
  %x = load double, ptr %c.i
  %bad = fcmp ogt double %x, 100.0
  br i1 %bad, label %throw, label %latch

latch:
  %b.i = getelementptr inbounds double, ptr %b, i64 %i
  store double %x, ptr %b.i
  %b.before = getelementptr inbounds i8, ptr %b.i, i64 -8
  %y = load double, ptr %b.before
  %a.i = getelementptr inbounds double, ptr %a, i64 %i
  store double %y, ptr %a.i
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
