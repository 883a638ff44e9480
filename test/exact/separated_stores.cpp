// RUN: %exact %s --tiled 1 --cflags=-ffp-contract=off
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-least-work=0"
//
// What is stored where ways join, to another element on each of them. The loops are in one function with a
// nest that is transformed, so that they are what they are prepared to be.
#include "escop.h"
#include <cstring>
#include <initializer_list>

struct Bad {
  long at;
};
constexpr int N = 60;

static double X[N][N], Y[N][N], Z[N][N];
static char *First[N], *Second[2 * N];
static int Kinds[N];
static long Others;

NOINLINE static void use(char **element, char *local) {
  Others += *element != local;
  memset(local, 1, 8);
  *element = nullptr;
}

NOINLINE static void run(long n, long bad) {
  for (long i = 0; i < n; ++i) // an object of its own in each iteration
  {
    char **element;
    if (i == bad)
      throw Bad{i};
    if (Kinds[i])
      element = &First[i];
    else
      element = &Second[2 * i];
    char *local = (char *)__builtin_alloca(16);
    *element = local;
    use(element, local);
  }
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double x = Y[i][j] * 2;
      if (x > 1e6)
        throw Bad{1000 * i + j};
      switch (Kinds[j]) {
      case 0:
      case 3:
        X[i][i] = x;
        break;
      case 1:
        X[i][j] = x;
        break;
      default:
        X[j][i] = x + 1;
      }
    }
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (!(Y[i][k] > 0))
          throw Bad{1000 * i + k};
        X[i][j] += Y[i][k] * Z[k][j];
      }
}

int main() {
  for (long n : {0, 1, 7, 50, 60})
    for (long bad : {-1, 0, 3, 49})
      for (double wrong : {1.0, 0.0, 1e7}) {
        for (long i = 0; i < N; ++i) {
          Kinds[i] = i * 7 % 5;
          for (long j = 0; j < N; ++j) {
            X[i][j] = 0;
            Y[i][j] = 1 + (i * 3 + j) % 7;
            Z[i][j] = (i + j * 5) % 11;
          }
        }
        Y[N / 2][5] = wrong;
        long at = -1;
        try {
          run(n, bad);
        } catch (const Bad &b) {
          at = b.at;
        }
        printf("%ld %ld %g: %ld %016llx others %ld\n", n, bad, wrong, at,
               (unsigned long long)hash_of(X, sizeof X), Others);
      }
}
