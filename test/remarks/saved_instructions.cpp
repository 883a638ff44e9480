// REQUIRES: escop
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -mllvm -polly-escop-report %s -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s --check-prefix=REPORT
//
// What the shadow saves in each iteration decides from how many iterations on it is called: sums
// that are stored, with a check of each index, from a few hundred on. A chain of minima waits for
// each of them, while the nest has branches that are predicted: of Levenshtein distances, only the
// copies of rows gain, which takes more.
// A prefix sum, whose parts the nest hands on through memory, gains from some hundred iterations
// on, too. Tiles of a factorization gain the earlier the more instructions an iteration has.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Matrix {
  long Rows, Columns;
  std::vector<double> Data;
  double &operator()(long i, long j) {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("matrix");
    return Data[i * Columns + j];
  }
};

__attribute__((noinline)) static void sumRows(Matrix &Sums, Matrix &A, int n) {
  // REMARK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, 
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      Sums(i, 0) += A(i, j) * A(j, i);
}

__attribute__((noinline)) static int getDistance(const std::string &A, const std::string &B,
                                                 std::vector<int> &Row, std::vector<int> &Last) {
  // REMARK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, plain): {{.*}} depth 2
  for (size_t i = 1; i <= A.size(); ++i) {
    Row.at(0) = i;
    for (size_t j = 1; j <= B.size(); ++j)
      Row.at(j) = std::min({Last.at(j) + 1, Row.at(j - 1) + 1,
                            Last.at(j - 1) + (A.at(i - 1) == B.at(j - 1) ? 0 : 1)});
    for (size_t j = 0; j <= B.size(); ++j)
      Last.at(j) = Row.at(j);
  }
  return Last.at(B.size());
}

// REMARK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, plain)
__attribute__((noinline)) static void addUp(std::vector<double> &Sums, int n) {
  for (int i = 1; i < n; ++i)
    Sums.at(i) += Sums.at(i - 1);
}

struct Rows {
  size_t Columns;
  std::vector<double> Data;
  double &operator()(size_t i, size_t j) { return Data.at(i * Columns + j); }
};

// What checks both indices, then their sum, and whether that overflows.
struct Offsets {
  size_t Columns;
  std::vector<double> Data;
  double &operator()(size_t i, size_t j) {
    if (i >= Columns || j >= Columns || i > (size_t(-1) - j) / Columns)
      throw std::out_of_range("matrix");
    return Data.at(i * Columns + j);
  }
};

template <class M> __attribute__((noinline)) static void factorise(M &A, int n) {
  // REMARK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, product)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = A(i, j);
      for (int k = 0; k < j; ++k)
        s -= A(i, k) * A(j, k);
      if (i == j && s <= 0)
        throw std::domain_error("pivot");
      A(i, j) = i == j ? s : s / A(j, j);
    }
}

template <class M> static double factoriseOf(int n) {
  M A{size_t(n), std::vector<double>(n * n, 1)};
  for (int i = 0; i < n; ++i)
    A(i, i) = 2 * n;
  factorise(A, n);
  return A(n - 1, n - 1);
}

static volatile int Size = 48; // Not known to the compiler.

int main() {
  std::vector<double> Parts(300, 1);
  addUp(Parts, Size);
  addUp(Parts, 300);
  printf("%g %g %g\n", Parts.back(), factoriseOf<Rows>(Size), factoriseOf<Offsets>(Size));
  for (long n : {8, 30}) {
    Matrix A{n, n, std::vector<double>(n * n, 2)}, Sums{n, 1, std::vector<double>(n)};
    sumRows(Sums, A, n);
    std::vector<int> Row(n + 1), Last(n + 1);
    for (long i = 0; i <= n; ++i)
      Last[i] = i;
    printf("%g %d\n", Sums(n - 1, 0),
           getDistance(std::string(n, 'a'), std::string(n, 'b'), Row, Last));
  }
  return 0;
}

// REPORT-DAG: sumRows{{.*}}: 1 calls: 1 complete
// REPORT-DAG: addUp{{.*}}: 1 calls: 1 complete
// REPORT-DAG: getDistance{{.*}}: 0 calls
// REPORT-DAG: factorise<Rows>{{.*}}: 0 calls
// REPORT-DAG: factorise<Offsets>{{.*}}: 1 calls: 1 complete
