// RUN: %exact %s --tiled 10 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Factorizations that record what is wrong in flags, at which nothing is left, beside checks that
// throw. The sizes of the matrix are wider than the counters are, and the rows of JAMA's Cholesky
// factorization add up what they store.
#include "escop.h"
#include <cmath>
#include <stdexcept>
#include <vector>

struct Matrix {
  double *Data;
  long Rows, Columns;

  double &operator()(long i, long j) const {
    if (i >= Rows || j >= Columns || i < 0 || j < 0)
      throw std::out_of_range("matrix");
    return Data[i * Columns + j];
  }
};

// A flag that is set on the diagonal and below it.
NOINLINE static bool columns(const Matrix &A, const Matrix &L, int n) {
  bool ok = true;
  for (int c = 0; c < n; ++c) {
    double s = A(c, c);
    for (int k = 0; k < c; ++k)
      s -= L(c, k) * L(c, k);
    if (s > 0)
      L(c, c) = std::sqrt(s);
    else {
      L(c, c) = 0;
      ok = false;
    }
    for (int r = 0; r < c; ++r)
      L(r, c) = 0;
    for (int r = c + 1; r < n; ++r) {
      double t = A(r, c);
      for (int k = 0; k < c; ++k)
        t -= L(r, k) * L(c, k);
      if (L(c, c) > 1e-9 * std::fabs(t))
        L(r, c) = t / L(c, c);
      else {
        L(r, c) = 0;
        ok = false;
      }
    }
  }
  return ok;
}

// Two flags, one of which has had its value before.
NOINLINE static int lu(const Matrix &A, long n, int info, unsigned char large) {
  for (long k = 0; k < n; ++k) {
    const double p = A(k, k);
    if (p == 0)
      info = 1;
    for (long i = k + 1; i < n; ++i) {
      const double f = A(i, k) / p;
      A(i, k) = f;
      large |= std::fabs(f) > 1;
      for (long j = k + 1; j < n; ++j)
        A(i, j) -= f * A(k, j);
    }
  }
  return info * 256 + large;
}

// A flag beside a check that throws.
NOINLINE static int throws(const Matrix &A, const Matrix &B, const Matrix &C, unsigned n) {
  int status = -1;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      double s = 0;
      for (unsigned k = 0; k < n; ++k)
        s += A(i, k) * B(k, j);
      if (s > LIMIT)
        throw s;
      if (s < 0)
        status = 7;
      C(i, j) += s;
    }
  return status;
}

// A flag that partial sums set, some of which are no numbers.
NOINLINE static int partial(const Matrix &A, const Matrix &B, long n) {
  int status = -1;
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i) {
      A(i, k) = A(i, k) / A(k, k);
      for (long j = k + 1; j < n; ++j) {
        const double s = A(i, j) - A(i, k) * A(k, j);
        if (s >= B(0, 0))
          status = 7;
        A(i, j) = s;
      }
    }
  return status;
}

// What is read in the nest, or set to several values, is no such flag.
NOINLINE static int others(const Matrix &A, const Matrix &B, long n) {
  int last = -1;
  bool seen = false;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = 0;
      for (long k = 0; k < n; ++k)
        s += A(i, k) * A(k, j);
      if (s < 0)
        last = int(i);
      if (s < 0 && !seen) {
        seen = true;
        s = 99;
      }
      B(i, j) = s;
    }
  return last * 2 + seen;
}

// Set for good, or not, or only until it is reset.
enum Kind { AndThen, OrElse, Dropped, Reset, Bits };
template <Kind K> NOINLINE static int factorize(const Matrix &A, long n, int flags) {
  bool ok = K != OrElse;
  for (long k = 0; k < n; ++k) {
    const double p = A(k, k);
    for (long i = k + 1; i < n; ++i) {
      const double f = A(i, k) / p;
      A(i, k) = f;
      if (K == AndThen)
        ok = ok && f >= 0;
      else if (K == OrElse)
        ok = ok || f < 0;
      else if (K == Dropped) {
        bool set = ok;
        if (f < 0)
          set = !(flags & 1);
        if (f > -0.1)
          ok = set;
      } else if (K == Reset) {
        if (f < 0)
          ok = false;
        if (f > 0.5)
          ok = true;
      } else
        flags |= f < 0;
      for (long j = k + 1; j < n; ++j)
        A(i, j) -= f * A(k, j);
    }
  }
  return flags * 2 + ok;
}

