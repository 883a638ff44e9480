// cov = the covariance matrix of the columns of data: centred, multiplied with each other.
// RO: data[i][j] in the mean; data[k][i] in the product. RW: mean[j] and cov[i][j] after each
// update.
// Divisions: sums are not exact.
#include "harness.h"

static long N, M;
static Matrix Data, Cov;
static Vector Mean;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{14, 10}, {100, 80}, {260, 240}, {1400, 1200}, {3000, 2600}};
  N = Sizes[S][0], M = Sizes[S][1];
  allocate(Data, N, M), allocate(Cov, M, M), allocate(Mean, M);
}

static void init() {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < M; j++)
      Data[i][j] = value(i, j, 7);
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < M; j++)
      Cov[i][j] = -1; // overwritten
    Mean[i] = -1;
  }
}

// The mean's iterations and the product's. While the columns are centred nothing fails.
static long positions() { return 2 * M; }
static void poison(long P) {
  if (P < M)
    Checked ? shrinkColumns(Data, P) : void(Data[N / 2][P] = Poison);
  else if (Checked) // each row is written in the first iteration
    shrinkColumns(Cov, P - M);
  else if (ReadOnlyGuard) // each value passes; one is centred far beyond the limit
    for (long i = 0; i < N; i++)
      Data[i][P - M] = i == N / 2 ? Limit / 2 : -Limit;
  else // its square does not pass
    Data[N / 2][P - M] = Limit / 1000;
}

KERNEL void covariance(long n, long m, MatrixRef data, MatrixRef cov, VectorRef mean,
                       [[maybe_unused]] double limit) {
  for (long j = 0; j < m; j++) {
    mean[j] = 0;
    for (long i = 0; i < n; i++) {
      GUARD_RO(data[i][j], "data", i, j);
      mean[j] += data[i][j];
      GUARD_RW(mean[j], "mean", i, j);
    }
    mean[j] /= n;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      data[i][j] -= mean[j];
  for (long i = 0; i < m; i++)
    for (long j = i; j < m; j++) {
      cov[i][j] = 0;
      for (long k = 0; k < n; k++) {
        GUARD_RO(data[k][i], "centred data", k, i);
        cov[i][j] += data[k][i] * data[k][j];
        GUARD_RW(cov[i][j], "cov", i, j);
      }
      cov[i][j] /= n - 1;
      cov[j][i] = cov[i][j];
    }
}

static void kernel(double limit) { covariance(N, M, Data, Cov, Mean, limit); }
