//===- Parallel.cpp - Teams of threads ------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads are those of LLVM's OpenMP runtime, libomp: OMP_NUM_THREADS, its
// affinity and the like work as users know them, and programs with OpenMP of
// their own share the threads. Only -fexception-safe-tiling-parallel calls what
// is here, and links libomp.
//
// A team is not formed
//   - in a parallel region, whose other threads have work of their own;
//   - in a child process, which has none of the threads; libomp would start
//     them anew, but the child is mostly to do little and to call exec;
//   - where it takes as long as the work: whoever calls knows how much that is;
//   - before there was work for some of the time that libomp takes to start (3
//     ms), lest a program that is about to end be much slower;
//   - while iterations are executed ahead in place that may store behind an
//     object: what they hit might be libomp's. The nest then goes on in copies
//     (Speculate.cpp).
//
// libomp ends the process if it cannot start a thread. So it is tried before
// the first team is formed, before a larger one, and before another thread of
// the program forms one. Then libomp is let start them, with all signals
// blocked: what a program blocks and waits for is not to be delivered to a
// thread that it knows nothing of.
//
// While a team waits for work, its threads access nothing of the program, and
// nests may be executed in place (../Policy/Sharing.cpp) as though there were
// none. glibc knows that there are threads, not whose. So those of the first
// team are remembered, and the process counts as single-threaded while it has
// these threads and no other: as many as /proc says, all of which are there.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"
#include "ThreadPool.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

extern "C" {
// libomp: openmp/runtime/src/kmp.h and include/omp.h.in in LLVM's tree.
struct ident_t {
  int32_t Reserved1, Flags, Reserved2, Reserved3;
  const char *Source;
};
using kmpc_micro = void (*)(int32_t *GlobalThread, int32_t *TeamThread, ...);
void __kmpc_fork_call(ident_t *, int32_t NumArgs, kmpc_micro, ...);
void __kmpc_push_num_threads(ident_t *, int32_t GlobalThread, int32_t Threads);
int32_t __kmpc_global_thread_num(ident_t *);
void __kmpc_barrier(ident_t *, int32_t GlobalThread);
int omp_get_max_threads();
int omp_in_parallel();
int omp_get_thread_num();
int omp_get_num_threads();
int omp_get_num_teams();
size_t kmp_get_stacksize_s();

// The C library: POSIX, and Linux.
int getpid();
int gettid();
int tgkill(int Process, int Thread, int Signal);
int statx(int Directory, const char *Path, int Flags, unsigned Mask, void *To);
int sched_yield();
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
int pthread_join(unsigned long, void **);
// Of types that headers define as they like.
int initAttributes(void *) asm("pthread_attr_init");
int setStackSize(void *, size_t) asm("pthread_attr_setstacksize");
int destroyAttributes(void *) asm("pthread_attr_destroy");
int fillSignals(void *) asm("sigfillset");
int setSignalMask(int How, const void *Set, void *Old) asm("pthread_sigmask");
}

/// KMP_IDENT_KMPC: the caller follows libomp's conventions.
static ident_t Location = {0, 2, 0, 0, ";unknown;escop;0;0;;"};

template <typename T> static T load(const T &From) {
  return __atomic_load_n(&From, __ATOMIC_ACQUIRE);
}
template <typename T> static void store(T &To, T Value) {
  __atomic_store_n(&To, Value, __ATOMIC_RELEASE);
}

/// Work that is worth to start libomp for: 20 ms.
static constexpr uint64_t SharesToStart = 400;

/// Is this a member of a team, or of a league of teams (`omp teams`)?
static bool isInParallel() {
  return omp_in_parallel() || omp_get_num_teams() > 1;
}

//===----------------------------------------------------------------------===//
// Forming teams
//===----------------------------------------------------------------------===//

namespace {
/// No signal is delivered to this thread, nor to those that it starts.
class BlockedSignals {
  /// sigset_t of glibc.
  struct Signals {
    alignas(8) char Bytes[128];
  } Before;
  static constexpr int SetMask = 2; // SIG_SETMASK.

public:
  BlockedSignals() {
    Signals All;
    fillSignals(&All);
    setSignalMask(SetMask, &All, &Before);
  }
  BlockedSignals(const BlockedSignals &) = delete;
  ~BlockedSignals() { setSignalMask(SetMask, &Before, nullptr); }
};

/// What threads that are started on trial share.
struct Trial {
  uint64_t NumThere = 0;
  int Released = 0;
};
} // namespace

