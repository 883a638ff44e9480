// RUN: %exact %s --tiled 24 --cflags=-ffp-contract=off
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2" --cflags=-ffp-contract=off
//
// What is ahead of a counter, or behind it, and as narrow: compared with the end (j + 1 < n, j < n - 1, j != n - 1), and as
// an index (j - 1, j + 1, j + 300). Near the ends of the types it goes round.
#include "escop.h"
#include <initializer_list>

struct Range {
  long row, column;
};

template <class Size, class Index> struct Matrix {
  Size rows, columns;
  double *data;
  double &operator()(Index i, Index j) {
    if (Index(-1) < Index(0) && (i < 0 || j < 0))
      throw Range{(long)i, (long)j};
    if (i >= rows || j >= columns)
      throw Range{(long)i, (long)j};
    return data[i * (long)columns + j];
  }
};

template <class Counter, class Size, class M> NOINLINE static void below(M &B, M &C, Size n) {
  for (Counter i = 1; i + 1 < n; ++i)
    for (Counter j = 1; j + 1 < n; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i, j + 1);
}

template <class Counter, class Size, class M> NOINLINE static void upTo(M &B, M &C, Size n) {
  for (Counter i = 2; i + 2 <= n; ++i)
    for (Counter j = 2; j + 2 <= n; ++j)
      C(i, j) = B(i - 2, j) + 2 * B(i, j + 1) + B(i - 1, j - 2);
}

template <class Counter, class Size, class M> NOINLINE static void before(M &B, M &C, Size n) {
  for (Counter i = 1; i < n - 1; ++i)
    for (Counter j = 1; j < n - 1; ++j)
      C(i, j) = B(i + 1, j) + 2 * B(i, j) + B(i, j - 1);
}

template <class Counter, class Size, class M> NOINLINE static void notLast(M &B, M &C, Size n) {
  for (Counter i = 1; i != n - 1; ++i)
    for (Counter j = 1; j != n - 1; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i, j + 1);
}

template <class Counter, class Size, class M>
NOINLINE static void from(M &B, M &C, Size n, Counter first) {
  for (Counter i = first; i + 1 < n; ++i)
    for (Counter j = first; j + 1 < n; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i - 1, j + 1);
}

constexpr int Most = 40;

template <class Size, class Index, class Function>
static void sweep(const char *name, Function function) {
  for (int n : {1, 2, 3, 4, 9, 33})
    for (int rows : {0, 1, 2, n - 1, n, n + 1})
      for (int columns : {0, 1, 2, 5, n - 1, n, n + 1}) {
        static double b[Most * Most], c[Most * Most];
        for (int i = 0; i < Most * Most; ++i)
          b[i] = small(i, 3, 17), c[i] = 0;
        Matrix<Size, Index> B{Size(n + 1), Size(columns), b}, C{Size(rows), Size(n + 1), c};
        Range thrown{-7, -7};
        try {
          function(B, C, Size(n));
        } catch (const Range &range) {
          thrown = range;
        }
        printf("%s %d %d %d: %ld %ld %016llx\n", name, n, rows, columns, thrown.row,
               thrown.column, (unsigned long long)hash_of(c, sizeof c));
      }
}

template <class Counter, class Size, class Index> static void all(const char *name) {
  using M = Matrix<Size, Index>;
  sweep<Size, Index>(name, below<Counter, Size, M>);
  sweep<Size, Index>(name, upTo<Counter, Size, M>);
  sweep<Size, Index>(name, before<Counter, Size, M>);
  sweep<Size, Index>(name, notLast<Counter, Size, M>);
  for (int first : {0, 1, 2, 8})
    sweep<Size, Index>(name, [=](M &B, M &C, Size n) {
      from<Counter, Size, M>(B, C, n, (Counter)first);
    });
}

// Where the counter goes round, elements are visited again, until there are too many.
template <class Counter, class End>
NOINLINE static long ahead(unsigned *A, Counter first, End n, unsigned most) {
  long visits = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (Counter j = first; j + 1 < n; ++j) {
      const Counter at = j - first;
      if ((unsigned long)at >= most)
        throw visits;
      A[at + i] += (unsigned)j + i;
      ++visits;
    }
  return visits;
}

