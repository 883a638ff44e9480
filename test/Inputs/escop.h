// What every exactness test needs, for C and C++: a hash of memory, small deterministic data, and
// one line of output per throw position. All data are small integers (stored in double or in an
// integer type), so every sum is exact and neither the order of summation nor contraction to FMA
// can change a bit: what differs is a bug.
#ifndef ESCOP_TEST_H
#define ESCOP_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

// FNV-1a over 8-byte words, the last one padded; a chain of dependent multiplications, so that no
// optimisation under test can turn it into anything else.
static NOINLINE uint64_t hash_more(uint64_t h, const void *data, size_t bytes) {
  const unsigned char *p = (const unsigned char *)data;
  while (bytes) {
    uint64_t w = 0;
    size_t n = bytes < 8 ? bytes : 8;
    memcpy(&w, p, n);
    h = (h ^ w) * UINT64_C(0x100000001b3);
    h ^= h >> 29;
    p += n;
    bytes -= n;
  }
  return h;
}
#define HASH_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t hash_of(const void *data, size_t bytes) {
  return hash_more(HASH_START, data, bytes);
}

// A value in 1..m that depends on both indices.
static inline int small(long i, long j, int m) { return 1 + (int)((i * 7 + j * 13 + i * j) % m); }

// Above every value that a test computes, so that only a poisoned operand exceeds it.
#define LIMIT 1000000.0
#define POISON 3000000.0

#endif
