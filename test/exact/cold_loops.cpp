// RUN: %exact_unpacked %s --tiled 3
// Loops on the way out of a nest: they belong to the cold region, also where the way out joins the nest's
// own at a cleanup and leaves it only then, or goes on with the next row.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

constexpr int P = 20;
static double A[P * P], C[P * P];

static std::string digits(long v) {
  std::string s;
  do
    s.insert(s.begin(), char('0' + v % 10));
  while (v /= 10);
  return s;
}
NOINLINE static bool joins(const std::vector<double> &m, long n, std::string &error) {
  for (long i = 0; i < n; ++i) {
    double d = m[i * n + i];
    if (d == 0) {
      error = "pivot " + std::to_string(i * 12345);
      return false;
    }
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j)
        C[i * n + j] += m[i * n + k] * m[k * n + j];
  }
  return true;
}
NOINLINE static bool throws(long n, std::string &error) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i * n + k] > LIMIT) {
        error = "entry";
        for (long v = i * n + k; v; v /= 3)
          error += char('a' + v % 3);
        throw std::runtime_error(error);
      }
      for (long j = 0; j < n; ++j)
        C[i * n + j] += A[i * n + k] * A[k * n + j];
    }
  return true;
}
NOINLINE static bool resumes(long n, std::string &error) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i * n + k] > LIMIT) {
        for (long v = i * n + k; v; v /= 7)
          error += digits(v) + ' ';
        break;
      }
      for (long j = 0; j < n; ++j)
        C[i * n + j] += A[k * n + j];
    }
  return true;
}

int main() {
  for (long n : {1L, 3L, 6L, (long)P})
    for (long bad = -1; bad < n * n; bad += n < P ? 1 : 13)
      for (int which = 0; which < 3; ++which) {
        for (long p = 0; p < n * n; ++p)
          A[p] = small(p, 1, 5), C[p] = small(p, 2, 7);
        if (bad >= 0)
          A[bad] = which ? POISON : 0;
        std::vector<double> m(A, A + n * n);
        std::string error, what;
        bool r = false;
        try {
          r = which == 0 ? joins(m, n, error) : which == 1 ? throws(n, error) : resumes(n, error);
        } catch (const std::runtime_error &e) {
          what = e.what();
        }
        printf("%ld %ld %d: %d '%s' '%s' %llx\n", n, bad, which, r, error.c_str(), what.c_str(),
               (unsigned long long)hash_of(C, sizeof C));
      }
}
