; RUN: opt %loadNPMPolly -passes='polly-escop,simplifycfg' -verify-each -S \
; RUN:   -pass-remarks=polly-escop -pass-remarks-analysis=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (j >= m) escape();                          // Resolved.
;       double y = B[i][j] + C[i][j - 1];
;       if (y > 100) escape();
;       C[i][j] = y;
;     }
;
; The copy has no check of j, and hands C[i][j - 1] on in a register. It is executed if there is enough
; work, no check of j fires, and B and C are apart. The remark of the nest says what it is not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (ordered, plain): 2 guards, 2 exits, depth 2
; CHECK: not tiled: not-profitable

; CHECK-LABEL: define void @recurrence(
; CHECK: %escop.little = icmp ult i64
; CHECK: icmp ule i64 %escop.trips, 1099511627776
; CHECK: %[[BOUNDS:.*]] = call i8 @recurrence.escop.shadow.bounds(
; CHECK: %[[BIT:.*]] = and i8 %[[BOUNDS]], 1
; CHECK: %escop.vouched = icmp ne i8 %[[BIT]], 0
; CHECK: br i1 %escop.vouched, label %i.loop.ordered, label %escop.nest
;
; The nest is as it was.
; CHECK: j.loop:
; CHECK: icmp sge i64 %j, %m
; CHECK: load double, ptr %before
;
; The first iteration is peeled off, and loads what is in front of the row.
; CHECK: i.loop.ordered:
; CHECK-NOT: icmp sge
; CHECK: load double, ptr %before
; CHECK: j.loop.ordered:
; CHECK-NEXT: %escop.forwarded = phi double [ %y.ordered, %j.latch.ordered ], [ %y.ordered.peel, %j.latch.ordered.peel ]
; CHECK-NOT: icmp sge
; CHECK-NOT: load double, ptr %before
; CHECK: %y.ordered = fadd double %{{.*}}, %escop.forwarded
define void @recurrence(ptr %C, ptr %B, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %out = icmp sge i64 %j, %m
  br i1 %out, label %abnormal, label %inside

inside:
  %ij = add nsw i64 %row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %ij
  %bv = load double, ptr %b, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  %before = getelementptr inbounds double, ptr %c, i64 -1
  %cv = load double, ptr %before, align 8
  %y = fadd double %bv, %cv
  %bad = fcmp ogt double %y, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  store double %y, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.cont = icmp slt i64 %j.next, %n
  br i1 %j.cont, label %j.loop, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.cont = icmp slt i64 %i.next, %n
  br i1 %i.cont, label %i.loop, label %exit

abnormal:
  call void @escape()
  unreachable

exit:
  ret void
}

declare void @escape() cold noreturn
