// RUN: %exact %s --tiled 5 --config "-O3 @optimized" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 5 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s speculated:speculate,pages,complete,early elements:speculate,pages,complete,early \
// RUN:   speculatedResumes:speculate,pages,complete,early inspected:inspect,complete,early
//
// The kernel does not answer the page probes: a filter (seccomp) refuses madvise in one thread after
// another, with each errno that kernels without MADV_POPULATE_*, sandboxes, and kernels short of
// memory return; only for writing; for the whole call; and unless the address is a multiple of
// 64 KiB, as where pages are that large. It refuses to open files, to ask about them, and all
// together; there is no file descriptor left. Then the n-th system call of a driver fails, for each
// n. The rows behind the one that throws are accessible, or not. Results, errno and the number of
// the next file descriptor are the same.
#include "nests.h"
#include <cstddef>
#include <cstdarg>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

static bool InNest;
static long FailAt, Count; // of the system calls in the nest
static bool fails() {
  if (!InNest || ++Count != FailAt)
    return false;
  errno = EINTR;
  return true;
}
extern "C" long syscall(long number, ...) noexcept {
  static auto *next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  va_list list;
  long a[6];
  va_start(list, number);
  for (long &x : a)
    x = va_arg(list, long);
  va_end(list);
  bool failing = fails();
  if (failing && number != SYS_close) // which closes even if it fails
    return -1;
  long result = next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  return failing ? -1 : result;
}
extern "C" int madvise(void *p, size_t size, int advice) noexcept {
  static auto *next = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "madvise");
  return fails() ? -1 : next(p, size, advice);
}
static long Descriptors; // that are taken when control comes to the cold region
static void inColdRegion(bool throwing) {
  InNest = false;
  int lowest = dup(0);
  Descriptors += lowest;
  close(lowest);
  InNest = !throwing; // what the run time does for the exception does not count
}

constexpr int P = 512; // a row is a page
constexpr long N = 8, M = 24;
using Row = double[P];

static void sweep(const char *title) {
  for (auto &nest : Nests<P>)
    for (long row : {-1, 0, 3, 7})
      for (int protection : {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE}) {
        // The nests that resume, and those that do not throw, reach all rows.
        long behind = row < 0 || nest.Resumes ? N : row + 1;
        Outcome first;
        uint64_t hash = 0;
        for (FailAt = 0;; ++FailAt) {
          Row *arrays[3]; // C, A, B
          for (Row *&a : arrays)
            a = (Row *)mmap(nullptr, P * sizeof(Row), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
          fill<P>(nest, N, M, arrays[0], arrays[1], arrays[2], row, M / 2);
          for (int which : {0, 1})
            if (mprotect(arrays[which] + behind, (P - behind) * sizeof(Row), protection))
              abort();
          Count = Descriptors = 0;
          InColdRegion = inColdRegion;
          InNest = true;
          Outcome o = outcome([&] {
            nest.Run(N, M, arrays[0], arrays[1], arrays[2]);
            InNest = false;
          });
          bool last = Count < FailAt;
          uint64_t h = hash_more(hash_of(arrays[0], behind * sizeof(Row)), &Descriptors,
                                 sizeof Descriptors);
          if (!FailAt) {
            first = o;
            hash = h;
            printf("%s: %s %ld %d: %s %llx\n", title, nest.Name, row, protection, o.Text,
                   (unsigned long long)h);
          } else if (strcmp(o.Text, first.Text) || h != hash)
            printf("call %ld fails: %s %llx\n", FailAt, o.Text, (unsigned long long)h);
          for (Row *a : arrays)
            munmap(a, P * sizeof(Row));
          if (last)
            break;
        }
      }
}

// A filter: the system call fails with Errno where the last 32 bits of argument Argument, masked, are
// From to To. Call -1: all that a driver makes.
struct Refusal {
  const char *Title;
  int Errno;
  long Call = SYS_madvise;
  unsigned Argument = 2, Mask = ~0u, From = MADV_POPULATE_READ, To = MADV_POPULATE_WRITE;
};
static const Refusal Refusals[] = {
    {"ENOSYS", ENOSYS},
    {"EINVAL", EINVAL}, // before Linux 5.14
    {"EPERM", EPERM},
    {"EACCES", EACCES},
    {"ENOMEM", ENOMEM},
    {"EFAULT", EFAULT},
    {"EHWPOISON", EHWPOISON},
    {"for writing", EPERM, SYS_madvise, 2, ~0u, MADV_POPULATE_WRITE},
    {"any advice", EPERM, SYS_madvise, 2, 0, 0, 0},
    {"larger pages", EINVAL, SYS_madvise, 0, 0xffff, 1, 0xffff},
    {"openat", EACCES, SYS_openat, 2, 0, 0, 0},
    {"ioctl", ENOTTY, SYS_ioctl, 2, 0, 0, 0},
    {"all", EPERM, -1, 2, 0, 0, 0},
};

static void *inThread(void *argument) {
  const Refusal &r = *(const Refusal *)argument;
  const unsigned low = offsetof(seccomp_data, args) + 8 * r.Argument; // little-endian
  auto number = [&](long call) { return unsigned(r.Call < 0 ? call : r.Call); };
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(SYS_madvise), 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(SYS_openat), 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(SYS_ioctl), 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, r.Mask),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, r.From, 0, 2),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, r.To, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (r.Errno & SECCOMP_RET_DATA)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
    perror("seccomp");
    exit(1);
  }
  // The filter does what it is to do.
  alignas(1 << 16) static char place[2 << 16];
  for (char *p : {place, place + 4096}) {
    errno = 0;
    int status = madvise(p, 4096, MADV_POPULATE_WRITE);
    int e = errno, file = open("/dev/null", O_RDONLY), answer = ioctl(file, FIONREAD, p);
    printf("%s: %d %d %d %d\n", r.Title, status, e, file < 0, answer);
    close(file);
  }
  sweep(r.Title);
  return nullptr;
}

int main() {
  sweep("answered");
  struct rlimit some, none;
  getrlimit(RLIMIT_NOFILE, &some);
  none = some;
  none.rlim_cur = 0;
  setrlimit(RLIMIT_NOFILE, &none);
  sweep("no descriptor");
  setrlimit(RLIMIT_NOFILE, &some);
  for (const Refusal &r : Refusals) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, inThread, (void *)&r) || pthread_join(thread, nullptr))
      return 1;
  }
  return 0;
}
