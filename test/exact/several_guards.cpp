// RUN: %exact %s --args 9
//
// Several guards in one nest, each with an exit of its own, and pairs of them poisoned at once: the
// one that the original order meets first must win, whatever order the tiles run in.
#include "escop.h"
#include <stdexcept>

constexpr int P = 16;
static double A[P][P], B[P][P], C[P][P];
static int Log[4];

NOINLINE static int kernel(int n) {
  int done = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw std::domain_error("A");
        C[i][j] += A[i][k] * B[k][j];
        if (B[k][j] > LIMIT) {
          Log[0] = i * 100 + j * 10 + k; // the cold region writes memory, too
          C[i][j] = -1;
          goto badB;
        }
        if (C[i][j] > LIMIT)
          return -(i * 100 + j * 10 + k) - 1;
        if (C[i][j] < -LIMIT)
          throw 7 + k;
      }
      if (C[j][i] == 777)
        break; // leaves one loop only
      ++done;
    }
  return done;
badB:
  Log[1] = done;
  return -100000;
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  auto run = [&](int first, int second) {
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = small(i, j, 7);
        B[i][j] = small(i, j, 5);
        C[i][j] = small(i, j, 3);
      }
    memset(Log, 0, sizeof Log);
    for (int p : {first, second}) {
      int i = p / n % n, j = p % n;
      switch (p / (n * n)) {
      case 0:
        A[i][j] = POISON;
        break;
      case 1:
        B[i][j] = POISON;
        break;
      case 2:
        C[i][j] = LIMIT - 10 - i;
        break;
      case 3:
        C[i][j] = -LIMIT - 1000;
        break;
      case 4:
        C[i][j] = 777;
        break;
      }
    }
    printf("%d %d: ", first, second);
    try {
      printf("%d", kernel(n));
    } catch (const std::domain_error &e) {
      printf("%s", e.what());
    } catch (int k) {
      printf("int %d", k);
    }
    uint64_t h = hash_more(hash_of(C, sizeof C), Log, sizeof Log);
    printf(" %llx\n", (unsigned long long)h);
  };
  int all = 5 * n * n;
  for (int p = 0; p <= all; ++p)
    run(p, all);
  for (int p = 0; p < all; p += 2)
    for (int q = p % 7; q < all; q += 7)
      run(p, q);
  return 0;
}
