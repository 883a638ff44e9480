; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=prepared %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     for (j = 0; j < n; ++j)
;       if (v.data[i * n + j] > 4) return;
;     v.data[i * n + i] = 1;
;   }
;
; By its type, no number is stored where v.data is. It is loaded once, in front of both loops, and without
; the type there, for the program might not come to it. LICM would load it twice.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @hoisted(
; CHECK: %[[DATA:.*]] = load ptr, ptr %{{.*}}, align 8{{$}}
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: getelementptr double, ptr %[[DATA]],
; CHECK-NOT: load ptr
; CHECK: getelementptr double, ptr %[[DATA]],
; CHECK-NOT: load ptr
; CHECK: ret void
define void @hoisted(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %x = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %again = load ptr, ptr %v, align 8, !tbaa !3
  %diagonal = add nuw nsw i64 %row, %i
  %to = getelementptr double, ptr %again, i64 %diagonal
  store double 1.0, ptr %to, align 8, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; A char may be a part of the pointer. It is loaded again in each iteration of the outer loop.
;
; CHECK-LABEL: define void @byte(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK: load ptr, ptr %v
; CHECK: store i8 0
define void @byte(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %x = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %again = load ptr, ptr %v, align 8, !tbaa !3
  %diagonal = add nuw nsw i64 %row, %i
  %to = getelementptr double, ptr %again, i64 %diagonal
  store i8 0, ptr %to, align 1, !tbaa !6
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; So may a pointer be it.
;
; CHECK-LABEL: define void @pointer(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK: load ptr, ptr %v
; CHECK: store ptr %b
define void @pointer(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %x = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %again = load ptr, ptr %v, align 8, !tbaa !3
  %diagonal = add nuw nsw i64 %row, %i
  %to = getelementptr double, ptr %again, i64 %diagonal
  store ptr %b, ptr %to, align 8, !tbaa !3
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; So may what is stored without a type.
;
; CHECK-LABEL: define void @untyped(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK: load ptr, ptr %v
; CHECK: store double
define void @untyped(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %x = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %again = load ptr, ptr %v, align 8, !tbaa !3
  %diagonal = add nuw nsw i64 %row, %i
  %to = getelementptr double, ptr %again, i64 %diagonal
  store double 1.0, ptr %to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; In the inner loop, too.
;
; CHECK-LABEL: define void @inner(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: {{^}}inner:
; CHECK: load ptr, ptr %v
; CHECK: store i8 0
define void @inner(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %x = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %x, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  store i8 0, ptr %at, align 1, !tbaa !6
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %again = load ptr, ptr %v, align 8, !tbaa !3
  %diagonal = add nuw nsw i64 %row, %i
  %to = getelementptr double, ptr %again, i64 %diagonal
  store double 1.0, ptr %to, align 8, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; Where the program need not come to it, and nobody says what is at v, it may trap.
;
; CHECK-LABEL: define void @conditional(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: {{^}}access:
; CHECK: load ptr, ptr %v
define void @conditional(ptr %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %b.at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %b.at, align 8, !tbaa !5
  %bad = fcmp ogt double %y, 4.0
  br i1 %bad, label %exit, label %chosen

chosen:
  %is = fcmp ogt double %y, 0.0
  br i1 %is, label %access, label %inner.latch

access:
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  store double %y, ptr %at, align 8, !tbaa !5
  br label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; Nor is it known that v is aligned.
;
; CHECK-LABEL: define void @unaligned(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: {{^}}access:
; CHECK: load ptr, ptr %v
define void @unaligned(ptr dereferenceable(8) %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %b.at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %b.at, align 8, !tbaa !5
  %bad = fcmp ogt double %y, 4.0
  br i1 %bad, label %exit, label %chosen

chosen:
  %is = fcmp ogt double %y, 0.0
  br i1 %is, label %access, label %inner.latch

access:
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  store double %y, ptr %at, align 8, !tbaa !5
  br label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; Nor that all of it is there.
;
; CHECK-LABEL: define void @short(
; CHECK-NOT: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: {{^}}access:
; CHECK: load ptr, ptr %v
define void @short(ptr dereferenceable(4) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %b.at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %b.at, align 8, !tbaa !5
  %bad = fcmp ogt double %y, 4.0
  br i1 %bad, label %exit, label %chosen

chosen:
  %is = fcmp ogt double %y, 0.0
  br i1 %is, label %access, label %inner.latch

access:
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  store double %y, ptr %at, align 8, !tbaa !5
  br label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; It is there.
;
; CHECK-LABEL: define void @there(
; CHECK: load ptr
; CHECK: {{^}}outer:
; CHECK-NOT: load ptr
; CHECK: ret void
define void @there(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %b.at = getelementptr double, ptr %b, i64 %k
  %y = load double, ptr %b.at, align 8, !tbaa !5
  %bad = fcmp ogt double %y, 4.0
  br i1 %bad, label %exit, label %chosen

chosen:
  %is = fcmp ogt double %y, 0.0
  br i1 %is, label %access, label %inner.latch

access:
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  store double %y, ptr %at, align 8, !tbaa !5
  br label %inner.latch

inner.latch:
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

; In another address space, it is another address.
;
; CHECK-LABEL: define void @spaces(
; CHECK: load ptr, ptr %{{.*}}, align 8
; CHECK: load double, ptr addrspace(256)
; CHECK: ret void
define void @spaces(ptr dereferenceable(8) align 8 %v, ptr noalias %b, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %row = mul nuw nsw i64 %i, %n
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add nuw nsw i64 %row, %j
  %data = load ptr, ptr %v, align 8, !tbaa !3
  %at = getelementptr double, ptr %data, i64 %k
  %y = load double, ptr %at, align 8, !tbaa !5
  %bad = fcmp ogt double %y, 4.0
  br i1 %bad, label %exit, label %inner.latch

inner.latch:
  %there = addrspacecast ptr %v to ptr addrspace(256)
  %z = load double, ptr addrspace(256) %there, align 8, !tbaa !5
  %b.at = getelementptr double, ptr %b, i64 %k
  store double %z, ptr %b.at, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %inner.last = icmp eq i64 %j.next, %n
  br i1 %inner.last, label %outer.latch, label %inner

outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %outer

exit:
  ret void
}

!0 = !{!"C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"any pointer", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"double", !1, i64 0}
!5 = !{!4, !4, i64 0}
!6 = !{!1, !1, i64 0}
