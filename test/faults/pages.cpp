// RUN: %exact %s --tiled 8 --config "-O3 @optimized -march=native %unpacked" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 8 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s inspected:inspect,complete,early speculated:pages,complete,early \
// RUN:   elements:pages,complete,early downwards:pages,complete,early
//
// Arrays that end, or begin, with the last byte that the nest accesses before it throws: the next
// byte belongs to a page that is unmapped, inaccessible, read only or behind the end of a file. The
// throw is swept over all elements. No access, probe, copy or vector may reach one byte over. Then:
// inaccessible pages between the rows, in the middle of what is checkpointed.
#include "nests.h"
#include <sys/mman.h>
#include <unistd.h>

constexpr size_t Page = 4096, Room = 2 * Page;
enum Kind { Unmapped, Inaccessible, ReadOnly, PastEndOfFile };

// Two pages with the given kind of pages behind and before them.
class Island {
  char *Base;
  int File = -1;

public:
  Island(Kind kind) {
    // A file has no pages before its beginning.
    Base = (char *)mmap(nullptr, 3 * Room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Base == (char *)MAP_FAILED)
      abort();
    if (kind == PastEndOfFile) {
      File = memfd_create("island", 0);
      if (File < 0 || ftruncate(File, Room) ||
          mmap(Base + Room, 2 * Room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, File, 0) ==
              MAP_FAILED)
        abort();
    }
    for (char *beside : {Base, Base + 2 * Room})
      if (kind == Unmapped)
        munmap(beside, Room);
      else if (kind != PastEndOfFile || beside == Base)
        mprotect(beside, Room, kind == ReadOnly ? PROT_READ : PROT_NONE);
  }
  ~Island() {
    munmap(Base, 3 * Room);
    close(File);
  }
  double *first() { return (double *)(Base + Room); }
  double *end() { return (double *)(Base + 2 * Room); }
};

constexpr int P = 19;
using Row = double[P];

// As elements, from the last element to the first. Not static: the sizes are to stay variables.
NOINLINE void downwards(long n, long m, Row *C, const Row *A) {
  for (long i = n - 1; i >= 0; --i)
    for (long j = m - 1; j >= 0; --j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}

static double Start[3][P][P]; // C, A, B

static void edges(Kind kind) {
  Island c(kind), a(kind), b(kind);
  for (auto &nest : Nests<P>)
    for (long p = -1; p < P * P; ++p) {
      long row = p / P, column = p % P, sizeC = P * P, sizeA = P * P;
      if (p < 0 || nest.Resumes)
        row = p < 0 ? -1 : row;
      else if (nest.Run == elements<P>)
        sizeC = sizeA = p + 1;
      else if (nest.PoisonC) { // thrown at k = 0
        sizeC = p + 1;
        sizeA = column ? (row + 1) * P : row * P + 1;
      } else { // thrown at j = 0
        sizeC = row * P + (column > 0);
        sizeA = p + 1;
      }
      if (nest.Resumes && p % 12 != 11) // many exceptions
        continue;
      fill<P>(nest, P, P, Start[0], Start[1], Start[2], row, column);
      double *C = c.end() - sizeC, *A = a.end() - sizeA, *B = b.end() - P * P;
      memcpy(C, Start[0], sizeC * sizeof *C);
      memcpy(A, Start[1], sizeA * sizeof *A);
      memcpy(B, Start[2], sizeof Start[2]);
      Outcome o = outcome([&] { nest.Run(P, P, (Row *)C, (Row *)A, (Row *)B); });
      printf("%d %s %ld: %s %llx\n", kind, nest.Name, p, o.Text,
             (unsigned long long)hash_of(C, sizeC * sizeof *C));
    }
  for (long p = -1; p < P * P; ++p) {
    fill<P>(Nests<P>[2], P, P, Start[0], Start[1], Start[2], p < 0 ? -1 : p / P, p % P);
    long from = p < 0 ? 0 : p, size = P * P - from;
    double *C = c.first(), *A = a.first();
    memcpy(C, Start[0][0] + from, size * sizeof *C);
    memcpy(A, Start[1][0] + from, size * sizeof *A);
    Outcome o = outcome([&] { downwards(P, P, (Row *)(C - from), (Row *)(A - from)); });
    printf("%d downwards %ld: %s %llx\n", kind, p, o.Text,
           (unsigned long long)hash_of(C, size * sizeof *C));
  }
}

constexpr int G = 2 * Page / sizeof(double); // a page of data, and a gap of a page
using Gapped = double[G];

static void gaps(int protection) {
  constexpr long n = 6, m = 31;
  Gapped *arrays[3];
  for (Gapped *&x : arrays) {
    x = (Gapped *)mmap(nullptr, m * sizeof *x, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    for (long i = 0; i < m; ++i)
      if (x == MAP_FAILED || mprotect(x[i] + G / 2, Page, protection))
        abort();
  }
  static const Nest<G> nests[] = {{"speculated", speculated<G>, true, false},
                                  {"elements", elements<G>, true, false}};
  for (auto &nest : nests)
    for (long row = -1; row < n; ++row) {
      fill<G>(nest, n, m, arrays[0], arrays[1], arrays[2], row, m / 2);
      Outcome o = outcome([&] { nest.Run(n, m, arrays[0], arrays[1], arrays[2]); });
      uint64_t h = HASH_START;
      for (long i = 0; i < n; ++i)
        h = hash_more(h, arrays[0][i], Page);
      printf("gaps %d %s %ld: %s %llx\n", protection, nest.Name, row, o.Text, (unsigned long long)h);
    }
}

int main() {
  for (Kind kind : {Unmapped, Inaccessible, ReadOnly, PastEndOfFile})
    edges(kind);
  gaps(PROT_NONE);
  gaps(PROT_READ);
  return 0;
}
