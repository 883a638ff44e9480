// REQUIRES: escop
// RUN: %exact %s --tiled 111 --config "-O3 @optimized -mllvm -polly-escop-prefer=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=0 \
// RUN:   -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=3"
// RUN: %exact %s --tiled 111 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=0 -fno-exception-safe-tiling-in-place" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=0 -fno-exception-safe-tiling-in-place \
// RUN:   -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=3"
//
// To copy what a loop writes, its first or last iteration may be enough. Here loops write more and
// more, less and less, now here and now there. Each element is poisoned in turn, so that the nest
// throws when it first comes to it, or a few additions later. In chunks in place, and in copies.
// What is written does not depend on how the shadows are scheduled: they are plain, which takes
// less time to compile.
#include "escop.h"

constexpr long P = 40;
template <class T> struct Matrices { T C[P][P], D[P][P]; };
// Pitch is P, which the compiler does not know; Flat is C.
#define PARAMETERS                                                                                 \
  long n, long m, long pitch, T *flat, T(*C)[P], T(*D)[P], const T(*A)[P], const T(*B)[P]
#define NEST template <class T> NOINLINE static void

// Chars wrap, and are poisoned by a value that no sum comes to.
template <class T> static inline void check(T x) {
  if (sizeof(T) == 1 ? x > 100 : x > T(LIMIT))
    throw double(x);
}

// --- More and more. ---

NEST growingRows(PARAMETERS) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < i; ++k)
      for (long j = 0; j < m; ++j) {
        C[k][j] += A[i][k] * B[i][j];
        check(C[k][j]);
      }
}
NEST growingSum(PARAMETERS) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < i; ++k) {
        C[k][j] += A[i][k] * B[i][j];
        check(C[k][j]);
      }
}
NEST growingSquares(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i <= k; ++i)
      for (long j = 0; j <= k; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST growingTriangles(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < k; ++i)
      for (long j = 0; j <= i; ++j) {
        C[i][j] += A[i][k] * B[j][k];
        check(C[i][j]);
      }
}
NEST growingTwice(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < 2 * k + 1; ++j) {
      C[0][j] += A[k][j];
      check(C[0][j]);
    }
}
NEST growingDownwards(PARAMETERS) { // The last iteration has the lowest counters.
  for (long k = n - 1; k >= 0; --k)
    for (long j = k; j < n; ++j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST growingBackwards(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = k; j >= 0; --j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST growingIn3(PARAMETERS) { // Of two loops the last iterations.
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    for (long k = 1; k < m; ++k)
      for (long l = 1; l <= k + 3; ++l)
        for (long j = 0; j < l + k; ++j)
          C[i][j] += A[k][l] * B[l][j];
  }
}
NEST growingIn4(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    for (long h = 2; h < m; ++h)
      for (long k = 1; k < h + 2; ++k)
        for (long l = 3; l <= k + h; ++l)
          for (long j = 0; j < l; ++j)
            C[i][j] += A[k][l];
  }
}
NEST growingByOuter(PARAMETERS) { // A value that the trip count is, is needed otherwise, too.
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    if (n - 1 - i < 0)
      __builtin_unreachable();
    T x = A[n - 1 - i][2];
    D[i][m] = n - 1 - i;
    for (long k = 0; k < n - i; ++k)
      for (long j = 0; j <= k; ++j)
        C[i][j] += x * B[k][j];
  }
}
NEST growingWithPitch(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i <= k; ++i)
      for (long j = 0; j < m; ++j) {
        flat[i * pitch + j] += A[i][k];
        check(flat[i * pitch + j]);
      }
}
NEST growingByPointer(PARAMETERS) {
  for (long k = 0; k < n; ++k) {
    T *to = flat + m;
    for (long i = 0; i <= k; ++i) {
      *to += A[k][i];
      check(*to);
      to += pitch;
    }
  }
}

// --- Less and less. ---

