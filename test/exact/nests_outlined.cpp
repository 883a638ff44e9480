// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -mllvm -polly-escop-least-work=100 -fno-discard-value-names \
// RUN:   -I %S/../Inputs -S -emit-llvm %s -o - | FileCheck %s
// RUN: %exact %s --tiled 9 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=30" \
// RUN:   --config "-O3 @optimized -g -mllvm -polly-escop-least-work=100" \
// RUN:   --config "-O2 @optimized -mllvm -polly-escop-least-work=100000"
//
// What calls a driver is moved to a function, which leaves as the nest does: by a throw, a return, a
// jump, or to its end, with values of several types that are known where it leaves. If a call in the
// nest may unwind to a handler or to destructors of the function, it stays there. Extents below and
// above the least work.
#include "escop.h"
#include <stdexcept>
#include <vector>

struct Bad {
  long i, j;
};
static int handled;
NOINLINE static bool report(long i, long j) {
  ++handled;
  if (handled % 5 == 4)
    throw Bad{i, -j};
  return handled % 3 == 2;
}
struct Trace {
  long &count;
  explicit Trace(long &count) : count(count) {}
  ~Trace() { count = count * 3 + 1; }
};

// Three ways out, each with its values.
// CHECK-LABEL: define {{.*}}@_ZL4waysPdPKdl(
// CHECK: br i1 %escop.little, label %escop.few
// CHECK: call {{.*}}ways{{.*}}escop.nest
// CHECK-NOT: call {{.*}}escop.driver
NOINLINE static long ways(double *c, const double *a, long n) {
  long i, j = -7;
  double sum = 0;
  const double *last = a;
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      const double x = a[i * n + j];
      if (x == POISON)
        throw Bad{i, j};
      if (x == POISON + 1)
        return i * 1000 + j + long(sum);
      if (x == POISON + 2)
        goto left;
      c[i * n + j] += x * 2;
      sum += x;
      last = &a[i * n + j];
    }
  return long(sum) + j + (last - a);
left:
  return -(i * 1000 + j) * 3 + long(sum) - (last - a);
}

// A handler that may throw, to a destructor of the function.
// CHECK-LABEL: define {{.*}}@_ZL9destroyedPdPKdlRl(
// CHECK: call {{.*}}escop.driver
NOINLINE static long destroyed(double *c, const double *a, long n, long &count) {
  Trace trace(count);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] >= POISON && report(i, j))
        return i * 1000 + j;
      c[i * n + j] += a[i * n + j] * 3;
    }
  return -1;
}

// A handler in the loop.
NOINLINE static long caught(double *c, const double *a, long n) {
  long bad = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      try {
        if (a[i * n + j] >= POISON)
          throw Bad{i, j};
        c[i * n + j] += a[i * n + j] * 3;
      } catch (const Bad &b) {
        bad = bad * 31 + b.i * n + b.j;
      }
    }
  return bad;
}

// The second nest begins with what the first one ends with.
NOINLINE static long behind(double *c, double *d, const double *a, long n) {
  long i = 0;
  double greatest = -1;
  for (; i < n * n; ++i) {
    if (a[i] >= POISON)
      break;
    c[i] = a[i] + 1;
    greatest = a[i] > greatest ? a[i] : greatest;
  }
  for (long k = i; k < n * n; ++k) {
    if (a[k] == POISON + 1)
      throw Bad{k, long(greatest)};
    d[k] = a[k] * 2 + greatest;
  }
  return i + long(greatest);
}

// Rows of several lengths, which are executed in blocks, in a loop that is not transformed.
// CHECK-LABEL: define {{.*}}@_ZL4rowsPdPKdlli(
// CHECK-NOT: escop.nest
// CHECK: call {{.*}}escop.driver
NOINLINE static long rows(double *c, const double *a, long n, long k, int times) {
  for (int t = 0; t < times; ++t, k = (k * 5 + 3) % n)
    for (long i = 0; i < n - k; ++i) {
      const double x = a[k * n + i];
      if (x >= POISON)
        throw Bad{t, i};
      c[k * n + i] = x + t;
    }
  return k;
}

// A structure, a float, a bool and a narrow integer are known behind the nest.
struct Found {
  short row;
  bool any;
  float least;
};
NOINLINE static Found least(const std::vector<float> &a, size_t n, float limit) {
  Found found = {-1, false, 1e9f};
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      const float x = a.at(i * n + j);
      if (x > limit)
        return found;
      found.any |= x == 3;
      found.least = x < found.least ? x : found.least;
      found.row = short(i);
    }
  return found;
}

// The return address is the function's, not that of what it calls.
static void *volatile returned;
NOINLINE static long returning(double *c, const double *a, long n, int times, int when) {
  for (int t = 0; t < times; ++t) {
    if (t == when)
      returned = __builtin_return_address(0);
    for (long i = 0; i < n; ++i) {
      if (a[i] >= POISON)
        return i;
      c[i] = a[i] + t;
    }
    asm volatile("" ::: "memory");
  }
  return -1;
}

NOINLINE static bool returnsHere(double *c, const double *a, long n, int times) {
  returning(c, a, n, times, 1);
  const long behind = (char *)returned - (char *)&returnsHere;
  return behind > 0 && behind < 200;
}

static double *at(std::vector<double> &v) { return v.data(); }

int main(int argc, char **) {
  std::vector<double> ones(1000, 1), sums(1000);
  printf("%d\n", returnsHere(at(sums), at(ones), 1000, argc + 2));
  for (long n : {1, 2, 5, 9, 40, 80})
    for (long bad = -1; bad < n * n; bad += n < 9 ? 1 : 1 + n * n / 17)
      for (int kind = 0; kind < 3; ++kind) {
        std::vector<double> a(n * n), c(n * n), d(n * n);
        std::vector<float> f(n * n);
        for (long i = 0; i < n * n; ++i)
          a[i] = small(i, i / n, 9), f[i] = float(small(i / n, i, 11) + 2);
        if (bad >= 0)
          a[bad] = POISON + kind, f[bad] = 1000;
        if (bad >= 0 && kind == 2 && bad + 3 < n * n)
          a[bad + 3] = POISON, a[bad + 2] = POISON + 1;
        long results[8] = {}, count = 0;
        for (int which = 0; which < 6; ++which)
          try {
            Found found;
            switch (which) {
            case 0: results[0] = ways(at(c), at(a), n); break;
            case 1: results[1] = destroyed(at(c), at(a), n, count); break;
            case 2: results[2] = caught(at(c), at(a), n); break;
            case 3: results[3] = behind(at(c), at(d), at(a), n); break;
            case 4: results[4] = rows(at(c), at(a), n, (bad + 3) % 3 % n, argc + 2); break;
            default:
              found = least(f, n + (kind == 1), 500);
              results[5] = found.row * 4 + found.any * 2 + long(found.least * 100);
            }
          } catch (const Bad &e) {
            results[6] = results[6] * 7 + e.i * 1000 + e.j;
          } catch (const std::out_of_range &) {
            results[7] += which + 1;
          }
        uint64_t h = hash_of(results, sizeof results);
        h = hash_more(h, &count, sizeof count);
        h = hash_more(h, &handled, sizeof handled);
        h = hash_more(h, c.data(), c.size() * sizeof(double));
        h = hash_more(h, d.data(), d.size() * sizeof(double));
        printf("n=%ld bad=%ld kind=%d %llx\n", n, bad, kind, (unsigned long long)h);
      }
}
