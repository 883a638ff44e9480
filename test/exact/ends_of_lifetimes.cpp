// RUN: %exact %s --tiled 4 --cflags=-ffp-contract=off
//
// What accessors that Clang does not inline load holds only for a part of the nest. The object that
// a reference refers to ends in one of the iterations, with its page, and is not accessed any more.
// What is __restrict in an accessor is so in each call alone: another call stores what this one
// loads.
#include "escop.h"
#include "matrix_with_messages.h"
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

struct Updated : Doubles {
  // Elements are stored, or the limit that others are computed from.
  void update(const int *__restrict limit, int *__restrict next, int i, int j, bool store) const {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("update of row " + std::to_string(i) + " of " + std::to_string(Rows) +
                              ", column " + std::to_string(j) + " of " + std::to_string(Columns));
    if (store)
      *next = i + 1;
    else
      Data[size_t(i) * Columns + j] += *limit;
  }
};
constexpr size_t Page = 4096;

NOINLINE static void end(const Doubles &a) { munmap(const_cast<Doubles *>(&a), Page); }

NOINLINE static double behind(const Doubles &b, const Doubles &a, bool live, int n, int last) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      b(i, j) += 1;
      if (live)
        s += a(i, j);
    }
    if (i == last) {
      live = false;
      end(a);
    }
  }
  return s;
}
NOINLINE static double inFront(const Doubles &b, const Doubles &a, int n, int last) {
  double s = 0;
  if (a.Rows < n)
    return s;
  for (int i = 0; i < n; ++i) {
    if (i == last)
      end(a);
    for (int j = 0; j < n; ++j) {
      b(i, j) += 1;
      if (i * n + j < last * n)
        s += a(i, j);
    }
  }
  return s;
}
NOINLINE static double updates(const Updated &b, int &limit, int &next, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b.update(&limit, &next, i, j, j == 0);
  return limit;
}
NOINLINE static double updatesInRows(const Updated &b, int &limit, int &next, int n) {
  for (int i = 0; i < n; ++i) {
    b.update(&limit, &next, i, 0, true);
    for (int j = 1; j < n; ++j)
      b.update(&limit, &next, i, j, false);
  }
  return limit;
}

constexpr int N = 40;
static double A[N * N], B[N * N];

template <class Call> static void run(const char *name, int n, int bad, Call call) {
  for (int p = 0; p < N * N; ++p)
    A[p] = small(p, 1, 5), B[p] = small(p, 2, 7);
  double s = 0;
  const std::string what = messageOf([&] { s = call(); });
  printf("%s %d %d: %g %s %016llx\n", name, n, bad, s, what.c_str(),
         (unsigned long long)hash_of(B, sizeof B));
}

int main() {
  for (int n : {1, 2, 3, 8, N})
    for (int last = 0; last < n; last += n > 20 ? 7 : 1) {
      const Updated to = {{n, n, B}}, fewer = {{n, last, B}};
      for (const Updated &b : {to, fewer}) {
        auto onPage = [&] {
          void *p = mmap(nullptr, Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return new (p) Doubles{n, n, A};
        };
        run("behind", n, last, [&] { return behind(b, *onPage(), true, n, last); });
        run("in front", n, last, [&] { return inFront(b, *onPage(), n, last); });
        int limit = 3, next = 5;
        run("updates", n, last, [&] { return updates(b, limit, limit, n); });
        run("updates in rows", n, last, [&] { return updatesInRows(b, limit, next, n); });
        run("updates of limits in rows", n, last,
            [&] { return updatesInRows(b, limit, limit, n); });
      }
    }
  return 0;
}
