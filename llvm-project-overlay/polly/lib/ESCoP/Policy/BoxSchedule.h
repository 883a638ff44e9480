//===- BoxSchedule.h - Execute a SCoP box by box ----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A SCoP is given further parameters, the bounds of a box of coordinates, and
// the code that Polly generates for it is executed for one box after the other
// (Runtime/Boxes.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_BOXSCHEDULE_H
#define POLLY_LIB_ESCOP_POLICY_BOXSCHEDULE_H

#include "polly/ESCoP/Runtime.h"
#include "polly/ScopPass.h"
#include "llvm/ADT/SmallVector.h"
#include "isl/isl-noexceptions.h"

namespace polly::escop {

/// A box's bounds, and how it is executed.
constexpr unsigned NumBoxParams = 2 * runtime::NumBoxDims + 1;

/// Lets a shadow have values for these, that Polly takes for parameters. In
/// front of the first block that may be part of a SCoP.
class AddBoxParamsPass : public llvm::PassInfoMixin<AddBoxParamsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Shadow,
                              llvm::FunctionAnalysisManager &);
};

/// Execute the code of Polly in \p Shadow, behind its run-time check, for all
/// boxes, if it has been scheduled so. \returns false if that is not possible.
bool executeBoxes(llvm::Function &Shadow);

class BoxSchedule {
  Scop &S;

public:
  /// A coordinate is at least, or at most, an expression of parameters.
  struct Bound {
    isl::aff At;
    bool IsLower, IsUpper;
  };
  using Bounds = llvm::SmallVector<Bound, 4>;
  struct Range {
    isl::set Points;
    /// What holds for all points, and the constraints of that.
    isl::basic_set Hull;
    Bounds OfAll;
    /// Of each convex piece, where those of all are missing, or weak.
    llvm::SmallVector<Bounds, 4> OfPieces;
  };
  struct Part {
    Range Ranges[runtime::NumBoxDims];
    uint64_t Flags = 0;
  };

private:
  llvm::SmallVector<llvm::Instruction *, NumBoxParams> Params;
  llvm::SmallVector<Part, 2> Parts;

  isl::set nameParams(isl::set Set) const;
  isl::set getParams(const char *Condition) const;
  isl::set isWithin(unsigned Dim, const char *Place) const;

public:
  explicit BoxSchedule(Scop &S);
  bool mayExecute() const { return !Params.empty(); }
  void clear() { Parts.clear(); }
  /// Add a part, of \p Points by row, column and depth; false if they are not
  /// bounded by parameters.
  bool addPart(const isl::set &Points, uint64_t Flags);
  /// Add a part that is no box.
  void addWhole();
  /// Of the last part.
  uint64_t getFlags() const { return Parts.back().Flags; }
  /// { [row, column, depth] }, or those of columns whose number is known.
  isl::union_set getBox(bool OfRows) const;
  /// What is known of the parameters where the last part is executed by \p
  /// Mode.
  isl::set getContext(runtime::BoxMode Mode) const;
  /// In how many coordinates are boxes of updates to be apart from depths? None
  /// if they are not products then.
  unsigned getNumRelations() const;
  /// Of the bounds of a box, and of how it is executed.
  llvm::SmallVector<isl::id, NumBoxParams> getParamIds() const;
  llvm::ArrayRef<Part> getParts() const { return Parts; }
  /// Note the parts in the function; false if a bound is not known in front of
  /// the SCoP.
  bool emitParts(ScopStandardAnalysisResults &AR) const;
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_BOXSCHEDULE_H
