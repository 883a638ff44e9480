; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-block-size=1 -polly-escop-leave-iterations=0 -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     try {
;       for (j = 0; j < n; ++j) {
;         if (A[i][j] > 100) throw E();
;         C[i][j] += A[i][j];
;       }
;     } catch (...) { ++s; }                      // In @declined, each row ends with a throw.
;
; The nest goes on behind the handler: after as many iterations as the driver asks for, it calls the
; driver again, with the state that it has then.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest {{.*}}: 1 guard, 1 exit, depth 2
; CHECK: not tiled: may-unwind-call:
; CHECK-LABEL: define void @accepted(
; CHECK: %escop.frame = alloca { i64, i64, i64, i64 }
; CHECK: escop.drive: {{.*}} preds = %escop.relay, %entry
; CHECK-DAG: phi i64 [ 0, %entry ], [ %i.next, %escop.relay ]
; CHECK-DAG: phi i64 [ 0, %entry ], [ %s.next{{.*}}, %escop.relay ]
; CHECK-DAG: %escop.start = phi i64 [ 0, %entry ], [ %escop.next, %escop.relay ]
; CHECK-DAG: %escop.credit = phi i64 [ 8, %entry ], [ %{{.*}}, %escop.relay ]
; CHECK: %[[REST:.*]] = sub i64 %escop.trips, %escop.start
; CHECK: call i1 @accepted.escop.driver({{.*}}, i64 %[[REST]], i64 %escop.start, ptr %escop.frame)
; CHECK: escop.resume:
; CHECK: %[[SOON:.*]] = icmp ult i64 %{{.*}}, 16
; CHECK: select i1 %[[SOON]], i64 4, i64 0
; CHECK: %escop.end = select i1
; CHECK: %escop.iteration = phi i64 [ {{.*}}, %escop.resume ], [ %escop.next, %escop.relay ]
; CHECK: br i1 %i.done, label %{{.*}}, label %escop.relay
; CHECK: escop.relay:
; CHECK-NEXT: %escop.next = add nuw i64 %escop.iteration, 1
; CHECK-NEXT: %[[AGAIN:.*]] = icmp eq i64 %escop.next, %escop.end
; CHECK-NEXT: br i1 %[[AGAIN]], label %escop.drive, label %i.loop
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %n) "exception-safe-tiling"="optimized" personality ptr @__gxx_personality_v0 {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %throw, label %j.latch

throw:
  invoke void @escape()
          to label %never unwind label %lpad

never:
  unreachable

lpad:
  %lp = landingpad { ptr, i32 }
          catch ptr null
  %ex = extractvalue { ptr, i32 } %lp, 0
  %obj = tail call ptr @__cxa_begin_catch(ptr %ex)
  tail call void @__cxa_end_catch()
  %errors = add i64 %s, 1
  br label %i.latch

j.latch:
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %s.next = phi i64 [ %s, %j.latch ], [ %errors, %lpad ]
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

define void @declined(ptr noalias %C, ptr noalias %A, i64 %n) "exception-safe-tiling"="optimized" personality ptr @__gxx_personality_v0 {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %bad = fcmp ogt double %av, 1.000000e+02
  br i1 %bad, label %throw, label %j.latch

throw:
  invoke void @escape()
          to label %never unwind label %lpad

never:
  unreachable

lpad:
  %lp = landingpad { ptr, i32 }
          catch ptr null
  %ex = extractvalue { ptr, i32 } %lp, 0
  %obj = tail call ptr @__cxa_begin_catch(ptr %ex)
  tail call void @__cxa_end_catch()
  %errors = add i64 %s, 1
  br label %i.latch

j.latch:
  %c = getelementptr inbounds double, ptr %C, i64 %at
  %cv = load double, ptr %c, align 8
  %sum = fadd double %cv, %av
  store double %sum, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %always, label %j.loop

always:
  invoke void @escape()
          to label %never unwind label %lpad2

lpad2:
  %lp2 = landingpad { ptr, i32 }
          catch ptr null
  br label %i.latch

i.latch:
  %s.next = phi i64 [ %s, %lpad2 ], [ %errors, %lpad ]
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

declare void @escape() noreturn
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
