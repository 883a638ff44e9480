// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -mavx2 -Rpass=polly-escop -fno-discard-value-names -S -emit-llvm %s \
// RUN:   -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
//
// A loop that reads what one of its iterations stores to is executed in two parts, if they have
// vectors.

// CHECK: [[#@LINE+4]]:3: remark: tiled exception-safe nest (inspect, plain)
// IR-LABEL: define internal {{.*}}ofDouble{{.*}}.escop.shadow
// IR:         <4 x double>
void ofDouble(double *a, long n, long rows) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      if (i >= rows)
        throw i;
      for (long j = 0; j < n; ++j)
        if (double s = a[i * n + k] + a[k * n + j]; s < a[i * n + j])
          a[i * n + j] = s;
    }
}

// IR-LABEL: define internal {{.*}}ofLongDouble{{.*}}.escop.shadow
// IR-NOT:     escop.part
// IR-LABEL: {{^}}}
void ofLongDouble(long double *a, long n, long rows) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      if (i >= rows)
        throw i;
      for (long j = 0; j < n; ++j)
        if (long double s = a[i * n + k] + a[k * n + j]; s < a[i * n + j])
          a[i * n + j] = s;
    }
}
