; RUN: opt %loadNPMPolly -passes='polly-escop,function(simplifycfg,instcombine<no-verify-fixpoint>)' -verify-each -S \
; RUN:   -pass-remarks=polly-escop -pass-remarks-analysis=polly-escop %s 2>&1 | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     double s = 0;
;     for (p = rows[i]; p < rows[i + 1]; ++p) {
;       if (p >= size || p + 1 >= size) escape();
;       s += values[p] * values[p + 1];
;     }
;     out[i] = s;
;   }
;
; Where rows begin and end is known only when they are entered. Eight iterations pay for a copy of a row
; that has lost all guards. In the copy, a row has its guards only
; if one could fire: of two subscripts, it is asked of the first one and of the distance to the last one.
; Of one that rises, of the last one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (ordered, plain): 2 guards, 2 exits, depth 2
; CHECK: tiled exception-safe nest (ordered, plain): 1 guard, 1 exit, depth 2

; CHECK-LABEL: define void @two(
; CHECK: p.front.ordered:
; CHECK: icmp ugt i64 %[[TRIPS:escop.trips.*]], 7
; CHECK: icmp ult i64 %[[TRIPS]], 1099511627777
; CHECK: %[[LEFT:.*]] = sub i64 %[[SIZE:.*]], %[[BEGIN:.*]]
; CHECK: icmp ult i64 %escop.trips{{.*}}, %[[LEFT]]
; CHECK: icmp ult i64 %[[BEGIN]], %[[SIZE]]
; CHECK: br i1 %{{.*}}, label %[[ROW:.*]], label
; CHECK: p.loop.ordered:
; CHECK: icmp ult i64 %p.ordered, %[[SIZE]]
; CHECK: [[ROW]]:
; CHECK-NOT: icmp ult
; CHECK: br i1 %more.ordered.ordered
define void @two(ptr noalias %rows, ptr noalias %values, i64 %size, ptr noalias %out, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.next = add nuw nsw i64 %i, 1
  %begin.at = getelementptr inbounds i64, ptr %rows, i64 %i
  %begin = load i64, ptr %begin.at, align 8
  %end.at = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %end.at, align 8
  %some = icmp ult i64 %begin, %end
  br i1 %some, label %p.front, label %i.latch

p.front:
  br label %p.loop

p.loop:
  %p = phi i64 [ %begin, %p.front ], [ %p.next, %p.latch ]
  %s = phi double [ 0.0, %p.front ], [ %sum, %p.latch ]
  %in = icmp ult i64 %p, %size
  br i1 %in, label %first, label %abnormal

first:
  %p.next = add i64 %p, 1
  %next.in = icmp ult i64 %p.next, %size
  br i1 %next.in, label %p.latch, label %abnormal

p.latch:
  %a.at = getelementptr inbounds double, ptr %values, i64 %p
  %a = load double, ptr %a.at, align 8
  %b.at = getelementptr inbounds double, ptr %values, i64 %p.next
  %b = load double, ptr %b.at, align 8
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %more = icmp eq i64 %p.next, %end
  br i1 %more, label %i.latch, label %p.loop

i.latch:
  %result = phi double [ 0.0, %i.loop ], [ %sum, %p.latch ]
  %out.at = getelementptr inbounds double, ptr %out, i64 %i
  store double %result, ptr %out.at, align 8
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %i.loop

abnormal:
  call void @escape()
  unreachable

exit:
  ret void
}

; CHECK-LABEL: define void @one(
; CHECK: p.front.ordered:
; CHECK: icmp ugt i64 %[[TRIPS:escop.trips.*]], 7
; CHECK: icmp ult i64 %[[TRIPS]], 1099511627777
; CHECK: %[[INSIDE:.*]] = icmp ult i64 %{{.*}}, %{{.*}}
; CHECK-NOT: icmp
; CHECK: br i1 %[[INSIDE]], label %[[ROW:.*]], label
; CHECK: [[ROW]]:
; CHECK-NOT: icmp ult
; CHECK: br i1 %more.ordered.ordered
define void @one(ptr noalias %rows, ptr noalias %values, i64 %size, ptr noalias %out, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.next = add nuw nsw i64 %i, 1
  %begin.at = getelementptr inbounds i64, ptr %rows, i64 %i
  %begin = load i64, ptr %begin.at, align 8
  %end.at = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %end.at, align 8
  %some = icmp ult i64 %begin, %end
  br i1 %some, label %p.front, label %i.latch

p.front:
  br label %p.loop

p.loop:
  %p = phi i64 [ %begin, %p.front ], [ %p.next, %p.latch ]
  %s = phi double [ 0.0, %p.front ], [ %sum, %p.latch ]
  %in = icmp ult i64 %p, %size
  br i1 %in, label %p.latch, label %abnormal

p.latch:
  %p.next = add i64 %p, 1
  %a.at = getelementptr inbounds double, ptr %values, i64 %p
  %a = load double, ptr %a.at, align 8
  %sum = fadd double %s, %a
  %more = icmp eq i64 %p.next, %end
  br i1 %more, label %i.latch, label %p.loop

i.latch:
  %result = phi double [ 0.0, %i.loop ], [ %sum, %p.latch ]
  %out.at = getelementptr inbounds double, ptr %out, i64 %i
  store double %result, ptr %out.at, align 8
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %exit, label %i.loop

abnormal:
  call void @escape()
  unreachable

exit:
  ret void
}

declare void @escape() cold noreturn
