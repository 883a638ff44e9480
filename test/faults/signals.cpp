// RUN: %exact %s --tiled 5 --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
// RUN: %counted_unpacked %s inspected:inspect,complete,early speculated:speculate,complete,early \
// RUN:   elements:speculate,complete,early inspectedResumes:early speculatedResumes:early
//
// A signal every 100 microseconds, the first one earlier in each round, handled on a stack of its
// own, while nests run and throw. The handler does what the contract allows: it looks at what the
// nest only reads, and counts in the bytes next to the array that is written, right before and right
// behind what the nest accesses. No count is lost: a rollback restores no byte more. It also uses
// errno, which it restores, and vector registers.
#include "nests.h"
#include <csignal>
#include <sys/time.h>

constexpr int P = 320;
using Row = double[P];
static double A[P][P], B[P][P];
static struct {
  volatile long Before;
  double C[P][P];
  volatile long Behind;
} Shared;
static double (*const C)[P] = Shared.C;

static volatile long Signals, Wrong;
static volatile long Rows, Columns; // of the nest that runs
static volatile bool Inside;
alignas(16) static char Stack[1 << 16];

static void onAlarm(int) {
  int e = errno;
  char here;
  Wrong += &here < Stack || &here >= Stack + sizeof Stack;
  // Small operands; one may be poisoned, but not these.
  Wrong += A[Rows - 1][0] != small(Rows - 1, 0, 7) || B[1][Columns - 1] != small(1, Columns - 1, 5);
  if (Inside) {
    ++Signals;
    ++Shared.Before;
    ++Shared.Behind;
    // The element behind the last one.
    double *next = &C[Rows - 1][Columns];
    *next = *next + 1;
  }
  errno = EDOM;
  double x = 1;
  for (int k = 0; k < 20; ++k)
    x = x * 1.5 + errno;
  Wrong += x < 1;
  errno = e;
}

int main() {
  stack_t alternate = {};
  alternate.ss_sp = Stack;
  alternate.ss_size = sizeof Stack;
  struct sigaction action = {};
  action.sa_handler = onAlarm;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  Rows = Columns = 2;
  A[1][0] = small(1, 0, 7);
  B[1][1] = small(1, 1, 5);
  const itimerval never = {};
  if (sigaltstack(&alternate, nullptr) || sigaction(SIGALRM, &action, nullptr))
    return 1;
  for (auto &nest : Nests<P>)
    for (long row : {-1L, 150L, 298L}) {
      const long n = 300, m = nest.Run == elements<P> ? P - 1 : nest.Resumes ? 60 : 299;
      Outcome first = {};
      uint64_t hash = 0;
      long before = Signals;
      // Until there were some signals while the nest ran.
      for (int round = 0; round < 20000 && (round < 2 || Signals < before + 20); ++round) {
        fill<P>(nest, n, m, C, A, B, row, m / 2);
        memset(&C[n - 1][m], 0, sizeof(double));
        Shared.Before = Shared.Behind = 0;
        Rows = n;
        Columns = m;
        long start = Signals;
        // A nest may take less than the interval.
        const itimerval every = {{0, 100}, {0, 1 + round % 100}};
        setitimer(ITIMER_REAL, &every, nullptr);
        Inside = true;
        Outcome o = outcome([&] { nest.Run(n, m, C, A, B); });
        Inside = false;
        setitimer(ITIMER_REAL, &never, nullptr);
        long counted = Signals - start;
        if (Shared.Before != counted || Shared.Behind != counted || C[n - 1][m] != counted)
          printf("%ld signals, counted %ld, %ld, %g\n", counted, Shared.Before, Shared.Behind,
                 C[n - 1][m]);
        C[n - 1][m] = 0;
        uint64_t h = hash_of(C, sizeof Shared.C);
        if (!round) {
          first = o;
          hash = h;
        } else if (strcmp(o.Text, first.Text) || h != hash)
          printf("round %d: %s %llx\n", round, o.Text, (unsigned long long)h);
      }
      printf("%s %ld: %s %llx, enough signals: %d, wrong: %ld\n", nest.Name, row, first.Text,
             (unsigned long long)hash, Signals >= before + 20, Wrong);
    }
  return 0;
}
