// RUN: %exact %s --tiled 3 --cflags=-ffp-contract=off --config "-O3 @optimized" --config "-O3 @optimized -march=native"
// RUN: %if escop %{ %clangxx -O3 %optimized -DREPORT -I %inputs %s -o %t.report -mllvm -polly-escop-report %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Four and five loops around accesses of tensors, each index of which is checked: the pipeline has
// not rotated all of these loops, and the end of one, j <= i, might be the greatest number. No
// guard fires in them, which is known before.
// CHECK-DAG: {{convolve.* 6 calls: 6 complete}}
// CHECK-DAG: {{attend.* 6 calls: 6 complete}}
#include "escop.h"
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

template <class T, int N> class Tensor {
  std::array<size_t, N> dims;
  std::vector<T> elements;

public:
  template <class... Dims> explicit Tensor(Dims... d) : dims{size_t(d)...} {
    size_t all = 1;
    for (size_t n : dims)
      all *= n;
    elements.resize(all);
    for (size_t i = 0; i < all; ++i)
      elements[i] = T(i * 7 % 31) / 8;
  }
  size_t dim(int k) const { return dims[k]; }
  void shrink(int k, size_t n) { dims[k] = n; }
  const std::vector<T> &all() const { return elements; }
  template <class... Index> size_t offset(Index... i) const {
    const size_t index[N] = {size_t(i)...};
    size_t at = 0;
    for (int k = 0; k < N; ++k) {
      if (index[k] >= dims[k])
        throw std::out_of_range("index " + std::to_string(k));
      at = at * dims[k] + index[k];
    }
    return at;
  }
  template <class... Index> T &operator()(Index... i) { return elements[offset(i...)]; }
  template <class... Index> const T &operator()(Index... i) const { return elements[offset(i...)]; }
};

using Tensor3 = Tensor<float, 3>;
using Tensor4 = Tensor<float, 4>;

NOINLINE static void convolve(const Tensor4 &x, const Tensor4 &w, Tensor4 &y, size_t outputs,
                              size_t height, size_t width) {
  for (size_t n = 0; n < x.dim(0); ++n)
    for (size_t o = 0; o < outputs; ++o)
      for (size_t i = 0; i < height; ++i)
        for (size_t j = 0; j < width; ++j) {
          float sum = 0;
          for (size_t c = 0; c < x.dim(1); ++c)
            for (size_t p = 0; p < 3; ++p)
              for (size_t q = 0; q < 3; ++q)
                sum += x(n, c, i + p, j + q) * w(o, c, p, q);
          y(n, o, i, j) = sum;
        }
}

NOINLINE static void attend(const Tensor3 &q, const Tensor3 &k, Tensor3 &s, size_t heads) {
  for (size_t h = 0; h < heads; ++h)
    for (size_t i = 0; i < q.dim(1); ++i)
      for (size_t j = 0; j <= i; ++j) {
        float sum = 0;
        for (size_t d = 0; d < q.dim(2); ++d)
          sum += q(h, i, d) * k(h, j, d);
        s(h, i, j) = sum / 4;
      }
}

// What is stored is not in the rows that are read.
NOINLINE static void prefix(Tensor3 &t, size_t planes, size_t rows) {
  for (size_t h = 0; h < planes; ++h)
    for (size_t i = 1; i < rows; ++i)
      for (size_t j = 0; j < t.dim(2); ++j)
        t(h, i, j) += t(h, i - 1, j);
}

template <class Body> static void run(const char *name, const std::vector<float> &out, Body body) {
  std::string what = "none";
  try {
    body();
  } catch (const std::out_of_range &e) {
    what = e.what();
  }
  printf("%s: %s %llx\n", name, what.c_str(),
         (unsigned long long)hash_of(out.data(), out.size() * sizeof(float)));
}

int main() {
#ifdef REPORT
  for (size_t n : {20, 25, 30, 35, 40, 41}) {
    Tensor4 x(1, 4, n + 2, n + 2), w(8, 4, 3, 3), y(1, 8, n, n);
    run("convolve", y.all(), [&] { convolve(x, w, y, 8, n, n); });
    Tensor3 q(4, n, 16), k(4, n, 16), s(4, n, n);
    run("attend", s.all(), [&] { attend(q, k, s, 4); });
  }
#else
  // -1: none; the dimension of each operand that is too small, or too many are asked for.
  for (size_t n : {1, 2, 3, 7, 20})
    for (int bad = -1; bad < 14; ++bad)
      for (size_t less : {1, 2}) {
        Tensor4 x(2, 3, n + 2, n + 2), w(4, 3, 3, 3), y(2, 4, n, n);
        Tensor4 *const of[] = {&x, &w, &y};
        if (bad >= 0 && bad < 12)
          of[bad / 4]->shrink(bad % 4, of[bad / 4]->dim(bad % 4) -
                                           (less < of[bad / 4]->dim(bad % 4) ? less : 1));
        run("convolve", y.all(),
            [&] { convolve(x, w, y, bad == 12 ? 4 + less : 4, bad == 13 ? n + less : n, n); });
        Tensor3 q(3, n, 5), k(3, n, 5), s(3, n, n);
        Tensor3 *const with[] = {&q, &k, &s};
        if (bad >= 0 && bad < 9)
          with[bad / 3]->shrink(bad % 3, with[bad / 3]->dim(bad % 3) -
                                             (less < with[bad / 3]->dim(bad % 3) ? less : 1));
        run("attend", s.all(), [&] { attend(q, k, s, bad == 9 ? 3 + less : 3); });
        run("prefix", s.all(),
            [&] { prefix(s, bad == 10 ? 3 + less : 3, bad == 11 ? n + less : n); });
      }
#endif
}
