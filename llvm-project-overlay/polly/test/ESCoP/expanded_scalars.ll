; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -disable-output \
; RUN:   -polly-escop-print=optimised -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -verify-each -S %s | FileCheck --check-prefix=RUNTIME %s
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-max-budget=100000000 -disable-output \
; RUN:   -pass-remarks=polly-escop -pass-remarks-missed=polly-escop %s 2>&1 | FileCheck --check-prefix=LIMITED %s
;
;   for (i = 0; i < n; ++i)
;     for (j = 0; j < m; ++j) {
;       s = 0;
;       for (k = 0; k < i; ++k)
;         s += A[i][k] * B[k][j];
;       if (!(A[i][i] > 0)) escape();
;       B[i][j] -= s;
;     }
;
; No element can hold s: B[i][j] is needed until the end. There is one in memory for each, which the shadow
; allocates, and the nest is executed in tiles. Without memory the shadow declines; where the user limits
; memory, it is not asked for.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The rows begin at cache lines, and apart.
; CHECK: define internal i8 @solve.escop.shadow(
; CHECK: call i64 @llvm.smax.i64(i64 %{{.*}}, i64 0)
; CHECK: %[[ROOM:.*]] = add {{.*}}i64 %{{.*}}, 15
; CHECK: %[[PITCH:.*]] = and i64 %[[ROOM]], -8
; CHECK: %[[BYTES:.*]] = mul {{.*}}i64 %[[PITCH]], 8
; CHECK: %[[MEMORY:.*]] = call ptr @escop.expanded.allocate(i64 {{.*}}%n
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %escop.declined
; CHECK: call void @escop.expanded.free(ptr {{.*}}%[[MEMORY]])
; CHECK: escop.declined:
; CHECK-NEXT: ret i8 2
; CHECK: remark: {{.*}}tiled exception-safe nest (inspect, product): 1 guard, 1 exit, depth 3, scalars expanded to arrays

; RUNTIME-DAG: @escop.tile.double.{{[0-9x]*}}.{{[a-z]*}}.shape = 
; RUNTIME-DAG: define internal {{.*}}ptr @escop.expanded.allocate(

; LIMITED-NOT: scalars expanded

define void @solve(i64 noundef %n, i64 noundef %m, ptr noalias nocapture noundef readonly %A, ptr noalias nocapture noundef %B) nounwind "exception-safe-tiling"="optimized" {
entry:
  %some.rows = icmp sgt i64 %n, 0
  br i1 %some.rows, label %preheader, label %exit

preheader:
  %some.columns = icmp sgt i64 %m, 0
  br label %row

row:
  %i = phi i64 [ 0, %preheader ], [ %i.next, %row.end ]
  br i1 %some.columns, label %row.begin, label %row.end

row.begin:
  %no.sum = icmp eq i64 %i, 0
  %diagonal = getelementptr inbounds [64 x double], ptr %A, i64 %i, i64 %i
  %pivot = load double, ptr %diagonal, align 8
  %fine = fcmp ogt double %pivot, 0.000000e+00
  br label %element

exit:
  ret void

element:
  %j = phi i64 [ 0, %row.begin ], [ %j.next, %good ]
  br i1 %no.sum, label %sum.end, label %sum

row.end:
  %i.next = add nuw nsw i64 %i, 1
  %rows.done = icmp eq i64 %i.next, %n
  br i1 %rows.done, label %exit, label %row

sum.end:
  %s.out = phi double [ 0.000000e+00, %element ], [ %add, %sum ]
  br i1 %fine, label %good, label %abnormal

sum:
  %k = phi i64 [ %inc, %sum ], [ 0, %element ]
  %s = phi double [ %add, %sum ], [ 0.000000e+00, %element ]
  %a.k = getelementptr inbounds [64 x double], ptr %A, i64 %i, i64 %k
  %a = load double, ptr %a.k, align 8
  %b.k = getelementptr inbounds [64 x double], ptr %B, i64 %k, i64 %j
  %x = load double, ptr %b.k, align 8
  %mul = fmul double %a, %x
  %add = fadd double %s, %mul
  %inc = add nuw nsw i64 %k, 1
  %sum.done = icmp eq i64 %inc, %i
  br i1 %sum.done, label %sum.end, label %sum

abnormal:
  tail call void @escape()
  unreachable

good:
  %b = getelementptr inbounds [64 x double], ptr %B, i64 %i, i64 %j
  %old = load double, ptr %b, align 8
  %sub = fsub double %old, %s.out
  store double %sub, ptr %b, align 8
  %j.next = add nuw nsw i64 %j, 1
  %row.done = icmp eq i64 %j.next, %m
  br i1 %row.done, label %row.end, label %element
}

declare void @escape() noreturn
