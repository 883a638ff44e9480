// RUN: %exact %s --tiled 12
//
// Loops that read, in each iteration, an element that one iteration stores to: behind that, they
// begin anew. The element is anywhere, in the row or not, and so is where the loop begins.
#include "escop.h"
#include <initializer_list>

constexpr long P = 40;
template <class T> struct Matrix {
  T A[P][P];
};
struct Bad {
  long I;
};

// Shortest paths: the store is made under a condition.
template <class T> NOINLINE static void paths(Matrix<T> &m, long n, long rows) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      if (i >= rows)
        throw Bad{k * P + i};
      for (long j = 0; j < n; ++j) {
        T s = m.A[i][k] + m.A[k][j];
        if (s < m.A[i][j])
          m.A[i][j] = s;
      }
    }
}

// Each result is checked.
template <class T> NOINLINE static void checkedPaths(Matrix<T> &m, long n, T least) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        T s = m.A[i][k] + m.A[k][j];
        m.A[i][j] = s < m.A[i][j] ? s : m.A[i][j];
        if (m.A[i][j] < least)
          throw Bad{(k * P + i) * P + j};
      }
}

// What is added up is what was stored before, behind the element.
template <class T> NOINLINE static void sums(Matrix<T> &m, long n, long rows, long at) {
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = 0; j < n; ++j)
      m.A[i][j] += 2 * m.A[i][at] + j;
  }
}

// The loop begins in the middle, and the element lies before, in, and behind what it stores to.
template <class T>
NOINLINE static void triangle(Matrix<T> &m, long n, long rows, long at, long first) {
  for (long i = 1; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = first + i; j < n; ++j)
      m.A[i][j] = m.A[i - 1][j] + m.A[i][at + i];
  }
}

// A result of the loop, which goes from part to part, and two elements of one place.
template <class T>
NOINLINE static T results(Matrix<T> &m, long n, long rows, long at, T *last) {
  T sum = 0;
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    T most = 0;
    for (long j = 0; j < n; ++j) {
      T a = m.A[i][at];
      m.A[i][j] = a + m.A[i][j] + 1;
      sum += a;
      most = a > most ? a : most;
    }
    last[i] = most;
  }
  return sum;
}

// Each is stored in front of what is read, so that the iteration reads it: not in parts.
template <class T> NOINLINE static void storedBefore(Matrix<T> &m, long n, long rows, long at) {
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = 0; j < n; ++j) {
      m.A[i][j] = m.A[i][j] * 3 + 1;
      m.A[i][j] += m.A[i][at] + 1;
    }
  }
}

// Two stores meet elements of a row, each in its half: not in parts; nor is a loop that stores to
// every other element.
template <class T> NOINLINE static void twoStores(Matrix<T> &m, long n, long rows, long at) {
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = 0; j < n / 2; ++j) {
      T a = m.A[i][at];
      m.A[i][j] += a + 1;
      m.A[i][j + P / 2] += a + 2;
    }
  }
}
template <class T> NOINLINE static void everyOther(Matrix<T> &m, long n, long rows, long at) {
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = 0; j < n; j += 2)
      m.A[i][j] += m.A[i][at] + j;
  }
}
// From the last to the first one.
template <class T> NOINLINE static void backwards(Matrix<T> &m, long n, long rows, long at) {
  for (long i = 0; i < n; ++i) {
    if (i >= rows)
      throw Bad{i};
    for (long j = n; j-- > 0;)
      m.A[i][j] += m.A[i][at] + j;
  }
}

template <class T> static void fill(Matrix<T> &m) {
  for (long i = 0; i < P; ++i)
    for (long j = 0; j < P; ++j)
      m.A[i][j] = (i * 7 + j * 5) % 23 + (i == j ? 0 : 1);
}

template <class T> static void run(const char *name) {
  static Matrix<T> m;
  static T last[P];
  unsigned long long hash = 0;
  long thrown = 0;
  auto check = [&](auto nest) {
    fill(m);
    try {
      nest();
    } catch (const Bad &b) {
      thrown += b.I + 1;
    }
    hash = hash * 31 + hash_of(&m, sizeof m) + hash_of(last, sizeof last);
  };
  for (long n : {1L, 2L, 5L, 17L, 40L})
    for (long rows : {n, n - 1, n / 2}) {
      check([&] { paths(m, n, rows); });
      for (T least : {T(0), T(1), T(2)})
        check([&] { checkedPaths(m, n, least); });
      for (long at : {0L, 1L, n / 2, n - 1, P - 1}) {
        check([&] { sums(m, n, rows, at); });
        check([&] { last[0] = results(m, n, rows, at, last); });
        check([&] { storedBefore(m, n, rows, at); });
        check([&] { twoStores(m, n, rows, at); });
        check([&] { everyOther(m, n, rows, at); });
        check([&] { backwards(m, n, rows, at); });
      }
      for (long first : {0L, 1L, -1L})
        for (long at : {-2L, -1L, 0L, 1L, 2L})
          if (at + n < P)
            check([&] { triangle(m, n, rows, at < -1 ? -1 : at, first); });
    }
  printf("%s: %llx, %ld\n", name, hash, thrown);
}

int main() {
  run<int>("int");
  run<unsigned char>("unsigned char");
  run<long>("long");
  run<float>("float");
  run<double>("double");
  return 0;
}
