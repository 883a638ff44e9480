//===- StickyFlags.cpp - What is recorded rather than thrown --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bool isspd = true;
//   for (…)
//     for (…) {
//       …
//       if (!(L[c][c] > eps * fabs(sum))) {
//         isspd = false;
//         …
//       }
//     }
//   return isspd;
//
// A flag that is set to one value, wherever, and is read behind the nest only,
// keeps all iterations in their order: each has the flag from the one before.
// But it is as with a guard: what counts is whether it was set in any of them.
// So while Polly schedules the shadow, a marker stands for each place where it
// is set, as for each guard; and behind, the flag is the disjunction of what
// the markers were called with.
//
//===----------------------------------------------------------------------===//

#include "StickyFlags.h"
#include "polly/ESCoP/Support.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Of a store of a flag behind the loops: its number, and what it is set to.
static constexpr StringLiteral FlagKind = "escop.flag";

namespace {
/// The values that a flag has in a nest, which begins with a PHI.
class StickyFlag {
  PHINode &Begin;
  const LoopInfo &LI;
  const DominatorTree &DT;
  Value *const Before;
  /// What it is set to; if it has more bits, as with `flag |= x > y`, that is
  /// 1, and the others stay.
  ConstantInt *Set = nullptr;
  bool IsBit = false;
  SmallSetVector<Instruction *, 8> Values;
  /// Of values that are conjunctions of another one and a condition, or
  /// disjunctions: that condition.
  SmallDenseMap<const Instruction *, Value *, 2> Conditions;
  /// Behind the loops.
  SmallVector<StoreInst *, 2> Stores;

  bool isSet(const Value *V) const {
    auto *C = dyn_cast<ConstantInt>(V);
    return C && C->getZExtValue() == Set->getZExtValue();
  }
  bool add(Value *V, const Instruction &User);
  bool addCombination(Instruction &I, Value *Condition, bool IsOr);
  bool addUser(Instruction &I, Instruction &User);
  bool isUsedOnce(Instruction &I) const;
  Value *isSetBy(Instruction &I, IRBuilderBase &Builder) const;

public:
  StickyFlag(PHINode &Begin, const LoopInfo &LI, const DominatorTree &DT)
      : Begin(Begin), LI(LI), DT(DT),
        Before(Begin.getIncomingValueForBlock(
            LI.getLoopFor(Begin.getParent())->getLoopPreheader())) {}
  bool isSticky();
  /// Is it set in an innermost loop?
  bool isSetInnermost() const;
  void mark(unsigned Number);
};
} // namespace

/// Is it a flag that is 0 or 1, with other bits than the operand?
static bool isBoolCast(const Instruction &I) {
  auto *Trunc = dyn_cast<TruncInst>(&I);
  return Trunc ? Trunc->hasNoUnsignedWrap() && I.getType()->isIntegerTy(1)
               : isa<ZExtInst>(I) && I.getOperand(0)->getType()->isIntegerTy(1);
}

/// Add what the flag's value @p User may be.
bool StickyFlag::add(Value *V, const Instruction &User) {
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    // It is set in each iteration, or before a loop.
    if (isa<PHINode>(User) && LI.isLoopHeader(User.getParent()))
      return false;
    if (!Set)
      Set = ConstantInt::get(cast<IntegerType>(Begin.getType()),
                             C->getZExtValue());
    return isSet(C);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !(isa<PHINode, SelectInst>(I) || isBoolCast(*I)))
    return I && Conditions.contains(I);
  Values.insert(I);
  return true;
}

/// Add @p I, the disjunction of a flag and @p Condition, or the conjunction.
bool StickyFlag::addCombination(Instruction &I, Value *Condition, bool IsOr) {
  if (IsOr && !I.getType()->isIntegerTy(1)) {
    IsBit = true;
    if (auto *Extension = dyn_cast<ZExtInst>(Condition))
      Condition = Extension->getOperand(0);
  }
  // Where both are flags, neither is a condition.
  if (!Condition->getType()->isIntegerTy(1) ||
      !Conditions.try_emplace(&I, Condition).second)
    return false;
  Values.insert(&I);
  return add(ConstantInt::get(cast<IntegerType>(I.getType()), IsOr), I);
}

/// Add @p User, which the flag's value @p I is passed on to.
bool StickyFlag::addUser(Instruction &I, Instruction &User) {
  if (auto *Store = dyn_cast<StoreInst>(&User)) {
    Stores.push_back(Store);
    return Store->getValueOperand() == &I && I.getType() == Begin.getType() &&
           Stores.front()->getValueOperand() == &I &&
           !LI.getLoopFor(Store->getParent());
  }
  using namespace PatternMatch;
  Value *Condition;
  if (match(&User, m_c_And(m_Specific(&I), m_Value(Condition))) ||
      match(&User, m_Select(m_Specific(&I), m_Value(Condition), m_Zero())))
    return addCombination(User, Condition, /*IsOr=*/false);
  if (match(&User, m_c_Or(m_Specific(&I), m_Value(Condition))) ||
      match(&User, m_Select(m_Specific(&I), m_One(), m_Value(Condition))))
    return addCombination(User, Condition, /*IsOr=*/true);
  auto *Select = dyn_cast<SelectInst>(&User);
  if (!isa<PHINode>(User) && !isBoolCast(User) &&
      (!Select || Select->getCondition() == &I))
    return false;
  Values.insert(&User);
  return true;
}

