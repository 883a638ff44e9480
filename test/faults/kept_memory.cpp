// Drivers keep memory for those that come next, and free it when their shared object is unloaded,
// or at the end of the program.
//
// RUN: %stockxx -O2 -DHOST -I %inputs %s -o %t.host -ldl -pthread
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -I %inputs -fPIC -shared %s \
// RUN:   -o %t.so
// RUN: %t.host %t.so
//
// Without crtbegin.o, too.
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -DALONE -I %inputs -fPIC \
// RUN:   -shared -nostartfiles %s -o %t.alone.so
// RUN: %t.host %t.alone.so
//
// What is called first when the object is being unloaded keeps nothing.
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -DALONE -DLATE -I %inputs \
// RUN:   -fPIC -shared -Wl,-fini=late %s -o %t.late.so
// RUN: %t.host %t.late.so late
//
// In a program, what is allocated when everything else has ended was not the drivers'.
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -DPROGRAM -I %inputs %s \
// RUN:   -o %t.program
// RUN: %t.program
// REQUIRES: escop
#include "escop.h"
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr long P = 96;
struct Matrices {
  double C[P][P], A[P][P], B[P][P];
};
struct Bad {};

#if !defined(HOST) || defined(PROGRAM)
// Operands are packed, and rows are saved; one whose first element is large throws.
extern "C" __attribute__((visibility("default"))) NOINLINE long nest(Matrices *m, long n) {
  try {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          if (m->C[i][0] > 1e100)
            throw Bad();
          m->C[i][j] += m->A[i][k] * m->B[k][j];
        }
  } catch (Bad) {
    return 1;
  }
  return 0;
}

static Matrices Own;
#ifdef LATE
extern "C" void late() { nest(&Own, P); }
#endif
#ifndef ALONE
// Destroyed while memory is kept.
static struct Last {
  Last() { Own.A[0][0] = 1; }
  ~Last() { nest(&Own, P); }
} Last;
#endif
#endif

#if defined(HOST) || defined(PROGRAM)
extern "C" void *__libc_malloc(size_t);
extern "C" void *__libc_calloc(size_t, size_t);
extern "C" void __libc_free(void *);

static thread_local bool InNest;
constexpr size_t Least = 4096; // Smaller blocks are not kept.
static long Allocated;         // others, by drivers
static void *Live[4096];       // those that were not freed

static void *remember(void *p, size_t size) {
  if (!InNest || !p || size < Least)
    return p;
  __atomic_fetch_add(&Allocated, 1, __ATOMIC_RELAXED);
  for (void *&place : Live) {
    void *none = nullptr;
    if (__atomic_compare_exchange_n(&place, &none, p, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return p;
  }
  abort();
}
extern "C" void *malloc(size_t size) { return remember(__libc_malloc(size), size); }
extern "C" void *calloc(size_t n, size_t size) {
  return remember(__libc_calloc(n, size), n * size);
}
extern "C" void free(void *p) {
  for (void *&place : Live)
    if (p && __atomic_load_n(&place, __ATOMIC_RELAXED) == p)
      __atomic_store_n(&place, nullptr, __ATOMIC_RELAXED);
  __libc_free(p);
}
static long live() {
  long number = 0;
  for (void *p : Live)
    number += p != nullptr;
  return number;
}

static int check(bool holds, const char *what) {
  if (!holds)
    fprintf(stderr, "failed: %s (%ld allocated, %ld live)\n", what, Allocated, live());
  return !holds;
}
#endif

#ifdef PROGRAM
// After all destructors.
__attribute__((destructor(101))) static void atEnd() {
  if (check(live() == 0, "what is kept is freed at the end"))
    _exit(1);
}
int main() {
  static Matrices m;
  for (int call = 0; call < 3; ++call) {
    InNest = true;
    nest(&m, P);
    InNest = false;
  }
  return check(live() > 0, "blocks are kept");
}
#endif

#ifdef HOST
#include <thread>
#include <vector>

using Nest = long (*)(Matrices *, long);
static void fill(Matrices &m, long seed) {
  for (long i = 0; i < P; ++i)
    for (long j = 0; j < P; ++j) {
      m.A[i][j] = (i * 7 + j + seed) % 13;
      m.B[i][j] = (i + j * 5 + seed) % 11;
      m.C[i][j] = 0;
    }
}
// Sums of integers: they are equal in any order.
static bool isRight(const Matrices &m, long rows) {
  for (long i = 0; i < P; ++i)
    for (long j = 0; j < P; ++j) {
      double sum = i == rows && j == 0 ? 1e200 : 0;
      for (long k = 0; i < rows && k < P; ++k)
        sum += m.A[i][k] * m.B[k][j];
      if (m.C[i][j] != sum)
        return false;
    }
  return true;
}
static bool call(Nest nest, Matrices &m, long seed, long rows) {
  fill(m, seed);
  if (rows < P)
    m.C[rows][0] = 1e200;
  InNest = true;
  const long left = nest(&m, P);
  InNest = false;
  return left == (rows < P) && isRight(m, rows);
}

static int useLibrary(const char *name, bool isLate) {
  void *library = dlopen(name, RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  auto nest = (Nest)dlsym(library, "nest");
  static Matrices m;
  int failed = 0;
  Allocated = 0;
  if (isLate) {
    InNest = true;
    dlclose(library);
    InNest = false;
    return check(Allocated > 0 && live() == 0, "what is allocated late is freed");
  }
  failed += check(call(nest, m, 0, P), "the first result");
  failed += check(Allocated > 0, "the first call allocates");
  for (bool again : {false, true}) {
    const long before = Allocated;
    for (long rows : {P, 60L, 1L, P, 95L})
      failed += check(call(nest, m, rows, rows), "a later result");
    if (again)
      failed += check(Allocated == before && live() > 0, "later calls do not allocate");
  }

  // Many threads, and the process that forks.
  bool right[12] = {};
  std::vector<std::thread> threads;
  for (bool &all : right)
    threads.emplace_back([&all, nest, seed = &all - right] {
      auto *own = new Matrices;
      all = true;
      for (long at = 0; at < 60; ++at)
        all &= call(nest, *own, at + seed, at % 3 ? P : at + seed);
      delete own;
    });
  for (std::thread &t : threads)
    t.join();
  for (bool all : right)
    failed += check(all, "a thread's results");
  // Of each of 8 sizes, four, and one of each of 3.
  failed += check(live() <= 35, "few blocks are kept");
  if (pid_t child = fork(); child == 0)
    _exit(!call(nest, m, 3, 70));
  else {
    int status;
    waitpid(child, &status, 0);
    failed += check(status == 0, "the result of a child");
  }
  InNest = true; // What destructors allocate.
  dlclose(library);
  InNest = false;
  return failed + check(live() == 0, "what is kept is freed with the library");
}

int main(int argc, char **argv) {
  int failed = 0;
  for (int time = 0; time < 3; ++time)
    failed += useLibrary(argv[1], argc > 2);
  return failed != 0;
}
#endif
