// RUN: %exact %s --tiled 3 --cflags=-pthread --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -march=native %unpacked" --args behind
// RUN: %exact %s --tiled 3 --cflags=-pthread --args outside
// RUN: %exact %s --tiled 3 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false" --args all
// RUN: %counted_unpacked --args=behind %s inspected:inspect,early inspectedResumes:inspect,early bytes:inspect
//
// While nests throw in one thread, another one counts, all the time, in elements that the nests do
// not reach because they throw, in operands behind the guard that fires, and in columns that they
// leave out. No count is lost and none is seen. That is promised for Inspect (not for =naive, which
// speculates these nests); with "outside" the other thread writes only what the nest would not reach
// without a throw, either, which is promised for in-place chunks, too. With "all", nests whose guards
// read what they write are left behind, too, which holds where chunks work on a copy.
#include "nests.h"
#include <pthread.h>

constexpr int P = 40;
using Row = double[P];
static Row A[P + 1], B[P], C[P + 1];
constexpr long N = 30, M = 33; // rows and columns of the nests

static unsigned char a[P][P], c[P + 1][P];
NOINLINE void bytes(long n, long m, unsigned char (*c)[P], const unsigned char (*a)[P]) {
  for (long i = 0; i < n; ++i) {
    if (a[i][0] == 255)
      throw Bad{i, 0, 0};
    for (long j = 0; j < m; ++j)
      c[i][j] += a[i][j];
  }
}

static bool Behind, ForBytes;
static const Nest<P> *Which;
static long Row0; // which throws
static long Stop, Counts; // atomic; what was counted, in each element of the counting thread

// Whether the counting thread owns the element, of C or of A.
static bool owns(bool ofC, long i, long j) {
  if (i >= N)
    return true;
  // In place, all between the first and the last element belongs to the nest.
  if (!Behind || (Which && Which->Resumes))
    return Behind ? j >= M : i == N - 1 && j >= M;
  if (j >= M)
    return true;
  if (Which && Which->PoisonC) // fires in column M / 2
    return i > Row0 || (ofC && i == Row0 && j > M / 2);
  if (ForBytes)
    return ofC ? i >= Row0 : i > Row0;
  return i > Row0 || (i == Row0 && (ofC ? j > 0 : j > M / 2));
}
static void *count(void *) {
  long counts = 0;
  for (; !__atomic_load_n(&Stop, __ATOMIC_RELAXED);
       __atomic_store_n(&Counts, ++counts, __ATOMIC_RELAXED))
    for (long i = 0; i <= P; ++i)
      for (long j = 0; j < P; ++j) {
        if (owns(true, i, j)) {
          if (ForBytes)
            *(volatile unsigned char *)&c[i][j] = c[i][j] + 1;
          else
            *(volatile double *)&C[i][j] = C[i][j] + 1;
        }
        // Also such that the guard would fire, if it was reached.
        if (!ForBytes && owns(false, i, j))
          *(volatile double *)&A[i][j] = counts % 2 ? 4 * POISON : 1;
      }
  return nullptr;
}

static void sweep(int rounds) {
  for (Row0 = 0; Row0 < N; Row0 += 7) {
    for (long i = 0; i <= P; ++i)
      for (long j = 0; j < P; ++j) {
        A[i][j] = small(i, j, 7);
        C[i][j] = 0;
        B[i % P][j] = small(i, j, 5);
        a[i % P][j] = 1;
        c[i][j] = 0;
      }
    if (ForBytes)
      a[Row0][0] = 255;
    else
      (Which->PoisonC ? C : A)[Row0][M / 2] = 4 * POISON;
    Stop = Counts = 0;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, count, nullptr))
      exit(1);
    Outcome o;
    uint64_t hash = 0;
    // Until the other thread has counted for a while, too.
    for (int round = 0; round < rounds || __atomic_load_n(&Counts, __ATOMIC_RELAXED) < 100;
         ++round) {
      uint64_t h = HASH_START;
      o = outcome([&] {
        if (ForBytes)
          bytes(N, M, c, a);
        else
          Which->Run(N, M, C, A, B);
      });
      // What is left of the nest's own elements, which then are as before.
      for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; ++j)
          if (!owns(true, i, j)) {
            double own = ForBytes ? c[i][j] : C[i][j];
            h = hash_more(h, &own, sizeof own);
            if (ForBytes)
              c[i][j] = 0;
            else
              C[i][j] = Which->PoisonC && i == Row0 && j == M / 2 ? 4 * POISON : 0;
          }
      h = hash_more(h, o.Text, strlen(o.Text));
      if (round && h != hash)
        printf("round %d: %s %llx\n", round, o.Text, (unsigned long long)h);
      hash = h;
    }
    __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
    pthread_join(thread, nullptr);
    long lost = 0;
    for (long i = 0; i <= P; ++i)
      for (long j = 0; j < P; ++j)
        if (owns(true, i, j))
          lost += ForBytes ? c[i][j] != Counts % 256 : C[i][j] != Counts;
    printf("%s %ld: %s %llx, lost in %ld elements\n", ForBytes ? "bytes" : Which->Name, Row0, o.Text,
           (unsigned long long)hash, lost);
    fprintf(stderr, "%ld counts\n", Counts);
  }
}

int main(int argc, char **argv) {
  bool all = argc > 1 && !strcmp(argv[1], "all");
  Behind = argc < 2 || all || !strcmp(argv[1], "behind");
  int rounds = argc < 3 ? 500 : atoi(argv[2]);
  for (auto &nest : Nests<P>) {
    Which = &nest;
    if (!Behind || all || (!nest.PoisonC && nest.Run != elements<P>))
      sweep(nest.Resumes ? rounds / 20 : rounds);
  }
  Which = nullptr;
  ForBytes = true;
  sweep(rounds);
  return 0;
}
