// RUN: %exact %s --tiled 1
//
// A bit-field of 24 bits is stored as such; the byte behind it is another
// member's, which is stored before, in the same statement.
#include <cstdio>
#include <vector>

struct Pixel {
  unsigned rgb : 24;
  unsigned char alpha;
};
static_assert(sizeof(Pixel) == 4, "a byte behind 24 bits");
struct BadLine {
  long line;
};
constexpr long W = 512;

__attribute__((noinline)) static void unpack(const unsigned *in, Pixel *out, const int *length,
                                             long n) {
  for (long i = 0; i < n; ++i) {
    if (length[i] < 0)
      throw BadLine{i};
    for (long j = 0; j < W; ++j) {
      unsigned v = in[i * W + j];
      Pixel &p = out[i * W + j];
      p.alpha = v & 255;
      p.rgb = v >> 8;
    }
  }
}

int main() {
  const long n = 300;
  std::vector<unsigned> in(n * W);
  std::vector<int> length(n, 1);
  for (long k = 0; k < n * W; ++k)
    in[k] = unsigned(k) * 2654435761u + 12345;
  for (long bad : {-1L, 0L, 1L, 150L, n - 1}) {
    std::vector<Pixel> out(n * W);
    for (Pixel &p : out)
      p.rgb = 1, p.alpha = 7;
    if (bad >= 0)
      length[bad] = -1;
    try {
      unpack(in.data(), out.data(), length.data(), n);
    } catch (BadLine &e) {
      printf("line %ld: ", e.line);
    }
    if (bad >= 0)
      length[bad] = 1;
    unsigned long alpha = 0, rgb = 0;
    for (long k = 0; k < n * W; ++k)
      alpha = alpha * 31 + out[k].alpha, rgb = rgb * 31 + out[k].rgb;
    printf("%lx %lx, alpha of the first pixels %d %d %d\n", alpha, rgb, out[0].alpha, out[1].alpha,
           out[2].alpha);
  }
}
