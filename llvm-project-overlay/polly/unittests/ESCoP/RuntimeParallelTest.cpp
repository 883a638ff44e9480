//===- RuntimeParallelTest.cpp - Teams of threads -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Parallel.cpp and Loops.cpp, compiled for the host, with threads that
// stand for libomp's: they wait for the next team, and end when a test says so;
// and with a clock that goes on while a loop is executed.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"
#include "gtest/gtest.h"
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" {
void *teamMalloc(size_t Bytes);
int teamCreate(unsigned long *, const void *, void *(*)(void *), void *);
int teamStatx(int Directory, const char *Path, int Flags, unsigned Mask,
              void *To);
struct escop_timespec;
int teamClock(int Clock, struct escop_timespec *To);
}

namespace polly::escop::runtime {
static bool isSingleThreadedOfTeams(const ProcFS *Proc);
} // namespace polly::escop::runtime

#define malloc teamMalloc
#define pthread_create teamCreate
#define statx teamStatx
#define clock_gettime teamClock
#define isSingleThreaded isSingleThreadedOfTeams
#include "Runtime/Loops.cpp"
#include "Runtime/Parallel.cpp"
#undef isSingleThreaded
#undef statx
#undef clock_gettime
#undef pthread_create
#undef malloc

namespace {

bool HasMemory = true, HasOneThread = false;
/// How many threads can be started.
int MostThreads = 99, NumStarted = 0;
/// Those that libomp says its threads have; and what is asked for.
size_t StackBytes = 1 << 20, LeastStackBytes = 0;
/// Of teams that the program forms itself.
int NumTeams = 1;

/// A thread that executes what it is told, until it is told to end.
class Worker {
  std::mutex Mutex;
  std::condition_variable Change;
  std::function<void()> Work;
  bool Ends = false;
  std::thread Thread{[this] {
    std::unique_lock<std::mutex> Lock(Mutex);
    while (true) {
      Change.wait(Lock, [&] { return Work || Ends; });
      if (!Work)
        return;
      Work();
      Work = nullptr;
      Change.notify_all();
    }
  }};

public:
  ~Worker() {
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      Ends = true;
      Change.notify_all();
    }
    Thread.join();
  }
  void start(std::function<void()> What) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Work = std::move(What);
    Change.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> Lock(Mutex);
    Change.wait(Lock, [&] { return !Work; });
  }
};

std::vector<std::unique_ptr<Worker>> Workers;
int MostInTeam = 1, Requested = 1;
thread_local int ThreadNum = 0, NumThreads = 1;

const ProcFS Proc = {};

/// The numbers of the members of a team of so many threads.
std::multiset<uint64_t> formTeamOf(uint64_t Size) {
  std::mutex Mutex;
  std::multiset<uint64_t> Members;
  std::function<void(uint64_t, uint64_t)> Add = [&](uint64_t Id, uint64_t) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Members.insert(Id);
  };
  formTeam(
      Size,
      [](void *Data, uint64_t Id, uint64_t Size) {
        (*static_cast<decltype(Add) *>(Data))(Id, Size);
      },
      &Add);
  return Members;
}

/// A thread is counted for some time after it was joined.
bool isAloneSoon(bool Expected) {
  for (int Try = 0; Try < 1000 && isAlone(&Proc) != Expected; ++Try)
    usleep(1000);
  return isAlone(&Proc);
}

struct RuntimeParallelTest : testing::Test {
  void SetUp() override {
    Pool = ThreadPool();
    HasMemory = true;
    HasOneThread = true;
    MostThreads = 99;
    NumStarted = 0;
    MostInTeam = 4;
    NumTeams = 1;
  }
  void TearDown() override { Workers.clear(); }
};

} // namespace

static bool polly::escop::runtime::isSingleThreadedOfTeams(const ProcFS *) {
  return HasOneThread;
}

void *teamMalloc(size_t Bytes) { return HasMemory ? malloc(Bytes) : nullptr; }
int teamCreate(unsigned long *Handle, const void *Attributes,
               void *(*Start)(void *), void *Arg) {
  size_t Bytes = 0;
  auto *Given = static_cast<const pthread_attr_t *>(Attributes);
  pthread_attr_getstacksize(Given, &Bytes);
  LeastStackBytes = std::min(LeastStackBytes, Bytes);
  if (NumStarted == MostThreads)
    return EAGAIN;
  ++NumStarted;
  return pthread_create(Handle, Given, Start, Arg);
}

int teamStatx(int Directory, const char *Path, int Flags, unsigned Mask,
              void *To) {
  return statx(Directory, Path, Flags, Mask, static_cast<struct statx *>(To));
}

