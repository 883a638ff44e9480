// RUN: %exact_unpacked %s --cflags="-pthread -fPIC -ftls-model=global-dynamic" --tiled 2
//
// Callees that are to stay functions: some that find thread-local variables anew, in nests that a
// second thread goes on with; one whose assembler code has a label; and one whose local buffer
// would be in each frame of a function that calls itself.
#include "escop.h"
#include <initializer_list>
#include <pthread.h>
#include <ucontext.h>

constexpr long N = 40;
static double A[N * N], B[N * N], C[N * N];

thread_local long Hits;
thread_local double Limit = LIMIT;
NOINLINE static void count() { ++Hits; }
NOINLINE static double limit() { return Limit; }

static ucontext_t Caller, Fiber;
static void leaveFiber() { swapcontext(&Fiber, &Caller); }
static void (*volatile Yield)() = leaveFiber;

NOINLINE static long counting(long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double a = A[i * n + j];
      if (a > LIMIT)
        return i * 100 + j;
      if (a < 0)
        Yield();
      count();
      C[j] += a;
    }
  return -1;
}

NOINLINE static long limited(long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double a = A[i * n + j];
      if (a > limit())
        return i * 100 + j;
      if (a < 0)
        Yield();
      C[j] += a;
    }
  return -1;
}

static long Length = N, Where;
static long (*Kernel)(long);
static void fiber() { Where = Kernel(Length); }
static void *resume(void *) {
  Limit = 6; // which soon is exceeded
  swapcontext(&Caller, &Fiber);
  printf("second thread %ld\n", Hits);
  return nullptr;
}

NOINLINE void mark(long i, double v) {
  asm volatile(".globl escop_test_mark\nescop_test_mark:\n\tnop" : : "r"(i), "x"(v));
}

NOINLINE static long product(long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > LIMIT)
          return i * 10000 + j * 100 + k;
        if (C[i * n + j] < -LIMIT)
          mark(i, C[i * n + j]);
      }
  return -1;
}

static void report(long i, long j, long k, double v) {
  char text[1 << 16];
  int length = snprintf(text, sizeof text, "%ld %ld %ld: %g is too small\n", i, j, k, v);
  fwrite(text, 1, length, stdout);
}

NOINLINE static double refine(int depth, long n, const double *a, const double *b) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i * n + j] += a[i * n + k] * b[k * n + j];
        if (C[i * n + j] > LIMIT)
          return i * 10000 + j * 100 + k;
        if (C[i * n + j] < -LIMIT)
          report(i, j, k, C[i * n + j]);
      }
  if (!depth)
    return C[0];
  double deeper = refine(depth - 1, n, b, a);
  return deeper > C[n + 1] ? deeper - C[n + 1] : deeper + 1;
}

static void *recurse(void *) {
  printf("%g\n", refine(40, Length / 10, A, B));
  return nullptr;
}

static void fill() {
  for (long x = 0; x < N * N; ++x) {
    A[x] = small(x, 1, 7);
    B[x] = small(x, 2, 5) - 3;
    C[x] = small(x, 3, 9);
  }
}

int main(int argc, char **) {
  Length *= argc; // unknown to the compiler
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_t thread;

  for (auto kernel : {counting, limited}) {
    fill();
    A[N * N / 2 + 7] = -1;
    Kernel = kernel;
    static char Stack[1 << 20];
    getcontext(&Fiber);
    Fiber.uc_stack.ss_sp = Stack;
    Fiber.uc_stack.ss_size = sizeof Stack;
    Fiber.uc_link = &Caller;
    makecontext(&Fiber, fiber, 0);
    swapcontext(&Caller, &Fiber); // until it yields
    pthread_create(&thread, &attributes, resume, nullptr);
    pthread_join(thread, nullptr);
    uint64_t h = hash_of(C, sizeof C);
    printf("first thread %ld: %ld %llx\n", Hits, Where, (unsigned long long)h);
  }

  for (double bad : {0.0, POISON, -POISON}) {
    fill();
    C[5 * N + 7] += bad;
    long where = product(Length);
    printf("product %ld %llx\n", where, (unsigned long long)hash_of(C, sizeof C));
  }

  fill();
  pthread_create(&thread, &attributes, recurse, nullptr);
  pthread_join(thread, nullptr);
  printf("%llx\n", (unsigned long long)hash_of(C, sizeof C));
  return 0;
}
