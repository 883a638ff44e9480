// RUN: %exact %s --tiled 6 --cflags=-pthread --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
// RUN: %counted_unpacked %s inspected:inspect,complete,early speculated:speculate,complete,early \
// RUN:   elements:complete,early bytes:speculate,complete,early
//
// Eight threads execute the same nest at the same time, each on rows of its own, which are next to
// those of the others without a gap, and each with a throw of its own. A checkpoint, a rollback or a
// vector that reaches one byte over loses what the neighbour writes.
#include "nests.h"
#include <pthread.h>
#include <vector>

constexpr int P = 27; // rows of 216 bytes: they share cache lines, and vectors do not end there
constexpr long Threads = 8, Block = 23; // rows of each
using Row = double[P];
static Row A[Threads * Block], B[P], C[Threads * Block];

constexpr long Q = 13; // rows of 13 bytes
static unsigned char a[Threads * 64][Q], c[Threads * 64][Q];
NOINLINE void bytes(long n, long m, unsigned char (*c)[Q], const unsigned char (*a)[Q]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i][j] += a[i][j];
      if (c[i][j] >= 250)
        throw Bad{i, j, 0};
    }
}

static const Nest<P> *Which; // null: bytes
static pthread_barrier_t Barrier;
struct Task {
  long Number, Rounds, Row;
  Outcome How;
  uint64_t Hash;
};

static void *inThread(void *argument) {
  Task &t = *(Task *)argument;
  long first = t.Number * (Which ? Block : 64);
  for (long round = 0; round < t.Rounds; ++round) {
    // Rows of this thread only; B is shared and does not change.
    if (Which) {
      for (long i = 0; i < Block; ++i)
        for (long j = 0; j < P; ++j) {
          A[first + i][j] = small(first + i, j, 7);
          C[first + i][j] = small(first + i, j, 3);
        }
      if (t.Row >= 0)
        (Which->PoisonC ? C : A)[first + t.Row][t.Number] = 4 * POISON;
    } else {
      for (long i = 0; i < 64; ++i)
        for (long j = 0; j < Q; ++j) {
          a[first + i][j] = small(first + i, j, 7);
          c[first + i][j] = small(first + i, j, 3);
        }
      if (t.Row >= 0)
        c[first + t.Row][t.Number] = 249;
    }
    pthread_barrier_wait(&Barrier);
    Outcome o = outcome([&] {
      if (Which)
        Which->Run(Block, P, C + first, A + first, B);
      else
        bytes(64, Q, c + first, a + first);
    });
    uint64_t h = Which ? hash_of(C + first, Block * sizeof(Row)) : hash_of(c + first, 64 * Q);
    if (round && (h != t.Hash || strcmp(o.Text, t.How.Text)))
      h = ~h - round; // shows
    t.Hash = h;
    t.How = o;
  }
  return nullptr;
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 100;
  pthread_barrier_init(&Barrier, nullptr, Threads);
  for (long k = 0; k < P; ++k)
    for (long j = 0; j < P; ++j)
      B[k][j] = small(k, j, 5);
  for (size_t which = 0; which <= sizeof Nests<P> / sizeof *Nests<P>; ++which)
    // All threads throw in the row, in different ones, or every second one does.
    for (long row : {-1L, 0L, 11L, 22L, -2L, -3L}) {
      Which = which < sizeof Nests<P> / sizeof *Nests<P> ? &Nests<P>[which] : nullptr;
      std::vector<Task> tasks(Threads);
      std::vector<pthread_t> threads(Threads);
      for (long t = 0; t < Threads; ++t) {
        tasks[t].Number = t;
        tasks[t].Rounds = Which && Which->Resumes ? rounds / 10 + 1 : rounds;
        tasks[t].Row = row >= -1 ? row : row == -2 ? t * 3 : t % 2 ? 5 : -1;
        if (pthread_create(&threads[t], nullptr, inThread, &tasks[t]))
          return 1;
      }
      for (long t = 0; t < Threads; ++t) {
        pthread_join(threads[t], nullptr);
        printf("%s %ld %ld: %s %llx\n", Which ? Which->Name : "bytes", row, t, tasks[t].How.Text,
               (unsigned long long)tasks[t].Hash);
      }
    }
  return 0;
}
