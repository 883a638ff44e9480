// RUN: %exact_unpacked %s --tiled 6
// RUN: %exact %s --tiled 6 --config "-O3 @optimized"
//
// Vectors that the program loads and stores with the alignment of their elements: so are the sum
// that is kept in the result, and what is packed. Each product has offsets from an aligned address.
#include "escop.h"
#include <initializer_list>

constexpr int N = 40, K = 48, M = 32, Offsets = 5;
struct Two {
  typedef double V __attribute__((vector_size(16), aligned(8)));
  typedef V Row[M];
};
struct Four {
  typedef double V __attribute__((vector_size(32), aligned(8)));
  typedef V Row[M];
};
alignas(64) static double B[K * M * 4 + Offsets], C[N * M * 4 + Offsets];
static double A[N][K], Limits[N];

// The guard is evaluated ahead.
template <class T>
NOINLINE static int sums(int n, const double (*a)[K], const typename T::Row *b,
                         typename T::Row *c) {
  for (int i = 0; i < n; ++i) {
    if (Limits[i] > LIMIT)
      return i;
    for (int j = 0; j < M; ++j) {
      typename T::V sum = {};
      for (int k = 0; k < K; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
  return -1;
}

// The guard reads the result: it is speculated.
template <class T>
NOINLINE static int checked(int n, const double (*a)[K], const typename T::Row *b,
                            typename T::Row *c) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < M; ++j) {
      typename T::V sum = {};
      for (int k = 0; k < K; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
    if (c[i][0][0] > LIMIT)
      return i;
  }
  return -1;
}

// The second operand is packed.
template <class T>
NOINLINE static int packed(int n, const double (*a)[K], const typename T::Row *b,
                           typename T::Row *c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j) {
      typename T::V sum = {};
      for (int k = 0; k < K; ++k) {
        if (a[i][k] > LIMIT)
          return i * 10000 + j * 100 + k;
        sum += a[i][k] * b[k][j];
      }
      c[i][j] = sum;
    }
  return -1;
}

template <class T> static void run(const char *what, int n) {
  int number = 0;
  for (auto kernel : {sums<T>, checked<T>, packed<T>}) {
    for (int offset = 0; offset < Offsets; ++offset)
      for (bool bad : {false, true}) {
        for (int i = 0; i < N; ++i)
          for (int k = 0; k < K; ++k)
            A[i][k] = small(i, k, 7);
        for (int x = 0; x < K * M * 4 + Offsets; ++x)
          B[x] = small(x, 2, 5);
        memset(C, 0, sizeof C);
        memset(Limits, 0, sizeof Limits);
        if (bad)
          Limits[N - 2] = A[N - 2][3] = POISON;
        void *b = B + offset, *c = C + offset;
        int where = kernel(n, A, (const typename T::Row *)b, (typename T::Row *)c);
        printf("%s %d %d %d: %d %llx\n", what, number, offset, bad, where,
               (unsigned long long)hash_of(C, sizeof C));
      }
    ++number;
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  run<Two>("two", N * argc);
  run<Four>("four", N * argc);
  return 0;
}
