//===- Specialise.cpp - Tell the shadow what was checked ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver calls the shadow only after the footprint's run-time check, so the
// array bases among its arguments do not alias: they become `noalias`.
//
// A chunk begins at a later outermost iteration i0. Written naively,
//
//   for (i = 0; i < N; ++i) for (j…) for (k…)
//     C[i0 + i][j] += A[i0 + i][k] * B[k][j];
//
// Polly does not recognise a matrix multiplication in it, since subscripts
// carry an offset (a 1024³ gemm: 1.7 s instead of 0.13 s). Where all accesses
// of an array move by the same stride from one outermost iteration to the next,
// the offset belongs into the base pointer: the driver passes C' = C + i0 *
// stride, and the shadow accesses C'[i][j]. Other uses of the counter, such as
// a bound `j < i0 + i`, keep the offset.
//
// A subscript that is computed with 32 bits, A[(unsigned)i * n + j], does not
// wrap in the iterations that Bounds has vouched for. So it is computed with 64
// bits, in which ScalarEvolution sees that it is affine.
//
// An array accessed with different strides (lu: A[i][j] and A[k][j]) keeps its
// base. Moving it for one access only would give two bases to one array.
//
//===----------------------------------------------------------------------===//

#include "BoundsEmitter.h"
#include "polly/ESCoP/Footprint.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// Recurrences of the outermost loop, as they would be had they begun where the
/// nest begins, by those that begin with the chunk.
using RelativeCounters = MapVector<PHINode *, PHINode *>;

/// Rewrites addresses of one array to a moved base and counters that begin with
/// the nest's first iteration.
class AddressRewriter {
  Value *OldBase, *NewBase;
  const RelativeCounters &Relative;
  DenseMap<Value *, Value *> Memo;

public:
  AddressRewriter(Value *OldBase, Value *NewBase,
                  const RelativeCounters &Relative)
      : OldBase(OldBase), NewBase(NewBase), Relative(Relative) {}

  /// The rewritten @p V; V itself if it depends on neither; null on failure.
  Value *rewrite(Value *V) {
    if (V == OldBase)
      return NewBase;
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    auto [It, New] = Memo.try_emplace(V, V); // V: also ends cycles.
    if (!New)
      return It->second;
    if (auto *PHI = dyn_cast<PHINode>(I)) {
      auto Rel = Relative.find(PHI);
      Value *Result = Rel == Relative.end() ? V : Rel->second;
      return Memo[V] = Result;
    }
    if (I->mayReadOrWriteMemory() || I->isTerminator())
      return V;
    SmallVector<Value *, 4> Ops;
    bool Changed = false;
    for (Value *Op : I->operands()) {
      Value *NewOp = rewrite(Op);
      Changed |= NewOp != Op;
      Ops.push_back(NewOp);
    }
    if (!Changed)
      return V;
    Instruction *Clone = I->clone();
    Clone->insertBefore(I);
    for (auto [Idx, Op] : enumerate(Ops))
      Clone->setOperand(Idx, Op);
    return Memo[V] = Clone;
  }
};

/// Replaces the bases of arrays by further arguments of a shadow, which point
/// to the chunk's first iteration.
class BaseShifter {
  const ESCoP &E;
  Function &Shadow;
  ScalarEvolution &SE, &NestSE;
  Loop *const Nest;
  /// Whether the nest may have executed iterations itself.
  const bool BeginsLater;
  RelativeCounters Relative;
  /// The state's arguments, as they are in the nest's first iteration.
  ValueToSCEVMapTy ToStart;

  bool isState(const Argument *Arg) const {
    return Arg && Arg->getArgNo() >= E.LiveIns.size() &&
           Arg->getArgNo() < E.LiveIns.size() + E.State.size();
  }
  Value *getStart(const Argument &State);
  bool isOffsetKept(const Use &Old, Value *New, const SCEV *OldBase,
                    const SCEV *NewBase);

public:
  BaseShifter(const ESCoP &E, Function &Shadow, bool BeginsLater,
              FunctionAnalysisManager &FAM)
      : E(E), Shadow(Shadow),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(Shadow)),
        NestSE(FAM.getResult<ScalarEvolutionAnalysis>(*E.F)),
        Nest(*FAM.getResult<LoopAnalysis>(Shadow).begin()),
        BeginsLater(BeginsLater) {}

  void createRelativeCounters();
  bool shift(Value *OldBase, Argument *NewBase);
  void eraseUnused();
};

} // namespace

