// RUN: %exact %s --tiled 1 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=1"
//
// One pointer is read in all iterations and written in some, by which only the latter were compared
// with the other array: Polly's run-time check is the only one where the driver cannot bound
// addresses.
#include <cstdio>
#include <vector>

constexpr long N = 128;

__attribute__((noinline)) static void relax(long blocks, double *c, double *b, const long *at,
                                            const int *bad, long from) {
  for (long i = 0; i < blocks; ++i) {
    if (bad[i])
      throw i;
    double *a = c + at[i];
    for (long j = 0; j < N; ++j)
      for (long k = 0; k < N; ++k) {
        b[j * N + k] = 0.5 * b[j * N + k] + 0.25 * a[k * N + j];
        if (k >= from)
          a[k * N + j] = 0.5 * a[k * N + j] + 1;
      }
  }
}

int main(int argc, char **) {
  for (long from : {0L, N / 4, N / 2, 3 * N / 4, N})
    for (long shift : {0L, N * N / 4, N * N / 2, N * N}) {
      std::vector<double> memory(6 * N * N);
      for (long x = 0; x < 6 * N * N; ++x)
        memory[x] = x % 1009;
      // b ends `shift` elements behind the beginning of a.
      double *c = memory.data(), *b = c + shift;
      long at[] = {N * N, 4 * N * N, N * N};
      int bad[] = {0, 0, 0};
      try {
        relax(2 + argc, c, b, at, bad, from);
      } catch (long) {
        puts("thrown");
      }
      double sum = 0;
      for (long x = 0; x < 6 * N * N; ++x)
        sum += memory[x] * (x % 31);
      printf("%ld %ld: %.9g\n", from, shift, sum);
    }
}
