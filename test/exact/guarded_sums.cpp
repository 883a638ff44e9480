// RUN: %exact %s --tiled 22 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable %unpacked" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=5 %unpacked" \
// RUN:   --config "-O3 -mavx2 @optimized -mllvm -polly-escop-first-chunk=4 -mllvm -polly-escop-leave-iterations=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -ffp-contract=off -Rpass=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s %}
// CHECK-COUNT-19: remark: tiled exception-safe nest (speculate, product)
//
// Guards on the partial sums of a product, and on each product, are evaluated in its register tile,
// of the elements that the tile has, with the nest's operations. Of what lies beside the matrices,
// sums would fire each guard.
#include "escop.h"
#include <cmath>
#include <stdexcept>
#include <vector>

#define FORM(NAME, T)                                                                              \
  NOINLINE static long NAME(long m, long n, long l, long p, T *C, const T *A, const T *B, T limit)
#define FOR(I, E) for (long I = 0; I < (E); ++I)
#define FAIL throw std::domain_error("sum")
#define PRODUCT A[i * p + k] * B[k * p + j]

FORM(sum, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (s > limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(storedBefore, double) {
  FOR(i, m) FOR(k, l) FOR(j, n) {
    C[i * p + j] += PRODUCT;
    if (!(C[i * p + j] <= limit))
      FAIL;
  }
  return 0;
}
FORM(returns, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (std::fabs(s) > limit)
      return i * 1000000 + j * 1000 + k;
    C[i * p + j] = s;
  }
  return -1;
}
FORM(scalar, double) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    FOR(k, l) {
      s += PRODUCT;
      if (s > limit)
        FAIL;
    }
    C[i * p + j] = s;
  }
  return 0;
}
FORM(old, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    if (C[i * p + j] > limit)
      FAIL;
    C[i * p + j] += PRODUCT;
  }
  return 0;
}
FORM(difference, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double before = C[i * p + j], s = before + PRODUCT;
    if (s - before > limit || s + before > 3 * limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(product, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double x = PRODUCT;
    if (x > limit)
      FAIL;
    C[i * p + j] += x;
  }
  return 0;
}
FORM(notANumber, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    C[i * p + j] += PRODUCT;
    if (C[i * p + j] != C[i * p + j] || C[i * p + j] > limit)
      FAIL;
  }
  return 0;
}
FORM(operandsToo, double) {
  FOR(i, m) FOR(k, l) {
    if (A[i * p + k] > limit)
      FAIL;
    FOR(j, n) {
      C[i * p + j] += PRODUCT;
      if (C[i * p + j] > limit)
        FAIL;
    }
  }
  return 0;
}
FORM(floats, float) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const float s = C[i * p + j] + PRODUCT;
    if (double(s) * 0.5 > limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(shorts, short) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const short s = C[i * p + j] + PRODUCT;
    if (s > limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(triangle, double) {
  FOR(i, m) FOR(j, i + 1) FOR(k, l) {
    const double s = C[i * p + j] + A[i * p + k] * B[k * p + j];
    if (s > limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(columns, double) {
  FOR(j, n) FOR(i, m) FOR(k, l) {
    const double s = C[j * p + i] + A[i * p + k] * B[k * p + j];
    if (s > limit)
      FAIL;
    C[j * p + i] = s;
  }
  return 0;
}
// The limit changes.
FORM(limits, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (s > limit + B[p * p - 1 - i])
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
// What is true of all later sums, too, or of the greatest or the least one, is evaluated once a tile
// if its registers suffice.
FORM(noNumber, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (s != s)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(finite, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (!std::isfinite(s))
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(infinite, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (std::fabs(s) == HUGE_VAL)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(tooLittle, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (-limit > s)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(inRange, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (!(s >= -limit && s < limit))
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(magnitude, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (!(std::fabs(s) < limit))
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(threeLimits, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const double s = C[i * p + j] + PRODUCT;
    if (s > limit || s < -limit || PRODUCT >= limit / 2)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(integers, int) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const int s = C[i * p + j] + PRODUCT;
    if (s > limit || s <= -limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}
FORM(unsignedIntegers, unsigned) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    const unsigned s = C[i * p + j] + PRODUCT;
    if (s > 0x80000000 + limit)
      FAIL;
    C[i * p + j] = s;
  }
  return 0;
}

template <class T> static T number(double x) {
  return std::is_floating_point_v<T> ? T(x) : T(77);
}
template <class T>
static void sweep(const char *name, long (*form)(long, long, long, long, T *, const T *, const T *, T)) {
  struct Extents {
    long m, n, l;
  };
  for (Extents e : {Extents{17, 19, 23}, {8, 48, 24}, {33, 9, 31}, {12, 13, 263}, {70, 5, 18}, {3, 4, 5}}) {
    const long p = e.m + e.n + e.l;
    const T limit = 100, large = sizeof(T) == 2 ? 12000 : T(1e6);
    // Beside the matrices, everything is large.
    std::vector<T> A0(p * p, large), B0(p * p, 1), C0(p * p, large);
    FOR(i, e.m) FOR(k, e.l) A0[i * p + k] = T((i + k) % 2 ? 1 : -1);
    FOR(k, e.l) FOR(j, e.n) B0[k * p + j] = T((k + j) % 3);
    FOR(i, p) FOR(j, i < e.m ? e.n : i < e.n ? e.m : 0) C0[i * p + j] = T((i + j) % 4);
    FOR(i, e.m) FOR(j, e.m) C0[i * p + j] = T((i + j) % 4);
    for (long row : {-1L, 0L, 1L, e.m / 2, e.m - 1})
      for (long k : {0L, e.l / 2, e.l - 1})
        for (int what : {0, 1, 2, 3, 5}) {
          if (row < 0 && (k || what))
            continue;
          std::vector<T> A = A0, C = C0;
          // No number, infinity, a large number; or what is taken back three iterations later.
          if (row >= 0) {
            T &changed = A[row * p + k];
            changed = what == 0   ? number<T>(NAN)
                      : what == 1 ? number<T>(INFINITY)
                      : what < 4  ? large
                                  : -large;
            if (what % 2 && k + 3 < e.l)
              A[row * p + k + 3] = -changed;
          }
          long result = 0;
          try {
            result = form(e.m, e.n, e.l, p, C.data(), A.data(), B0.data(), limit);
          } catch (const std::domain_error &) {
            result = -2;
          }
          printf("%s %ldx%ldx%ld %ld %ld %d: %ld %016llx\n", name, e.m, e.n, e.l, row, k, what, result,
                 (unsigned long long)hash_of(C.data(), C.size() * sizeof(T)));
        }
  }
}

#define SWEEP(NAME) sweep(#NAME, NAME)
int main() {
  SWEEP(sum);
  SWEEP(storedBefore);
  SWEEP(returns);
  SWEEP(scalar);
  SWEEP(old);
  SWEEP(difference);
  SWEEP(product);
  SWEEP(notANumber);
  SWEEP(operandsToo);
  SWEEP(floats);
  SWEEP(shorts);
  SWEEP(triangle);
  SWEEP(columns);
  SWEEP(limits);
  SWEEP(noNumber);
  SWEEP(finite);
  SWEEP(infinite);
  SWEEP(tooLittle);
  SWEEP(inRange);
  SWEEP(magnitude);
  SWEEP(threeLimits);
  SWEEP(integers);
  SWEEP(unsignedIntegers);
}
