// RUN: %exact %s --tiled 2 --config "-O3 @optimized" --config "-O3 @optimized -march=native" \
// RUN:   --config "-O3 @optimized -fno-strict-aliasing"
// RUN: %exact %s --config "-O3 @naive"
//
// Matrices whose sizes are behind pointers, in headers that the nest comes to behind a guard or an
// inner loop, or not at all. A header may end where its page does; one that the nest does not come to
// may be nowhere. The handler returns, throws, or exchanges headers.
#include "escop.h"
#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <sys/mman.h>

enum { N = 12, Elements = 600 };
struct Header {
  size_t rows, columns, pitch;
  double *data;
};
struct Matrix {
  Header *h;
};

static int calls, how;
static Matrix *victim;
static Header *other;

NOINLINE static void error(const char *, long line) {
  ++calls;
  if (how == 1 && calls == 3)
    throw line;
  if (how == 2 && calls % 5 == 2) {
    Header *h = victim->h;
    victim->h = other;
    other = h;
  }
  if (how == 3 && calls == 2)
    victim->h->rows = victim->h->columns = 3;
}
static inline double get(const Header *h, size_t i, size_t j) {
  if (i >= h->rows) {
    error("row", 1);
    return 0;
  }
  if (j >= h->columns) {
    error("column", 2);
    return 0;
  }
  return h->data[i * h->pitch + j];
}
static inline void set(Header *h, size_t i, size_t j, double x) {
  if (i >= h->rows)
    return error("row", 3);
  if (j >= h->columns)
    return error("column", 4);
  h->data[i * h->pitch + j] = x;
}

NOINLINE static long scale(const Matrix &B, Matrix &C) {
  for (size_t i = 0; i < C.h->rows; ++i)
    for (size_t j = 0; j < C.h->columns; ++j)
      set(C.h, i, j, 1.5 * get(B.h, i, j) + 2);
  return 0;
}
NOINLINE static long product(const Matrix &A, const Matrix &B, Matrix &C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum += get(A.h, i, k) * get(B.h, k, j);
      set(C.h, i, j, sum);
    }
  return 0;
}
// GVN leaves PHIs of loads that are made again behind the handler only.
NOINLINE static long dot(const Matrix &X, const Matrix &Y) {
  double sum = 0;
  for (size_t i = 0; i < X.h->columns; ++i)
    sum += get(X.h, 0, i) * get(Y.h, 0, i);
  return (long)sum;
}
NOINLINE static long axpy(const Matrix &X, Matrix &Y) {
  for (size_t i = 0; i < Y.h->columns; ++i)
    set(Y.h, 0, i, get(Y.h, 0, i) + 3 * get(X.h, 0, i));
  return (long)Y.h->columns;
}
NOINLINE static long throughPointers(Header *const *A, Header *const *C, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (i + j >= (*A)->rows)
        throw 5L;
      if ((*A)->data[i + j] > 1000)
        throw 6L;
      (*C)->data[i * (*C)->pitch + j] = (*A)->data[i + j] * (*A)->data[j];
    }
  return 1;
}
// Bytes may be those of a header.
NOINLINE static long bytes(Header *const *A, unsigned char *c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (i >= (*A)->rows)
        throw 7L;
      if ((*A)->data[i * n + j] > 1000)
        throw 8L;
      c[i * n + j] = (unsigned char)(3 * j);
    }
  return 1;
}

static char *pages; // The second one is not there.
static Header *headers[4];
static double elements[4][Elements];

static void reset(int place) {
  calls = 0;
  for (int m = 0; m < 4; ++m) {
    char *at = m == place ? pages + 4096 : pages + 1024 + 64 * m;
    headers[m] = (Header *)(at - sizeof(Header));
    *headers[m] = {N, N, N, elements[m]};
    for (long x = 0; x < Elements; ++x)
      elements[m][x] = small(x, m, 9);
  }
}

template <typename F> static void run(const char *name, long key, F f) {
  long left = -1;
  errno = 7;
  try {
    left = f();
  } catch (long x) {
    left = 1000 + x;
  }
  printf("%s %ld how %d: %ld %d %d %llx %llx\n", name, key, how, left, calls, errno,
         (unsigned long long)hash_of(elements, sizeof elements),
         (unsigned long long)(headers[0]->rows + 31 * headers[1]->rows + 1000 * headers[2]->rows));
}

int main() {
  pages = (char *)mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + 4096, 4096, PROT_NONE))
    return 1;
  Header *const nowhere[] = {nullptr, (Header *)(pages + 4096), (Header *)(pages + 4080),
                             (Header *)0x123456789abcdef0};
  for (how = 0; how < 4; ++how)
    for (long key = 0; key < 4 * (N + 1); ++key) {
      const int place = key % 4;
      const size_t rows = key / 4;
      Matrix A, B, C;
      auto begin = [&](int smaller) {
        reset(place);
        A.h = headers[0], B.h = headers[1], C.h = headers[2];
        victim = smaller == 2 ? &B : &C;
        other = headers[3];
        headers[smaller]->rows = rows;
      };
      begin(1);
      run("scale", key, [&] { return scale(B, C); });
      begin(2);
      run("scale less", key, [&] { return scale(B, C); });
      for (int smaller : {0, 1, 2}) {
        begin(smaller);
        run("product", key, [&] { return product(A, B, C, N); });
      }
      for (int smaller : {0, 1}) {
        auto vectors = [&] {
          begin(2);
          for (Header *h : headers)
            *h = {1, Elements, Elements, h->data};
          headers[smaller]->columns = Elements - 45 * rows;
          headers[3]->columns = Elements - 10 * key;
          victim = smaller ? &A : &B;
        };
        vectors();
        run("dot", key, [&] { return dot(A, B); });
        vectors();
        run("axpy", key, [&] { return axpy(A, B); });
      }
      if (how)
        continue;
      // No iteration comes to what is nowhere.
      for (Header *h : nowhere) {
        begin(0);
        A.h->rows = 0, A.h->columns = N, how = 1;
        calls = 2;
        Matrix none{h};
        run("nowhere", key, [&] { return product(A, none, none, N); });
        begin(0);
        how = 0;
        A.h->rows = 0;
        run("nowhere through pointers", key, [&] { return throughPointers(&A.h, &h, N); });
        begin(0);
        run("nothing", key, [&] { return product(none, none, none, 0); });
      }
      begin(0);
      A.h->rows = N + rows;
      elements[0][rows] = rows % 3 ? 1 : 2000;
      run("through pointers", key, [&] { return throughPointers(&A.h, &C.h, N); });
      begin(0);
      A.h->rows = N;
      elements[0][rows * 10] = rows % 3 ? 1 : 2000;
      run("bytes", key, [&] { return bytes(&A.h, (unsigned char *)C.h->data, N); });
      begin(0);
      A.h->rows = N;
      headers[0] = headers[3]; // what is printed
      run("bytes of the header", key, [&] { return bytes(&A.h, (unsigned char *)(pages + 800), N); });
    }
}
