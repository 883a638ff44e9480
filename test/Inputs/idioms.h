// What the programs in test/idioms share: three matrices, the sweep over the iterations of an
// n*n*n nest at which its check fires, and child processes for checks that end the process.
// Data are small integers: every sum is exact (escop.h).
// Built with -DEXTENT=N and run with "--time N [REPEATS [KERNEL...]]" a program does not sweep: it
// runs each kernel at size N, where no check fires, and prints for each one
// "kernel NAME seconds S hash H": the median of the processor time, and of the memory left.
#ifndef ESCOP_IDIOMS_H
#define ESCOP_IDIOMS_H

#include "escop.h"
#include <exception>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef EXTENT
#include <algorithm>
#include <time.h>
#include <vector>
constexpr int extent(int) { return EXTENT; }
#else
constexpr int extent(int sweep) { return sweep; } // of arrays
#endif
constexpr int P = extent(120);
using Row = double[P];

struct Position { // the iteration at which the check fires; i < 0: it does not
  int n, i, j, k;
  long Number = -1; // of the iteration
};
#ifdef EXTENT
struct Kernel {
  const char *Name;
  int Round; // in which it was run last
  std::vector<double> Seconds;
  uint64_t Hash;
};
struct Timing {
  int Size = 0, Repeats = 0, Round = 0; // Size 0: sweep
  char **Only = nullptr;
  FILE *Results = nullptr;
  std::vector<Kernel> Kernels;
  Kernel *Last = nullptr;

  // The kernel of this name, if it is to be run now.
  Kernel *due(const char *name) {
    bool wanted = !*Only;
    for (char **only = Only; *only; ++only)
      wanted |= !strcmp(*only, name);
    for (Kernel &k : Kernels)
      if (!strcmp(k.Name, name))
        return k.Round < Round && (int)k.Seconds.size() < Repeats ? &k : nullptr;
    return wanted ? &Kernels.emplace_back(Kernel{name, 0, {}, 0}) : nullptr;
  }
  template <class F> void run(const char *name, F run) {
    if (!(Last = due(name)))
      return;
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    run();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    Last->Round = Round;
    Last->Seconds.push_back(end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) * 1e-9);
  }
  void left(uint64_t hash) {
    if (Last)
      Last->Hash = hash;
  }
  ~Timing() {
    for (Kernel &k : Kernels) {
      std::sort(k.Seconds.begin(), k.Seconds.end());
      fprintf(Results, "kernel %s seconds %.6f hash %llx\n", k.Name,
              k.Seconds[k.Seconds.size() / 2], (unsigned long long)k.Hash);
    }
    if (Results)
      fclose(Results);
  }
};
#else
struct Timing {
  static constexpr int Size = 0, Repeats = 0;
  int Round;
  template <class F> void run(const char *, F) {}
  void left(uint64_t) {}
};
#endif
static inline Timing &timing() {
  static Timing t;
  return t;
}
#ifdef EXTENT
__attribute__((constructor)) static void options(int argc, char **argv) {
  if (argc < 3 || strcmp(argv[1], "--time"))
    return;
  timing().Size = atoi(argv[2]);
  timing().Repeats = argc > 3 ? atoi(argv[3]) : 3;
  timing().Only = argv + (argc > 3 ? 4 : 3);
  timing().Results = fdopen(dup(1), "w");
  if (!freopen("/dev/null", "w", stdout)) // what the sweep prints
    abort();
}
#endif
// If kernels are to be timed: visit(p), p having the size and no position, instead of a sweep.
template <class F> static bool timed(F visit) {
  for (int r = 0; r < timing().Repeats; ++r) {
    ++timing().Round;
    visit(Position{timing().Size, -1, -1, -1});
  }
  return timing().Size;
}

static inline long at(long i, long j, long k) { return (i * 1000 + j) * 1000 + k; }

