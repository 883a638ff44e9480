// Memory that drivers keep from call to call (Runtime/Memory.h). Where a test counts what they
// allocate, or hands out the same memory again, they are to keep none.
#ifndef ESCOP_KEPT_H
#define ESCOP_KEPT_H

struct KeptBlocks {
  void *Blocks[11][4];
  enum { Open, Closed } State;
};
// In a program without drivers there is none.
__attribute__((weak, visibility("hidden"))) KeptBlocks Kept asm("escop.kept_blocks.1");

static inline void keep_nothing() { Kept.State = KeptBlocks::Closed; }

#endif
