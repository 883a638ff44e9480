// RUN: %exact %s --tiled 1
//
// std::lock_guard<std::mutex> lock(m); Timer timer(total); std::vector<double> sums(n);
// for (i) for (j) for (k) { C[i][j] += A[i][k] * B[k][j]; if (C[i][j] > LIMIT) throw ...; }
// Destructors run once, whether the nest ends or throws.
#include "idioms.h"
#include <mutex>
#include <vector>

static std::mutex Mutex;
static long Entered, Left;
struct Scope {
  Scope() { ++Entered; }
  ~Scope() { Left += Entered; }
};

NOINLINE double multiply(long n, Row *C, const Row *A, const Row *B) {
  std::lock_guard<std::mutex> lock(Mutex);
  Scope scope;
  std::vector<double> sums(n);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
        sums[j] += A[i][k];
      }
  return sums[n / 2];
}

int main() {
  productOf("multiply", CheckedC, [](long n, Row *C, const Row *A, const Row *B) {
    printf(" (%ld %ld)", Entered, Left);
    return multiply(n, C, A, B);
  });
  printf("%d\n", Mutex.try_lock());
  return 0;
}
