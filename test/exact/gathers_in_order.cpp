// RUN: %exact %s "--optimized=%optimized" --tiled 4 --config "-O3 @optimized"
// RUN: %exact %s "--optimized=%optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-in-order"
//
// Loops that check a counter and an index that is loaded: a copy executes them in order, without
// the check of the counter, and may load from anywhere: from what it stores, too, from where sizes
// are, and, if it stores nothing, from memory that cannot be bounded. An index is wrong in each
// iteration.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<long>;

NOINLINE static void gather(Values &o, const Values &x, const Indices &ix, size_t n) {
  for (size_t i = 0; i < n; ++i)
    o.at(i) = x.at(ix.at(i));
}
NOINLINE static void inPlace(Values &a, const Indices &ix, size_t n) {
  for (size_t i = 0; i < n; ++i)
    a.at(i) += a.at(ix.at(i));
}
NOINLINE static long sum(const Values &x, const Indices &ix, const Values &w, size_t n,
                         long &last) {
  long s = 0;
  for (size_t i = 0; i < n; ++i) {
    last = s;
    s += x.at(ix.at(i)) * w.at(i);
  }
  return s;
}
// Where what is loaded leads to the next load.
NOINLINE static long follow(const Indices &next, const Values &w, size_t n, int at) {
  for (size_t i = 0; i < n; ++i)
    at = next.at(at) ^ int(w.at(i) & 1);
  return at;
}
// The size is among what is stored.
struct Block {
  unsigned size;
  unsigned elements[70];
  unsigned &at(unsigned i) {
    if (i >= size)
      throw std::out_of_range("block");
    return elements[i];
  }
};
NOINLINE static void shift(Block &b, unsigned *to, const Indices &ix, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    to[i] = b.at(ix.at(i)) / 2 + b.at(i);
}

// Where it stores is not known: that may be the size.
NOINLINE static void scatter(Block &b, unsigned *to, const Indices &ix, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    to[ix.at(i)] = b.at(i) / 2;
}

template <class V> static unsigned long long hashOf(const V &v) {
  return hash_of(v.data(), v.size() * sizeof(v[0]));
}

int main() {
  for (size_t n : {1, 7, 64, 65, 150})
    for (size_t bad = 0; bad <= n + 3; ++bad)
      for (int value : {-1, 200}) {
        Values o(n < bad ? n : n + bad % 3), x(100), w(n + 1, 2);
        Indices ix(n), next(100);
        for (size_t i = 0; i < n; ++i)
          ix[i] = small(i, 1, 99);
        for (size_t i = 0; i < x.size(); ++i) {
          x[i] = small(i, 2, 97);
          next[i] = small(i, 3, 96);
        }
        if (bad < n)
          ix[bad] = value;
        else if (bad == n)
          w.resize(n - 1);
        else if (bad == n + 1)
          o.resize(n / 2);
        else if (bad == n + 2)
          next[50] = value;
        long result = -1, last = -2, end = -3;
        try {
          result = sum(x, ix, w, n, last);
        } catch (const std::out_of_range &) {
          result = -4;
        }
        try {
          end = follow(next, w, n, 5);
        } catch (const std::out_of_range &) {
        }
        for (int form = 0; form < 2; ++form)
          try {
            if (form)
              inPlace(x, ix, n);
            else
              gather(o, x, ix, n);
          } catch (const std::out_of_range &) {
            result -= 100;
          }
        printf("%zu %zu %d: %ld %ld %ld %llx %llx\n", n, bad, value, result, last, end, hashOf(o),
               hashOf(x));
        // Stores begin at the size, in front of it, or behind the elements.
        for (int where : {-1, 0, 1, 30, 71}) {
          static unsigned memory[260];
          for (unsigned i = 0; i < 260; ++i)
            memory[i] = small(i, 4, 95);
          auto &b = *reinterpret_cast<Block *>(memory + 1);
          b.size = 70;
          for (int &i : ix)
            if (i != value)
              i %= 70;
          for (int form = 0; form < 2; ++form)
            try {
              if (!form)
                shift(b, memory + 1 + where, ix, n < 70 ? n : 70);
              else if (bad >= n)
                scatter(b, memory + 1 + where, ix, n < 70 ? n : 70);
            } catch (const std::out_of_range &) {
              ++memory[259];
            }
          printf("%d: %llx\n", where, (unsigned long long)hash_of(memory, sizeof memory));
        }
      }
}
