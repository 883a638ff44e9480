// RUN: %exact %s --tiled 20 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Nests whose results are matrices that they also read. They are executed by tiles of rows, columns
// and updates; where nothing but updates is executed in a tile, it is a product. Sizes are those at
// which tiles begin and end; a pivot is bad at each of these places.
#include "escop.h"
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

struct Bad {
  long at;
};
#define FOR(I, BEGIN, END) for (long I = (BEGIN); I < (END); ++I)
#define CHECK(X, AT)                                                                               \
  if (!((X) > 0))                                                                                  \
    throw Bad { AT }
// An n x n matrix and another one, whose rows are p elements apart.
#define FORM(NAME) template <typename T> NOINLINE static void NAME(long n, long p, T *A, T *B)
#define A(I, J) A[(I) * p + (J)]
#define B(I, J) B[(I) * p + (J)]

FORM(luRight) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(i, k + 1, n) {
      A(i, k) /= A(k, k);
      FOR(j, k + 1, n) A(i, j) -= A(i, k) * A(k, j);
    }
  }
}
FORM(luRows) {
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      FOR(k, 0, j) A(i, j) -= A(i, k) * A(k, j);
      A(i, j) /= A(j, j);
    }
    FOR(j, i, n) FOR(k, 0, i) A(i, j) -= A(i, k) * A(k, j);
    CHECK(A(i, i), i);
  }
}
FORM(luColumns) {
  FOR(j, 0, n) {
    FOR(k, 0, j) FOR(i, k + 1, n) A(i, j) -= A(i, k) * A(k, j);
    CHECK(A(j, j), j);
    FOR(i, j + 1, n) A(i, j) /= A(j, j);
  }
}
FORM(luUpdatesChecked) {
  FOR(k, 0, n) {
    FOR(i, k + 1, n) {
      A(i, k) /= A(k, k);
      FOR(j, k + 1, n) {
        A(i, j) -= A(i, k) * A(k, j);
        CHECK(A(i, j) + 1000, i * n + j);
      }
    }
  }
}
FORM(choleskyRows) {
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      FOR(k, 0, j) A(i, j) -= A(i, k) * A(j, k);
      A(i, j) /= A(j, j);
    }
    FOR(k, 0, i) A(i, i) -= A(i, k) * A(i, k);
    CHECK(A(i, i), i);
    A(i, i) = std::sqrt(A(i, i));
  }
}
FORM(choleskySums) {
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      T t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
    T s = A(i, i);
    FOR(k, 0, i) s -= A(i, k) * A(i, k);
    CHECK(s, i);
    A(i, i) = std::sqrt(s);
  }
}
FORM(choleskyColumns) {
  FOR(j, 0, n) {
    T s = A(j, j);
    FOR(k, 0, j) s -= A(j, k) * A(j, k);
    CHECK(s, j);
    A(j, j) = std::sqrt(s);
    FOR(i, j + 1, n) {
      T t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
  }
}
FORM(choleskyRight) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    A(k, k) = std::sqrt(A(k, k));
    FOR(i, k + 1, n) A(i, k) /= A(k, k);
    FOR(j, k + 1, n) FOR(i, j, n) A(i, j) -= A(i, k) * A(j, k);
  }
}
FORM(choleskyRightRows) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    A(k, k) = std::sqrt(A(k, k));
    FOR(i, k + 1, n) A(i, k) /= A(k, k);
    FOR(i, k + 1, n) FOR(j, k + 1, i + 1) A(i, j) -= A(i, k) * A(j, k);
  }
}
// Only the first columns are eliminated: what follows the updates of the others is in front of the
// columns.
FORM(choleskyOfSome) {
  const long m = n / 3;
  FOR(j, 0, n) {
    FOR(k, 0, j < m ? j : m) FOR(i, j, n) A(i, j) -= A(i, k) * A(j, k);
    if (j < m) {
      CHECK(A(j, j), j);
      FOR(i, j + 1, n) A(i, j) /= A(j, j);
    } else {
      FOR(i, j, n) {
        CHECK(A(i, j) + 1000, i * n + j);
        A(i, j) *= A(j, 0);
      }
    }
  }
}
FORM(forward) {
  FOR(i, 0, n) {
    CHECK(A(i, i), i);
    FOR(k, 0, i) FOR(j, 0, n) B(i, j) -= A(i, k) * B(k, j);
    FOR(j, 0, n) B(i, j) /= A(i, i);
  }
}
FORM(forwardByColumns) {
  FOR(j, 0, n) FOR(i, 0, n) {
    T t = B(i, j);
    FOR(k, 0, i) t -= A(i, k) * B(k, j);
    CHECK(A(i, i), i);
    B(i, j) = t / A(i, i);
  }
}
FORM(forwardRight) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(j, 0, n) B(k, j) /= A(k, k);
    FOR(i, k + 1, n) FOR(j, 0, n) B(i, j) -= A(i, k) * B(k, j);
  }
}
FORM(fromTheRight) { // X * U = B
  FOR(i, 0, n) FOR(j, 0, n) {
    FOR(k, 0, j) B(i, j) -= B(i, k) * A(k, j);
    CHECK(A(j, j), j);
    B(i, j) /= A(j, j);
  }
}
FORM(triangleTimes) {
  FOR(i, 0, n) FOR(j, 0, n) {
    FOR(k, i + 1, n) B(i, j) += A(k, i) * B(k, j);
    CHECK(B(i, j) + 1000000, i);
    B(i, j) *= T(2);
  }
}
FORM(updatesOnly) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(i, k + 1, n) FOR(j, k + 1, n) A(i, j) -= A(i, k) * A(k, j);
  }
}
FORM(backward) { // the last update is the first of the loop
  FOR(r, 0, n) {
    const long i = n - 1 - r;
    CHECK(A(i, i), i);
    FOR(j, 0, n) {
      FOR(k, i + 1, n) B(i, j) -= A(i, k) * B(k, j);
      B(i, j) /= A(i, i);
    }
  }
}
FORM(unchecked) {
  FOR(k, 0, n) FOR(i, k + 1, n) {
    A(i, k) /= A(k, k);
    FOR(j, k + 1, n) A(i, j) -= A(i, k) * A(k, j);
  }
}
// What is beside the triangle is written, too.
FORM(symmetric) {
  FOR(i, 0, n) FOR(j, 0, i + 1) {
    FOR(k, 0, j) A(i, j) -= A(i, k) * A(j, k);
    CHECK(A(i, i) + 1, i);
    A(j, i) = A(i, j);
  }
}
FORM(band) {
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    const long end = k + 60 < n ? k + 60 : n;
    FOR(i, k + 1, end) {
      A(i, k) /= A(k, k);
      FOR(j, k + 1, end) A(i, j) -= A(i, k) * A(k, j);
    }
  }
}
#undef A
#undef B

