// RUN: timeout 15 %clangxx -O3 -fexception-safe-tiling -c %s -o %t.o
//
// One loop begins with the half of a counter, another one ends at a minimum. isl would take half a
// minute for what Polly assumes of such a nest.
#include <algorithm>

struct Range {
  long index, size;
  int which;
};

struct Array {
  int *elements;
  long size, offset;
};

static inline int &at(int *elements, unsigned long size, int index) {
  unsigned i = unsigned(index);
  if (i >= unsigned(size))
    throw Range{index, long(size), 2};
  return elements[i];
}

long cut(const Array *arrays, const long *limits) {
  const int n = int(limits[0]), m = int(limits[1]);
  const long least = limits[2], below = limits[3], above = limits[4];
  int sum = 1;
  int *a = arrays[0].elements, *b = arrays[1].elements;
  const unsigned long ofA = arrays[0].size, ofB = arrays[1].size;
  const int p = int(arrays[0].offset), q = int(arrays[1].offset);
  for (int j = n; j-- > 1;)
    for (int i = j / 2; i < j; ++i)
      for (int h = std::min<int>(m, i + int(above)) - 1;
           h >= std::max<int>(int(least), i - int(below)); --h) {
        sum = int(unsigned(sum) * 3u + unsigned(at(a, ofA, 2 * i - 3 * j + h + p)));
        at(b, ofB, h + j - i + q) = sum;
      }
  return sum;
}
