// RUN: %exact %s --tiled 4 --config "-O3 @optimized -march=native %unpacked" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 4 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s inspected:inspect,early speculated:speculate,early \
// RUN:   elements:speculate,complete,early resumes:speculate,early
//
// Arrays are files in memory. They were there as a whole, until the file was cut off behind the row
// that throws, by the program before the nest, or by a handler in it; what is behind has the pages
// that were looked at before. Or what is behind is mapped read only, or from a file that was opened
// for reading. Nothing behind the throw is accessed: it would be a SIGBUS, or SIGSEGV.
#include "nests.h"
#include <sys/mman.h>
#include <unistd.h>

constexpr int P = 512; // a row is a page
constexpr long N = 40, M = 24;
using Row = double[P];

class File {
  FILE *Stream = tmpfile();
  int Descriptor = Stream ? fileno(Stream) : -1;

public:
  Row *Rows;
  File() {
    resize(N);
    void *p = mmap(nullptr, N * sizeof(Row), PROT_READ | PROT_WRITE, MAP_SHARED, Descriptor, 0);
    if (p == MAP_FAILED)
      abort();
    Rows = (Row *)p;
  }
  ~File() {
    munmap(Rows, N * sizeof(Row));
    fclose(Stream);
  }
  void resize(long rows) {
    if (ftruncate(Descriptor, rows * sizeof(Row)))
      abort();
  }
  // Maps the rows from this one on in another way.
  void map(long row, int protection, int flags) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", Descriptor);
    FILE *reading = fopen(name, "r");
    if (!reading || mmap(Rows + row, (N - row) * sizeof(Row), protection, flags | MAP_FIXED,
                         protection & PROT_WRITE ? Descriptor : fileno(reading),
                         row * sizeof(Row)) == MAP_FAILED)
      abort();
    fclose(reading);
  }
  uint64_t hash(long rows) const {
    uint64_t h = HASH_START;
    static Row buffer;
    for (long i = 0; i < rows; ++i) {
      // What is in the file, whoever has it mapped.
      if (pread(Descriptor, buffer, sizeof buffer, i * sizeof buffer) != sizeof buffer)
        return 0;
      h = hash_more(h, buffer, sizeof buffer);
    }
    return h;
  }
};

static File *Cut;
static long Last; // the last row that is left
NOINLINE static void cut() { Cut->resize(Last + 1); }

// Cuts the file off in its first handler, and throws in the last row that is left.
NOINLINE void resumes(long n, long m, Row *C, const Row *A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        C[i][j] += A[i][j];
        if (C[i][j] > LIMIT)
          throw Bad{i, j, 0};
      } catch (const Bad &b) {
        cut();
        if (b.I >= Last)
          throw;
        C[b.I][b.J] = b.I;
      }
}

enum Kind { Whole, CutOff, CutOffOperand, ReadOnly, OpenedForReading, Private, CutOffByHandler };

static void run(Kind kind, const Nest<P> *nest, long row) {
  File c, a, b;
  Nest<P> poison = {"resumes", nullptr, true, true};
  const Nest<P> &what = nest ? *nest : poison;
  fill<P>(what, N, M, c.Rows, a.Rows, b.Rows, row, M / 2);
  Cut = kind == CutOffOperand ? &a : &c;
  Last = row;
  if (kind == CutOff || kind == CutOffOperand)
    cut();
  else if (kind == ReadOnly)
    c.map(row + 1, PROT_READ, MAP_SHARED);
  else if (kind == OpenedForReading) {
    a.map(0, PROT_READ, MAP_PRIVATE);
    c.map(row + 1, PROT_READ, MAP_PRIVATE);
  } else if (kind == Private) { // pages of the file up to the first store
    a.map(0, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    a.resize(row + 1);
  } else if (kind == CutOffByHandler) {
    c.Rows[row / 3][1] = POISON;
    c.Rows[row / 2][2] = POISON;
  }
  Outcome o = outcome([&] {
    if (nest)
      nest->Run(N, M, c.Rows, a.Rows, b.Rows);
    else
      resumes(N, M, c.Rows, a.Rows);
  });
  printf("%d %s %ld: %s %llx\n", kind, what.Name, row, o.Text,
         (unsigned long long)c.hash(kind == CutOff || kind == CutOffByHandler ? row + 1 : N));
}

int main() {
  for (auto &nest : Nests<P>)
    for (Kind kind : {Whole, CutOff, CutOffOperand, ReadOnly, OpenedForReading, Private})
      for (long row = 0; row < N - 1; row += 3)
        if (kind == Whole)
          run(kind, &nest, row ? row : -1);
        else if (!nest.Resumes)
          run(kind, &nest, row);
  for (Kind kind : {CutOff, CutOffByHandler})
    for (long row = 0; row < N - 1; ++row)
      run(kind, nullptr, row);
  return 0;
}
