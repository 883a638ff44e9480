// REQUIRES: escop
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -mllvm -polly-escop-report %s -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s --check-prefix=REPORT
//
// What the shadow saves in each iteration decides from how many iterations on it is called: sums
// that are stored, with a check of each index, from a few hundred on. A chain of minima waits for
// each of them, while the nest has branches that are predicted: Levenshtein distances take longer.
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
  // REMARK: [[@LINE+1]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, 
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      Sums(i, 0) += A(i, j) * A(j, i);
}

__attribute__((noinline)) static int getDistance(const std::string &A, const std::string &B,
                                                 std::vector<int> &Row, std::vector<int> &Last) {
  // REMARK: [[@LINE+1]]:{{[0-9]+}}: remark: not tiled: not-profitable
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

int main() {
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

// REPORT: sumRows{{.*}}: 1 calls: 1 complete