NEST elimination(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j) {
        C[i][j] += A[i][k] * C[k][j];
        check(C[i][j]);
      }
}
NEST eliminationOfAll(PARAMETERS) {
  for (long k = 0; k < n; ++k) {
    for (long i = k + 1; i < n; ++i)
      C[i][k] += A[k][k];
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < m; ++j) {
        C[i][j] += C[k][j] * B[k][j];
        check(C[i][j]);
      }
  }
}
NEST trailingLower(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j <= i; ++j) {
        C[i][j] += A[i][k] * A[j][k];
        check(C[i][j]);
      }
}
NEST trailingUpper(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = i; j < n; ++j) {
        C[i][j] += A[i][k] * A[j][k];
        check(C[i][j]);
      }
}
NEST trailingStrict(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k; i < n; ++i)
      for (long j = i + 1; j < m; ++j) {
        C[i][j] += A[i][k] * A[j][k];
        check(C[i][j]);
      }
}
NEST trailingColumns(PARAMETERS) { // A shift in one loop only.
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = k + 1; j < n; ++j) {
        C[i][j] += A[i][k] * A[k][j];
        check(C[i][j]);
      }
}
NEST trailingRows(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        C[i][j] += A[i][k] * A[k][j];
        check(C[i][j]);
      }
}
NEST trailingWithPitch(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j) {
        flat[i * pitch + j] += A[i][k] * A[k][j];
        check(flat[i * pitch + j]);
      }
}
NEST trailingByPointer(PARAMETERS) {
  T *corner = flat;
  for (long k = 0; k < n; ++k) {
    T *row = corner;
    for (long i = k; i < n; ++i) {
      for (long j = k; j < n; ++j) {
        row[j - k] += A[i][k];
        check(row[j - k]);
      }
      row += pitch;
    }
    corner += pitch + 1;
  }
}
NEST shrinkingFromBothEnds(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = k; j < 2 * n - k; ++j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST shrinkingDownwards(PARAMETERS) {
  for (long k = n - 1; k >= 0; --k)
    for (long j = 0; j <= k; ++j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST shrinkingBackwards(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = n - 1; j > k; --j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST shrinkingInTwos(PARAMETERS) {
  for (long k = 0; k < n; k += 2)
    for (long j = k; j < m; j += 2) {
      C[k][j] += A[k][j];
      C[0][j] += A[k][j];
      check(C[0][j]);
    }
}
NEST backSubstitution(PARAMETERS) {
  for (long r = 0; r < m; ++r)
    for (long k = n - 1; k >= 0; --k) {
      check(C[r][k]);
      for (long i = 0; i < k; ++i)
        C[r][i] += A[i][k] * C[r][k];
    }
}
NEST batches(PARAMETERS) {
  for (long b = 0; b < 3; ++b)
    for (long k = 0; k < n; ++k) {
      check(C[b * 12 + k][k]);
      for (long i = k + 1; i < n; ++i)
        for (long j = k + 1; j < n; ++j)
          C[b * 12 + i][j] += A[i][k] * B[k][j];
    }
}
NEST batchesWithPitch(PARAMETERS) {
  for (long b = 0; b < 2; ++b) {
    T *c = flat + b * n * pitch;
    for (long k = 0; k < n; ++k) {
      check(c[k * pitch + k]);
      for (long i = k; i < n; ++i)
        for (long j = 0; j <= i - k; ++j)
          c[i * pitch + j] += A[i][k] * B[k][j];
    }
  }
}

// --- Now here and now there. ---

NEST bothWays(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    for (long k = 0; k < n; ++k) {
      for (long j = 0; j <= k; ++j)
        C[i][j] += A[k][j];
      for (long j = k + 1; j < n; ++j)
        C[i][20 + j] += B[k][j];
    }
  }
}
NEST bothWaysOfThree(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    C[i][39] += A[i][2];
    check(C[i][0]);
    for (long k = 0; k < n; ++k) {
      for (long j = 0; j <= k; ++j)
        C[i][j] += A[k][j];
      for (long j = k + 1; j < n; ++j)
        C[i][20 + j] += B[k][j];
    }
  }
}
NEST bothWaysBehindLoop(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    for (long j = i + 1; j < n; ++j)
      C[20 + i][j] += A[i][j];
    for (long k = 0; k < n; ++k) {
      for (long j = k + 1; j < n; ++j)
        C[i][20 + j] += B[k][j];
      for (long j = 0; j < k; ++j)
        C[i][j] += A[k][j];
    }
  }
}
NEST bothWaysInOne(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j <= k; ++j) {
      C[0][j] += A[k][j];
      C[1][n - 1 - k + j] += A[k][j];
      C[2][k - j] += A[k][j];
      C[3][k] += A[k][j];
      C[4][m] += 1;
      check(C[1][n - 1 - k + j]);
    }
}
NEST partly(PARAMETERS) { // One store grows, the other one writes a place an iteration.
  for (long k = 0; k < n; ++k) {
    C[k][k] += B[k][k];
    check(C[k][k]);
    for (long j = 0; j <= k; ++j)
      C[j][20 + m] += A[k][j];
  }
}
NEST band(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][3]);
    for (long k = 0; k < m; ++k)
      for (long j = k; j < k + 3; ++j)
        C[i][j] += A[k][j];
  }
}
NEST antiDiagonal(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j <= k; ++j) {
      C[j][k - j] += A[k][j];
      check(C[j][k - j]);
    }
}
NEST window(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][3]);
    for (long k = 0; k < m; ++k)
      for (long j = 0; j < n; ++j)
        C[i][k + j] += A[k][j];
  }
}
NEST shrinkingWindow(PARAMETERS) { // k + j < n: the first one writes all.
  for (long i = 0; i < n; ++i) {
    check(C[i][3]);
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n - k; ++j)
        C[i][k + j] += A[k][j];
  }
}
NEST slowlyShrinkingWindow(PARAMETERS) {
  for (long i = 0; i < n; ++i) {
    check(C[i][3]);
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < 2 * n - k; ++j)
        C[i][2 * k + j] += A[k][j];
  }
}
NEST growingWindow(PARAMETERS) { // m - k … m + k
  for (long i = 0; i < n; ++i) {
    check(C[i][m]);
    for (long k = 0; k < m; ++k)
      for (long j = 0; j < 2 * k + 1; ++j)
        C[i][m - k + j] += A[k][j];
  }
}
NEST halfGrowingWindow(PARAMETERS) { // m - k … m
  for (long i = 0; i < n; ++i) {
    check(C[i][m]);
    for (long k = 0; k < m; ++k)
      for (long j = 0; j < k + 1; ++j)
        C[i][m - k + j] += A[k][j];
  }
}
NEST shiftedByOther(PARAMETERS) { // What i writes depends on k + j.
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = k; j < n; ++j) {
        C[i][j - k] += A[k][j];
        check(C[i][j - k]);
      }
}
NEST slanted(PARAMETERS) { // i and j are both shifted, and the rows of a triangle turn round.
  for (long k = 0; k < n; ++k)
    for (long i = k; i < n; ++i)
      for (long j = k; j < n + k - i; ++j) {
        C[i][j] += A[i][j];
        check(C[i][j]);
      }
}
NEST carriedAlong(PARAMETERS) {
  T *to = flat;
  for (long i = 0; i < n; ++i) {
    check(C[i][0]);
    for (long k = 0; k < n; ++k) {
      for (long j = 0; j < n - k; ++j)
        to[j] += B[k][j];
      ++to;
    }
    to += pitch - n;
  }
}
NEST countedAlong(PARAMETERS) { // Where k's loop ends is where i writes.
  for (long i = 0; i < n; ++i) {
    long p = i;
    for (long k = 0; k < m; ++k) {
      for (long j = 0; j <= k; ++j)
        C[i][j] += B[k][j];
      check(C[i][0]);
      ++p;
    }
    C[i][p + 10] += 1;
  }
}

