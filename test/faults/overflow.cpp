// RUN: %exact %s --tiled 12 --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
//
// Sizes near the limits of their types: trip counts, rows times pitch, and bytes that overflow 2^31,
// 2^32, 2^63 or 2^64, loops that begin or end at the ends of their type, arrays at both ends of the
// address space. A guard ends each nest within the arrays, so the program is well defined.
// exact/huge_count has more of the first kind.
#include "nests.h"
#include <cinttypes>
#include <climits>
#include <sys/mman.h>

constexpr int P = 24;
static double A[P][P], B[P][P], C[P][P];

// Each access is at a distance of pitch * step from the last, modulo 2^64. Not static, as all here:
// the sizes are to stay variables.
NOINLINE void pitches(uint64_t n, uint64_t step, uint64_t pitch, uint64_t m, double *c,
                      const double *a) {
  for (uint64_t i = 0; i < n; i += step)
    for (uint64_t j = 0; j < m; ++j) {
      c[i * pitch + j] += a[i * pitch + j];
      if (c[i * pitch + j] > LIMIT)
        throw Bad{(long)i, (long)j, 0};
    }
}
NOINLINE void pitches32(uint32_t n, uint32_t step, uint32_t pitch, uint32_t m, double *c,
                        const double *a) {
  for (uint32_t i = 0; i < n; i += step)
    for (uint32_t j = 0; j < m; ++j) {
      c[i * pitch + j] += a[i * pitch + j];
      if (c[i * pitch + j] > LIMIT)
        throw Bad{(long)i, (long)j, 0};
    }
}
template <typename T> NOINLINE void between(T from, T to, T m, double (*c)[P], const double (*a)[P]) {
  for (T i = from; i < to; ++i)
    for (T j = 0; j < m; ++j) {
      c[i - from][j] += a[i - from][j];
      if (c[i - from][j] > LIMIT)
        throw Bad{(long)(i - from), (long)j, 0};
    }
}
// The first iteration leaves by a guard that stands in front of the inner loops.
NOINLINE void leavesAtOnce(long n, long m, double (*c)[P], const double (*a)[P]) {
  for (long i = 0; i < n; ++i) {
    if (a[i][0] > LIMIT)
      throw Bad{i, -1, 0};
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k)
        c[i][j] += a[i][k] * a[k][j];
  }
}
struct Large {
  double X[1 << 17]; // 1 MiB
};
NOINLINE void large(long n, long m, Large *c, const Large *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i].X[j] += a[i].X[j];
      if (c[i].X[j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
// Towards the ends of the address space; c is written up to the throw.
NOINLINE void upwards(long n, long m, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i * m + j] += a[j];
      if (c[i * m + j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void downwards(long n, long m, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[-i * m - j] += a[j];
      if (c[-i * m - j] > LIMIT)
        throw Bad{i, j, 0};
    }
}

template <typename F> static void show(const char *what, int number, F run) {
  Outcome o = outcome(run);
  printf("%s %d: %s %llx\n", what, number, o.Text, (unsigned long long)hash_of(C, sizeof C));
}
static void reset(const Nest<P> &nest, long row, long column) {
  fill<P>(nest, P, P, C, A, B, row, column);
}

int main() {
  const Nest<P> &ofC = Nests<P>[1];
  // m is huge, too: each nest leaves in its first row.
  const long counts[] = {INT32_MAX, 1L << 31, UINT32_MAX, 1L << 32, (1L << 40) - 1, 1L << 40,
                         (1L << 58) / 3, INT64_MAX / 8 / P, INT64_MAX / 8, INT64_MAX / 8 + 1,
                         1L << 61, 1L << 62, INT64_MAX - 1, INT64_MAX};
  for (auto &nest : Nests<P>)
    for (int c = 0; c < (int)(sizeof counts / sizeof *counts); ++c)
      for (long column : {0L, 1L, 11L, (long)P - 1}) {
        if (nest.Resumes)
          continue; // would go on for ever
        reset(nest, 0, column);
        if (nest.Run != speculated<P>) // needs all of B for its second column
          show(nest.Name, c, [&] { nest.Run(counts[c], counts[c], C, A, B); });
        reset(nest, P / 2, column);
        show(nest.Name, c, [&] { nest.Run(counts[c], P, C, A, B); });
        reset(nest, 0, 0);
        show(nest.Name, c, [&] { nest.Run(3, counts[c], C, A, B); });
        A[0][0] = 4 * POISON;
        show("leavesAtOnce", c, [&] { leavesAtOnce(counts[c], counts[c], C, A); });
      }
  // i * pitch is 0, or small, modulo 2^64 and 2^32.
  for (int shift = 1; shift < 64; ++shift)
    for (uint64_t more : {0, P}) {
      uint64_t step = UINT64_C(1) << (64 - shift), pitch = (UINT64_C(1) << shift) + more / step;
      if (step > (UINT64_C(1) << 20) || (more && step != 1))
        continue;
      reset(ofC, -1, 0);
      show("pitches", shift, [&] { pitches(9 * step, step, pitch, P, C[0], A[0]); });
      reset(ofC, 0, 5);
      show("pitches", shift, [&] { pitches(INT64_MAX, step, pitch, P, C[0], A[0]); });
    }
  for (int shift = 12; shift < 32; ++shift) {
    uint32_t step = UINT32_C(1) << (32 - shift), pitch = UINT32_C(1) << shift;
    reset(ofC, -1, 0);
    show("pitches32", shift, [&] { pitches32(9 * step, step, pitch, P, C[0], A[0]); });
    reset(ofC, 0, 5);
    show("pitches32", shift, [&] { pitches32(INT32_MAX, step, pitch, P, C[0], A[0]); });
  }
  for (long row : {-1, 0, 3, P - 1}) {
#define BETWEEN(T, from, to)                                                                       \
  reset(ofC, row, 7);                                                                              \
  show("between " #T " " #from, row, [&] { between<T>(from, to, P, C, A); });
    BETWEEN(long, LONG_MIN, LONG_MIN + P)
    BETWEEN(long, LONG_MAX - P, LONG_MAX)
    BETWEEN(long, -5, P - 5)
    BETWEEN(int, INT_MIN, INT_MIN + P)
    BETWEEN(int, INT_MAX - P, INT_MAX)
    BETWEEN(uint64_t, UINT64_MAX - P, UINT64_MAX)
    BETWEEN(uint64_t, INT64_MAX - 5, UINT64_C(0) + INT64_MAX + P - 5)
    BETWEEN(uint32_t, UINT32_MAX - P, UINT32_MAX)
    BETWEEN(uint32_t, INT32_MAX - 5, UINT32_C(0) + INT32_MAX + P - 5)
    if (row >= 0) {
      BETWEEN(long, LONG_MIN, LONG_MAX) // 2^64 - 1 iterations
      BETWEEN(uint64_t, 0, UINT64_MAX)
    }
  }
  // 2^n megabytes; the throw is in the second one.
  auto *c = (Large *)mmap(nullptr, 2 * 2 * sizeof(Large), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Large *a = c + 2;
  for (int shift = 2; shift < 63; ++shift) {
    c[0].X[1] = c[1].X[2] = 5;
    c[1].X[9] = 4 * POISON;
    show("large", shift, [&] { large(1L << shift, 100, c, a); });
    printf("%g %g %g\n", c[0].X[1], c[1].X[2], c[1].X[9]);
  }
  // The first and the last pages that a process can have (four levels of page tables), if free.
  const uintptr_t ends[] = {0x10000, UINT64_C(0x7fffffffe000) - 0x2000};
  for (int end = 0; end < 2; ++end) {
    auto *pages = (double *)mmap((void *)ends[end], 0x2000, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages == (double *)MAP_FAILED) {
      printf("no page at the end %d\n", end);
      continue;
    }
    for (long n : {40L, 4000L, 1L << 20, 1L << 30, (1L << 40) - 1, 1L << 46, 1L << 55})
      for (bool up : {false, true}) {
        double *from = up ? pages + 512 : pages + 511;
        for (long x = 0; x < 1024; ++x)
          pages[x] = x % 50;
        pages[up ? 1000 : 23] = 4 * POISON;
        Outcome o = outcome([&] { (up ? upwards : downwards)(n, 25, from, A[0]); });
        printf("%d %ld %d: %s %llx\n", end, n, up, o.Text,
               (unsigned long long)hash_of(pages, 1024 * sizeof(double)));
      }
    munmap(pages, 0x2000);
  }
  return 0;
}
