// RUN: %exact %s --tiled 14 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 14 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load from memory of known size: from variables each iteration may load ahead, but
// not from what was unmapped or deleted before the loop, or in its cold region, and not beyond the
// array whose first element is passed. Each element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at;
};
constexpr long N = 4096, Size = 1 << 18;
struct Big {
  int a[Size];
};
static int C[N + 1], Out[N];

NOINLINE static void release(Big *b) {
  if (munmap(b, sizeof *b))
    abort();
}
NOINLINE static void releaseArray(int *p) { delete[] p; }

// In front of the loop, and no iteration comes to the load.
NOINLINE static long releasedBefore(Big &b, const int *__restrict c, int *__restrict out, long n) {
  if (c[0] & 1)
    release(&b);
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (x < 0)
      throw Bad{i};
    if (!(x & 1))
      s += b.a[i];
    out[i] = x + 1;
  }
  return s;
}
// ... as the first iteration fails.
NOINLINE static long firstFails(Big &b, const int *__restrict c, int *__restrict out, long n) {
  if (c[0] < 0)
    release(&b);
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (x < 0)
      throw Bad{i};
    int y = b.a[i];
    s += y;
    out[i] = x + y;
  }
  return s;
}
NOINLINE static long firstFailsGather(Big &b, const int *__restrict c, int *__restrict out, long n) {
  if (c[0] < 0)
    release(&b);
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (x < 0)
      throw Bad{i};
    int y = b.a[x];
    s += y;
    out[i] = x + y;
  }
  return s;
}
// By an iteration that goes on.
NOINLINE static long releasedWhereCold(Big &b, const int *__restrict c, int *__restrict out, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (__builtin_expect(x < 0, 0)) {
      release(&b);
      s = 1;
      continue;
    }
    if (!(x & 1))
      s += b.a[i];
    out[i] = x + 1;
  }
  return s;
}
NOINLINE static long releasedWhereColdGather(Big &b, const int *__restrict c, int *__restrict out, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (__builtin_expect(x < 0, 0)) {
      release(&b);
      s = 1;
      continue;
    }
    if (!(x & 1))
      s += b.a[x];
    out[i] = x + 1;
  }
  return s;
}
NOINLINE static long deletedWhereCold(const int *__restrict c, int *__restrict out, long n) {
  int *p = new int[Size];
  for (int i = 0; i < Size; ++i)
    p[i] = i;
  asm volatile("" : : "r"(p) : "memory");
  long s = 0;
  bool isThere = true;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (__builtin_expect(x < 0, 0)) {
      releaseArray(p);
      isThere = false;
      s = 1;
      continue;
    }
    if (!(x & 1))
      s += p[i];
    out[i] = x + 1;
  }
  if (isThere)
    releaseArray(p);
  return s;
}

// The first element of an array, of which the function knows one.
template <typename T>
NOINLINE static long firstOf(const T &first, const int *__restrict c, int *__restrict out, long n) {
  const T *b = &first;
  long s = 0;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    out[i] = int(b[i]) + c[i];
    s += c[i];
  }
  return s;
}
template <typename T>
NOINLINE static long firstOfIf(const T &first, const int *__restrict c, int *__restrict out, long n) {
  const T *b = &first;
  long s = 0;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    if (c[i] & 1)
      s += long(b[i]);
    out[i] = c[i];
  }
  return s;
}

