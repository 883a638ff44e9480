// RUN: %exact %s --tiled 1 --config "-O3 -flto -fuse-ld=lld-19 @optimized" \
// RUN:   --config "-O3 -flto -fuse-ld=lld-19 @naive" --config "-O3 -flto=thin -fuse-ld=lld-19 @naive"
//
// At link time the compiler learns which table the nest reads, and that it ends where the nest
// throws: what is read ahead, behind it, is then undefined, but it does not hide the exception.
#include "escop.h"

template <class T> void add(T *a, const T *table, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (a[i * m + j] < 0)
        throw i * 1000 + j;
      if (table[j] == 77)
        throw -5L;
      a[i * m + j] += table[j];
    }
}
template NOINLINE void add(long *, const long *, long, long);
template NOINLINE void add(double *, const double *, long, long);

constexpr long N = 4096, M = 8;
static const long Longs[4] = {1, 2, 3, 4};
static const double Doubles[4] = {1, 2, 3, 4};
static long A[N * M];
static double B[N * M];

template <class T, long K> static void run(T *a, const T (&table)[K]) {
  for (long s = 0; s < K; ++s) {
    for (long i = 0; i < N * M; ++i)
      a[i] = i;
    a[s] = -1;
    try {
      add(a, table, N, M);
      printf("done\n");
    } catch (long at) {
      printf("%ld %ld %llx\n", s, at, (unsigned long long)hash_of(a, N * M * sizeof(T)));
    }
  }
}

int main() {
  run(A, Longs);
  run(B, Doubles);
  return 0;
}
