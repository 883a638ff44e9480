// RUN: %exact %s --tiled 20 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable %unpacked" \
// RUN:   --config "-O3 @optimized -mavx2 -mfma %unpacked" --config "-O3 @optimized -ffast-math -fno-associative-math %unpacked"
//
// Products are executed by register tiles: loops in every order, indices of all kinds, operands
// transposed, computed, and of several types, extents that are no multiple of a tile, and more than
// a panel. Sums are rounded, so that each has to be added in the nest's order. Without contraction,
// since -O0 contracts nothing where the target has no such instruction.
#include "products.h"

#define ORDER(NAME, LOOPS)                                                                         \
  FORM(NAME, double) {                                                                             \
    LOOPS {                                                                                        \
      CHECK(A[i * p + k]);                                                                         \
      C[i * p + j] += A[i * p + k] * B[k * p + j];                                                 \
    }                                                                                              \
  }
ORDER(ijk, FOR(i, m) FOR(j, n) FOR(k, l))
ORDER(ikj, FOR(i, m) FOR(k, l) FOR(j, n))
ORDER(jik, FOR(j, n) FOR(i, m) FOR(k, l))
ORDER(jki, FOR(j, n) FOR(k, l) FOR(i, m))
ORDER(kij, FOR(k, l) FOR(i, m) FOR(j, n))
ORDER(kji, FOR(k, l) FOR(j, n) FOR(i, m))

// Backwards, with steps, and from the last element.
ORDER(backwards, FOR(i, m) FOR(j, n) for (long k = l - 1; k >= 0; --k))
FORM(steps, double) {
  for (long i = 0; i < m; i += 2)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < l; k += 3) {
        CHECK(A[i * p + k]);
        C[i * p + j] += A[i * p + k] * B[k * p + j];
      }
}
FORM(fromTheEnd, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[(m - 1 - i) * p + n - 1 - j] += A[i * p + k] * B[k * p + j];
  }
}

template <class Index> static void indices(PARAMETERS(double)) {
  const Index M = m, N = n, L = l, P = p;
  for (Index i = 0; i < M; ++i)
    for (Index j = 0; j < N; ++j)
      for (Index k = 0; k < L; ++k) {
        CHECK(A[i * P + k]);
        C[i * P + j] += A[i * P + k] * B[k * P + j];
      }
}

FORM(transposedA, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[k * p + i]);
    C[i * p + j] += A[k * p + i] * B[k * p + j];
  }
}
FORM(transposedB, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] += B[j * p + k] * A[i * p + k];
  }
}
FORM(transposedC, double) {
  FOR(i, m) FOR(k, l) {
    CHECK(A[i * p + k]);
    FOR(j, n) C[j * p + i] += A[i * p + k] * B[k * p + j];
  }
}
// Every other element of a row.
FORM(strided, double) {
  FOR(i, m) FOR(k, l) {
    CHECK(A[i * p + k]);
    FOR(j, n) C[i * p + 2 * j] += A[i * p + k] * B[k * p + 2 * j];
  }
}

FORM(subtracted, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] -= A[i * p + k] * B[k * p + j];
  }
}
FORM(scaled, double) {
  FOR(i, m) FOR(k, l) {
    CHECK(A[i * p + k]);
    FOR(j, n) C[i * p + j] += alpha * A[i * p + k] * B[k * p + j];
  }
}
FORM(selected, double) {
  FOR(i, m) FOR(k, l) {
    CHECK(A[i * p + k]);
    FOR(j, n) C[i * p + j] += (A[i * p + k] > 0.3 ? A[i * p + k] : alpha) * -B[k * p + j];
  }
}
// Of two arrays of other types.
FORM(converted, double) {
  typedef const float __attribute__((may_alias)) AnyFloat;
  typedef const int __attribute__((may_alias)) AnyInt;
  auto *F = (AnyFloat *)A;
  auto *I = (AnyInt *)B;
  FOR(i, m) FOR(k, l) {
    CHECK(F[2 * i * p + k]);
    FOR(j, n) C[i * p + j] += F[2 * i * p + k] * (I[2 * k * p + j] >> 20);
  }
}
// Not products: what is added depends on all counters, or on the sum.
FORM(counted, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] += (A[i * p + k] + j) * B[k * p + j];
  }
}
FORM(squared, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] += C[i * p + j] * B[k * p + j];
  }
}

template <class T> static void typed(PARAMETERS(T)) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] += A[i * p + k] * B[k * p + j];
  }
}

// The matrices are parts of one array: whether they overlap is found out in front of the product.
NOINLINE static void parts(long m, long n, long l, long p, double *M, long a, long b, long c,
                           const double *limits) {
  FOR(i, m) {
    CHECK(limits[i]);
    FOR(j, n) FOR(k, l) M[c + i * p + j] += M[a + i * p + k] * M[b + k * p + j];
  }
}

int main() {
  sweep("ijk", ijk);
  sweep("ikj", ikj);
  sweep("jik", jik);
  sweep("jki", jki);
  sweep("kij", kij);
  sweep("kji", kji);
  sweep("backwards", backwards);
  sweep("steps", steps);
  sweep("from the end", fromTheEnd);
  sweep("int", indices<int>);
  sweep("unsigned", indices<unsigned>);
  sweep("size_t", indices<size_t>);
  sweep("transposed A", transposedA);
  sweep("transposed B", transposedB);
  sweep("transposed C", transposedC);
  sweep("strided", strided);
  sweep("subtracted", subtracted);
  sweep("scaled", scaled);
  sweep("selected", selected);
  sweep("converted", converted);
  sweep("counted", counted);
  sweep("squared", squared);
  sweep("float", typed<float>);
  sweep("int elements", typed<int>);
  sweep("unsigned elements", typed<unsigned>);
  sweep("short elements", typed<short>);
  sweep("long elements", typed<long>);
  // Pitches at which rows of C overlap, and none.
  for (long p : {0L, 1L, 15L, 16L, 17L, -16L, -17L}) {
    std::vector<double> C(1024), A(1024), B(1024);
    for (size_t i = 0; i < C.size(); ++i)
      A[i] = value<double>(i), B[i] = value<double>(i + 5), C[i] = i;
    ijk(16, 16, 17, p, &C[500], &A[500], &B[500], 0);
    printf("pitch %ld: %016llx\n", p, (unsigned long long)hash_of(C.data(), 8 * C.size()));
  }
  for (long distance = -320; distance <= 320; distance += 1) {
    std::vector<double> M(1100);
    for (size_t i = 0; i < M.size(); ++i)
      M[i] = value<double>(i);
    const double limits[16] = {};
    parts(16, 16, 17, 18, M.data(), 330, 400, 330 + distance, limits);
    printf("distance %ld: %016llx\n", distance,
           (unsigned long long)hash_of(M.data(), 8 * M.size()));
  }
}
