// RUN: %exact %s --tiled 5 --config "-O3 @optimized" --config "-O3 @naive %unpacked"
// RUN: %counted_unpacked %s inspected:complete,early speculated:complete,early elements:complete,early
//
// The stack can be unwound from everywhere in a nest, as profilers, allocators that record their
// callers, and asynchronous cancellation do: from malloc, free and madvise, which this program
// defines, and from a signal handler. Each walk has to reach main.
#include "nests.h"
#include <csignal>
#include <link.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

extern "C" void *__libc_malloc(size_t);
extern "C" void __libc_free(void *);

static volatile bool Inside, Walking;
static volatile long Walks[4], Lost[4]; // from malloc, free, madvise, the handler
static void *MainFrame;

static _Unwind_Reason_Code visit(_Unwind_Context *context, void *found) {
  // The canonical frame address of main, or of what called it.
  if ((void *)_Unwind_GetCFA(context) >= MainFrame)
    *(bool *)found = true;
  return _URC_NO_REASON;
}
static void walk(int from) {
  if (!Inside || Walking)
    return;
  Walking = true;
  bool found = false;
  _Unwind_Backtrace(visit, &found);
  ++Walks[from];
  Lost[from] += !found;
  Walking = false;
}
extern "C" void *malloc(size_t size) {
  walk(0);
  return __libc_malloc(size);
}
extern "C" void free(void *p) {
  walk(1);
  __libc_free(p);
}
extern "C" int madvise(void *p, size_t size, int advice) noexcept {
  walk(2);
  return syscall(SYS_madvise, p, size, advice);
}
// Where libgcc changes from one stack frame to another, no table describes the stack.
static uintptr_t UnwinderBegin, UnwinderEnd;
static int findUnwinder(dl_phdr_info *info, size_t, void *) {
  if (strstr(info->dlpi_name, "libgcc_s"))
    for (int i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
        UnwinderBegin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        UnwinderEnd = UnwinderBegin + info->dlpi_phdr[i].p_memsz;
      }
  return 0;
}
static void onAlarm(int, siginfo_t *, void *context) {
  uintptr_t at = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP];
  if (at < UnwinderBegin || at >= UnwinderEnd)
    walk(3);
}

constexpr int P = 300;
static double A[P][P], B[P][P];

int main() {
  MainFrame = __builtin_frame_address(0);
  dl_iterate_phdr(findUnwinder, nullptr);
  if (!UnwinderEnd)
    return 1;
  struct sigaction action = {};
  action.sa_sigaction = onAlarm;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  // Not a static object: it is probed. Behind it may lie the thread's control block, whose
  // neighbourhood no chunk may write.
  auto *C = (double(*)[P])calloc(P + 4, sizeof *A);
  itimerval every = {{0, 1000}, {0, 1000}}, never = {};
  for (auto &nest : Nests<P>)
    for (long row : {-1, 100}) {
      memset((void *)Walks, 0, sizeof Walks);
      memset((void *)Lost, 0, sizeof Lost);
      Outcome o;
      for (int round = 0; round < 500 && (round < 2 || Walks[3] < 20); ++round) {
        fill<P>(nest, P, P, C, A, B, row, P / 2);
        setitimer(ITIMER_REAL, &every, nullptr);
        Inside = true;
        o = outcome([&] {
          nest.Run(P, P, C, A, B);
          Inside = false;
        });
        Inside = false;
        setitimer(ITIMER_REAL, &never, nullptr);
      }
      printf("%s %ld: %s %llx, lost %ld %ld %ld %ld\n", nest.Name, row, o.Text,
             (unsigned long long)hash_of(C, P * sizeof *C), Lost[0], Lost[1], Lost[2], Lost[3]);
      fprintf(stderr, "walks from malloc %ld, free %ld, madvise %ld, the handler %ld\n", Walks[0],
              Walks[1], Walks[2], Walks[3]);
    }
  return 0;
}
