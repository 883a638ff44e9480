// The demonstration: a matrix product that checks its data and throws, C += A * B.
//
//   gemm N ROW|none [ro|rw] [--repeat R] [--dump FILE]
//
// ro: the operand A[i][k] is checked before it is used. rw: the result C[i][j] is checked after each
// update. ROW is the row at which the check fails. With -DFREE the same kernel without the check.
// R: run the kernel R times, or until half a second is spent, and print the median. In between only
// the rows of C that the kernel has to have changed are restored. Printed, too: the peak of the
// resident memory while the kernel ran beyond what was resident before, in KiB.
//
// The matrices hold small integers in doubles: every sum is exact, so neither the order of the
// additions nor their contraction to FMA shows, and memory can be compared bit for bit across
// compilers. The rows have a length fixed at compile time (PITCH) and the sizes are known at run
// time only: the form of a run-time-sized matrix that upstream Polly tiles best, so that the
// throw-free twin shows what there is to win.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

#ifndef PITCH
#define PITCH 1024
#endif
using Row = double[PITCH];

static std::string place(const char *matrix, long i, long j) {
  return std::string(matrix) + "[" + std::to_string(i) + "][" + std::to_string(j) + "] out of range";
}

__attribute__((noinline)) static void multiplyChecked(long n, Row *C, const Row *A, const Row *B,
                                                      double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
#ifndef FREE
        if (!(A[i][k] <= limit))
          throw std::domain_error(place("A", i, k));
#endif
        C[i][j] += A[i][k] * B[k][j];
      }
}

__attribute__((noinline)) static void multiplyGuarded(long n, Row *C, const Row *A, const Row *B,
                                                      double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        C[i][j] += A[i][k] * B[k][j];
#ifndef FREE
        if (!(C[i][j] <= limit))
          throw std::domain_error(place("C", i, j));
#endif
      }
}

// Word by word with a multiplication each: any changed, moved or swapped word shows.
static uint64_t hash(const Row *M, long n) {
  uint64_t h = 0xcbf29ce484222325;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < PITCH; j++) {
      uint64_t word;
      memcpy(&word, &M[i][j], sizeof word);
      h = (h ^ word) * 0x100000001b3;
      h ^= h >> 29;
    }
  return h;
}

// One line of /proc/self/status, in KiB. Not getrusage: its maximum is also that of the parent.
static long memoryNow(const char *key) {
  char text[8192];
  int file = open("/proc/self/status", O_RDONLY);
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[std::max<ssize_t>(length, 0)] = 0;
  const char *line = strstr(text, key);
  return line ? atol(line + strlen(key)) : 0;
}

// Let the peak, VmHWM, begin again at what is resident now. Linux counts pages in batches, for each
// processor: the difference is exact to some 100 KiB.
static void resetPeak() {
  int file = open("/proc/self/clear_refs", O_WRONLY);
  if (write(file, "5", 1) != 1)
    fprintf(stderr, "peak memory: /proc/self/clear_refs cannot be written\n");
  close(file);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s N ROW|none [ro|rw] [--repeat R] [--dump FILE]\n", argv[0]);
    return 2;
  }
  long n = atol(argv[1]);
  long row = strcmp(argv[2], "none") ? atol(argv[2]) : -1;
  bool rw = false;
  int repeat = 1;
  const char *dump = nullptr;
  for (int a = 3; a < argc; a++) {
    if (!strcmp(argv[a], "rw"))
      rw = true;
    else if (!strcmp(argv[a], "--repeat") && a + 1 < argc)
      repeat = std::max(atoi(argv[++a]), 1);
    else if (!strcmp(argv[a], "--dump") && a + 1 < argc)
      dump = argv[++a];
  }
  if (n < 1 || n > PITCH || row >= n) {
    fprintf(stderr, "N must be 1 to %d, ROW below N\n", PITCH);
    return 2;
  }

  const double limit = 1e6;
  std::vector<double> a(n * PITCH), b(n * PITCH), c(n * PITCH);
  Row *A = reinterpret_cast<Row *>(a.data());
  Row *B = reinterpret_cast<Row *>(b.data());
  Row *C = reinterpret_cast<Row *>(c.data());
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      A[i][j] = 1 + (i * 7 + j * 3) % 5;
      B[i][j] = 1 + (i + j * 11) % 7;
    }
  // Mid-row, so that part of the row is done when it throws.
  if (row >= 0 && !rw)
    A[row][n / 2] = 2 * limit;
  // The unwinder's first use loads it: neither its time nor its memory is the kernel's.
  try {
    throw std::domain_error(place("none", 0, 0));
  } catch (const std::domain_error &) {
  }

  std::vector<double> times;
  times.reserve(repeat);
  double spent = 0;
  long before = 0, extra = 0;
  std::string exit;
  for (int r = 0; r < repeat && spent < 0.5; r++) {
    long changed = r == 0 || row < 0 ? n : row + 1;
    for (long i = 0; i < changed; i++)
      for (long j = 0; j < n; j++)
        C[i][j] = (i + j) % 3;
    if (row >= 0 && rw)
      C[row][n / 2] = limit - 10;
    if (r == 0) {
      resetPeak();
      before = memoryNow("VmRSS:");
    }
    exit = "none";
    auto start = std::chrono::steady_clock::now();
    try {
      if (rw)
        multiplyGuarded(n, C, A, B, limit);
      else
        multiplyChecked(n, C, A, B, limit);
    } catch (const std::domain_error &e) {
      exit = e.what();
    }
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (r == 0)
      extra = memoryNow("VmHWM:") - before;
    times.push_back(time.count());
    spent += time.count();
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());

  uint64_t h = hash(A, n) ^ 3 * hash(B, n) ^ 5 * hash(C, n);
  printf("time %.9f extra %ld exit \"%s\" hash %016llx\n", times[times.size() / 2], extra,
         exit.c_str(), (unsigned long long)h);
  if (dump) {
    FILE *f = fopen(dump, "wb");
    if (!f)
      return 2;
    for (const auto *m : {&a, &b, &c})
      fwrite(m->data(), sizeof(double), m->size(), f);
    if (fclose(f))
      return 2;
  }
  return 0;
}
