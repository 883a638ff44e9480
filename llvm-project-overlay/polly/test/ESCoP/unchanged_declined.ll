; RUN: opt -passes=verify -S %s \
; RUN:   | grep -v '^declare\|^attributes\|^; Function Attrs\|^$' | sed 's/ #[0-9]*//' > %t.before
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-pattern-matching-based-opts=false -verify-each -S %s \
; RUN:   | grep -v '^declare\|^attributes\|^; Function Attrs\|^$' | sed 's/ #[0-9]*//' > %t.after
; RUN: diff %t.before %t.after
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (A[i][j] > 100) escape();
;       C[i][j] += unknown(A[i][j]);
;     }
;
; A nest that is declined leaves the function as it was: declined at detection
; (@call), after the footprint (@arrays), at the end (@gain), and where the loops had to be simplified
; to look at them (@form). No function that was built for it remains.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @call(ptr noalias %C, ptr noalias %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %r = tail call double @unknown(double %av)
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %r
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

define void @arrays(ptr noalias %A, ptr noalias %A0, ptr noalias %A1, ptr noalias %A2, ptr noalias %A3, ptr noalias %A4, ptr noalias %A5, ptr noalias %A6, ptr noalias %A7, ptr noalias %A8, ptr noalias %A9, ptr noalias %A10, ptr noalias %A11, i64 %n) nounwind "exception-safe-tiling"="optimized" {
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
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %p0 = getelementptr inbounds double, ptr %A0, i64 %at
  store double %av, ptr %p0, align 8
  %p1 = getelementptr inbounds double, ptr %A1, i64 %at
  store double %av, ptr %p1, align 8
  %p2 = getelementptr inbounds double, ptr %A2, i64 %at
  store double %av, ptr %p2, align 8
  %p3 = getelementptr inbounds double, ptr %A3, i64 %at
  store double %av, ptr %p3, align 8
  %p4 = getelementptr inbounds double, ptr %A4, i64 %at
  store double %av, ptr %p4, align 8
  %p5 = getelementptr inbounds double, ptr %A5, i64 %at
  store double %av, ptr %p5, align 8
  %p6 = getelementptr inbounds double, ptr %A6, i64 %at
  store double %av, ptr %p6, align 8
  %p7 = getelementptr inbounds double, ptr %A7, i64 %at
  store double %av, ptr %p7, align 8
  %p8 = getelementptr inbounds double, ptr %A8, i64 %at
  store double %av, ptr %p8, align 8
  %p9 = getelementptr inbounds double, ptr %A9, i64 %at
  store double %av, ptr %p9, align 8
  %p10 = getelementptr inbounds double, ptr %A10, i64 %at
  store double %av, ptr %p10, align 8
  %p11 = getelementptr inbounds double, ptr %A11, i64 %at
  store double %av, ptr %p11, align 8
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

define void @gain(ptr noalias %C, ptr noalias %A, ptr noalias %B, ptr noalias %idx, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %ij = add nuw nsw i64 %row, %j
  %c = getelementptr inbounds double, ptr %C, i64 %ij
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.latch ]
  %ik = add nuw nsw i64 %row, %k
  %a = getelementptr inbounds double, ptr %A, i64 %ik
  %av = load double, ptr %a, align 8
  %cv = load double, ptr %c, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %k.latch

k.latch:
  %x = getelementptr inbounds i64, ptr %idx, i64 %k
  %p = load i64, ptr %x, align 8
  %k.row = mul nuw nsw i64 %p, %n
  %kj = add nuw nsw i64 %k.row, %j
  %b = getelementptr inbounds double, ptr %B, i64 %kj
  %bv = load double, ptr %b, align 8
  %product = fmul double %av, %bv
  %sum = fadd double %cv, %product
  store double %sum, ptr %c, align 8
  %d = getelementptr inbounds double, ptr %C, i64 %p
  store double %av, ptr %d, align 8
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

abnormal:
  tail call void @escape()
  unreachable
}

define void @form(ptr noalias %C, ptr noalias %A, i64 %n, i1 %enter) nounwind "exception-safe-tiling"="optimized" {
entry:
  br i1 %enter, label %i.loop, label %exit

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
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %r = tail call double @unknown(double %av)
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %r
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

declare double @unknown(double) nounwind
declare void @escape() noreturn
