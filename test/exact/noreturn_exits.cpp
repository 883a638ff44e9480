// RUN: %exact %s --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked" --args 7
//
// Abnormal exits that are calls: exit(), abort() through a handler, longjmp, a throw out of a
// noexcept function. Each ends the process or skips the frame, and what ran before it must have
// happened and nothing else. One child process per position.
#include "escop.h"
#include <csetjmp>
#include <csignal>
#include <exception>
#include <sys/wait.h>
#include <unistd.h>

constexpr int P = 8;
static double A[P][P], B[P][P], C[P][P];
static jmp_buf Jump;

static void report(const char *how) {
  char text[80];
  int length = snprintf(text, sizeof text, "%s %llx\n", how, (unsigned long long)hash_of(C, sizeof C));
  if (write(1, text, length) != length)
    _exit(9);
}
[[noreturn]] NOINLINE static void leave(int i, int j, int k) {
  report("exit");
  _exit(i * 16 + j * 2 + k % 2);
}
static void onAbort(int) {
  report("abort");
  _exit(3);
}
[[noreturn]] static void onTerminate() {
  report("terminate");
  _exit(4);
}

#define NEST(fail)                                                                                 \
  for (int i = 0; i < n; ++i)                                                                      \
    for (int j = 0; j < n; ++j)                                                                    \
      for (int k = 0; k < n; ++k) {                                                                \
        C[i][j] += A[i][k] * B[k][j];                                                              \
        if (C[i][j] > LIMIT)                                                                       \
          fail;                                                                                    \
      }

NOINLINE static void exits(int n) { NEST(leave(i, j, k)) }
NOINLINE static void aborts(int n) { NEST(abort()) }
NOINLINE static void jumps(int n) { NEST(longjmp(Jump, 1 + i * 64 + j * 8 + k)) }
NOINLINE static void terminates(int n) noexcept { NEST(throw i) }

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C[i][j] = small(i, j, 3);
    }
  std::set_terminate(onTerminate);
  signal(SIGABRT, onAbort);
  for (int which = 0; which < 4; ++which)
    for (int p = -1; p < n * n; p += 1 + (which != 2)) {
      printf("%d %d: ", which, p);
      fflush(stdout);
      pid_t child = fork();
      if (child == 0) {
        if (p >= 0)
          C[p / n][p % n] = LIMIT - 3 * (p % 5);
        switch (which) {
        case 0:
          exits(n);
          break;
        case 1:
          aborts(n);
          break;
        case 2:
          if (setjmp(Jump))
            report("jumped");
          else
            jumps(n);
          break;
        case 3:
          terminates(n);
          break;
        }
        report("child");
        _exit(1);
      }
      int status = 0;
      waitpid(child, &status, 0);
      printf("status %d\n", status);
      fflush(stdout);
    }
  return 0;
}
