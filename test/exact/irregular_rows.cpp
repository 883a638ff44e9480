// RUN: %exact %s --tiled 9 --cflags=-ffp-contract=off
//
// Rows that lie anywhere are copied, and what was changed is stored: matrices that are operands and
// results, in place, with several loops and elements of one byte. Rows of a heap with holes, shuffled,
// beside each other; rows that share elements, of which some are written; rows at equal distances, but
// between those of other matrices.
#include "escop.h"
#include <stdexcept>
#include <vector>

constexpr long N = 34, Pitch = 37, Rows = 110, Total = Rows * Pitch;
static double Memory[Total];
static int8_t Small[Total];
static double *A[N], *B[N], *C[N];
static int8_t *P[N], *Q[N], *R[N];
static std::vector<std::vector<double>> VA, VB, VC;

NOINLINE static void product(long n, double **C, double **A, double **B) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i][k] > LIMIT)
        throw i * 100 + k;
      for (long j = 0; j < n; ++j)
        C[i][j] += A[i][k] * B[k][j];
    }
}
// Where an element is.
NOINLINE static void compared(long n, double **C, double **A, double **B, const double *p) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (&A[i][k] == p)
        throw i * 100 + k;
      for (long j = 0; j < n; ++j)
        C[i][j] += A[i][k] * B[k][j];
    }
}
// Which rows are one, and which comes first.
NOINLINE static long orders(long n, double **C, double **A, double **B, long at) {
  long before = 0;
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (i * n + k == at || (i != k && &A[i][0] == &A[k][0]))
        return i * 10000 + k * 100 + before;
      before += &A[i][1] < &A[k][0];
      for (long j = 0; j < n; ++j)
        C[i][j] += A[i][k] * B[k][j];
    }
  return before;
}
// Iterators of one row.
NOINLINE static void iterates(long n, double **C, double **A, double **B) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i][k] > LIMIT)
        throw i * 100 + k;
      const double *b = B[k];
      for (double *c = C[i]; c != C[i] + n; ++c)
        *c += A[i][k] * *b++;
    }
}
NOINLINE static void factorise(long n, double **A) {
  for (long k = 0; k < n; ++k) {
    if (A[k][k] > LIMIT)
      throw k;
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j)
        A[i][j] -= A[i][k] * A[k][j];
  }
}
NOINLINE static long floyd(long n, double **A, long at) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        if (i * n + j == at && k == 3)
          return k;
        double d = A[i][k] + A[k][j];
        A[i][j] = d < A[i][j] ? d : A[i][j];
      }
  return -1;
}
NOINLINE static void sweeps(long n, long steps, double **A, double **B) {
  for (long t = 0; t < steps; ++t) {
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j) {
        B[i][j] = A[i - 1][j] + A[i + 1][j] - A[i][j - 1];
        if (B[i][j] > LIMIT)
          throw t * 10000 + i * 100 + j;
      }
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        A[i][j] = B[i][j] / 4;
  }
}
NOINLINE static void bytes(long n, int8_t **C, int8_t **A, int8_t **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] == 99)
          throw i * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
}
using Matrix = std::vector<std::vector<double>>;
NOINLINE static void vectors(long n, Matrix &C, const Matrix &A, const Matrix &B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
}

constexpr int Layouts = 9;
template <typename T> static void place(int layout, T **table, T *memory, long first) {
  for (long i = 0; i < N; ++i) {
    long row = first + i;
    switch (layout) {
    case 0: row = first + (i * 7 + 3) % N; break;     // shuffled
    case 1: row = first + (i == 2 ? N : i); break;    // a hole
    case 2: row = first + N - i; break;               // descending
    case 3: row = i == 5 ? first + 9 : row; break;    // twice the same
    case 4: row = i == 8 ? 3 : row; break;            // one of another matrix
    case 8: row = 3 * i + first / 36; break;          // between those of the others
    }
    table[i] = memory + row * Pitch;
    if (layout == 5)
      table[i] += i * i % 3; // no gaps: rows may meet
    if (layout == 6)
      table[i] = memory + first * Pitch + i * (i + 1) / 2; // overlapping more and more
    if (layout == 7)
      table[i] += i & 1 ? N - Pitch : 0; // side by side
  }
}
static void fill(long bad) {
  for (long x = 0; x < Total; ++x) {
    Memory[x] = small(x, 1, 5);
    Small[x] = small(x, 2, 9);
  }
  if (bad >= 0 && bad < Total) {
    Memory[bad] = POISON;
    Small[bad] = 99;
  }
}
template <typename Call> static void run(const char *name, int layout, long bad, Call call) {
  fill(bad);
  long where = -1;
  try {
    call();
  } catch (long at) {
    where = at;
  }
  printf("%s %d %ld: %ld %llx %llx\n", name, layout, bad, where,
         (unsigned long long)hash_of(Memory, sizeof Memory),
         (unsigned long long)hash_of(Small, sizeof Small));
}
static void makeVectors(int layout, Matrix &of, long columns) {
  of.clear();
  for (long i = 0; i < N; ++i) {
    of.push_back(std::vector<double>(i == N / 2 && layout == 1 ? columns - 1 : columns));
    if (i % 3 == layout % 3)
      std::vector<double>(i % 5 + 1).swap(of[i / 2]), of[i / 2].resize(columns);
    for (long j = 0; j < (long)of[i].size(); ++j)
      of[i][j] = small(i, j, 4);
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  const long n = N * argc;
  for (int which = 0; which < 3; ++which)
    for (int layout = 0; layout < Layouts; ++layout) {
      const int other = layout == 8 ? 8 : 0;
      place(which == 0 ? layout : other, C, Memory, 1);
      place(which == 1 ? layout : other, A, Memory, 37);
      place(which == 2 ? layout : other, B, Memory, 73);
      place(which == 0 ? layout : 0, R, Small, 1);
      place(which == 1 ? layout : 0, P, Small, 37);
      place(which == 2 ? layout : 0, Q, Small, 73);
      for (long bad = -1; bad < Total; bad += bad < 0 ? 1 : 211) {
        run("product", layout, bad, [&] { product(n, C, A, B); });
        run("sweeps", layout, bad, [&] { sweeps(n, 24, A, B); });
        run("compared", layout, bad, [&] { compared(n, C, A, B, Memory + bad); });
        run("orders", layout, bad, [&] { throw orders(n, C, A, B, bad); });
        run("iterates", layout, bad, [&] { iterates(n, C, A, B); });
        run("bytes", layout, bad, [&] { bytes(n, R, P, Q); });
        run("floyd", layout, bad, [&] { floyd(n, which ? C : A, bad); });
        run("factorise", layout, bad, [&] { factorise(n, which ? A : C); });
      }
    }
  for (int layout = 0; layout < 3; ++layout)
    for (long size = n - 1; size <= n; ++size) {
      makeVectors(0, VC, N);
      makeVectors(layout, VA, size);
      makeVectors(2, VB, N);
      try {
        vectors(n, VC, VA, VB);
      } catch (const std::out_of_range &) {
        printf("out of range\n");
      }
      for (auto &row : VC)
        printf("%llx ", (unsigned long long)hash_of(row.data(), row.size() * 8));
      printf("\n");
    }
  return 0;
}
