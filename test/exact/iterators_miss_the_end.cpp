// RUN: %exact %s --tiled 1
// `it != end` with steps that are no powers of two. Where the steps do not meet the end, the loop only ends
// because it is left, behind the end.
#include "escop.h"
#include <cstdint>
#include <initializer_list>

constexpr long N = 300, M = 64;
struct Item {
  double key, more[2];
};
static Item items[2 * N];
static double sums[M];

// The end may lie between two items.
NOINLINE static long forwards(Item *begin, char *end, long m, double limit) {
  Item *it = begin;
  do {
    if (it->key > limit)
      return it - begin;
    for (long j = 0; j < m; ++j)
      sums[j] += it->key;
    ++it;
  } while (reinterpret_cast<char *>(it) != end);
  return -1;
}
NOINLINE static long backwards(uint64_t from, uint64_t to, long m, double limit) {
  uint64_t at = from;
  do {
    if (items[at / 3].key > limit)
      return static_cast<long>(at);
    for (long j = 0; j < m; ++j)
      sums[j] += items[at / 3].key;
    at -= 3;
  } while (at != to);
  return -1;
}

int main() {
  for (long exit : {0L, 1L, 2L, 100L, N - 1, N, N + 1, N + 7})
    for (long past : {0L, 8L, 16L, 20L, -24L}) {
      for (long i = 0; i < 2 * N; ++i)
        items[i].key = i == exit ? 1000 : i % 7;
      for (double &s : sums)
        s = 0;
      long left = forwards(items, reinterpret_cast<char *>(items + N) + past, M, 100);
      printf("forwards %ld %ld: %ld %016llx\n", exit, past, left,
             static_cast<unsigned long long>(hash_of(sums, sizeof sums)));
    }
  for (long exit : {1L, 2L, 100L, N - 1, N})
    for (uint64_t to : {0ul, 1ul, 2ul, 3ul, 30ul}) {
      for (long i = 0; i < 2 * N; ++i)
        items[i].key = i == exit ? 1000 : i % 7;
      for (double &s : sums)
        s = 0;
      long left = backwards(3 * N, to, M, 100);
      printf("backwards %ld %ld: %ld %016llx\n", exit, static_cast<long>(to), left,
             static_cast<unsigned long long>(hash_of(sums, sizeof sums)));
    }
  return 0;
}