static inline double a0(int i, int k) { return small(i, k, 7); }
static inline double b0(int k, int j) { return small(k, j, 5); }
// C's element before the nest: C[i][j] += A[i][k] * B[k][j] exceeds LIMIT at p, and not before.
static inline double c0(int i, int j, const Position &p) {
  if (i != p.i || j != p.j)
    return small(i, j, 11);
  double start = LIMIT + 1;
  for (int l = 0; l <= p.k; ++l)
    start -= a0(i, l) * b0(l, j);
  return start;
}
// A's element before the nest, for checks of operands: A[p.i][p.k] exceeds LIMIT.
static inline double poisonedA(int i, int k, const Position &p) {
  return i == p.i && k == p.k ? POISON : a0(i, k);
}

// visit(p) for no position, each one of a small nest, some of a larger one, few of a large one.
// Levels: 1 varies i only, 2 varies i and j; the others are 0.
template <class F> static void positions(int levels, F visit) {
  if (timed(visit))
    return;
  for (int n : {6, 30, P}) {
    visit(Position{n, -1, -1, -1});
    long all = levels == 1 ? n : levels == 2 ? n * n : n * n * n;
    long step = n == 6 ? 1 : all / (n == 30 ? 61 : 7) + 1;
    for (long p = 0; p < all; p += step)
      if (levels == 1)
        visit(Position{n, (int)p, 0, 0, p});
      else if (levels == 2)
        visit(Position{n, (int)(p / n), (int)(p % n), 0, p});
      else
        visit(Position{n, (int)(p / n / n), (int)(p / n % n), (int)(p % n), p});
  }
}

// visit(p) for bounds i, j and k that differ from n by these.
using Differences = std::initializer_list<int>;
template <class F>
static void boundsAround(int n, Differences is, Differences js, Differences ks, F visit) {
  if (timed([&](const Position &p) { visit(Position{p.n, p.n, p.n, p.n}); }))
    return;
  for (int i : is)
    for (int j : js)
      for (int k : ks)
        visit(Position{n, n + i, n + j, n + k});
}

// How run(), of the kernel of that name, ended: its value or its exception.
template <class F> static void outcome(const char *name, const Position &p, F run) {
  if (timing().Size)
    return timing().run(name, run);
  printf("%d %d,%d,%d:", p.n, p.i, p.j, p.k);
  try {
    printf(" %ld", (long)run());
  } catch (const std::exception &e) {
    printf(" %s", e.what());
  } catch (long where) {
    printf(" thrown %ld", where);
  }
}
static inline void memory(uint64_t hash) {
  printf(" %llx\n", (unsigned long long)hash);
  timing().left(hash);
}

// The plain matrices of most programs.
struct Matrices {
  Row A[P], B[P], C[P];
  void fill(const Position &p) {
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = a0(i, j);
        B[i][j] = b0(i, j);
        C[i][j] = c0(i, j, p);
      }
  }
  void fillPoisonedA(const Position &p) {
    fill(Position{p.n, -1, -1, -1});
    if (p.i >= 0)
      A[p.i][p.k] = POISON;
  }
  uint64_t hash() const { return hash_of(this, sizeof *this); }
};
// Sweep kernel(n, C, A, B), whose check is of C after the update, or of A.
enum Checked { CheckedC, CheckedA };
#define product(what, kernel) productOf(#kernel, what, kernel)
template <class K> static void productOf(const char *name, Checked what, K kernel) {
  static Matrices m;
  positions(3, [&](const Position &p) {
    if (what == CheckedA && p.j > 0 && p.n == 6)
      return; // A[i][k] does not depend on j
    if (what == CheckedA)
      m.fillPoisonedA(p);
    else
      m.fill(p);
    outcome(name, p, [&] { return kernel(p.n, m.C, m.A, m.B); });
    memory(m.hash());
  });
}

// Memory that a child process shares with its parent.
template <class T> static T *shared() {
  void *p = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    abort();
  return new (p) T;
}
// The child's wait status: an exit status of 0, or the signal that its check ended it with.
template <class F> static int inChild(F run) {
  if (timing().Size) {
    run();
    return 0;
  }
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (!freopen("/dev/null", "w", stderr)) // messages of assertions
      _exit(9);
    run();
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

#endif
