// corr = the correlation matrix of the columns of data: centred, divided by their standard
// deviations, multiplied with each other.
// RO: data[i][j] in the mean; outliers, data[k][i], in the product.
// RW: mean[j] and stddev[j] after each update; corr[i][j] after each update: columns that depend.
// Divisions and square roots: sums are not exact. Compile with -fno-math-errno, or sqrt is a call.
#include "harness.h"
#include <cmath>

static long N, M;
static Matrix Data, Corr;
static Vector Mean, Stddev;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{14, 10}, {100, 80}, {260, 240}, {1400, 1200}, {3000, 2600}};
  N = Sizes[S][0], M = Sizes[S][1];
  allocate(Data, N, M), allocate(Corr, M, M), allocate(Mean, M), allocate(Stddev, M);
}

static double noise(long i, long j) { return 1 + ((i * 73856093) ^ (j * 19349663)) % 1009; }

static void init() {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < M; j++)
      Data[i][j] = noise(i + 1, j + 1);
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < M; j++)
      Corr[i][j] = -1; // overwritten
    Mean[i] = Stddev[i] = -1;
  }
}

// The mean's iterations, the deviation's, the product's. In the normalisation nothing fails.
static long positions() { return ReadOnlyGuard ? 2 * M - 1 : 3 * M - 1; }
static void poison(long P) {
  if (P < M)
    Checked ? shrinkColumns(Data, P) : void(Data[N / 2][P] = Poison);
  else if (ReadOnlyGuard) // one value far from the others, which are equal
    for (long i = 0; i < N; i++)
      Data[i][P - M] = i == N / 2 ? 1000 : 5;
  else if (P < 2 * M)
    Checked ? shrink(Stddev, P - M) : void(Data[N / 2][P - M] = Limit / 1000);
  else if (Checked) // each row is written in the first iteration
    shrinkColumns(Corr, P - 2 * M + 1);
  else
    for (long i = 0; i < N; i++)
      Data[i][M - 1] = Data[i][P - 2 * M];
}

KERNEL void correlation(long n, long m, MatrixRef data, MatrixRef corr, VectorRef mean,
                        VectorRef stddev, [[maybe_unused]] double limit) {
  for (long j = 0; j < m; j++) {
    mean[j] = 0;
    for (long i = 0; i < n; i++) {
      GUARD_RO(data[i][j], "data", i, j);
      mean[j] += data[i][j];
      GUARD_RW(mean[j], "mean", i, j);
    }
    mean[j] /= n;
  }
  for (long j = 0; j < m; j++) {
    stddev[j] = 0;
    for (long i = 0; i < n; i++) {
      stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
      GUARD_RW(stddev[j], "stddev", i, j);
    }
    stddev[j] = std::sqrt(stddev[j] / n);
    stddev[j] = stddev[j] <= 0.1 ? 1.0 : stddev[j];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      data[i][j] = (data[i][j] - mean[j]) / (std::sqrt((double)n) * stddev[j]);
  for (long i = 0; i < m - 1; i++) {
    corr[i][i] = 1;
    for (long j = i + 1; j < m; j++) {
      corr[i][j] = 0;
      for (long k = 0; k < n; k++) {
        ASSERT_RO(data[k][i] <= 0.9, "normalised data", k, i);
        corr[i][j] += data[k][i] * data[k][j];
        ASSERT_RW(corr[i][j] <= 1 - 1e-9, "corr", i, j);
      }
      corr[j][i] = corr[i][j];
    }
  }
  corr[m - 1][m - 1] = 1;
}

static void kernel(double limit) { correlation(N, M, Data, Corr, Mean, Stddev, limit); }
