// The harness of the kernels: sizes, data, timing, checksum, and a throw wherever it is asked for.
//
//   KERNEL [small|medium|large] [--throw-at none|FRACTION|ROW] [--repeat R] [--dump FILE]
//   KERNEL [small|medium|large] --sweep STRIDE     no throw, then a throw at every STRIDE-th row;
//                                                  no times, so that outputs can be compared
//
// A kernel file is compiled three times:
//
//   -DVARIANT_FREE   no guard: what upstream Polly can optimise, the bound on the gain
//   -DVARIANT_RO     a guard on an operand that the nest only reads
//   -DVARIANT_RW     a guard on a value that the nest has just written
//
// and defines, after including this header: sizes(), init(), positions(), poison(), kernel(),
// forEachArray(). Rows are numbered through all nests of a kernel: --throw-at 0.5 is half-way
// through its outer iterations; a number with no point in it is a row.
//
// Data are small integers in doubles, chosen so that every sum is exact: any order of summation and
// any contraction gives the same bits, and memory can be compared across compilers.
//
// Matrices are heap memory with rows of a length fixed at compile time (PITCH), sizes are run-time
// values. Measured with stock clang++-19 -O3 -march=native -mllvm -polly on the throw-free gemm,
// n = 1024: this form 0.048 s; global arrays 0.045 s; double * with i * n + j, with or without
// __restrict, 0.39 s; std::vector<double> with a computed index 4.5 s (not tiled). The form that
// upstream Polly does best is the one to compare with. For the same reason compile the throw-free
// twins with -mllvm -polly-position=early as well: at Polly's default position store-to-load
// forwarding has spoilt 2mm and 3mm (3.2 and 4.8 s instead of 0.10 and 0.12 s at large).
#ifndef ESCOP_BENCH_HARNESS_H
#define ESCOP_BENCH_HARNESS_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#if defined(VARIANT_FREE) + defined(VARIANT_RO) + defined(VARIANT_RW) != 1
#error "define one of VARIANT_FREE, VARIANT_RO, VARIANT_RW"
#endif

#ifndef PITCH
#define PITCH 1280
#endif

#define KERNEL static __attribute__((noinline))

using Row = double[PITCH];

enum Size { Small, Medium, Large };

// Above every value of an unpoisoned run (the largest is below 1e11), far below 2^53.
constexpr double Limit = 1e12;
constexpr double Poison = 4e12;

// The message is built where the guard fails: this is what makes a real throw site large.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char *What, long I, long J) {
  throw std::domain_error(std::string(What) + "[" + std::to_string(I) + "][" + std::to_string(J) +
                          "] out of range");
}

// !(x <= limit): NaN fails too.
#define CHECK_(X, What, I, J)                                                                      \
  if (!((X) <= limit))                                                                             \
  fail(What, I, J)

#ifdef VARIANT_RO
#define GUARD_RO(X, What, I, J) CHECK_(X, What, I, J)
constexpr bool ReadOnlyGuard = true;
constexpr const char *Variant = "ro";
#else
#define GUARD_RO(X, What, I, J)
constexpr bool ReadOnlyGuard = false;
#endif
#ifdef VARIANT_RW
#define GUARD_RW(X, What, I, J) CHECK_(X, What, I, J)
constexpr const char *Variant = "rw";
#else
#define GUARD_RW(X, What, I, J)
#endif
#ifdef VARIANT_FREE
constexpr const char *Variant = "free";
#endif

// Page-aligned, zeroed, every page touched: no kernel's time includes a page fault.
template <typename T> T *matrix(long Rows) {
  void *Memory = std::aligned_alloc(4096, (Rows * sizeof(T) + 4095) / 4096 * 4096);
  if (!Memory)
    throw std::bad_alloc();
  std::memset(Memory, 0, Rows * sizeof(T));
  return static_cast<T *>(Memory);
}

// A value in 1..Range that depends on both indices.
inline double value(long I, long J, int Range) { return 1 + (I * 7 + J * 13 + I * J) % Range; }

