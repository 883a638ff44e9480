// RUN: %exact_packed %s --cflags="-fno-builtin-malloc -pthread" --tiled 1 --config "-O3 @optimized"
//
// Where malloc is not to be called, operands of a product are not packed: on the stack, of which
// this thread has less, they would not fit.
#include "escop.h"
#include <initializer_list>
#include <pthread.h>

constexpr long N = 400;
typedef double Row[N];
static Row A[N], B[N], C[N];
static long Length = N, Where;

NOINLINE static long product(long n, Row *c, const Row *a, const Row *b) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (a[i][k] > LIMIT)
          return i * 1000000 + j * 1000 + k;
        c[i][j] += a[i][k] * b[k][j];
      }
  return -1;
}

static void *run(void *) {
  Where = product(Length, C, A, B);
  return nullptr;
}

int main(int argc, char **) {
  Length *= argc; // unknown to the compiler
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  for (bool bad : {false, true}) {
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < N; ++j) {
        A[i][j] = small(i, j, 7);
        B[i][j] = small(i, j, 5);
        C[i][j] = 1;
      }
    if (bad)
      A[N - 3][5] = POISON;
    pthread_t thread;
    pthread_create(&thread, &attributes, run, nullptr);
    pthread_join(thread, nullptr);
    printf("%d: %ld %llx\n", bad, Where, (unsigned long long)hash_of(C, sizeof C));
  }
  return 0;
}
