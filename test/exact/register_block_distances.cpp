// RUN: %exact %s --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --config '-O3 @optimized -mllvm -polly-escop-block-size=2' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load and store one array, at a distance that is known at run time: upwards and
// downwards, of all bytes that meet in a block and some that do not, and one element that all
// iterations load, which one of them stores to. Each element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <unistd.h>

struct Bad {
  long at;
};

constexpr long Most = 150, Around = 80;
static int checks[Most];
static volatile long someIndex; // of an element that is loaded, near those that are stored
alignas(64) static unsigned char memory[8 * (Most + 2 * Around)];

// An element that need not be aligned.
template <typename T> struct [[gnu::packed]] Unaligned {
  T value;
  operator T() const { return value; }
  void operator=(T v) { value = v; }
};

static int checked(long i) {
  if (checks[i] > 1000)
    throw Bad{i};
  return checks[i];
}

template <typename T>
NOINLINE static void upwards(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = T(3 * from[i] + checked(i));
}
template <typename T>
NOINLINE static void downwards(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = n - 1; i >= 0; --i)
    to[i] = T(3 * from[i] + checked(i));
}
// Behind the store of its iteration.
template <typename T>
NOINLINE static void storedFirst(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  int sum = 0;
  for (long i = 0; i < n; ++i) {
    to[i] = T(sum + checked(i));
    sum ^= int(from[i]) + int(i);
  }
}
template <typename T>
NOINLINE static void sometimes(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n; ++i)
    if (checked(i) % 3 == 0)
      to[i] = T(2 * from[i] + i);
}
template <typename T>
NOINLINE static void oneForAll(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = T(3u * *from + to[i] + checked(i));
}
template <typename T>
NOINLINE static void oneForAllDown(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = n - 1; i >= 0; --i)
    to[i] = T(3u * *from + to[i] + checked(i));
}
template <typename T>
NOINLINE static void oneForEvery(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n / 2; ++i)
    to[2 * i] = T(3u * *from + checked(i));
}
// The nest executes some iterations itself, and calls again behind the one that meets.
template <typename T>
NOINLINE static void oneForSome(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = n / 2 - 1; i >= 0; --i)
    if (checked(i), i & 1)
      to[2 * i - 1] = *from;
}
// Nothing hoists this one.
template <typename T>
NOINLINE static void oneOfAll(Unaligned<T> *to, const Unaligned<T> *, long n) {
  const long k = someIndex;
  for (long i = 0; i < n; ++i)
    to[i] = T(3u * to[k] + to[i] + checked(i));
}
template <typename T>
NOINLINE static void oneOfAllDown(Unaligned<T> *to, const Unaligned<T> *, long n) {
  const long k = someIndex;
  for (long i = n - 1; i >= 0; --i)
    to[i] = T(3u * to[k] + to[i] + checked(i));
}
// Two loads of one element, of which the second comes behind the store.
template <typename T>
NOINLINE static void oneAgain(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  int sum = 0;
  for (long i = 0; i < n; ++i) {
    to[i] = T(*from + sum + checked(i));
    sum += int(*from) & 15;
  }
}

// Between two stores of one element, of which the first one is only seen there.
template <typename T>
NOINLINE static void storedTwice(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n; ++i) {
    to[i] = T(checked(i) + 5);
    T between = from[i];
    checked(n - 1 - i);
    to[i] = T(3 * between + i);
  }
}
template <typename T>
NOINLINE static void oneBetween(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 0; i < n; ++i) {
    if (checked(i) & 1)
      to[i] = T(i);
    T between = *from;
    to[i] = T(to[i] + between);
  }
}
// What each iteration stores and the next one loads is handed on.
template <typename T>
NOINLINE static void handedOn(Unaligned<T> *to, const Unaligned<T> *from, long n) {
  for (long i = 1; i < n; ++i) {
    T before = to[i - 1];
    to[i] = T(checked(i) + 2 * from[i]);
    to[i + 1] = T(before ^ i);
  }
}

template <typename T, typename F> static void sweep(const char *name, F f) {
  auto *to = reinterpret_cast<Unaligned<T> *>(memory + 8 * Around);
  unsigned long long hash = 0;
  for (long n : {5L, 40L, Most})
    for (long distance = -Around * 8; distance <= (n + 3) * long(sizeof(T)) && distance <= 600;
         distance += distance < -70 * long(sizeof(T))                    ? 31
                     : distance % 3 || (-20 < distance && distance < 20) ? 1
                                                                         : sizeof(T) / 2 + 1)
      for (long bad : {-1L, 0L, 1L, n / 3, n / 2, n - 2, n - 1}) {
        const auto *from = reinterpret_cast<const Unaligned<T> *>(
            reinterpret_cast<unsigned char *>(to) + distance);
        for (long i = 0; i < Most; ++i)
          checks[i] = i * 7 % 53;
        for (unsigned i = 0; i < sizeof memory; ++i)
          memory[i] = i % sizeof(T) < 2 ? i * 5 % 61 : 0;
        if (bad >= 0)
          checks[bad] = 2000;
        someIndex = distance / long(sizeof(T));
        long at = -1;
        try {
          f(to, from, n);
        } catch (const Bad &e) {
          at = e.at;
        }
        hash = hash * 31 + hash_of(memory, sizeof memory) + at;
        if (bad == n / 2 && distance % 5 == 0)
          printf("%s n %ld distance %ld bad %ld: %ld %llx\n", name, n, distance, bad, at, hash);
      }
  printf("%s: %llx\n", name, hash);
}

int main() {
  alarm(60); // A block of no iterations would be executed for ever.
#define EACH(NAME)                                                                                 \
  sweep<short>(#NAME " short", NAME<short>);                                                       \
  sweep<int>(#NAME " int", NAME<int>);                                                             \
  sweep<long>(#NAME " long", NAME<long>);
  EACH(upwards)
  EACH(downwards)
  EACH(storedFirst)
  EACH(sometimes)
  EACH(oneForAll)
  EACH(oneForAllDown)
  EACH(oneForEvery)
  EACH(oneForSome)
  EACH(oneOfAll)
  EACH(oneOfAllDown)
  EACH(oneAgain)
  EACH(storedTwice)
  EACH(oneBetween)
  EACH(handedOn)
}
