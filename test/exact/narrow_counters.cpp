// RUN: %exact %s --tiled 11 --cflags=-ffp-contract=off
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2" --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-process-unprofitable -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 \
// RUN:   -mllvm -polly-escop-in-order=false %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Counters that are narrower than what they are compared with: for (unsigned i = 0; i < v.size(); ++i).
// Where the end is beyond their type, they go round, until something throws.
#include "escop.h"
#include <stdexcept>
#include <vector>

constexpr unsigned Size = 24;

struct Matrix {
  double *data;
  size_t rows, columns;
  double &operator()(size_t i, size_t j) const {
    if (i >= rows || j >= columns)
      throw std::out_of_range("matrix");
    return data[i * columns + j];
  }
};

using Operands = const Matrix (&)[3];

template <class Index> NOINLINE static void product(Operands M) {
  for (Index i = 0; i < M[1].rows; ++i)
    for (Index j = 0; j < M[2].columns; ++j) {
      double s = 0;
      for (Index k = 0; k < M[1].columns; ++k)
        s += M[1](i, k) * M[2](k, j);
      M[0](i, j) = s;
    }
}

template <class Index> NOINLINE static void update(Operands M) {
  for (Index i = 0; i < M[1].rows; ++i)
    for (Index k = 0; k < M[1].columns; ++k)
      for (Index j = 0; j < M[2].columns; ++j)
        M[0](i, j) -= M[1](i, k) * M[2](k, j);
}

template <class Index> NOINLINE static void transpose(Operands M) {
  for (Index i = 0; i < M[1].rows; ++i)
    for (Index j = 0; j < M[1].columns; ++j)
      M[0](j, i) = M[1](i, j);
}

NOINLINE static void upTo(Operands M) {
  for (unsigned i = 0; i <= M[1].rows - 1; ++i)
    for (unsigned j = 0; j <= M[1].columns - 1; ++j)
      M[0](j, i) = M[1](i, j);
}

NOINLINE static void triangle(Operands M) {
  for (unsigned i = 0; i != M[1].rows; ++i)
    for (unsigned j = i + 1; j < M[1].columns; ++j)
      M[0](j, i) = M[1](i, j);
}

NOINLINE static void pairs(Operands M) {
  for (unsigned i = 0; i < M[1].rows; i += 2)
    for (unsigned j = 1; j < M[1].columns; j += 3)
      M[0](j, i) = M[1](i, j);
}

NOINLINE static void shorts(Operands M) {
  for (short i = 0; i < (int)M[1].rows; ++i)
    for (short j = 0; j < (int)M[1].columns; ++j)
      M[0](j, i) = M[1](i, j);
}

using Rows = std::vector<std::vector<double>>;

// The end of each row is another one.
NOINLINE static void rows(Rows &C, const Rows &A) {
  for (unsigned i = 0; i < C.size(); ++i)
    for (unsigned j = 0; j < C.at(i).size(); ++j)
      for (unsigned k = 0; k < A.size(); ++k)
        C.at(i).at(j) += A.at(k).at(j) * A.at(i).at(k);
}

// What is added is too large at some time, perhaps when the counter has gone round.
template <class Index, class End>
NOINLINE static long goRound(unsigned *a, End n, Index first, End m, unsigned most) {
  long visits = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = first; j < m; ++j) {
      ++visits;
      if (++a[(i + j) & 63] > most)
        throw visits;
    }
  return visits;
}

template <class Index, class End>
NOINLINE static long goRoundByThrees(unsigned *a, int n, Index first, End m, unsigned most) {
  long visits = 0;
  for (int i = 0; i < n; ++i)
    for (Index j = first; j <= m; j += 3) {
      ++visits;
      if (++a[(i + j) & 63] > most)
        throw visits;
    }
  return visits;
}

// The first one is not compared.
template <class Index, class End>
NOINLINE static long goRoundAtOnce(unsigned *a, int n, Index first, End m, unsigned most) {
  long visits = 0;
  for (int i = 0; i < n; ++i) {
    Index j = first;
    do {
      ++visits;
      if (++a[(i + j) & 63] > most)
        throw visits;
    } while (++j < m);
  }
  return visits;
}

// What is a small number where it is used.
struct Vector {
  unsigned *data;
  int limit;
  unsigned &operator[](int i) const {
    if (i < 0 || i > limit)
      throw long(i);
    return data[i & 63];
  }
};

template <class Index, class End>
NOINLINE static long useAsInt(Vector v, int n, Index first, End m) {
  long visits = 0;
  for (int i = 0; i < n; ++i)
    for (Index j = first; j < m; ++j) {
      ++visits;
      v[j] += i;
    }
  return visits;
}

