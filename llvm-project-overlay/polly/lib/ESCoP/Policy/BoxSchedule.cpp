//===- BoxSchedule.cpp - Execute a SCoP box by box ------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls in the entry block stand for the parameters while Polly generates code,
// and one for each part of the SCoP, which has its bounds:
//
//   params = escop.box.param(…)
//   escop.box.part(flags, bounds of part 0)
//   if (run-time check)
//     SCoP, of part 0 if mode is 0, …
//
// Behind that, the SCoP is executed for each box:
//
//   if (run-time check)
//     while ((mode = escop.boxes.next(&boxes, &box)) >= 0)
//       SCoP, by the bounds of the box
//
//===----------------------------------------------------------------------===//

#include "BoxSchedule.h"
#include "polly/ESCoP/Runtime.h"
#include "polly/ESCoP/Support.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;
using runtime::NumBoxDims;

static constexpr StringLiteral ParamName = "escop.box.param",
                               PartName = "escop.box.part";
/// Of the parameters in isl's notation.
static constexpr const char *Names = "[R0, C0, K0, R1, C1, K1, mode]";

static SmallVector<CallInst *, NumBoxParams> getCalls(Function &F,
                                                      StringRef Name) {
  SmallVector<CallInst *, NumBoxParams> Calls;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == Name)
      Calls.push_back(Call);
  return Calls;
}

/// Declare what stands for a parameter, or for a part.
static Function *getPlaceholder(Module &M, StringRef Name, FunctionType *Ty,
                                MemoryEffects Effects) {
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Ty).getCallee());
  F->setMemoryEffects(Effects);
  F->setDoesNotThrow();
  F->setWillReturn();
  return F;
}

