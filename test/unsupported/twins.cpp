// RUN: %exact %s
//
// For each program in test/idioms a nest of the same idiom that differs by one property and is
// therefore declined: each must stay exact. Here and in twins_hardened.cpp; twins_remarks.test
// checks the reasons.
#include "idioms.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cmath>
#include <csignal>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

constexpr int N = 20;
static long Order[P], Next[P];
static unsigned long Calls;
static int Kinds[P][P];
static std::atomic<long> Done;
static std::atomic<bool> Mask[P];
static volatile std::sig_atomic_t Stop;
static volatile double Limit;
static std::mutex Mutex;

// They stand for functions of another file.
#define ELSEWHERE __attribute__((noinline, optnone)) static
ELSEWHERE bool valid(double x) {
  ++Calls;
  return x <= LIMIT;
}
ELSEWHERE int put(double x) { return valid(x) ? 0 : EIO; }
ELSEWHERE double parse(double x) {
  if (!valid(x))
    throw std::range_error("parse");
  return x;
}
ELSEWHERE void note(long where) { Calls = Calls * 31 + where; }

// Progress that another thread reads.
template <size_t R> using Array = std::array<std::array<double, R>, R>;
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: volatile:
NOINLINE void array_at(Array<N> &C, const Array<N> &A, const Array<N> &B, size_t rows,
                       size_t columns, size_t inner) {
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j)
      for (size_t k = 0; k < inner; ++k) {
        C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
        Done.fetch_add(1, std::memory_order_relaxed);
      }
}
// The elements of a column are appended where the last one ended.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void vector_at(std::vector<double> &C, const std::vector<double> &A,
                        std::vector<size_t> &end, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      C.at(end.at(j)++) += A.at(i * n + j);
}
// The columns of a sparse matrix are loaded.
template <class T> class Span {
  T *Data;
  size_t Size;

public:
  Span(T *data, size_t size) : Data(data), Size(size) {}
  T &operator[](size_t i) const {
    if (i >= Size)
      throw std::out_of_range("Span");
    return Data[i];
  }
};
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: inspection-not-profitable:
NOINLINE void span_checks(Span<double> y, Span<const double> A, Span<const double> x,
                          Span<const int> column, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      y[i] += A[i * n + j] * x[column[i * n + j]];
}
// The access to elements is virtual.
struct AnyMatrix {
  virtual double &operator()(size_t i, size_t j) = 0;
};
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE void matrix_class(AnyMatrix &C, AnyMatrix &A, AnyMatrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C(i, j) += A(i, k) * B(k, j);
}
// The condition of the assertion is in another file.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE void assertions(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        assert(valid(A[i][k]));
        C[i][j] += A[i][k] * B[k][j];
      }
}
// The limit may change at any time.
#define Expects(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : std::terminate())
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: volatile:
NOINLINE void expects_terminate(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        Expects(A[i][k] <= Limit);
        C[i][j] += A[i][k] * B[k][j];
      }
}
// Permuted columns.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE long guard_places(long n, Row *C, const Row *A, const Row *B, const long *order) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw at(i, j, k);
        C[i][order[j]] += A[i][k] * B[k][order[j]];
      }
      if (C[i][order[j]] > LIMIT)
        throw std::range_error("C");
    }
  return 0;
}
// The caller passes the callee.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long checked_callee(long n, Row *C, const Row *A, const Row *B,
                             double (*checked)(double)) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += checked(A[i][k]) * B[k][j];
  return 0;
}
// std::function instead of auto.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long lambda_captures(long n, Row *C, const Row *A, const Row *B,
                              const std::function<double(double)> &check) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += check(A[i][k]) * B[k][j];
  return 0;
}
// The lambda captures the bound by reference and lowers it.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: trip-count:
template <class F> static void forEachRow(Row *m, const long &n, F f) {
  for (long i = 0; i < n; ++i)
    f(m[i], i);
}
NOINLINE long lambda_rows(long n, Row *C, const Row *A, const Row *B) {
  forEachRow(C, n, [&](double *row, long i) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        row[j] += A[i][k] * B[k][j];
        if (row[j] > LIMIT)
          throw at(i, j, k);
        n -= A[i][k] == 7 && n > N - 2;
      }
  });
  return n;
}
// The elements have the type of the sizes, which are loaded in front of the nest.
class Solver {
  const long *A, *B;
  long *C;
  long Rows, Columns, Inner;
  long Limit = LIMIT;

public:
  Solver(long *c, const long *a, const long *b, long n)
      : A(a), B(b), C(c), Rows(n), Columns(n), Inner(n) {}
  // CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest
  NOINLINE void member_function() {
    for (long i = 0; i < Rows; ++i)
      for (long j = 0; j < Columns; ++j)
        for (long k = 0; k < Inner; ++k) {
          C[i * Columns + j] += A[i * Inner + k] * B[k * Columns + j];
          if (C[i * Columns + j] > Limit)
            throw at(i, j, k);
        }
  }
};
// Elements whose operators are in another file.
struct Number {
  double Value;
  operator double() const { return Value; }
};
ELSEWHERE Number operator*(const Number &a, const Number &b) { return {parse(a.Value) * b.Value}; }
template <class T, size_t R, size_t C> struct Matrix {
  T Data[R][C];
  // CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: call:
  template <size_t K>
  NOINLINE void class_template(const Matrix<T, R, K> &a, const Matrix<T, K, C> &b) {
    for (size_t i = 0; i < R; ++i)
      for (size_t j = 0; j < C; ++j)
        for (size_t k = 0; k < K; ++k) {
          Data[i][j].Value += (a.Data[i][k] * b.Data[k][j]).Value;
          if (!(Data[i][j].Value <= LIMIT))
            throw std::range_error("product");
        }
  }
};
// A division.
using Longs = long[P];
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: may-trap:
NOINLINE void checked_arithmetic(long n, Longs *C, const Longs *A, const Longs *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        long sum;
        if (B[k][j] == 0 || __builtin_add_overflow(C[i][j], A[i][k] / B[k][j], &sum))
          throw std::overflow_error("divide");
        C[i][j] = sum;
      }
}
// The index is narrowed.
static inline int narrow(long x) {
  int y = static_cast<int>(x);
  if (y != x)
    throw std::range_error("narrow");
  return y;
}
using Ints = int[P];
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void checked_narrowing(long n, Ints *C, const Longs *A, const Longs *B,
                                const long *order) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][narrow(order[j])] = narrow(C[i][order[j]] + A[i][k] * B[k][j]);
}
// fmod may set errno.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long math_domain(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw std::domain_error("fmod");
        C[i][j] += std::fmod(A[i][k], B[k][j]);
      }
  return 0;
}
// The error code is that of another function.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE int returns(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (int error = put(C[i][j]))
          return error;
      }
  return 0;
}
// The flag is set by a signal handler.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: volatile:
NOINLINE long break_all(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n && !Stop; ++i)
    for (long j = 0; j < n && !Stop; ++j)
      for (long k = 0; k < n && !Stop; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          Stop = 1;
      }
  return Stop;
}
// The innermost loop follows a list.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE long break_one(long n, Row *C, const Row *A, const Row *B, const long *next) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k >= 0; k = next[k]) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          break;
      }
  return 0;
}
// Another function decides.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long break_two(long n, Row *C, const Row *A, const Row *B) {
  long skipped = 0;
  for (long i = 0; i < n; ++i) {
    bool bad = false;
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (!valid(C[i][j])) {
          bad = true;
          break;
        }
      }
      if (bad)
        break;
    }
    skipped += bad;
  }
  return skipped;
}
// Some rows enter the innermost loop in its midst.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: loop-form:
NOINLINE long gotos(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      long k = 0;
      if (B[i][j] > 3)
        goto inside;
      for (; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
      inside:
        if (C[i][j] > LIMIT)
          goto failed;
      }
    }
  return 0;
