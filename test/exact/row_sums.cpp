// RUN: %exact %s --tiled 9 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -march=x86-64-v3"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -ffp-contract=off -march=x86-64-v4 -S %s \
// RUN:   -o %t.s -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 | FileCheck %s %}
// RUN: %if escop %{ FileCheck --check-prefix=ASM --implicit-check-not=vgather %s < %t.s %}
//
// Eight rows are summed side by side, by scalar additions in the order of the nest; the rows that
// are left over, by fewer. Forward substitution is left as it is: isl would pass over columns.
//
// CHECK-DAG: row_sums.cpp:[[#@LINE+16]]:{{.*}}: remark: tiled exception-safe nest (inspect, Polly)
// CHECK-DAG: row_sums.cpp:[[#@LINE+76]]:{{.*}}: remark: tiled exception-safe nest (inspect, plain)
//
// ASM: vaddsd
#include "escop.h"
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;
#define FOR(I, E) for (long I = 0; I < (E); ++I)

// The last index that is checked is n * n - 1: whether a nest throws is decided by the sizes.
NOINLINE static double product(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  double s = 0;
  FOR(i, n) {
    s = 0;
    FOR(j, m) s += a.at(i * m + j) * x.at(j);
    y.at(i) = s;
  }
  return s;
}
NOINLINE static double inMemory(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(i, n) {
    y.at(i) = 1;
    FOR(j, m) y.at(i) -= a.at(i * m + j) * x.at(j);
  }
  return 0;
}
NOINLINE static double bothWays(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(i, n) {
    y.at(n + i) = 0;
    FOR(j, m) {
      y.at(2 * n + j) += x.at(i) * a.at(i * m + j);
      y.at(n + i) += a.at(i * m + j) * x.at(j);
    }
  }
  return 0;
}
NOINLINE static double columns(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(j, m) FOR(i, n) y.at(j) += a.at(i * m + j) * x.at(i);
  return 0;
}
NOINLINE static double largest(const Vector &a, const Vector &, Vector &y, long n, long m) {
  FOR(i, n) {
    double s = 0;
    FOR(j, m) s = std::max(s, std::abs(a.at(i * m + j)));
    y.at(i) = s;
  }
  return 0;
}
NOINLINE static double batches(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(b, 3) FOR(i, n / 3) {
    double s = 0;
    FOR(j, m) s += a.at((b * (n / 3) + i) * m + j) * x.at(b + j);
    y.at(b * (n / 3) + i) = s;
  }
  return 0;
}
NOINLINE static double steps(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(i, n) {
    double s = 0;
    FOR(j, m / 2) s += a.at(i * m + 2 * j) * x.at(j);
    y.at(i) = s;
  }
  return 0;
}
NOINLINE static double lower(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(i, n) {
    double s = 0;
    FOR(j, std::min(i, m)) s += a.at(i * m + j) * x.at(j);
    y.at(i) = s;
  }
  return 0;
}
NOINLINE static double forward(const Vector &a, const Vector &x, Vector &y, long n, long) {
  FOR(i, n) {
    double s = x.at(i);
    FOR(j, i) s -= a.at(i * n + j) * y.at(j);
    if (std::abs(a.at(i * n + i)) < 1e-10)
      throw std::domain_error("pivot");
    y.at(i) = s / a.at(i * n + i);
  }
  return 0;
}
NOINLINE static double guarded(const Vector &a, const Vector &x, Vector &y, long n, long m) {
  FOR(i, n) {
    double s = 0;
    FOR(j, m) {
      if (a[i * m + j] == 0)
        throw std::domain_error("zero");
      s += a[i * m + j] * x[j];
    }
    y[i] = s;
  }
  return 0;
}

template <typename Form> static void run(const char *name, Form form) {
  for (long n = 0; n < 20; n += n < 7 ? 3 : 1)
    for (long m = 0; m < 20; m += m < 7 ? 3 : 1)
      // All elements are there; some at the end are not; one in the middle is zero.
      for (long missing : {-1l, 0l, 1l, m + 2, n * m - 1}) {
        Vector a(std::max(n * std::max(m, n), 1l)), x(std::max(n, m) + 3), y(2 * n + m + 3);
        for (size_t i = 0; i < a.size(); ++i)
          a[i] = 1 / (1.5 + double(i % 97));
        for (size_t i = 0; i < x.size(); ++i)
          x[i] = 1 / (0.3 + double(i));
        if (missing < 0)
          a[a.size() / 2] = 0;
        else
          a.resize(std::max<long>(a.size() - missing, 0));
        const char *what = "";
        double result = 0;
        try {
          result = form(a, x, y, n, m);
        } catch (const std::domain_error &e) {
          what = e.what();
        } catch (const std::out_of_range &) {
          what = "range";
        }
        printf("%s %ld %ld %ld: %s %.17g %016llx\n", name, n, m, missing, what, result,
               (unsigned long long)hash_of(y.data(), y.size() * sizeof(double)));
      }
}

int main() {
#define RUN(FORM) run(#FORM, FORM)
  RUN(product);
  RUN(inMemory);
  RUN(bothWays);
  RUN(columns);
  RUN(largest);
  RUN(batches);
  RUN(steps);
  RUN(lower);
  RUN(forward);
  // Its elements are not checked by at().
  for (long n : {5, 16, 23}) {
    Vector a(n * n, 0.7), x(n, 1.1), y(n);
    for (long zero = -1; zero < n * n; ++zero) {
      std::fill(a.begin(), a.end(), 0.7);
      if (zero >= 0)
        a[zero] = 0;
      const char *what = "";
      try {
        guarded(a, x, y, n, n);
      } catch (const std::domain_error &e) {
        what = e.what();
      }
      printf("guarded %ld %ld: %s %016llx\n", n, zero, what,
             (unsigned long long)hash_of(y.data(), y.size() * sizeof(double)));
    }
  }
}