// --- Conditions. ---

NEST minimaGrowing(PARAMETERS) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k <= i; ++k)
      for (long j = 0; j < m; ++j) {
        check(C[k][j]);
        if (A[i][k] + B[i][j] < C[k][j])
          C[k][j] = A[i][k] + B[i][j];
      }
}
NEST minimaShrinking(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j) {
        check(C[i][j]);
        if (A[i][k] + B[k][j] < C[i][j])
          C[i][j] = A[i][k] + B[k][j];
      }
}
NEST minimaInBand(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = k; j < k + 2; ++j) {
        check(C[i][j]);
        if (A[i][k] < C[i][j])
          C[i][j] = A[i][k];
      }
}
NEST emptyAtFirst(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < k - 3; ++i)
      for (long j = 0; j < m; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST emptyAtLast(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 3; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST emptySoon(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 2 * k; i < m; ++i)
      for (long j = 0; j < n; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST emptyInTheMiddle(PARAMETERS) { // Rows that are empty for a large i, whatever k.
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = i; j < m - k; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST notBeforeThree(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    if (k > 3)
      for (long i = 0; i < n; ++i)
        for (long j = 0; j < m; ++j) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST notBehindThree(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        if (k < 3)
          C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST notAtZero(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        if (k != 0)
          C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST atZeroOnly(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        if (k == 0)
          C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST notAtTwo(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j <= k; ++j) {
      if (k != 2)
        C[m][j] += A[j][k];
      check(C[m][j]);
    }
}
NEST atTwoOnly(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < m; ++j) {
      if (k == 2)
        C[0][j] += A[j][k];
      check(C[0][j]);
    }
}
NEST columnsBehindThree(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = 0; j < m; ++j)
        if (j > 3) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST columnsBehindThreeOfShifted(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j)
        if (j > 3) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST offsetsBehindThree(PARAMETERS) { // The condition moves along with k.
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < n - k; ++j)
      if (j > 3) {
        C[m][j + k] += A[j][k];
        check(C[m][j + k]);
      }
}
NEST behindTheCounter(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = 0; j < n; ++j)
        if (j > k) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST beforeTheCounter(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = 0; j < n; ++j)
        if (j < k) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST besideTheCounter(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j)
        if (i != k) {
          C[i][j] += A[i][k];
          check(C[i][j]);
        }
}
NEST besideTheCounterGrowing(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i <= k; ++i)
      if (i != k - 1) {
        C[i][m] += A[i][k];
        check(C[i][m]);
      }
}
NEST eitherOf(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < m; ++j) {
      if (k < 2 || k > 4)
        C[0][j] += A[j][k];
      if (k > 1 && k < 4)
        C[1][j] += A[j][k];
      if (k > 2)
        C[2][j] += 1;
      else
        C[3][j] += 2;
      check(C[0][j]);
      check(C[2][j]);
    }
}
NEST evenOnly(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < m; ++j) {
      if (k % 2 == 0)
        C[1][j] += A[j][k];
      check(C[1][j]);
    }
}
NEST given(PARAMETERS) { // By what no nest writes.
  for (long k = 0; k < n; ++k)
    for (long j = 0; j <= k; ++j) {
      if (A[k][0] > 3)
        C[0][j] += A[j][k];
      check(C[0][j]);
    }
}
NEST unlessParameter(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long j = 0; j <= k; ++j) {
      if (k > m)
        C[0][j] += A[j][k];
      if (k < m - 2)
        C[1][j] += A[j][k];
      if (m > 5)
        C[2][j] += A[j][k];
      check(C[0][j]);
      check(C[1][j]);
    }
}