PreservedAnalyses AddBoxParamsPass::run(Function &Shadow,
                                        FunctionAnalysisManager &) {
  IRBuilder<> Builder(Shadow.getEntryBlock().getTerminator());
  Type *I64 = Builder.getInt64Ty();
  Function *Param = getPlaceholder(*Shadow.getParent(), ParamName,
                                   FunctionType::get(I64, {I64}, false),
                                   MemoryEffects::none());
  for (unsigned Idx = 0; Idx < NumBoxParams; ++Idx)
    Builder.CreateCall(Param, Builder.getInt64(Idx));
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

BoxSchedule::BoxSchedule(Scop &S) : S(S) {
  for (CallInst *Call : getCalls(S.getFunction(), ParamName))
    Params.push_back(Call);
  ScalarEvolution &SE = *S.getSE();
  ParameterSetTy New;
  for (Instruction *Param : Params)
    New.insert(SE.getSCEV(Param));
  S.addParams(New);
}

/// \returns \p Set, whose first parameters are ours, with their names.
isl::set BoxSchedule::nameParams(isl::set Set) const {
  for (auto [Idx, Param] : enumerate(Params))
    Set = Set.set_dim_id(isl::dim::param, Idx,
                         S.getIdForParam(S.getSE()->getSCEV(Param)));
  return Set;
}

isl::set BoxSchedule::getParams(const char *Condition) const {
  return nameParams(isl::set(
      S.getIslCtx(), formatv("{0} -> {{ : {1} }", Names, Condition).str()));
}

/// Larger numbers are those that a type has room for, or that the others are
/// checked not to exceed.
static bool isSmall(const isl::val &V, unsigned Bits = 30) {
  const isl::val Most = isl::val(V.ctx(), 1L << Bits);
  return V.lt(Most).is_true() && V.gt(Most.neg()).is_true();
}

/// \returns the constraints of \p Set.
static SmallVector<isl::constraint, 8>
getConstraints(const isl::basic_set &Set) {
  SmallVector<isl::constraint, 8> Constraints;
  isl_basic_set_foreach_constraint(
      Set.get(),
      [](isl_constraint *C, void *To) {
        static_cast<SmallVector<isl::constraint, 8> *>(To)->push_back(
            isl::manage(C));
        return isl_stat_ok;
      },
      &Constraints);
  return Constraints;
}

static bool hasDivisions(const isl::constraint &C) {
  const int NumDivs = isl_constraint_dim(C.get(), isl_dim_div);
  return NumDivs &&
         isl_constraint_involves_dims(C.get(), isl_dim_div, 0, NumDivs);
}

/// Find the \p Found bounds of \p Set, of one dimension, and reduce it to them.
/// \returns whether it has some on both sides, of numbers of so many \p Bits.
static bool findBounds(isl::basic_set &Set, BoxSchedule::Bounds &Found,
                       unsigned Bits) {
  const auto Constraints = getConstraints(Set);
  Set = isl::basic_set::universe(Set.get_space());
  bool HasLower = false, HasUpper = false;
  for (const isl::constraint &C : Constraints) {
    const isl::val Factor = isl::manage(
        isl_constraint_get_coefficient_val(C.get(), isl_dim_set, 0));
    const isl::val Constant =
        isl::manage(isl_constraint_get_constant_val(C.get()));
    if (!Factor.abs().is_one().is_true() || hasDivisions(C) ||
        !isSmall(Constant))
      continue;
    const bool IsEqual = isl_constraint_is_equality(C.get());
    BoxSchedule::Bound New = {
        isl::manage(isl_constraint_get_bound(C.get(), isl_dim_set, 0)),
        IsEqual || Factor.is_pos().is_true(),
        IsEqual || Factor.is_neg().is_true()};
    HasLower |= New.IsLower && isSmall(Constant, Bits);
    HasUpper |= New.IsUpper && isSmall(Constant, Bits);
    Found.push_back(New);
    Set = isl::manage(isl_basic_set_add_constraint(Set.release(), C.copy()));
  }
  return HasLower && HasUpper;
}

bool BoxSchedule::addPart(const isl::set &Points, uint64_t Flags) {
  // A bound of all points may be one of a type of few bits.
  constexpr unsigned BitsOfSize = 12, BitsOfAny = 30;
  Part Added;
  Added.Flags = Flags;
  for (unsigned Dim = 0; Dim < NumBoxDims; ++Dim) {
    Range &R = Added.Ranges[Dim];
    R.Points = Points.project_out(isl::dim::set, Dim + 1, NumBoxDims - Dim - 1)
                   .project_out(isl::dim::set, 0, Dim)
                   .coalesce();
    R.Hull = R.Points.simple_hull();
    if (findBounds(R.Hull, R.OfAll, BitsOfSize))
      continue;
    bool AreBounded = true;
    R.Points.foreach_basic_set([&](isl::basic_set Piece) {
      AreBounded &= findBounds(Piece, R.OfPieces.emplace_back(), BitsOfAny);
      return isl::stat::ok();
    });
    if (!AreBounded || R.OfPieces.empty())
      return false;
  }
  Parts.push_back(Added);
  return true;
}

void BoxSchedule::addWhole() {
  Parts.emplace_back();
  Parts.back().Flags = runtime::BF_IsWhole;
}

isl::union_set BoxSchedule::getBox(bool OfRows) const {
  std::string Condition = "R0 <= r < R1 and C0 <= c < C1 and K0 <= k < K1";
  if (OfRows) {
    Condition = formatv("R0 <= r < R1 and C0 <= c < C0 + {0} and "
                        "C0 <= k < C0 + {0}",
                        runtime::BoxColumns)
                    .str();
    if (getFlags() & (runtime::BF_IsLower | runtime::BF_IsBeforeRow))
      Condition += formatv(" and r >= C0 + {0}", runtime::BoxColumns).str();
  }
  return nameParams(
      isl::set(S.getIslCtx(),
               formatv("{0} -> {{ [r, c, k] : {1} }", Names, Condition).str()));
}

SmallVector<isl::id, NumBoxParams> BoxSchedule::getParamIds() const {
  SmallVector<isl::id, NumBoxParams> Ids;
  for (Instruction *Param : Params)
    Ids.push_back(S.getIdForParam(S.getSE()->getSCEV(Param)));
  return Ids;
}

/// \returns the parameters for which \p Place is within the last part's bounds.
isl::set BoxSchedule::isWithin(unsigned Dim, const char *Place) const {
  const isl::set At = nameParams(isl::set(
      S.getIslCtx(), formatv("{0} -> {{ [{1}] }", Names, Place).str()));
  return isl::set(Parts.back().Ranges[Dim].Hull).intersect(At).params();
}

isl::set BoxSchedule::getContext(runtime::BoxMode Mode) const {
  const unsigned Number =
      (Parts.size() - 1) * runtime::NumBoxModes + unsigned(Mode);
  isl::set Context = getParams(formatv("mode = {0}", Number).str().c_str());
  if (getFlags() & runtime::BF_IsWhole)
    return Context;
  const std::string Last = formatv("C0 + {0}", runtime::BoxColumns - 1).str();
  const bool IsOfRows = Mode == runtime::BM_Rows;
  const char *Places[NumBoxDims][2] = {
      {"R0", "R1 - 1"},
      {"C0", IsOfRows ? Last.c_str() : "C1 - 1"},
      {IsOfRows ? "C0" : "K0", IsOfRows ? Last.c_str() : "K1 - 1"}};
  for (unsigned Dim = 0; Dim < NumBoxDims; ++Dim)
    for (const char *Place : Places[Dim])
      Context = Context.intersect(isWithin(Dim, Place));
  if (Mode == runtime::BM_Product) {
    const std::pair<runtime::BoxFlag, const char *> Known[] = {
        {runtime::BF_IsBeforeRow, "K1 <= R0"},
        {runtime::BF_IsBeforeColumn, "K1 <= C0"},
        {runtime::BF_IsBehindRow, "R1 <= K0"},
        {runtime::BF_IsBehindColumn, "C1 <= K0"},
        {runtime::BF_IsLower, "C0 <= R0"}};
    for (auto [Flag, Condition] : Known)
      if (getFlags() & Flag)
        Context = Context.intersect(getParams(Condition));
  }
  return Context;
}

unsigned BoxSchedule::getNumRelations() const {
  constexpr uint64_t Relations =
      runtime::BF_IsBeforeRow | runtime::BF_IsBeforeColumn |
      runtime::BF_IsBehindRow | runtime::BF_IsBehindColumn;
  unsigned Most = 0;
  for (const Part &P : Parts) {
    if (!(P.Flags & (runtime::BF_HasProducts | runtime::BF_IsWhole)))
      return 0;
    Most = std::max<unsigned>(Most, popcount(P.Flags & Relations));
  }
  return Most;
}

/// \returns \p Value, of parameters, or null if it has large numbers.
static const SCEV *getSCEV(const isl::aff &Value, ScalarEvolution &SE) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  bool AreSmall = true;
  auto GetInt = [&](isl::val V) {
    AreSmall &= isSmall(V);
    return SE.getConstant(I64, AreSmall ? isl_val_get_num_si(V.get()) : 0,
                          /*isSigned=*/true);
  };
  const SCEV *Sum = GetInt(isl::manage(isl_aff_get_constant_val(Value.get())));
  const isl::space Space = isl::manage(isl_aff_get_domain_space(Value.get()));
  for (unsigned Idx : rangeIslSize(0, Space.dim(isl::dim::param))) {
    const isl::val Factor = isl::manage(
        isl_aff_get_coefficient_val(Value.get(), isl_dim_param, Idx));
    if (Factor.is_zero().is_true())
      continue;
    auto *Param = static_cast<const SCEV *>(
        Space.get_dim_id(isl::dim::param, Idx).get_user());
    if (!Param->getType()->isIntegerTy() ||
        SE.getTypeSizeInBits(Param->getType()) > 64)
      return nullptr;
    Sum = SE.getAddExpr(
        Sum,
        SE.getMulExpr(GetInt(Factor), SE.getTruncateOrSignExtend(Param, I64)));
  }
  return AreSmall ? Sum : nullptr;
}

