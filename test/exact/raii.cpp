// RUN: %exact %s --args 8
//
// Objects that live around the nest and between its loops: their destructors run once, in order,
// and see memory as it was at the throw.
#include "escop.h"
#include <memory>
#include <vector>

constexpr int P = 8;
static double A[P][P], C[P][P];
static uint64_t Log = HASH_START;

// Not inline: the order of these calls is what is compared.
NOINLINE static void note(char kind, int id) {
  Log = hash_more(Log, &kind, 1);
  Log = hash_more(Log, &id, sizeof id);
  Log = hash_more(Log, C, sizeof C);
}
struct Scope {
  int Id;
  explicit Scope(int id) : Id(id) { note('+', id); }
  ~Scope() { note('-', Id); }
};

NOINLINE static void around(int n) {
  Scope outer(1);
  auto owned = std::make_unique<Scope>(2);
  std::vector<double> work(n, 1.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 10 + j;
      C[i][j] += A[i][j] * work[j];
      work[j] += 1;
    }
  note('=', 0);
}
// An object of each outer iteration: calls the compiler cannot see through surround the inner loop.
NOINLINE static void between(int n) {
  Scope outer(1);
  for (int i = 0; i < n; ++i) {
    Scope row(100 + i);
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw i * 10 + j;
        C[i][j] += A[i][k];
      }
  }
}
// Two nests, an object born between them.
NOINLINE static void sequence(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT && i < n / 2)
        throw i * 10 + j;
    }
  Scope middle(5);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (C[j][i] > LIMIT)
        throw i * 10 + j;
      C[j][i] *= 2;
    }
}
// A return through a destructor.
NOINLINE static int returns(int n) {
  Scope outer(7);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        return i * 10 + j;
      C[i][j] -= A[i][j];
    }
  return -1;
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int p = -1; p < n * n; ++p)
    for (int which = 0; which < 4; ++which) {
      for (int i = 0; i < P; ++i)
        for (int j = 0; j < P; ++j) {
          A[i][j] = small(i, j, 7);
          C[i][j] = small(i, j, 3);
        }
      if (p >= 0)
        A[p / n][p % n] = POISON;
      printf("%d.%d: ", which, p);
      try {
        switch (which) {
        case 0:
          around(n);
          break;
        case 1:
          between(n);
          break;
        case 2:
          sequence(n);
          break;
        case 3:
          printf("%d ", returns(n));
          break;
        }
        printf("end");
      } catch (int where) {
        printf("%d", where);
      }
      printf(" %llx\n", (unsigned long long)Log);
    }
  return 0;
}
