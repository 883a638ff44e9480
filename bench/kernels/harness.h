// The harness of the kernels: sizes, data, timing, checksum, and a throw wherever it is asked for.
//
//   KERNEL [SIZE] [--throw-at none|FRACTION|ROW] [--repeat R] [--dump FILE]
//   KERNEL [SIZE] --sweep STRIDE     no throw, then a throw at every STRIDE-th row; no times, so
//                                    that outputs can be compared
//
// SIZE is mini (8 to 20 in each dimension), small, medium, large or extralarge.
// A kernel file is compiled four times:
//
//   -DVARIANT_FREE      no guard: what upstream Polly can optimise, the bound on the gain
//   -DVARIANT_RO        a guard on an operand that the nest only reads
//   -DVARIANT_RW        a guard on a value that the nest has just written
//   -DVARIANT_CHECKED   no guard on values; every index is checked by the matrix class; the kernel
//                       gets references to matrices, with -DCHECKED_VIEWS copies of (data, extents)
//
// and defines, after including this header: sizes(), init(), positions(), poison(), kernel().
// Rows are numbered through all nests of a kernel: --throw-at 0.5 is half-way through its outer
// iterations; a number with no point in it is a row. A kernel that reads no matrix or vector that
// it does not write has no RO variant, and defines NO_RO in front of the inclusion.
//
// Data are small integers in doubles, chosen so that every sum is exact: any order of summation and
// any contraction gives the same bits, and memory can be compared across compilers. Where divisions
// or square roots make that impossible the kernel's file says so: compare -ffp-contract=off then.
//
// Matrices are heap memory with rows of a length fixed at compile time (PITCH), sizes are run-time
// values. A program whose PITCH is too small for the size says so: 1280 is enough for medium, 2856
// for large, 7688 for extralarge. Measured with stock clang++-19 -O3 -march=native -mllvm -polly on
// the throw-free gemm, n = 1024: this form 0.048 s; global arrays 0.045 s; double * with i * n + j,
// with or without __restrict, 0.39 s; std::vector<double> with a computed index 4.5 s (not tiled).
// The form that upstream Polly does best is the one to compare with. For the same reason compile
// the throw-free twins with -mllvm -polly-position=early as well: at Polly's default position
// store-to-load forwarding has spoilt 2mm and 3mm (3.2 and 4.8 s instead of 0.10 and 0.12 s at
// large).
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

#if defined(VARIANT_FREE) + defined(VARIANT_RO) + defined(VARIANT_RW) +                            \
        defined(VARIANT_CHECKED) !=                                                                \
    1
#error "define one of VARIANT_FREE, VARIANT_RO, VARIANT_RW, VARIANT_CHECKED"
#endif
#if defined(VARIANT_RO) && defined(NO_RO)
#error "no ro variant: this kernel writes all that it reads"
#endif

#ifndef PITCH
#define PITCH 1280 // the row of a Matrix
#endif
#ifndef PITCH3
#define PITCH3 160 // the row, and the number of rows, in each plane of a Cube
#endif

#define KERNEL __attribute__((noinline))

using Row = double[PITCH];
using Plane = double[PITCH3][PITCH3];

enum Size { Mini, Small, Medium, Large, ExtraLarge };
constexpr const char *SizeNames[] = {"mini", "small", "medium", "large", "extralarge"};

// Above every value of an unpoisoned run (the largest is below 1e11), far below 2^53.
constexpr double Limit = 1e12;
constexpr double Poison = 4e12;

// The message is built where the guard fails: this is what makes a real throw site large.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char *What, long I, long J) {
  throw std::domain_error(std::string(What) + "[" + std::to_string(I) + "][" + std::to_string(J) +
                          "] out of range");
}

#define CHECK_(Good, What, I, J)                                                                   \
  if (!(Good))                                                                                     \
  fail(What, I, J)

#ifdef VARIANT_RO
#define ASSERT_RO(Good, What, I, J) CHECK_(Good, What, I, J)
constexpr bool ReadOnlyGuard = true;
constexpr const char *Variant = "ro";
#else
#define ASSERT_RO(Good, What, I, J)
constexpr bool ReadOnlyGuard = false;
#endif
#ifdef VARIANT_RW
#define ASSERT_RW(Good, What, I, J) CHECK_(Good, What, I, J)
constexpr const char *Variant = "rw";
#else
#define ASSERT_RW(Good, What, I, J)
#endif
#ifdef VARIANT_FREE
constexpr const char *Variant = "free";
#endif

