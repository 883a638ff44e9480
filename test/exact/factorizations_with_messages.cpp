// RUN: %exact_unpacked %s --tiled 2 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized %unpacked -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s %}
//
// Factorizations of a matrix class with counters of 32 bits, whose accessor makes a message so
// large that Clang does not inline it. Where it has been inlined, the counters are widened, and the
// data pointer is loaded in front of the nest. Pivots that are zero, not positive, or not in the
// matrix, and elements behind its last row or column, are met at each position.
#include "escop.h"
#include "matrix_with_messages.h"
#include <cmath>
#include <initializer_list>
#include <stdexcept>
#include <string>

NOINLINE static void lu(Doubles &A, int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, product){{.*}} depth 3
  for (int k = 0; k < n; ++k) {
    if (A(k, k) == 0)
      throw std::domain_error("pivot " + std::to_string(k));
    for (int i = k + 1; i < n; ++i) {
      A(i, k) /= A(k, k);
      for (int j = k + 1; j < n; ++j)
        A(i, j) -= A(i, k) * A(k, j);
    }
  }
}
// By columns, of what is to their left.
NOINLINE static void cholesky(Doubles &A, int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, product){{.*}} depth 3
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        A(i, j) -= A(i, k) * A(j, k);
    if (!(A(j, j) > 0))
      throw std::domain_error("pivot " + std::to_string(j) + ": " + std::to_string(A(j, j)));
    A(j, j) = std::sqrt(A(j, j));
    for (int i = j + 1; i < n; ++i)
      A(i, j) /= A(j, j);
  }
}
constexpr int N = 40, Size = (N + 3) * (N + 3);
static double A[Size];

template <class Call> static void run(const char *name, int n, int bad, Call call) {
  const std::string what = messageOf(call);
  printf("%s %d %d: %s %016llx\n", name, n, bad, what.c_str(),
         (unsigned long long)hash_of(A, sizeof A));
}
static void fill() {
  for (int p = 0; p < Size; ++p)
    A[p] = small(p, 1, 5);
}
// All of its leading minors are positive.
static Doubles definite(int n, int rows, int columns) {
  Doubles M = {rows, columns, A};
  fill();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      M(i, j) = (i < j ? small(i, j, 9) : small(j, i, 9)) + (i == j ? 9 * n : 0);
  return M;
}

static void factorizations(int n) {
  const int step = n > 20 ? 5 : 1;
  for (int bad = -1; bad < n; bad += bad < 0 ? 1 : step)
    for (double pivot : {0.0, -1e9, double(NAN)}) {
      Doubles M = definite(n, n, n + 2);
      if (bad >= 0)
        M(bad, bad) = pivot;
      run("cholesky", n, bad, [&] { cholesky(M, n); });
      M = definite(n, n + 1, n);
      // The pivot becomes 0, too.
      for (int k = 0; bad >= 0 && k < n; ++k)
        M(bad, k) = pivot == 0 ? (bad ? M(bad - 1, k) : 0) : k == bad ? pivot : M(bad, k);
      run("lu", n, bad, [&] { lu(M, n); });
    }
  for (int bad = 0; bad < n; bad += step) {
    Doubles M = definite(n, bad, n);
    run("cholesky, rows", n, bad, [&] { cholesky(M, n); });
    M = definite(n, n, bad);
    run("cholesky, columns", n, bad, [&] { cholesky(M, n); });
    M = definite(n, bad, n);
    run("lu, rows", n, bad, [&] { lu(M, n); });
    M = definite(n, n, bad);
    run("lu, columns", n, bad, [&] { lu(M, n); });
  }
}
int main() {
  for (int n : {1, 2, 3, 8, N})
    factorizations(n);
  return 0;
}
