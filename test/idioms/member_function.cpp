// RUN: %exact %s --tiled 1
//
// class Solver { double *A, *B, *C; long Rows, Columns, Inner; double Limit; void step(); };
// void Solver::step() { for (long i = 0; i < Rows; ++i) ... C[i * Columns + j] += ...;
//   if (C[i * Columns + j] > Limit) throw ...; }   // all through this
// Time: smooth 3000
#include "idioms.h"
#include <vector>

class Solver {
  const double *A, *B;
  double *C;
  long Rows, Columns, Inner;
  double Limit = LIMIT;

public:
  Solver(double *c, const double *a, const double *b, long n)
      : A(a), B(b), C(c), Rows(n), Columns(n), Inner(n) {}
  NOINLINE void step() {
    for (long i = 0; i < Rows; ++i)
      for (long j = 0; j < Columns; ++j)
        for (long k = 0; k < Inner; ++k) {
          C[i * Columns + j] += A[i * Inner + k] * B[k * Columns + j];
          if (C[i * Columns + j] > Limit)
            throw at(i, j, k);
        }
  }
};
// The storage is a member, too.
class Grid {
  double A[P][P], B[P][P];
  long Size;
  double Limit = LIMIT;

public:
  long Done = 0;
  void fill(const Position &p) {
    Size = p.n;
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = small(i, j, 7);
        B[i][j] = small(i, j, 5);
      }
    if (p.i >= 0)
      A[p.i][p.j] = POISON;
  }
  NOINLINE void smooth() {
    for (long i = 1; i < Size - 1; ++i)
      for (long j = 1; j < Size - 1; ++j) {
        if (A[i][j] > Limit)
          throw at(i, j, 0);
        B[i][j] = A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1];
      }
  }
  uint64_t hash() const { return hash_of(this, sizeof *this); }
};

int main() {
  positions(3, [](const Position &p) {
    int n = p.n;
    std::vector<double> A(n * n), B(n * n), C(n * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        A[i * n + j] = a0(i, j);
        B[i * n + j] = b0(i, j);
        C[i * n + j] = c0(i, j, p);
      }
    outcome("step", p, [&] {
      Solver(C.data(), A.data(), B.data(), n).step();
      return 0;
    });
    memory(hash_of(C.data(), C.size() * sizeof(double)));
  });
  positions(2, [](const Position &p) {
    static Grid g;
    g.fill(p);
    outcome("smooth", p, [&] {
      g.smooth();
      return 0;
    });
    memory(g.hash());
  });
  return 0;
}
