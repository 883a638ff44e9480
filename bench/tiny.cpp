// Checked loops over few elements, called again and again: bench/run.py tiny.
//
//   tiny [KERNEL…] [EXTENT…]
//
// prints "KERNEL EXTENT NANOSECONDS HASH" for each kernel, or those named, and each extent: the time of one call, the least
// of many batches of calls; and a hash of what the kernel left in memory.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

#define KERNEL __attribute__((noinline)) static
using Index = std::size_t;

namespace {

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *What) {
  throw std::domain_error(What);
}

using Vector = std::vector<double>;

// Indices are checked as those of most matrix classes are.
struct Matrix {
  Index Rows, Columns;
  Vector Data;

  Matrix(Index R, Index C, double Value) : Rows(R), Columns(C), Data(R * C, Value) {}
  double &operator()(Index I, Index J) {
    if (I >= Rows || J >= Columns)
      fail("index");
    return Data[I * Columns + J];
  }
  double operator()(Index I, Index J) const {
    if (I >= Rows || J >= Columns)
      fail("index");
    return Data[I * Columns + J];
  }
};

struct Problem {
  Index N;
  Matrix A, B, C;
  Vector X, Y;
  std::vector<Vector> Rows;
  double Result = 0;

  explicit Problem(Index N)
      : N(N), A(N, N, 1), B(N, N, 0.5), C(N, N, 0), X(N, 0.25), Y(N, 0), Rows(N, Vector(N, 1)) {}
};

KERNEL void copy(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    P.Y.at(I) = P.X.at(I);
}

KERNEL void axpy(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    P.Y.at(I) += 0.5 * P.X.at(I);
}

KERNEL void dot(Problem &P) {
  double Sum = 0;
  for (Index I = 0; I < P.N; ++I)
    Sum += P.X.at(I) * P.Y.at(I);
  P.Result = Sum;
}

KERNEL void scale_by_checked_values(Problem &P) {
  for (Index I = 0; I < P.N; ++I) {
    if (P.X[I] < 0)
      fail("value");
    P.Y[I] = std::sqrt(P.X[I]);
  }
}

KERNEL void sum_of_all(Problem &P) {
  double Sum = 0;
  for (Index I = 0; I < P.N; ++I)
    for (Index J = 0; J < P.N; ++J)
      Sum += P.A(I, J);
  P.Result = Sum;
}

KERNEL void row_sums_of_vectors(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    for (Index J = 0; J < P.N; ++J)
      P.Y.at(I) += P.Rows.at(I).at(J);
}

KERNEL bool is_null(const Matrix &M) {
  for (Index I = 0; I < M.Rows; ++I)
    for (Index J = 0; J < M.Columns; ++J)
      if (M.Data[I * M.Columns + J] != 0)
        return false;
  return true;
}
void search(Problem &P) { P.Result = is_null(P.C); }
void search_ends_at_once(Problem &P) { P.Result = is_null(P.A); }

KERNEL void transpose(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    for (Index J = 0; J < P.N; ++J)
      P.C(J, I) = P.A(I, J);
}

KERNEL void matrix_vector(Problem &P) {
  for (Index I = 0; I < P.N; ++I) {
    double Sum = 0;
    for (Index J = 0; J < P.N; ++J)
      Sum += P.A(I, J) * P.X.at(J);
    P.Y.at(I) = Sum;
  }
}

KERNEL void jacobi(Problem &P) {
  for (Index I = 1; I + 1 < P.N; ++I)
    for (Index J = 1; J + 1 < P.N; ++J)
      P.C(I, J) = 0.25 * (P.B(I - 1, J) + P.B(I + 1, J) + P.B(I, J - 1) + P.B(I, J + 1));
}

KERNEL void product(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    for (Index J = 0; J < P.N; ++J) {
      double Sum = 0;
      for (Index K = 0; K < P.N; ++K)
        Sum += P.A(I, K) * P.B(K, J);
      P.C(I, J) = Sum;
    }
}

KERNEL void product_of_checked_operand(Problem &P) {
  const Index N = P.N;
  double *A = P.A.Data.data(), *B = P.B.Data.data(), *C = P.C.Data.data();
  for (Index I = 0; I < N; ++I)
    for (Index J = 0; J < N; ++J)
      for (Index K = 0; K < N; ++K) {
        if (A[I * N + K] < 0)
          fail("operand");
        C[I * N + J] += A[I * N + K] * B[K * N + J];
      }
}

KERNEL void product_of_checked_result(Problem &P) {
  const Index N = P.N;
  double *A = P.A.Data.data(), *B = P.B.Data.data(), *C = P.C.Data.data();
  for (Index I = 0; I < N; ++I)
    for (Index J = 0; J < N; ++J) {
      C[I * N + J] = 0;
      for (Index K = 0; K < N; ++K)
        C[I * N + J] += A[I * N + K] * B[K * N + J];
      if (!(C[I * N + J] < 1e9))
        fail("result");
    }
}