static std::atomic<int64_t> Clock;
int teamClock(int, struct escop_timespec *To) {
  To->Seconds = Clock / 1000000000;
  To->Nanoseconds = Clock % 1000000000;
  return 0;
}

void __kmpc_push_num_threads(ident_t *, int32_t, int32_t Threads) {
  Requested = Threads;
}
int32_t __kmpc_global_thread_num(ident_t *) { return ThreadNum; }
void __kmpc_barrier(ident_t *, int32_t) {}
int omp_get_max_threads() { return MostInTeam; }
int omp_in_parallel() { return NumThreads > 1; }
int omp_get_thread_num() { return ThreadNum; }
int omp_get_num_threads() { return NumThreads; }
int omp_get_num_teams() { return NumTeams; }
size_t kmp_get_stacksize_s() { return StackBytes; }
void __kmpc_fork_call(ident_t *, int32_t, kmpc_micro Function, ...) {
  va_list Args;
  va_start(Args, Function);
  void *Arg = va_arg(Args, void *);
  va_end(Args);
  const int Size = std::min(Requested, MostInTeam);
  while (int(Workers.size()) < Size - 1)
    Workers.push_back(std::make_unique<Worker>());
  auto Execute = [=](int Id) {
    ThreadNum = Id, NumThreads = Size;
    int32_t Thread = Id;
    reinterpret_cast<void (*)(int32_t *, int32_t *, void *)>(Function)(
        &Thread, &Thread, Arg);
    ThreadNum = 0, NumThreads = 1;
  };
  for (int Id = 1; Id < Size; ++Id)
    Workers[Id - 1]->start([=] { Execute(Id); });
  Execute(0);
  for (int Id = 1; Id < Size; ++Id)
    Workers[Id - 1]->wait();
}

TEST_F(RuntimeParallelTest, FormsTeams) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  EXPECT_EQ(formTeamOf(4), (std::multiset<uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(formTeamOf(2), (std::multiset<uint64_t>{0, 1}));
  MostInTeam = 3;
  EXPECT_EQ(formTeamOf(4), (std::multiset<uint64_t>{0, 1, 2}));
  MostInTeam = 1;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
}

TEST_F(RuntimeParallelTest, StartsIfThereIsEnoughToDo) {
  EXPECT_EQ(countThreads(399, &Proc), 1U);
  EXPECT_EQ(countThreads(1, &Proc), 4U);
  EXPECT_EQ(countThreads(1, &Proc), 4U);
  Pool = ThreadPool();
  EXPECT_EQ(countThreads(-1, &Proc), 4U);
}

TEST_F(RuntimeParallelTest, FormsNoneBesideStoresThatMayHitAnything) {
  EXPECT_TRUE(isAloneBeforeTeams(&Proc));
  Pool.NumExposed = 1;
  EXPECT_EQ(countThreads(399, &Proc), 1U);
  EXPECT_TRUE(isAloneBeforeTeams(&Proc));
  // From now on there is to be one: such nests work in copies.
  EXPECT_EQ(countThreads(1, &Proc), 1U);
  EXPECT_FALSE(isAloneBeforeTeams(&Proc));
  Pool.NumExposed = 0;
  EXPECT_EQ(countThreads(1, &Proc), 4U);
  EXPECT_FALSE(isAloneBeforeTeams(&Proc));
  Pool = ThreadPool();
  MostInTeam = 1;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
  EXPECT_TRUE(isAloneBeforeTeams(&Proc));
  HasOneThread = false;
  EXPECT_FALSE(isAloneBeforeTeams(&Proc));
}

TEST_F(RuntimeParallelTest, FormsNoneInATeam) {
  uint64_t Count = 0;
  formTeam(
      2,
      [](void *Count, uint64_t Id, uint64_t) {
        if (Id)
          *static_cast<uint64_t *>(Count) = countThreads(400, &Proc);
      },
      &Count);
  EXPECT_EQ(Count, 1U);
}

TEST_F(RuntimeParallelTest, FormsNoneWithoutThreads) {
  // One is there, two more are to be started: all or none, now and later.
  MostThreads = 2, NumStarted = 0;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
  MostThreads = 99;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
  Pool = ThreadPool();
  HasMemory = false;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
}

TEST_F(RuntimeParallelTest, TriesWhatLibompStarts) {
  StackBytes = 3 << 20, LeastStackBytes = -1;
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  EXPECT_GE(LeastStackBytes, StackBytes);
  EXPECT_EQ(NumStarted, 3);
  // They are there now.
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  EXPECT_EQ(NumStarted, 3);
  // A larger team: the others are tried, once if they cannot be started.
  MostThreads = 4, MostInTeam = 6;
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  EXPECT_EQ(NumStarted, 4);
  MostThreads = 99;
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  EXPECT_EQ(NumStarted, 4);
  MostInTeam = 5;
  EXPECT_EQ(countThreads(400, &Proc), 5U);
  EXPECT_EQ(NumStarted, 5);
  MostInTeam = 3;
  EXPECT_EQ(countThreads(400, &Proc), 3U);
}

TEST_F(RuntimeParallelTest, AnotherThreadStartsItsOwn) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  std::thread([] {
    EXPECT_EQ(countThreads(399, &Proc), 1U);
    MostThreads = NumStarted;
    EXPECT_EQ(countThreads(1, &Proc), 1U);
    MostThreads = 99;
    // Not for some time.
    EXPECT_EQ(countThreads(399, &Proc), 1U);
    EXPECT_EQ(countThreads(1, &Proc), 4U);
    EXPECT_EQ(countThreads(1, &Proc), 4U);
  }).join();
  EXPECT_EQ(countThreads(399, &Proc), 1U);
  EXPECT_EQ(countThreads(1, &Proc), 4U);
  // Not while another one does.
  Pool = ThreadPool();
  Pool.IsStarting = 1;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
}

