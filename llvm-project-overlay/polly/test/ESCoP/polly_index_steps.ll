; RUN: opt %loadNPMPolly -passes=polly-escop -disable-output -polly-escop-print=optimised -pass-remarks=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < m; ++i)
;     for (j = 0; j < n; ++j) {
;       if (j >= rows) escape();
;       C[j][i] = A[i][j];                 // C has rows of pitch elements
;     }
;
; In Polly's innermost loop, j * pitch is counted, rather than multiplied.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal i8 @transpose.escop.shadow(
; CHECK: {{^}}[[BODY:polly.stmt.j.loop[^:]*]]:
; CHECK-NEXT: %[[INDEX:[^ ]*]] = phi i64 [ %{{[^ ]*}}, %{{[^ ]*}} ], [ %[[NEXT:[^ ]*]], %[[BODY]] ]
; CHECK-NOT: mul
; CHECK: store double
; CHECK-NOT: mul
; CHECK: %[[NEXT]] = add i64 %[[INDEX]],
; CHECK-NEXT: br i1 {{.*}}label %[[BODY]]
; CHECK: tiled exception-safe nest (inspect, Polly)
define void @transpose(ptr noalias %C, ptr noalias %A, i64 %m, i64 %n, i64 %pitch, i64 %rows) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any.m = icmp sgt i64 %m, 0
  %any.n = icmp sgt i64 %n, 0
  %any = and i1 %any.m, %any.n
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %bad = icmp uge i64 %j, %rows
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %row.c = mul nsw i64 %j, %pitch
  %at.c = add nsw i64 %row.c, %i
  %c = getelementptr inbounds double, ptr %C, i64 %at.c
  store double %av, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
