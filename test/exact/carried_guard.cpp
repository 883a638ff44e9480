// RUN: %exact %s
// A value carried by a PHI is what a guard looks at: the block is split into statements.
#include <cstdio>
#include <cstdint>
#include <cstddef>
static uint32_t A[16][16];
static uint64_t B[16][2];
static int32_t C[16][16];
__attribute__((noinline)) long f(size_t n, size_t p, uint64_t t) {
  for (size_t i = 1; i < p + 1; ++i)
    for (size_t j = 0; j < n; ++j) {
#ifndef NOGUARD
      if ((C[i][j] & 63) == t)
        return 100 + (long)i;
#endif
      A[j][i + 1] = (uint32_t)((uint64_t)C[j][i + 1] - B[i][0]);
      C[i][j + 1] = (int32_t)((uint64_t)C[i][j + 1] ^ (uint64_t)A[i][j]);
    }
  return 1;
}
int main() {
  for (int n = 0; n < 13; ++n) for (int p = 0; p < 13; ++p) {
    for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) A[i][j] = i * 777 + j * 1234567, C[i][j] = i * 12345 + 991 * j, B[i][j & 1] = i * 377 + j;
    long r = f(n, p, 10000);
    uint64_t h = 0;
    for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) h = h * 31 + A[i][j] + 7 * C[i][j];
    printf("%d %d: %ld %lx\n", n, p, r, (long)h);
  }
}
