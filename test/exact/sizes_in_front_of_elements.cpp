// RUN: %exact %s "--optimized=%optimized" --tiled 4
// RUN: %exact %s
//
// Vectors whose sizes lie in memory in front of their elements, whose types alias: the compiler
// cannot tell that to store an element leaves the size as it is. Where the elements of one vector
// are another one's size, it does not, and a check fails that did not before. The error handlers
// return: the nest goes on.
#include "escop.h"
#include <initializer_list>

constexpr long M = 90;
static long Reported;

NOINLINE __attribute__((cold)) static void report(long index) {
  Reported = Reported * 31 + index + 1;
}

union Header {
  long size;
  double value; // accesses to members of a union alias all others
};
struct Vector {
  Header *elements; // behind the header
  long size() const { return elements[-1].size; }
  double &operator[](long i) const {
    if (i < 0 || i >= size())
      report(i);
    return elements[i].value;
  }
};
NOINLINE static void horner(const Vector &c, const Vector &x, const Vector &y, long n) {
  for (long i = 0; i < n; ++i) {
    y[i] = c[c.size() - 1];
    for (long j = c.size() - 2; j >= 0; --j)
      y[i] = y[i] * x[i] + c[j];
  }
}

struct Bad {
  long at;
};
struct Array {
  int size;
  int elements[1];
  int &at(int i) {
    if (i < 0 || i >= size)
      throw Bad{i};
    return elements[i];
  }
};
NOINLINE static void sums(Array &a, Array &b, Array &c, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a.at(i) += b.at(i * m + j) * c.at(j);
}
NOINLINE static void products(Array &a, Array &b, Array &c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        a.at(i * n + j) += b.at(i * n + k) * c.at(k * n + j);
}
// What is stored goes down, to the size.
NOINLINE static void down(Array &a, Array &b, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = m; j >= -1; --j) {
      if (j >= a.size)
        throw Bad{i * 100 + j};
      a.elements[j] += b.at(i);
    }
}

static Header H[4 * M];
static int I[4 * M];

static void fill() {
  for (long k = 0; k < 4 * M; ++k) {
    H[k].value = small(k, 1, 3);
    I[k] = small(k, 2, 5);
  }
  Reported = 0;
}
static void showAll(const char *name, long a, long b) {
  printf("%s %ld %ld: %ld %016llx %016llx\n", name, a, b, Reported,
         (unsigned long long)hash_of(H, sizeof H), (unsigned long long)hash_of(I, sizeof I));
}
template <class F> static void caught(F run) {
  try {
    run();
  } catch (const Bad &bad) {
    report(bad.at);
  }
}

int main(int argc, char **) {
  const long n = 12 * argc;
  for (long size : {n, n - 1, n / 2, 1L})
    for (long other : {n, n - 1, n / 2, 1L})
      for (long at : {M, M + n / 2, 2 * M}) { // y's elements, from which x's header may be made
        fill();
        Vector c{H + 1}, x{H + M + 5}, y{H + at + 3};
        c.elements[-1].size = 9;
        y.elements[-1].size = size;
        x.elements[-1].size = other;
        horner(c, x, y, n);
        showAll("horner", size * 1000 + other, at);
      }
  for (int m : {5, 24})
    for (int size : {11, 12, m * 12 - 1, m * 12, 300})
      for (long at : {M, M + 7, 3 * M}) {
        fill();
        auto *a = (Array *)&I[at], *b = (Array *)&I[0], *c = (Array *)&I[at + 8];
        a->size = c->size = size < 80 ? size : 80;
        b->size = size;
        caught([&] { sums(*a, *b, *c, 12, m); });
        showAll("sums", m * 1000 + size, at);
        fill();
        a->size = b->size = c->size = size;
        caught([&] { products(*a, *b, *c, 8 * argc); });
        showAll("products", m * 1000 + size, at);
        fill();
        a->size = size;
        b->size = 40;
        caught([&] { down(*a, *b, 30, m); });
        showAll("down", m * 1000 + size, at);
      }
}
