// Objects around a nest, in its loops and in the exception: each is constructed and destroyed once,
// in order, and its destructor sees memory as it was at the throw.
#include "nests.h"
#include <memory>
#include <stdexcept>
#include <vector>

struct Scope {
  long Id;
  explicit Scope(long id) : Id(id) { note('+', id); }
  ~Scope() { note('-', Id); }
};

// Around the nest: a local object, memory that is owned, a vector that the nest uses.
NOINLINE std::string around(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  Scope outer(1);
  auto owned = std::make_unique<Scope>(2);
  std::vector<double> sums(m, 1.0);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > Limits[i][j][k])
          throw Thrown(i, j, k, A[i][k], sums[j]);
        C[i][j] += A[i][k] * B[k][j];
        sums[j] += A[i][k];
      }
  note('=', (long)sums[m - 1]);
  return "";
}

// In the outer loop: constructor and destructor are inlined and write what the nest was given.
struct RowCounter {
  long &N;
  double *Last;
  double Row;
  RowCounter(long &n, double *last, double row) : N(n), Last(last), Row(row) {}
  ~RowCounter() { ++N, *Last = Row; }
};
NOINLINE std::string rows(long n, long m, long l, Row *C, const Row *A, const Row *B,
                                 long &count, double *last) {
  for (long i = 0; i < n; ++i) {
    RowCounter counter(count, last, (double)i);
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], 0);
      }
  }
  return "";
}

// In the middle loop: the destructor commits to memory what the inner loop has computed so far, at
// the throw as well.
struct Commit {
  double &Cell;
  double Pending = 0;
  explicit Commit(double &cell) : Cell(cell) {}
  ~Commit() { Cell += Pending; }
};
NOINLINE std::string commits(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      Commit commit(C[i][j]);
      for (long k = 0; k < l; ++k) {
        if (B[k][j] > Limits[i][j][k])
          throw Thrown(i, j, k, commit.Pending, B[k][j]);
        commit.Pending += A[i][k] * B[k][j];
      }
    }
  return "";
}

// In the innermost loop, and another that the throw expression makes.
struct Undo {
  double &Cell, Old;
  bool Keep = false;
  explicit Undo(double &cell) : Cell(cell), Old(cell) {}
  ~Undo() {
    if (!Keep)
      Cell = Old;
  }
};
NOINLINE std::string undone(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        Undo undo(C[i][j]);
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], (double)text("%ld of %a", k, C[i][j]).size());
        undo.Keep = true;
      }
  return "";
}

// Objects that are constructed by calls, one for each row: each iteration has such a call, so the
// loops inside are what can be transformed.
NOINLINE std::string opaque(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    Scope row(100 + i);
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > Limits[i][j][k])
          throw Thrown(i, j, k, A[i][k], C[i][j]);
        C[i][j] += A[i][k] * B[k][j];
      }
  }
  return "";
}

// Working memory of each row, allocated in the loop.
NOINLINE std::string allocating(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    std::vector<double> sums(m);
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        sums[j] += A[i][k] * B[k][j];
        if (sums[j] > Limits[i][j][k])
          throw Thrown(i, j, k, sums[j], sums[0]);
      }
    for (long j = 0; j < m; ++j)
      C[i][j] += sums[j];
  }
  return "";
}

// A derived type, one that is thrown as a pointer, a number, a class of the library: by the place.
struct Special : Thrown {
  std::string Text;
  Special(long i, long j, long k, double value)
      : Thrown(i, j, k, value, i - j), Text(text("special %ld", i * j * k)) {}
  ~Special() { note('S', (long)Text.size()); }
  const char *kind() const override { return Text.c_str(); }
};
NOINLINE void kinds(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k]) {
          switch ((i + j + k) % 4) {
          case 0:
            throw Special(i, j, k, C[i][j]);
          case 1:
            throw (int)(i * 10000 + j * 100 + k);
          case 2:
            throw std::out_of_range(text("%ld %ld %ld %a", i, j, k, C[i][j]));
          default:
            throw &C[i][j];
          }
        }
      }
}
static std::string caught(std::string &live) {
  try {
    kinds(N, M, L, C, A, B);
    return "none";
  } catch (const Thrown &t) {
    return describe(t);
  } catch (int i) {
    return text("int %d", i);
  } catch (double *place) {
    live = text("%a", *place);
    return text("element %td", place - &C[0][0]);
  } catch (const std::exception &e) {
    return e.what();
  }
}

// Handlers around the nest in its own function, one inside of the other: memory is written on the
// way, the exception is thrown on, then another is thrown from it.
NOINLINE std::string handlers(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  Scope outer(1);
  try {
    Scope middle(2);
    try {
      Scope inner(3);
      for (long i = 0; i < n; ++i)
        for (long j = 0; j < m; ++j)
          for (long k = 0; k < l; ++k) {
            if (A[i][k] > Limits[i][j][k])
              throw Thrown(i, j, k, A[i][k], C[i][j]);
            C[i][j] -= A[i][k] * B[k][j];
          }
    } catch (...) {
      C[0][0] += 1;
      note('r', 0);
      throw;
    }
  } catch (Thrown &t) {
    C[t.I][t.J] *= 2;
    note('h', t.K);
    t.Sum += 1;
    if (t.K % 2)
      throw Thrown(t.J, t.I, t.K, t.Value, t.Sum);
    return describe(t);
  }
  return "none";
}

int main() {
  sweepThrows("around", Limits, [] { return around(N, M, L, C, A, B); });
  sweep("rows", Limits, [](std::string &live) -> std::string {
    long count = 0;
    double last = -1;
    std::string exit = "none";
    try {
      rows(N, M, L, C, A, B, count, &last);
    } catch (const Thrown &t) {
      exit = describe(t);
    }
    live = text("%ld %a", count, last);
    return exit;
  });
  sweepThrows("commits", Limits, [] { return commits(N, M, L, C, A, B); });
  sweepThrows("undone", Limits, [] { return undone(N, M, L, C, A, B); });
  sweepThrows("opaque", Limits, [] { return opaque(N, M, L, C, A, B); });
  sweepThrows("allocating", Limits, [] { return allocating(N, M, L, C, A, B); });
  sweep("kinds", Limits, caught);
  sweep("handlers", Limits, [](std::string &) -> std::string {
    try {
      return handlers(N, M, L, C, A, B);
    } catch (const Thrown &t) {
      return "again " + describe(t);
    }
  });
  return 0;
}