failed:
  C[0][0] = -1;
  return -1;
}
// What is skipped is up to other threads.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: volatile:
NOINLINE long continues(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (Mask[k].load(std::memory_order_relaxed))
          continue;
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw std::range_error("C");
      }
  return 0;
}
// No case leaves the loop; one calls a function and goes on.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: exit-form:
NOINLINE long switch_exit(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        switch (Kinds[i][k]) {
        case 0:
          break;
        case 1:
          C[i][j] += B[k][j];
          break;
        case 2:
          C[i][j] += A[i][k] * B[k][j];
          break;
        default:
          note(at(i, j, k));
          break;
        }
        if (C[i][j] > LIMIT)
          throw std::range_error("C");
      }
  return 0;
}
// The callee is in another file.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: may-unwind-call:
NOINLINE long catch_continue(long n, Row *C, const Row *A, const Row *B) {
  long failures = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      try {
        double sum = 0;
        for (long k = 0; k < n; ++k)
          sum += parse(A[i][k]) * B[k][j];
        C[i][j] = sum;
      } catch (const std::exception &) {
        ++failures;
      }
  return failures;
}
// Every element is repaired.
struct Bad {
  double Value;
};
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long catch_repair(long n, Row *C, Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        try {
          throw Bad{A[i][k] * B[k][j]};
        } catch (const Bad &b) {
          C[i][j] += b.Value;
          if (C[i][j] > LIMIT)
            throw at(i, j, k);
        }
  return 0;
}
// The row's name is made in front of each element.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long catch_rethrow(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        std::string name = "row " + std::to_string(i) + " of the matrix";
        try {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT)
            throw at(i, j, k);
        } catch (...) {
          throw std::runtime_error(name);
        }
      }
  return 0;
}
// The lock is held for an element, not for the nest.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE long raii_around(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        std::lock_guard<std::mutex> lock(Mutex);
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      }
  return 0;
}
// An array on the stack for each element.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: instruction:
NOINLINE long raii_row(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      auto products = (double *)__builtin_alloca(n * sizeof(double));
      for (long k = 0; k < n; ++k) {
        products[k] = A[i][k] * B[k][j];
        if (products[k] > LIMIT)
          throw at(i, j, k);
      }
      for (long k = n; k-- > 0;)
        C[i][j] += products[k];
    }
  return 0;
}
// The columns are loaded.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE long running_sum(long n, Row *C, const Row *A, const Row *B, const long *order) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = C[i][j];
      for (long k = 0; k < n; ++k) {
        sum += A[i][k] * B[order[k]][j];
        if (sum > LIMIT)
          throw at(i, j, k);
      }
      C[i][j] = sum;
    }
  return 0;
}
// The elements are in blocks, of which the deque has a table.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void element_types(long n, std::deque<float> &C, const std::deque<float> &A,
                            const std::deque<float> &B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > LIMIT)
          throw std::range_error("C");
      }
}
// A list of particles.
struct Particle {
  double X, Y, Mass, ForceX, ForceY;
  Particle *Next;
};
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: trip-count:
NOINLINE long structs(Particle *first, double touching) {
  for (Particle *p = first; p; p = p->Next)
    for (Particle *q = first; q; q = q->Next) {
      double dx = q->X - p->X, dy = q->Y - p->Y;
      double d2 = dx * dx + dy * dy;
      if (d2 < touching)
        throw (long)p->X;
      p->ForceX += dx * q->Mass;
      p->ForceY += dy * q->Mass;
    }
  return 0;
}
// The innermost index doubles.
// CHECK-DAG: twins.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void int_indices(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 1; k < n; k *= 2) {
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > LIMIT)
          throw std::range_error("C");
      }
}
// A table whose size is a power of two.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void unsigned_indices(unsigned n, double *C, const double *A, const double *B,
                               unsigned mask) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      for (unsigned k = 0; k < n; k++) {
        C[(i * n + j) & mask] += A[i * n + k] * B[k * n + j];
        if (C[(i * n + j) & mask] > LIMIT)
          throw std::range_error("C");
      }
}
// The data end with a mark.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: trip-count:
NOINLINE long while_loops(Row *C, const Row *A, const Row *B) {
  long i = 0;
  while (A[i][0] >= 0) {
    long k = 0;
    while (A[i][k] >= 0) {
      C[i][k] += A[i][k] * B[k][i];
      if (C[i][k] > LIMIT)
        throw at(i, 0, k);
      k++;
    }
    i++;
  }
  return i;
}
// A container of several blocks.
using Rows = std::vector<std::deque<double>>;
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: inspection-not-profitable:
NOINLINE void iterators(std::vector<double> &y, const Rows &A, const std::vector<double> &x) {
  auto to = y.begin();
  for (auto row = A.begin(); row != A.end(); ++row, ++to) {
    auto v = x.begin();
    for (auto a = row->begin(); a != row->end(); ++a, ++v) {
      if (*a > LIMIT)
        throw std::range_error("a");
      *to += *a * *v;
    }
  }
}
// The rows are in a tree.
// CHECK-DAG: twins.cpp:[[#@LINE+4]]:{{[0-9]+}}: remark: not tiled: call:
NOINLINE void range_for(std::vector<double> &y, const std::map<int, std::array<double, P>> &A,
                        const std::array<double, P> &x) {
  size_t i = 0;
  for (const auto &row : A) {
    size_t j = 0;
    for (double a : row.second) {
      if (a > LIMIT)
        throw std::range_error("a");
      y[i] += a * x[j++];
    }
    ++i;
  }
}
// The table of rows is permuted in the nest.
using VectorMatrix = std::vector<std::vector<double>>;
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void vector_of_vectors(VectorMatrix &C, const VectorMatrix &A, size_t n,
                                const long *order) {
  for (size_t i = 0; i < n; ++i) {
    C[i].swap(C[order[i]]);
    for (size_t j = 0; j < n; ++j) {
      C[i][j] += A[i][j];
      if (!(C[i][j] <= LIMIT))
        throw std::range_error("C");
    }
  }
}
// The index is loaded.
// CHECK-DAG: twins.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: depth:
NOINLINE void single_loop(long n, std::vector<double> &y, const std::vector<double> &x,
                          const long *order) {
  for (long i = 0; i < n; ++i)
    y.at(i) += 3 * x.at(order[i]);
}

