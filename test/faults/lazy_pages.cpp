// RUN: %exact %s --tiled 5 --config "-O3 @optimized -march=native %unpacked" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 5 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s inspected:inspect,complete,early speculated:pages elements:pages \
// RUN:   inspectedResumes:inspect,complete speculatedResumes:pages
//
// The pages of all arrays are inaccessible, and a handler of SIGSEGV makes a page readable when it
// is read first and writable when it is written first, as collectors and incremental checkpoints do.
// Which pages are read and which are written is the program's: no more, since iterations behind the
// throw are not executed there, and no less.
#include "nests.h"
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

constexpr int P = 512; // a row is a page
constexpr long N = 12;
using Row = double[P];
static Row *Arrays[3]; // C, A, B
static volatile unsigned char Granted[3][P]; // 1: readable, 2: writable, too

static void onFault(int, siginfo_t *info, void *) {
  for (int a = 0; a < 3; ++a)
    if (info->si_addr >= Arrays[a] && info->si_addr < Arrays[a] + P) {
      long page = (Row *)((uintptr_t)info->si_addr & -sizeof(Row)) - Arrays[a];
      volatile unsigned char &granted = Granted[a][page];
      if (granted == 2)
        break;
      ++granted;
      mprotect(Arrays[a] + page, sizeof(Row), granted == 1 ? PROT_READ : PROT_READ | PROT_WRITE);
      return;
    }
  _exit(99); // not a fault of ours
}

int main() {
  alignas(16) static char stack[1 << 16];
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&alternate, nullptr) || sigaction(SIGSEGV, &action, nullptr))
    return 1;
  for (Row *&a : Arrays)
    a = (Row *)mmap(nullptr, P * sizeof(Row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
  for (auto &nest : Nests<P>)
    for (long columns : {7L, 40L})
      for (long ready : {0L, 4L, 41L}) // pages granted in advance
        for (long row : {-1L, 0L, 1L, 5L, 11L}) {
          for (Row *a : Arrays)
            mprotect(a, P * sizeof(Row), PROT_READ | PROT_WRITE);
          fill<P>(nest, N, columns, Arrays[0], Arrays[1], Arrays[2], row, columns / 2);
          memset((void *)Granted, 0, sizeof Granted);
          for (int a = 0; a < 3; ++a) {
            mprotect(Arrays[a] + ready, (P - ready) * sizeof(Row), PROT_NONE);
            memset((void *)Granted[a], 2, ready);
          }
          Outcome o = outcome([&] { nest.Run(N, columns, Arrays[0], Arrays[1], Arrays[2]); });
          printf("%s %ld %ld %ld: %s", nest.Name, columns, ready, row, o.Text);
          for (int a = 0; a < 3; ++a) {
            printf(" ");
            for (long page = 0; page < 41; ++page)
              printf("%d", Granted[a][page]);
            for (long page = 41; page < P; ++page)
              if (Granted[a][page])
                printf(" page %ld", page);
          }
          mprotect(Arrays[0], P * sizeof(Row), PROT_READ | PROT_WRITE);
          printf(" %llx\n", (unsigned long long)hash_of(Arrays[0], N * sizeof(Row)));
        }
  return 0;
}
