// RUN: %exact_packed %s --tiled 5 --config "-O3 @optimized" --config "-O3 @naive"
// RUN: %counted_packed %s inspected:inspect,memory,complete,early speculated:speculate,memory,complete \
// RUN:   elements:memory,complete inspectedResumes:memory,early speculatedResumes:memory,early
//
// The n-th allocation of a driver fails, then all from the n-th on, for each n up to the number of
// allocations that a nest asks for. Results and errno are the same for each n, and what a driver has
// allocated is freed before control comes to the program's own code. Allocations in the cold
// regions fail separately: then the program gets its own std::bad_alloc.
#include "kept.h"
#include "nests.h"
#include <new>

extern "C" void *__libc_malloc(size_t);
extern "C" void *__libc_calloc(size_t, size_t);
extern "C" void *__libc_realloc(void *, size_t);
extern "C" void *__libc_memalign(size_t, size_t);
extern "C" void __libc_free(void *);

static bool InNest, InCold;   // where control is
static bool AllFrom, OwnFails; // what fails
static long FailAt, Count;     // of the driver's allocations
static void *Live[64];         // what the driver has allocated

template <typename F> static void *allocate(F get) {
  bool ofDriver = InNest && !InCold, failing = InCold && OwnFails;
  if (ofDriver) {
    ++Count;
    failing = FailAt && (Count == FailAt || (AllFrom && Count > FailAt));
  }
  if (failing) {
    errno = ENOMEM;
    return nullptr;
  }
  void *p = get();
  for (void **slot = Live; ofDriver; ++slot)
    if (!*slot) {
      *slot = p;
      break;
    }
  return p;
}
extern "C" void *malloc(size_t size) {
  return allocate([=] { return __libc_malloc(size); });
}
extern "C" void *calloc(size_t n, size_t size) {
  return allocate([=] { return __libc_calloc(n, size); });
}
extern "C" void *realloc(void *old, size_t size) {
  return allocate([=] { return __libc_realloc(old, size); });
}
extern "C" void *memalign(size_t align, size_t size) {
  return allocate([=] { return __libc_memalign(align, size); });
}
extern "C" void *aligned_alloc(size_t align, size_t size) { return memalign(align, size); }
extern "C" int posix_memalign(void **p, size_t align, size_t size) {
  return (*p = memalign(align, size)) ? 0 : ENOMEM;
}
extern "C" void free(void *p) {
  for (void *&live : Live)
    if (p && live == p)
      live = nullptr;
  __libc_free(p);
}

static long Unfreed;
static char *volatile Sink;
static void inColdRegion(bool throwing) {
  if (throwing) {
    for (void *live : Live)
      Unfreed += live != nullptr;
    InCold = true; // also while the exception object is allocated
    delete[] (Sink = new char[5000]);
  } else
    InCold = false; // the nest goes on
}

constexpr int P = 48;
static double A[P][P], B[P][P], C[P][P];

struct Result {
  Outcome How;
  uint64_t Hash;
};
static Result run(const Nest<P> &nest, long row) {
  fill<P>(nest, P, P, C, A, B, row, P / 2);
  Count = Unfreed = 0;
  Result r;
  InNest = true;
  try {
    r.How = outcome([&] {
      nest.Run(P, P, C, A, B);
      InNest = false;
    });
  } catch (const std::bad_alloc &) {
    strcpy(r.How.Text, "bad_alloc");
  }
  InNest = InCold = false;
  r.Hash = hash_of(C, sizeof C);
  return r;
}

int main() {
  keep_nothing();
  InColdRegion = inColdRegion;
  for (auto &nest : Nests<P>)
    for (long row : {-1, 0, 1, 17, 47})
      for (bool own : {false, true}) {
        OwnFails = own;
        FailAt = 0;
        Result good = run(nest, row);
        printf("%s %ld %d: %s %llx unfreed %ld\n", nest.Name, row, own, good.How.Text,
               (unsigned long long)good.Hash, Unfreed);
        for (bool all : {false, true}) {
          AllFrom = all;
          for (FailAt = 1;; ++FailAt) {
            Result r = run(nest, row);
            if (strcmp(r.How.Text, good.How.Text) || r.Hash != good.Hash || Unfreed)
              printf("allocation %ld fails, then all: %d: %s %llx unfreed %ld\n", FailAt, all,
                     r.How.Text, (unsigned long long)r.Hash, Unfreed);
            if (Count < FailAt)
              break;
          }
        }
      }
  return 0;
}
