// RUN: %exact %s --tiled 8 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Products beside which the same loops do something else, on which it does not depend. The products
// get loops of their own. A guard fires at the begin, at the end, and in between.
#include "escop.h"
#include <vector>

struct Bad {
  long at;
};
#define FOR(I, BEGIN, END) for (long I = (BEGIN); I < (END); ++I)
#define CHECK(X, AT)                                                                               \
  if (!((X) > -1000))                                                                              \
    throw Bad { AT }
// Three n x n matrices, whose rows are p elements apart.
#define FORM(NAME) NOINLINE static void NAME(long n, long p, double *A, double *B, double *C)
#define A(I, J) A[(I) * p + (J)]
#define B(I, J) B[(I) * p + (J)]
#define C(I, J) C[(I) * p + (J)]

// The diagonal is stored to in front of its row.
FORM(correlation) {
  FOR(i, 0, n - 1) {
    C(i, i) = 1;
    FOR(j, i + 1, n) {
      C(i, j) = 0;
      FOR(k, 0, n) {
        C(i, j) += A(k, i) * A(k, j);
        CHECK(C(i, j), i * n + j);
      }
      C(j, i) = C(i, j);
    }
  }
}
FORM(operandsChecked) {
  FOR(i, 0, n - 1) {
    C(i, i) = 1;
    FOR(j, i + 1, n) {
      C(i, j) = 0;
      FOR(k, 0, n) {
        CHECK(A(k, i), k * n + i);
        C(i, j) += A(k, i) * A(k, j);
      }
      C(j, i) = C(i, j);
    }
  }
}
// Two products in the same loops.
FORM(twoProducts) {
  FOR(i, 0, n) FOR(j, 0, n) {
    FOR(k, 0, n) {
      C(i, j) += A(i, k) * A(k, j);
      B(i, j) -= A(k, i) * A(j, k);
    }
    CHECK(C(i, j), i * n + j);
  }
}
// A sum of rows, and one of columns, beside it.
FORM(withSums) {
  FOR(i, 0, n) {
    B(i, 0) = 0;
    FOR(j, 0, n) {
      B(i, 0) += A(i, j);
      B(n - 1, j) += A(j, i);
      FOR(k, 0, n) C(i, j) += A(i, k) * A(k, j);
      CHECK(C(i, j), i * n + j);
    }
  }
}
// What is beside it is read by it, or reads of it.
FORM(inOrder) {
  FOR(i, 0, n) {
    FOR(k, 0, n) B(i, k) = 2 * A(i, k);
    FOR(j, 0, n) {
      FOR(k, 0, n) C(i, j) += B(i, k) * A(k, j);
      CHECK(C(i, j), i * n + j);
    }
    FOR(j, 0, n) B(i, j) += C(i, j);
  }
}
// The row before is an operand: no distribution.
FORM(recurrence) {
  FOR(i, 1, n) {
    FOR(j, 0, n) {
      FOR(k, 0, n) C(i, j) += B(i - 1, k) * A(k, j);
      CHECK(C(i, j), i * n + j);
    }
    FOR(j, 0, n) B(i, j) = C(i, j) / 64;
  }
}
// Downwards, in a triangle.
FORM(downwards) {
  for (long i = n - 1; i > 0; --i) {
    B(i, i) = A(i, i);
    FOR(j, 0, i) {
      FOR(k, 0, n) C(i, j) += A(i, k) * A(j, k);
      CHECK(C(i, j), i * n + j);
    }
  }
}
NOINLINE static void counters(int n, long p, double *A, double *B, double *C, int *last) {
  int i;
  for (i = 0; i < n - 1; ++i) {
    B(i, i) = 3;
    for (int j = i + 1; j < n; ++j) {
      for (int k = 0; k < n; ++k)
        C(i, j) += A(i, k) * A(k, j);
      *last = i;
      CHECK(C(i, j), i * n + j);
    }
  }
  *last = i;
}
#undef A
#undef B
#undef C

static const long Sizes[] = {1, 2, 3, 7, 33, 64, 90};

template <typename Fn> static void sweep(const char *Name, Fn Form) {
  for (long n : Sizes)
    for (long p : {n, 2 * n + 3}) {
      const long Each = (n + 1) * p;
      std::vector<double> All(3 * Each + p);
      for (long Bad : {-1L, 0L, 1L, n / 2, n - 2, n - 1}) {
        if (Bad >= n)
          continue;
        for (long Idx = 0; Idx < long(All.size()); ++Idx)
          All[Idx] = double((Idx * 7 + Idx / p * 13) % 17) / 17 - 0.25;
        double *A = All.data() + p, *B = A + Each, *C = B + Each;
        if (Bad >= 0)
          A[Bad * p + Bad] = -1e9, A[Bad * p] = 1;
        long At = -1;
        try {
          Form(n, p, A, B, C);
        } catch (const ::Bad &E) {
          At = E.at;
        }
        printf("%s %ld %ld %ld: %ld %016llx\n", Name, n, p, Bad, At,
               (unsigned long long)hash_of(All.data(), All.size() * sizeof(double)));
      }
    }
}

int main() {
  sweep("correlation", correlation);
  sweep("operandsChecked", operandsChecked);
  sweep("twoProducts", twoProducts);
  sweep("withSums", withSums);
  sweep("inOrder", inOrder);
  sweep("recurrence", recurrence);
  sweep("downwards", downwards);
  sweep("counters", [](long n, long p, double *A, double *B, double *C) {
    int Last = -1;
    try {
      counters(int(n), p, A, B, C, &Last);
    } catch (...) {
      printf("last %d\n", Last);
      throw;
    }
    printf("last %d\n", Last);
  });
}
