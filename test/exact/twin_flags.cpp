// RUN: %exact %s --tiled 2
//
// Two operations on the same sizes, one that may not overflow (it would be undefined, and stands
// where it does not), and one that wraps: they are computed once, in front of the nest, and what
// holds for the one does not hold for the other.
#include "escop.h"
#include <limits.h>

constexpr long N = 40;
static int In[N * N], Out[N * N], State[N * N];

struct Calibration {
  int gain, bias;
};

NOINLINE long sums(const Calibration &c, long n, long columns) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (j >= columns)
        return i * 100 + j;
      int v = In[i * n + j];
      Out[i * n + j] = (v & 1) ? c.gain + c.bias : v;
      int sum = (int)((unsigned)c.gain + (unsigned)c.bias);
      State[i * n + j] = (v & 2) && sum < c.gain ? 7 : 3;
    }
  return -1;
}

NOINLINE long differences(const Calibration &c, long n, long columns) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (j >= columns)
        return i * 100 + j;
      int v = In[i * n + j];
      Out[i * n + j] = (v & 1) ? c.gain - c.bias : v;
      int difference = (int)((unsigned)c.gain - (unsigned)c.bias);
      State[i * n + j] = (v & 2) && difference > c.gain ? 7 : 3;
    }
  return -1;
}

static void show(const char *what, long columns, long where) {
  uint64_t h = hash_more(hash_of(Out, sizeof Out), State, sizeof State);
  printf("%s %ld: %ld %llx\n", what, columns, where, (unsigned long long)h);
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (long columns = N - 1; columns <= N; ++columns)
    for (int bias = 0; bias < 2; ++bias) {
      for (long x = 0; x < N * N; ++x)
        In[x] = small(x, 1, 3) * 2;
      show("sums", columns, sums({INT_MAX, bias}, N * argc, columns));
      show("differences", columns, differences({INT_MIN, bias}, N * argc, columns));
    }
  return 0;
}