template <class Counter, class End>
NOINLINE static long aheadByThrees(unsigned *A, Counter first, End n, unsigned most) {
  long visits = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (Counter j = first; j + 2 <= n; j += 3) {
      const Counter at = j - first;
      if ((unsigned long)at >= most)
        throw visits;
      A[at + i] += (unsigned)j + i;
      ++visits;
    }
  return visits;
}

template <class Counter, class End>
NOINLINE static long notEnd(unsigned *A, Counter first, End n, unsigned most) {
  long visits = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (Counter j = 5; j != n; ++j) {
      if ((unsigned)j - 5u >= most || j >= 200)
        throw visits;
      A[(unsigned)j - 5u + i] += (unsigned)j + i + first;
      ++visits;
    }
  return visits;
}

// Where the end is in front of the first one, the counter goes round to come there.
template <class Counter> NOINLINE static long roundToEnd(int *A, int n, int most) {
  long visits = 0;
  for (int i = 0; i < 3; ++i)
    for (Counter j = 5; j != n; ++j) {
      if (A[j] >= most)
        throw visits;
      A[j] += i + 1;
      ++visits;
    }
  return visits;
}

template <class Counter> static void roundTo(const char *name) {
  static int A[1 << 16];
  for (int most : {1, 3, 20})
    for (int n : {0, 1, 4, 5, 6, 9, 250, 255, 256, 300, 65534, 65535, 65536, -1, -4}) {
      memset(A, 0, sizeof A);
      long visits;
      try {
        visits = roundToEnd<Counter>(A, n, most);
      } catch (long v) {
        visits = -v;
      }
      printf("%s to %d %d: %ld %016llx\n", name, n, most, visits,
             (unsigned long long)hash_of(A, sizeof A));
    }
}

// What a counter was an iteration before, which begins elsewhere.
template <class Counter> NOINLINE static void periodic(double *C, const double *A, Counter n) {
  for (int i = 0; i < 3; ++i) {
    Counter last = 9;
    for (Counter j = 0; j < n; ++j) {
      if (A[j] > LIMIT)
        throw long(j);
      C[j * 3 + i] += A[j] + 2 * A[last];
      last = j;
    }
  }
}

template <class Counter> static void wrapsPeriodically(const char *name) {
  for (int n : {1, 2, 10})
    for (int at = 0; at <= n; ++at) {
      double A[11], C[30] = {};
      for (int j = 0; j < 11; ++j)
        A[j] = j == at ? POISON : small(j, 2, 5);
      long thrown = -1;
      try {
        periodic<Counter>(C, A, n);
      } catch (long j) {
        thrown = j;
      }
      printf("%s %d %d: %ld %016llx\n", name, n, at, thrown,
             (unsigned long long)hash_of(C, sizeof C));
    }
}

// An end that is extended is compared with a constant.
template <class Size> NOINLINE static void constantLimit(int *A, Size n) {
  for (int i = 0; i < 3; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (j >= 300)
        throw long(j);
      A[j] += i + 1;
    }
}

template <class Size> static void limitsOf(const char *name) {
  for (long n : {0, 1, 127, 128, 255, 256, 299, 300, 301, 400, 32767, 32768, 65535, 70000}) {
    static int A[300];
    long thrown = -1;
    try {
      constantLimit<Size>(A, (Size)n);
    } catch (long j) {
      thrown = j;
    }
    printf("%s %ld: %ld %016llx\n", name, n, thrown, (unsigned long long)hash_of(A, sizeof A));
  }
}

/// Indices are int, and are asked whether they are negative.
template <class Counter, class End>
NOINLINE static long asInt(unsigned *A, Counter first, End n, unsigned most) {
  long visits = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (Counter j = first; j < n; ++j) {
      const int before = (int)(j - 1), behind = (int)(j + 300);
      if (before < 0 || behind < 0 || before + (1l << 32) - (long)first + 2 - (1l << 32) >= most)
        throw visits;
      A[(unsigned)(before - (int)first + 1) + i] += behind;
      ++visits;
    }
  return visits;
}

template <class Counter, class End>
NOINLINE static long asIndex(unsigned *A, Counter first, End n, unsigned most) {
  long visits = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (Counter j = first; j < n; ++j) {
      const int behind = (int)(j + 300);
      const long at = (long)behind - (long)first - 300;
      if (at < 0 || at >= (long)most)
        throw visits;
      A[at + i] += behind;
      ++visits;
    }
  return visits;
}

