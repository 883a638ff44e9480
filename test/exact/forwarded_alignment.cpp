// RUN: %exact %s --tiled 1
//
// A value that is loaded from an aligned structure is saved in an array and overwritten: what
// reloads it from the array does so with the array's alignment.
#include "escop.h"

constexpr long N = 256, M = 32, Offsets = 4;
struct alignas(32) Body {
  double x, y, z, vx;
};
static Body Bodies[N];
alignas(64) static double Old[N + Offsets], Field[M * N], Force[N];
static int Alive[N];

NOINLINE static long step(long n, long m, Body *body, double *old, const double *field,
                          double *force, const int *alive) {
  for (long i = 0; i < n; ++i) {
    if (alive[i] < 0)
      return i;
    double x = body[i].x;
    old[i] = x;
    body[i].x = x + body[i].vx;
    double sum = 0;
    for (long j = 0; j < m; ++j)
      sum += x * field[j * n + i];
    force[i] = sum;
  }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (long offset = 0; offset < Offsets; ++offset)
    for (long bad = -1; bad < N; bad += 85) {
      for (long i = 0; i < N; ++i) {
        Bodies[i] = {(double)small(i, 1, 7), 0, 0, (double)small(i, 2, 5)};
        Alive[i] = i == bad ? -1 : 1;
        Old[i] = Force[i] = 0;
      }
      for (long x = 0; x < M * N; ++x)
        Field[x] = small(x, 3, 9);
      long where = step(N * argc, M * argc, Bodies, Old + offset, Field, Force, Alive);
      uint64_t h = hash_more(hash_of(Bodies, sizeof Bodies), Old, sizeof Old);
      printf("%ld %ld: %ld %llx\n", offset, bad, where,
             (unsigned long long)hash_more(h, Force, sizeof Force));
    }
  return 0;
}
