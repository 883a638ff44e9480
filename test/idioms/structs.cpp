// RUN: %exact %s --tiled 3
//
// struct Particle { double X, Y, Mass; double ForceX, ForceY; };  std::vector<Particle> p;
// for (i) for (j) { dx = ..., d2 = ...; if (d2 == 0) throw Collision; p[i].ForceX += ...; }
// struct Cell { double Value; int Flags; };  Cell grid[N][N];
// Time: forces 2500
#include "idioms.h"
#include <stdexcept>
#include <vector>

struct Particle {
  double X, Y, Mass, ForceX, ForceY;
};
NOINLINE long forces(std::vector<Particle> &p, double touching) {
  for (size_t i = 0; i < p.size(); ++i)
    for (size_t j = 0; j < p.size(); ++j) {
      double dx = p[j].X - p[i].X, dy = p[j].Y - p[i].Y;
      double d2 = dx * dx + dy * dy;
      if (d2 < touching)
        throw at(i, j, 0);
      p[i].ForceX += dx * p[j].Mass;
      p[i].ForceY += dy * p[j].Mass;
    }
  return 0;
}
struct Cell {
  double Value;
  int Flags;
};
using CellRow = Cell[P];
NOINLINE long cells(long n, CellRow *C, const CellRow *A, const CellRow *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k].Flags & 1)
          throw std::domain_error("flags");
        C[i][j].Value += A[i][k].Value * B[k][j].Value;
      }
  return 0;
}
struct Complex {
  double Re, Im;
};
using ComplexRow = Complex[P];
NOINLINE long complexes(long n, ComplexRow *C, const ComplexRow *A, const ComplexRow *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j].Re += A[i][k].Re * B[k][j].Re - A[i][k].Im * B[k][j].Im;
        C[i][j].Im += A[i][k].Re * B[k][j].Im + A[i][k].Im * B[k][j].Re;
        if (C[i][j].Re > LIMIT)
          throw std::range_error("C");
      }
  return 0;
}

int main() {
  positions(2, [](const Position &p) {
    std::vector<Particle> particles(p.n);
    for (int i = 0; i < p.n; ++i)
      particles[i] = {double(i * 5), double(i % 7), double(1 + i % 3), 0, 0};
    double touching = -1;
    if (p.i >= 0) {
      touching = 1;
      particles[p.j].X = particles[p.i].X + (p.i != p.j) * 0.5;
    }
    outcome("forces", p, [&] { return forces(particles, touching); });
    memory(hash_of(particles.data(), p.n * sizeof(Particle)));
  });
  positions(3, [](const Position &p) {
    static Cell A[P][P], B[P][P], C[P][P];
    static Complex X[P][P], Y[P][P], Z[P][P];
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = {a0(i, j), (i == p.i && j == p.k) + 2 * (i + j)};
        B[i][j] = {b0(i, j), 3};
        C[i][j] = {(double)small(i, j, 11), 1};
        X[i][j] = {a0(i, j), 0};
        Y[i][j] = {b0(i, j), (double)(i % 3)};
        Z[i][j] = {c0(i, j, p), 0};
      }
    outcome("cells", p, [&] { return cells(p.n, C, A, B); });
    uint64_t h = HASH_START; // not the padding
    for (auto &row : C)
      for (Cell &c : row)
        h = hash_more(h, &c.Value, sizeof c.Value);
    memory(h);
    outcome("complexes", p, [&] { return complexes(p.n, Z, X, Y); });
    memory(hash_of(Z, sizeof Z));
  });
  return 0;
}