template <class Counter, class End>
static void limits(const char *name, long (*visit)(unsigned *, Counter, End, unsigned), long first,
                   long n) {
  for (unsigned most : {2u, 40u, 100u}) {
    static unsigned A[128];
    memset(A, 0, sizeof A);
    long visits;
    try {
      visits = visit(A, (Counter)first, (End)n, most);
    } catch (long v) {
      visits = -v;
    }
    printf("%s %ld %ld %u: %ld %016llx\n", name, first, n, most, visits,
           (unsigned long long)hash_of(A, sizeof A));
  }
}

int main() {
  all<int, int, int>("int, int, int");
  all<unsigned, unsigned, int>("unsigned, unsigned, int");
  all<size_t, size_t, int>("size_t, size_t, int");
  all<long, long, int>("long, long, int");
  all<size_t, int, int>("size_t, int, int");
  all<unsigned, size_t, size_t>("unsigned, size_t, size_t");
  all<unsigned, size_t, int>("unsigned, size_t, int");
  all<short, short, int>("short, short, int");
  all<uint16_t, int, int>("uint16_t, int, int");
  all<uint16_t, unsigned, size_t>("uint16_t, unsigned, size_t");
  all<uint8_t, int, size_t>("uint8_t, int, size_t");
  const long bytes = 1l << 8, halves = 1l << 16, half = 1l << 31, words = 1l << 32;
  for (long first : {1l, 2l, 100l})
    for (long back : {-3l, -2l, -1l, 0l, 1l, 2l}) {
      limits<uint8_t, int>("uint8_t", ahead, bytes - 1 - first, bytes - back);
      limits<uint8_t, int>("uint8_t by 3", aheadByThrees, bytes - 1 - first, bytes - back);
      limits<uint16_t, int>("uint16_t", ahead, halves - 1 - first, halves - back);
      limits<uint16_t, int>("uint16_t by 3", aheadByThrees, halves - 1 - first, halves - back);
      limits<uint16_t, size_t>("uint16_t, size_t", ahead, halves - 1 - first, halves - back);
      limits<short, int>("short", ahead, halves / 2 - 1 - first, halves / 2 - back);
      limits<unsigned, size_t>("unsigned, size_t", ahead, words - 1 - first, words - back);
      limits<unsigned, size_t>("unsigned, size_t by 3", aheadByThrees, words - 1 - first,
                               words - back);
      limits<size_t, size_t>("size_t", ahead, -1 - first, -1 - back);
    }
  limitsOf<uint8_t>("uint8_t");
  limitsOf<uint16_t>("uint16_t");
  limitsOf<unsigned>("unsigned");
  limitsOf<size_t>("size_t");
  wrapsPeriodically<int>("int");
  wrapsPeriodically<unsigned>("unsigned");
  wrapsPeriodically<size_t>("size_t");
  roundTo<uint8_t>("uint8_t");
  roundTo<uint16_t>("uint16_t");
  for (long n : {0l, 4l, 5l, 6l, 30l, 70l, 199l, 300l, -1l, words + 4, words + 5, words + 30}) {
    limits<unsigned, unsigned>("unsigned, !=", notEnd, 0, n);
    limits<unsigned, size_t>("unsigned, size_t, !=", notEnd, 0, n);
    limits<size_t, size_t>("size_t, !=", notEnd, 0, n);
    limits<uint8_t, int>("uint8_t, !=", notEnd, 0, n);
  }
  for (long first : {0l, 1l, half - 400, half - 302, half - 301, half - 300, half - 299, half - 3})
    for (long n : {0l, 2l, 30l, half - 350, half - 301, half - 300, half - 299, half - 1, half,
                   half + 1, half + 60}) {
      limits<unsigned, unsigned>("unsigned as int", asInt, first, n);
      limits<size_t, size_t>("size_t as int", asInt, first, n);
      limits<long, long>("long as int", asInt, first, n);
      limits<unsigned, size_t>("unsigned as int, size_t", asInt, first, n);
      limits<unsigned, unsigned>("unsigned as index", asIndex, first, n);
      limits<size_t, size_t>("size_t as index", asIndex, first, n);
      limits<long, long>("long as index", asIndex, first, n);
      limits<unsigned, size_t>("unsigned as index, size_t", asIndex, first, n);
    }
}
