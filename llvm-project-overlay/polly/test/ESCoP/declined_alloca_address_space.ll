; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 \
; RUN:   | FileCheck %s
; RUN: sed 's/-A5//' %s \
; RUN:   | opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:     -pass-remarks=polly-escop -pass-remarks-missed=polly-escop 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ACCEPTED
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < n; ++j) {
;       if (j > m) escape();
;       C[i][j] = A[i][j];
;     }
;
; Frame and bounds are local objects, whose addresses are passed as pointers like any others.

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

; ACCEPTED: tiled exception-safe nest (inspect,
; CHECK: not tiled: instruction: {{.*}}(an address space of local objects)
define void @f(ptr noalias %C, ptr noalias %A, i64 %n, i64 %m) nounwind "exception-safe-tiling"="optimized" {
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

declare void @escape() noreturn