bool polly::escop::isAddress(const Use &U) {
  const User *I = U.getUser();
  return U->getType()->isPointerTy() &&
         (isa<LoadInst, MemIntrinsic>(I) ||
          (isa<StoreInst>(I) &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex()));
}

Function *polly::escop::addPointerParams(Function *F, unsigned Extra,
                                         FunctionAnalysisManager &FAM) {
  FAM.clear(*F, F->getName());
  SmallVector<Type *, 16> Params(F->getFunctionType()->params());
  Params.append(Extra, PointerType::getUnqual(F->getContext()));
  Function *New = Function::Create(
      FunctionType::get(F->getReturnType(), Params, false), F->getLinkage(),
      F->getAddressSpace(), "", F->getParent());
  New->takeName(F);
  New->copyAttributesFrom(F);
  New->splice(New->begin(), F);
  for (Argument &Arg : F->args()) {
    Argument *NewArg = New->getArg(Arg.getArgNo());
    NewArg->takeName(&Arg);
    Arg.replaceAllUsesWith(NewArg);
  }
  for (unsigned ArgNo = F->arg_size(); ArgNo < New->arg_size(); ++ArgNo) {
    New->addParamAttr(ArgNo, Attribute::NoAlias);
    New->addParamAttr(ArgNo, Attribute::NoCapture);
  }
  F->eraseFromParent();
  return New;
}

/// The value of @p State in the nest's first iteration, if it counts from there
/// on as it does in the nest.
Value *BaseShifter::getStart(const Argument &State) {
  // The cold region may count otherwise, and a step that is loaded may be
  // another one.
  PHINode *InNest = E.State[State.getArgNo() - E.LiveIns.size()];
  if (BeginsLater && !isa<SCEVAddRecExpr>(NestSE.getSCEV(InNest)))
    return nullptr;
  Value *Start = E.getStart(InNest);
  auto *It = find(E.LiveIns, Start);
  if (It != E.LiveIns.end())
    return Shadow.getArg(It - E.LiveIns.begin());
  return isa<Constant>(Start) ? Start : nullptr;
}

void BaseShifter::createRelativeCounters() {
  BasicBlock *Preheader = Nest->getLoopPreheader();
  BasicBlock *Latch = Nest->getLoopLatch();
  SmallVector<PHINode *, 4> PHIs;
  if (Preheader && Latch)
    for (PHINode &PHI : Nest->getHeader()->phis())
      PHIs.push_back(&PHI);
  for (PHINode *PHI : PHIs) {
    auto *State = dyn_cast<Argument>(PHI->getIncomingValueForBlock(Preheader));
    if (!isState(State) || !isa<SCEVAddRecExpr>(SE.getSCEV(PHI)))
      continue;
    Value *Start = getStart(*State);
    if (!Start)
      continue;
    auto *Rel =
        PHINode::Create(PHI->getType(), 2, "escop.rel", PHI->getIterator());
    Rel->addIncoming(Start, Preheader);
    Relative[PHI] = Rel;
    ToStart[State] = SE.getSCEV(Start);
  }
  AddressRewriter Steps(nullptr, nullptr, Relative);
  for (auto &[PHI, Rel] : Relative)
    Rel->addIncoming(Steps.rewrite(PHI->getIncomingValueForBlock(Latch)),
                     Latch);
}

/// Is the offset of @p New that of @p Old, counted from the nest's first
/// iteration?
bool BaseShifter::isOffsetKept(const Use &Old, Value *New, const SCEV *OldBase,
                               const SCEV *NewBase) {
  const SCEV *Offset = SCEVParameterRewriter::rewrite(
      SE.getMinusSCEV(SE.getSCEV(Old.get()), OldBase), SE, ToStart);
  const SCEV *Now = SE.getSCEV(New);
  // A counter that still begins with the chunk would be counted twice.
  return !SCEVExprContains(Offset,
                           [&](const SCEV *S) {
                             auto *U = dyn_cast<SCEVUnknown>(S);
                             return U &&
                                    isState(dyn_cast<Argument>(U->getValue()));
                           }) &&
         SE.getPointerBase(Now) == NewBase &&
         SE.getMinusSCEV(Now, NewBase) == Offset;
}

