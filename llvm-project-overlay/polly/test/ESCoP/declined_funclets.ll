; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
;
;   try {                            // @accepted: neither try nor catch
;     risky();
;   } catch (...) {
;     for (i = 0; i < n; ++i)
;       for (j = 0; j < n; ++j) {
;         if (j > m) escape();
;         C[i][j] = A[i][j];
;       }
;   }
;
; The handler is a funclet, which the call of the driver would have to belong to.

target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-windows-msvc"

; CHECK: not tiled: instruction: {{.*}}(funclets)
define void @declined(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) "exception-safe-tiling"="optimized" personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @risky()
          to label %exit unwind label %dispatch

dispatch:
  %catch = catchswitch within none [label %handler] unwind to caller

handler:
  %funclet = catchpad within %catch [ptr null, i32 64, ptr null]
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %handler ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %bad = icmp sgt i64 %j, %m
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  store double %av, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %done, label %i.loop

done:
  catchret from %funclet to label %exit

exit:
  ret void

abnormal:
  call void @escape() [ "funclet"(token %funclet) ]
  unreachable
}

; CHECK: tiled exception-safe nest (inspect,
define void @accepted(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %bad = icmp sgt i64 %j, %m
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr %A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %C, i64 %at
  store double %av, ptr %c, align 8
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

declare i32 @__CxxFrameHandler3(...)
declare void @risky()
declare void @escape() noreturn
