// What the tests with threads share: threads that each own a part of the memory, and update it in
// nests, again and again, while some of them throw.
#ifndef ESCOP_THREADS_H
#define ESCOP_THREADS_H

#include "escop.h"
#include <algorithm>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <thread>
#include <vector>

struct Bad {
  long I, J;
};

// Updates are counted in double: above TOP a nest throws. All counts are exact.
constexpr double TOP = 1e12, POISONED = 2e12;

// What one thread owns. Its nest updates Size elements, always in the same order.
struct Part {
  long Size;
  std::function<void()> Run, Clear;
  // The nest is to throw behind the update of this element, or no longer: it has thrown there.
  std::function<void(long, bool)> Poison;
  // How often the element was updated.
  std::function<long(long)> Updates;
  // It is known modulo this power of two.
  long Modulus = 1L << 62;
  // As many updates come before a check of them all.
  long Row = 1;
  // The update of this round behind which the nest throws; -1: none. By default it never throws.
  std::function<long(long)> Where = [](long) { return -1L; };
};

// Elements all over the part; every eighth round does not throw.
static inline std::function<long(long)> anywhere(long size) {
  return [size](long round) {
    return round % 8 == 7 ? -1 : round * 2654435761L % 1000003 * 7919 % size;
  };
}

// The elements of a part, in the order of its nest, which adds add(q) to the q-th of them.
template <class T, class Address, class Add>
static Part elementsOf(long size, std::function<void()> run, Address address, Add add) {
  std::vector<T *> at(size);
  std::vector<T> step(size);
  for (long q = 0; q < size; ++q) {
    at[q] = address(q);
    step[q] = add(q);
  }
  Part part;
  part.Size = size;
  part.Run = run;
  part.Clear = [at] {
    for (T *element : at)
      *element = 0;
  };
  part.Poison = [at](long q, bool on) { *at[q] += on ? T(POISONED) : -T(POISONED); };
  part.Updates = [at, step](long q) { return long(*at[q] / step[q]); };
  return part;
}

// The same, where the nest adds 1 to counters of few bits: a power of two is poison, and the bits
// below it count.
template <class Get, class Set>
static Part countersOf(long size, long poison, std::function<void()> run, Get get, Set set) {
  Part part;
  part.Size = size;
  part.Run = run;
  part.Clear = [=] {
    for (long q = 0; q < size; ++q)
      set(q, 0);
  };
  part.Poison = [=](long q, bool) { set(q, get(q) ^ poison); };
  part.Updates = [=](long q) { return long(get(q)); };
  part.Modulus = poison;
  return part;
}

struct Result {
  long Throws = 0, Wrong = 0;
  uint64_t Where = HASH_START;
};
// How many threads are there, and how many have executed their part as often as is said.
struct Progress {
  std::atomic<size_t> Ready{0}, Done{0};
};

// Executes the part as often as is said, and from then on until all others have come as far.
static Result execute(const Part &part, long rounds, Progress &progress, size_t others) {
  Result result;
  std::vector<long> ended(part.Size); // calls of the nest by the last update
  ++progress.Ready;
  while (progress.Ready <= others)
    std::this_thread::yield();
  for (long round = 0; round < rounds || progress.Done <= others; ++round) {
    long where = part.Where(round), last = part.Size - 1;
    if (where >= 0)
      part.Poison(where, true);
    try {
      part.Run();
    } catch (const Bad &b) {
      if (where < 0)
        ++result.Wrong;
      else
        last = where / part.Row * part.Row + part.Row - 1;
      if (round < rounds) {
        ++result.Throws;
        result.Where = hash_more(result.Where, &b, sizeof b);
      }
    }
    if (where >= 0)
      part.Poison(where, false);
    ++ended[last];
    if (round == rounds - 1)
      ++progress.Done;
  }
  long calls = 0;
  for (long q = part.Size; q-- > 0;)
    result.Wrong += labs((calls += ended[q]) % part.Modulus - part.Updates(q));
  return result;
}

// The number of throws, a hash of where, and how many updates are missing or were made twice.
static void print(const char *name, size_t part, const Result &result) {
  printf("%s, part %zu: %ld throws %llx, wrong %ld\n", name, part, result.Throws,
         (unsigned long long)result.Where, result.Wrong);
}

// Executes each part in a thread of its own, the first one in this thread if that is said.
static void together(const char *name, const std::vector<Part> &parts, long rounds,
                     bool here = false) {
  std::vector<Result> results(parts.size());
  std::vector<std::thread> threads;
  Progress progress;
  for (const Part &part : parts)
    part.Clear();
  auto run = [&](size_t number) {
    results[number] = execute(parts[number], rounds, progress, parts.size() - 1);
  };
  for (size_t number = here; number < parts.size(); ++number)
    threads.emplace_back(run, number);
  if (here)
    run(0);
  for (std::thread &thread : threads)
    thread.join();
  for (size_t number = 0; number < parts.size(); ++number)
    print(name, number, results[number]);
}

// The first part throws, then all do.
static void share(const char *name, std::vector<Part> parts, long rounds) {
  parts[0].Where = anywhere(parts[0].Size);
  together(name, parts, rounds);
  for (Part &part : parts)
    part.Where = anywhere(part.Size);
  together(name, parts, rounds);
}

static inline long rounds(int argc, char **argv, long otherwise) {
  return argc > 1 ? atol(argv[1]) : otherwise;
}
#endif