/// Is the value @p I passed on at most once before there is another one, so
/// that the flag stays set?
bool StickyFlag::isUsedOnce(Instruction &I) const {
  const SmallPtrSet<BasicBlock *, 1> Again = {I.getParent()};
  return none_of(I.uses(), [&](Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    return any_of(I.uses(), [&](Use &Other) {
      auto *OtherUser = cast<Instruction>(Other.getUser());
      if (&U == &Other || (isa<StoreInst>(User) && isa<StoreInst>(OtherUser)))
        return false;
      // A PHI uses it where control comes to it.
      BasicBlock *From = isa<PHINode>(OtherUser)
                             ? cast<PHINode>(OtherUser)->getIncomingBlock(Other)
                             : OtherUser->getParent();
      if (!isa<PHINode>(User) && User->getParent() == From)
        return true;
      // There, the value is another one by then.
      if (From == I.getParent())
        return false;
      SmallVector<BasicBlock *, 4> Behind;
      if (isa<PHINode>(User))
        Behind.push_back(User->getParent());
      else
        append_range(Behind, successors(User->getParent()));
      return isPotentiallyReachableFromMany(Behind, From, &Again, &DT, &LI);
    });
  });
}

/// Is it a flag that is not read in the nest?
bool StickyFlag::isSticky() {
  if (!Begin.getType()->isIntegerTy() ||
      Begin.getType()->getIntegerBitWidth() > 64)
    return false;
  Values.insert(&Begin);
  for (unsigned Idx = 0; Idx < Values.size(); ++Idx) {
    Instruction &I = *Values[Idx];
    if (!isUsedOnce(I))
      return false;
    for (User *U : I.users())
      if (!addUser(I, *cast<Instruction>(U)))
        return false;
    if (Conditions.contains(&I))
      continue;
    if (auto *Select = dyn_cast<SelectInst>(&I))
      if (!add(Select->getTrueValue(), I) || !add(Select->getFalseValue(), I))
        return false;
    if (isBoolCast(I) && !add(I.getOperand(0), I))
      return false;
    if (auto *PHI = dyn_cast<PHINode>(&I))
      for (auto [From, V] : zip(PHI->blocks(), PHI->incoming_values()))
        if ((PHI != &Begin || LI.getLoopFor(From)) && !add(V, I))
          return false;
  }
  // A bit is not set beside other values.
  auto SetsNoBit = [&](const Instruction *I) {
    auto *PHI = dyn_cast<PHINode>(I);
    return PHI ? PHI != &Begin &&
                     any_of(PHI->incoming_values(),
                            [](Value *V) { return isa<ConstantInt>(V); })
               : I->getOpcode() != Instruction::Or;
  };
  return Set && Set != Before && !Stores.empty() &&
         !(IsBit && any_of(Values, SetsNoBit)) &&
         none_of(Conditions, [&](const auto &C) {
           auto *I = dyn_cast<Instruction>(C.second);
           return I && Values.contains(I);
         });
}

bool StickyFlag::isSetInnermost() const {
  return any_of(Values, [&](const Instruction *I) {
    const Loop *L = LI.getLoopFor(I->getParent());
    return L && L->isInnermost() && L->getHeader() != I->getParent();
  });
}

/// Whether control comes to @p PHI from the first of two blocks, as the
/// condition of a branch, with @p Builder in front of that; null if there is no
/// such branch. A PHI would be one more dependence.
static Value *comesFromFirst(PHINode &PHI, IRBuilderBase &Builder) {
  BasicBlock *To = PHI.getParent();
  if (PHI.getNumIncomingValues() != 2)
    return nullptr;
  // Where the way through a block begins, and that block, or else the PHI's.
  auto GetBegin = [&](BasicBlock *From) {
    BasicBlock *Single = From->getSinglePredecessor();
    return From->getSingleSuccessor() && Single
               ? std::pair(Single, From)
               : std::pair(From, To);
  };
  auto [A, ByA] = GetBegin(PHI.getIncomingBlock(0));
  auto [B, ByB] = GetBegin(PHI.getIncomingBlock(1));
  auto *Br = dyn_cast<BranchInst>(A->getTerminator());
  if (A != B || ByA == ByB || !Br || !Br->isConditional())
    return nullptr;
  Builder.SetInsertPoint(Br);
  return Br->getSuccessor(0) == ByA ? Br->getCondition()
                                    : Builder.CreateNot(Br->getCondition());
}

