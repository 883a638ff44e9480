//===- Joins.cpp - What SimplifyCFG has made one --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address where ways join is a PHI, which is no access to an array:
//
//  - Where a loop may be skipped, jump threading may have copied how an address
//    is computed behind it: `i * n` is 0 on the way on which i is.
//  - SimplifyCFG makes one access of those of `if (i == j) A[i][i] = …; else
//    A[i][j] = …;`. Both are of A[i][j].
//  - It makes one store of others as well, to different elements. They are
//    separated again.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>

using namespace llvm;

/// Branches in front of an edge that are asked what is equal on it.
static constexpr unsigned MaxBranches = 32;

namespace {
/// An iteration of a loop, counted from 0.
struct LoopIteration {
  const Loop *L;
  const SCEV *Number;
};

/// Rewrites an expression to what it is in an iteration.
class AtIteration : public SCEVRewriteVisitor<AtIteration> {
  const LoopIteration It;
  bool IsKnown = true;

  AtIteration(LoopIteration It, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), It(It) {}

public:
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    if (Rec->getLoop() != It.L)
      return SCEVRewriteVisitor::visitAddRecExpr(Rec);
    const SCEV *Start = visit(Rec->getStart());
    if (It.Number->isZero())
      return Start;
    // Other widths would ask whether the number wraps.
    IsKnown &= Rec->isAffine() &&
               SE.getEffectiveSCEVType(Rec->getType()) == It.Number->getType();
    return IsKnown
               ? SE.getAddExpr(Start, SE.getMulExpr(Rec->getStepRecurrence(SE),
                                                    It.Number))
               : Rec;
  }

  /// \returns null if it is not known.
  static const SCEV *rewrite(const SCEV *S, LoopIteration It,
                             ScalarEvolution &SE) {
    AtIteration Rewriter(It, SE);
    const SCEV *Result = Rewriter.visit(S);
    return Rewriter.IsKnown ? Result : nullptr;
  }
};

/// Makes PHIs of the loops of a function addresses.
class AddressJoiner {
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  SCEVExpander Expander;

  SmallVector<LoopIteration, 2> getIterations(const BasicBlock *From,
                                              const BasicBlock *To);
  bool isAddress(const SCEV *Address, const PHINode &PHI);
  const SCEV *findAddress(const PHINode &PHI);

public:
  AddressJoiner(Function &F, FunctionAnalysisManager &FAM)
      : LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        Expander(SE, F.getDataLayout(), "escop.address") {}
  void join(BasicBlock &BB);
};
} // namespace

/// The iteration of its loop in which operand @p Counter of @p Cmp is a counter
/// that is equal to the other operand, which does not change in the loop.
static std::optional<LoopIteration>
findIteration(const ICmpInst &Cmp, unsigned Counter, ScalarEvolution &SE) {
  if (!SE.isSCEVable(Cmp.getOperand(0)->getType()))
    return std::nullopt;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Cmp.getOperand(Counter)));
  const SCEV *Value = SE.getSCEV(Cmp.getOperand(1 - Counter));
  if (!Rec || !Rec->isAffine() || !Rec->hasNoSelfWrap() ||
      !SE.isLoopInvariant(Value, Rec->getLoop()))
    return std::nullopt;
  const SCEV *Number = SE.getMinusSCEV(Value, Rec->getStart());
  if (isa<SCEVCouldNotCompute>(Number))
    return std::nullopt;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (Step->isAllOnesValue())
    Number = SE.getNegativeSCEV(Number);
  else if (!Step->isOne() && !Number->isZero())
    return std::nullopt;
  return LoopIteration{Rec->getLoop(), Number};
}

/// What is known of iterations if control comes from @p From to @p To: counters
/// were compared before.
SmallVector<LoopIteration, 2>
AddressJoiner::getIterations(const BasicBlock *From, const BasicBlock *To) {
  SmallVector<LoopIteration, 2> Result;
  const DomTreeNode *Node = DT.getNode(From);
  for (unsigned Left = MaxBranches; Node && Left;
       Node = Node->getIDom(), --Left) {
    const BasicBlock *BB = Node->getBlock();
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    auto *Cmp = Br && Br->isConditional()
                    ? dyn_cast<ICmpInst>(Br->getCondition())
                    : nullptr;
    if (!Cmp || !Cmp->isEquality())
      continue;
    const BasicBlockEdge Equal(
        BB, Br->getSuccessor(Cmp->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1));
    if (!Equal.isSingleEdge() ||
        !(BB == From ? Equal.getEnd() == To : DT.dominates(Equal, From)))
      continue;
    for (unsigned Counter : {0, 1})
      if (auto It = findIteration(*Cmp, Counter, SE))
        Result.push_back(*It);
  }
  return Result;
}

/// Is what is computed of @p S at @p At no poison unless @p Value is? What was
/// loaded is not where a branch has depended on it.
static bool isOfNoPoison(const SCEV *S, const SCEV *Value,
                         const Instruction &At, const DominatorTree &DT) {
  auto IsOfValue = [&](const SCEV *Op) {
    return SCEVExprContains(Value,
                            [Op](const SCEV *Other) { return Other == Op; });
  };
  return !SCEVExprContains(S, [&](const SCEV *Op) {
    auto *U = dyn_cast<SCEVUnknown>(Op);
    return (U && !IsOfValue(U) &&
            !isGuaranteedNotToBePoison(U->getValue(), /*AC=*/nullptr, &At,
                                       &DT)) ||
           isa<SCEVUDivExpr>(Op);
  });
}

