; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -polly-escop-print=prepared -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   for (i = 0; i < n; ++i)
;     C[i] += at(A, i, n);
;
; where at() is `try { check(i, n); } catch (...) { …; throw; } return A[i];`. What check() does in the case of
; an error is not small, either. In place of both there is a comparison and a call of at(), which is executed
; from its begin then. In @kept, something was written before: the landing pad is inlined, too. @large is
; left alone: its hot path writes, and is not small.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@count = global i64 0

; CHECK-LABEL: define void @accepted(
; CHECK-NOT: invoke
; CHECK-NOT: @check
; CHECK: icmp ne i64 %i, %n
; CHECK: call double @at(ptr{{.*}} %A, i64 %{{.*}}, i64 %n)
; CHECK-NEXT: unreachable
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %m, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %c = getelementptr inbounds double, ptr %C, i64 %i
  %v = call double @at(ptr %A, i64 %i, i64 %n)
  store double %v, ptr %c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %m
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @kept(
; CHECK: store i64 %{{.*}}, ptr @count
; CHECK: invoke void @check(
; CHECK: landingpad
define void @kept(ptr noalias %C, ptr noalias %A, i64 %m, i64 %n) "exception-safe-tiling"="optimized" personality ptr @__gxx_personality_v0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %c = getelementptr inbounds double, ptr %C, i64 %i
  %v = call double @counting_at(ptr %A, i64 %i, i64 %n)
  store double %v, ptr %c, align 8
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %m
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @large(
; CHECK: call void @looping(
define void @large(ptr noalias %C, ptr noalias %A, i64 %m, i64 %n) "exception-safe-tiling"="optimized" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @looping(ptr %C, i64 %i, i64 %n)
  %v = call double @at(ptr %A, i64 %i, i64 %n)
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %m
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

define linkonce_odr double @at(ptr %A, i64 %i, i64 %n) personality ptr @__gxx_personality_v0 {
  invoke void @check(i64 %i, i64 %n)
          to label %good unwind label %caught

good:
  %p = getelementptr inbounds double, ptr %A, i64 %i
  %v = load double, ptr %p, align 8
  ret double %v

caught:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @rethrow()
  unreachable
}

define linkonce_odr void @check(i64 %i, i64 %n) {
  %in = icmp ult i64 %i, %n
  br i1 %in, label %good, label %bad

good:
  ret void

bad:
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @message(i64 %i)
  call void @message(i64 %n)
  call void @escape()
  unreachable
}

define linkonce_odr double @counting_at(ptr %A, i64 %i, i64 %n) personality ptr @__gxx_personality_v0 {
  %old = load i64, ptr @count, align 8
  %new = add i64 %old, 1
  store i64 %new, ptr @count, align 8
  invoke void @check(i64 %i, i64 %n)
          to label %good unwind label %caught

good:
  %p = getelementptr inbounds double, ptr %A, i64 %i
  %v = load double, ptr %p, align 8
  ret double %v

caught:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  call void @message(i64 %i)
  call void @rethrow()
  unreachable
}

define linkonce_odr void @looping(ptr %C, i64 %i, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %c = getelementptr inbounds i64, ptr %C, i64 %j
  store i64 %i, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %done = icmp eq i64 %j.next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

declare void @message(i64)
declare void @escape() noreturn
declare void @rethrow() noreturn
declare i32 @__gxx_personality_v0(...)