/// Let all accesses from @p OldBase be from @p NewBase, if they can.
bool BaseShifter::shift(Value *OldBase, Argument *NewBase) {
  AddressRewriter Rewriter(OldBase, NewBase, Relative);
  SmallVector<std::pair<Use *, Value *>, 8> Rewritten;
  bool Ok = true;
  const SCEV *OldS = SE.getSCEV(OldBase), *NewS = SE.getSCEV(NewBase);
  for (BasicBlock &BB : Shadow)
    for (Instruction &I : BB)
      for (Use &U : I.operands()) {
        if (!isAddress(U) || SE.getPointerBase(SE.getSCEV(U.get())) != OldS)
          continue;
        Value *Address = Rewriter.rewrite(U.get());
        Ok &= isOffsetKept(U, Address, OldS, NewS);
        Rewritten.push_back({&U, Address});
      }
  if (Ok)
    for (auto &[U, Address] : Rewritten)
      U->set(Address);
  return Ok;
}

/// Counters may depend on each other, or have no use at all.
void BaseShifter::eraseUnused() {
  SmallVector<WeakTrackingVH, 4> Counters;
  for (auto &[PHI, Rel] : Relative)
    Counters.push_back(Rel);
  for (BasicBlock &BB : Shadow)
    for (Instruction &I : make_early_inc_range(reverse(BB)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
  for (WeakTrackingVH &Counter : Counters)
    if (auto *PHI = dyn_cast_or_null<PHINode>(Counter))
      RecursivelyDeleteDeadPHINode(PHI);
}

/// Shift the bases of arrays with a stride, unless they are state.
static SmallVector<unsigned, 4> shiftBases(const ESCoP &E, Function *&Shadow,
                                           const Footprint &FP,
                                           bool BeginsLater,
                                           FunctionAnalysisManager &FAM) {
  SmallVector<unsigned, 4> Candidates, Shifted;
  for (auto [Idx, A] : enumerate(FP.Arrays))
    if (A.HasStride && (A.Global || A.ArgNo < E.LiveIns.size()))
      Candidates.push_back(Idx);
  if (Candidates.empty())
    return Shifted;
  const unsigned FirstExtra = Shadow->arg_size();
  Shadow = addPointerParams(Shadow, Candidates.size(), FAM);
  BaseShifter Shifter(E, *Shadow, BeginsLater, FAM);
  Shifter.createRelativeCounters();
  for (auto [Nth, Idx] : enumerate(Candidates)) {
    const Array &A = FP.Arrays[Idx];
    Value *OldBase = A.Global;
    if (!OldBase)
      OldBase = Shadow->getArg(A.ArgNo);
    if (Shifter.shift(OldBase, Shadow->getArg(FirstExtra + Nth)))
      Shifted.push_back(Idx);
  }
  // The driver passes one pointer per shifted array; drop the places of the
  // others by moving the used ones to the front.
  for (auto [Nth, Idx] : enumerate(Shifted)) {
    unsigned Place = find(Candidates, Idx) - Candidates.begin();
    if (Place != Nth)
      Shadow->getArg(FirstExtra + Place)
          ->replaceAllUsesWith(Shadow->getArg(FirstExtra + Nth));
  }
  Shifter.eraseUnused();
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
  return Shifted;
}

namespace {
/// Arguments of a shadow that are extensions.
struct ExtendedArgs {
  /// Arguments, and others that are their extensions.
  SmallDenseMap<const Value *, Argument *, 4> Of;
  /// The bits of what is extended.
  SmallDenseMap<const Value *, uint64_t, 4> Bits;
};
} // namespace

static ExtendedArgs findExtendedArgs(const ESCoP &E, Function &Shadow) {
  ExtendedArgs Result;
  for (auto [Idx, V] : enumerate(E.LiveIns)) {
    auto *Cast = dyn_cast<CastInst>(V);
    if (!Cast ||
        !(isa<SExtInst>(Cast) || (isa<ZExtInst>(Cast) && Cast->hasNonNeg())))
      continue;
    Argument *Arg = Shadow.getArg(Idx);
    Result.Bits[Arg] = Cast->getSrcTy()->getIntegerBitWidth();
    auto Of = find(E.LiveIns, Cast->getOperand(0));
    if (Of != E.LiveIns.end())
      Result.Of[Shadow.getArg(Of - E.LiveIns.begin())] = Arg;
  }
  return Result;
}

/// A sum, product or recurrence such as @p S, of other @p Parts.
static const SCEV *rebuild(const SCEV *S, SmallVectorImpl<const SCEV *> &Parts,
                           ScalarEvolution &SE) {
  if (isa<SCEVAddExpr>(S))
    return SE.getAddExpr(Parts);
  if (isa<SCEVMulExpr>(S))
    return SE.getMulExpr(Parts);
  return SE.getAddRecExpr(Parts, cast<SCEVAddRecExpr>(S)->getLoop(),
                          SCEV::FlagAnyWrap);
}

/// The integer that @p S is, in @p Ty, as BoundsEmitter takes it to be (bound
/// and lift); null if it may be another one.
static const SCEV *getInteger(const SCEV *S, Type *Ty, const Loop *Nest,
                              const ExtendedArgs &Args, ScalarEvolution &SE) {
  const bool IsInvariant = SE.isLoopInvariant(S, Nest);
  SmallVector<const SCEV *, 4> Parts;
  switch (S->getSCEVType()) {
  case scAddExpr:
  case scMulExpr:
  case scAddRecExpr:
    for (const SCEV *Op : S->operands()) {
      Parts.push_back(getInteger(Op, Ty, Nest, Args, SE));
      if (!Parts.back())
        return nullptr;
    }
    return rebuild(S, Parts, SE);
  case scTruncate:
    if (!IsInvariant) {
      S = cast<SCEVTruncateExpr>(S)->getOperand();
      return S->getType() == Ty ? S : nullptr;
    }
    if (const SCEV *Of = getTruncatedArgument(S, SE))
      return Of;
    // Of what is extended, the low bits are the same number.
    if (auto *Of =
            dyn_cast<SCEVUnknown>(cast<SCEVTruncateExpr>(S)->getOperand());
        Of && Of->getType() == Ty)
      if (const uint64_t Bits = Args.Bits.lookup(Of->getValue());
          Bits && Bits <= SE.getTypeSizeInBits(S->getType()))
        return Of;
    break;
  case scUnknown:
    if (Argument *Arg = Args.Of.lookup(cast<SCEVUnknown>(S)->getValue());
        Arg && Arg->getType() == Ty)
      return SE.getSCEV(Arg);
    break;
  default:
    break;
  }
  return IsInvariant ? SE.getSignExtendExpr(S, Ty) : nullptr;
}

/// The integer \p S divided by \p By, which divides each part of it; or null.
static const SCEV *divideExactly(const SCEV *S, const APInt &By,
                                 ScalarEvolution &SE) {
  SmallVector<const SCEV *, 4> Parts(S->operands());
  auto Divide = [&](const SCEV *&Part) {
    Part = divideExactly(Part, By, SE);
    return Part != nullptr;
  };
  switch (S->getSCEVType()) {
  case scConstant: {
    const APInt &C = cast<SCEVConstant>(S)->getAPInt();
    return C.isNonNegative() && C.urem(By).isZero() ? SE.getConstant(C.udiv(By))
                                                    : nullptr;
  }
  case scMulExpr:
    return Divide(Parts.front()) ? rebuild(S, Parts, SE) : nullptr;
  case scAddExpr:
  case scAddRecExpr:
    return all_of(Parts, Divide) ? rebuild(S, Parts, SE) : nullptr;
  default:
    return nullptr;
  }
}

namespace {
/// Replaces what is found in addresses by integers: extensions, and quotients,
/// as the lowest bits of a multiple are masked.
class ExtensionRewriter : public SCEVRewriteVisitor<ExtensionRewriter> {
  const SmallPtrSetImpl<const SCEV *> &OfAddresses;
  const Loop *const Nest;
  const ExtendedArgs &Args;

  const SCEV *visitExtension(const SCEVIntegralCastExpr *S) {
    const SCEV *Op = S->getOperand();
    if (isa<SCEVUnknown>(Op) || !OfAddresses.contains(S) ||
        SE.getTypeSizeInBits(Op->getType()) <= MaxWrappingBits)
      return S;
    const SCEV *Integer = getInteger(Op, S->getType(), Nest, Args, SE);
    return Integer && Integer != S ? visit(Integer) : S;
  }

public:
  ExtensionRewriter(const SmallPtrSetImpl<const SCEV *> &OfAddresses,
                    const Loop *Nest, const ExtendedArgs &Args,
                    ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), OfAddresses(OfAddresses), Nest(Nest),
        Args(Args) {}
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    return visitExtension(S);
  }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *S) {
    return visitExtension(S);
  }
  const SCEV *visitUDivExpr(const SCEVUDivExpr *S) {
    auto *By = dyn_cast<SCEVConstant>(S->getRHS());
    const SCEV *Quotient = By && !By->isZero() && OfAddresses.contains(S)
                               ? divideExactly(S->getLHS(), By->getAPInt(), SE)
                               : nullptr;
    return Quotient ? Quotient : S;
  }
};
} // namespace

