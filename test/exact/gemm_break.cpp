// RUN: %exact %s --tiled 1 --args 10 1
// RUN: %exact %s --args 40 211
//
// gemm, left by break: every position of a 10*10*10 nest and a stride of positions of 40*40*40, for
// each guard operand and each place of the guard among the statements.
#define EXIT EXIT_BREAK
#include "gemm_sweep.h"