struct DenseMatrix : AnyMatrix {
  Row *Data;
  size_t Rows, Columns;
  DenseMatrix(Row *data, size_t rows, size_t columns)
      : Data(data), Rows(rows), Columns(columns) {}
  double &operator()(size_t i, size_t j) override {
    if (i >= Rows || j >= Columns)
      throw std::out_of_range("DenseMatrix");
    return Data[i][j];
  }
};
// A row of n after the other.
template <class T = double> static std::vector<T> flat(const Row *from, long n, long size = N * N) {
  std::vector<T> v(size);
  for (long e = 0; e < size; ++e)
    v[e] = from[e / n][e % n];
  return v;
}
// The sizes that a check finds: those of the matrix, or too small ones.
static long size(const Position &p) { return p.i < 0 ? N * N : p.Number / N; }

// run(p, m) for no position, and for the first, the last and others. It returns a number.
using Run = std::function<long(const Position &, Matrices &)>;
NOINLINE static void twin(const char *name, Checked what, const Run &run) {
  static Matrices &m = *shared<Matrices>();
  constexpr long n = N, all = n * n * n;
  for (long at : {-1L, 0L, 1L, n - 1, n, n * n - 1, n * n, all / 2, all / 3 * 2 + 1, all - n - 1,
                  all - 1}) {
    Position p{n, -1, -1, -1};
    if (at >= 0)
      p = {n, int(at / n / n), int(at / n % n), int(at % n), at};
    what == CheckedA ? m.fillPoisonedA(p) : m.fill(p);
    for (int i = 0; i < P; ++i) {
      Order[i] = (i * 7 + 3) % n;
      Next[i] = i < n - 3 ? i + 3 : i % 3 ? i % 3 - 1 : -1;
      Mask[i] = i % 5 == 2;
      for (int k = 0; k < P; ++k)
        Kinds[i][k] = p.i == i && p.k == k ? 4 : (i + k) % 4;
    }
    Calls = Done = Stop = 0;
    Limit = LIMIT;
    printf("%s ", name);
    outcome(name, p, [&] { return run(p, m); });
    printf(" %lu %ld", Calls, Done.load());
    memory(m.hash());
  }
}
// What a container holds replaces the rows of C, however the kernel ends.
template <class I> struct Back {
  Row *C;
  I Begin, End;
  ~Back() {
    for (long e = 0; Begin != End; ++Begin, ++e)
      C[e / N][e % N] = *Begin;
  }
};
template <class I> Back(Row *, I, I) -> Back<I>;
template <class T> struct Copy {
  using Rows = T[P];
  T A[P][P], B[P][P], C[P][P];
  Copy(const Matrices &m) {
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = m.A[i][j];
        B[i][j] = m.B[i][j];
        C[i][j] = m.C[i][j];
      }
  }
};

