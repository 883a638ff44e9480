; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -polly-escop-block-size=4 \
; RUN:   -polly-escop-least-work=1000 -verify-each -S < %s | FileCheck %s
;
;    for (long i = 0; i < n; ++i)
;      if (b[i] > 2) {
;        if (c[i] == 0)
;          throw E();
;        a[i] = c[i];
;      }
;
; The driver loads of c in each iteration, and stores under the condition. For the processor, to store some
; elements of a vector takes long. In a process of one thread a block that makes some store on a page stores
; there what is there where it makes none; if it makes none at all, it does not.
;
; CHECK-LABEL: define internal i1 @store_if.escop.driver(
; CHECK:         load i64, ptr %{{.*}}
; CHECK:         %[[ALONE:.*]] = call zeroext i1 @escop.single_threaded(ptr {{.*}}null)
; CHECK:         %escop.any{{.*}} = phi i1 [ false, %escop.block ], [ %[[ANY:.*]], %loop
; CHECK:       escop.commit:
; CHECK:         and i1 %[[ALONE]], %[[ANY]]
; CHECK:         %[[PAGE:.*]] = icmp ult i64 %{{.*}}, 4096
; CHECK:         %[[MAY:.*]] = and i1 %{{.*}}, %[[PAGE]]
; CHECK:         br i1 %[[ANY]], label %escop.some, label %escop.committed
; CHECK:       escop.some:
; CHECK:         br i1 %[[MAY]], label %[[BLEND:.*]], label %[[MASK:.*]]
; CHECK:       [[BLEND]]:
; CHECK:         %[[IS:.*]] = icmp ne i8 %escop.made{{.*}}, 0
; CHECK:         %[[OUT:.*]] = load double, ptr
; CHECK:         %[[THERE:.*]] = load double, ptr
; CHECK:         select i1 %[[IS]], double %[[OUT]], double %[[THERE]]
; CHECK:       [[MASK]]:
; CHECK:         %[[IS:.*]] = icmp ne i8 %escop.made{{.*}}, 0
; CHECK:         br i1 %[[IS]], label %escop.make,
;
; The nest keeps the address from which it loaded of c. If it has made no such load in the first
; iterations, and when the driver is not to be called again, the rest is executed by the copy that does not
; keep it.
;
; CHECK-LABEL: define internal i16 @store_if.escop.nest(
; CHECK:         %[[REST:.*]] = icmp eq i64 %escop.end, %
; CHECK:         br i1 %[[REST]], label %escop.rest,
; CHECK:       latch:
; CHECK:         %[[KEPT:.*]] = phi i64 [ %[[NOW:.*]], %store ], [ %{{.*}}, %loop ]
; CHECK:       checked:
; CHECK:         %[[NOW]] = ptrtoint ptr %c.i to i64
; CHECK:       escop.drive:
; CHECK:         %[[LAST:.*]] = phi i64 [ -1, %{{.*}} ], [ %[[KEPT]], %escop.relay ]
; CHECK:         %[[NEVER:.*]] = icmp eq i64 %[[LAST]], -1
; CHECK:         br i1 %{{.*}}, label %escop.resume, label %escop.go
; CHECK:       escop.go:
; CHECK:         call i1 @store_if.escop.driver(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @store_if(ptr %a, ptr %b, ptr %c, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %preheader, label %exit

preheader:
  br label %loop

loop:
  %i = phi i64 [ 0, %preheader ], [ %next, %latch ]
  %b.i = getelementptr inbounds double, ptr %b, i64 %i
  %x = load double, ptr %b.i
  %large = fcmp ogt double %x, 2.0
  br i1 %large, label %checked, label %latch

checked:
  %c.i = getelementptr inbounds double, ptr %c, i64 %i
  %y = load double, ptr %c.i
  %bad = fcmp oeq double %y, 0.0
  br i1 %bad, label %throw, label %store

throw:
  call void @fail()
  unreachable

store:
  %a.i = getelementptr inbounds double, ptr %a, i64 %i
  store double %y, ptr %a.i
  br label %latch

latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare void @fail() noreturn