/// Extend the subscripts in @p Blocks of @p Nest. \returns whether there are
/// any.
static bool extendSubscripts(const Loop &Nest, ArrayRef<BasicBlock *> Blocks,
                             const ExtendedArgs &Args, ScalarEvolution &SE) {
  SmallPtrSet<const SCEV *, 8> OfAddresses;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      for (Use &U : I.operands())
        if (isAddress(U))
          SCEVExprContains(SE.getSCEV(U), [&](const SCEV *S) {
            if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr, SCEVUDivExpr>(S))
              OfAddresses.insert(S);
            return false;
          });
  SmallVector<std::pair<Instruction *, const SCEV *>, 8> Extensions;
  ExtensionRewriter Rewriter(OfAddresses, &Nest, Args, SE);
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      // The low bits of a shifted number, without the lowest, are an extension.
      if (!isa<SExtInst, ZExtInst>(I) && I.getOpcode() != Instruction::And)
        continue;
      if (!I.getType()->isIntegerTy(64))
        continue;
      const SCEV *S = SE.getSCEV(&I), *Integer = Rewriter.visit(S);
      if (Integer != S)
        Extensions.push_back({&I, Integer});
    }
  if (Extensions.empty())
    return false;
  SCEVExpander Expander(SE, Nest.getHeader()->getDataLayout(),
                        "escop.extended");
  for (auto &[Old, Integer] : Extensions)
    if (Expander.isSafeToExpandAt(Integer, Old))
      Old->replaceAllUsesWith(
          Expander.expandCodeFor(Integer, Old->getType(), Old));
  Expander.clear();
  for (auto &[Old, Integer] : Extensions)
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  return true;
}