/// Whether the flag is set where it gets the value @p I, for @p Builder's
/// place; null if it is not.
Value *StickyFlag::isSetBy(Instruction &I, IRBuilderBase &Builder) const {
  Builder.SetInsertPoint(&I);
  if (Value *Condition = Conditions.lookup(&I)) {
    // Where it is set anyway, it does not matter.
    if (isa<SelectInst>(I))
      Condition = Builder.CreateFreeze(Condition);
    return Set->isZero() ? Builder.CreateNot(Condition) : Condition;
  }
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Condition = Select->getCondition();
    if (isSet(Select->getTrueValue()))
      return Condition;
    return isSet(Select->getFalseValue()) ? Builder.CreateNot(Condition)
                                          : nullptr;
  }
  auto *PHI = dyn_cast<PHINode>(&I);
  if (!PHI || PHI == &Begin ||
      none_of(PHI->incoming_values(), [&](const Value *V) { return isSet(V); }))
    return nullptr;
  if (Value *IsFirst = comesFromFirst(*PHI, Builder))
    return isSet(PHI->getIncomingValue(0)) ? IsFirst
                                           : Builder.CreateNot(IsFirst);
  PHINode *IsSet =
      Builder.CreatePHI(Builder.getInt1Ty(), PHI->getNumIncomingValues());
  for (auto [From, V] : zip(PHI->blocks(), PHI->incoming_values()))
    IsSet->addIncoming(Builder.getInt1(isSet(V)), From);
  Builder.SetInsertPoint(I.getParent(), I.getParent()->getFirstInsertionPt());
  return IsSet;
}

/// Let markers with a @p Number take its place.
void StickyFlag::mark(unsigned Number) {
  LLVMContext &Ctx = Begin.getContext();
  IRBuilder<> Builder(Ctx);
  for (Instruction *I : Values)
    if (Value *IsSet = isSetBy(*I, Builder))
      createGuardMarker(Builder, IsSet, Number);
  auto *Node = MDNode::get(
      Ctx,
      {ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Ctx), Number)),
       ConstantAsMetadata::get(Set),
       ConstantAsMetadata::get(ConstantInt::getBool(Ctx, IsBit))});
  for (StoreInst *Store : Stores) {
    Store->setOperand(0, Before);
    Store->setMetadata(FlagKind, Node);
  }
  for (Instruction *I : Values)
    I->dropAllReferences();
  for (Instruction *I : Values)
    I->eraseFromParent();
}

void polly::escop::markStickyFlags(Function &Shadow, unsigned NumGuards,
                                   bool ForProducts,
                                   FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  unsigned Number = NumGuards;
  for (const Loop *L : LI) {
    if (!L->getLoopPreheader())
      continue;
    SmallVector<PHINode *, 8> PHIs;
    for (PHINode &PHI : L->getHeader()->phis())
      PHIs.push_back(&PHI);
    for (PHINode *PHI : PHIs)
      if (StickyFlag Flag(*PHI, LI, DT);
          Flag.isSticky() && !(ForProducts && Flag.isSetInnermost()))
        Flag.mark(Number++);
  }
  if (Number > NumGuards)
    FAM.invalidate(Shadow, PreservedAnalyses::none());
}

void polly::escop::restoreStickyFlags(Function &Shadow, unsigned NumGuards) {
  SmallDenseMap<unsigned, AllocaInst *, 2> Flags;
  IRBuilder<> Builder(Shadow.getContext());
  auto GetFlag = [&](unsigned Number) {
    AllocaInst *&Flag = Flags[Number];
    if (!Flag) {
      Builder.SetInsertPoint(&Shadow.getEntryBlock().front());
      Flag = Builder.CreateAlloca(Builder.getInt1Ty(), nullptr, FlagKind);
      Builder.CreateStore(Builder.getFalse(), Flag);
    }
    return Flag;
  };
  for (Instruction &I : make_early_inc_range(instructions(Shadow))) {
    if (isGuardMarker(I) && getGuardIndex(I) >= NumGuards) {
      AllocaInst *Flag = GetFlag(getGuardIndex(I));
      Builder.SetInsertPoint(&I);
      Value *Old = Builder.CreateLoad(Builder.getInt1Ty(), Flag);
      Builder.CreateStore(Builder.CreateOr(Old, I.getOperand(0)), Flag);
      I.eraseFromParent();
    } else if (const MDNode *Node = I.getMetadata(FlagKind)) {
      auto Get = [&](unsigned Idx) {
        return mdconst::extract<ConstantInt>(Node->getOperand(Idx));
      };
      AllocaInst *Flag = GetFlag(Get(0)->getZExtValue());
      Builder.SetInsertPoint(&I);
      Value *Before = I.getOperand(0), *Set = Get(1);
      if (Get(2)->isOne())
        Set = Builder.CreateOr(Before, Set);
      I.setOperand(
          0, Builder.CreateSelect(Builder.CreateLoad(Builder.getInt1Ty(), Flag),
                                  Set, Before));
      I.setMetadata(FlagKind, nullptr);
    }
  }
}
