// RUN: %exact_unpacked %s --tiled 3
// RUN: %exact %s --tiled 3 --config "-O3 @optimized -mllvm -polly-escop-least-work=200 -mllvm -polly-escop-leave-iterations=2"
// Sizes and pointers in structures that are read behind the guards of inner loops and behind the first
// guard on data: they are read ahead only if the nest comes to them. Where it does not, they are missing:
// an empty matrix has no data, and B may not be there at all.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
struct Matrix {
  size_t rows, cols;
  double *data;
};
__attribute__((noinline)) int ijk(const Matrix *a, const Matrix *b, double *c) {
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < a->rows; j++)
      for (size_t k = 0; k < a->cols; k++) {
        if (a->data[i * a->cols + k] > 9)
          return 1 + (int)k;
        c[i * a->rows + j] += a->data[i * a->cols + k] * b->data[k * b->cols + j];
      }
  return 0;
}
__attribute__((noinline)) int ikj(const Matrix *a, const Matrix *b, double *c) {
  for (size_t i = 0; i < a->rows; i++)
    for (size_t k = 0; k < a->cols; k++) {
      if (a->data[i * a->cols + k] > 9)
        return 1 + (int)k;
      for (size_t j = 0; j < b->cols; j++)
        c[i * b->cols + j] += a->data[i * a->cols + k] * b->data[k * b->cols + j];
    }
  return 0;
}
__attribute__((noinline)) int into(const Matrix *a, const Matrix *b, Matrix *c) {
  for (size_t i = 0; i < a->rows; i++)
    for (size_t k = 0; k < a->cols; k++) {
      if (a->data[i * a->cols + k] > 9)
        return 1 + (int)k;
      for (size_t j = 0; j < b->cols; j++)
        c->data[i * b->cols + j] += a->data[i * a->cols + k] * b->data[k * b->cols + j];
    }
  return 0;
}
int main() {
  for (size_t rows : {0, 1, 7, 12})
    for (size_t cols : {0, 1, 9})
      for (long bad = -1; bad < (long)(rows * cols); ++bad)
        for (int which = 0; which < 3; ++which) {
          size_t n = rows * cols;
          Matrix a{rows, cols, n ? (double *)malloc(n * sizeof(double)) : nullptr};
          Matrix b{cols, rows, n ? (double *)malloc(n * sizeof(double)) : nullptr};
          Matrix c{rows, rows, rows ? (double *)calloc(rows * rows, sizeof(double)) : nullptr};
          for (size_t p = 0; p < n; ++p)
            a.data[p] = p % 5, b.data[p] = p % 3;
          if (bad >= 0)
            a.data[bad] = 10;
          // The first guard fires: nothing of B is read.
          const Matrix *there = n && bad != 0 ? &b : nullptr;
          int r = which == 0   ? ijk(&a, there, c.data)
                  : which == 1 ? ikj(&a, there, c.data)
                               : into(&a, there, &c);
          unsigned long hash = 0;
          for (size_t p = 0; p < rows * rows; ++p)
            hash = hash * 31 + (unsigned long)c.data[p];
          printf("%zu %zu %ld %d: %d %lx\n", rows, cols, bad, which, r, hash);
          free(a.data), free(b.data), free(c.data);
        }
}
