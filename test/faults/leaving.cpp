// RUN: %exact %s --tiled 6 --cflags=-pthread --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
// RUN: %counted_unpacked %s inspected:inspect,early speculated:speculate,early elements:speculate,early \
// RUN:   inspectedResumes:early speculatedResumes:early rows:early
//
// Nests are left from a function that their cold regions call, in ways that the nest does not show:
// the thread is cancelled there or ends itself, which unwinds the stack by force and runs
// destructors, handlers and cleanup handlers on the way; control jumps out, also out of a signal
// handler; another exception is thrown. One thread each. In the end memory is that of the original
// order, the driver's memory has been freed, and the nest can be executed again.
#include "nests.h"
#include <csetjmp>
#include <csignal>
#include <cxxabi.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

constexpr int P = 40;
static double A[P][P], B[P][P], C[P][P];
static char Log[200];
static void log(const char *what) { strncat(Log, what, sizeof Log - strlen(Log) - 1); }

enum Way { Cancelled, CancelledInRead, Exits, Jumps, JumpsFromHandler, Throws, Ways };
static Way How;
static sigjmp_buf Jump;
static int Pipe[2];

static void onSignal(int) { siglongjmp(Jump, 2); }
static void leave(bool throwing) {
  if (!throwing)
    return;
  char byte;
  switch (How) {
  case Cancelled:
    pthread_cancel(pthread_self());
    pthread_testcancel();
    break;
  case CancelledInRead:
    pthread_cancel(pthread_self());
    if (read(Pipe[0], &byte, 1) != 1) // a cancellation point; there is nothing to read
      log("[no byte]");
    break;
  case Exits:
    pthread_exit(Log);
  case Jumps:
    siglongjmp(Jump, 1);
  case JumpsFromHandler:
    raise(SIGUSR1);
    break;
  case Throws:
    throw 1;
  case Ways:
    break;
  }
}

struct Object {
  const char *Name;
  double *Where;
  ~Object() {
    log(Name);
    if (Where)
      *Where += 0.5;
  }
};
// An object for each row, and a handler in the nest.
NEST(rows) {
  Object around{"~nest ", nullptr};
  for (long i = 0; i < n; ++i) {
    Object row{i == n - 1 ? "~last " : "", &C[i][m - 1]};
    try {
      for (long j = 0; j < m; ++j)
        for (long k = 0; k < m; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT) {
            cold(true);
            throw Bad{i, j, k};
          }
        }
    } catch (const Bad &) {
      log("bad ");
      throw;
    } catch (...) {
      log("catch ");
      throw;
    }
  }
}

static void onCleanup(void *) {
  char text[40];
  snprintf(text, sizeof text, "cleanup %llx ", (unsigned long long)hash_of(C, sizeof C));
  log(text);
}
static const Nest<P> *Which;
static void *inThread(void *) {
  if (int way = sigsetjmp(Jump, 1)) {
    log(way == 1 ? "jump " : "jump from handler ");
    return nullptr;
  }
  pthread_cleanup_push(onCleanup, nullptr);
  try {
    Object object{"~object ", nullptr};
    Which->Run(P, P, C, A, B);
    log("end ");
  } catch (abi::__forced_unwind &) {
    log("forced ");
    throw;
  } catch (const Bad &b) {
    log("Bad ");
  } catch (int) {
    log("int ");
  }
  pthread_cleanup_pop(0);
  return nullptr;
}

int main() {
  InColdRegion = leave;
  if (pipe(Pipe))
    return 1;
  signal(SIGUSR1, onSignal);
  static const Nest<P> more[] = {{"rows", rows<P>, true, false}};
  auto sweep = [](const Nest<P> &nest) {
    Which = &nest;
    for (int way = 0; way < Ways; ++way)
      for (long row : {-1, 0, 1, 20, P - 1})
        for (int again = 0; again < 2; ++again) {
          How = (Way)way;
          Log[0] = 0;
          fill<P>(nest, P, P, C, A, B, row, P / 2);
          pthread_t thread;
          void *result = nullptr;
          if (pthread_create(&thread, nullptr, inThread, nullptr) || pthread_join(thread, &result))
            exit(1);
          printf("%s %d %ld: %s%s%llx\n", nest.Name, way, row, Log,
                 result == PTHREAD_CANCELED ? "cancelled " : result == Log ? "exited " : "",
                 (unsigned long long)hash_of(C, sizeof C));
        }
  };
  for (auto &nest : Nests<P>)
    sweep(nest);
  sweep(more[0]);
  // Nothing leaks, although nests were left in all these ways: more of the same takes no memory.
  size_t used = 0;
  for (int round = 0; round < 3; ++round) {
    for (int x = 0; x < 20; ++x)
      for (auto &nest : Nests<P>) {
        Which = &nest;
        How = Jumps;
        Log[0] = 0;
        fill<P>(nest, P, P, C, A, B, P / 2, P / 2);
        inThread(nullptr);
      }
    size_t now = mallinfo2().uordblks;
    if (round == 2)
      printf("%s\n", now <= used ? "nothing leaks" : "leaks");
    used = now;
  }
  return 0;
}
