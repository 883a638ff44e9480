// RUN: %exact %s --tiled 5 --args ends
// RUN: %counted_unpacked --args=ends %s elements:speculate,complete lower:speculate,complete \
// RUN:   product:speculate,complete solve:speculate,complete table:speculate,complete
//
// A nest makes no page of the program's arrays resident that the program does not touch. Arrays are
// reservations of which only some pages were ever touched: rows that lie a gigabyte apart in four
// terabytes, triangles of matrices whose other triangle was never touched, rows of a table with
// holes between them. Where a nest throws, a chunk may touch pages behind the throw ("throws", for a look).
// Printed is how many pages each array has (mincore counts the page of zeros that a read maps,
// too).
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>
#include <vector>

constexpr size_t Page = 4096;

struct Bad {
  long I, J;
};

template <long P> NOINLINE void elements(long n, long m, double (*C)[P], const double (*A)[P]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j] + 1;
      if (C[i][j] > LIMIT)
        throw Bad{i, j};
    }
}
template <long P> NOINLINE void lower(long n, double (*C)[P], const double (*A)[P]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j) {
      C[i][j] += A[i][j] + 1;
      if (C[i][j] > LIMIT)
        throw Bad{i, j};
    }
}
// A symmetric update of the lower triangle by the rows of A, of which there is a lower triangle, too.
template <long P> NOINLINE void product(long n, double (*C)[P], const double (*A)[P]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j)
      for (long k = 0; k <= j; ++k) {
        C[i][j] += A[i][k] * A[j][k];
        if (C[i][j] > LIMIT)
          throw Bad{i, j};
      }
}
// Forward substitution for m right-hand sides, by the lower triangle of A.
template <long P> NOINLINE void solve(long n, long m, double (*C)[P], const double (*A)[P]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      for (long k = 0; k < i; ++k)
        C[i][j] -= A[i][k] * C[k][j];
      if (C[i][j] > LIMIT)
        throw Bad{i, j};
    }
}
NOINLINE void table(long n, long m, double **C, double **A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j] + 1;
      if (C[i][j] > LIMIT)
        throw Bad{i, j};
    }
}

static size_t residentPages(void *begin, size_t bytes) {
  static unsigned char present[1 << 18]; // a gigabyte at a time
  size_t pages = 0;
  for (size_t at = 0; at < bytes; at += sizeof present * Page) {
    size_t part = bytes - at < sizeof present * Page ? bytes - at : sizeof present * Page;
    if (mincore((char *)begin + at, part, present))
      abort();
    for (size_t p = 0; p < part / Page; ++p)
      pages += present[p] & 1;
  }
  return pages;
}

template <long P> class Reservation {
  size_t Bytes;

public:
  using Row = double[P];
  Row *Rows;
  Reservation(long rows, size_t bytes = 0) : Bytes(bytes ? bytes : rows * sizeof(Row)) {
    void *p = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
      abort();
    madvise(p, Bytes, MADV_NOHUGEPAGE); // so that each page is there because it was touched
    Rows = (Row *)p;
  }
  ~Reservation() { munmap(Rows, Bytes); }
  size_t pages(long rows) const { return residentPages(Rows, rows * sizeof(Row)); }
};

static bool Throws;

template <class F> static void print(const char *name, long row, F run) {
  printf("%s %ld:", name, row);
  try {
    run();
    printf(" end");
  } catch (const Bad &b) {
    printf(" thrown at %ld,%ld", b.I, b.J);
  }
}
// The row that throws: one of many, or none.
template <class F> static void sweep(long n, F run) {
  if (!Throws)
    run(-1L);
  else
    for (long row : {0L, 1L, n / 5, n / 2, n - 2, n - 1})
      run(row);
}

// How much is touched before the nest.
enum Touched { Nothing, Operands, All };

template <long P> static void sparseRows(const char *name, long n, long m, size_t bytes) {
  for (Touched touched : {Nothing, Operands, All})
    sweep(n, [&](long row) {
      Reservation<P> C(n, bytes), A(n, bytes);
      for (long i = 0; i < n; ++i)
        for (long j = 0; j < m; ++j) {
          if (touched == Operands)
            A.Rows[i][j] = small(i, j, 7);
          if (touched == All)
            C.Rows[i][j] = small(i, j, 5);
        }
      if (row >= 0)
        C.Rows[row][m / 2] = POISON;
      print(name, row, [&] { elements<P>(n, m, C.Rows, A.Rows); });
      uint64_t h = HASH_START;
      size_t pagesC = C.pages(n), pagesA = A.pages(n); // the hash touches more
      for (long i = 0; i < n; ++i)
        h = hash_more(h, C.Rows[i], m * sizeof(double));
      printf(" pages of C %zu, of A %zu, hash %llx\n", pagesC, pagesA, (unsigned long long)h);
    });
}

static void triangles() {
  constexpr long P = 1024, N = 700;
  for (int which = 0; which < 3; ++which)
    for (bool touched : {false, true})
      sweep(N, [&](long row) {
        Reservation<P> C(N), A(N);
        for (long i = 0; i < N; ++i)
          for (long j = 0; j <= i; ++j) {
            if (touched || which == 2)
              C.Rows[i][j] = small(i, j, 3);
            if (touched)
              A.Rows[i][j] = which == 2 ? i == j + 1 : small(i, j, 2);
          }
        if (row >= 0)
          C.Rows[row][which == 2 ? row % 9 : row / 2] = 4 * POISON;
        static const char *const names[] = {"lower", "product", "solve"};
        print(names[which], row, [&] {
          if (which == 0)
            lower<P>(N, C.Rows, A.Rows);
          else if (which == 1)
            product<P>(N, C.Rows, A.Rows);
          else
            solve<P>(N, 9, C.Rows, A.Rows);
        });
        size_t pagesC = C.pages(N), pagesA = A.pages(N);
        uint64_t h = HASH_START;
        for (long i = 0; i < N; ++i)
          h = hash_more(h, C.Rows[i], (i + 1) * sizeof(double));
        printf(" pages of C %zu, of A %zu, hash %llx\n", pagesC, pagesA, (unsigned long long)h);
      });
}

static void tables() {
  constexpr long P = 8 * Page / sizeof(double), N = 60, M = 400;
  sweep(N, [&](long row) {
    Reservation<P> C(N), A(N);
    std::vector<double *> rowsC, rowsA;
    for (long i = 0; i < N; ++i) {
      rowsC.push_back(C.Rows[i] + 7);
      rowsA.push_back(A.Rows[i]);
    }
    if (row >= 0)
      rowsC[row][M / 2] = POISON;
    print("table", row, [&] { table(N, M, rowsC.data(), rowsA.data()); });
    size_t pagesC = C.pages(N), pagesA = A.pages(N);
    uint64_t h = HASH_START;
    for (long i = 0; i < N; ++i)
      h = hash_more(h, rowsC[i], M * sizeof(double));
    printf(" pages of C %zu, of A %zu, hash %llx\n", pagesC, pagesA, (unsigned long long)h);
  });
}

int main(int argc, char **argv) {
  Throws = argc > 1 && !strcmp(argv[1], "throws");
  sparseRows<4096>("rows 32 KiB apart", 100, 300, 0);
  sparseRows<(1 << 20) / 8>("rows 1 MiB apart", 100, 700, 0);
  triangles();
  tables();
  sparseRows<(1 << 30) / 8>("rows 1 GiB apart", 6, 700, size_t(4) << 40);
  return 0;
}