// !(x <= limit): NaN fails too.
#define GUARD_RO(X, What, I, J) ASSERT_RO((X) <= limit, What, I, J)
#define GUARD_RW(X, What, I, J) ASSERT_RW((X) <= limit, What, I, J)

// All memory of the kernel, in the order of allocation.
struct Array {
  void *Data;
  size_t Bytes;
};
static Array Arrays[16];
static int ArrayCount = 0;

// bench/threads.c, if it is linked: right before and after each call of the kernel.
extern "C" __attribute__((weak)) void beforeKernel(const Array *, int);
extern "C" __attribute__((weak)) void afterKernel(const Array *, int);

// Page-aligned, zeroed, every page touched: no kernel's time includes a page fault.
template <typename T> T *newArray(long Count, long Columns = 0, long Pitch = 0) {
  if (Columns > Pitch) {
    std::fprintf(stderr, "%ld columns: compile with -DPITCH or -DPITCH3 of this at least\n",
                 Columns);
    std::exit(2);
  }
  size_t Bytes = Count * sizeof(T);
  void *Memory = std::aligned_alloc(4096, (Bytes + 4095) / 4096 * 4096);
  if (!Memory)
    throw std::bad_alloc();
  std::memset(Memory, 0, Bytes);
  Arrays[ArrayCount++] = {Memory, Bytes};
  return static_cast<T *>(Memory);
}

// Vector, Matrix, Cube: what a kernel's file keeps. ...Ref, Const...Ref: the parameters of a
// kernel. allocate(X, extents) makes them. All are indexed like arrays.
#ifndef VARIANT_CHECKED

constexpr bool Checked = false;

using Vector = double *;
using Matrix = Row *;
using Cube = Plane *;
using VectorRef = double *;
using MatrixRef = Row *;
using CubeRef = Plane *;
using ConstVectorRef = const double *;
using ConstMatrixRef = const Row *;
using ConstCubeRef = const Plane *;

inline void allocate(Vector &X, long Size) { X = newArray<double>(Size); }
inline void allocate(Matrix &X, long Rows, long Columns) {
  X = newArray<Row>(Rows, Columns, PITCH);
}
inline void allocate(Cube &X, long Planes, long Rows, long Columns) {
  X = newArray<Plane>(Planes, Rows > Columns ? Rows : Columns, PITCH3);
}
template <typename T> void shrink(T &, long) {}
template <typename T> void shrinkColumns(T &, long) {}

#else

constexpr bool Checked = true;
constexpr const char *Variant = "checked";

[[noreturn, gnu::cold, gnu::noinline]] inline void outOfRange(const char *What, long I,
                                                              long Extent) {
  throw std::out_of_range(std::string(What) + " " + std::to_string(I) + " of " +
                          std::to_string(Extent));
}

inline void checkIndex(const char *What, long I, long Extent) {
  if (I < 0 || I >= Extent)
    outOfRange(What, I, Extent);
}

// A row with its checked index.
template <typename T> class Line {
  T *Data;
  long Columns;

public:
  Line(T *Data, long Columns) : Data(Data), Columns(Columns) {}
  T &operator[](long J) const { return checkIndex("column", J, Columns), Data[J]; }
};

// A plane with its checked indices.
template <typename T> class Sheet {
  T (*Data)[PITCH3];
  long Rows, Columns;

public:
  Sheet(T (*Data)[PITCH3], long Rows, long Columns) : Data(Data), Rows(Rows), Columns(Columns) {}
  Line<T> operator[](long I) const { return checkIndex("row", I, Rows), Line<T>(Data[I], Columns); }
};

struct Vector {
  double *Data;
  long Size;
  double &operator[](long I) { return checkIndex("element", I, Size), Data[I]; }
  const double &operator[](long I) const { return checkIndex("element", I, Size), Data[I]; }
};

struct Matrix {
  Row *Data;
  long Rows, Columns;
  Line<double> operator[](long I) { return checkIndex("row", I, Rows), Line(Data[I], Columns); }
  Line<const double> operator[](long I) const {
    return checkIndex("row", I, Rows), Line<const double>(Data[I], Columns);
  }
};

struct Cube {
  Plane *Data;
  long Planes, Rows, Columns;
  Sheet<double> operator[](long I) {
    return checkIndex("plane", I, Planes), Sheet<double>(Data[I], Rows, Columns);
  }
  Sheet<const double> operator[](long I) const {
    return checkIndex("plane", I, Planes), Sheet<const double>(Data[I], Rows, Columns);
  }
};

