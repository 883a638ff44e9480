// REQUIRES: escop
// RUN: timeout 60 %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
//
// The remark on a single loop that is declined has the reason for which it is not in register blocks, too.
// Of many arrays that may overlap that is found out in seconds.
struct Bad {};

// CHECK: register_blocks.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (blocks, plain): 1 guard
// CHECK-NOT: remark:
void blocks(int *a, const int *b, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad();
    a[i] = b[i] + 1;
  }
}

// CHECK: register_blocks.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: depth: {{.*}} (in register blocks: non-affine)
// CHECK-NOT: remark:
void histogram(int *a, const int *b, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad();
    ++a[b[i]];
  }
}

// CHECK: register_blocks.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: depth: {{.*}} (in register blocks: not-profitable)
// CHECK-NOT: remark:
void eachSecond(int *a, const int *b, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[2 * i] > 100)
      throw Bad();
    a[i] = b[2 * i];
  }
}

#define FOUR(X, K) X(K##0) X(K##1) X(K##2) X(K##3)
#define FORTY(X)                                                                                   \
  FOUR(X, 1) FOUR(X, 2) FOUR(X, 3) FOUR(X, 4) FOUR(X, 5) FOUR(X, 6) FOUR(X, 7) FOUR(X, 8) FOUR(X, 9) FOUR(X, 10)
#define ARRAYS(K)                                                                                  \
  int *a##K = a[K];                                                                                \
  const int *b##K = b[K];
#define UPDATE(K) a##K[i] = b##K[i] + K;

// CHECK: register_blocks.cpp:[[#@LINE+4]]:{{[0-9]+}}: remark: not tiled: depth: {{.*}} (in register blocks: too-many-arrays)
// CHECK-NOT: remark:
void manyArrays(int **a, const int **b, long n) {
  FORTY(ARRAYS)
  for (long i = 0; i < n; ++i) {
    if (b10[i] > 1000)
      throw Bad();
    FORTY(UPDATE)
  }
}

// The standard pipeline makes vectors of the coordinates; those of a block are put together from
// single elements.
struct Point {
  float x, y, z, u, v, w, a, b, c, rho, p;
};
// CHECK: [[#@LINE+2]]:3: remark: not tiled: depth: {{.*}}in register blocks: not-profitable
void move(Point *Points, long n) {
  for (long i = 0; i < n; ++i) {
    Point &P = Points[i];
    P.u += 1e-3f * P.a;
    P.v += 1e-3f * P.b;
    P.x += 1e-3f * P.u;
    P.y += 1e-3f * P.v;
    if (P.x > 1e10f)
      throw P.x;
  }
}
