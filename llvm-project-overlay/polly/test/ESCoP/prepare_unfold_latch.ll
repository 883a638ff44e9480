; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       C[i][j] += A[i][j];
;       if (C[i][j] > 100) break;
;     }
;
; Both exits of the inner loop lead to one block, so they were folded into one condition: by `or`, or by
; `select` with the guard first, or with the counter's exit first. In @inverted, the loop is continued if
; neither holds. A guard that a select asks first is not frozen. In @declined, neither condition has a known number of iterations.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @bitwise(
; CHECK: %[[BAD:.*]] = freeze i1 %bad
; CHECK-NEXT: br i1 %[[BAD]], label %{{.*}}, label %[[LATCH:.*]]
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: br i1 %j.done, label %{{.*}}, label %j.loop
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
define void @bitwise(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  %fold = or i1 %bad, %j.done
  br i1 %fold, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

; CHECK-LABEL: define void @guard_first(
; CHECK: %j.done =
; CHECK-NEXT: br i1 %bad, label %{{.*}}, label %[[LATCH:.*]]
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: br i1 %j.done, label %{{.*}}, label %j.loop
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
define void @guard_first(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  %fold = select i1 %bad, i1 true, i1 %j.done
  br i1 %fold, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

; CHECK-LABEL: define void @guard_last(
; CHECK: %[[BAD:.*]] = freeze i1 %bad
; CHECK-NEXT: br i1 %[[BAD]], label %{{.*}}, label %[[LATCH:.*]]
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: br i1 %j.done, label %{{.*}}, label %j.loop
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
define void @guard_last(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  %fold = select i1 %j.done, i1 true, i1 %bad
  br i1 %fold, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

; CHECK-LABEL: define void @inverted(
; CHECK: %j.more =
; CHECK-NEXT: br i1 %good, label %[[LATCH:.*]], label %{{.*}}
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: br i1 %j.more, label %j.loop, label %{{.*}}
; CHECK: remark: {{.*}} tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
define void @inverted(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %good = fcmp ule double %sum, 1.000000e+02
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ne i64 %j.next, %n
  %fold = select i1 %good, i1 %j.more, i1 false
  br i1 %fold, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

; CHECK-LABEL: define void @declined(
; CHECK: br i1 %fold,
; CHECK: remark: {{.*}} not tiled:
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  br label %j.latch

j.latch:
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %bad = fcmp ogt double %sum, 1.000000e+02
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  %bad2 = fcmp olt double %sum, 0.0
  %fold = or i1 %bad, %bad2
  br i1 %fold, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}
