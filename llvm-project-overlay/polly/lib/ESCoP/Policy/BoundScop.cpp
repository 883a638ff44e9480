//===- BoundScop.cpp - Limits of what Polly is given ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps isl from taking long, and the code it generates from being wrong
// for numbers that are far larger than any that occur.
//
//===----------------------------------------------------------------------===//

#include "BoundScop.h"
#include "polly/DeLICM.h"
#include "polly/ESCoP/Policy.h"
#include "polly/ForwardOpTree.h"
#include "polly/FunctionOptions.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Accesses of scalars, once for each part of the domain. All kernels of
/// bench/kernels have at most 18, factorizations with expanded scalars 28.
/// Forces of n bodies with a cutoff have 81, which took DeLICM 5.4 s. It took
/// as long for three where a condition is one on a remainder.
static constexpr unsigned MaxScalars = 48, ScalarsOfRemainder = 16;

/// Operations of isl for dependences between subscripts with remainders. Some
/// `a[j * 129 % 3902 + k]` keep it busy for 20 s until it has got as far as
/// Polly's 500000: numbers grow.
static constexpr unsigned MaxOperationsOfRemainders = 20000;

bool polly::escop::hasDearDomain(Function &Shadow,
                                 FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  bool HasQuotient = false, HasExtremum = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(Shadow).getLoopsInPreorder()) {
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Count))
      continue;
    auto Varies = [&](const SCEV *S) {
      return !SE.isLoopInvariant(S, L->getOutermostLoop());
    };
    HasQuotient |= SCEVExprContains(Count, [&](const SCEV *S) {
      return isa<SCEVUDivExpr>(S) && Varies(S);
    });
    HasExtremum |= SCEVExprContains(Count, [&](const SCEV *S) {
      return isa<SCEVMinMaxExpr>(S) && Varies(S);
    });
  }
  return HasQuotient && HasExtremum;
}

/// Does a subscript have a quotient, or a remainder?
static bool hasRemainder(const MemoryAccess &Access) {
  bool Has = false;
  Access.getLatestAccessRelation().foreach_basic_map([&](isl::basic_map Part) {
    Has |= isl_basic_map_dim(Part.get(), isl_dim_div) > 0;
    return isl::stat::ok();
  });
  return Has;
}

PreservedAnalyses BoundParametersPass::run(Scop &S, ScopAnalysisManager &,
                                           ScopStandardAnalysisResults &AR,
                                           SPMUpdater &) {
  if (any_of(S, [](const ScopStmt &Stmt) {
        return any_of(Stmt, [](const MemoryAccess *MA) {
          return MA->isLatestArrayKind() && hasRemainder(*MA);
        });
      })) {
    FunctionOptions Options = getFunctionOptions(S.getFunction());
    Options.DependencesComputeOut = MaxOperationsOfRemainders;
    setFunctionOptions(S.getFunction(), Options);
  }
  const APInt Limit = APInt::getOneBitSet(64, OffsetBits);
  const ConstantRange Known(-Limit, Limit);
  isl::set Bounded = isl::set::universe(S.getParamSpace());
  for (const SCEV *Param : S.parameters()) {
    ConstantRange Range = AR.SE.getSignedRange(Param);
    if (Range.getBitWidth() <= 64 && Known.contains(Range.sextOrTrunc(64)))
      continue;
    int At = Bounded.find_dim_by_id(isl::dim::param, S.getIdForParam(Param));
    isl::val Least(S.getIslCtx(), -Limit.getSExtValue()),
        Greatest(S.getIslCtx(), Limit.getSExtValue());
    Bounded = isl::manage(isl_set_lower_bound_val(
        Bounded.release(), isl_dim_param, At, Least.release()));
    Bounded = isl::manage(isl_set_upper_bound_val(
        Bounded.release(), isl_dim_param, At, Greatest.release()));
  }
  if (!isl_set_plain_is_universe(Bounded.get()))
    S.addAssumption(WRAPPING, Bounded, DebugLoc(), AS_ASSUMPTION, nullptr);
  return PreservedAnalyses::all();
}

/// Does a statement compute a scalar that another one, or iteration, reads?
static bool writesScalar(const Scop &S) {
  return any_of(S, [](const ScopStmt &Stmt) {
    return any_of(Stmt, [](const MemoryAccess *MA) {
      return MA->isWrite() && MA->isLatestScalarKind();
    });
  });
}

PreservedAnalyses BoundedForwardOpTreePass::run(Scop &S,
                                                ScopAnalysisManager &SAM,
                                                ScopStandardAnalysisResults &AR,
                                                SPMUpdater &U) {
  return writesScalar(S) ? ForwardOpTreePass().run(S, SAM, AR, U)
                         : PreservedAnalyses::all();
}

PreservedAnalyses BoundedDeLICMPass::run(Scop &S, ScopAnalysisManager &SAM,
                                         ScopStandardAnalysisResults &AR,
                                         SPMUpdater &U) {
  if (!writesScalar(S))
    return PreservedAnalyses::all();
  unsigned Scalars = 0;
  for (const ScopStmt &Stmt : S) {
    unsigned Parts = 0;
    Stmt.getDomain().foreach_basic_set([&](isl::basic_set Part) {
      Parts += 1 + ScalarsOfRemainder *
                       unsigned(isl_basic_set_dim(Part.get(), isl_dim_div));
      return isl::stat::ok();
    });
    Scalars += Parts * count_if(Stmt, [](const MemoryAccess *MA) {
                 return MA->isLatestScalarKind();
               });
  }
  return Scalars > MaxScalars ? PreservedAnalyses::all()
                              : DeLICMPass().run(S, SAM, AR, U);
}
