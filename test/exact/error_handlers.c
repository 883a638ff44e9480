// RUN: %exact %s --tiled 9 --config "-O3 @optimized" --config "-O3 @naive %unpacked" \
// RUN:   --config "-O3 @optimized -march=native -fexceptions %unpacked"
//
// Error handlers that return, called in C without -fexceptions: by each accessor of an iteration, in
// the outer loop, with a variable number of arguments, through a pointer, as the value of the access;
// behind which the nest goes on, leaves a loop or returns. The handler writes to the matrices, to their
// sizes, redirects them or jumps out of the nest. At each position.
#include "escop.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

enum { N = 9, M = 7 };
typedef struct {
  size_t size1, size2, tda;
  double *data;
} mat;

static double a[N * N], b[N * N], c[N * N], spare[N * N];
static mat A, B, C;
static jmp_buf out;
static int mode, calls;
static volatile size_t extent = N; // not known when compiled
static uint64_t trace;

enum { LOG, WRITE, GROW, REDIRECT, JUMP, NUM_MODES };

NOINLINE static void effects(const char *what, size_t i, size_t j) {
  ++calls;
  trace = hash_more(trace + (unsigned char)what[0] + i * 131 + j, c, sizeof(c));
  switch (mode) {
  case WRITE:
    c[(i * M + j + calls) % (N * N)] = 50 + calls;
    a[(i + 3 * j) % (N * N)] += 1;
    break;
  case GROW:
    A.size1 = A.size2 = B.size1 = B.size2 = C.size1 = C.size2 = N;
    break;
  case REDIRECT:
    A.data = calls % 2 ? spare : a;
    break;
  case JUMP:
    longjmp(out, calls);
  }
}
NOINLINE static void err(const char *what, size_t i, size_t j) { effects(what, i, j); }
NOINLINE static double value(const char *what, size_t i, size_t j) {
  effects(what, i, j);
  return calls + i * .5;
}
NOINLINE static int code(const char *what, size_t i, size_t j) {
  effects(what, i, j);
  return (int)(i * 100 + j);
}
NOINLINE static void errf(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  size_t i = va_arg(ap, size_t), j = va_arg(ap, size_t);
  va_end(ap);
  effects(format, i, j);
}
static void (*volatile pointer)(const char *, size_t, size_t) = err;

// As in GSL with GSL_RANGE_CHECK.
static inline double get(const mat *m, size_t i, size_t j) {
  if (i >= m->size1)
    err("first", i, j);
  else if (j >= m->size2)
    err("second", i, j);
  return m->data[i * m->tda + j];
}
static inline void set(mat *m, size_t i, size_t j, double x) {
  if (i >= m->size1)
    errf("First %zu %zu", i, j);
  else if (j >= m->size2)
    errf("Second %zu %zu", i, j);
  m->data[i * m->tda + j] = x;
}
static inline double valueOf(const mat *m, size_t i, size_t j) {
  if (i >= m->size1)
    return value("VALUE", i, j);
  if (j >= m->size2)
    return value("value", i, j);
  return m->data[i * m->tda + j];
}