// --- Counters of other types. ---

NEST ints(PARAMETERS) {
  for (int k = 0; k < (int)n; ++k)
    for (int i = k + 1; i < (int)n; ++i)
      for (int j = k + 1; j < (int)m; ++j) {
        C[i][j] += A[i][k] * A[k][j];
        check(C[i][j]);
      }
}
NEST intsGrowing(PARAMETERS) {
  for (int i = 0; i < (int)n; ++i)
    for (int k = 0; k < i; ++k)
      for (int j = 0; j < (int)m; ++j) {
        C[k][j] += A[i][k];
        check(C[k][j]);
      }
}
NEST unsignedInts(PARAMETERS) {
  for (unsigned k = 0; k < (unsigned)n; ++k)
    for (unsigned i = k + 1; i < (unsigned)n; ++i)
      for (unsigned j = 0; j < i; ++j) {
        C[i][j] += A[i][k];
        check(C[i][j]);
      }
}
NEST unsignedLongs(PARAMETERS) {
  for (unsigned long k = 0; k < (unsigned long)n; ++k)
    for (unsigned long j = 0; j < k; ++j) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST unsignedLongsDownwards(PARAMETERS) {
  for (unsigned long k = n; k-- > 0;)
    for (unsigned long j = k; j-- > 0;) {
      C[m][j] += A[k][j];
      check(C[m][j]);
    }
}
NEST fromBelowZero(PARAMETERS) {
  for (long k = -3; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = -3; j <= k; ++j) {
        C[i][j + 3] += A[i][k + 3];
        check(C[i][j + 3]);
      }
}
NEST unsignedFromBelowZero(PARAMETERS) { // Below zero k is above n.
  for (long k = -3; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = 0; j < n; ++j) {
        if ((unsigned long)k >= (unsigned long)m)
          C[i][j] += A[i][k + 3];
        if ((unsigned long)k < (unsigned long)m)
          D[i][j] += A[i][k + 3];
        check(C[i][j]);
      }
}
NEST unequalFromBelowZero(PARAMETERS) {
  for (long k = -3; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = 0; j < n; ++j) {
        if (k != 0)
          C[i][j] += A[i][k + 3];
        if (k == 0)
          D[i][j] += A[i][k + 3];
        check(C[i][j]);
      }
}
NEST unsignedOffsets(PARAMETERS) { // 2 <= k < 5
  for (long k = 0; k < n; ++k)
    for (long j = 0; j < m; ++j) {
      if ((unsigned long)(k - 2) < 3)
        C[0][j] += A[j][k];
      if ((unsigned long)(k - 2) >= 3)
        C[1][j] += A[j][k];
      check(C[0][j]);
      check(C[1][j]);
    }
}

// --- Whole rows, and two arrays. ---

NEST rowsSet(PARAMETERS) {
  for (long k = 0; k < n; ++k) {
    check(C[k][k]);
    for (long i = 0; i <= k; ++i) {
      memset(D[i], 0, m * sizeof(T));
      memcpy(D[20 + n - 1 - i], A[i], n * sizeof(T));
    }
    for (long i = k + 1; i < n; ++i)
      C[i][i] += A[i][k];
  }
}
NEST rowsSetLonger(PARAMETERS) { // What is set grows with k, or with i.
  for (long k = 0; k < n; ++k) {
    check(C[k][k]);
    for (long i = 0; i <= k; ++i) {
      memset(D[i], 0, k * sizeof(T));
      memcpy(D[20 + i] + k, A[i], (n - k) * sizeof(T));
      memcpy(C[20 + i], B[i], i * sizeof(T));
    }
  }
}
NEST twoArrays(PARAMETERS) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < m; ++i)
      for (long j = k; j < n; ++j) {
        C[i][j] += A[i][k];
        D[i][j - k] += B[j][k];
        D[20 + i][k] += A[i][j];
        check(C[i][j]);
      }
}
NEST twoArraysBothWays(PARAMETERS) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < i; ++k) {
        C[k][j] += A[i][k] * B[i][j];
        D[i][j] += A[i][k] * B[k][j];
        check(C[k][j]);
      }
}