// The counter is negative first, or goes down.
NOINLINE static long useNegative(Vector v, int n, long first, long m) {
  long visits = 0;
  for (int i = 0; i < n; ++i)
    for (long j = first; j < m; ++j) {
      ++visits;
      v[j + 3] += i;
    }
  return visits;
}

struct IntMatrix {
  double *data;
  int rows, columns;
  double &operator()(int i, int j) const {
    if (i < 0 || j < 0 || i >= rows || j >= columns)
      throw std::out_of_range("matrix");
    return data[size_t(i) * columns + j];
  }
};

template <class Index> NOINLINE static void intProduct(const IntMatrix (&M)[3]) {
  for (Index i = 0; i < M[1].rows; ++i)
    for (Index j = 0; j < M[2].columns; ++j) {
      double s = 0;
      for (Index k = 0; k < M[1].columns; ++k)
        s += M[1](i, k) * M[2](k, j);
      M[0](i, j) = s;
    }
}

template <class Index> NOINLINE static void intTriangle(const IntMatrix (&M)[3]) {
  for (Index i = 0; i < M[1].rows; ++i)
    for (Index j = 0; j <= i; ++j) {
      double s = 0;
      for (Index k = 0; k < M[1].columns; ++k)
        s += M[1](i, k) * M[1](j, k);
      M[0](i, j) = s;
    }
}

// One row's end may be too large, and then it is left otherwise.
NOINLINE static long onlyInRow(double (*a)[64], const double (*b)[64], size_t columns,
                               const size_t *ends, int n) {
  long visits = 0;
  for (int i = 0; i < n; ++i)
    for (unsigned j = 0; j < ends[i]; ++j) {
      if (j >= columns)
        return visits * 64 + i;
      a[i][j] += b[j][i];
      ++visits;
    }
  return visits;
}

static double Elements[3][(Size + 1) * (Size + 1)];

template <class M = Matrix, class Fn> static void run(const char *name, Fn nest) {
  for (int n : {0, 1, 2, 3, 7, 16, 24})
    for (int short_of : {0, 1, 2, 5})
      for (int which = 0; which < 3; ++which) {
        for (int m = 0; m < 3; ++m)
          for (unsigned i = 0; i < (Size + 1) * (Size + 1); ++i)
            Elements[m][i] = small(i, m, 5);
        M matrices[3];
        for (int m = 0; m < 3; ++m) {
          using Extent = decltype(M::rows);
          Extent full = n, less = n - short_of < 0 ? 0 : n - short_of;
          matrices[m] = {Elements[m], m == which && short_of % 2 ? less : full,
                         m == which && short_of % 2 == 0 ? less : full};
        }
        const char *thrown = "nothing";
        try {
          nest(matrices);
        } catch (const std::out_of_range &) {
          thrown = "range";
        }
        printf("%s %d %d %d: %s %016llx\n", name, n, short_of, which, thrown,
               (unsigned long long)hash_of(Elements, sizeof Elements));
      }
}

template <class Fn> static void useAs(const char *name, long first, long m, Fn nest) {
  for (int limit : {0, 7, 100, 0x7FFFFFFF}) {
    static unsigned A[64];
    memset(A, 0, sizeof A);
    long visits = 0;
    try {
      visits = nest(Vector{A, limit});
    } catch (long v) {
      visits = -v;
    }
    printf("%s %ld %ld %d: %ld %016llx\n", name, first, m, limit, visits,
           (unsigned long long)hash_of(A, sizeof A));
  }
}

template <class Index, class End>
static void round(const char *name, End n, Index first, End m) {
  for (int which = 0; which < 3; ++which)
    for (unsigned most : {3u, 40u, 1000u}) {
      static unsigned A[64];
      memset(A, 0, sizeof A);
      long visits = 0;
      try {
        visits = which == 0   ? goRound<Index, End>(A, n, first, m, most)
                 : which == 1 ? goRoundByThrees<Index, End>(A, n, first, m, most)
                              : goRoundAtOnce<Index, End>(A, n, first, m, most);
      } catch (long v) {
        visits = -v;
      }
      printf("%s %d %ld %ld %ld: %ld %016llx\n", name, which, (long)n, (long)first, (long)m,
             visits, (unsigned long long)hash_of(A, sizeof A));
    }
}