/// \returns where what all of \p Of hold for begins, or ends if \p IsEnd, or
/// null.
static const SCEV *getLimit(const BoxSchedule::Bounds &Of, bool IsEnd,
                            ScalarEvolution &SE) {
  const SCEV *Limit = nullptr;
  for (const BoxSchedule::Bound &B : Of) {
    if (!(IsEnd ? B.IsUpper : B.IsLower))
      continue;
    const SCEV *At = getSCEV(B.At, SE);
    if (!At)
      return nullptr;
    if (IsEnd)
      At = SE.getAddExpr(At, SE.getOne(At->getType()));
    Limit = !Limit  ? At
            : IsEnd ? SE.getSMinExpr(Limit, At)
                    : SE.getSMaxExpr(Limit, At);
  }
  return Limit;
}

/// The same of \p R, whose pieces may be empty.
static const SCEV *getLimit(const BoxSchedule::Range &R, bool IsEnd,
                            ScalarEvolution &SE) {
  const SCEV *Limit = nullptr;
  for (const BoxSchedule::Bounds &Piece : R.OfPieces) {
    const SCEV *At = getLimit(Piece, IsEnd, SE);
    if (!At)
      return nullptr;
    Limit = !Limit  ? At
            : IsEnd ? SE.getSMaxExpr(Limit, At)
                    : SE.getSMinExpr(Limit, At);
  }
  const SCEV *OfAll = getLimit(R.OfAll, IsEnd, SE);
  if (!Limit || !OfAll)
    return Limit ? Limit : OfAll;
  return IsEnd ? SE.getSMinExpr(Limit, OfAll) : SE.getSMaxExpr(Limit, OfAll);
}

