/* Linked to a benchmark by run.py threads, harness.h calls it. Environment variables say what for:

     ESCOP_IDLE_THREAD   the process has a second thread, which waits
     ESCOP_TOUCHED=FILE  which pages of its arrays the kernel accesses goes to FILE; behind the
                         kernel the others are zero
     ESCOP_ABSENT=FILE   all pages but those of FILE are absent, and zero, when the kernel begins;
                         behind it, to standard error:  pages N touched N beyond N
                         of all arrays, in FILE, resident and not in FILE */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Page = 4096, Most = 1 << 24 };

struct Array {
  char *Data;
  size_t Bytes;
};

static const struct Array *Arrays;
static int Count;
static unsigned char Touched[Most]; /* one byte for each page, array by array */

static void check(int Failed, const char *What) {
  if (Failed) {
    perror(What);
    _exit(2);
  }
}

static size_t pages(int A) { return (Arrays[A].Bytes + Page - 1) / Page; }

static size_t allPages(void) {
  size_t Pages = 0;
  for (int A = 0; A < Count; ++A)
    Pages += pages(A);
  check(Pages > Most, "too many pages");
  return Pages;
}

static void protect(int How) {
  for (int A = 0; A < Count; ++A)
    check(mprotect(Arrays[A].Data, pages(A) * Page, How), "mprotect");
}

static void dropUntouched(void) {
  size_t At = 0;
  for (int A = 0; A < Count; ++A) {
    madvise(Arrays[A].Data, pages(A) * Page, MADV_NOHUGEPAGE);
    for (size_t P = 0; P < pages(A); ++P)
      if (!Touched[At++])
        check(madvise(Arrays[A].Data + P * Page, Page, MADV_DONTNEED), "madvise");
  }
}

static void touch(int Signal, siginfo_t *Info, void *Context) {
  char *Address = Info->si_addr;
  size_t At = 0;
  (void)Context;
  for (int A = 0; A < Count; At += pages(A++))
    if (Address >= Arrays[A].Data && Address < Arrays[A].Data + pages(A) * Page) {
      size_t P = (Address - Arrays[A].Data) / Page;
      Touched[At + P] = 1;
      check(mprotect(Arrays[A].Data + P * Page, Page, PROT_READ | PROT_WRITE), "mprotect");
      return;
    }
  signal(Signal, SIG_DFL);
}

static void *idle(void *Nothing) {
  for (;;)
    pause();
  return Nothing;
}

__attribute__((constructor)) static void start(void) {
  pthread_t Thread;
  if (getenv("ESCOP_IDLE_THREAD"))
    check(pthread_create(&Thread, NULL, idle, NULL), "pthread_create");
}

void beforeKernel(const struct Array *TheArrays, int TheCount) {
  const char *Absent = getenv("ESCOP_ABSENT");
  Arrays = TheArrays, Count = TheCount;
  if (getenv("ESCOP_TOUCHED")) {
    struct sigaction Action = {.sa_sigaction = touch, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &Action, NULL);
    memset(Touched, 0, allPages());
    protect(PROT_NONE);
  } else if (Absent) {
    FILE *File = fopen(Absent, "rb");
    check(!File || fread(Touched, 1, Most, File) != allPages() || fclose(File), Absent);
    dropUntouched();
  }
}

void afterKernel(const struct Array *TheArrays, int TheCount) {
  const char *File = getenv("ESCOP_TOUCHED");
  if (File) {
    FILE *Out = fopen(File, "wb");
    protect(PROT_READ | PROT_WRITE);
    check(!Out || fwrite(Touched, 1, allPages(), Out) != allPages() || fclose(Out), File);
    dropUntouched();
  } else if (getenv("ESCOP_ABSENT")) {
    size_t At = 0, Both = 0, Beyond = 0;
    static unsigned char Resident[Most];
    for (int A = 0; A < TheCount; ++A) {
      check(mincore(TheArrays[A].Data, pages(A) * Page, Resident), "mincore");
      for (size_t P = 0; P < pages(A); ++P, ++At) {
        Both += Touched[At];
        Beyond += (Resident[P] & 1) && !Touched[At];
      }
    }
    fprintf(stderr, "pages %zu touched %zu beyond %zu\n", allPages(), Both, Beyond);
  }
}