NOINLINE static int accessors(size_t n, long at) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        set(&C, i, j, get(&C, i, j) + get(&A, i, k) * get(&B, k, j));
  return (int)at;
}
NOINLINE static int values(size_t n, long at) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C.data[i * N + j] += valueOf(&A, i, k) * valueOf(&B, k, j);
  return (int)at;
}
NOINLINE static int positions(const double *restrict A, double *restrict C, size_t n, long at) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if ((long)(i * n + j) == at)
        errf("position", i, j);
      C[i * N + j] += A[i * N + j] * 2;
    }
  return 0;
}
NOINLINE static int goesOn(const double *A, const double *B, double *restrict C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        if (A[i * N + k] > LIMIT) {
          pointer("skip", i, k);
          continue;
        }
        C[i * N + j] += A[i * N + k] * B[k * N + j];
      }
  return 0;
}
NOINLINE static int leavesLoop(const double *A, const double *B, double *restrict C, size_t n) {
  int left = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        if (A[i * N + k] > LIMIT) {
          err("break", i, k);
          ++left;
          break;
        }
        C[i * N + j] += A[i * N + k] * B[k * N + j];
      }
  return left;
}
NOINLINE static int returns(const double *A, const double *B, double *restrict C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        if (A[i * N + k] > LIMIT)
          return code("return", i, k);
        C[i * N + j] += A[i * N + k] * B[k * N + j];
      }
  return -1;
}
NOINLINE static int outer(const double *A, const double *B, double *restrict C, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    if (A[i * N + i] > LIMIT)
      err("outer", i, i);
    for (size_t j = 0; j < n; ++j) {
      C[i * N + j] += A[i * N + j] * B[j * N + i];
      sum += A[j * N + i];
    }
    if (A[i * N] > LIMIT)
      sum += value("sum", i, 0);
  }
  return (int)sum;
}
NOINLINE static int written(double *C, size_t n) {
  for (size_t t = 0; t < n; t += 3)
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j + 1 < n; ++j) {
        C[i * N + j] = C[i * N + j - 1] - C[i * N + j + 1] + C[i * N - N + j] - C[i * N + N + j];
        if (C[i * N + j] > LIMIT)
          err("large", i, j);
      }
  return 0;
}
NOINLINE static int each(const double *A, double *restrict C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (A[i * N + j] > -LIMIT)
        err("each", i, j);
      C[i * N + j] += A[i * N + j];
    }
  return 0;
}

static void reset(size_t rows, size_t columns) {
  mat m = {rows, columns, N, a};
  A = B = C = m;
  B.data = b;
  C.data = c;
  for (int k = 0; k < N * N; ++k) {
    a[k] = k % 5 + 1;
    b[k] = k % 3 - 1;
    c[k] = k % 7;
    spare[k] = k % 4 + 2;
  }
  calls = 0;
  trace = 0;
}
static void report(const char *nest, int position, int result) {
  uint64_t memory = hash_more(hash_of(c, sizeof(c)), a, sizeof(a));
  printf("%s %d %d: %d, %d calls %llx, %llx\n", nest, mode, position, result, calls,
         (unsigned long long)trace, (unsigned long long)memory);
}
#define RUN(NEST, POSITION, CALL)                                                                  \
  do {                                                                                             \
    int result = setjmp(out);                                                                      \
    report(#NEST, POSITION, result ? -1000 - result : (CALL));                                     \
  } while (0)

int main(void) {
  for (mode = 0; mode < NUM_MODES; ++mode) {
    for (int rows = 0; rows <= N; ++rows)
      for (int columns = rows & 1; columns <= N; columns += 2) {
        reset(rows, columns);
        RUN(accessors, rows * 100 + columns, accessors(extent, rows));
        reset(N, N);
        A.size2 = columns;
        B.size1 = rows;
        RUN(accessors, rows * 100 + columns, accessors(extent, rows));
        reset(rows, columns);
        RUN(values, rows * 100 + columns, values(extent - 2, columns));
      }
    for (int at = -1; at <= N * N; ++at) {
      reset(N, N);
      RUN(positions, at, positions(a, c, extent, at));
#define SWEEP(NEST, ...)                                                                           \
  reset(N, N);                                                                                     \
  if (at >= 0 && at < N * N)                                                                       \
    a[at] = c[at] = POISON;                                                                     \
  RUN(NEST, at, NEST(__VA_ARGS__))
      SWEEP(goesOn, a, b, c, extent);
      SWEEP(leavesLoop, a, b, c, extent);
      SWEEP(returns, a, b, c, extent);
      SWEEP(outer, a, b, c, extent);
      SWEEP(written, c, extent);
    }
    reset(N, N);
    RUN(each, 0, each(a, c, extent));
  }
  return 0;
}