bool BoxSchedule::emitParts(ScopStandardAnalysisResults &AR) const {
  Instruction *Where = S.getFunction().getEntryBlock().getTerminator();
  ScalarEvolution &SE = AR.SE;
  IRBuilder<> Builder(Where);
  Type *I64 = Builder.getInt64Ty();
  SCEVExpander Expander(SE, Where->getModule()->getDataLayout(), "escop.box");
  Function *Callee = getPlaceholder(
      *Where->getModule(), PartName,
      FunctionType::get(Builder.getVoidTy(),
                        SmallVector<Type *>(NumBoxParams, I64), false),
      MemoryEffects::inaccessibleMemOnly());
  SmallVector<const SCEV *, 2 * NumBoxDims> All;
  for (const Part &P : Parts) {
    for (unsigned Side : {0, 1})
      for (const Range &R : P.Ranges)
        All.push_back(P.Flags & runtime::BF_IsWhole ? SE.getZero(I64)
                                                    : getLimit(R, Side, SE));
  }
  for (const SCEV *Bound : All)
    if (!Bound || !Expander.isSafeToExpandAt(Bound, Where))
      return false;
  for (auto [Idx, P] : enumerate(Parts)) {
    SmallVector<Value *, NumBoxParams> Args = {Builder.getInt64(P.Flags)};
    for (const SCEV *Bound :
         ArrayRef(All).slice(Idx * 2 * NumBoxDims, 2 * NumBoxDims))
      Args.push_back(Expander.expandCodeFor(Bound, I64, Where));
    Builder.CreateCall(Callee, Args);
  }
  return true;
}

/// The branch of Polly's run-time check.
static BranchInst *getRuntimeCheck(Function &F) {
  for (BasicBlock &BB : F)
    if (auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
        Br && Br->getMetadata("polly.rtc"))
      return Br;
  return nullptr;
}

