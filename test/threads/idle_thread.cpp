// RUN: %exact %s --tiled 5 --cflags=-pthread
// RUN: %counted_unpacked %s inspected:inspect,complete,early speculated:speculate,complete,early \
// RUN:   elements:speculate,complete,early inspectedResumes:early speculatedResumes:early
//
// One thread executes nests, and all others wait: the main thread while another one works, then
// another one while the main thread works. Results are those of the original order.
#include "../faults/nests.h"
#include <mutex>
#include <thread>

constexpr int P = 130;
using Row = double[P];
static Row A[P], B[P], C[P];

static void all(const char *who) {
  for (auto &nest : Nests<P>)
    for (long n : {30L, 130L})
      for (long row = -1; row < n; row += n == 30 ? 4 : 43) {
        fill<P>(nest, n, n, C, A, B, row, (row + n) % 7);
        Outcome o = outcome([&] { nest.Run(n, n, C, A, B); });
        printf("%s %s %ld %ld: %s %llx\n", who, nest.Name, n, row, o.Text,
               (unsigned long long)hash_of(C, sizeof C));
      }
}

int main() {
  std::thread worker([] { all("another thread"); });
  worker.join();
  std::mutex busy;
  busy.lock();
  std::thread waiting([&] { std::lock_guard<std::mutex> wait(busy); });
  all("main thread");
  busy.unlock();
  waiting.join();
  return 0;
}
