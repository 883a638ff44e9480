// RUN: %exact %s --tiled 81 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 81 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load from tables at addresses that depend on data. The tables are variables that
// end, or begin, at pages that are not there; behind the element that fails the check all indices are
// wild. Each element fails it once. Indices are arrays, too, and end at such a page.
#include "escop.h"
#include <initializer_list>
#include <limits>
#include <sys/mman.h>

// clang-format off
asm(".pushsection .bss\n"
    ".globl in_front, table, behind, begins, second, third\n"
    ".balign 4096\n" "in_front: .skip 4096\n"
    "begins: .skip 800\n" ".skip 4096 - 2 * 800\n" "table: .skip 800\n"
    "behind: .skip 4096\n"
    "second: .skip 4096\n" "third: .skip 4096\n"
    ".popsection\n");
// clang-format on
constexpr long Page = 4096, Bytes = 800;
extern "C" char in_front[Page], begins[Bytes], table[Bytes], behind[Page], second[Page], third[Page];

struct Bad {
  long at;
};

template <typename T, typename I> struct Operands {
  T *a;
  const T *b;
  const I *index;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T, typename I> NOINLINE static double NAME(const Operands<T, I> &o) {         \
    [[maybe_unused]] T *__restrict a = o.a;                                                        \
    const T *b = o.b;                                                                              \
    const I *index = o.index;                                                                      \
    const T *first = (const T *)begins, *last = (const T *)table;                                  \
    [[maybe_unused]] constexpr long Size = Bytes / sizeof(T);                                      \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      if (b[i] > 100)                                                                              \
        throw Bad{i};                                                                              \
      const I j = index[i];                                                                        \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    (void)first;                                                                                   \
    (void)last;                                                                                    \
    return double(s);                                                                              \
  }

LOOP(toEnd, a[i] = b[i] + last[j];)
LOOP(fromBegin, a[i] = b[i] + first[j];)
LOOP(conditional, if (b[i] > 2) a[i] = last[j];)
LOOP(eitherTable, a[i] = b[i] > 2 ? last[j] : first[j];)
LOOP(summed, if (b[i] > 3) s += first[j];)
// The program's own check, which is of the same index.
LOOP(checked, if (!(j >= 0) || j >= Size) throw Bad{-i}; a[i] = last[j];)
LOOP(scaled, a[i] = first[2 * (j / 2) + 1];)
LOOP(pairs, a[i] = last[j / 2 * 2] + last[j / 2 * 2 + 1];)
// 99 is the greatest index, so that this one ends in front of the table at most.
LOOP(shifted, a[i] = first[j + 3];)
LOOP(turned, a[i] = last[99 - j] + first[99 - j];)

template <typename I> static I wild(long k) {
  using L = std::numeric_limits<I>;
  switch (k % 6) {
  case 0:
    return L::max();
  case 1:
    return L::min();
  case 2:
    return I(-1);
  case 3:
    return I(L::max() / 2 + 1);
  case 4:
    return I(Bytes);
  default:
    return I(L::min() / 2 - 1);
  }
}

template <typename T> static T *atEnd(char *page, long n) { return (T *)(page + Page) - n; }

template <typename T, typename I> static void sweep(long kind) {
  static char *memory = nullptr;
  if (!memory) {
    memory = (char *)mmap(nullptr, 4 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == (char *)MAP_FAILED || mprotect(memory + Page, Page, PROT_NONE) ||
        mprotect(memory + 3 * Page, Page, PROT_NONE))
      abort();
  }
  constexpr long Size = Bytes / sizeof(T);
  static T a[600];
  for (long i = 0; i < Size; ++i) {
    ((T *)begins)[i] = T(small(i, 1, 90));
    ((T *)table)[i] = T(small(i, 2, 90));
  }
  // The last of b or of the indices is at the end of its page.
  for (long n : {1L, 15L, 16L, 17L, 50L, 130L}) {
    T *b = atEnd<T>(memory, n);
    I *index = atEnd<I>(memory + 2 * Page, n);
    for (long bad = 0; bad <= n; bad += bad < 34 || n - bad < 20 ? 1 : 5) {
      auto run = [&](const char *name, auto f, long limit) {
        for (long i = 0; i < n; ++i) {
          a[i] = 55;
          b[i] = T(1 + i % 7);
          index[i] = I(i * 7 % limit);
        }
        if (bad < n)
          b[bad] = T(111);
        // A size and -1 are behind the end, and in front of the begin.
        for (long i = bad; i < n; ++i)
          index[i] = bad % 3 == 0 ? I(Size) : bad % 3 == 1 ? I(-1) : wild<I>(i + bad);
        double s = -1;
        long at = -1;
        try {
          s = f(Operands<T, I>{a, b, index, n});
        } catch (const Bad &e) {
          at = e.at;
        }
        printf("%s %zu %ld n %ld bad %ld: %ld %.0f %llx\n", name, sizeof(T), kind, n, bad, at, s,
               (unsigned long long)hash_of(a, sizeof a));
      };
#define RUN(NAME, LIMIT) run(#NAME, NAME<T, I>, LIMIT);
      RUN(toEnd, 100)
      RUN(fromBegin, 100)
      RUN(conditional, 100)
      RUN(eitherTable, 100)
      RUN(summed, 100)
      RUN(checked, 100)
      RUN(scaled, 100)
      RUN(pairs, 100)
      RUN(shifted, 97)
      RUN(turned, 100)
    }
  }
}

// Tables of other kinds: local, members of structures, of two dimensions, indexed by the counter or by
// what is computed from it.
struct Point {
  float x, y;
};
static struct {
  long before;
  Point points[40];
  int rows[8][12];
  unsigned char bytes[64];
} parts;
static int squares[16][16];

#define OTHER(NAME, ...)                                                                           \
  NOINLINE static double NAME(double *__restrict a, const double *b, const long *index, long n) {  \
    double s = 0;                                                                                  \
    __VA_ARGS__                                                                                    \
    return s;                                                                                      \
  }
#define EACH(...)                                                                                  \
  for (long i = 0; i < n; ++i) {                                                                   \
    if (b[i] > 100)                                                                                \
      throw Bad{i};                                                                                \
    __VA_ARGS__                                                                                    \
  }
OTHER(ofPoints, EACH(a[i] = parts.points[index[i]].y + b[i];))
OTHER(ofRows, EACH(a[i] = parts.rows[index[i] & 7][index[i]] + b[i];))
OTHER(ofTwo, EACH(a[i] = parts.rows[index[i]][index[n - 1 - i]];))
OTHER(diagonal, EACH(a[i] = squares[index[i]][index[i]];))
OTHER(ofBytes, EACH(s += parts.bytes[parts.bytes[index[i]]];))
OTHER(local, long t[32]; for (long k = 0; k < 32; ++k) t[k] = k * k + n; EACH(a[i] = t[index[i]];))
OTHER(halves, EACH(a[i] = parts.points[i / 8].x;))
OTHER(rests, EACH(a[i] = parts.points[i % 3].x + squares[i % 5][i % 7];))
// Each iteration chooses the next one's place.
OTHER(walks, long j = 0; EACH(j = parts.bytes[j]; a[i] = j;))

static void sweepOthers() {
  static double a[300], b[300];
  static long index[300];
  for (int i = 0; i < 40; ++i)
    parts.points[i] = {float(i), float(i * 3)};
  for (int i = 0; i < 96; ++i)
    parts.rows[i / 12][i % 12] = i;
  for (int i = 0; i < 64; ++i)
    parts.bytes[i] = i * 5 % 61;
  for (int i = 0; i < 256; ++i)
    squares[i / 16][i % 16] = i * 3;
  for (long n : {1L, 16L, 45L, 300L})
    for (long bad = 0; bad <= n; bad += bad < 50 || n - bad < 20 ? 1 : 11) {
      auto run = [&](const char *name, auto f, long limit) {
        for (long i = 0; i < n; ++i) {
          a[i] = 55;
          b[i] = i % 9;
          index[i] = i < bad ? i * 3 % limit : wild<long>(i + bad);
        }
        // What is loaded from the other end is good.
        if (f == ofTwo)
          for (long i = 0; i < n; ++i)
            index[i] = i * 3 % limit;
        if (bad < n)
          b[bad] = 101;
        double s = -1;
        long at = -1;
        try {
          s = f(a, b, index, n);
        } catch (const Bad &e) {
          at = e.at;
        }
        printf("%s n %ld bad %ld: %ld %.0f %llx\n", name, n, bad, at, s, (unsigned long long)hash_of(a, sizeof a));
      };
#undef RUN
#define RUN(NAME, LIMIT) run(#NAME, NAME, LIMIT);
      RUN(ofPoints, 40)
      RUN(ofRows, 12)
      RUN(ofTwo, 8)
      RUN(diagonal, 16)
      RUN(ofBytes, 64)
      RUN(local, 32)
      RUN(halves, 32)
      RUN(rests, 32)
      RUN(walks, 32)
    }
}

int main() {
  for (char *page : {in_front, behind})
    if (mprotect(page, Page, PROT_NONE))
      abort();
  sweep<double, signed char>(1);
  sweep<double, unsigned char>(2);
  sweep<float, unsigned char>(3);
  sweep<double, short>(4);
  sweep<float, int>(5);
  sweep<double, unsigned>(6);
  sweep<short, long>(7);
  sweep<double, unsigned long>(8);
  sweepOthers();
}
