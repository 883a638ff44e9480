// RUN: %exact %s --tiled 4
// RUN: %if avx512 %{ %exact %s --config "-O3 @optimized -march=x86-64-v4 -mllvm -polly-escop-least-work=0" %}
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -march=x86-64-v4 -S %s -o %t.s %}
// RUN: %if escop %{ FileCheck --check-prefix=ASM --implicit-check-not=vgather \
// RUN:   --implicit-check-not=vscatter %s < %t.s %}
//
// Small records, one after the other: an iteration steps over a record, and vectors would be
// gathered and scattered, which takes several times as long as scalars where the records are not in
// a cache.
//
// ASM: vfmadd
#include "escop.h"
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;
#define FOR(I, E) for (int I = 0; I < (E); ++I)

NOINLINE static void products(const Vector &a, const Vector &b, Vector &c, int n) {
  FOR(e, n) FOR(i, 3) FOR(j, 3) {
    double s = 0;
    FOR(k, 3) s += a.at((e * 3 + i) * 3 + k) * b.at((e * 3 + k) * 3 + j);
    c.at((e * 3 + i) * 3 + j) += s;
  }
}
NOINLINE static void rotate(const Vector &a, Vector &b, Vector &c, int n) {
  FOR(e, n) {
    double x = b.at(e * 4), y = b.at(e * 4 + 1), z = b.at(e * 4 + 2);
    c.at(e * 3) = a.at(0) * x + a.at(1) * y + a.at(2) * z;
    c.at(e * 3 + 1) = a.at(3) * x + a.at(4) * y + a.at(5) * z;
    c.at(e * 3 + 2) = a.at(6) * x + a.at(7) * y + a.at(8) * z;
  }
}
NOINLINE static void crossProducts(const Vector &a, const Vector &b, Vector &c, int n) {
  for (int e = 0; e < 3 * n; e += 3) {
    c.at(e) = a.at(e + 1) * b.at(e + 2) - a.at(e + 2) * b.at(e + 1);
    c.at(e + 1) = a.at(e + 2) * b.at(e) - a.at(e) * b.at(e + 2);
    c.at(e + 2) = a.at(e) * b.at(e + 1) - a.at(e + 1) * b.at(e);
  }
}
NOINLINE static void lengths(const Vector &a, Vector &b, Vector &c, int n) {
  FOR(e, n) {
    double s = 0;
    FOR(k, 6) s += a.at(e * 6 + k) * a.at(e * 6 + k);
    c.at(e * 2) = s;
    c.at(e * 2 + 1) -= s;
  }
}

template <class Form> static void sweep(const char *name, Form form) {
  for (int n : {1, 2, 7, 8, 33, 150})
    // The vectors end at every element of the last record, and far before.
    for (int less = 0; less < 12; ++less)
      for (int which = 0; which < 3; ++which) {
        Vector a(9 * n), b(9 * n), c(9 * n);
        for (int k = 0; k < 9 * n; ++k)
          a[k] = k % 7 - 3, b[k] = k % 5 * 0.5, c[k] = k % 11;
        Vector &shorter = which == 0 ? a : which == 1 ? b : c;
        shorter.resize(less < 9 ? 9 * n - less : 9 * n * (less - 8) / 5);
        const char *left = "none";
        try {
          form(a, b, c, n);
        } catch (const std::out_of_range &e) {
          left = e.what();
        }
        printf("%s %d %d %d %s %016llx\n", name, n, less, which, left,
               (unsigned long long)hash_of(c.data(), c.size() * sizeof(double)));
      }
}

int main() {
  sweep("products", products);
  sweep("rotate", rotate);
  sweep("cross products", crossProducts);
  sweep("lengths", lengths);
}