template <class T> using Kernel = void (*)(PARAMETERS);
template <class T> struct Named {
  const char *Name;
  Kernel<T> Run;
};

template <class T> static void sweep(Named<T> nest, long n, long m) {
  static Matrices<T> start, memory;
  static T A[P][P], B[P][P];
  for (long i = 0; i < P; ++i)
    for (long j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(j, i, 2);
      start.C[i][j] = small(i, j, 11);
      start.D[i][j] = small(i, j, 7);
    }
  auto run = [&](long bad, T poison) {
    memory = start;
    if (bad >= 0)
      memory.C[bad / P][bad % P] = poison;
    double thrown = 0;
    try {
      nest.Run(n, m, P, &memory.C[0][0], memory.C, memory.D, A, B);
    } catch (double x) {
      thrown = x;
    }
    // Elements that the nest does not come to do not matter.
    if (bad < 0 || thrown != 0)
      printf("%s %ld,%ld %ld: %g %llx\n", nest.Name, n, m, bad, thrown,
             (unsigned long long)hash_of(&memory, sizeof memory));
  };
  run(-1, 0);
  for (long bad = 0; bad < P * P; ++bad) {
    run(bad, sizeof(T) == 1 ? T(120) : T(POISON));
    if (sizeof(T) != 1 && (n + bad) % 3 == 0)
      run(bad, T(LIMIT - 4));
  }
}
template <class T> static void sweep(Named<T> nest) {
  sweep<T>(nest, 1, 2);
  sweep<T>(nest, 4, 3);
  sweep<T>(nest, 9, 7);
  sweep<T>(nest, 6, 11);
}

