// RUN: %exact_packed %s --tiled 1
//
// An 80-bit float is copied to ten bytes, and what lies in its padding is
// stored before, in the same statement.
#include <cstdio>
#include <cstring>
#include <vector>

struct Record {
  unsigned char value[10];
  short tag;
  int count;
};
static_assert(sizeof(Record) == 16, "no gap");
struct BadBlock {
  long block;
};
constexpr long W = 256;

__attribute__((noinline)) static void encode(const long double *in, Record *out, const int *state,
                                             long n) {
  for (long i = 0; i < n; ++i) {
    if (state[i] < 0)
      throw BadBlock{i};
    for (long j = 0; j < W; ++j) {
      long double x = in[i * W + j];
      Record &r = out[i * W + j];
      r.tag = x < 0 ? 1 : 2;
      r.count = int(x);
      memcpy(r.value, &x, sizeof r.value);
    }
  }
}

int main() {
  const long n = 100;
  std::vector<long double> in(n * W);
  std::vector<int> state(n, 1);
  for (long k = 0; k < n * W; ++k)
    in[k] = (k * 7919 % 2003 - 1000) / 3.0L;
  for (long bad : {-1L, 60L}) {
    if (bad >= 0)
      state[bad] = -1;
    std::vector<Record> out(n * W);
    try {
      encode(in.data(), out.data(), state.data(), n);
    } catch (BadBlock &e) {
      printf("block %ld: ", e.block);
    }
    unsigned long tags = 0, counts = 0, values = 0;
    for (Record &r : out) {
      tags = tags * 31 + r.tag, counts = counts * 31 + r.count;
      for (unsigned char byte : r.value)
        values = values * 31 + byte;
    }
    printf("%lx %lx %lx, first tag %d count %d\n", tags, counts, values, out[0].tag, out[0].count);
  }
}
