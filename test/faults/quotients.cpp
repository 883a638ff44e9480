// RUN: %exact %s --tiled 11
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false" \
// RUN:   --config "-O3 @naive -mllvm -polly-escop-process-unprofitable"
// RUN: %counted_unpacked %s halves:complete,early ring:complete,early thirds:complete,early \
// RUN:   flat:complete,early cycle:complete,early bytes:rtc bits:complete,early upsampled:complete,early \
// RUN:   delayed:complete,early checked:complete,early downwards:complete,bounds
//
// Subscripts with a division or a remainder. The arrays are objects that are no larger than what is
// accessed: bounds that were wider than that would be declined, and what narrower ones leave out of
// the checkpoint is not restored. The throw is swept over all elements.
#include "nests.h"

constexpr long N = 41, M = 23; // rows and columns of A
static uint64_t Words[(N * M + 63) / 64];
static double A[N][M], W[M][M], Half[(N + 1) / 2][(M + 2) / 3], Ring[8][M], Third[3][M],
    Flat[5 * M], Cycle[3], Bytes[256], C[N][M], Quarter[(N + 3) / 4][M], Delayed[N / 3 + 1][M];

// Also with unsigned counters, whose quotients are shifts.
NOINLINE void halves(unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < m; ++j) {
      Half[i / 2][j / 3] += A[i][j];
      if (Half[i / 2][j / 3] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void ring(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      Ring[i % 8][j] = Ring[(i + 5) % 8][j] / 2 + A[i][j];
      if (Ring[i % 8][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void thirds(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      Third[(i + 1) % 3][j] = Third[i % 3][j] - Third[(i + 2) % 3][j] + A[i][j];
      if (Third[(i + 1) % 3][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void flat(long n, long m, long pitch) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      Flat[i % 5 * pitch + j] += A[i][j];
      if (Flat[i % 5 * pitch + j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void cycle(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      Cycle[j % 3] += A[i][j];
      if (Cycle[j % 3] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void bytes(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Bytes[(uint8_t)(i * 7 + j)] += A[i][j];
      if (Bytes[(uint8_t)(i * 7 + j)] > LIMIT)
        throw Bad{i, j, 0};
    }
}
// As std::vector<bool> has them.
NOINLINE void bits(size_t n, size_t m) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < m; ++j) {
      if (A[i][j] > LIMIT)
        throw Bad{(long)i, (long)j, 0};
      Words[(i * m + j) / 64] ^= 1ul << (i * m + j) % 64;
    }
}
NOINLINE void upsampled(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      for (long k = 0; k < m; ++k)
        C[i][j] += Quarter[i / 4][k] * W[k][j];
      if (C[i][j] + A[i][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
NOINLINE void delayed(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      for (long k = 0; k < m; ++k)
        C[i][j] += Ring[i % 8][k] * W[k][j];
      if (C[i][j] + A[i][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
// A check that never fires.
NOINLINE void checked(long n, long m, long rows) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (i / 2 >= rows)
        throw Bad{i, j, 1};
      Half[i / 2][j / 3] += A[i][j];
      if (A[i][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}
// Behind the throw, the dividend wraps.
NOINLINE void downwards(size_t n, size_t m, size_t first, double (*C)[M]) {
  for (size_t i = n; i-- > 0;)
    for (size_t j = 0; j < m; ++j) {
      if (A[i][j] > LIMIT)
        throw Bad{(long)i, (long)j, 0};
      C[(i - first) / 3][j] += A[i][j];
    }
}

struct Array {
  double *At;
  size_t Bytes;
};
static const Array Written[] = {{W[0], sizeof W},
                                {Half[0], sizeof Half},
                                {Ring[0], sizeof Ring},
                                {Third[0], sizeof Third},
                                {Flat, sizeof Flat},
                                {Cycle, sizeof Cycle},
                                {Bytes, sizeof Bytes},
                                {C[0], sizeof C},
                                {Quarter[0], sizeof Quarter},
                                {Delayed[0], sizeof Delayed}};

template <typename F> static void sweep(const char *name, F nest) {
  for (long p = -1; p < N * M; ++p) {
    for (long x = 0; x < N * M; ++x)
      A[x / M][x % M] = x == p ? POISON : small(x / M, x % M, 9);
    for (const Array &a : Written)
      for (size_t x = 0; x < a.Bytes / sizeof(double); ++x)
        a.At[x] = small(x, a.Bytes, 7);
    memset(Words, 0, sizeof Words);
    Outcome o = outcome([&] { nest(p); });
    uint64_t h = hash_of(Words, sizeof Words);
    for (const Array &a : Written)
      h = hash_more(h, a.At, a.Bytes);
    printf("%s %ld: %s %llx\n", name, p, o.Text, (unsigned long long)h);
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  const long n = N * argc, m = M * argc;
  sweep("halves", [&](long) { halves(n, m); });
  sweep("ring", [&](long) { ring(n, m); });
  sweep("thirds", [&](long) { thirds(n, m); });
  sweep("flat", [&](long) { flat(n, m, m); });
  sweep("cycle", [&](long) { cycle(n, m); });
  sweep("bytes", [&](long) { bytes(n, m); });
  sweep("bits", [&](long) { bits(n, m); });
  sweep("upsampled", [&](long) { upsampled(n, m); });
  sweep("delayed", [&](long) { delayed(n, m); });
  sweep("checked", [&](long) { checked(n, m, (n + 1) / 2); });
  sweep("downwards", [&](long p) { downwards(n, m, p < 0 ? 0 : p / M + (p % M == 0), Delayed); });
}
