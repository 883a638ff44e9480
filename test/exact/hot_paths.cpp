// RUN: %exact_unpacked %s --tiled 8
//
// Checked accessors that Clang does not inline, for what they do in the case of an error: messages
// with a stream and local objects, an exception that is caught and thrown as another one, through
// several functions. Which exception it is, what it says, and in which order objects are destroyed
// is compared for a throw at each position; so is an accessor that returns after all.
#include "escop.h"
#include <array>
#include <sstream>
#include <stdexcept>
#include <string>

// Says when it is destroyed.
struct Noisy {
  const char *name;
  ~Noisy() { printf("~%s ", name); }
};

struct Checked {
  size_t rows, cols;
  double *data;
  mutable long counted = 0;

  template <size_t N> void check(const std::array<size_t, N> &index) const {
    const size_t shape[2] = {rows, cols};
    for (size_t k = 0; k < N; ++k)
      if (index[k] >= shape[k]) {
        Noisy local{"check"};
        std::ostringstream text;
        text << "index " << index[k] << " of dimension " << k << " is not below " << shape[k];
        throw std::out_of_range(text.str());
      }
  }
  // Caught and thrown as another exception, as in xtensor.
  template <class... I> double &operator()(I... i) const {
    try {
      check(std::array<size_t, sizeof...(I)>{size_t(i)...});
    } catch (std::exception &e) {
      Noisy local{"operator()"};
      throw std::runtime_error(std::string(__FILE__).substr(0, 0) + "line " +
                               std::to_string(__LINE__) + ": " + e.what());
    }
    return at(i...);
  }
  double &at(size_t i, size_t j) const { return data[i * cols + j]; }

  // Takes references, so that the counters are in memory, but for the copies that a failing check gets.
  double &byReference(const size_t &i, const size_t &j) const {
    if (i >= rows || j >= cols) {
      std::ostringstream text;
      text << i << '/' << j << " of " << rows << '/' << cols;
      throw std::out_of_range(text.str());
    }
    return data[i * cols + j];
  }
  // Moves the counter where there is nothing.
  double &skipping(size_t &i, const size_t &j) const {
    if (i >= rows) {
      std::ostringstream text;
      text << "skip " << i << '\n';
      fputs(text.str().c_str(), stdout);
      i = rows - 1;
    }
    return data[i * cols + j];
  }

  // Counts in front of the check, so that the cold part cannot be executed anew.
  double &counting(size_t i, size_t j) const {
    ++counted;
    if (i >= rows || j >= cols) {
      Noisy local{"counting"};
      std::ostringstream text;
      text << i << ' ' << j << " after " << counted;
      throw std::out_of_range(text.str());
    }
    return data[i * cols + j];
  }

  // Returns: an element beside the matrix, and says so.
  double &padded(size_t i, size_t j) const {
    static double pad;
    if (i >= rows || j >= cols) {
      std::ostringstream text;
      text << "pad " << i << ' ' << j << '\n';
      fputs(text.str().c_str(), stdout);
      pad = i + j;
      return pad;
    }
    return data[i * cols + j];
  }
  // Checks a value that it computed in floating point.
  double scaled(size_t i, size_t j, double by) const {
    double v = at(i, j) * by + 1;
    if (v > LIMIT) {
      std::ostringstream text;
      text << "value " << v << " of " << i << ' ' << j;
      throw std::range_error(text.str());
    }
    return v;
  }
};

struct Pair {
  Checked a, b, c;
  double d[4];
};
// An argument by value, a result in memory.
static NOINLINE Pair twice(Pair p) {
  p.d[0] *= 2;
  return p;
}

