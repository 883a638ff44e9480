// RUN: %exact_unpacked %s --tiled 8
//
// Loops whose ends are loaded anew in each iteration, from where the nest may write: through one and
// two pointers, from globals, from a vector. In the sweeps, the sizes of the matrix are elements of its
// own, in each row, so they grow or shrink on the way. Handlers change the sizes, or free them.
#include "escop.h"
#include <stdexcept>
#include <vector>

struct Bad {};
constexpr size_t Pitch = 64;

struct Matrix {
  size_t *data, rows, cols;
  size_t &at(size_t i, size_t j) {
    if (i >= rows || j >= cols)
      throw Bad();
    return data[i * Pitch + j];
  }
};
struct Owner {
  Matrix *matrix;
};

NOINLINE void add(Matrix *m, Matrix *o) {
  for (size_t i = 0; i < m->rows; ++i)
    for (size_t j = 0; j < m->cols; ++j)
      m->at(i, j) += o->at(i, j);
}

NOINLINE void addTwoLevels(Owner &m, Owner &o) {
  for (size_t i = 0; i < m.matrix->rows; ++i)
    for (size_t j = 0; j < m.matrix->cols; ++j)
      m.matrix->at(i, j) += o.matrix->at(i, j);
}

NOINLINE void addWhile(Matrix *m, Matrix *o) {
  size_t i = 0;
  while (i < m->rows) {
    size_t j = 0;
    while (j < m->cols) {
      if (o->at(i, j) > 1000)
        throw Bad();
      m->at(i, j) += o->at(i, j);
      ++j;
    }
    ++i;
  }
}

// What is passed on to the next row is not always loaded from one place.
NOINLINE void addChanging(Matrix *m, Matrix *o) {
  size_t n = m->cols;
  for (size_t i = 0; i < m->rows; ++i) {
    for (size_t j = 0; j < n; ++j)
      m->at(i, j) += o->at(i, j);
    n = i % 3 == 1 ? 1 : m->cols;
  }
}
NOINLINE void addAlternating(Matrix *m, Matrix *o) {
  size_t n = m->cols;
  for (size_t i = 0; i < m->rows; ++i) {
    for (size_t j = 0; j < n; ++j)
      m->at(i, j) += o->at(i, j);
    n = i % 2 ? m->cols : m->rows;
  }
}

NOINLINE void addProduct(Matrix *m, Matrix *a, Matrix *b) {
  for (size_t i = 0; i < m->rows; ++i)
    for (size_t j = 0; j < m->cols; ++j)
      for (size_t k = 0; k < a->cols; ++k)
        m->at(i, j) += a->at(i, k) * b->at(j, k);
}

static size_t Rows, Cols;
NOINLINE void addGlobal(size_t *m, size_t *o) {
  for (size_t i = 0; i < Rows; ++i)
    for (size_t j = 0; j < Cols; ++j) {
      if (o[i * Pitch + j] > 1000)
        throw Bad();
      m[i * Pitch + j] += o[i * Pitch + j];
    }
}

NOINLINE void addVector(std::vector<size_t> &v, Matrix *m, Matrix *o) {
  for (size_t i = 0; i < v.size(); ++i)
    for (size_t j = 0; j < m->cols; ++j)
      m->at(i, j) += o->at(i, j) + v.at(j);
}

NOINLINE void addIterators(std::vector<size_t> &v, std::vector<size_t> &w, Matrix *o) {
  for (auto it = v.begin(); it != v.end(); ++it)
    for (size_t j = 0; j < o->cols; ++j)
      *it += o->at(0, j) * w.at(j);
}

// The first handler takes a row away, the second one replaces the matrix.
NOINLINE long addResuming(Owner &m, Matrix *o, Matrix *next) {
  long handled = 0;
  for (size_t i = 0; i < m.matrix->rows; ++i)
    try {
      for (size_t j = 0; j < m.matrix->cols; ++j) {
        if (o->at(i, j) > 1000)
          throw Bad();
        m.matrix->at(i, j) += o->at(i, j);
      }
    } catch (Bad &) {
      if (++handled == 1)
        --m.matrix->rows;
      if (handled == 2) {
        free(m.matrix);
        m.matrix = next;
      }
    }
  return handled;
}

// In front of the rows is place for the header of a matrix whose sizes are elements.
static size_t Buffer[Pitch + 64 * Pitch], Other[64 * Pitch];
static size_t *const Elements = Buffer + Pitch;

/// A matrix that has its number of rows (or, if not, of columns) in the first element of @p row.
static Matrix *place(size_t row, bool rows) {
  return (Matrix *)(Elements + row * Pitch - (rows ? 1 : 2));
}

template <class Kernel> static void sweep(const char *name, Kernel run) {
  for (size_t rows : {1, 4, 9})
    for (size_t cols : {1, 3, 8})
      for (size_t step : {(size_t)-1, (size_t)0, (size_t)1, (size_t)2})
        for (size_t where = 0; where <= 2 * rows + 3; ++where)
          for (long bad = -1; bad < (long)(rows * cols); bad += 1 + bad / 6) {
            for (size_t i = 0; i < 64 * Pitch; ++i)
              Elements[i] = i % 5, Other[i] = i % 3 ? step : 0;
            Matrix o = {Other, 60, 60};
            if (bad >= 0)
              Other[bad / cols * Pitch + bad % cols] = 5000;
            if (bad % 3 == 2)
              o.rows = bad / cols;
            Matrix *m = place(where / 2, where % 2);
            *m = {Elements, rows, cols};
            long result = -2;
            try {
              result = run(m, &o);
            } catch (Bad &) {
            } catch (std::out_of_range &) {
              result = -3;
            }
            m->data = nullptr; // which is no number
            printf("%s %zu %zu %zd %zu %ld: %ld %016lx\n", name, rows, cols, step, where, bad, result,
                   (unsigned long)hash_of(Buffer, sizeof Buffer));
          }
}

int main() {
  sweep("add", [](Matrix *m, Matrix *o) { return add(m, o), 0l; });
  sweep("while", [](Matrix *m, Matrix *o) { return addWhile(m, o), 0l; });
  sweep("changing", [](Matrix *m, Matrix *o) { return addChanging(m, o), 0l; });
  sweep("alternating", [](Matrix *m, Matrix *o) { return addAlternating(m, o), 0l; });
  sweep("product", [](Matrix *m, Matrix *o) { return addProduct(m, o, o), 0l; });
  sweep("two levels", [](Matrix *m, Matrix *o) {
    Owner a = {m}, b = {o};
    return addTwoLevels(a, b), 0l;
  });
  sweep("global", [](Matrix *m, Matrix *o) {
    Rows = m->rows, Cols = m->cols;
    return addGlobal(&m->rows, o->data), 0l;
  });
  sweep("vector", [](Matrix *m, Matrix *o) {
    std::vector<size_t> v(m->rows + 1, 2);
    return addVector(v, m, o), 0l;
  });
  sweep("iterators", [](Matrix *m, Matrix *o) {
    std::vector<size_t> v(20, 1), w(7, 2);
    o->cols = m->cols;
    addIterators(v, w, o);
    return (long)v[3];
  });
  sweep("resuming", [](Matrix *m, Matrix *o) {
    auto *first = (Matrix *)malloc(sizeof(Matrix));
    *first = *m;
    Owner owner = {first};
    long handled = addResuming(owner, o, m);
    if (owner.matrix == first)
      free(first);
    return handled;
  });
}
