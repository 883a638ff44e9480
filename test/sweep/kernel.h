// A kernel of bench/kernels, made to throw at one position after the other in one process.
//
//   PROGRAM POSITIONS      for no position, each line of the file POSITIONS and no position again:
//                          initial data, the run, a line 'NUMBER exit "MESSAGE" HASH'
//   PROGRAM                where -DRECORD or -DFIND was given: prints the positions, and to the
//                          standard error output how many guard instances there are and how many
//                          are the first that fires at one of the positions
//
// sweep.py writes a source file that includes this header and then the kernel's text. A position is
//
//   cell N                 the guard instance with the N-th cell of the table Cap fires
//   row P                  poison(P) of the kernel
//   word A W BITS          the W-th element of the A-th array has this value
//   extent X V             the X-th extent of the checked matrices is V
//
// Cells are for programs with -DTABLE (and CELL): each guard has a limit of its own for each of its
// instances, Cap[guard][counters], so that every instance can be the first that fires. -DRECORD
// lists the cells that are read when nothing fires. The others are for the kernel's own guards, of
// which many can never be the first: one that tests again what an earlier one has let pass. -DFIND
// looks for values of single elements that make as many instances fire as possible.
#ifndef ESCOP_SWEEP_KERNEL_H
#define ESCOP_SWEEP_KERNEL_H

#define main static benchmarkMain // not called
#include "harness.h"
#include "integers.h"
#undef main

#include <cmath>
#include <vector>

#ifdef INTEGERS
using Word = int;
constexpr Word Far = 90000000; // two of them do not overflow
#else
using Word = double;
constexpr Word Far = 1e15;
#endif

#ifdef TABLE
static double TABLE;
constexpr double Fires = -__builtin_inf();

#ifdef RECORD
static std::vector<const double *> Read;
#endif
inline bool passes(double X, const double &Limit) {
#ifdef RECORD
  Read.push_back(&Limit);
#endif
  return X <= Limit;
}

// The message has the guarded value, as it was when the guard fired.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char *What, long I, long J,
                                                        double X) {
  char Value[40];
  std::snprintf(Value, sizeof Value, "%a", X);
  throw std::domain_error(std::string(What) + "[" + std::to_string(I) + "][" + std::to_string(J) +
                          "] is " + Value);
}

#define TABLE_GUARD(X, What, I, J)                                                                 \
  if (!passes(X, CELL(__COUNTER__ - FirstGuard)))                                                  \
  fail(What, I, J, X)
#define TABLE_ASSERT(Good, What, I, J)                                                             \
  if (!((Good) & passes(0, CELL(__COUNTER__ - FirstGuard))))                                       \
  fail(What, I, J)
#undef GUARD_RO
#undef GUARD_RW
#undef ASSERT_RO
#undef ASSERT_RW
#define GUARD_RO(X, What, I, J)
#define GUARD_RW(X, What, I, J)
#define ASSERT_RO(Good, What, I, J)
#define ASSERT_RW(Good, What, I, J)
#ifndef VARIANT_RW
#undef GUARD_RO
#undef ASSERT_RO
#define GUARD_RO TABLE_GUARD
#define ASSERT_RO TABLE_ASSERT
#endif
#ifndef VARIANT_RO
#undef GUARD_RW
#undef ASSERT_RW
#define GUARD_RW TABLE_GUARD
#define ASSERT_RW TABLE_ASSERT
#endif
enum { FirstGuard = __COUNTER__ + 1 };
#endif

#ifdef FIND
static long Instances; // guards that were evaluated
#undef CHECK_
#define CHECK_(Good, What, I, J)                                                                   \
  if (++Instances; !(Good))                                                                        \
  fail(What, I, J)
#endif

// The extents of the checked matrices, and what they are.
struct Extent {
  long *Address, Full;
};
static std::vector<Extent> Extents;
#ifdef VARIANT_CHECKED
inline void addExtents(Vector &X) { Extents.push_back({&X.Size}); }
inline void addExtents(Matrix &X) { Extents.push_back({&X.Rows}), Extents.push_back({&X.Columns}); }
inline void addExtents(Cube &X) {
  Extents.push_back({&X.Planes}), Extents.push_back({&X.Rows}), Extents.push_back({&X.Columns});
}
inline void addExtents(IntVector &X) { Extents.push_back({&X.Size}); }
inline void addExtents(IntMatrix &X) {
  Extents.push_back({&X.Rows}), Extents.push_back({&X.Columns});
}
#define allocate(X, ...) (addExtents(X), (allocate)(X, __VA_ARGS__))
#endif

struct Position {
  enum { Nowhere, CellFires, RowIsPoisoned, WordIs, ExtentIs } Kind = Nowhere;
  long A = 0, B = 0;
  Word Value = 0;
};

static Word *wordOf(const Position &P) { return static_cast<Word *>(Arrays[P.A].Data) + P.B; }

// The message, or "none". What the position changes is as before afterwards, except for data that
// init() writes.
static std::string runAt(const Position &P) {
  Word Old = 0;
  std::string Exit = "none";
  init();
  switch (P.Kind) {
  case Position::Nowhere:
    break;
  case Position::CellFires:
#ifdef TABLE
    reinterpret_cast<double *>(Cap)[P.A] = Fires;
#endif
    break;
  case Position::RowIsPoisoned:
    poison(P.A);
    break;
  case Position::WordIs:
    Old = *wordOf(P);
    *wordOf(P) = P.Value;
    break;
  case Position::ExtentIs:
    *Extents[P.A].Address = P.B;
    break;
  }
#ifdef FIND
  Instances = 0; // poison() may have called the kernel
#endif
  try {
    kernel(Limit);
  } catch (const std::exception &E) {
    Exit = E.what();
  }
#ifdef TABLE
  if (P.Kind == Position::CellFires)
    reinterpret_cast<double *>(Cap)[P.A] = Limit;
#endif
#ifdef FIND
  if (P.Kind == Position::WordIs) // init() does not write all of them
    *wordOf(P) = Old;
#endif
  for (const Extent &E : Extents)
    *E.Address = E.Full;
  return Exit;
}

