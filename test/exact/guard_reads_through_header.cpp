// RUN: %exact %s --tiled 1
// The matrix's elements may alias its header, so the pointer is loaded several times in the nest: all
// of these loads are one array, and the guard reads what the nest writes.
#include <cstdio>
struct Mat {
  unsigned char *p;
  long rows, cols;
};
struct Err {
  long i, j;
};
__attribute__((noinline)) void f(Mat &B, const unsigned char *__restrict D, long n, long m) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j) {
      B.p[i * 16 + j] += D[j];
      if (B.p[i * 16 + j] > 150)
        throw Err{i, j};
      for (long k = 0; k < n; ++k)
        B.p[i * 16 + k] -= 2;
    }
}
int main() {
  static unsigned char b[256], d[16];
  for (int bad = 0; bad < 8; ++bad) {
    for (int k = 0; k < 256; ++k)
      b[k] = 40 + k % 3;
    for (int k = 0; k < 16; ++k)
      d[k] = k == bad ? 118 : 3;
    Mat B{b, 16, 16};
    try {
      f(B, d, 8, 8);
      printf("no throw");
    } catch (const Err &e) {
      printf("threw %ld %ld", e.i, e.j);
    }
    unsigned h = 0;
    for (int k = 0; k < 256; ++k)
      h = h * 31 + b[k];
    printf(" %u\n", h);
  }
}
