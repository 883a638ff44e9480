// RUN: %exact_packed %s --tiled 6 --config "-O3 @optimized -march=native"
// Matrix products whose operands are transposed, skewed, several of a kind, or the result itself: what
// Polly packs and makes register tiles of (polly-patches/0007), and what only looks alike.
#include <cstdio>
#include <initializer_list>
constexpr int N = 44;
using Matrix = double[N][N];
static Matrix A, B, C;
struct Bad {
  int i, j;
};
#define KERNEL __attribute__((noinline)) static void
#define CHECK(X)                                                                                   \
  if (!((X) <= 1e12))                                                                              \
  throw Bad{i, j}

KERNEL transposedA(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < n; ++j) {
        CHECK(A[k][i]);
        C[i][j] += A[k][i] * B[k][j];
      }
}
KERNEL bothTransposed(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k) {
        C[i][j] += A[k][i] * B[j][k];
        CHECK(C[i][j]);
      }
}
KERNEL resultTransposed(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < m; ++j) {
        C[j][i] += A[i][k] * B[k][j];
        CHECK(C[j][i]);
      }
}
KERNEL rankUpdate2(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = 0; j <= i; ++j) {
        CHECK(A[i][k]);
        C[i][j] += A[j][k] * 3 * B[i][k] + B[j][k] * 3 * A[i][k];
      }
}
KERNEL upperTriangle(int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      C[i][j] = 0;
      for (int k = 0; k < m; ++k)
        C[i][j] += A[k][i] * A[k][j];
      CHECK(C[i][j]);
      C[j][i] = C[i][j];
    }
}
KERNEL ownRows(int n, int m) { // reads rows that are written later
  for (int i = 0; i < n; ++i)
    for (int k = i + 1; k < n; ++k)
      for (int j = 0; j < m; ++j) {
        C[i][j] += A[k][i] * C[k][j];
        CHECK(C[i][j]);
      }
}
KERNEL ownElement(int n, int m) { // k = i reads what k = i - 1 has written
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = i - 1; k <= i; ++k) {
        C[i][j] += A[i][k] * C[k][j];
        CHECK(C[i][j]);
      }
}
KERNEL oneDiagonal(int n, int m) { // what A is of is not one element for each i and k
  for (int i = 0; i < n / 2; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n / 2; ++k) {
        C[i][j] += A[1][i + k] * B[k][j];
        CHECK(C[i][j]);
      }
}

static void run(const char *Name, void (*Kernel)(int, int), int n, int m, int Row) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = (i * 3 + j * 5) % 7 - 3, B[i][j] = (i * 2 + j) % 5 - 2, C[i][j] = (i + j) % 3;
  if (Row >= 0)
    A[Row][m / 2] = C[Row][m / 3] = C[m / 3][Row] = 1e13;
  Bad At = {-1, -1};
  try {
    Kernel(n, m);
  } catch (Bad &Thrown) {
    At = Thrown;
  }
  unsigned long H = 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      H = H * 1099511628211u + (long)C[i][j];
  std::printf("%s %d %d %d: %d %d %lx\n", Name, n, m, Row, At.i, At.j, H);
}
int main() {
#define RUN(KERNEL_) run(#KERNEL_, KERNEL_, n, m, Row)
  for (int n : {1, 7, 16, 33, 43})
    for (int m : {1, 8, 30, 41})
      for (int Row = -1; Row < n; Row += n > 20 ? 6 : 3) {
        RUN(transposedA), RUN(bothTransposed), RUN(resultTransposed);
        RUN(rankUpdate2), RUN(upperTriangle), RUN(ownRows), RUN(ownElement);
        RUN(oneDiagonal);
      }
}
