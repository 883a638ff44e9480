// RUN: %exact_packed %s --tiled 1 --args 10 1
// RUN: %exact_packed %s --args 40 211
//
// gemm, left by throw: every position of a 10*10*10 nest and a stride of positions of 40*40*40, for
// each guard operand and each place of the guard among the statements.
#define EXIT EXIT_THROW
#include "gemm_sweep.h"
