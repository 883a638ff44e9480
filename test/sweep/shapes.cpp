// Nests of three and four loops, triangular, trapezoidal, strided, backward, imperfect, with
// several guards; the middle loops of some are empty at times.
#include "nests.h"

static double Other[N][M][L]; // limits of a second guard

NOINLINE std::string lower(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j)
      for (long k = 0; k <= j; ++k) {
        C[i][j] += A[i][k] * B[j][k];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], 0);
      }
  return "";
}

// In place: rows below are read before they are updated.
NOINLINE std::string upper(long n, Row *C, const Row *A) {
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j)
      for (long k = i + 1; k < n; ++k) {
        if (A[k][i] > Limits[i][j][k])
          throw Thrown(i, j, k, A[k][i], C[i][j]);
        C[i][j] -= A[k][i] * C[k][j];
      }
  return "";
}

// Both bounds of the middle loop move, by two and by one.
NOINLINE std::string trapezoid(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = i; j < 2 * i + m && j < n; ++j)
      for (long k = 0; k < l; ++k) {
        C[j][k] += A[i][k] * B[j][i];
        if (C[j][k] > Limits[i][j][k])
          throw Thrown(i, j, k, C[j][k], 0);
      }
  return "";
}

NOINLINE std::string strided(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 1; i < n; i += 2)
    for (long j = 0; j < m; j += 3)
      for (long k = i; k < l; k += 2) {
        if (B[k][j] > Limits[i][j][k])
          throw Thrown(i, j, k, B[k][j], C[i][j]);
        C[i][j] += A[i][k] * B[k][j];
      }
  return "";
}

NOINLINE std::string backward(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = n - 1; i >= 0; --i)
    for (long j = m - 1; j >= 0; --j)
      for (long k = l - 1; k >= 0; k -= 2) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], 0);
      }
  return "";
}

// Four loops, the outermost a number of steps: each reads what the one before wrote.
NOINLINE std::string steps(long t, long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long s = 0; s < t; ++s)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j)
        for (long k = 0; k < l; ++k) {
          C[i][j] += A[i][k] * B[k][j] - s;
          if (C[i][j] > Limits4[s][i][j][k])
            throw Thrown(s * 10 + i, j, k, C[i][j], 0);
        }
  return "";
}

NOINLINE std::string simplex(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = i; j < m; ++j)
      for (long k = 0; k < l; ++k)
        for (long q = 0; q <= i; ++q) {
          if (A[i][q] > Limits4[i][j][k][q])
            throw Thrown(i, j, k * 10 + q, A[i][q], C[j][k]);
          C[j][k] += A[i][q] * B[q][k];
        }
  return "";
}

// A stencil in time, in place, and its copy.
NOINLINE std::string stencil(long t, long n, long m, Row *C, Row *B) {
  for (long s = 0; s < t; ++s) {
    for (long i = 1; i < n; ++i)
      for (long j = 1; j < m; ++j) {
        B[i][j] = C[i - 1][j] + C[i][j] - C[i][j - 1];
        if (B[i][j] > Limits[s][j][i])
          throw Thrown(s, i, j, B[i][j], 0);
      }
    for (long i = 1; i < n; ++i)
      for (long j = 1; j < m; ++j)
        C[i][j] = B[i][j] - C[i][j - 1];
  }
  return "";
}

// Guards at three levels and statements between the loops.
NOINLINE std::string imperfect(long n, long m, long l, Row *C, const Row *A, const Row *B,
                               double *V, double *W) {
  for (long i = 0; i < n; ++i) {
    V[i] += A[i][0];
    if (V[i] > Limits[i][0][0])
      throw Thrown(i, -1, -1, V[i], 0);
    for (long j = 1; j < m; ++j) {
      if (A[i][j] > Limits[i][j][0])
        throw Thrown(i, j, -1, A[i][j], V[i]);
      C[i][j] -= V[i];
      for (long k = 1; k < l; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], W[j]);
      }
      W[j] += C[i][j];
    }
  }
  return "";
}

// Three guards in each iteration, in front of, between and behind two writes.
NOINLINE std::string several(long n, long m, long l, Row *C, const Row *A, Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > Other[i][j][k])
          throw Thrown(i, j, k, A[i][k], 1);
        C[i][j] += A[i][k];
        if (C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, C[i][j], 2);
        B[k][j] += 1;
        if (B[k][j] - C[i][j] > Limits[i][j][k])
          throw Thrown(i, j, k, B[k][j], 3);
      }
  return "";
}

// A guard under a condition, and one on the other side.
NOINLINE std::string conditional(int n, int m, unsigned l, Row *C, const Row *A, const Row *B) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (unsigned k = 0; k < l; ++k)
        if (A[i][k] > 3) {
          if (B[k][j] > Limits[i][j][k])
            throw Thrown(i, j, k, B[k][j], 1);
          C[i][j] += B[k][j];
        } else {
          C[i][j] -= A[i][k];
          if (C[i][j] > Limits[i][j][k])
            throw Thrown(i, j, k, C[i][j], 2);
        }
  return "";
}

int main() {
  for (long c = 0; c < N * M * L; ++c)
    (&Other[0][0][0])[c] = LIMIT;
  constexpr long S = M; // of a square in Limits
  sweepThrows("lower", Limits, [] { return lower(S, C, A, B); });
  sweepThrows("upper", Limits, [] { return upper(S, C, A); });
  sweepThrows("trapezoid", Limits, [] { return trapezoid(S, 3, L, C, A, B); });
  sweepThrows("strided", Limits, [] { return strided(N, M, L, C, A, B); });
  sweepThrows("backward", Limits, [] { return backward(N, M, L, C, A, B); });
  sweepThrows("steps", Limits4, [] { return steps(N4, M4, L4, K4, C, A, B); });
  sweepThrows("simplex", Limits4, [] { return simplex(N4, M4, L4, C, A, B); });
  sweepThrows("stencil", Limits, [] { return stencil(N, L, M, C, B); });
  sweepThrows("imperfect", Limits, [] { return imperfect(N, M, L, C, A, B, V, W); });
  sweepThrows("several, first", Other, [] { return several(N, M, L, C, A, B); });
  for (long c = 0; c < N * M * L; ++c)
    (&Other[0][0][0])[c] = LIMIT;
  sweepThrows("several, others", Limits, [] { return several(N, M, L, C, A, B); });
  sweepThrows("conditional", Limits, [] { return conditional(N, M, L, C, A, B); });
  return 0;
}