static bool isBlocked() {
  sigset_t Set;
  pthread_sigmask(SIG_SETMASK, nullptr, &Set);
  return sigismember(&Set, SIGUSR1) == 1;
}

TEST_F(RuntimeParallelTest, WorkersGetNoSignals) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  static std::atomic<int> NumBlocked;
  NumBlocked = 0;
  formTeam(
      4, [](void *, uint64_t, uint64_t) { NumBlocked += isBlocked(); },
      nullptr);
  EXPECT_EQ(NumBlocked, 3);
  EXPECT_FALSE(isBlocked());
}

TEST_F(RuntimeParallelTest, FormsNoneInALeagueOfTeams) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  HasOneThread = false;
  EXPECT_TRUE(isAloneSoon(true));
  NumTeams = 2;
  EXPECT_EQ(countThreads(400, &Proc), 1U);
  EXPECT_FALSE(isAlone(&Proc));
}

TEST_F(RuntimeParallelTest, FormsNoneInAChild) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  const int Child = fork();
  if (!Child)
    _exit(countThreads(400, &Proc) == 1 ? 0 : 1);
  int Status = -1;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
}

TEST_F(RuntimeParallelTest, IsAloneWithWaitingWorkers) {
  EXPECT_TRUE(isAlone(&Proc));
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  formTeamOf(3);
  // glibc says from now on that there are threads.
  HasOneThread = false;
  EXPECT_TRUE(isAloneSoon(true));
  EXPECT_FALSE(isAlone(nullptr));
  // A larger team is remembered, as nobody else is there.
  formTeamOf(4);
  EXPECT_TRUE(isAlone(&Proc));
  formTeamOf(2);
  EXPECT_TRUE(isAlone(&Proc));
  {
    Worker Other;
    EXPECT_FALSE(isAlone(&Proc));
  }
  EXPECT_TRUE(isAloneSoon(true));
  // Another thread in the place of a worker.
  Workers.pop_back();
  EXPECT_FALSE(isAloneSoon(false));
  Worker Other;
  EXPECT_FALSE(isAlone(&Proc));
}

TEST_F(RuntimeParallelTest, IsNotAloneBesideOthers) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  HasOneThread = false;
  Worker Other;
  formTeamOf(3);
  EXPECT_FALSE(isAlone(&Proc));
  // Nor in a team.
  HasOneThread = true;
  Pool.NumWorkers = 0;
  formTeamOf(3);
  HasOneThread = false;
  bool Alone = true;
  formTeam(
      3,
      [](void *Alone, uint64_t Id, uint64_t) {
        if (!Id)
          *static_cast<bool *>(Alone) = isAlone(&Proc);
      },
      &Alone);
  EXPECT_FALSE(Alone);
}

TEST_F(RuntimeParallelTest, MultipliesInTeamsIfThatIsWorthIt) {
  static std::mutex Mutex;
  static std::multiset<uint64_t> Members;
  static bool Fires;
  auto Multiply = [](const Product *, const TeamMember *Member) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!Member) {
      Members.insert(99);
      return Fires;
    }
    Members.insert(Member->Id);
    memset(Member->Scratch, 7, MemberScratch);
    if (Member->Id == 1)
      *Member->Fires = Fires;
    return false;
  };
  Product P = {};
  for (uint64_t &Count : P.Counts)
    Count = 10;
  for (bool Fired : {false, true}) {
    Fires = Fired;
    auto Run = [&](uint64_t Least) {
      Members.clear();
      EXPECT_EQ(multiplyInParallel(&P, Multiply, Least, &Proc), Fired);
      return Members;
    };
    EXPECT_EQ(countThreads(400, &Proc), 4U);
    EXPECT_EQ(Run(501), (std::multiset<uint64_t>{99}));
    EXPECT_EQ(Run(500), (std::multiset<uint64_t>{0, 1}));
    EXPECT_EQ(Run(0), (std::multiset<uint64_t>{0, 1, 2, 3}));
    HasMemory = false;
    EXPECT_EQ(Run(0), (std::multiset<uint64_t>{99}));
    HasMemory = true;
  }
}

