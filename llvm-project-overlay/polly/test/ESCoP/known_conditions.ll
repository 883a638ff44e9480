; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (k = 0; k < n; ++k) {
;     if (A[k * p + k] == 0) escape();
;     for (i = k + 1; i < n; ++i)
;       if (k < i)                      // or m < i
;         for (j = k + 1; j < i + 1; ++j)
;           A[i * p + j] -= A[i * p + k] * A[j * p + k];
;   }
;
; The loops end where their counters are equal to something, so that ScalarEvolution does not know
; that they only grow. k < i holds in each iteration; whether m < i does is not known, nor does k < i if the loop
; of i may begin with n.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @known(
; CHECK: i.loop:
; CHECK-NOT: icmp
; CHECK: j.loop:
; CHECK-LABEL: define void @unknown(
; CHECK: i.loop:
; CHECK: icmp ult i64 %m, %i
; CHECK: j.loop:
; CHECK-LABEL: define void @wraps(
; CHECK: i.loop:
; CHECK: icmp ult i64 %k, %i
; CHECK: j.loop:

define void @known(ptr %A, i64 %n, i64 %p, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %k.loop, label %exit

k.loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %k.latch ]
  %k.end = phi i64 [ 2, %entry ], [ %k.end.next, %k.latch ]
  %row.k = mul nsw i64 %k, %p
  %kk = add nsw i64 %row.k, %k
  %A.kk = getelementptr double, ptr %A, i64 %kk
  %pivot = load double, ptr %A.kk
  %bad = fcmp oeq double %pivot, 0.0
  br i1 %bad, label %leave, label %k.body

k.body:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %i.loop, label %k.latch

i.loop:
  %i = phi i64 [ %k.next, %k.body ], [ %i.next, %i.latch ]
  %end = phi i64 [ %k.end, %k.body ], [ %end.next, %i.latch ]
  %follows = icmp ult i64 %k, %i
  br i1 %follows, label %j.front, label %i.latch

j.front:
  %row = mul nsw i64 %i, %p
  %ik = add nsw i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  br label %j.loop

j.loop:
  %j = phi i64 [ %k.next, %j.front ], [ %j.next, %j.loop ]
  %u = load double, ptr %A.ik
  %row.j = mul nsw i64 %j, %p
  %jk = add nsw i64 %row.j, %k
  %A.jk = getelementptr double, ptr %A, i64 %jk
  %v = load double, ptr %A.jk
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr double, ptr %A, i64 %ij
  %old = load double, ptr %A.ij
  %uv = fmul double %u, %v
  %new = fsub double %old, %uv
  store double %new, ptr %A.ij
  %j.next = add nuw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %end
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %end.next = add i64 %end, 1
  %i.last = icmp eq i64 %end, %n
  br i1 %i.last, label %k.latch, label %i.loop

k.latch:
  %k.end.next = add nuw i64 %k.end, 1
  %k.last = icmp eq i64 %k.next, %n
  br i1 %k.last, label %exit, label %k.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

define void @unknown(ptr %A, i64 %n, i64 %p, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %k.loop, label %exit

k.loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %k.latch ]
  %k.end = phi i64 [ 2, %entry ], [ %k.end.next, %k.latch ]
  %row.k = mul nsw i64 %k, %p
  %kk = add nsw i64 %row.k, %k
  %A.kk = getelementptr double, ptr %A, i64 %kk
  %pivot = load double, ptr %A.kk
  %bad = fcmp oeq double %pivot, 0.0
  br i1 %bad, label %leave, label %k.body

k.body:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %i.loop, label %k.latch

i.loop:
  %i = phi i64 [ %k.next, %k.body ], [ %i.next, %i.latch ]
  %end = phi i64 [ %k.end, %k.body ], [ %end.next, %i.latch ]
  %follows = icmp ult i64 %m, %i
  br i1 %follows, label %j.front, label %i.latch

j.front:
  %row = mul nsw i64 %i, %p
  %ik = add nsw i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  br label %j.loop

j.loop:
  %j = phi i64 [ %k.next, %j.front ], [ %j.next, %j.loop ]
  %u = load double, ptr %A.ik
  %row.j = mul nsw i64 %j, %p
  %jk = add nsw i64 %row.j, %k
  %A.jk = getelementptr double, ptr %A, i64 %jk
  %v = load double, ptr %A.jk
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr double, ptr %A, i64 %ij
  %old = load double, ptr %A.ij
  %uv = fmul double %u, %v
  %new = fsub double %old, %uv
  store double %new, ptr %A.ij
  %j.next = add nuw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %end
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %end.next = add i64 %end, 1
  %i.last = icmp eq i64 %end, %n
  br i1 %i.last, label %k.latch, label %i.loop

k.latch:
  %k.end.next = add nuw i64 %k.end, 1
  %k.last = icmp eq i64 %k.next, %n
  br i1 %k.last, label %exit, label %k.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

define void @wraps(ptr %A, i64 %n, i64 %p, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %k.loop, label %exit

k.loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %k.latch ]
  %k.end = phi i64 [ 2, %entry ], [ %k.end.next, %k.latch ]
  %row.k = mul nsw i64 %k, %p
  %kk = add nsw i64 %row.k, %k
  %A.kk = getelementptr double, ptr %A, i64 %kk
  %pivot = load double, ptr %A.kk
  %bad = fcmp oeq double %pivot, 0.0
  br i1 %bad, label %leave, label %k.body

k.body:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ne i64 %k.next, %m
  br i1 %more, label %i.loop, label %k.latch

i.loop:
  %i = phi i64 [ %k.next, %k.body ], [ %i.next, %i.latch ]
  %end = phi i64 [ %k.end, %k.body ], [ %end.next, %i.latch ]
  %follows = icmp ult i64 %k, %i
  br i1 %follows, label %j.front, label %i.latch

j.front:
  %row = mul nsw i64 %i, %p
  %ik = add nsw i64 %row, %k
  %A.ik = getelementptr double, ptr %A, i64 %ik
  br label %j.loop

j.loop:
  %j = phi i64 [ %k.next, %j.front ], [ %j.next, %j.loop ]
  %u = load double, ptr %A.ik
  %row.j = mul nsw i64 %j, %p
  %jk = add nsw i64 %row.j, %k
  %A.jk = getelementptr double, ptr %A, i64 %jk
  %v = load double, ptr %A.jk
  %ij = add nsw i64 %row, %j
  %A.ij = getelementptr double, ptr %A, i64 %ij
  %old = load double, ptr %A.ij
  %uv = fmul double %u, %v
  %new = fsub double %old, %uv
  store double %new, ptr %A.ij
  %j.next = add nuw i64 %j, 1
  %j.last = icmp eq i64 %j.next, %end
  br i1 %j.last, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %end.next = add i64 %end, 1
  %i.last = icmp eq i64 %end, %n
  br i1 %i.last, label %k.latch, label %i.loop

k.latch:
  %k.end.next = add nuw i64 %k.end, 1
  %k.last = icmp eq i64 %k.next, %n
  br i1 %k.last, label %exit, label %k.loop

leave:
  call void @escape()
  unreachable

exit:
  ret void
}

declare void @escape() cold noreturn