void product(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < c.cols; ++j)
      for (size_t k = 0; k < a.cols; ++k)
        c(i, j) += a(i, k) * b(k, j);
}
void productWithObject(const Checked &a, const Checked &b, const Checked &c) {
  Noisy outer{"outer"};
  for (size_t i = 0; i < a.rows; ++i) {
    Noisy inner{"inner"};
    for (size_t j = 0; j < c.cols; ++j)
      for (size_t k = 0; k < a.cols; ++k)
        c(i, j) += a(i, k) * b(k, j);
  }
}
void productWithObjects(const Checked &a, const Checked &b, const Checked &c) {
  std::string first(40, 'x');
  Noisy outer{"outer"};
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < c.cols; ++j)
      for (size_t k = 0; k < a.cols; ++k)
        c(i, j) += a(i, k) * b(k, j) * first.size();
}
void counting(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < a.cols; ++j)
      c(i, j) += a(i, j) + b.counting(i, j);
}
void padded(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < a.cols; ++j)
      c(i, j) += a(i, j) + b.padded(i, j);
}
void byReference(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < c.cols; ++j)
      for (size_t k = 0; k < a.cols; ++k)
        c.byReference(i, j) += a.byReference(i, k) * b.byReference(k, j);
}
// Whoever catches the exception still has the counters.
void referenceCaught(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i) {
    size_t j = 0;
    try {
      for (; j < a.cols; ++j)
        c.byReference(i, j) += a.byReference(i, j) + b.byReference(i, j);
    } catch (std::out_of_range &e) {
      printf("%zu %zu %s\n", i, j, e.what());
    }
  }
}
void skipping(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < a.cols; ++j) {
      size_t row = i;
      c(i, j) += b.skipping(row, j) + double(row);
    }
}
void scaled(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < a.cols; ++j)
      c(i, j) += a.scaled(i, j, 2) + b(i, j);
}
// The nest goes on behind the exception.
void caught(const Checked &a, const Checked &b, const Checked &c) {
  for (size_t i = 0; i < a.rows; ++i)
    try {
      for (size_t j = 0; j < a.cols; ++j)
        c(i, j) += a(i, j) + b(i, j);
    } catch (std::runtime_error &e) {
      puts(e.what());
    }
}
long transposed(const Checked &a, const Checked &b, const Checked &c) noexcept(false) {
  long steps = 0;
  for (size_t i = 0; i < a.rows; ++i)
    for (size_t j = 0; j < a.cols; ++j, ++steps)
      b(i, j) = c(j, i);
  return steps;
}

static double A[400], B[400], C[400];

template <class Kernel> static void sweep(const char *name, Kernel kernel) {
  for (size_t rows : {1, 3, 11})
    for (size_t cols : {1, 2, 12})
      for (int which = 0; which < 4; ++which)
        for (size_t bad = 0; bad <= rows * cols; bad += 1 + bad / 16) {
          for (int i = 0; i < 400; ++i)
            A[i] = small(i, 1, 5), B[i] = small(i, 2, 4), C[i] = small(i, 3, 3);
          Checked a = {rows, cols, A}, b = {cols > rows ? cols : rows, cols > rows ? cols : rows, B},
                  c = {cols > rows ? cols : rows, cols > rows ? cols : rows, C};
          if (bad < rows * cols) {
            Checked &small = which == 0 ? b : c;
            if (which < 2) {
              small.rows = bad / cols;
              // The rows stay where they are.
            } else if (which == 2) {
              A[bad] = POISON;
            } else {
              b.cols = bad % cols + 1;
            }
          }
          printf("%s %zu %zu %d %zu: ", name, rows, cols, which, bad);
          try {
            kernel(a, b, c);
          } catch (std::out_of_range &e) {
            printf("out of range %s", e.what());
          } catch (std::range_error &e) {
            printf("range %s", e.what());
          } catch (std::runtime_error &e) {
            printf("runtime %s", e.what());
          }
          uint64_t h = hash_of(B, sizeof B);
          h = hash_more(h, C, sizeof C);
          printf(" %ld %016lx\n", a.counted + b.counted + c.counted, (unsigned long)h);
        }
}

int main() {
  Pair p = twice(Pair{{1, 1, A}, {1, 1, B}, {1, 1, C}, {1, 2, 3, 4}});
  printf("%g\n", p.d[0]);
  sweep("product", product);
  sweep("with object", productWithObject);
  sweep("with objects", productWithObjects);
  sweep("counting", counting);
  sweep("padded", padded);
  sweep("by reference", byReference);
  sweep("reference caught", referenceCaught);
  sweep("skipping", skipping);
  sweep("scaled", scaled);
  sweep("caught", caught);
  sweep("transposed", transposed);
}