// clang-format off
#define EACH(X)                                                                                    \
  X(growingRows) X(growingSum) X(growingSquares) X(growingTriangles) X(growingTwice)               \
  X(growingDownwards) X(growingBackwards) X(growingIn3) X(growingIn4) X(growingByOuter)            \
  X(growingWithPitch) X(growingByPointer) X(elimination) X(eliminationOfAll) X(trailingLower)      \
  X(trailingUpper) X(trailingStrict) X(trailingColumns) X(trailingRows) X(trailingWithPitch)       \
  X(trailingByPointer) X(shrinkingFromBothEnds) X(shrinkingDownwards) X(shrinkingBackwards)        \
  X(shrinkingInTwos) X(backSubstitution) X(batches) X(batchesWithPitch) X(bothWays)                \
  X(bothWaysOfThree) X(bothWaysBehindLoop) X(bothWaysInOne) X(partly) X(band) X(antiDiagonal)      \
  X(window) X(shrinkingWindow) X(slowlyShrinkingWindow) X(growingWindow) X(halfGrowingWindow)      \
  X(shiftedByOther) X(slanted) X(carriedAlong) X(countedAlong) X(minimaGrowing)                    \
  X(minimaShrinking) X(minimaInBand) X(emptyAtFirst) X(emptyAtLast) X(emptySoon)                   \
  X(emptyInTheMiddle) X(notBeforeThree) X(notBehindThree) X(notAtZero) X(atZeroOnly) X(notAtTwo)   \
  X(atTwoOnly) X(columnsBehindThree) X(columnsBehindThreeOfShifted) X(offsetsBehindThree)          \
  X(behindTheCounter) X(beforeTheCounter) X(besideTheCounter) X(besideTheCounterGrowing)           \
  X(eitherOf) X(evenOnly) X(given) X(unlessParameter) X(ints) X(intsGrowing)             \
  X(unsignedInts) X(unsignedLongs) X(unsignedLongsDownwards) X(fromBelowZero)            \
  X(unsignedFromBelowZero) X(unequalFromBelowZero) X(unsignedOffsets) X(rowsSet)                   \
  X(rowsSetLonger) X(twoArrays) X(twoArraysBothWays)
#define SOME(X)                                                                                    \
  X(growingSum) X(growingIn3) X(eliminationOfAll) X(trailingUpper) X(bothWaysOfThree)              \
  X(shrinkingWindow) X(minimaGrowing) X(rowsSet) X(rowsSetLonger) X(twoArrays)
// clang-format on
#define NAMED(nest) sweep<T>({#nest, nest<T>});

int main() {
  {
    using T = double;
    EACH(NAMED)
  }
  {
    using T = int;
    SOME(NAMED)
  }
  {
    using T = float;
    SOME(NAMED)
  }
  {
    using T = signed char;
    SOME(NAMED)
  }
  return 0;
}
