; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S %s \
; RUN:   | FileCheck %s --implicit-check-not='"interrupt"' --implicit-check-not=dontcall \
; RUN:   --implicit-check-not=instrument-function
;
;   for (i = 0; i < 64; ++i)
;     for (j = 0; j < 64; ++j) {
;       if (j > m) escape();
;       C[i][j] = A[i][j];
;     }
;
; What is outlined of an interrupt handler is an ordinary function: it has arguments, and is called. Nor does
; that what diagnoses, or counts, calls of the nest's function concern those of the outlined functions.

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-elf"

@m = global i64 64
@A = global [4096 x double] zeroinitializer
@C = global [4096 x double] zeroinitializer

; CHECK: define void @handler() #[[HANDLER:[0-9]+]]
; CHECK: call i1 @handler.escop.driver(
; CHECK-DAG: define internal i8 @handler.escop.shadow(
; CHECK-DAG: define internal i1 @handler.escop.driver(
; CHECK: attributes #[[HANDLER]] = { nounwind "dontcall-warn"="late" "instrument-function-entry-inlined"="enter" "interrupt"="machine"
define void @handler() nounwind "dontcall-warn"="late" "instrument-function-entry-inlined"="enter" "interrupt"="machine" "exception-safe-tiling"="optimized" {
entry:
  %m = load i64, ptr @m, align 8
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %i, 64
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %bad = icmp sgt i64 %j, %m
  br i1 %bad, label %abnormal, label %j.latch

j.latch:
  %at = add nsw i64 %row, %j
  %a = getelementptr inbounds double, ptr @A, i64 %at
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr @C, i64 %at
  store double %av, ptr %c, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 64
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void

abnormal:
  tail call void @escape()
  unreachable
}

declare void @escape() noreturn
