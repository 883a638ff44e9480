; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -S \
; RUN:   -pass-remarks=polly-escop %s 2>&1 | FileCheck %s
; RUN: opt %loadNPMPolly -passes=polly-escop -polly-escop-process-unprofitable -verify-each -disable-output \
; RUN:   -polly-escop-print=marked,specialised %s | FileCheck %s --check-prefix=COPY
;
;   for (i = 0; i < n; ++i) {        // double **A, **C
;     if (A[i][0] > 100) escape();
;     for (j = 0; j < n; ++j)
;       C[i][j] = A[i][j];
;   }
;
; The tables are looked at in front of the driver, with the same errors as the nest
; makes them; the nest itself goes on loading its rows. The copies compute them, and
; the loads stay in the footprint as what a chunk must not write.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: tiled exception-safe nest (inspect, {{.*}}, rows at equal distances

; COPY-LABEL: ; escop: marked
; COPY: call void @escop.read(ptr %{{.*}}, i64 8)
; COPY: call void @escop.read(ptr %{{.*}}, i64 8)
; COPY-LABEL: ; escop: specialised
; COPY-NOT: load ptr
; COPY: mul i64 %{{.*}}, %
; COPY-NOT: load ptr
; COPY: ret i8

; CHECK-LABEL: define void @rows(
; Of each table its address, entries, bytes from one to the next, and bytes of an element.
; CHECK: %[[ROWS:.*]] = alloca [2 x [14 x i64]]
; CHECK: br i1 %{{.*}}, label %escop.tables, label %escop.norows
; CHECK: escop.tables:
; CHECK-COUNT-10: store i64 {{.*}}, ptr %
; CHECK: %[[FOUND:.*]] = call zeroext i1 @escop.rows(ptr {{.*}}%[[ROWS]], i64 noundef 2, i1 noundef zeroext true, ptr noundef @escop.procfs)
; CHECK: br i1 %[[FOUND]], label %escop.rows, label %escop.norows
; CHECK: escop.rows:
; CHECK-COUNT-4: load i64, ptr %{{.*}}
; CHECK: call i1 @rows.escop.driver({{.*}}, ptr %[[ROWS]])
; CHECK: i.loop:
; CHECK: %a.row = load ptr, ptr %a.entry
; CHECK: %c.row = load ptr, ptr %c.entry
; CHECK: %a = getelementptr inbounds double, ptr %a.row, i64 %j

; CHECK-LABEL: define internal {{.*}}i1 @escop.readable(
; CHECK: call ptr @__errno_location()
; CHECK: call {{.*}} @escop.probe(
; CHECK-LABEL: define internal {{.*}}i1 @escop.rows(
; CHECK: call {{.*}} @escop.readable(
define void @rows(ptr %C, ptr %A, i64 %n) nounwind "exception-safe-tiling"="optimized" {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.entry = getelementptr inbounds ptr, ptr %A, i64 %i
  %a.row = load ptr, ptr %a.entry, align 8
  %c.entry = getelementptr inbounds ptr, ptr %C, i64 %i
  %c.row = load ptr, ptr %c.entry, align 8
  %first = load double, ptr %a.row, align 8
  %bad = fcmp ogt double %first, 1.000000e+02
  br i1 %bad, label %abnormal, label %rest

rest:
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %rest ], [ %j.next, %j.latch ]
  %a = getelementptr inbounds double, ptr %a.row, i64 %j
  %av = load double, ptr %a, align 8
  %c = getelementptr inbounds double, ptr %c.row, i64 %j
  store double %av, ptr %c, align 8
  br label %j.latch

j.latch:
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
