// RUN: %exact %s --tiled 5
// RUN: %counted_packed %s inspected:complete,early speculated:complete,early elements:complete,early \
// RUN:   inspectedResumes:complete speculatedResumes:complete,early
//
// Out of stack. Threads with the smallest stack that the system allows run each nest, with and
// without throws, and how much of it they touch has a limit: packed arrays and checkpoints are not
// on the stack. Then nests call themselves from their cold regions until the stack ends: the
// process gets the SIGSEGV that it gets anyway.
#include "nests.h"
#include <csignal>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr int P = 64;
static double A[P][P], B[P][P], C[P][P];

struct Task {
  const Nest<P> *Which;
  char *Stack;
  size_t Size;
  long Used;
  Outcome How;
};
static void *inThread(void *argument) {
  Task &t = *(Task *)argument;
  // All below this function's frame, which memset's is in.
  char *here = (char *)__builtin_frame_address(0), *end = here - 256;
  memset(t.Stack, 0x5a, end - t.Stack);
  bool thrown = false;
  Bad where = {};
  try {
    t.Which->Run(P, P, C, A, B);
  } catch (const Bad &b) {
    thrown = true;
    where = b;
  }
  char *touched = t.Stack;
  while (touched < end && *touched == 0x5a)
    ++touched;
  t.Used = here - touched;
  t.How.Text[0] = thrown ? 'T' : 'E';
  t.How.Text[1] = '0' + where.I % 10;
  t.How.Text[2] = 0;
  return nullptr;
}

// Bytes of stack for the nest and what it calls, a product's register tile at an edge among it.
// Packed operands are megabytes.
constexpr long Most = 4096;

static void inSmallThread(const Nest<P> &nest, long row) {
  Task t = {&nest, nullptr, (size_t)sysconf(_SC_THREAD_STACK_MIN), 0, {}};
  char *map = (char *)mmap(nullptr, t.Size + 4096, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(map, 4096, PROT_NONE);
  t.Stack = map + 4096;
  fill<P>(nest, P, P, C, A, B, row, P / 2);
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, t.Stack, t.Size) ||
      pthread_create(&thread, &attributes, inThread, &t) || pthread_join(thread, nullptr))
    exit(1);
  printf("%s %ld: %s %llx", nest.Name, row, t.How.Text, (unsigned long long)hash_of(C, sizeof C));
  if (t.Used > Most)
    printf(" uses %ld bytes of stack", t.Used);
  printf("\n");
  fprintf(stderr, "%s %ld: %ld of %zu bytes of stack\n", nest.Name, row, t.Used, t.Size);
  munmap(map, t.Size + 4096);
}

static const Nest<P> *Recursive;
static void again(bool throwing) {
  if (throwing) {
    // Whatever is in the arrays, the nest throws, or at least calls this again.
    (Recursive->PoisonC ? C : A)[0][P / 2] = 4 * POISON;
    Recursive->Run(P, P, C, A, B);
  }
}

int main() {
  for (auto &nest : Nests<P>)
    for (long row : {-1, 0, 1, 33, 63}) {
      // The first call of a function may go through the dynamic linker, which takes kilobytes.
      fill<P>(nest, P, P, C, A, B, row, P / 2);
      outcome([&] { nest.Run(P, P, C, A, B); });
      inSmallThread(nest, row);
    }
  for (auto &nest : Nests<P>) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      struct rlimit limit = {1 << 18, 1 << 18}, none = {0, 0};
      setrlimit(RLIMIT_STACK, &limit);
      setrlimit(RLIMIT_CORE, &none);
      Recursive = &nest;
      InColdRegion = again;
      fill<P>(nest, P, P, C, A, B, 0, P / 2);
      nest.Run(P, P, C, A, B);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%s: signal %d\n", nest.Name, WIFSIGNALED(status) ? WTERMSIG(status) : -1);
  }
  return 0;
}
