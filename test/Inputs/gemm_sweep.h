// gemm with one guard, the throw position swept over the whole iteration space.
//
// The including file defines EXIT, one of the numbers below; the guard and its place among the two
// statements of the innermost body are template parameters, so one program covers all of them.
//
//   gemm_x n stride      every stride-th position of an n*n*n nest, for each guard and place
//
// Poisoned operands are large or NaN: !(x <= LIMIT) fires for both.
#include "escop.h"
#include <cmath>
#include <stdexcept>

enum { EXIT_THROW, EXIT_BREAK, EXIT_RETURN, EXIT_GOTO };
enum Guard {
  GUARD_A,    // A[i][k]: read only, the guard domain lacks j
  GUARD_B,    // B[k][j]: read only, lacks i
  GUARD_FULL, // G[i][j][k]: read only, a domain as large as the nest's
  GUARD_RW    // C[i][j], which the nest writes
};
enum Place { BEFORE, BETWEEN, AFTER };

constexpr int P = 40; // the pitch: n may be smaller
static double A[P][P], B[P][P], C[P][P], D[P][P], G[P][P][P];
static double A0[P][P], B0[P][P], C0[P][P];

struct Stop {
  int I, J, K;
  double Value;
};

template <Guard Which> static inline double operand(int i, int j, int k) {
  if constexpr (Which == GUARD_A)
    return A[i][k];
  else if constexpr (Which == GUARD_B)
    return B[k][j];
  else if constexpr (Which == GUARD_FULL)
    return G[i][j][k];
  else
    return C[i][j];
}

#if EXIT == EXIT_THROW
#define LEAVE(v) throw Stop{i, j, k, v}
#elif EXIT == EXIT_RETURN
#define LEAVE(v) return ((long)i * 100 + j) * 100 + k
#elif EXIT == EXIT_GOTO
// Two labels: the guard's value decides which, so this guard has two abnormal exits.
#define LEAVE(v)                                                                                   \
  do {                                                                                             \
    if ((v) > 2 * LIMIT)                                                                           \
      goto large;                                                                                  \
    goto other;                                                                                    \
  } while (0)
#endif

#if EXIT == EXIT_BREAK
// A break leaves one loop; the flag takes the others along, as C programs do it.
#define CHECK(place)                                                                               \
  if constexpr (Where == place)                                                                    \
    if (!(operand<Which>(i, j, k) <= LIMIT)) {                                                     \
      stopped = true;                                                                              \
      break;                                                                                       \
    }
#else
#define CHECK(place)                                                                               \
  if constexpr (Where == place)                                                                    \
    if (double v = operand<Which>(i, j, k); !(v <= LIMIT))                                         \
      LEAVE(v);
#endif

template <Guard Which, Place Where> NOINLINE static long kernel(int n) {
#if EXIT == EXIT_BREAK
  bool stopped = false;
  int i, j = 0, k = 0;
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n; ++j) {
      for (k = 0; k < n; ++k) {
        CHECK(BEFORE)
        C[i][j] += A[i][k] * B[k][j];
        CHECK(BETWEEN)
        D[i][k] += B[k][j];
        CHECK(AFTER)
      }
      if (stopped)
        break;
    }
    if (stopped)
      break;
  }
  return stopped ? ((long)i * 100 + j) * 100 + k : -1;
#else
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        CHECK(BEFORE)
        C[i][j] += A[i][k] * B[k][j];
        CHECK(BETWEEN)
        D[i][k] += B[k][j];
        CHECK(AFTER)
      }
  return -1;
#endif
#if EXIT == EXIT_GOTO
large:
  return -2;
other:
  return -3;
#endif
}

static void reset() {
  memcpy(A, A0, sizeof A);
  memcpy(B, B0, sizeof B);
  memcpy(C, C0, sizeof C);
  memset(D, 0, sizeof D);
}

template <Guard Which, Place Where> static void report(int n, int i, int j, int k) {
  long result = 0;
  uint64_t thrown = 0;
  try {
    result = kernel<Which, Where>(n);
  } catch (const Stop &s) {
    result = ((long)s.I * 100 + s.J) * 100 + s.K;
    thrown = hash_of(&s.Value, sizeof s.Value);
  }
  uint64_t h = hash_of(C, sizeof C);
  h = hash_more(h, D, sizeof D);
  printf("%d.%d %d,%d,%d: %ld %llx %llx\n", Which, Where, i, j, k, result, (unsigned long long)h,
         (unsigned long long)thrown);
}

// The poison for one position; the double that the next reset does not restore is G's.
template <Guard Which> static void poison(int n, int i, int j, int k) {
  double p = (i + j + k) % 3 == 0 ? NAN : (i + j + k) % 3 == 1 ? POISON : LIMIT + 1;
  if (Which == GUARD_A)
    A[i][k] = p;
  else if (Which == GUARD_B)
    B[k][j] = p;
  else if (Which == GUARD_FULL)
    G[i][j][k] = p;
  else { // cross the limit exactly at k: all products are positive
    double sum = 0;
    for (int l = 0; l <= k; ++l)
      sum += A[i][l] * B[l][j];
    C[i][j] = LIMIT + 1 - sum;
  }
}

template <Guard Which, Place Where> static void sweep(int n, int stride) {
  reset();
  report<Which, Where>(n, -1, -1, -1);
  int left = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < (Which == GUARD_A ? 1 : n); ++j)
      for (int k = 0; k < n; ++k) {
        if (Which == GUARD_B && i > 0)
          continue; // B[k][j] fires at i = 0, whatever i
        if (left-- > 0)
          continue;
        left = stride - 1;
        reset();
        poison<Which>(n, i, j, k);
        report<Which, Where>(n, i, j, k);
        G[i][j][k] = 0;
      }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), stride = atoi(argv[2]);
  bool all = argc < 4; // a third argument: only the guard after the update
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A0[i][j] = small(i, j, 7);
      B0[i][j] = small(i, j, 5);
      C0[i][j] = small(i, j, 11);
    }
  if (all) {
    sweep<GUARD_A, BEFORE>(n, stride);
    sweep<GUARD_A, BETWEEN>(n, stride);
    sweep<GUARD_A, AFTER>(n, stride);
    sweep<GUARD_B, BEFORE>(n, stride);
    sweep<GUARD_B, BETWEEN>(n, stride);
    sweep<GUARD_B, AFTER>(n, stride);
    sweep<GUARD_FULL, BEFORE>(n, stride);
    sweep<GUARD_FULL, BETWEEN>(n, stride);
    sweep<GUARD_FULL, AFTER>(n, stride);
    sweep<GUARD_RW, BEFORE>(n, stride);
    sweep<GUARD_RW, BETWEEN>(n, stride);
  }
  sweep<GUARD_RW, AFTER>(n, stride);
  return 0;
}