void polly::escop::extendSubscripts(const ESCoP &E, Function &Shadow,
                                    FunctionAnalysisManager &FAM) {
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock &BB : Shadow)
    Blocks.push_back(&BB);
  if (::extendSubscripts(**FAM.getResult<LoopAnalysis>(Shadow).begin(), Blocks,
                         findExtendedArgs(E, Shadow),
                         FAM.getResult<ScalarEvolutionAnalysis>(Shadow)))
    FAM.invalidate(Shadow, PreservedAnalyses::none());
}

bool polly::escop::extendSubscripts(const Loop &Nest,
                                    ArrayRef<BasicBlock *> Blocks,
                                    ScalarEvolution &SE) {
  return ::extendSubscripts(Nest, Blocks, ExtendedArgs(), SE);
}

SmallVector<unsigned, 4>
polly::escop::specialiseShadow(const ESCoP &E, Function *&Shadow, Footprint &FP,
                               bool Chunked, bool BeginsLater,
                               FunctionAnalysisManager &FAM) {
  extendSubscripts(E, *Shadow, FAM);
  SmallVector<unsigned, 4> Shifted;
  if (Chunked)
    Shifted = shiftBases(E, Shadow, FP, BeginsLater, FAM);
  // A parameter that may be anything makes Polly assume and check more.
  FP.restrictCheckedArgs(*Shadow);
  for (auto [Idx, A] : enumerate(FP.Arrays))
    if (!A.Global && !is_contained(Shifted, Idx))
      Shadow->getArg(A.ArgNo)->addAttr(Attribute::NoAlias);
  return Shifted;
}
