// RUN: %exact %s --tiled 4
// RUN: %exact %s --cflags=-fno-exceptions --config "-O3 @optimized %unpacked" --tiled 4
//
// Error handlers that return, or throw in some calls, in C++: BOOST_ENABLE_ASSERT_HANDLER. The calls
// are invokes where an object is to be destroyed or the nest catches.
#include "escop.h"

enum { N = 9 };
static int calls, throwAt;
static uint64_t trace;
static double a[N * N], b[N * N], c[N * N];
static volatile size_t extent = N; // not known when compiled

NOINLINE void assertionFailed(const char *what, const char *, long line) {
  ++calls;
  trace = hash_more(trace + (unsigned char)what[0] + line, c, sizeof(c));
  c[calls % (N * N)] += 10;
#ifdef __cpp_exceptions
  if (calls == throwAt)
    throw calls;
#endif
}
#define CHECK(x) ((x) ? (void)0 : assertionFailed(#x, __func__, __LINE__))

struct Matrix {
  size_t n, m;
  double *d;
  double &operator()(size_t i, size_t j) const {
    CHECK(i < n);
    CHECK(j < m);
    return d[i * N + j];
  }
};
struct Object {
  int *counter;
  explicit Object(int &counter) : counter(&counter) { ++counter; }
  NOINLINE ~Object() { *counter += 100; }
};

NOINLINE static void product(const Matrix A, const Matrix B, const Matrix C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C(i, j) += A(i, k) * B(k, j);
}
NOINLINE static void raii(const Matrix &A, const Matrix &B, const Matrix &C, size_t n, int &counter) {
  Object object(counter);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C(i, j) += A(i, k) * B(k, j);
}
NOINLINE static int data(const double *A, const double *B, double *__restrict C, size_t n) {
  int failed = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        CHECK(A[i * N + k] < LIMIT);
        C[i * N + j] += A[i * N + k] * B[k * N + j];
      }
  return failed;
}
NOINLINE static int caught(const double *A, const double *B, double *__restrict C, size_t n) {
  int failed = 0;
  for (size_t i = 0; i < n; ++i)
#ifdef __cpp_exceptions
    try {
#endif
      for (size_t j = 0; j < n; ++j)
        for (size_t k = 0; k < n; ++k) {
          CHECK(A[i * N + k] < LIMIT);
          C[i * N + j] += A[i * N + k] * B[k * N + j];
        }
#ifdef __cpp_exceptions
    } catch (int value) {
      failed += value;
    }
#endif
  return failed;
}

static void reset() {
  for (int k = 0; k < N * N; ++k) {
    a[k] = k % 5 + 1;
    b[k] = k % 3 - 1;
    c[k] = k % 7;
  }
  calls = 0;
  trace = 0;
}
template <typename Nest> static void run(const char *name, int at, Nest nest) {
  int result = 0;
#ifdef __cpp_exceptions
  try {
    result = nest();
  } catch (int value) {
    result = -value;
  }
#else
  result = nest();
#endif
  printf("%s %d %d: %d, %d calls %llx, %llx\n", name, at, throwAt, result, calls,
         (unsigned long long)trace, (unsigned long long)hash_of(c, sizeof(c)));
}

int main() {
  for (throwAt = 0; throwAt < 3; ++throwAt) {
    for (size_t rows = 0; rows <= N; ++rows)
      for (size_t columns = rows & 1; columns <= N; columns += 2) {
        Matrix A{rows, columns, a}, B{N, N, b}, C{N, N, c};
        int counter = 0;
        reset();
        run("product", rows * 100 + columns, [&] { return product(A, B, C, extent), 0; });
        reset();
        run("raii", rows * 100 + columns, [&] { return raii(B, A, C, extent, counter), counter; });
      }
    for (int at = -1; at < N * N; ++at) {
      reset();
      if (at >= 0)
        a[at] = POISON;
      run("data", at, [&] { return data(a, b, c, extent); });
      reset();
      if (at >= 0)
        a[at] = POISON;
      run("caught", at, [&] { return caught(a, b, c, extent); });
    }
  }
}
