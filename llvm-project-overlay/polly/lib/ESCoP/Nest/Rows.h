//===- Rows.h - Rows that tables point to -----------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Rows.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_ROWS_H
#define POLLY_LIB_ESCOP_NEST_ROWS_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// Let the nest compute rows that it loads from tables, until restoreRows. Only
/// behind collectHoisted.
void collectRows(ESCoP &E, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_ROWS_H