NOINLINE static bool jama(const Matrix &A, const Matrix &L, int n) {
  bool ok = true;
  for (int j = 0; j < n; ++j) {
    double d = 0;
    for (int k = 0; k < j; ++k) {
      double s = 0;
      for (int i = 0; i < k; ++i)
        s += L(k, i) * L(j, i);
      L(j, k) = s = (A(j, k) - s) / L(k, k);
      d = d + s * s;
    }
    d = A(j, j) - d;
    if (!(d > 0))
      ok = false;
    L(j, j) = std::sqrt(d > 0 ? d : 0.0);
    for (int k = j + 1; k < n; ++k)
      L(j, k) = 0;
  }
  return ok;
}

template <class F> static void run(const char *name, int n, int bad, F f) {
  const int rows = bad == -2 ? n - 1 : n, columns = bad == -3 ? n - 1 : n + 2;
  std::vector<double> Of[3];
  for (int m = 0; m < 3; ++m) {
    Of[m].resize(size_t(rows > 0 ? rows : 0) * columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        Of[m][size_t(i) * columns + j] =
            small(i < j ? i : j, i < j ? j : i, 9) + (i == j ? 20 * n : 0);
  }
  if (bad >= 0 && *name != '&' && *name != '|' && *name != 'd' && *name != 'r')
    Of[0][size_t(bad) * columns + bad] *= -1;
  const Matrix M[3] = {
      {Of[0].data(), rows, columns}, {Of[1].data(), rows, columns}, {Of[2].data(), rows, columns}};
  int result = -99;
  const char *what = "returned";
  try {
    result = f(M);
  } catch (const std::out_of_range &e) {
    what = e.what();
  } catch (double) {
    what = "limit";
  }
  printf("%s %d %d: %s %d", name, n, bad, what, result);
  for (const auto &V : Of)
    printf(" %llx", (unsigned long long)hash_of(V.data(), V.size() * sizeof(double)));
  printf("\n");
}

int main() {
  for (int n : {1, 2, 5, 16, 33, 70})
    for (int bad : {-3, -2, -1, 0, 1, 4, 15, 32, 47, 48, 69}) {
      if (bad >= n)
        continue;
      run("columns", n, bad, [&](const Matrix *M) { return columns(M[0], M[1], n); });
      run("jama", n, bad, [&](const Matrix *M) { return jama(M[0], M[1], n); });
      for (int info : {0, 1, 2})
        run("lu", n, bad, [&](const Matrix *M) {
          if (bad >= 0)
            M[0](bad, bad) = bad % 2 ? 0 : 1e-3;
          return lu(M[0], n, info, info == 2);
        });
      run("throws", n, bad, [&](const Matrix *M) {
        if (n > 5 && bad > 4)
          M[0](bad, n / 2) = POISON;
        return throws(M[0], M[1], M[2], n);
      });
      for (int flags : {0, 1, 6}) {
        auto bits = [&](const Matrix *M, auto f) {
          if (bad > 0)
            M[0](bad, bad / 2) *= -4;
          return f(M[0], n, flags);
        };
        run("&&", n, bad, [&](const Matrix *M) { return bits(M, factorize<AndThen>); });
        run("||", n, bad, [&](const Matrix *M) { return bits(M, factorize<OrElse>); });
        run("dropped", n, bad, [&](const Matrix *M) { return bits(M, factorize<Dropped>); });
        run("reset", n, bad, [&](const Matrix *M) { return bits(M, factorize<Reset>); });
        run("|=", n, bad, [&](const Matrix *M) { return bits(M, factorize<Bits>); });
      }
      for (double limit : {-1e9, 1e9, HUGE_VAL})
        run("partial", n, bad, [&](const Matrix *M) {
          if (bad >= 0)
            M[0](bad, bad / 2) = bad % 2 ? NAN : HUGE_VAL;
          M[1](0, 0) = limit;
          return partial(M[0], M[1], n);
        });
      run("others", n, bad, [&](const Matrix *M) { return others(M[0], M[1], n); });
    }
  return 0;
}