/// \returns where the SCoP's code behind \p Check ends, in front of where the
/// other way goes on, too, or null if it is not as executeBoxes needs it.
static BasicBlock *findEnd(Function &Shadow, const BranchInst &Check) {
  PostDominatorTree PDT(Shadow);
  DominatorTree DT(Shadow);
  BasicBlock *Begin = Check.getSuccessor(0);
  BasicBlock *Behind =
      PDT.findNearestCommonDominator(Begin, Check.getSuccessor(1));
  if (!Behind)
    return nullptr;
  SmallPtrSet<BasicBlock *, 1> Ends;
  for (BasicBlock *Pred : predecessors(Behind))
    if (DT.dominates(Begin, Pred))
      Ends.insert(Pred);
  BasicBlock *End = Ends.size() == 1 ? *Ends.begin() : nullptr;
  auto IsOfBox = [&](const Use &Op) {
    auto *Used = dyn_cast<Instruction>(Op);
    return Used && Used->getParent() != End &&
           DT.dominates(Begin, Used->getParent());
  };
  // What is stored where it begins is not there for the next box; where it
  // ends, nothing but what scalars are in memory then.
  if (!End || End == Begin || isa<PHINode>(Begin->front()) ||
      isa<PHINode>(End->front()) ||
      any_of(*Begin, [](const Instruction &I) { return isa<StoreInst>(I); }) ||
      any_of(*End, [&](const Instruction &I) {
        return any_of(I.operands(), IsOfBox);
      }))
    return nullptr;
  return End;
}

namespace {
/// The runtime's structures, in a shadow's stack.
class BoxMemory {
  IRBuilder<> Builder;
  AllocaInst *Stack, *Current, *Descriptors;

  AllocaInst *allocate(uint64_t Bytes, const char *Name);
  Value *getField(IRBuilder<> &Builder, Value *Of, uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Of, Offset);
  }
  void store(IRBuilder<> &Builder, Value *V, Value *To, uint64_t Offset) {
    Builder.CreateStore(V, getField(Builder, To, Offset));
  }

public:
  BoxMemory(Function &Shadow, ArrayRef<CallInst *> Parts);
  /// Begin with the first box.
  void begin(IRBuilder<> &Builder);
  /// \returns the bounds of the next box, and how it is executed.
  SmallVector<Value *, NumBoxParams> next(IRBuilder<> &Builder);
};
} // namespace

AllocaInst *BoxMemory::allocate(uint64_t Bytes, const char *Name) {
  auto *Local = Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Bytes),
                                     nullptr, Name);
  Local->setAlignment(Align(8));
  return Local;
}

BoxMemory::BoxMemory(Function &Shadow, ArrayRef<CallInst *> Parts)
    : Builder(&*Shadow.getEntryBlock().getFirstInsertionPt()) {
  using namespace runtime;
  Stack = allocate(sizeof(BoxStack), "escop.boxes");
  Current = allocate(sizeof(Box), "escop.box");
  Descriptors = allocate(Parts.size() * sizeof(BoxPart), "escop.parts");
  Builder.SetInsertPoint(Shadow.getEntryBlock().getTerminator());
  auto Store = [&](Value *V, Value *To, uint64_t Offset) {
    store(Builder, V, To, Offset);
  };
  Store(Builder.getInt64(Parts.size()), Stack, offsetof(BoxStack, NumParts));
  Store(Descriptors, Stack, offsetof(BoxStack, Parts));
  const std::pair<int64_t, uint64_t> Sizes[] = {
      {UsualBoxSizes.Least, offsetof(BoxSizes, Least)},
      {UsualBoxSizes.Usual, offsetof(BoxSizes, Usual)},
      {UsualBoxSizes.Most, offsetof(BoxSizes, Most)}};
  for (auto [Size, Offset] : Sizes)
    Store(Builder.getInt64(Size), Stack, offsetof(BoxStack, Sizes) + Offset);
  for (auto [Idx, Part] : enumerate(Parts)) {
    const uint64_t Offset = Idx * sizeof(BoxPart);
    Store(Part->getArgOperand(0), Descriptors,
          Offset + offsetof(BoxPart, Flags));
    for (unsigned Bound = 0; Bound < 2 * NumBoxDims; ++Bound)
      Store(Part->getArgOperand(1 + Bound), Descriptors,
            Offset + offsetof(BoxPart, All) + Bound * sizeof(int64_t));
  }
}

