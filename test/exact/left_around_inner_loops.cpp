// RUN: %exact %s "--optimized=%optimized" --tiled 3 \
// RUN:   --config "-O3 @optimized" --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0"
// RUN: %exact %s
//
// Outer loops that count down, and end where they skip what comes before their end: LLVM has found
// that both ask the same. Not every iteration comes by that branch.
#include "escop.h"
#include <stdexcept>
#include <vector>

using Vector = std::vector<int>;

NOINLINE static int alternatives(const int *a, Vector &b, long n, long m, bool flag) {
  for (long i = n; i-- > 0;) {
    for (long j = 0; j < m; ++j) {
      if (j + 1 != m)
        b.at(i * m + j) += 2;
      b[i * m] = 0;
    }
    if (flag) {
      for (long j = 0; j < m; ++j)
        if (i != 0)
          b.at(i * m + j) += a[j];
    } else {
      for (long j = 0; j < m; ++j)
        if (a[i * m + j] > 50)
          return 15;
    }
  }
  return 1;
}

NOINLINE static long triangle(const Vector &a, Vector &b, long n, long m) {
  long sum = 0;
  for (long i = n - 1; i >= 0; --i) {
    for (long j = 0; j < m; ++j)
      sum += a.at(i * m + j);
    b.at(i) = int(sum);
    if (m > 1)
      for (long k = 0; k < i; ++k)
        b.at(k) -= a.at(i * m + 1);
  }
  return sum;
}

NOINLINE static long stops(const Vector &a, Vector &b, long n, long m) {
  long i = n;
  do {
    for (long j = 0; j < m; ++j) {
      if (a.at((i - 1) * m + j) > 50)
        return i;
      if (i != 1)
        b.at((i - 1) * m + j) += a.at((i - 2) * m + j);
    }
    --i;
  } while (i != 0);
  return -1;
}

int main() {
  for (long n : {1, 2, 3, 4, 30})
    for (long m : {0, 1, 2, 3, 7, 100})
      for (long cut : {0, 1, 2}) {
        uint64_t hash = HASH_START;
        const long size = n * m;
        for (long bad = -1; bad < size; bad += size > 60 ? 37 : 1)
          for (int which = 0; which < 4; ++which) {
            Vector a(size + 1, 3), b(size - cut > 0 ? size - cut : 1, 7);
            if (bad >= 0)
              a[bad] = 60;
            long what = 0;
            try {
              switch (which) {
              case 0:
              case 1:
                b.resize(size + 1, 5);
                what = alternatives(a.data(), b, n, m, which);
                break;
              case 2:
                b.resize(n + 1 - cut, 4);
                what = triangle(a, b, n, m);
                break;
              case 3:
                what = stops(a, b, n, m);
              }
            } catch (const std::out_of_range &) {
              what = -7;
            }
            hash = hash_more(hash, &what, sizeof what);
            hash = hash_more(hash, b.data(), b.size() * sizeof(int));
          }
        printf("%ld x %ld, %ld: %llx\n", n, m, cut, (unsigned long long)hash);
      }
}
