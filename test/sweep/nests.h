// What the programs of this folder share: matrices, tables of limits, objects that are counted, and
// the sweep: each nest is called with no element of its table poisoned, with each one alone, and
// with each one and another. One line for each call:
//
//   NEST NUMBER exit "WHAT LEFT THE FUNCTION" objects NOTES live LIVE-OUTS memory HASH
//
// Every guard compares with an element of a table that belongs to its iteration, so that each can
// be the first that fires. Elements of iterations that a nest does not execute are poisoned, too:
// nothing fires then. Nests are functions with external linkage, or the compiler would put the
// extents into them. Data are small integers (escop.h).
#ifndef ESCOP_SWEEP_NESTS_H
#define ESCOP_SWEEP_NESTS_H

#include "../Inputs/escop.h"
#include <stdarg.h>
#include <string>

constexpr int P = 19; // columns of a row
constexpr long N2 = 13, M2 = 17;
constexpr long N = 11, M = 9, L = 13;
constexpr long N4 = 5, M4 = 7, L4 = 6, K4 = 5;
using Row = double[P];

static double A[P][P], B[P][P], C[P][P], V[P], W[P];
static long Counts[P];
static double Limits2[N2][M2], Limits[N][M][L], Limits4[N4][M4][L4][K4];

// What the nest did with objects, in order; with the matrix C as it was then.
static uint64_t Notes;
NOINLINE static void note(char kind, long id) {
  Notes = hash_more(Notes, &kind, 1);
  Notes = hash_more(Notes, &id, sizeof id);
  Notes = hash_more(Notes, C, sizeof C);
}

// The exception: constructed, copied and destroyed under observation.
struct Thrown {
  long I, J, K;
  double Value, Sum;
  Thrown(long i, long j, long k, double value, double sum)
      : I(i), J(j), K(k), Value(value), Sum(sum) {
    note('T', i * 10000 + j * 100 + k);
  }
  Thrown(const Thrown &o) : I(o.I), J(o.J), K(o.K), Value(o.Value), Sum(o.Sum) { note('t', I); }
  virtual ~Thrown() { note('~', I + J + K); }
  virtual const char *kind() const { return "thrown"; }
};

// What a function returns: a string with its live-outs.
[[gnu::format(printf, 1, 2)]] NOINLINE static std::string text(const char *format, ...) {
  char buffer[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}
static std::string describe(const Thrown &t) {
  return text("%s %ld,%ld,%ld %a %a", t.kind(), t.I, t.J, t.K, t.Value, t.Sum);
}

static void reset() {
  for (int i = 0; i < P; ++i) {
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C[i][j] = small(i, j, 11);
    }
    V[i] = small(i, 1, 5), W[i] = small(i, 2, 3), Counts[i] = 0;
  }
  Notes = HASH_START;
}

// run() returns what left the nest, "none" at its normal end, and writes the live-outs.
template <class Table, class Run> static void sweep(const char *nest, Table &table, Run run) {
  double *cells = (double *)&table;
  long count = sizeof table / sizeof *cells;
  for (long c = 0; c < count; ++c)
    cells[c] = LIMIT;
  auto call = [&](long number, long first, long second) {
    reset();
    if (first >= 0)
      cells[first] = -POISON;
    if (second >= 0)
      cells[second] = -POISON;
    std::string live, exit = run(live);
    uint64_t h = hash_more(hash_of(A, sizeof A), B, sizeof B);
    h = hash_more(hash_more(h, C, sizeof C), V, sizeof V);
    h = hash_more(hash_more(h, W, sizeof W), Counts, sizeof Counts);
    h = hash_more(h, &table, sizeof table);
    printf("%s %ld exit \"%s\" objects %llx live %s memory %llx\n", nest, number, exit.c_str(),
           (unsigned long long)Notes, live.c_str(), (unsigned long long)h);
    fflush(stdout);
    if (first >= 0)
      cells[first] = LIMIT;
    if (second >= 0)
      cells[second] = LIMIT;
  };
  call(-1, -1, -1);
  for (long c = 0; c < count; ++c) {
    call(2 * c, c, -1);
    call(2 * c + 1, c, (c * 7 + 3) % count);
  }
  call(-1, -1, -1);
}

// For functions whose exits are exceptions.
template <class Table, class Run> static void sweepThrows(const char *nest, Table &table, Run run) {
  sweep(nest, table, [&](std::string &live) -> std::string {
    try {
      live = run();
      return "none";
    } catch (const Thrown &t) {
      return describe(t);
    }
  });
}

#endif