void BoxMemory::begin(IRBuilder<> &Builder) {
  for (uint64_t Offset : {offsetof(runtime::BoxStack, NumBoxes),
                          offsetof(runtime::BoxStack, NextPart)})
    store(Builder, Builder.getInt64(0), Stack, Offset);
}

SmallVector<Value *, NumBoxParams> BoxMemory::next(IRBuilder<> &Builder) {
  Value *Mode = callRuntime(Builder, "escop.boxes.next", {Stack, Current});
  SmallVector<Value *, NumBoxParams> Values;
  for (unsigned Bound = 0; Bound < 2 * NumBoxDims; ++Bound)
    Values.push_back(Builder.CreateLoad(
        Builder.getInt64Ty(),
        getField(Builder, Current, Bound * sizeof(int64_t))));
  Values.push_back(Mode);
  return Values;
}

/// Is what \p V is used for done in front of \p Header?
static bool isUsedInFrontOf(const Instruction &V, const BasicBlock &Header,
                            const DominatorTree &DT) {
  SmallVector<const Instruction *, 8> Worklist = {&V};
  while (!Worklist.empty())
    for (const User *U : Worklist.pop_back_val()->users()) {
      auto *I = cast<Instruction>(U);
      if (isa<PHINode>(I) || I->mayHaveSideEffects() ||
          DT.dominates(&Header, I->getParent()))
        return false;
      Worklist.push_back(I);
    }
  return true;
}

bool polly::escop::executeBoxes(Function &Shadow) {
  const auto Params = getCalls(Shadow, ParamName),
             Parts = getCalls(Shadow, PartName);
  BranchInst *Check = getRuntimeCheck(Shadow);
  // Polly's run-time check asks whether a parameter is too large. Boxes are
  // not, if what the nest's own are asked holds.
  auto EraseParams = [&] {
    for (CallInst *Param : Params) {
      Param->replaceAllUsesWith(ConstantInt::get(Param->getType(), 0));
      Param->eraseFromParent();
    }
  };
  if (Parts.empty()) {
    EraseParams();
    return true;
  }
  BasicBlock *End = Check ? findEnd(Shadow, *Check) : nullptr;
  if (!End)
    return false;
  BoxMemory Boxes(Shadow, Parts);
  LLVMContext &Ctx = Shadow.getContext();
  // A SCoP may be in a loop of its own.
  BasicBlock *Begin = Check->getSuccessor(0),
             *Preheader =
                 BasicBlock::Create(Ctx, "escop.boxes", &Shadow, Begin),
             *Header =
                 BasicBlock::Create(Ctx, "escop.box.next", &Shadow, Begin);
  for (BasicBlock *Pred : to_vector(predecessors(End)))
    Pred->getTerminator()->replaceSuccessorWith(End, Header);
  Check->setSuccessor(0, Preheader);
  IRBuilder<> Builder(Preheader);
  Boxes.begin(Builder);
  Builder.CreateBr(Header);
  Builder.SetInsertPoint(Header);
  const auto Values = Boxes.next(Builder);
  Builder.CreateCondBr(
      Builder.CreateICmpSLT(Values.back(), Builder.getInt64(0)), End, Begin);
  const DominatorTree DT(Shadow);
  for (auto [Param, V] : zip(Params, Values)) {
    for (Use &U : make_early_inc_range(Param->uses()))
      if (DT.dominates(cast<Instruction>(V), U))
        U.set(V);
    if (!isUsedInFrontOf(*Param, *Header, DT))
      return false;
  }
  EraseParams();
  for (CallInst *Part : Parts)
    Part->eraseFromParent();
  return true;
}
