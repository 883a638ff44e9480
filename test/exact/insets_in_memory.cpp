// RUN: %exact_unpacked %s --tiled 3
//
// Loops that end before a size in memory: int, extended and subtracted from in each of several
// loads. The size may be an element that the nest writes to, or change in a handler that returns.
#include "escop.h"
#include <initializer_list>

struct Bad {};
constexpr int Pitch = 16, Most = 12;

struct Image {
  int *pixels;
  int n, border;
};

static int calls;
static Image *shrinks;
NOINLINE void failed(int line) {
  calls += line;
  if (shrinks && calls % 3 == 1)
    --shrinks->n;
}
static inline int get(const Image *m, int i, int j) {
  if (m->pixels[i * Pitch + j] > 1000) {
    failed(1);
    return 7;
  }
  return m->pixels[i * Pitch + j];
}

NOINLINE void blur(Image *to, const Image *from) {
  for (int i = 2; i < to->n - 2; ++i)
    for (int j = 2; j < to->n - 2; ++j) {
      int sum = 0;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q)
          sum += (p + 2 * q) * get(from, i + p - 1, j + q - 1);
      to->pixels[i * Pitch + j] = sum % (Most + 1);
    }
}

NOINLINE void edges(Image *to, const Image *from) {
  for (int i = from->border; i < to->n - from->border; ++i)
    for (int j = from->border; j < to->n - from->border; ++j) {
      if (from->pixels[i * Pitch + j] > 1000)
        throw Bad();
      to->pixels[i * Pitch + j] =
          (from->pixels[i * Pitch + j + 1] - from->pixels[i * Pitch + j - 1]) & 7;
    }
}

NOINLINE void halves(Image *to, const Image *from) {
  for (long i = 0; i < (to->n - 1) / 2; ++i)
    for (long j = 0; j < (to->n - 1) / 2; ++j) {
      if (from->pixels[2 * i * Pitch + 2 * j] > 1000)
        throw Bad();
      int &pixel = to->pixels[i * Pitch + j];
      pixel = (pixel + from->pixels[2 * i * Pitch + 2 * j]) % (Most + 1);
    }
}

static int To[Most * Pitch + Pitch], From[Most * Pitch + Pitch];

/// @p run does not write to columns before the first one.
template <class Kernel> static void sweep(const char *name, int first, Kernel run) {
  for (int n : {0, 3, 4, 5, 9, int(Most)})
    // The row that has the header in front of it, the sizes being pixels; -1: none.
    for (int row : {-1, 1, 2, 4})
      for (int bad = -1; bad < n * Pitch; bad += 1 + bad / 24)
        for (bool handled : {false, true}) {
          for (int i = 0; i < Most * Pitch + Pitch; ++i)
            To[i] = i % 7, From[i] = i % 5 + (row % 2);
          if (bad >= 0)
            From[bad] = 5000;
          Image from = {From, n, 1}, outside,
                *to = row < 0 ? &outside : (Image *)(To + row * Pitch);
          *to = {To + 2 - first, n, 1};
          calls = 0;
          shrinks = handled ? to : nullptr;
          int result = 0;
          try {
            run(to, &from);
          } catch (Bad &) {
            result = 1;
          }
          to->pixels = nullptr; // which is no number
          printf("%s %d %d %d %d: %d %d %d %016lx\n", name, n, row, bad, handled, result, calls,
                 to->n, (unsigned long)hash_of(To, sizeof To));
        }
}

int main() {
  sweep("blur", 2, blur);
  sweep("edges", 1, edges);
  sweep("halves", 0, halves);
}
