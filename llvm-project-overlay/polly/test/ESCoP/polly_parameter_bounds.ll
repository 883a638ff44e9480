; RUN: opt %loadNPMPolly -passes='print<polly-ast>' -polly-process-unprofitable \
; RUN:   -polly-use-llvm-names -disable-output %s 2>&1 | FileCheck --check-prefix=AST %s
; RUN: opt %loadNPMPolly -passes='scop(print<polly-dependences>)' -polly-process-unprofitable \
; RUN:   -polly-use-llvm-names -disable-output %s | FileCheck %s
;
;   for (i = 0; i < n; ++i) {
;     A[i] = A[i + shift];
;     *sum ^= i;
;   }
;
; The run-time check asks that shift has 57 bits. The dependences do not: the scheduler would compute
; with 2^57, and take minutes where there are ten such parameters.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; AST: if ({{.*}}shift <= 144115188075855872 && shift >= -144115188075855872

; CHECK-NOT: 144115188075855872
; CHECK:     RAW dependences:
; CHECK-NOT: 144115188075855872
; CHECK:       Stmt_loop[i0] -> Stmt_loop[-shift + i0]
; CHECK-NOT: 144115188075855872
; CHECK:     WAR dependences:
; CHECK-NOT: 144115188075855872
; CHECK:       Stmt_loop[i0] -> Stmt_loop[shift + i0]
; CHECK-NOT: 144115188075855872

define void @shifted(ptr %A, ptr noalias %sum, i64 %n, i64 %shift) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %i.shifted = add nsw i64 %i, %shift
  %from = getelementptr inbounds double, ptr %A, i64 %i.shifted
  %value = load double, ptr %from, align 8
  %to = getelementptr inbounds double, ptr %A, i64 %i
  store double %value, ptr %to, align 8
  %sum.old = load i64, ptr %sum, align 8
  %sum.new = xor i64 %sum.old, %i
  store i64 %sum.new, ptr %sum, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %loop, label %exit

exit:
  ret void
}
