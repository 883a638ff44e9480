// Two threads that do share something: while one is in the nest, the other writes what it reads.
#include "../nests.h"
#include <pthread.h>

constexpr int P = 64;
static double A[P][P], B[P][P], C[P][P];
static bool Operands;

static void *other(void *) {
  // Only what inspector and shadow come to, not the replay.
  for (long i = 0; i < P / 2; ++i)
    for (long j = 0; j < P; ++j)
      *(volatile double *)&(Operands ? A : C)[i][j] = 1;
  return nullptr;
}

int main(int argc, char **argv) {
  Operands = argc > 1 && !strcmp(argv[1], "operands");
  fill<P>(Nests<P>[0], P, P, C, A, B, P - 1, 3);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, other, nullptr))
    return 1;
  Outcome o = outcome([&] { inspected<P>(P, P, C, A, B); });
  pthread_join(thread, nullptr);
  puts(o.Text);
  return 0;
}
