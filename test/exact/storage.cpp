// RUN: %exact %s --tiled 1 --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked" --args 12 1
// RUN: %exact %s --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked" --args 33 97
//
// The same product over every way in which a C++ program stores a matrix; a guard on an operand, a
// guard on the result, and the bounds checks of at() and of a Matrix class.
#include "escop.h"
#include <stdexcept>
#include <vector>

using std::vector;
constexpr int P = 40;
static double GA[P][P], GB[P][P], GC[P][P];

struct Bad {
  long I, J, K;
};

class Matrix {
  double *Data;
  long Rows, Columns;

public:
  Matrix(double *Data, long Rows, long Columns) : Data(Data), Rows(Rows), Columns(Columns) {}
  double &operator()(long i, long j) {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("Matrix");
    return Data[i * Columns + j];
  }
  const double &operator()(long i, long j) const { return const_cast<Matrix &>(*this)(i, j); }
  long rows() const { return Rows; }
  long columns() const { return Columns; }
};

#define NEST(INDEX, a, b, c)                                                                       \
  for (INDEX i = 0; i < n; ++i)                                                                    \
    for (INDEX j = 0; j < n; ++j)                                                                  \
      for (INDEX k = 0; k < n; ++k) {                                                              \
        if (!(a <= LIMIT))                                                                         \
          throw Bad{(long)i, (long)j, (long)k};                                                    \
        c += a * b;                                                                                \
        if (!(c <= LIMIT))                                                                         \
          throw Bad{-(long)i - 1, (long)j, (long)k};                                               \
      }

NOINLINE static void globals(long n) { NEST(long, GA[i][k], GB[k][j], GC[i][j]) }

NOINLINE static void pointers(long n, double *C, const double *A, const double *B) {
  NEST(long, A[i * n + k], B[k * n + j], C[i * n + j])
}
NOINLINE static void intPointers(int n, double *C, const double *A, const double *B) {
  NEST(int, A[i * n + k], B[k * n + j], C[i * n + j])
}
NOINLINE static void restricted(long n, double *__restrict C, const double *__restrict A,
                                const double *__restrict B) {
  NEST(long, A[i * n + k], B[k * n + j], C[i * n + j])
}
NOINLINE static void computed(vector<double> &C, const vector<double> &A, const vector<double> &B,
                              size_t n) {
  NEST(size_t, A[i * n + k], B[k * n + j], C[i * n + j])
}
NOINLINE static void nested(vector<vector<double>> &C, const vector<vector<double>> &A,
                            const vector<vector<double>> &B, size_t n) {
  NEST(size_t, A[i][k], B[k][j], C[i][j])
}
// The guard is the bounds check: A is one element too short, or C is.
NOINLINE static void checkedAt(vector<double> &C, const vector<double> &A, const vector<double> &B,
                               size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C.at(i * n + j) += A.at(i * n + k) * B.at(k * n + j);
}
NOINLINE static void checkedMatrix(Matrix &C, const Matrix &A, const Matrix &B, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C(i, j) += A(i, k) * B(k, j);
}

// Runs one kernel on a copy of the data and prints what is left in C.
template <typename Kernel, typename Memory> static void run(const char *Name, Kernel K, Memory M) {
  printf("%s: ", Name);
  try {
    K();
    printf("end");
  } catch (const Bad &B) {
    printf("bad %ld,%ld,%ld", B.I, B.J, B.K);
  } catch (const std::out_of_range &E) {
    printf("%s", E.what());
  }
  printf(" %llx\n", (unsigned long long)M());
}

int main(int, char **argv) {
  long n = atol(argv[1]), stride = atol(argv[2]);
  vector<double> A(n * n), B(n * n), C(n * n);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      A[i * n + j] = small(i, j, 7);
      B[i * n + j] = small(i, j, 5);
      C[i * n + j] = small(i, j, 11);
    }
  // Position p poisons A, then C, element by element; the last leaves all as it is.
  for (long p = 0; p <= 2 * n * n; p += stride) {
    vector<double> a = A, c = C;
    if (p < n * n)
      a[p] = POISON;
    else if (p < 2 * n * n)
      c[p - n * n] = LIMIT - 20 - p % 5;
    printf("position %ld\n", p);

    memset(GC, 0, sizeof GC);
    for (long i = 0; i < n; ++i) {
      memcpy(GA[i], &a[i * n], n * sizeof(double));
      memcpy(GB[i], &B[i * n], n * sizeof(double));
      memcpy(GC[i], &c[i * n], n * sizeof(double));
    }
    run("globals", [&] { globals(n); }, [&] { return hash_of(GC, sizeof GC); });

    vector<double> r = c;
    auto flat = [&] { return hash_of(r.data(), r.size() * sizeof(double)); };
    run("pointers", [&] { pointers(n, r.data(), a.data(), B.data()); }, flat);
    r = c;
    run("intPointers", [&] { intPointers(n, r.data(), a.data(), B.data()); }, flat);
    r = c;
    run("restricted", [&] { restricted(n, r.data(), a.data(), B.data()); }, flat);
    r = c;
    run("computed", [&] { computed(r, a, B, n); }, flat);

    vector<vector<double>> na(n), nb(n), nc(n);
    for (long i = 0; i < n; ++i) {
      na[i].assign(&a[i * n], &a[i * n] + n);
      nb[i].assign(&B[i * n], &B[i * n] + n);
      nc[i].assign(&c[i * n], &c[i * n] + n);
    }
    run("nested", [&] { nested(nc, na, nb, n); }, [&] {
      uint64_t h = HASH_START;
      for (auto &row : nc)
        h = hash_more(h, row.data(), row.size() * sizeof(double));
      return h;
    });

    vector<double> shortA = A, shortC = C;
    shortA.resize(p < n * n ? p : n * n);
    shortC.resize(p < n * n ? n * n : p < 2 * n * n ? p - n * n : n * n);
    r = shortC;
    run("checkedAt", [&] { checkedAt(r, shortA, B, n); }, flat);

    r = C;
    long rowsA = p < n * n ? p / n : n, columnsB = p < n * n ? n : p / n - n;
    Matrix ma(a.data(), rowsA, n), mb(B.data(), n, columnsB > 0 ? columnsB : 1), mc(r.data(), n, n);
    run("checkedMatrix", [&] { checkedMatrix(mc, ma, mb, n); }, flat);
  }
  return 0;
}
