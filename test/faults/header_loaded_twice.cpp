// RUN: %exact %s --tiled 4 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2"
// RUN: %counted_unpacked %s sums:complete,early rows:complete,early swapped:complete,early
//
// Two loops over one vector: its address was hoisted out of the first, and is loaded again for the
// second, behind the first one's check. The two are compared in front of the nest.
#include "escop.h"
#include <vector>

constexpr long N = 24, M = 20;

NOINLINE bool sums(std::vector<long> &c, unsigned long n, unsigned long m) {
  for (unsigned long i = 0; i < n; ++i) {
    long sum = 0;
    for (unsigned long j = 0; j < m; ++j) {
      sum += c[i * m + j];
      c[i * m + j] = sum;
      if (sum < 0)
        return false;
    }
    for (unsigned long j = m; j-- > 0;) {
      c[i * m + j] -= sum;
      if (c[i * m + j] > 0)
        return false;
    }
  }
  return true;
}

NOINLINE long rows(std::vector<long> &c, const std::vector<long> &a, unsigned long n,
                   unsigned long m) {
  for (unsigned long i = 0; i < n; ++i) {
    for (unsigned long j = 0; j < m; ++j) {
      c[j] += a[i * m + j];
      if (c[j] < 0)
        return -(long)i;
    }
    for (unsigned long j = 0; j < m; ++j) {
      c[j] += 3 * a[i * m + j];
      if (c[j] < -1000)
        return (long)i;
    }
  }
  return c[0];
}

// A handler exchanges what the first loop works on.
NOINLINE long swapped(std::vector<long> &c, std::vector<long> &d, unsigned long n,
                      unsigned long m) {
  long caught = 0;
  for (unsigned long i = 0; i < n; ++i)
    try {
      for (unsigned long j = 0; j < m; ++j) {
        c[i * m + j] += 5;
        if (c[i * m + j] < 0)
          throw (long)i;
      }
      for (unsigned long j = 0; j < m; ++j)
        c[i * m + j] *= 3;
    } catch (long) {
      ++caught;
      c.swap(d);
    }
  return caught;
}

using Bytes = std::vector<unsigned char>;

// What was loaded first is another vector's address by then. A byte may be one of the header.
NOINLINE long exchanged(Bytes &c, Bytes &d, unsigned long n, unsigned long m) {
  unsigned char *old = c.data();
  long caught = 0;
  for (unsigned long i = 0; i < n; ++i)
    try {
      for (unsigned long j = 0; j < m; ++j) {
        old[i * m + j] += 5;
        if (old[i * m + j] > 200)
          throw (long)i;
      }
      for (unsigned long j = 0; j < m; ++j)
        c[i * m + j] *= 3;
    } catch (long) {
      ++caught;
      c.swap(d);
    }
  return caught;
}

static std::vector<long> C(N *M), A(N *M), D(N *M);

static void reset(long bad) {
  for (long x = 0; x < N * M; ++x) {
    C[x] = small(x, 1, 9);
    A[x] = small(x, 2, 7);
    D[x] = small(x, 3, 5);
  }
  if (bad >= 0)
    C[bad] = A[bad] = -100000;
}

static void print(const char *what, long bad, long result) {
  printf("%s %ld: %ld %llx\n", what, bad, result,
         (unsigned long long)(hash_of(C.data(), N * M * 8) + 3 * hash_of(D.data(), N * M * 8)));
}

int main(int argc, char **) {
  for (long bad = -1; bad < N * M; bad += 7) {
    reset(bad);
    print("sums", bad, sums(C, N * argc, M * argc));
    reset(bad);
    print("rows", bad, rows(C, A, N * argc, M * argc));
    reset(bad);
    print("swapped", bad, swapped(C, D, N * argc, M * argc));
    Bytes x(N * M), y(N * M);
    for (long k = 0; k < N * M; ++k) {
      x[k] = k == bad ? 250 : small(k, 1, 9);
      y[k] = small(k, 2, 7);
    }
    print("exchanged", bad, exchanged(x, y, N * argc, M * argc));
    printf("%llx\n", (unsigned long long)(hash_of(x.data(), N * M) + 3 * hash_of(y.data(), N * M)));
  }
  return 0;
}