// Variables of known size: local ones, that are there while the function is executed, global ones,
// parts of them, and one of another program unit that may be missing.
NOINLINE static void fill(int *b, long n) {
  for (long i = 0; i < n; ++i)
    b[i] = int(i * 7 % 41);
}
NOINLINE static long local(const int *__restrict c, int *__restrict out, long n) {
  int b[1024];
  fill(b, 1024);
  if (n > 1024)
    n = 1024;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    out[i] = b[i] + c[i];
  }
  return b[5];
}
NOINLINE static long localIf(const int *__restrict c, int *__restrict out, long n) {
  int b[1024];
  fill(b, 1024);
  if (n > 1024)
    n = 1024;
  long s = 0;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    if (c[i] & 2)
      s += b[i];
    out[i] = 2;
  }
  return s + b[5];
}
NOINLINE static long localGather(const int *__restrict c, int *__restrict out, long n) {
  int b[2 * N];
  fill(b, 2 * N);
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (x < 0)
      throw Bad{i};
    s += b[x];
    out[i] = x;
  }
  return s;
}
static int Table[2 * N + 64];
NOINLINE static long globalGather(const int *__restrict c, int *__restrict out, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i) {
    int x = c[i];
    if (x < 0)
      throw Bad{i};
    s += Table[x + 13];
    out[i] = x;
  }
  return s;
}
// An allocation of a size that is not known.
NOINLINE static long localOfSize(const int *__restrict c, int *__restrict out, long n) {
  int *b = (int *)__builtin_alloca(n * sizeof(int));
  fill(b, n);
  long s = 0;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    if (c[i] & 2)
      s += b[i];
    out[i] = 2;
  }
  return s + b[0];
}
extern int Missing[N] __attribute__((weak));
NOINLINE static long weak(const int *__restrict c, int *__restrict out, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i) {
    if (c[i] < 0)
      throw Bad{i};
    if (c[i] > 9000)
      s += Missing[i];
    out[i] = c[i];
  }
  return s;
}

static Big *map() {
  auto *b = (Big *)mmap(nullptr, sizeof(Big), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (b == (Big *)MAP_FAILED)
    abort();
  fill(b->a, N);
  return b;
}

int main() {
  auto run = [&](const char *name, auto f, bool oddBehind, long n, long bad) {
    for (long i = 0; i < n; ++i) {
      C[i] = int(oddBehind && i >= bad ? 2 * i + 1 : i);
      Out[i] = 0;
    }
    if (bad < n && bad >= 0)
      C[bad] = -1;
    long at = -1, s = 0;
    try {
      s = f();
    } catch (const Bad &e) {
      at = e.at;
    }
    printf("%s n %ld bad %ld: %ld %ld %llx\n", name, n, bad, at, s, (unsigned long long)hash_of(Out, sizeof Out));
  };
  // Where it is released, nothing is there.
  for (long n : {100L, 1030L, N})
    for (long bad = 0; bad < n; bad += bad < 70 ? 1 : 131) {
      run("releasedWhereCold", [&] { return releasedWhereCold(*map(), C, Out, n); }, true, n, bad);
      run("releasedWhereColdGather", [&] { return releasedWhereColdGather(*map(), C, Out, n); }, true, n, bad);
      run("deletedWhereCold", [&] { return deletedWhereCold(C, Out, n); }, true, n, bad);
    }
  for (long n : {1L, 40L, 1030L, N}) {
    // All are odd, and behind the element that fails.
    run("releasedBefore", [&] { return releasedBefore(*map(), C, Out, n); }, true, n, -1);
    run("firstFails", [&] { return firstFails(*map(), C, Out, n); }, false, n, 0);
    run("firstFailsGather", [&] { return firstFailsGather(*map(), C, Out, n); }, false, n, 0);
  }
  // Arrays that end at a page that is not there, behind the element that fails.
  constexpr long Page = 4096;
  char *end = (char *)mmap(nullptr, 9 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (end == (char *)MAP_FAILED || mprotect(end + 8 * Page, Page, PROT_NONE))
    abort();
  for (char *p = end; p < end + 8 * Page; ++p)
    *p = char(p - end & 7);
  end += 8 * Page;
  for (long n : {1L, 40L, 700L})
    for (long bad = 0; bad <= n; bad += bad < 40 || bad > n - 40 ? 1 : 17) {
      const long last = bad < n ? bad : n;
      run("firstOf", [&] { return firstOf(((int *)end)[-last], C, Out, n); }, false, n, bad);
      run("firstOfIf", [&] { return firstOfIf(((int *)end)[-last], C, Out, n); }, false, n, bad);
      run("firstOf char", [&] { return firstOf(end[-last], C, Out, n); }, false, n, bad);
      run("firstOfIf char", [&] { return firstOfIf(end[-last], C, Out, n); }, false, n, bad);
      run("local", [&] { return local(C, Out, n); }, false, n, bad);
      run("localIf", [&] { return localIf(C, Out, n); }, false, n, bad);
      run("localGather", [&] { return localGather(C, Out, n); }, false, n, bad);
      run("globalGather", [&] { return globalGather(C, Out, n); }, false, n, bad);
      run("localOfSize", [&] { return localOfSize(C, Out, n); }, false, n, bad);
      run("weak", [&] { return weak(C, Out, n); }, false, n, bad);
    }
}
