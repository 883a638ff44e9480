// RUN: %exact %s --tiled 1
//
// A store, and behind it a memmove that reads what was stored and overwrites
// it, are one statement of Polly's: the store is not dead.
#include <cstdio>
#include <cstring>
#include <vector>

struct LostSignal {
  long frame;
};
constexpr long W = 600, Mark = 400;

__attribute__((noinline)) static void scroll(unsigned char *picture, const unsigned char *samples,
                                             const int *level, long frames, long rows) {
  for (long t = 0; t < frames; ++t) {
    if (level[t] < 0)
      throw LostSignal{t};
    for (long r = 0; r < rows; ++r) {
      unsigned char v = samples[t * rows + r];
      unsigned char *row = picture + r * W;
      row[Mark] = v;
      memmove(row, row + 1, W - 1);
      row[W - 1] = v;
    }
  }
}

int main() {
  const long frames = 50, rows = 64;
  std::vector<unsigned char> samples(frames * rows);
  std::vector<int> level(frames, 1);
  for (long k = 0; k < frames * rows; ++k)
    samples[k] = k * 37 % 200 + 1;
  for (long bad : {-1L, 20L}) {
    if (bad >= 0)
      level[bad] = -1;
    std::vector<unsigned char> picture(rows * W);
    try {
      scroll(picture.data(), samples.data(), level.data(), frames, rows);
    } catch (LostSignal &e) {
      printf("frame %ld: ", e.frame);
    }
    unsigned long hash = 0;
    long marks = 0;
    for (long k = 0; k < rows * W; ++k)
      hash = hash * 31 + picture[k], marks += k % W < Mark && picture[k];
    printf("%lx, %ld marks\n", hash, marks);
  }
}