/// Take what malloc reserves for a thread, too, and wait.
static void *waitFor(void *Data) {
  auto &T = *static_cast<Trial *>(Data);
  {
    Memory Arena;
    Arena.allocate(1);
    asm volatile("" : : "r"(Arena.begin()) : "memory");
  }
  __atomic_fetch_add(&T.NumThere, 1, __ATOMIC_RELEASE);
  while (!load(T.Released))
    sched_yield();
  return nullptr;
}

/// Can \p Count threads be started, as libomp starts them? All are there at the
/// same time.
static bool canStart(uint64_t Count) {
  /// Beside the stack, libomp allocates some.
  constexpr size_t Margin = 1 << 20;
  Memory Threads;
  if (!Threads.allocate(Count * sizeof(unsigned long)))
    return false;
  auto *Handles = static_cast<unsigned long *>(pointer(Threads.begin()));
  alignas(8) char Attributes[128]; // pthread_attr_t of glibc.
  if (initAttributes(Attributes))
    return false;
  Trial T;
  uint64_t Started = 0;
  if (!setStackSize(Attributes, kmp_get_stacksize_s() + Margin))
    while (Started < Count &&
           !pthread_create(&Handles[Started], Attributes, waitFor, &T)) {
      ++Started;
      while (load(T.NumThere) != Started)
        sched_yield();
    }
  store(T.Released, 1);
  for (uint64_t Thread = 0; Thread < Started; ++Thread)
    pthread_join(Handles[Thread], nullptr);
  destroyAttributes(Attributes);
  return Started == Count;
}

namespace {
struct TeamCall {
  TeamFunction Function;
  void *Data;
};
} // namespace

/// What each thread of a team executes.
static void execute(int32_t *, int32_t *, void *Arg) {
  const auto &Call = *static_cast<const TeamCall *>(Arg);
  Call.Function(Call.Data, omp_get_thread_num(), omp_get_num_threads());
}

void polly::escop::runtime::formTeam(uint64_t Size, TeamFunction Function,
                                     void *Data) {
  SavedErrno Errno;
  TeamCall Call = {Function, Data};
  __kmpc_push_num_threads(&Location, __kmpc_global_thread_num(&Location), Size);
  __kmpc_fork_call(&Location, 1, reinterpret_cast<kmpc_micro>(execute), &Call);
}

void polly::escop::runtime::waitForTeam() {
  __kmpc_barrier(&Location, __kmpc_global_thread_num(&Location));
}

static void remember(void *IsAlone, uint64_t Id, uint64_t Size) {
  if (!*static_cast<const bool *>(IsAlone))
    return;
  if (Id)
    Pool.Workers[Id - 1] = gettid();
  else
    store(Pool.NumWorkers, int(Size) - 1);
}

/// Let libomp start the threads of a team of \p Size. \returns whether there
/// are as many.
static bool startTeam(uint64_t Size, uint64_t NumStarted, const ProcFS *Proc) {
  // Once one was tried, glibc says that there are several.
  bool IsAlone = Size - 1 <= ThreadPool::MaxWorkers && isAlone(Proc);
  const BlockedSignals Blocked;
  if (!canStart(Size - max(NumStarted, 1)))
    return false;
  formTeam(Size, remember, &IsAlone);
  return true;
}

uint64_t polly::escop::runtime::countThreads(uint64_t Shares,
                                             const ProcFS *Proc) {
  SavedErrno Errno;
  const int Process = getpid(), Formed = load(Pool.Process);
  if (Formed && Formed != Process)
    return 1;
  const uint64_t Self = addressOf(__builtin_thread_pointer());
  const bool IsOwner = Formed && load(Pool.Owner) == Self;
  Shares = min(Shares, SharesToStart);
  if (!IsOwner && __atomic_add_fetch(&Pool.Shares, Shares, __ATOMIC_RELAXED) <
                      SharesToStart)
    return 1;
  // Nor is libomp asked, which allocates memory.
  if (load(Pool.NumExposed)) {
    if (load(Pool.Demand) == ThreadPool::None)
      store(Pool.Demand, ThreadPool::Teams);
    return 1;
  }
  if (isInParallel())
    return 1;
  const int Most = omp_get_max_threads();
  if (Most < 2) {
    store(Pool.Demand, ThreadPool::InVain);
    return 1;
  }
  int NumStarted = IsOwner ? load(Pool.NumStarted) : 0;
  if (Most > NumStarted && !(IsOwner && Most == load(Pool.Refused))) {
    if (__atomic_exchange_n(&Pool.IsStarting, 1, __ATOMIC_ACQUIRE))
      return 1;
    if (startTeam(Most, NumStarted, Proc)) {
      store(Pool.Owner, Self);
      store(Pool.NumStarted, NumStarted = Most);
      store(Pool.Process, Process);
    } else if (IsOwner) {
      store(Pool.Refused, Most);
    } else if (!Formed) {
      store(Pool.Process, ThreadPool::NoProcess);
    }
    __atomic_store_n(&Pool.Shares, 0, __ATOMIC_RELAXED);
    store(Pool.IsStarting, 0);
  }
  store(Pool.Demand, NumStarted ? ThreadPool::Teams : ThreadPool::InVain);
  return max(min(Most, NumStarted), 1);
}

