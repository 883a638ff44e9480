// A kernel and its caller, in two translation units.
#include "escop.h"
#include <stdexcept>

using Row = double[64];
void kernel(long n, Row *C, const Row *A, const Row *B);

#ifdef KERNEL
void kernel(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (!(A[i][k] <= LIMIT))
          throw std::domain_error("A");
        C[i][j] += A[i][k] * B[k][j];
      }
}
#endif

#ifdef MAIN
int main() {
  static Row A[64], B[64], C[64];
  for (int p = -1; p < 64; p++) {
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++) {
        A[i][j] = small(i, j, 7);
        B[i][j] = small(i, j, 5);
        C[i][j] = small(i, j, 3);
      }
    if (p >= 0)
      A[p][(p * 7) % 64] = POISON;
    try {
      kernel(64, C, A, B);
      printf("%d end", p);
    } catch (const std::domain_error &e) {
      printf("%d %s", p, e.what());
    }
    printf(" %llx\n", (unsigned long long)hash_of(C, sizeof C));
  }
}
#endif
