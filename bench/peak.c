/* Linked to each benchmark, with --wrap=malloc and --wrap=free; when it ends it prints to standard
   error

     peak KIB arrays BYTES heap BYTES

   the most memory that was resident, what the kernel's arrays take (harness.h), and the most that
   the benchmark's own code, not the libraries', had from malloc at a time: checkpoints and Polly's
   packed arrays. Linux counts resident pages to some hundred KiB only. A parent cannot ask for the
   peak: what wait4() tells includes the parent's own pages at the time of the fork. */
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t);
void __real_free(void *);

static size_t Arrays, Heap, MostHeap;
static struct {
  void *Memory;
  size_t Size;
} Live[64];

void *aligned_alloc(size_t Alignment, size_t Size) {
  void *Memory = NULL;
  Arrays += Size;
  return posix_memalign(&Memory, Alignment, Size) ? NULL : Memory;
}

/* The entry of Memory, or a free one for NULL; the last one if there is none. */
static int entry(void *Memory) {
  int I = 0;
  while (I < 63 && Live[I].Memory != Memory)
    ++I;
  return I;
}

void *__wrap_malloc(size_t Size) {
  int I = entry(NULL);
  Live[I].Memory = __real_malloc(Size);
  Live[I].Size = Size;
  Heap += Size;
  if (Heap > MostHeap)
    MostHeap = Heap;
  return Live[I].Memory;
}

void __wrap_free(void *Memory) {
  int I = entry(Memory);
  Heap -= Live[I].Size;
  Live[I].Memory = NULL;
  Live[I].Size = 0;
  __real_free(Memory);
}

__attribute__((destructor)) static void report(void) {
  char Line[256];
  long Peak = -1;
  FILE *Status = fopen("/proc/self/status", "r");
  while (Status && fgets(Line, sizeof Line, Status))
    if (sscanf(Line, "VmHWM: %ld", &Peak) == 1)
      break;
  fprintf(stderr, "peak %ld arrays %zu heap %zu\n", Peak, Arrays, MostHeap);
}
