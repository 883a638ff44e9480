; RUN: opt %loadNPMPolly -passes=polly-escop -polly-pattern-matching-based-opts=false -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   void step(double *restrict c, const double *restrict a) { if (*a > 100) escape(); *c += 2; }
;
;   for (i = 1; i < n; ++i)
;     for (j = 0; j < n; ++j)
;       for (k = 0; k < n; ++k)
;         step(&X[i][j], &X[i - 1][k]);      // inlined
;
; What the scopes say holds within one execution of their declaration, which the loop repeats. The guard
; reads what earlier iterations wrote.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: (inspect
define void @f(ptr %X, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %i.latch ]
  %i1 = add nsw i64 %i, -1
  %row = mul nsw i64 %i, %n
  %row1 = mul nsw i64 %i1, %n
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %cj = add nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %X, i64 %cj
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  tail call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %ak = add nsw i64 %row1, %k
  %a = getelementptr inbounds double, ptr %X, i64 %ak
  %av = load double, ptr %a, align 8, !noalias !0
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %exit.throw, label %k.latch
k.latch:
  %cv = load double, ptr %c, align 8, !alias.scope !0
  %sum = fadd double %cv, 2.000000e+00
  store double %sum, ptr %c, align 8, !alias.scope !0
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
exit.throw:
  call void @escape()
  unreachable
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{!1}
!1 = distinct !{!1, !2, !"c"}
!2 = distinct !{!2, !"step"}

declare void @escape() noreturn