// The kernel file's side.
static void sizes(Size S);       // set the sizes, allocate for them
static void init();              // fill every array
static long positions();         // outer iterations, all nests together
static void poison(long P);      // make the guard fail in outer iteration P
static void kernel(double limit);
template <typename Visitor> static void forEachArray(Visitor Visit); // Visit(data, bytes)

// All memory; a chain of dependent multiplications, so a changed, moved or swapped word shows.
static uint64_t hashMemory() {
  uint64_t Hash = 0xcbf29ce484222325;
  forEachArray([&](const void *Data, size_t Bytes) {
    for (size_t At = 0; At < Bytes; At += 8) {
      uint64_t Word;
      std::memcpy(&Word, static_cast<const char *>(Data) + At, 8);
      Hash = (Hash ^ Word) * 0x100000001b3;
      Hash ^= Hash >> 29;
    }
  });
  return Hash;
}

static bool dumpMemory(const char *Path) {
  FILE *File = std::fopen(Path, "wb");
  if (!File)
    return false;
  forEachArray([&](const void *Data, size_t Bytes) { std::fwrite(Data, 1, Bytes, File); });
  return std::fclose(File) == 0;
}

struct Outcome {
  std::string Exit; // "none" or the message of the exception
  double Time;      // seconds
};

// One run from initial data; Row < 0: nothing throws.
static Outcome runOnce(long Row) {
  init();
  if (Row >= 0)
    poison(Row);
  Outcome Result{"none", 0};
  auto Start = std::chrono::steady_clock::now();
  try {
    kernel(Limit);
  } catch (const std::exception &E) {
    Result.Exit = E.what();
  }
  Result.Time = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  return Result;
}

static void printOutcome(long Row, const Outcome &O) {
  std::printf("row %ld of %ld exit \"%s\" hash %016llx\n", Row, positions(), O.Exit.c_str(),
              (unsigned long long)hashMemory());
}

int main(int argc, char **argv) {
  Size S = Medium;
  std::string ThrowAt = "none";
  const char *Dump = nullptr;
  long Repeat = 1, Sweep = 0;
  for (int I = 1; I < argc; ++I) {
    std::string Arg = argv[I];
    bool HasValue = I + 1 < argc;
    if (Arg == "small")
      S = Small;
    else if (Arg == "medium")
      S = Medium;
    else if (Arg == "large")
      S = Large;
    else if (Arg == "--throw-at" && HasValue)
      ThrowAt = argv[++I];
    else if (Arg == "--repeat" && HasValue)
      Repeat = std::atol(argv[++I]);
    else if (Arg == "--dump" && HasValue)
      Dump = argv[++I];
    else if (Arg == "--sweep" && HasValue)
      Sweep = std::atol(argv[++I]);
    else {
      std::fprintf(stderr, "%s [small|medium|large] [--throw-at none|FRACTION|ROW] [--repeat R] "
                           "[--dump FILE] [--sweep STRIDE]\n", argv[0]);
      return 2;
    }
  }

  sizes(S);
  if (Sweep > 0) {
    printOutcome(-1, runOnce(-1));
    for (long Row = 0; Row < positions(); Row += Sweep)
      printOutcome(Row, runOnce(Row));
    return 0;
  }

  long Row = -1;
  if (ThrowAt != "none") {
    bool Fraction = ThrowAt.find('.') != std::string::npos;
    Row = Fraction ? std::atof(ThrowAt.c_str()) * positions() : std::atol(ThrowAt.c_str());
    if (Row >= positions())
      Row = positions() - 1;
  }
  Outcome Best = runOnce(Row);
  for (long R = 1; R < Repeat; ++R) {
    Outcome Next = runOnce(Row);
    if (Next.Time < Best.Time)
      Best = Next;
  }
  std::printf("variant %s time %.6f ", Variant, Best.Time);
  printOutcome(Row, Best);
  if (Dump && !dumpMemory(Dump)) {
    std::perror(Dump);
    return 2;
  }
  return 0;
}

#endif