/// Is @p PHI @p Address by all ways?
bool AddressJoiner::isAddress(const SCEV *Address, const PHINode &PHI) {
  return all_of(PHI.incoming_values(), [&](const Use &U) {
    const SCEV *Value = SE.getSCEV(U);
    if (Value == Address)
      return true;
    return isOfNoPoison(Address, Value, PHI, DT) &&
           any_of(getIterations(PHI.getIncomingBlock(U), PHI.getParent()),
                  [&](LoopIteration It) {
                    const SCEV *S = AtIteration::rewrite(Address, It, SE);
                    return S && S == AtIteration::rewrite(Value, It, SE);
                  });
  });
}

/// An expression for @p PHI, or null.
const SCEV *AddressJoiner::findAddress(const PHINode &PHI) {
  const Loop *Around = LI.getLoopFor(PHI.getParent());
  const Instruction *Before = &*PHI.getParent()->getFirstInsertionPt();
  for (const Use &U : PHI.incoming_values()) {
    const SCEV *Address = SE.getSCEV(U);
    const bool IsOfEndedLoop = SCEVExprContains(Address, [&](const SCEV *S) {
      auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
      return Rec && !Rec->getLoop()->contains(Around);
    });
    if (!isa<SCEVConstant, SCEVUnknown>(Address) && !IsOfEndedLoop &&
        isAddress(Address, PHI) && Expander.isSafeToExpandAt(Address, Before))
      return Address;
  }
  return nullptr;
}

void AddressJoiner::join(BasicBlock &BB) {
  if (!LI.getLoopFor(&BB) || LI.isLoopHeader(&BB) || BB.isEHPad())
    return;
  for (PHINode &PHI : make_early_inc_range(BB.phis())) {
    if (!PHI.getType()->isIntOrPtrTy() || PHI.getNumIncomingValues() < 2 ||
        !isa<SCEVUnknown>(SE.getSCEV(&PHI)))
      continue;
    const SCEV *Address = findAddress(PHI);
    if (!Address)
      continue;
    PHI.replaceAllUsesWith(Expander.expandCodeFor(Address, PHI.getType(),
                                                  &*BB.getFirstInsertionPt()));
    SE.forgetValue(&PHI);
    PHI.eraseFromParent();
  }
}

void polly::escop::joinAddresses(Function &F, FunctionAnalysisManager &FAM) {
  AddressJoiner Joiner(F, FAM);
  for (BasicBlock &BB : F)
    Joiner.join(BB);
}

/// Collect in @p Slice, operands first, what @p V is computed of in the block
/// of @p Store. \returns whether a PHI of it is among that.
static bool collectInBlock(Value *V, const StoreInst &Store,
                           SmallSetVector<Instruction *, 8> &Slice) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Store.getParent() || Slice.contains(I))
    return false;
  if (isa<PHINode>(I))
    return true;
  bool HasPHI = false;
  for (Value *Op : I->operands())
    HasPHI |= collectInBlock(Op, Store, Slice);
  Slice.insert(I);
  return HasPHI;
}

void polly::escop::separateStores(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  bool Changes = false;
  for (BasicBlock &BB : make_early_inc_range(F)) {
    if (!LI.getLoopFor(&BB) || LI.isLoopHeader(&BB) || BB.isEHPad() ||
        !isa<PHINode>(BB.front()))
      continue;
    auto First = find_if(BB, [](const Instruction &I) {
      return I.mayHaveSideEffects() || I.mayReadFromMemory();
    });
    auto *Store = First == BB.end() ? nullptr : dyn_cast<StoreInst>(&*First);
    SmallSetVector<Instruction *, 8> Slice;
    if (!Store || !Store->isSimple() ||
        !collectInBlock(Store->getPointerOperand(), *Store, Slice) ||
        !all_of(predecessors(&BB), [](const BasicBlock *Pred) {
          return isa<BranchInst, SwitchInst>(Pred->getTerminator());
        }))
      continue;
    collectInBlock(Store->getValueOperand(), *Store, Slice);
    // Others, such as allocas, are not the same twice.
    if (!all_of(Slice, [](const Instruction *I) {
          return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst,
                     SelectInst, GetElementPtrInst>(I);
        }))
      continue;
    for (BasicBlock *Pred : to_vector(predecessors(&BB))) {
      if (!Pred->getSingleSuccessor())
        Pred = SplitEdge(Pred, &BB, &DT, &LI);
      ValueToValueMapTy VMap;
      for (PHINode &PHI : BB.phis())
        VMap[&PHI] = PHI.getIncomingValueForBlock(Pred);
      Slice.insert(Store);
      for (Instruction *I : Slice) {
        Instruction *Copy = I->clone();
        Copy->insertBefore(Pred->getTerminator()->getIterator());
        RemapInstruction(Copy, VMap,
                         RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        VMap[I] = Copy;
      }
    }
    Value *Address = Store->getPointerOperand();
    Value *Stored = Store->getValueOperand();
    Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
    RecursivelyDeleteTriviallyDeadInstructions(Stored);
    Changes = true;
  }
  if (Changes)
    FAM.invalidate(F, PreservedAnalyses::none());
}