//===----------------------------------------------------------------------===//
// Who else executes?
//===----------------------------------------------------------------------===//

/// The number of threads of the process, or 0: the directory of the threads has
/// two links more (fs/proc/base.c in Linux).
static uint64_t countThreadsOfProcess() {
  // struct statx of Linux, which is the same on all targets.
  struct {
    uint32_t Mask, BlockSize;
    uint64_t Attributes;
    uint32_t Links;
    char Others[236];
  } Status;
  static_assert(sizeof Status == 256, "struct statx");
  constexpr int WorkingDirectory = -100;
  constexpr unsigned AskLinks = 4;
  if (statx(WorkingDirectory, "/proc/self/task", 0, AskLinks, &Status) ||
      !(Status.Mask & AskLinks) || Status.Links < 2)
    return 0;
  return Status.Links - 2;
}

bool polly::escop::runtime::isAloneBeforeTeams(const ProcFS *Proc) {
  return load(Pool.Demand) != ThreadPool::Teams && isSingleThreaded(Proc);
}

bool polly::escop::runtime::isAlone(const ProcFS *Proc) {
  if (isSingleThreaded(Proc))
    return true;
  const int Process = getpid(), NumWorkers = load(Pool.NumWorkers);
  if (!Proc || !NumWorkers || load(Pool.Process) != Process)
    return false;
  SavedErrno Errno;
  if (isInParallel() || countThreadsOfProcess() != uint64_t(NumWorkers) + 1)
    return false;
  // Others may have taken the place of some that ended.
  for (int Worker = 0; Worker < NumWorkers; ++Worker)
    if (tgkill(Process, Pool.Workers[Worker], 0))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct ProductCall {
  const Product *P;
  MultiplyFunction Multiply;
  TeamMember *Members;
};
} // namespace

static void multiplyPart(void *Data, uint64_t Id, uint64_t Size) {
  const auto &Call = *static_cast<const ProductCall *>(Data);
  Call.Members[Id].Size = Size;
  Call.Multiply(Call.P, &Call.Members[Id]);
}

bool polly::escop::runtime::multiplyInParallel(const Product *P,
                                               MultiplyFunction Multiply,
                                               uint64_t LeastWork,
                                               const ProcFS *Proc) {
  uint64_t Work = 1;
  for (uint64_t Count : P->Counts)
    Work = min(Work * Count, 1ULL << 32);
  uint64_t Size = Work / max(LeastWork, 1);
  if (Size > 1)
    Size = min(Size, countThreads(Size, Proc));
  if (Size < 2)
    return Multiply(P, nullptr);
  SavedErrno Errno;
  constexpr uint64_t OwnBytes = align(MemberScratch);
  Memory Own;
  if (!Own.allocate(Size * (sizeof(TeamMember) + OwnBytes) + 2 * CopyAlign))
    return Multiply(P, nullptr);
  // Shared by all: in lines of their own.
  struct alignas(CopyAlign) {
    uint64_t Next = 0;
    alignas(CopyAlign) uint64_t Fires = 0;
  } Shared;
  const uint64_t Scratch = align(Own.begin());
  auto *Members = static_cast<TeamMember *>(pointer(Scratch + Size * OwnBytes));
  for (uint64_t Id = 0; Id < Size; ++Id)
    Members[Id] = {
        Id,           Size,
        waitForTeam,  static_cast<char *>(pointer(Scratch + Id * OwnBytes)),
        &Shared.Next, &Shared.Fires};
  ProductCall Call = {P, Multiply, Members};
  formTeam(Size, multiplyPart, &Call);
  return Shared.Fires;
}
