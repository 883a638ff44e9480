//===- Validate.h - Execute a schedule before it is trusted -----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_VALIDATE_H
#define POLLY_LIB_ESCOP_VALIDATE_H

#include "BoxSchedule.h"
#include "polly/ScopPass.h"
#include <optional>
#include <vector>

namespace polly::escop {

/// Does the AST of a SCoP's new schedule do what the SCoP did before, for some
/// small sizes?
class Validation {
public:
  struct Execution;

  Validation();
  ~Validation();
  /// Execute @p S as it is.
  void record(Scop &S);
  /// Execute @p Root, the AST of what @p S has become.
  void compare(Scop &S, const isl::ast_node &Root);

  /// The AST is executed for each of these boxes.
  std::optional<BoxSchedule> Boxes;
  /// The AST of a SCoP does something else.
  bool IsWrong = false;

private:
  std::vector<Execution> Executions;
};

/// Behind the schedule optimiser.
class ValidateOrderPass : public llvm::PassInfoMixin<ValidateOrderPass> {
public:
  explicit ValidateOrderPass(Validation &V) : V(V) {}
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &);

private:
  Validation &V;
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_VALIDATE_H
