// RUN: %exact %s
// A guard in the entry block of a data-dependent branch, which Polly models as a region statement.
#include <cstdio>
#include <cstdint>
static uint16_t A[19][12];
__attribute__((noinline)) long f(const uint64_t *C, int ldC, const uint64_t *D, int ldD, int m) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m - i; ++j) {
      if (C[i * ldC + j] == (uint64_t)-1)
        return 100 * i + j;
      if (D[i * ldD + j] > 0)
        A[i][j] = (uint16_t)((uint64_t)A[i][j] ^ ((uint64_t)A[j + i][j + 2] - (uint64_t)A[i][j + 2]));
    }
  return -1;
}
static uint64_t C[40 * 40], D[1600];
int main() {
  for (int at = 0; at < 100; ++at) {
    for (int i = 0; i < 1600; ++i) C[i] = i % 7, D[i] = i % 5;
    C[at] = -1;
    printf("%d:%ld ", at, f(C, 10, D, 10, 10));
    ;
  }
  puts("");
}
