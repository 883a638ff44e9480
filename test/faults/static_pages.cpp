// RUN: %exact %s --tiled 5 --config "-O3 @optimized" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 5 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s speculated:speculate,complete,early elements:speculate,complete,early
//
// Pages of static objects can be protected as any others: the compiler knows that an object is there,
// not that it may be written. The rows behind the one that throws are inaccessible or read only.
#include "nests.h"
#include <sys/mman.h>

constexpr int P = 512; // a row is a page
alignas(4096) static double A[24][P], B[24][P], C[24][P];
constexpr long N = 10, M = 24;

// Called by their names: the compiler passes on which objects they work on.
static void run(const Nest<P> &nest) {
  if (nest.Run == inspected<P>)
    inspected<P>(N, M, C, A, B);
  else if (nest.Run == speculated<P>)
    speculated<P>(N, M, C, A, B);
  else if (nest.Run == elements<P>)
    elements<P>(N, M, C, A, B);
  else if (nest.Run == inspectedResumes<P>)
    inspectedResumes<P>(N, M, C, A, B);
  else
    speculatedResumes<P>(N, M, C, A, B);
}

int main() {
  for (auto &nest : Nests<P>)
    for (long row = -1; row < N; ++row)
      for (int protection : {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE}) {
        fill<P>(nest, N, M, C, A, B, row, M / 2);
        long behind = row < 0 || nest.Resumes ? N : row + 1;
        for (auto *x : {C, A})
          if (mprotect(x + behind, (M - behind) * sizeof *x, protection))
            return 1;
        Outcome o = outcome([&] { run(nest); });
        for (auto *x : {C, A})
          mprotect(x, M * sizeof *x, PROT_READ | PROT_WRITE);
        printf("%s %ld %d: %s %llx\n", nest.Name, row, protection, o.Text,
               (unsigned long long)hash_of(C, sizeof C));
      }
  return 0;
}