static void print(const Position &P) {
  unsigned long long Bits = 0;
  std::memcpy(&Bits, &P.Value, sizeof P.Value);
  if (P.Kind == Position::CellFires)
    std::printf("cell %ld\n", P.A);
  else if (P.Kind == Position::RowIsPoisoned)
    std::printf("row %ld\n", P.A);
  else if (P.Kind == Position::WordIs)
    std::printf("word %ld %ld %llx\n", P.A, P.B, Bits);
  else if (P.Kind == Position::ExtentIs)
    std::printf("extent %ld %ld\n", P.A, P.B);
}

static Position parse(const char *Line) {
  Position P;
  unsigned long long Bits = 0;
  if (std::sscanf(Line, "cell %ld", &P.A) == 1)
    P.Kind = Position::CellFires;
  else if (std::sscanf(Line, "row %ld", &P.A) == 1)
    P.Kind = Position::RowIsPoisoned;
  else if (std::sscanf(Line, "word %ld %ld %llx", &P.A, &P.B, &Bits) == 3)
    P.Kind = Position::WordIs;
  else if (std::sscanf(Line, "extent %ld %ld", &P.A, &P.B) == 2)
    P.Kind = Position::ExtentIs;
  else
    std::fprintf(stderr, "no position: %s", Line), std::exit(2);
  std::memcpy(&P.Value, &Bits, sizeof P.Value);
  return P;
}

#ifdef FIND
constexpr double Finest = 0x1p-46; // part of a value that makes a step
static std::vector<char> Reached;   // by number of the guard instance

// The number of the guard instance that fires, or how many there are. The first position that
// makes it fire is printed.
static long fired(const Position &P) {
  if (runAt(P) == "none")
    return Reached.size();
  long Number = Instances - 1;
  if (!Reached.at(Number))
    print(P);
  Reached[Number] = 1;
  return Number;
}

// Which instance fires is a step function of the value. All steps between Low and High, if between
// the instances that fire at both ends there is one that was not reached.
static void search(const Position &P, double Low, double High, long AtLow, long AtHigh) {
  long First = AtLow < AtHigh ? AtLow : AtHigh, Last = AtLow < AtHigh ? AtHigh : AtLow;
  if (Last - First < 2 || !std::memchr(&Reached[First + 1], 0, Last - First - 1))
    return;
  Position Middle = P;
  Middle.Value = Low + (High - Low) / 2;
  if (std::fabs(High - Low) <= Finest * std::fabs(High) || Middle.Value == Word(Low) ||
      Middle.Value == Word(High))
    return;
  long AtMiddle = fired(Middle);
  search(P, Low, Middle.Value, AtLow, AtMiddle);
  search(P, Middle.Value, High, AtMiddle, AtHigh);
}

static void list() {
  runAt({});
  Reached.resize(Instances);
  for (size_t X = 0; X < Extents.size(); ++X)
    for (long V = 0; V < Extents[X].Full; ++V)
      print({Position::ExtentIs, (long)X, V});
  if (Checked)
    return;
  for (long P = 0; P < positions(); ++P)
    fired({Position::RowIsPoisoned, P});
  for (int A = 0; A < ArrayCount; ++A)
    for (size_t W = 0; W < Arrays[A].Bytes / sizeof(Word); ++W) {
      Position P{Position::WordIs, A, (long)W};
      init();
      double Initial = *wordOf(P);
      for (Word End : {Far, -Far}) {
        P.Value = End;
        long AtEnd = fired(P);
        search(P, Initial, End, Reached.size(), AtEnd);
      }
    }
  long Hits = 0;
  for (char R : Reached)
    Hits += R;
  std::fprintf(stderr, "%zu guard instances, %ld reached\n", Reached.size(), Hits);
}
#elif defined(RECORD)
static void list() {
  runAt({}); // nothing fires
  for (const double *Cell : Read)
    print({Position::CellFires, Cell - reinterpret_cast<double *>(Cap)});
  std::fprintf(stderr, "%zu guard instances, %zu reached\n", Read.size(), Read.size());
}
#else
static void list() { std::exit(2); }
#endif

int main(int argc, char **argv) {
  sizes(Mini);
  for (Extent &E : Extents)
    E.Full = *E.Address;
#ifdef TABLE
  for (size_t C = 0; C < sizeof Cap / sizeof(double); ++C)
    reinterpret_cast<double *>(Cap)[C] = Limit;
#endif
  if (argc == 1) {
    list();
    return 0;
  }
  FILE *File = std::fopen(argv[1], "r");
  if (!File)
    return 2;
  std::vector<Position> Positions(1);
  for (char Line[100]; std::fgets(Line, sizeof Line, File);)
    Positions.push_back(parse(Line));
  Positions.emplace_back();
  for (size_t N = 0; N < Positions.size(); ++N) {
    std::string Exit = runAt(Positions[N]);
    std::printf("%zu exit \"%s\" %016llx\n", N, Exit.c_str(), (unsigned long long)hashMemory());
    std::fflush(stdout);
  }
#ifdef TABLE
  long Changed = 0;
  for (size_t C = 0; C < sizeof Cap / sizeof(double); ++C)
    Changed += reinterpret_cast<double *>(Cap)[C] != Limit;
  std::printf("%ld limits changed\n", Changed);
#endif
  return 0;
}

#endif