#ifdef CHECKED_VIEWS
template <typename T> using Reference = T;
#else
template <typename T> using Reference = T &;
#endif
using VectorRef = Reference<Vector>;
using MatrixRef = Reference<Matrix>;
using CubeRef = Reference<Cube>;
using ConstVectorRef = Reference<const Vector>;
using ConstMatrixRef = Reference<const Matrix>;
using ConstCubeRef = Reference<const Cube>;

inline void allocate(Vector &X, long Size) { X = {newArray<double>(Size), Size}; }
inline void allocate(Matrix &X, long Rows, long Columns) {
  X = {newArray<Row>(Rows, Columns, PITCH), Rows, Columns};
}
inline void allocate(Cube &X, long Planes, long Rows, long Columns) {
  long Most = Rows > Columns ? Rows : Columns;
  X = {newArray<Plane>(Planes, Most, PITCH3), Planes, Rows, Columns};
}

// For poison(): the object claims to be smaller, until the run ends.
static long *Shrunk = nullptr;
static long FullExtent;
inline void shrinkExtent(long &Extent, long To) {
  Shrunk = &Extent;
  FullExtent = Extent;
  Extent = To;
}
inline void shrink(Vector &X, long Size) { shrinkExtent(X.Size, Size); }
inline void shrink(Matrix &X, long Rows) { shrinkExtent(X.Rows, Rows); }
inline void shrink(Cube &X, long Planes) { shrinkExtent(X.Planes, Planes); }
inline void shrinkColumns(Matrix &X, long Columns) { shrinkExtent(X.Columns, Columns); }
inline void shrinkColumns(Cube &X, long Columns) { shrinkExtent(X.Columns, Columns); }

#endif

// A value in 1..Range that depends on both indices.
inline double value(long I, long J, int Range) { return 1 + (I * 7 + J * 13 + I * J) % Range; }

// The kernel file's side.
static void sizes(Size S);  // set the sizes, allocate for them
static void init();         // fill every array
static long positions();    // outer iterations, all nests together
static void poison(long P); // make a guard, or an index, fail in outer iteration P
static void kernel(double limit);

// All memory; a chain of dependent multiplications, so a changed, moved or swapped word shows.
static uint64_t hashMemory() {
  uint64_t Hash = 0xcbf29ce484222325;
  for (int A = 0; A < ArrayCount; ++A)
    for (size_t At = 0; At < Arrays[A].Bytes; At += 8) {
      uint64_t Word;
      std::memcpy(&Word, static_cast<const char *>(Arrays[A].Data) + At, 8);
      Hash = (Hash ^ Word) * 0x100000001b3;
      Hash ^= Hash >> 29;
    }
  return Hash;
}

static bool dumpMemory(const char *Path) {
  FILE *File = std::fopen(Path, "wb");
  if (!File)
    return false;
  for (int A = 0; A < ArrayCount; ++A)
    std::fwrite(Arrays[A].Data, 1, Arrays[A].Bytes, File);
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
  if (beforeKernel)
    beforeKernel(Arrays, ArrayCount);
  Outcome Result{"none", 0};
  auto Start = std::chrono::steady_clock::now();
  try {
    kernel(Limit);
  } catch (const std::exception &E) {
    Result.Exit = E.what();
  }
  Result.Time = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  if (afterKernel)
    afterKernel(Arrays, ArrayCount);
#ifdef VARIANT_CHECKED
  if (Shrunk)
    *Shrunk = FullExtent;
#endif
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
    int Named = Mini;
    while (Named <= ExtraLarge && Arg != SizeNames[Named])
      ++Named;
    if (Named <= ExtraLarge)
      S = Size(Named);
    else if (Arg == "--throw-at" && HasValue)
      ThrowAt = argv[++I];
    else if (Arg == "--repeat" && HasValue)
      Repeat = std::atol(argv[++I]);
    else if (Arg == "--dump" && HasValue)
      Dump = argv[++I];
    else if (Arg == "--sweep" && HasValue)
      Sweep = std::atol(argv[++I]);
    else {
      std::fprintf(stderr,
                   "%s [mini|small|medium|large|extralarge] [--throw-at none|FRACTION|ROW] "
                   "[--repeat R] [--dump FILE] [--sweep STRIDE]\n",
                   argv[0]);
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