int main() {
#define PRODUCT(what, kernel, ...)                                                                 \
  twin(#kernel, what, [](const Position &p, Matrices &m) {                                         \
    return kernel(p.n, m.C, m.A, m.B __VA_ARGS__);                                                 \
  })
  twin("array_at", CheckedA, [](const Position &p, Matrices &m) {
    static Array<N> A, B, C;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        A[i][j] = m.A[i][j];
        B[i][j] = m.B[i][j];
        C[i][j] = m.C[i][j];
      }
    size_t bounds[] = {N, N, N};
    if (p.i >= 0)
      ++bounds[p.Number % 3];
    Back back{m.C, &C[0][0], &C[N - 1][N - 1] + 1};
    array_at(C, A, B, bounds[0], bounds[1], bounds[2]);
    return 0;
  });
  twin("vector_at", CheckedA, [](const Position &p, Matrices &m) {
    auto A = flat(m.A, N), C = flat(m.C, N, size(p));
    std::vector<size_t> end(N);
    for (int j = 0; j < N; ++j)
      end[j] = j * N;
    Back back{m.C, C.begin(), C.end()};
    vector_at(C, A, end, N);
    return 0;
  });
  twin("span_checks", CheckedA, [](const Position &p, Matrices &m) {
    auto A = flat(m.A, N);
    std::vector<int> column(N * N);
    for (int e = 0; e < N * N; ++e)
      column[e] = e * 7 % N;
    if (p.i >= 0)
      column[p.Number / N] = N;
    span_checks({m.C[0], N}, {A.data(), A.size()}, {m.B[0], N}, {column.data(), column.size()}, N);
    return 0;
  });
  twin("matrix_class", CheckedA, [](const Position &p, Matrices &m) {
    size_t columns = p.i < 0 ? N : p.j, rows = p.Number % 2 ? N : p.i + 1;
    DenseMatrix A(m.A, rows, N), B(m.B, N, columns), C(m.C, N, N);
    matrix_class(C, A, B, N);
    return 0;
  });
  twin("assertions", CheckedA, [](const Position &p, Matrices &m) {
    return inChild([&] { assertions(p.n, m.C, m.A, m.B); });
  });
  twin("expects_terminate", CheckedA, [](const Position &p, Matrices &m) {
    return inChild([&] { expects_terminate(p.n, m.C, m.A, m.B); });
  });
  PRODUCT(CheckedA, guard_places, , Order);
  twin("guard_places", CheckedC, [](const Position &p, Matrices &m) {
    if (p.i >= 0)
      m.C[p.i][p.j] = POISON;
    return guard_places(p.n, m.C, m.A, m.B, Order);
  });
  PRODUCT(CheckedA, checked_callee, , parse);
  PRODUCT(CheckedA, lambda_captures, , [](double x) { return parse(x) + x; });
  PRODUCT(CheckedC, lambda_rows);
  twin("member_function", CheckedC, [](const Position &, Matrices &m) {
    auto A = flat<long>(m.A, N), B = flat<long>(m.B, N), C = flat<long>(m.C, N);
    Back back{m.C, C.begin(), C.end()};
    Solver(C.data(), A.data(), B.data(), N).member_function();
    return 0;
  });
  for (Checked what : {CheckedA, CheckedC})
    twin("class_template", what, [](const Position &, Matrices &m) {
      constexpr int M = 30; // not unrolled
      static Matrix<Number, M, M> A, B, C;
      for (int i = 0; i < M; ++i)
        for (int j = 0; j < M; ++j) {
          A.Data[i][j] = {m.A[i][j]};
          B.Data[i][j] = {m.B[i][j]};
          C.Data[i][j] = {m.C[i][j]};
        }
      Back back{m.C, &C.Data[0][0], &C.Data[M - 1][M - 1] + 1};
      C.class_template(A, B);
      return 0;
    });
  twin("checked_arithmetic", CheckedA, [](const Position &p, Matrices &m) {
    Copy<long> c(m);
    if (p.i >= 0 && p.Number % 2) {
      c.B[p.k][p.j] = 0;
    } else if (p.i >= 0) {
      c.A[p.i][p.k] = c.C[p.i][p.j] = LONG_MAX / 2 + 1;
      c.B[p.k][p.j] = 1;
    }
    checked_arithmetic(N, c.C, c.A, c.B);
    return 0;
  });
  twin("checked_narrowing", CheckedC, [](const Position &p, Matrices &m) {
    Copy<long> c(m);
    static int C[P][P];
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j)
        C[i][j] = c.C[i][j];
    if (p.i >= 0)
      C[p.i][p.j] += INT_MAX - (int)LIMIT;
    Back back{m.C, &C[0][0], &C[N - 1][P - 1] + 1};
    checked_narrowing(N, C, c.A, c.B, Order);
    return 0;
  });
  PRODUCT(CheckedA, math_domain);
  PRODUCT(CheckedC, returns);
  PRODUCT(CheckedC, break_all);
  PRODUCT(CheckedA, break_one, , Next);
  PRODUCT(CheckedC, break_two);
  PRODUCT(CheckedC, gotos);
  PRODUCT(CheckedA, continues);
  twin("switch_exit", CheckedA, [](const Position &p, Matrices &m) {
    if (p.i >= 0)
      m.C[p.i][p.j] = POISON;
    return switch_exit(p.n, m.C, m.A, m.B);
  });
  PRODUCT(CheckedA, catch_continue);
  PRODUCT(CheckedC, catch_repair);
  PRODUCT(CheckedC, catch_rethrow);
  PRODUCT(CheckedC, raii_around);
  printf("%d\n", Mutex.try_lock());
  PRODUCT(CheckedA, raii_row);
  PRODUCT(CheckedA, running_sum, , Order);
  twin("element_types", CheckedA, [](const Position &p, Matrices &m) {
    std::deque<float> A(N * N), B(N * N), C(N * N);
    for (int x = 0; x < N * N; ++x) {
      A[x] = 1 + x % 3;
      B[x] = 1 + x % 2;
    }
    if (p.i >= 0)
      A[p.i * N + p.k] = POISON;
    Back back{m.C, C.begin(), C.end()};
    element_types(N, C, A, B);
    return 0;
  });
  twin("structs", CheckedA, [](const Position &p, Matrices &m) {
    std::vector<Particle> particles(N);
    for (int i = 0; i < N; ++i)
      particles[i] = {double(i * 5), double(i % 7), double(1 + i % 3), 0, 0, &particles[i * 7 % N]};
    for (int i = 0; i < N; ++i)
      particles[i * 7 % N].Next = i < N - 1 ? &particles[(i + 1) * 7 % N] : nullptr;
    if (p.i >= 0)
      particles[p.j].X = particles[p.i].X + (p.i != p.j) * 0.5;
    struct Forces {
      Row *C;
      std::vector<Particle> &From;
      ~Forces() {
        for (int i = 0; i < N; ++i) {
          C[i][0] = From[i].ForceX;
          C[i][1] = From[i].ForceY;
        }
      }
    } forces{m.C, particles};
    return structs(&particles[0], p.i >= 0);
  });
  twin("int_indices", CheckedC, [](const Position &p, Matrices &m) {
    if (p.i >= 0)
      m.A[p.i][1 << p.Number % 5] = POISON;
    auto A = flat(m.A, N), B = flat(m.B, N), C = flat(m.C, N);
    Back back{m.C, C.begin(), C.end()};
    int_indices(N, C.data(), A.data(), B.data());
    return 0;
  });
  twin("unsigned_indices", CheckedA, [](const Position &, Matrices &m) {
    auto A = flat(m.A, N), B = flat(m.B, N), C = flat(m.C, N);
    Back back{m.C, C.begin(), C.end()};
    unsigned_indices(N, C.data(), A.data(), B.data(), 255);
    return 0;
  });
  twin("while_loops", CheckedA, [](const Position &, Matrices &m) {
    for (int i = 0; i <= N; ++i)
      m.A[i][N - i / 2] = m.A[N][i] = -1;
    return while_loops(m.C, m.A, m.B);
  });
  twin("iterators", CheckedA, [](const Position &, Matrices &m) {
    Rows A;
    for (int i = 0; i < N; ++i)
      A.emplace_back(m.A[i], m.A[i] + P); // more than a block of a deque
    std::vector<double> y(N), x(m.B[0], m.B[0] + P);
    Back back{m.C, y.begin(), y.end()};
    iterators(y, A, x);
    return 0;
  });
  twin("range_for", CheckedA, [](const Position &, Matrices &m) {
    std::map<int, std::array<double, P>> A;
    for (int i = 0; i < N; ++i)
      std::copy(m.A[i], m.A[i] + P, A[i * 7 % N].begin());
    std::vector<double> y(N);
    std::array<double, P> x;
    std::copy(m.B[0], m.B[0] + P, x.begin());
    Back back{m.C, y.begin(), y.end()};
    range_for(y, A, x);
    return 0;
  });
  twin("vector_of_vectors", CheckedA, [](const Position &, Matrices &m) {
    VectorMatrix A, C;
    for (int i = 0; i < N; ++i) {
      A.emplace_back(m.A[i], m.A[i] + N);
      C.emplace_back(m.C[i], m.C[i] + N);
    }
    struct Rest {
      Row *To;
      VectorMatrix &From;
      ~Rest() {
        for (int i = 0; i < N; ++i)
          std::copy(From[i].begin(), From[i].end(), To[i]);
      }
    } rest{m.C, C};
    vector_of_vectors(C, A, N, Order);
    return 0;
  });
  twin("single_loop", CheckedA, [](const Position &p, Matrices &m) {
    std::vector<double> x = flat(m.A, N, N), y = flat(m.C, N, N);
    if (p.i >= 0)
      Order[p.k] = N;
    Back back{m.C, y.begin(), y.end()};
    single_loop(N, y, x, Order);
    return 0;
  });
  return 0;
}