static const long Sizes[] = {1, 2, 3, 5, 47, 48, 49, 97, 100, 145};
template <typename T> static T value(long i, long j) {
  return T((i * 7 + j * 13 + i * j) % 17) / 17;
}
template <> int value(long i, long j) { return (i * 7 + j * 13 + i * j) % 3 - 1; }

template <typename T>
static void sweep(const char *name, void (*form)(long, long, T *, T *), long shift = -1) {
  for (long n : Sizes)
    for (long p : {n, 2 * n + 3}) {
      std::vector<T> All(3 * (n + 2) * p + std::max(shift, 0L));
      T *A = All.data() + p, *B = shift < 0 ? A + (n + 1) * p : A + (shift ? shift : n);
      for (long bad : {-1L, 0L, 1L, 47L, 48L, 49L, 96L, n / 2, n - 1}) {
        if (bad >= n)
          continue;
        for (size_t e = 0; e < All.size(); ++e)
          All[e] = value<T>(e / p, e % p);
        for (long i = 0; i < n; ++i)
          A[i * p + i] = T(i == bad ? -3 : 4 * n);
        long at = -1;
        try {
          form(n, p, A, B);
        } catch (const Bad &b) {
          at = b.at;
        }
        printf("%s %ld %ld bad %ld: %ld %016llx\n", name, n, p, bad, at,
               (unsigned long long)hash_of(All.data(), All.size() * sizeof(T)));
      }
    }
}

#define SWEEP(NAME) sweep<double>(#NAME, NAME<double>)
int main() {
  SWEEP(luRight);
  SWEEP(luRows);
  SWEEP(luColumns);
  SWEEP(luUpdatesChecked);
  SWEEP(choleskyRows);
  SWEEP(choleskySums);
  SWEEP(choleskyColumns);
  SWEEP(choleskyRight);
  SWEEP(choleskyRightRows);
  SWEEP(choleskyOfSome);
  SWEEP(forward);
  SWEEP(forwardByColumns);
  SWEEP(forwardRight);
  SWEEP(fromTheRight);
  SWEEP(triangleTimes);
  SWEEP(updatesOnly);
  SWEEP(backward);
  SWEEP(unchecked);
  SWEEP(symmetric);
  SWEEP(band);
  sweep<float>("luRight float", luRight<float>);
  sweep<int>("updatesOnly int", updatesOnly<int>);
  // Two matrices side by side in one, and two that overlap.
  for (long shift : {0L, 1L, 50L}) {
    sweep<double>("forward in one", forward<double>, shift);
    sweep<double>("fromTheRight in one", fromTheRight<double>, shift);
    sweep<double>("triangleTimes in one", triangleTimes<double>, shift);
  }
}
