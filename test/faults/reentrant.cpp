// RUN: %exact %s --tiled 5 --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
// RUN: %counted_unpacked %s inspected:early,complete speculated:early,complete elements:early,complete \
// RUN:   inspectedResumes:early,complete speculatedResumes:early,complete
//
// What a cold region calls executes the same nest again: on other arrays, on the same ones (from the
// iteration that has not ended), in another context that is switched to and fro while both are in
// their nests, in a child process that is forked there and goes on as the parent does.
#include "nests.h"
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

constexpr int P = 36;
struct Arrays {
  double C[P][P], A[P][P], B[P][P];
};
static Arrays Levels[4], Contexts[2];
static const Nest<P> *Which;
static void run(Arrays &x) { Which->Run(P, P, x.C, x.A, x.B); }
static void start(Arrays &x, long row) { fill<P>(*Which, P, P, x.C, x.A, x.B, row, P / 3); }
static void show(const char *what, const Outcome &o, const void *memory, size_t size) {
  printf("%s %s: %s %llx\n", Which->Name, what, o.Text, (unsigned long long)hash_of(memory, size));
  fflush(stdout);
}

// Another level of recursion each time. A nest that resumes comes to its cold region in each row.
static int Level;
static int deepest() { return Which->Resumes ? 1 : 3; }
static void onOthers(bool throwing) {
  if (!throwing || Level == deepest())
    return;
  ++Level;
  start(Levels[Level], (Level * 11) % P);
  outcome([&] { run(Levels[Level]); });
  --Level;
}
static void onTheSame(bool throwing) {
  if (!throwing || Level == deepest())
    return;
  ++Level;
  // The nest reads other poison, in front of this one, behind it, or the same, now repaired.
  Arrays &x = Levels[0];
  for (long i = 0; i < P; ++i)
    for (long j = 0; j < P; ++j)
      if ((Which->PoisonC ? x.C : x.A)[i][j] > LIMIT)
        (Which->PoisonC ? x.C : x.A)[i][j] = 2;
  (Which->PoisonC ? x.C : x.A)[(Level * 17) % P][5] = 4 * POISON;
  outcome([&] { run(x); });
  --Level;
}

static ucontext_t Main, Coroutines[2];
static int Current, Switches;
static bool Ended[2];
static void yield(bool) {
  int from = Current;
  if (Switches++ > 50 || Ended[!from])
    return;
  Current = !from;
  swapcontext(&Coroutines[from], &Coroutines[Current]);
}
static void coroutine(int number) {
  Outcome o = outcome([&] { run(Contexts[number]); });
  Ended[number] = true;
  show(number ? "second" : "first", o, &Contexts[number], sizeof(Arrays));
  Current = !number;
}

static bool Forked;
static void forks(bool) {
  if (Forked)
    return;
  Forked = true;
  pid_t child = fork();
  int status = 0;
  if (child && (waitpid(child, &status, 0) != child || status))
    printf("child: status %d\n", status);
  if (!child)
    Level = 1;
}

int main() {
  for (auto &nest : Nests<P>) {
    Which = &nest;
    for (long row : {-1, 0, 1, 20, P - 1}) {
      Level = 0;
      for (bool same : {false, true}) {
        memset(Levels, 0, sizeof Levels);
        InColdRegion = same ? onTheSame : onOthers;
        start(Levels[0], row);
        Outcome o = outcome([&] { run(Levels[0]); });
        show(same ? "on the same" : "on others", o, Levels, sizeof Levels);
      }
      // Exceptions that are being handled belong to a thread, not to a context.
      if (!nest.Resumes) {
        alignas(16) static char stacks[2][1 << 17];
        InColdRegion = yield;
        Ended[0] = Ended[1] = false;
        Switches = 0;
        for (int number : {0, 1}) {
          start(Contexts[number], row < 0 ? row : (row + number * 7) % P);
          getcontext(&Coroutines[number]);
          Coroutines[number].uc_stack.ss_sp = stacks[number];
          Coroutines[number].uc_stack.ss_size = sizeof stacks[number];
          Coroutines[number].uc_link = &Main;
          makecontext(&Coroutines[number], (void (*)())coroutine, 1, number);
        }
        // Each ends in Main; the other one may not have begun, or have ended.
        for (Current = 0; !Ended[0] || !Ended[1];)
          swapcontext(&Main, &Coroutines[Ended[Current] ? Current = !Current : Current]);
      }
      InColdRegion = forks;
      Forked = false;
      start(Levels[0], row);
      Outcome o = outcome([&] { run(Levels[0]); });
      show("forked", o, Levels, sizeof *Levels);
      if (Forked && Level == 1)
        _exit(0);
    }
  }
  return 0;
}