KERNEL void lu(Problem &P) {
  const Index N = P.N;
  Matrix &M = P.C;
  for (Index I = 0; I < N; ++I)
    for (Index J = 0; J < N; ++J)
      M(I, J) = I == J ? N + 1. : 0.5;
  for (Index K = 0; K < N; ++K) {
    if (M(K, K) == 0)
      fail("pivot");
    for (Index I = K + 1; I < N; ++I) {
      M(I, K) /= M(K, K);
      for (Index J = K + 1; J < N; ++J)
        M(I, J) -= M(I, K) * M(K, J);
    }
  }
}

KERNEL void cholesky(Problem &P) {
  const Index N = P.N;
  Matrix &M = P.C;
  for (Index I = 0; I < N; ++I)
    for (Index J = 0; J < N; ++J)
      M(I, J) = I == J ? N + 1. : 0.5;
  for (Index J = 0; J < N; ++J) {
    for (Index K = 0; K < J; ++K)
      M(J, J) -= M(J, K) * M(J, K);
    if (!(M(J, J) > 0))
      fail("not positive definite");
    M(J, J) = std::sqrt(M(J, J));
    for (Index I = J + 1; I < N; ++I) {
      for (Index K = 0; K < J; ++K)
        M(I, J) -= M(I, K) * M(J, K);
      M(I, J) /= M(J, J);
    }
  }
}

// A few components at each point.
constexpr Index Components = 5;
double Points[512][512][Components], Changes[512][512][Components];

KERNEL void add_components(Problem &P) {
  for (Index I = 0; I < P.N; ++I)
    for (Index J = 0; J < P.N; ++J)
      for (Index K = 0; K < Components; ++K) {
        if (J >= 512)
          fail("index");
        Points[I][J][K] += Changes[I][J][K];
      }
}

// A nest that is entered again and again, for it is in a loop that is none.
KERNEL void row_by_row(Problem &P) {
  static volatile Index Calls;
  for (Index I = 0; I < P.N; ++I) {
    Calls = I;
    for (Index J = 0; J < P.N; ++J)
      P.C(I, J) = P.A(I, J) + P.B(I, J);
  }
}

struct {
  const char *Name;
  void (*Run)(Problem &);
} Kernels[] = {
#define ENTRY(NAME) {#NAME, NAME}
    ENTRY(copy),
    ENTRY(axpy),
    ENTRY(dot),
    ENTRY(scale_by_checked_values),
    ENTRY(sum_of_all),
    ENTRY(row_sums_of_vectors),
    ENTRY(search),
    ENTRY(search_ends_at_once),
    ENTRY(transpose),
    ENTRY(matrix_vector),
    ENTRY(jacobi),
    ENTRY(product),
    ENTRY(product_of_checked_operand),
    ENTRY(product_of_checked_result),
    ENTRY(lu),
    ENTRY(cholesky),
    ENTRY(add_components),
    ENTRY(row_by_row),
};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <typename RunT> double batch(unsigned Calls, RunT Run) {
  const double Begin = seconds();
  for (unsigned Call = 0; Call < Calls; ++Call)
    Run();
  return (seconds() - Begin) / Calls;
}

/// The time of one call.
template <typename RunT> double measure(RunT Run) {
  constexpr double Batch = 2e-5, Total = 4e-3;
  unsigned Calls = 1;
  while (batch(Calls, Run) * Calls < Batch && Calls < 1u << 16)
    Calls *= 2;
  double Least = 1;
  const double End = seconds() + Total;
  do
    Least = std::min(Least, batch(Calls, Run));
  while (seconds() < End);
  return Least;
}

uint64_t hash(const Problem &P) {
  uint64_t Hash = 14695981039346656037u;
  auto Add = [&](const double *Begin, Index Count) {
    for (Index I = 0; I < Count * sizeof(double); ++I)
      Hash = (Hash ^ reinterpret_cast<const unsigned char *>(Begin)[I]) * 1099511628211u;
  };
  Add(P.C.Data.data(), P.C.Data.size());
  Add(P.Y.data(), P.Y.size());
  Add(&P.Result, 1);
  return Hash;
}

} // namespace

int main(int Count, char **Arguments) {
  std::vector<Index> Extents;
  std::vector<const char *> Names;
  for (int Idx = 1; Idx < Count; ++Idx)
    if (int Extent = std::atoi(Arguments[Idx]))
      Extents.push_back(Extent);
    else
      Names.push_back(Arguments[Idx]);
  for (auto &K : Kernels) {
    auto IsNamed = [&](const char *Name) { return !std::strcmp(Name, K.Name); };
    if (!Names.empty() && std::none_of(Names.begin(), Names.end(), IsNamed))
      continue;
    for (Index N : Extents) {
      Problem Once(N), P(N);
      K.Run(Once);
      const double Time = measure([&] { K.Run(P); });
      std::printf("%s %zu %.2f %016llx\n", K.Name, N, Time * 1e9,
                  static_cast<unsigned long long>(hash(Once)));
    }
  }
}
