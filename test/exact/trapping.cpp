// RUN: %exact %s --args 10
//
// Guards that protect an operation which traps or is undefined when they fail: division by zero,
// INT_MIN / -1, an index out of bounds, a null row, a shift by too much. Whoever runs the nest's
// statements ahead of its guards hits it.
#include "escop.h"
#include <climits>
#include <stdexcept>

constexpr int P = 12;
static int X[P][P], D[P][P], Q[P][P], Index[P][P];
static int *Rows[P];
struct Bad {
  int I, J;
};

NOINLINE static void divides(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (D[i][j] == 0)
        throw Bad{i, j};
      Q[i][j] += X[i][j] / D[i][j];
    }
}
// The divisor lacks j, and is written by the nest in the second kernel.
NOINLINE static void dividesByRow(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (D[i][k] == 0)
          throw Bad{i, k};
        Q[i][j] += X[k][j] % D[i][k];
      }
}
NOINLINE static void dividesByOwn(int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (D[i - 1][j] == 0)
        throw Bad{i, j};
      Q[i][j] = X[i][j] / D[i - 1][j];
      D[i][j] -= X[i][j];
    }
}
NOINLINE static void overflows(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (X[i][j] == INT_MIN && D[i][j] == -1)
        throw Bad{i, j};
      if (D[i][j] == 0)
        continue;
      Q[i][j] = X[i][j] / D[i][j];
    }
}
NOINLINE static void shifts(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if ((unsigned)D[i][j] >= 16)
        throw Bad{i, j};
      Q[i][j] ^= X[i][j] << D[i][j];
    }
}
NOINLINE static void indexed(int n, int limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (Index[i][j] >= limit)
        throw std::out_of_range("index");
      Q[i][j] += X[i][Index[i][j]];
    }
}
NOINLINE static void bounded(int n, int m, int *x, int limit) { // the guard bounds an affine index
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (i * m + j >= limit)
        throw Bad{i, j};
      x[i * m + j] += 3;
    }
}
NOINLINE static void pointers(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (!Rows[i])
        throw Bad{i, j};
      Rows[i][j] += X[i][j];
    }
}
NOINLINE static void checkedArithmetic(int n) { // overflow checks of checked integers
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        int product, sum;
        if (__builtin_mul_overflow(X[i][k], D[k][j], &product) ||
            __builtin_add_overflow(Q[i][j], product, &sum))
          throw std::overflow_error("checked");
        Q[i][j] = sum;
      }
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int which = 0; which < 9; ++which)
    for (int p = -1; p < n * n; ++p) {
      for (int i = 0; i < P; ++i) {
        for (int j = 0; j < P; ++j) {
          X[i][j] = small(i, j, 9);
          D[i][j] = small(j, i, 3) + 20 * (which == 2);
          Q[i][j] = small(i, j, 3);
          Index[i][j] = (i + j * 3) % P;
        }
        Rows[i] = Q[i];
      }
      if (p >= 0) {
        int i = p / n, j = p % n;
        D[i][j] = which == 3 ? -1 : which == 4 ? 40 : 0;
        if (which == 2)
          D[i][j] = i ? X[i][j] : 0; // becomes zero when the nest subtracts
        X[i][j] = which == 3 || which == 8 ? INT_MIN : X[i][j];
        D[i][j] = which == 8 ? -1 : D[i][j];
        Index[i][j] = P * P * P * (p + 1); // far outside
        Rows[i] = nullptr;
      }
      printf("%d %d: ", which, p);
      try {
        switch (which) {
        case 0:
          divides(n);
          break;
        case 1:
          dividesByRow(n);
          break;
        case 2:
          dividesByOwn(n);
          break;
        case 3:
          overflows(n);
          break;
        case 4:
          shifts(n);
          break;
        case 5:
          indexed(n, P);
          break;
        case 6:
          bounded(1 << 20, n, &Q[0][0], p < 0 ? 0 : p);
          break;
        case 7:
          pointers(n);
          break;
        case 8:
          checkedArithmetic(n);
          break;
        }
        printf("end");
      } catch (const Bad &b) {
        printf("%d,%d", b.I, b.J);
      } catch (const std::exception &e) {
        printf("%s", e.what());
      }
      uint64_t h = hash_more(hash_of(Q, sizeof Q), D, sizeof D);
      printf(" %llx\n", (unsigned long long)h);
    }
  return 0;
}