namespace {
/// Executes a loop, and what is seen of that.
class Loop {
  std::mutex Mutex;
  static constexpr int64_t Never = INT64_MIN;
  int64_t Step = 1, Firing = Never;

  static uint8_t execute(void *Context, int64_t Begin, int64_t End) {
    return static_cast<Loop *>(Context)->executePart(Begin, End);
  }
  uint8_t executePart(int64_t Begin, int64_t End) {
    std::lock_guard<std::mutex> Lock(Mutex);
    EXPECT_LT(Begin, End);
    Threads.insert(std::this_thread::get_id());
    bool Fires = false;
    for (int64_t I = Begin; I < End; I += Step) {
      Executed.insert(I);
      Fires |= I == Firing;
      // All members at the same time.
      Clock += Nanoseconds / NumThreads;
    }
    return Fires;
  }

public:
  LoopTime Time = {};
  uint64_t Nanoseconds = 1000, Least = 1;
  std::multiset<int64_t> Executed;
  std::set<std::thread::id> Threads;

  bool run(int64_t Begin, int64_t End, int64_t By, int64_t FiresAt = Never) {
    Executed.clear();
    Threads.clear();
    Step = By, Firing = FiresAt;
    return executeLoop(execute, this, Begin, End, By, &Time, Least, &Proc);
  }
};
} // namespace

TEST_F(RuntimeParallelTest, ExecutesEachIterationOnce) {
  for (int MostInThis : {1, 2, 3, 4})
    for (int64_t Step : {1, 2, 7})
      for (int64_t Begin : {0, -5, 13})
        for (int64_t End = Begin - 1; End < Begin + 80; ++End) {
          MostInTeam = MostInThis;
          Loop L;
          std::multiset<int64_t> Expected;
          for (int64_t I = Begin; I < End; I += Step)
            Expected.insert(I);
          // At first time is taken, then a team executes it.
          for (int Call : {0, 1, 2}) {
            EXPECT_FALSE(L.run(Begin, End, Step)) << Call;
            EXPECT_EQ(L.Executed, Expected)
                << Begin << " to " << End << " by " << Step << ", " << Call;
          }
        }
}

TEST_F(RuntimeParallelTest, SaysThatAGuardFired) {
  for (int64_t FiresAt = 0; FiresAt < 30; ++FiresAt) {
    Loop L;
    for (int Call : {0, 1, 2})
      EXPECT_TRUE(L.run(0, 30, 1, FiresAt)) << FiresAt << ", " << Call;
    EXPECT_FALSE(L.run(0, 30, 1));
    EXPECT_EQ(L.Executed.size(), 30U);
  }
}

TEST_F(RuntimeParallelTest, TakesTimeToDecide) {
  EXPECT_EQ(countThreads(400, &Proc), 4U);
  Loop L;
  L.Least = 20000;
  // 39 microseconds are not worth two threads, 40 are.
  L.run(0, 39, 1);
  EXPECT_EQ(L.Threads.size(), 1U);
  L.run(0, 39, 1);
  EXPECT_EQ(L.Threads.size(), 1U);
  auto RunsInTeam = [&](int64_t Count) {
    // A fast member may execute all of it.
    Requested = 0;
    L.run(0, Count, 1);
    EXPECT_EQ(L.Executed.size(), size_t(Count));
    return Requested;
  };
  EXPECT_EQ(RunsInTeam(39), 0);
  EXPECT_EQ(RunsInTeam(40), 2);
  EXPECT_EQ(RunsInTeam(79), 3);
  EXPECT_EQ(RunsInTeam(400), 4);
  HasMemory = false;
  EXPECT_EQ(RunsInTeam(400), 0);
  HasMemory = true;
  // Far too little: most of the time no time is taken.
  L.Time = {};
  L.Nanoseconds = 10;
  EXPECT_EQ(RunsInTeam(40), 0);
  EXPECT_EQ(RunsInTeam(40), 0);
  L.Nanoseconds = 1000;
  int Calls = 0;
  while (RunsInTeam(40) == 0 && Calls < 100)
    ++Calls;
  EXPECT_EQ(Calls, int(MeasuredOnceIn));
}
