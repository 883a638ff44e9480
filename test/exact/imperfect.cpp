// RUN: %exact %s --args 14
//
// Imperfect nests: statements and guards in the outer loops, before and after the inner ones, two
// inner loops side by side, two nests one after the other. Every guard position of each is swept.
#include "escop.h"

constexpr int P = 16;
static double A[P][P], B[P][P], C[P][P], S[P], T[P];

struct Bad {
  int Where, I, J, K;
};

NOINLINE static void prologue(int n) {
  for (int i = 0; i < n; ++i) {
    S[i] = 2 * i;
    if (T[i] > LIMIT)
      throw Bad{0, i, 0, 0};
    for (int j = 0; j < n; ++j) {
      C[i][j] = S[i] + 1;
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw Bad{1, i, j, k};
        C[i][j] += A[i][k] * B[k][j];
      }
      S[i] += C[i][j];
      if (B[i][j] > LIMIT)
        throw Bad{2, i, j, 0};
    }
    T[i] += S[i];
  }
}

NOINLINE static void siblings(int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw Bad{0, i, j, 0};
      C[i][j] += A[i][j];
    }
    for (int k = 0; k < n; ++k) {
      T[k] += C[i][k];
      if (B[i][k] > LIMIT)
        throw Bad{1, i, k, 0};
    }
  }
}

NOINLINE static void sequence(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw Bad{0, i, j, 0};
      C[i][j] = 2 * A[i][j];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (B[i][j] > LIMIT)
        throw Bad{1, i, j, 0};
      C[j][i] += B[i][j];
      S[i] += C[j][i];
    }
}

// The guard fails only below the diagonal and only for odd columns: it stands under a condition.
NOINLINE static void conditional(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (j < i && (j & 1)) {
        if (A[i][j] > LIMIT)
          throw Bad{0, i, j, 0};
        C[i][j] += A[i][j];
      } else {
        C[i][j] -= B[i][j];
      }
    }
}

static void reset() {
  for (int i = 0; i < P; ++i) {
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C[i][j] = small(i, j, 3);
    }
    S[i] = i;
    T[i] = 3 * i;
  }
}

static void run(const char *name, void (*kernel)(int), int n, int p) {
  printf("%s %d: ", name, p);
  try {
    kernel(n);
    printf("end");
  } catch (const Bad &b) {
    printf("%d at %d,%d,%d", b.Where, b.I, b.J, b.K);
  }
  uint64_t h = hash_of(A, sizeof A);
  h = hash_more(h, B, sizeof B);
  h = hash_more(h, C, sizeof C);
  h = hash_more(h, S, sizeof S);
  h = hash_more(h, T, sizeof T);
  printf(" %llx\n", (unsigned long long)h);
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  static const struct {
    const char *Name;
    void (*Kernel)(int);
  } kernels[] = {{"prologue", prologue}, {"siblings", siblings}, {"sequence", sequence},
                 {"conditional", conditional}};
  for (auto &k : kernels)
    for (int p = -1; p < 2 * n * n + n; ++p) {
      reset();
      if (p >= 2 * n * n)
        T[p - 2 * n * n] = POISON;
      else if (p >= n * n)
        B[p / n - n][p % n] = POISON;
      else if (p >= 0)
        A[p / n][p % n] = POISON;
      run(k.Name, k.Kernel, n, p);
    }
  return 0;
}
