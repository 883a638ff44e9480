// RUN: %exact %s
// RUN: %exact %s --tiled 4 --config "-O3 @optimized -mllvm -polly-escop-least-work=0"
//
// What is added to a counter of 8 or 16 bits is an int, which has more bits than the counter, also if this is used as a signed
// number. What is compared with the end may have gone round where the loop is entered.
#include "escop.h"
#include <initializer_list>

template <class Counter, class Signed, int Ahead, unsigned Bit>
NOINLINE static int bits(int *A, int n, size_t m, int c) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (Counter j = 0; j < m; ++j) {
      const int at = (Signed)j, x = j + Ahead;
      if (at < 0 || at >= c)
        throw 1;
      if (x & Bit)
        sum += A[at];
      else
        sum -= A[at];
      A[at] += 1;
    }
  return sum;
}

template <class Counter, class Signed, int Behind>
NOINLINE static int signs(int *A, int n, size_t m, int c) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (Counter j = 0; j < m; ++j) {
      const int at = (Signed)j, x = j - Behind, y = j - Behind + 10;
      if (at < 0 || at >= c)
        throw 1;
      if ((x | y) >= 0)
        throw 2;
      A[at] += 1;
      sum += at;
    }
  return sum;
}

template <class Counter> NOINLINE static int roundSum(int *A, int n, size_t m, int c) {
  for (int i = 0; i < n; ++i)
    for (Counter j = i; (Counter)(j + 1) < m; ++j) {
      const int at = (Counter)(j + 1);
      if (at >= c || A[at] > 30)
        throw 1;
      A[at] += 1;
    }
  return 0;
}

template <class Counter, int Ahead> NOINLINE static int enters(int *A, Counter lo, size_t m, int c) {
  int visits = 0;
  for (int i = 0; i < 3; ++i)
    for (Counter j = lo; (Counter)(j + Ahead) < m; ++j) {
      const unsigned at = (Counter)(j + Ahead);
      if (at >= (unsigned)c || A[at] > 30)
        throw visits;
      A[at] += i + 1;
      ++visits;
    }
  return visits;
}

// Of the three conditions, one is of 16 bits.
template <unsigned First> NOINLINE static long entersRound(int *A, size_t n, size_t m, size_t r, size_t c) {
  long sum = 0;
  for (unsigned i = 1; i + 1 < n; ++i)
    for (unsigned j = First; j + 2 < m; ++j) {
      sum += j;
      const uint16_t x = i, y = j + 255;
      if ((x | y) < 0 || x >= r || y >= c)
        throw 1;
      A[y] += 1;
    }
  return sum;
}

NOINLINE static int hundredAhead(int *A, int n, size_t m, int c) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (uint8_t j = 0; j < m; ++j) {
      const int at = (int8_t)j, x = j + 100;
      if (at >= c)
        throw 1;
      if (x & 128)
        sum += A[at];
      else
        sum -= A[x];
      A[at] += 1;
    }
  return sum;
}

template <class Function> static void run(const char *name, Function function) {
  for (int m : {0, 1, 2, 27, 28, 29, 100, 127, 128, 129, 200, 255, 256})
    for (int c : {0, 1, 20, 100, 300}) {
      static int A[1000];
      for (int i = 0; i < 1000; ++i)
        A[i] = i % 7;
      int result;
      try {
        result = function(A, m, c);
      } catch (int thrown) {
        result = -1000000 - thrown;
      }
      printf("%s %d %d: %d %016llx\n", name, m, c, result,
             (unsigned long long)hash_of(A, sizeof A));
    }
}

template <int (*Function)(int *, int, size_t, int)> static void runNest(const char *name) {
  run(name, [](int *A, int m, int c) { return Function(A, 3, m, c); });
}

template <class Counter, int Ahead> static void runEnters(const char *name) {
  for (long lo : {-1l, -2l, -3l, 0l, 5l})
    run(name, [=](int *A, int m, int c) {
      return enters<Counter, Ahead>(A, (Counter)lo, m, c);
    });
}

int main() {
  runNest<bits<uint8_t, int8_t, 100, 128>>("100, 128");
  runNest<bits<uint8_t, int8_t, 300, 256>>("300, 256");
  runNest<bits<uint8_t, int8_t, 300, 128>>("300, 128");
  runNest<bits<uint16_t, int16_t, 65537, 256>>("65537, 256");
  runNest<bits<uint16_t, int16_t, 32700, 32768>>("32700, 32768");
  runNest<signs<uint8_t, int8_t, 200>>("-200");
  runNest<signs<uint8_t, int8_t, 100>>("-100");
  runNest<signs<uint16_t, int16_t, 60000>>("-60000");
  runNest<roundSum<uint8_t>>("uint8_t");
  runNest<roundSum<uint16_t>>("uint16_t");
  run("from -1", [](int *A, int m, int c) { return (int)entersRound<~0u>(A, 4, m + 44, 10, c + 700); });
  run("from -2", [](int *A, int m, int c) { return (int)entersRound<~1u>(A, 4, m + 44, 10, c + 700); });
  run("from 3", [](int *A, int m, int c) { return (int)entersRound<3>(A, 4, m + 44, 10, c + 700); });
  run("100", [](int *A, int m, int c) { return hundredAhead(A, 20, m < 128 ? m : 128, c + 28); });
  runEnters<unsigned, 2>("unsigned");
  runEnters<uint16_t, 1>("uint16_t");
  runEnters<uint8_t, 3>("uint8_t");
}
