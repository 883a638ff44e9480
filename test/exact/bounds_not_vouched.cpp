// RUN: %exact %s --tiled 1
//
// A limit that means "none": what the nest would access behind the throw is not vouched for, and
// the number of its bytes wraps. The driver divides by it.
#include "escop.h"
#include <initializer_list>
#include <limits.h>

constexpr long M = 2048, End = 1200;
static short Sum[M], In[M];
static bool Touched[128];

// The sum becomes negative at the end of the data.
NOINLINE static long accumulate(long rows, long limit, short *sum, const short *in, bool *touched) {
  for (long i = 0; i < rows; ++i) {
    touched[i] = true;
    for (long j = 0; j < limit; ++j) {
      sum[j] += in[j];
      if (sum[j] < 0)
        return i * 100000 + j;
    }
  }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (long limit : {500L, 1000L, LONG_MAX / 3, LONG_MAX - 1, LONG_MAX}) {
    for (long j = 0; j < M; ++j) {
      Sum[j] = small(j, 2, 7);
      In[j] = small(j, 1, 3);
    }
    In[End] = -100;
    memset(Touched, 0, sizeof Touched);
    long where = accumulate(20 * argc, limit, Sum, In, Touched);
    uint64_t h = hash_more(hash_of(Sum, sizeof Sum), Touched, sizeof Touched);
    printf("%ld: %ld %llx\n", limit, where, (unsigned long long)h);
  }
  return 0;
}
