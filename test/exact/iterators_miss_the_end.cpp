// RUN: %exact %s --tiled 6
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

// Steps that may go beyond the end of the type, and round.
constexpr uint32_t Step = 0x40000001;
NOINLINE static long below(uint32_t from, uint32_t end, long m) {
  long count = 0;
  for (uint32_t i = from; i < end; i += Step) {
    for (long j = 0; j < m; ++j)
      sums[j] += items[count].key;
    if (items[count++].key > 100)
      return count * 1000 + i % 1000;
  }
  return -count;
}
NOINLINE static long at_most(uint32_t from, uint32_t end, long m) {
  long count = 0;
  for (uint32_t i = from; i <= end; i += Step) {
    for (long j = 0; j < m; ++j)
      sums[j] += items[count].key;
    if (items[count++].key > 100)
      return count * 1000 + i % 1000;
  }
  return -count;
}
NOINLINE static long above(uint32_t from, uint32_t end, long m) {
  long count = 0;
  for (uint32_t i = from; i > end; i -= Step) {
    for (long j = 0; j < m; ++j)
      sums[j] += items[count].key;
    if (items[count++].key > 100)
      return count * 1000 + i % 1000;
  }
  return -count;
}
// Steps that do not: of both signs, with ends that are met and ends that are not.
NOINLINE static long third(int from, int end, long m) {
  long count = 0;
  for (int i = from; i < end; i += 3) {
    for (long j = 0; j < m; j += 2)
      sums[j] += items[count].key;
    if (items[count++].key > 100)
      return i;
  }
  return -count;
}
NOINLINE static long down_to(int from, int end, long m) {
  long count = 0;
  for (int i = from; i >= end; i -= 7) {
    for (long j = 1; j <= m - 1; j += 5)
      sums[j] += items[count].key;
    if (items[count++].key > 100)
      return i;
  }
  return -count;
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
  auto show = [](const char *name, long from, long end, auto kernel) {
    for (long exit : {-1L, 0L, 1L, 3L, 20L}) {
      for (long i = 0; i < 2 * N; ++i)
        items[i].key = i == exit || i == 250 ? 1000 : i % 7; // ends what goes round
      for (double &s : sums)
        s = 0;
      long left = kernel(from, end, M);
      printf("%s %ld %ld %ld: %ld %016llx\n", name, from, end, exit, left,
             static_cast<unsigned long long>(hash_of(sums, sizeof sums)));
    }
  };
  for (long from : {0L, 5L, 0xF0000000L, 0xFFFFFFFFL})
    for (long end : {0L, 5L, 0x80000002L, 0xB0000000L, 0xBFFFFFFEL, 0xBFFFFFFFL, 0xFFFFFFFEL, 0xFFFFFFFFL}) {
      show("below", from, end, below);
      show("at_most", from, end, at_most);
      show("above", from, end, above);
    }
  for (long from : {-5L, 0L, 1L, 2L, 99L})
    for (long end : {-20L, 0L, 1L, 2L, 3L, 98L, 99L, 100L}) {
      show("third", from, end, third);
      show("down_to", from, end, down_to);
    }
  return 0;
}
