// RUN: %exact %s "--optimized=%optimized" --tiled 9 --config "-O3 @optimized"
// RUN: %exact %s "--optimized=%optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-in-order"
//
// Rows whose first and last elements are in memory, as those of sparse matrices: a copy executes
// the nest in order, and each row in it without the checks of its counter if these do not fire in
// that row. Where a row begins or ends is wrong in each row: below 0, beyond the elements, behind
// its end, at the least and the greatest number; so is an index in each element.
#include "escop.h"
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <vector>

using Values = std::vector<long>;

template <class Begin, class Index> struct Sparse {
  std::vector<Begin> rows;
  std::vector<Index> columns;
  Values values;
};

template <class Begin, class Index>
NOINLINE static void multiply(const Sparse<Begin, Index> &m, const Values &x, Values &y, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    long s = 0;
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      s += m.values.at(p) * x.at(m.columns.at(p));
    y.at(i) = s;
  }
}
// The result is updated in memory, at a place that depends on data.
template <class Begin, class Index>
NOINLINE static void scatter(const Sparse<Begin, Index> &m, const Values &x, Values &y, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      y.at(m.columns.at(p)) += m.values.at(p) * x.at(i);
}
// In the elements themselves, of which some are behind others.
template <class Begin, class Index>
NOINLINE static void scale(Sparse<Begin, Index> &m, const Values &x, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      m.values.at(p) = m.values.at(p) * 3 + x.at(i);
}
// All checks are of the counter.
template <class Begin, class Index>
NOINLINE static long dot(const Sparse<Begin, Index> &m, Values &y, size_t n) {
  long all = 0;
  for (size_t i = 0; i < n; ++i) {
    for (Begin p = m.rows.at(i); p != m.rows.at(i + 1); ++p) {
      all += m.values.at(p) * (m.columns.at(p) & 7);
      y.at(i) = all;
    }
  }
  return all;
}
// From the last element to the first one; with the next element; under a condition.
template <class Begin, class Index>
NOINLINE static void others(const Sparse<Begin, Index> &m, const Values &x, Values &y, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    long s = 0;
    for (Begin p = m.rows.at(i + 1); p-- > m.rows.at(i);)
      s = s * 3 + m.values.at(p) + x.at(m.columns.at(p));
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      s += m.values.at(p + 1) - x.at(m.columns.at(p));
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      if (m.columns.at(p) % 3)
        s += m.values.at(p) ^ x.at(m.columns.at(p));
    y.at(i) = s;
  }
}
// Rows begin where the ones before have stored that they do.
template <class Begin, class Index>
NOINLINE static void move(Sparse<Begin, Index> &m, const std::vector<Begin> &by, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (Begin p = m.rows.at(i); p < m.rows.at(i + 1); ++p)
      m.rows.at(m.columns.at(p) % 5 + i + 2) += by.at(p) - 1;
}
// The counter has half as many bits as where rows begin and end.
struct Span {
  long *elements;
  int size;
  long &at(unsigned i) const {
    if (size_t(i) >= size_t(size))
      throw std::out_of_range("span");
    return elements[i];
  }
};
struct Rows {
  const unsigned long *begins;
  Span columns, values, y;
};
NOINLINE static void truncate(Rows &m, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    const unsigned end = m.begins[i + 1];
    for (unsigned p = m.begins[i]; p != end; ++p)
      m.y.at(m.columns.at(p)) += m.values.at(p);
  }
}

template <class V> static unsigned long long hashOf(const V &v) {
  return hash_of(v.data(), v.size() * sizeof(v[0]));
}

template <class Begin, class Index> static void test(size_t n, size_t bad, Begin value) {
  Sparse<Begin, Index> m;
  for (size_t i = 0; i <= n + 6; ++i) {
    m.rows.push_back(m.values.size());
    for (int k = 0; i < n && k < small(i, 3, 9) - 2; ++k) {
      m.columns.push_back(small(i, k, n) - 1);
      m.values.push_back(small(k, i, 89));
    }
  }
  const size_t elements = m.values.size();
  m.values.push_back(5);
  Values x(n), y(n);
  std::vector<Begin> by(elements, 1);
  for (size_t i = 0; i < n; ++i)
    x[i] = small(i, 5, 71);
  if (bad <= n) {
    m.rows[bad] = value;
  } else if (bad - n - 1 < elements) {
    m.columns[bad - n - 1] = Index(value);
    by[bad - n - 1] = 2;
  } else if (size_t at = bad - n - 1 - elements; at == 0) {
    m.values.resize(elements / 2);
  } else if (at == 1) {
    m.columns.resize(elements - 1);
  } else if (at == 2) {
    m.rows.resize(n);
  } else if (at == 3) {
    x.resize(n - 1);
  } else if (at == 4) {
    y.resize(n / 2);
  }
  auto report = [&](const char *what, auto &&f) {
    const Sparse<Begin, Index> before = m;
    try {
      f();
    } catch (const std::exception &e) {
      printf("%s: ", e.what());
    }
    printf("%s %zu %zu %lld: %llx %llx %llx\n", what, n, bad, (long long)value, hashOf(y),
           hashOf(m.values), hashOf(m.rows));
    m = before;
  };
  report("multiply", [&] { multiply(m, x, y, n); });
  report("scatter", [&] { scatter(m, x, y, n); });
  report("scale", [&] { scale(m, x, n); });
  // What does not end by a check has no end.
  report("dot", [&] { printf("%ld ", dot(m, y, n)); });
  report("others", [&] { others(m, x, y, n); });
  report("move", [&] { move(m, by, n); });
}

template <class Begin, class Index> static void testAll() {
  using Limits = std::numeric_limits<Begin>;
  for (size_t n : {1, 6, 70})
    for (size_t bad = 0; bad <= (n == 70 ? 500 : 60); bad += n == 70 ? 1 + bad % 7 : 1)
      for (Begin value : {Begin(-1), Begin(n + 1), Begin(13), Limits::min(), Limits::max()})
        test<Begin, Index>(n, bad, value);
}

static void testTruncated() {
  const unsigned n = 80;
  std::vector<unsigned long> begins(n + 1);
  Values columns(4 * n), values(4 * n), y(n);
  for (unsigned p = 0; p < 4 * n; ++p) {
    columns[p] = small(p, 1, n) - 1;
    values[p] = small(p, 2, 99);
  }
  for (unsigned bad = 0; bad <= n + 1; ++bad)
    for (unsigned long value : {5ul, 1ul << 20, (1ul << 32) - 2}) {
      for (unsigned i = 0; i <= n; ++i)
        begins[i] = 4 * i + (1ul << 32);
      if (bad <= n)
        begins[bad] = value;
      Rows m = {begins.data(), {columns.data(), 4 * n}, {values.data(), 4 * n}, {y.data(), n}};
      try {
        truncate(m, n);
      } catch (const std::exception &e) {
        printf("%s: ", e.what());
      }
      printf("truncate %u %lu: %llx\n", bad, value, hashOf(y));
    }
}

int main() {
  testTruncated();
  testAll<int, int>();
  testAll<size_t, int>();
  testAll<unsigned, unsigned>();
  testAll<long, unsigned short>();
  return 0;
}
