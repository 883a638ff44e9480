// The dependences of counters of a histogram take isl minutes, once they are separated from those of
// the rest. They are abandoned after a moment.
//
// RUN: timeout 20 %clangxx -O3 -fexception-safe-tiling -Rpass-missed=polly-escop -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s
// RUN: timeout 20 %clangxx -O3 -fexception-safe-tiling=naive -Rpass-missed=polly-escop -c %s -o %t.o \
// RUN:   2>&1 | FileCheck %s
// CHECK: not tiled: not-profitable
extern int count;
extern long histogram[64];

void product(const double *a, const double *b, double *c, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * m + j];
      if (s < 0) {
        histogram[(i + j) & 63]++;
        if (++count > 5)
          throw 1;
        continue;
      }
      c[i * m + j] = s;
    }
}

void squares(double *a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double v = a[i * m + j];
      if (v < 0) {
        histogram[(i + j) & 63]++;
        if (++count > 5)
          throw 1;
        continue;
      }
      a[i * m + j] = v * v + 1;
    }
}
