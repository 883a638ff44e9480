// RUN: %exact %s --tiled 1 --cflags=-pthread --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -fstack-protector-all" --config "-O3 @naive"
//
// The array is on the stack of a thread, a sentinel ends it, and what lies behind it up to the end of
// the mapping is the thread's control block. There the kernel reads struct rseq when it delivers a
// signal or preempts, and functions with a stack protector read their guard. A chunk may come to it.
#include "nests.h"
#include <csignal>
#include <pthread.h>
#include <sys/time.h>

static volatile sig_atomic_t Signals;
static void onAlarm(int) { Signals = Signals + 1; }

NOINLINE void untilSentinel(long n, long m, long *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (a[i * m + j] < 0)
        throw Bad{i, j, 0};
      a[i * m + j] += 1L << 62;
    }
}

static void *inThread(void *) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  // The thread's control block is at the end of its stack: chunks of a power of two bytes from here
  // end where the mapping does.
  const uintptr_t thread = (uintptr_t)__builtin_thread_pointer();
  long room[2048];
  uint64_t hash = HASH_START;
  for (long size : {4096, 8192})
    for (long m : {8, 16, 32, 48}) {
      long *a = (long *)(((thread + 4095) & -4096) - size);
      if (a < room || a + 200 > room + 2048)
        continue;
      Signals = 0;
      for (long round = 0; round < 50 || Signals < 300; ++round) {
        for (long x = 0; x < 200; ++x)
          a[x] = x * 3;
        a[63] = -1;
        Outcome o = outcome([&] { untilSentinel(1000000, m, a); });
        uint64_t h = hash_more(hash_of(o.Text, strlen(o.Text)), a, 200 * sizeof *a);
        if (!round)
          hash = h;
        else if (h != hash)
          printf("round %ld: %s\n", round, o.Text);
      }
      printf("%ld: %llx\n", m, (unsigned long long)hash);
    }
  return nullptr;
}

int main() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGALRM, onAlarm);
  itimerval every = {{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &every, nullptr);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, inThread, nullptr) || pthread_join(thread, nullptr))
    return 1;
  return 0;
}
