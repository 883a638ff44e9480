// RUN: %exact %s --tiled 3 --cflags=-pthread --config "-O3 @optimized -march=native %unpacked" \
// RUN:   --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 3 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
//
// The program handles faults of its arrays by userfaultfd, as migration, snapshots and collectors
// do. A thread fills in each page that is missing when it is accessed first, or makes it writable
// when it is written first: these are the pages that the program accesses, and no more, and what is
// filled in is what the nest computes with. Or a page that is missing is a SIGBUS, behind the row
// that throws. With and without faults of the kernel itself. Where userfaultfd is not permitted
// nothing is compared.
#include "nests.h"
#include <atomic>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

constexpr size_t Page = 4096;
constexpr int P = Page / sizeof(double); // a row is a page
constexpr long N = 24, M = 31;           // rows of C and of A; of B, M
using Row = double[P];

enum Mode { FillIn, MakeWritable, BusError };

class Faults {
  int Descriptor = -1, Stop = -1;
  Mode How;
  Row *Arrays[3];
  std::thread Handler;

  void handle() {
    for (;;) {
      pollfd polled[2] = {{Descriptor, POLLIN, 0}, {Stop, POLLIN, 0}};
      if (poll(polled, 2, -1) < 0)
        abort();
      uffd_msg message;
      if (polled[0].revents & POLLIN && read(Descriptor, &message, sizeof message) > 0)
        serve((char *)(message.arg.pagefault.address & -Page));
      else if (polled[1].revents & POLLIN)
        return;
    }
  }
  void serve(char *page) {
    for (int x = 0; x < 3; ++x)
      if (page >= (char *)Arrays[x] && page < (char *)(Arrays[x] + M)) {
        long row = (page - (char *)Arrays[x]) / Page;
        Served[x] |= 1u << row;
        if (How == MakeWritable) {
          uffdio_writeprotect change = {{(uintptr_t)page, Page}, 0};
          if (ioctl(Descriptor, UFFDIO_WRITEPROTECT, &change))
            abort();
        } else {
          uffdio_copy copy = {(uintptr_t)page, (uintptr_t)Contents[x][row], Page, 0, 0};
          // Served for another access already: it is to be woken up.
          if (ioctl(Descriptor, UFFDIO_COPY, &copy)) {
            uffdio_range range = {(uintptr_t)page, Page};
            ioctl(Descriptor, UFFDIO_WAKE, &range);
          }
        }
      }
  }

public:
  Row Contents[3][M];
  std::atomic<unsigned> Served[3] = {};
  bool Permitted = false;

  // The rows from first on are handled, of all three arrays, or of the first two.
  Faults(Mode how, bool kernelToo, Row *c, Row *a, Row *b, long first) : How(how), Arrays{c, a, b} {
    Descriptor =
        syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | (kernelToo ? 0 : UFFD_USER_MODE_ONLY));
    uffdio_api api = {};
    api.api = UFFD_API;
    api.features = how == BusError       ? UFFD_FEATURE_SIGBUS
                   : how == MakeWritable ? UFFD_FEATURE_PAGEFAULT_FLAG_WP
                                         : 0;
    if (Descriptor < 0 || ioctl(Descriptor, UFFDIO_API, &api))
      return;
    for (Row *x : {c, a, b}) {
      if (x == b && (how == BusError || first))
        continue;
      uffdio_register range = {};
      range.range = {(uintptr_t)(x + first), (x == b ? M : N) * Page - first * Page};
      range.mode = how == MakeWritable ? UFFDIO_REGISTER_MODE_WP : UFFDIO_REGISTER_MODE_MISSING;
      if (ioctl(Descriptor, UFFDIO_REGISTER, &range))
        return;
      uffdio_writeprotect protect = {range.range, UFFDIO_WRITEPROTECT_MODE_WP};
      if (how == MakeWritable && ioctl(Descriptor, UFFDIO_WRITEPROTECT, &protect))
        return;
    }
    Permitted = true;
  }
  // What follows is handled until the end.
  void start() {
    if (How != BusError) {
      Stop = eventfd(0, EFD_CLOEXEC);
      Handler = std::thread([this] { handle(); });
    }
  }
  void end() {
    uint64_t one = 1;
    if (Handler.joinable()) {
      if (write(Stop, &one, sizeof one) != sizeof one)
        abort();
      Handler.join();
      close(Stop);
    }
    close(Descriptor); // what is missing is zeros from now on
  }
};

static Row *map(long rows) {
  void *p =
      mmap(nullptr, rows * sizeof(Row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    abort();
  madvise(p, rows * sizeof(Row), MADV_NOHUGEPAGE);
  return (Row *)p;
}

static void run(Mode mode, bool kernelToo, const Nest<P> &nest, long row) {
  Row *C = map(M), *A = map(M), *B = map(M);
  static Row contents[3][M];
  fill<P>(nest, N, M, contents[0], contents[1], contents[2], row, M / 2);
  long present = mode == FillIn ? 0 : mode == MakeWritable ? N : row + 1;
  memcpy(C, contents[0], present * sizeof(Row));
  memcpy(A, contents[1], present * sizeof(Row));
  if (mode != FillIn)
    memcpy(B, contents[2], sizeof contents[2]);
  auto *faults = new Faults(mode, kernelToo, C, A, B, mode == BusError ? row + 1 : 0);
  memcpy(faults->Contents, contents, sizeof contents);
  if (faults->Permitted) {
    faults->start();
    Outcome o = outcome([&] { nest.Run(N, M, C, A, B); });
    faults->end();
    printf("%d%d %s %ld: %s, faults in C %x, A %x, B %x, %llx\n", mode, kernelToo, nest.Name, row,
           o.Text, faults->Served[0].load(), faults->Served[1].load(), faults->Served[2].load(),
           (unsigned long long)hash_of(C, N * sizeof(Row)));
  }
  delete faults;
  for (Row *x : {C, A, B})
    munmap(x, M * sizeof(Row));
}

int main() {
  puts("begin");
  for (Mode mode : {FillIn, MakeWritable, BusError})
    for (bool kernelToo : {true, false})
      for (auto &nest : Nests<P>)
        if (!nest.Resumes)
          for (long row = mode == BusError ? 0 : -1; row < N - 1; row += 2)
            run(mode, kernelToo, nest, row);
  return 0;
}
