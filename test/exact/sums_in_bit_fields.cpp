// RUN: %exact %s --tiled 2
//
// Sums of 32 and 64 bits are stored to bit-fields of 24 and 48 bits: what lies
// beside these, and is not accessed in the nest, has no room for a part of a
// sum.
#include <cstdint>
#include <cstdio>
#include <vector>

struct Sample {
  unsigned value : 24;
  unsigned char channel;
};
struct Entry {
  unsigned long long total : 48;
  unsigned short tag;
};
static_assert(sizeof(Sample) == 4 && sizeof(Entry) == 8, "nothing else");
struct BadGain {
  long row;
};

__attribute__((noinline)) static void mix(const unsigned *a, const unsigned *b, Sample *out,
                                          const int *gain, long n) {
  for (long i = 0; i < n; ++i) {
    if (gain[i] < 0)
      throw BadGain{i};
    for (long j = 0; j < n; ++j) {
      unsigned s = 0;
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      out[i * n + j].value = s;
    }
  }
}

__attribute__((noinline)) static void totals(const uint64_t *a, const uint64_t *b, Entry *out,
                                             const int *gain, long n) {
  for (long i = 0; i < n; ++i) {
    if (gain[i] < 0)
      throw BadGain{i};
    for (long j = 0; j < n; ++j) {
      uint64_t s = 0;
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      out[i * n + j].total = s;
    }
  }
}

int main() {
  const long n = 160;
  std::vector<unsigned> a(n * n), b(n * n);
  std::vector<uint64_t> c(n * n), d(n * n);
  std::vector<int> gain(n, 1);
  for (long k = 0; k < n * n; ++k) {
    a[k] = k * 7919 % 4099, b[k] = k * 104729 % 5003;
    c[k] = a[k] * 0x100000001ull, d[k] = b[k] * 0x10001ull;
  }
  for (long bad : {-1L, 100L}) {
    if (bad >= 0)
      gain[bad] = -1;
    std::vector<Sample> samples(n * n);
    std::vector<Entry> entries(n * n);
    for (long k = 0; k < n * n; ++k)
      samples[k].channel = k % 251, entries[k].tag = k % 65521;
    try {
      mix(a.data(), b.data(), samples.data(), gain.data(), n);
    } catch (BadGain &e) {
      printf("row %ld: ", e.row);
    }
    try {
      totals(c.data(), d.data(), entries.data(), gain.data(), n);
    } catch (BadGain &e) {
      printf("row %ld: ", e.row);
    }
    unsigned long values = 0, sums = 0, lost = 0, lostTags = 0;
    for (long k = 0; k < n * n; ++k) {
      values = values * 31 + samples[k].value, sums = sums * 31 + entries[k].total;
      lost += samples[k].channel != k % 251, lostTags += entries[k].tag != k % 65521;
    }
    printf("%lx %lx, channels %s (%lu), tags %s (%lu)\n", values, sums, lost ? "lost" : "kept",
           lost, lostTags ? "lost" : "kept", lostTags);
  }
}
