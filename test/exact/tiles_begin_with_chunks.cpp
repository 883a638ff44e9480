// RUN: %exact %s --tiled 4 --cflags=-ffp-contract=off
//
// Factorizations and solves of sizes that chunks divide in uneven parts, some of which count down,
// or return where others throw: tiles begin where the chunk does. A pivot is bad at each place of
// some sizes, and at some places of others.
#include "escop.h"
#include <cmath>
#include <stdexcept>

constexpr int Most = 170, Pitch = Most + 5;

struct ByRows {
  double *p;
  int n;
  double &operator()(int i, int j) const {
    if (unsigned(i) >= unsigned(n) || unsigned(j) >= unsigned(n))
      throw std::out_of_range("row or column");
    return p[i * Pitch + j];
  }
};

struct ByColumns {
  float *p;
  size_t n;
  float &operator()(size_t i, size_t j) const {
    if (i >= n || j >= n)
      throw std::out_of_range("row or column");
    return p[j * Pitch + i];
  }
};

NOINLINE static int returning(int n, double *a, int pitch) {
  for (int k = 0; k < n; ++k) {
    if (a[k * pitch + k] == 0.0)
      return k + 1;
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * pitch + k] /= a[k * pitch + k];
      for (int j = k + 1; j < n; ++j)
        a[i * pitch + j] -= f * a[k * pitch + j];
    }
  }
  return 0;
}

NOINLINE static void lookingRight(ByColumns A) {
  const size_t n = A.n;
  for (size_t k = 0; k < n; ++k) {
    if (!(A(k, k) > 0))
      throw int(k);
    A(k, k) = std::sqrt(A(k, k));
    for (size_t i = k + 1; i < n; ++i)
      A(i, k) /= A(k, k);
    for (size_t j = k + 1; j < n; ++j)
      for (size_t i = j; i < n; ++i)
        A(i, j) -= A(i, k) * A(j, k);
  }
}

NOINLINE static void backwards(ByColumns U, ByColumns B) {
  for (size_t j = 0; j < B.n; ++j)
    for (size_t i = B.n; i-- > 0;) {
      if (U(i, i) == 0)
        throw int(i);
      const float t = B(i, j) /= U(i, i);
      for (size_t k = 0; k < i; ++k)
        B(k, j) -= t * U(k, i);
    }
}

// The rows of the result are chunked, and its columns begin at the first one.
NOINLINE static void lookingLeft(ByRows A) {
  for (int i = 0; i < A.n; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k)
        A(i, j) -= A(i, k) * A(k, j);
      A(i, j) /= A(j, j);
    }
    for (int j = i; j < A.n; ++j)
      for (int k = 0; k < i; ++k)
        A(i, j) -= A(i, k) * A(k, j);
    if (A(i, i) == 0)
      throw i;
  }
}

static double A[Most * Pitch];
static float U[Most * Pitch], B[Most * Pitch];

static void fill(int n, int bad) {
  for (int i = 0; i < Most * Pitch; ++i) {
    A[i] = small(i, 3, 7);
    U[i] = float(small(i, 5, 7));
    B[i] = float(small(i, 2, 9));
  }
  for (int i = 0; i < n; ++i) {
    A[i * Pitch + i] = 9 * n + i;
    U[i * Pitch + i] = float(9 * n + i);
  }
  if (bad >= 0) {
    U[bad * Pitch + bad] = 0;
    // Nothing is subtracted from this pivot.
    for (int j = 0; j < n; ++j)
      A[bad * Pitch + j] = A[j * Pitch + bad] = U[bad * Pitch + j] = U[j * Pitch + bad] = 0;
  }
}

template <class Fn> static void run(const char *name, int n, int bad, Fn nest) {
  fill(n, bad);
  int result = -1000;
  try {
    result = nest();
  } catch (int at) {
    result = -at - 1;
  }
  uint64_t h = hash_of(A, sizeof A);
  h = hash_more(h, U, sizeof U);
  h = hash_more(h, B, sizeof B);
  printf("%s n=%d bad=%d: %d %016llx\n", name, n, bad, result, (unsigned long long)h);
}

int main() {
  for (int n : {1, 2, 3, 7, 20, 49, 96, 97, 131, Most})
    for (int bad = -1; bad < n; bad += n < 50 ? 1 : 13) {
      run("returning", n, bad, [&] { return returning(n, A, Pitch); });
      run("right", n, bad, [&] { return lookingRight({U, size_t(n)}), 0; });
      run("backwards", n, bad, [&] { return backwards({U, size_t(n)}, {B, size_t(n)}), 0; });
      run("left", n, bad, [&] { return lookingLeft({A, n}), 0; });
    }
}