int main() {
  run("product", product<unsigned>);
  run("bytes", product<unsigned char>);
  run("update", update<unsigned>);
  run("transpose", transpose<unsigned>);
  run("halves", transpose<unsigned short>);
  run("up to", [](Operands M) {
    if (M[1].rows && M[1].columns)
      upTo(M);
  });
  run("triangle", triangle);
  run("pairs", pairs);
  run("shorts", shorts);
  for (size_t n : {0, 1, 2, 7, 20})
    for (size_t at = 0; at <= n; ++at) {
      Rows C(n), A(n, std::vector<double>(n));
      for (size_t i = 0; i < n; ++i) {
        C[i].resize(i == at ? n + 1 : i);
        for (size_t j = 0; j < n; ++j)
          A[i][j] = small(i, j, 5);
      }
      const char *thrown = "nothing";
      try {
        rows(C, A);
      } catch (const std::out_of_range &) {
        thrown = "range";
      }
      uint64_t hash = 0;
      for (auto &row : C)
        hash = hash * 31 + hash_of(row.data(), row.size() * sizeof(double));
      printf("rows %zu %zu: %s %016llx\n", n, at, thrown, (unsigned long long)hash);
    }
  run<IntMatrix>("size_t as int", intProduct<size_t>);
  run<IntMatrix>("unsigned as int", intProduct<unsigned>);
  run<IntMatrix>("long as int", intProduct<long>);
  run<IntMatrix>("triangle, size_t as int", intTriangle<size_t>);
  run<IntMatrix>("triangle, unsigned as int", intTriangle<unsigned>);
  run<IntMatrix>("triangle, long as int", intTriangle<long>);
  const long half = 1l << 31;
  for (long m : {half - 300, half - 1, half, half + 1, half + 50})
    for (long first : {half - 400, half - 2, half - 1, half, half + 3}) {
      useAs("size_t", first, m, [=](Vector v) { return useAsInt<size_t, size_t>(v, 3, first, m); });
      useAs("long", first, m, [=](Vector v) { return useAsInt<long, long>(v, 3, first, m); });
      useAs("unsigned", first, m,
            [=](Vector v) { return useAsInt<unsigned, unsigned>(v, 3, first, m); });
      useAs("unsigned, size_t", first, m,
            [=](Vector v) { return useAsInt<unsigned, size_t>(v, 3, first, m); });
    }
  auto negative = [](long first, long m) {
    useAs("negative", first, m, [=](Vector v) { return useNegative(v, 2, first, m); });
  };
  for (long m : {-5l, 0l, 40l})
    for (long first : {-6l, -3l, -2l, 0l})
      negative(first, m);
  for (long first : {-half - 5, -half - 4, -half - 3})
    negative(first, first + 100);
  const size_t far = 1ul << 32;
  for (size_t m : {far - 3, far - 2, far - 1, far, far + 1, far + 100})
    for (unsigned first : {0xFFFFFF00u, 0xFFFFFFF0u, 0xFFFFFFF1u, 0xFFFFFFF2u, 0xFFFFFFFEu, 0xFFFFFFFFu})
      round<unsigned, size_t>("unsigned", 40, first, m);
  for (int n : {1, 2, 20})
    for (int at = -1; at < n; ++at) {
      static double A[20][64], B[64][64];
      size_t ends[20];
      for (int i = 0; i < 20; ++i)
        ends[i] = i == at ? far + i : 64 - i;
      for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j)
          i < 20 ? A[i][j] = small(i, j, 3) : 0., B[i][j] = small(i, j, 7);
      long visits = onlyInRow(A, B, 64, ends, n);
      printf("row %d %d: %ld %016llx\n", n, at, visits,
             (unsigned long long)hash_of(A, sizeof A));
    }
  for (size_t m : {252, 253, 254, 255, 256, 257, 1000})
    for (unsigned char first : {0, 1, 2, 100, 255}) {
      round<unsigned char, size_t>("unsigned char", 20, first, m);
      round<unsigned char, int>("unsigned char, int", 20, first, m);
    }
  for (size_t n : {255, 256})
    round<unsigned char, size_t>("unsigned char", n, 250, 255);
  for (int m : {-129, -128, -127, 124, 125, 126, 127, 128, 129, 1000})
    for (signed char first : {-128, -1, 0, 1, 100, 127})
      round<signed char, int>("signed char", 20, first, m);
  for (size_t m : {124ul, 125ul, 126ul, 127ul, 128ul, ~0ul, ~0ul - 1})
    for (signed char first : {-128, -1, 0, 1, 100, 127})
      round<signed char, size_t>("signed char, size_t", 20, first, m);
}
// CHECK-DAG: product<unsigned int>({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: product<unsigned char>({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: update<unsigned int>({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: triangle({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: shorts({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: goRound<unsigned int, unsigned long>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: goRound<unsigned char, unsigned long>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: goRound<signed char, int>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: onlyInRow({{.*}} complete, {{[1-9][0-9]*}} left early
// CHECK-DAG: intProduct<unsigned long>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: intProduct<unsigned int>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: intProduct<long>({{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: intTriangle<unsigned long>({{.*}} calls: {{[1-9][0-9]*}} complete
