; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=bounds,inspector,driver -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (i >= rows) escape();
;       if (j >= cols) escape();
;       C[i][j] += A[i][j];
;     }
;
; Whether these guards fire is known from the bounds of i and j, so there is no inspector. In @mixed, it
; is only asked about the guard on A[i][0], and not about more iterations than those are known for.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i8 @resolved.escop.shadow.bounds(
; CHECK: %[[VOUCHED:.*]] = select i1 %{{.*}}, i8 1, i8 0
; CHECK: %[[RESOLVED:.*]] = select i1 %{{.*}}, i8 2, i8 0
; CHECK-NEXT: %[[BITS:.*]] = or i8 %[[VOUCHED]], %[[RESOLVED]]
; CHECK-NEXT: ret i8 %[[BITS]]
; CHECK-NOT: define internal i64 @resolved.escop.inspector
; CHECK-LABEL: define internal i1 @resolved.escop.driver(
; CHECK: %[[ALL:.*]] = call {{.*}}i8 @resolved.escop.shadow.bounds({{.*}}, i64 %n, ptr
; CHECK-NEXT: %[[ALL32:.*]] = zext i8 %[[ALL]] to i32
; CHECK: %[[STATUS:.*]] = phi i32 [ %[[ALL32]], %{{.*}} ], [ 0, %escop.begin ]
; CHECK-NEXT: and i32 %[[STATUS]], 2
; Binary search, from the first iteration on.
; CHECK: %[[SOME:.*]] = call {{.*}}i8 @resolved.escop.shadow.bounds(
; CHECK-NEXT: %[[SOME32:.*]] = zext i8 %[[SOME]] to i32
; CHECK-NEXT: and i32 %[[SOME32]], 2
; CHECK: lshr i64 %{{.*}}, 1
; CHECK: shl i64 %{{.*}}, 2
; CHECK: %[[LIMIT:.*]] = phi i64 [ %n, {{.*}} ], [ 0, {{.*}} ]
; CHECK: call {{.*}}i8 @resolved.escop.shadow{{[.0-9]*}}({{.*}}, i64 %[[LIMIT]], ptr
; CHECK: remark: {{.*}} tiled exception-safe nest (inspect, {{.*}}): 2 guards
define void @resolved(ptr noalias %C, ptr noalias %A, i64 %n, i64 %rows, i64 %cols) nounwind "exception-safe-tiling"="optimized" {
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
  %i.bad = icmp uge i64 %i, %rows
  br i1 %i.bad, label %abnormal, label %second

second:
  %j.bad = icmp uge i64 %j, %cols
  br i1 %j.bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
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

; CHECK-LABEL: define internal i64 @mixed.escop.inspector(
; CHECK-NOT: icmp uge
; CHECK: fcmp ogt double
; CHECK-NOT: icmp uge
; CHECK-LABEL: define internal i1 @mixed.escop.driver(
; CHECK: %[[LIMIT:.*]] = phi i64 [ %n, {{.*}} ], [ 0, {{.*}} ]
; CHECK: call {{.*}}i64 @mixed.escop.inspector({{.*}}, i64 %[[LIMIT]])
; CHECK: remark: {{.*}} tiled exception-safe nest (inspect, {{.*}}): 2 guards
define void @mixed(ptr noalias %C, ptr noalias %A, i64 %n, i64 %cols) nounwind "exception-safe-tiling"="optimized" {
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
  %j.bad = icmp uge i64 %j, %cols
  br i1 %j.bad, label %abnormal, label %second

second:
  %g = getelementptr inbounds double, ptr %A, i64 %row
  %gv = load double, ptr %g, align 8
  %bad = fcmp ogt double %gv, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
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

declare void @escape() noreturn
