//===- BoundsEmitter.cpp - Bounds of affine expressions, as IR ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundsEmitter.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// After fewer iterations than two to the power of this, a subscript does not
/// wrap.
static constexpr unsigned MinHeadroomBits = 4;

/// May the divisor of @p S be 0 in front of a guard behind which it is not?
/// ScalarEvolution may rely on the guard.
static bool mayDivideByZeroAhead(const SCEV *S) {
  auto *Div = dyn_cast<SCEVUDivExpr>(S);
  if (!Div)
    return false;
  auto IsNot0 = [](const SCEV *S) {
    auto *C = dyn_cast<SCEVConstant>(S);
    return C && !C->isZero();
  };
  const SCEV *Divisor = Div->getRHS();
  auto *Max = dyn_cast<SCEVUMaxExpr>(Divisor);
  return !IsNot0(Divisor) && !(Max && any_of(Max->operands(), IsNot0));
}

BoundsEmitter::BoundsEmitter(ScalarEvolution &SE, const Loop *Nest,
                             IRBuilder<> &Builder, const DataLayout &DL)
    : IntegerEmitter(Builder), SE(SE), Nest(Nest), Expander(SE, DL, "escop") {
  Expander.setInsertPoint(&*Builder.GetInsertPoint());
}

BoundsEmitter::Within::Within(BoundsEmitter &Emitter,
                              const IterationRanges &Iterations)
    : Emitter(Emitter) {
  if (Iterations.empty())
    return;
  Before = Emitter.Known;
  Emitter.Iterations = Iterations;
  Emitter.Known.Bounds.clear();
}

// What is required of some iterations is not known of others.
BoundsEmitter::Within::~Within() {
  if (!Before)
    return;
  Emitter.Iterations.clear();
  Emitter.Known.Bounds = std::move(Before->Bounds);
  Emitter.Known.CheckedLoops = std::move(Before->CheckedLoops);
  Emitter.Known.Unwrapped = std::move(Before->Unwrapped);
}

/// A counter that begins with a small number has no more bits.
static constexpr unsigned MaxCounterBits = ParamBits + 4;

const SCEV *polly::escop::getTruncatedArgument(const SCEV *S,
                                               ScalarEvolution &SE) {
  auto *Trunc = dyn_cast<SCEVTruncateExpr>(S);
  auto *Of = Trunc ? dyn_cast<SCEVUnknown>(Trunc->getOperand()) : nullptr;
  return Of && isa<Argument>(Of->getValue()) &&
                 SE.getTypeSizeInBits(Of->getType()) == 64 &&
                 SE.getSignedRange(Of).getMinSignedBits() <= MaxCounterBits
             ? Of
             : nullptr;
}

Value *BoundsEmitter::lift(const SCEV *S) {
  if (const SCEV *Of = getTruncatedArgument(S, SE))
    return lift(Of);
  switch (S->getSCEVType()) {
  case scConstant:
    return constant(cast<SCEVConstant>(S)->getAPInt());
  case scAddExpr:
  case scMulExpr: {
    bool IsSum = S->getSCEVType() == scAddExpr;
    Value *Result = constant(IsSum ? 0 : 1);
    for (const SCEV *Op : S->operands()) {
      Value *V = lift(Op);
      if (!V)
        return nullptr;
      Result = IsSum ? add(Result, V) : multiply(Result, V);
    }
    return Result;
  }
  default:
    return leaf(S);
  }
}

Value *BoundsEmitter::expand(const SCEV *S) {
  auto *Ty = dyn_cast<IntegerType>(S->getType());
  Instruction *At = &*Builder.GetInsertPoint();
  if (!Ty || Ty->getBitWidth() > 64 || !Expander.isSafeToExpandAt(S, At) ||
      SCEVExprContains(S, mayDivideByZeroAhead))
    return nullptr;
  return Expander.expandCodeFor(S, Ty, At);
}

Value *BoundsEmitter::leaf(const SCEV *S) {
  Value *&V = Known.Leaves[S];
  if (V)
    return V;
  Value *Expanded = expand(S);
  if (!Expanded)
    return nullptr;
  const unsigned Width = Expanded->getType()->getIntegerBitWidth();
  V = Builder.CreateSExt(Expanded, I64);
  if (auto *Extension = dyn_cast<SCEVZeroExtendExpr>(S))
    setRange(V, getUnsignedRange(
                    SE.getTypeSizeInBits(Extension->getOperand()->getType())));
  else
    setRange(V, getSignedRange(Width - 1));
  auto *Arg = dyn_cast<Argument>(Expanded);
  if (Arg) {
    const ConstantRange Range = SE.getSignedRange(S);
    setRange(V, {Range.getSignedMin().sext(RangeBits),
                 Range.getSignedMax().sext(RangeBits)});
  }
  requireRange(V, ParamBits);
  if (Arg && Width > ParamBits + 1)
    Known.CheckedArgs.insert(Arg->getArgNo());
  return V;
}

std::pair<Value *, Value *> BoundsEmitter::getTypeRange(const SCEV *S,
                                                        bool Signed) {
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  if (Signed)
    return {constant(APInt::getSignedMinValue(Width)),
            constant(APInt::getSignedMaxValue(Width))};
  return {constant(0), constant(APInt::getMaxValue(Width).zext(RangeBits))};
}

/// The parts of @p Factor * @p S, multiplied out: in a sum, others may cancel
/// some of them, as a row that a triangle begins with. ScalarEvolution keeps
/// 8 * ({-1,+,-1} + smax(n, m)), and makes one product of n * i + i.
static void multiplyOut(const SCEV *Factor, const SCEV *S,
                        SmallVectorImpl<const SCEV *> &Parts,
                        ScalarEvolution &SE) {
  if (auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
    for (const SCEV *Op : Sum->operands())
      multiplyOut(Factor, Op, Parts, SE);
    return;
  }
  auto *Product = dyn_cast<SCEVMulExpr>(S);
  auto IsSum = [](const SCEV *Op) { return isa<SCEVAddExpr>(Op); };
  if (!Product || none_of(Product->operands(), IsSum)) {
    Parts.push_back(SE.getMulExpr(Factor, S));
    return;
  }
  const auto *Sum = find_if(Product->operands(), IsSum);
  for (const SCEV *const &Op : Product->operands())
    if (&Op != Sum)
      Factor = SE.getMulExpr(Factor, Op);
  multiplyOut(Factor, *Sum, Parts, SE);
}

/// A run-time condition: the integer that @p S is fits into its type, so that
/// it is what the program computes. Null if its bounds are not known.
Value *BoundsEmitter::isUnwrapped(const SCEV *S, bool Signed) {
  Value *Lo = bound(S, false), *Hi = bound(S, true);
  if (!Lo || !Hi)
    return nullptr;
  auto [Least, Greatest] = getTypeRange(S, Signed);
  return both(isAtLeast(Lo, Least), isAtMost(Hi, Greatest));
}

bool BoundsEmitter::requireNoWrap(const SCEV *S, bool Signed) {
  if (!Known.Unwrapped.insert({S, Signed}).second)
    return bound(S, true) && bound(S, false);
  Value *Fits = isUnwrapped(S, Signed);
  if (Fits)
    require(Fits);
  return Fits;
}

namespace {
/// Factor * (X - min(X, c)) + Rest, as with `x > c ? x - c : 0`.
struct SaturatedDifference {
  const SCEV *Factor, *X, *Rest;
};
} // namespace

static std::optional<SaturatedDifference>
matchSaturated(const SCEV *S, const Loop &Nest, ScalarEvolution &SE) {
  auto *Sum = dyn_cast<SCEVAddExpr>(S);
  for (const SCEV *Op : Sum ? Sum->operands() : ArrayRef<const SCEV *>()) {
    auto *Product = dyn_cast<SCEVMulExpr>(Op);
    if (!Product)
      continue;
    const SCEV *Factor = SE.getMinusOne(S->getType());
    const SCEVUMinExpr *Min = nullptr;
    for (const SCEV *Part : Product->operands())
      if (auto *Found = dyn_cast<SCEVUMinExpr>(Part); Found && !Min)
        Min = Found;
      else
        Factor = SE.getMulExpr(Factor, Part);
    if (!Min || !SE.isLoopInvariant(Factor, &Nest))
      continue;
    for (const SCEV *X : Min->operands())
      if (!SE.isLoopInvariant(X, &Nest))
        return {{Factor, X,
                 SE.getMinusSCEV(SE.getAddExpr(S, SE.getMulExpr(Factor, Min)),
                                 SE.getMulExpr(Factor, X))}};
  }
  return std::nullopt;
}

/// Is it known of @p S, which may be saturated?
static bool isKnownNonNegative(const SCEV *S, const Loop &Nest,
                               ScalarEvolution &SE) {
  if (SE.isKnownNonNegative(S))
    return true;
  auto D = matchSaturated(S, Nest, SE);
  return D && D->Factor->isOne() && D->Rest->isZero() &&
         SE.isKnownNonNegative(D->X);
}

/// Is it known where @p L is entered that its @p Count is not negative as a
/// signed number?
static bool isKnownAtEntry(const Loop &L, const SCEV *Count, const Loop &Nest,
                           ScalarEvolution &SE) {
  if (SE.isKnownNonNegative(Count) ||
      SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGE, Count,
                                  SE.getZero(Count->getType())))
    return true;
  // A counter may be known to begin before its last value, as in a window:
  // for (k = max(0, i - 7); k <= i; ++k).
  return any_of(L.getHeader()->phis(), [&](PHINode &PHI) {
    if (!SE.isSCEVable(PHI.getType()) || PHI.getType() != Count->getType())
      return false;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI));
    if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
        !Rec->getStepRecurrence(SE)->isOne())
      return false;
    const SCEV *First = Rec->getStart(), *Last = SE.getAddExpr(First, Count),
               *End = SE.getAddExpr(Last, SE.getOne(Last->getType()));
    auto IsGuarded = [&](ICmpInst::Predicate Pred, const SCEV *From) {
      return SE.isLoopEntryGuardedByCond(&L, Pred, From, First);
    };
    // Of unsigned numbers, the count is no greater than the last one; if the
    // first one is no negative number, that holds of signed ones, too.
    const bool FromNonNegative = isKnownNonNegative(First, Nest, SE);
    return (SE.isKnownNonNegative(Last) &&
            (IsGuarded(ICmpInst::ICMP_UGE, Last) ||
             (FromNonNegative && IsGuarded(ICmpInst::ICMP_SGE, Last)))) ||
           (SE.isKnownNonNegative(End) && IsGuarded(ICmpInst::ICMP_UGT, End)) ||
           (FromNonNegative && IsGuarded(ICmpInst::ICMP_SGT, End));
  });
}

const SCEV *BoundsEmitter::getBackedgeTakenCount(const Loop *L) {
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  if (isa<SCEVCouldNotCompute>(Count))
    return nullptr;
  // Of an int that is -1 where the loop is skipped, an extension is 2^32 - 1.
  if (auto *Extension = dyn_cast<SCEVZeroExtendExpr>(Count))
    if (SE.getTypeSizeInBits(Extension->getOperand()->getType()) >
        MaxWrappingBits)
      Count = Extension->getOperand();
  if (Known.CheckedLoops.contains(L))
    return Count;
  Value *Max = bound(Count, true);
  if (!Max)
    return nullptr;
  // That a parameter is in range, and so one less, is known.
  requireRange(Max, ParamBits + 1);
  // The count is unsigned. That it is not negative as a signed number is
  // either known where the loop is entered (a loop that is skipped may have
  // any), or is checked for all iterations of the outer loops. What is known
  // is known of a number modulo 2^Width, which is the integer, or less, if
  // that is no less than any signed number.
  Value *Min = bound(Count, false), *Least;
  if (!Min)
    return nullptr;
  if (isKnownAtEntry(*L, Count, *Nest, SE))
    Least = getTypeRange(Count, /*Signed=*/true).first;
  else
    Least = constant(isSkippedIfEmpty(*L, Count, SE) ? -1 : 0);
  require(isAtLeast(Min, Least));
  Known.CheckedLoops.insert(L);
  return Count;
}

Value *BoundsEmitter::bound(const SCEV *S, bool Max) {
  if (SE.getTypeSizeInBits(S->getType()) > 64)
    return nullptr;
  // None is known of what its own bound would depend on.
  auto [It, IsNew] = Known.Bounds.insert({{S, Max}, nullptr});
  if (!IsNew)
    return It->second;
  Value *V = computeBound(S, Max);
  return Known.Bounds[{S, Max}] = V;
}

Value *BoundsEmitter::computeBound(const SCEV *S, bool Max) {
  if (SE.isLoopInvariant(S, Nest))
    return lift(S);
  switch (S->getSCEVType()) {
  case scAddRecExpr:
    return boundRecurrence(cast<SCEVAddRecExpr>(S), Max);
  case scAddExpr:
    return boundSum(cast<SCEVAddExpr>(S), Max);
  case scMulExpr:
    return boundProduct(cast<SCEVMulExpr>(S), Max);
  case scSMaxExpr:
  case scSMinExpr:
  case scUMaxExpr:
  case scUMinExpr:
    return boundExtremum(cast<SCEVMinMaxExpr>(S), Max);
  case scTruncate:
    // Whether the number fits is asked where it is extended.
    return bound(cast<SCEVTruncateExpr>(S)->getOperand(), Max);
  case scSignExtend:
  case scZeroExtend:
    return boundExtension(cast<SCEVIntegralCastExpr>(S), Max);
  case scUDivExpr:
    return boundQuotient(cast<SCEVUDivExpr>(S), Max);
  case scUnknown:
    return boundComputed(cast<SCEVUnknown>(S)->getValue(), Max);
  default:
    return nullptr;
  }
}

/// The bound of what @p Select selects if its condition is @p IsTrue, which may
/// tell that it is below something: `i + w >= n ? n - 1 : i + w`.
Value *BoundsEmitter::boundSelected(SelectInst &Select, bool IsTrue, bool Max) {
  const SCEV *Selected =
      SE.getSCEV(IsTrue ? Select.getTrueValue() : Select.getFalseValue());
  Value *Bound = bound(Selected, Max);
  auto *Cmp = dyn_cast<ICmpInst>(Select.getCondition());
  if (!Bound || !Cmp || !Cmp->isRelational() ||
      !Cmp->getOperand(0)->getType()->isIntegerTy())
    return Bound;
  for (unsigned Idx : {0, 1}) {
    ICmpInst::Predicate Pred =
        IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
    if (Idx)
      Pred = ICmpInst::getSwappedPredicate(Pred);
    const SCEV *It = SE.getSCEV(Cmp->getOperand(Idx)),
               *End = SE.getSCEV(Cmp->getOperand(1 - Idx));
    if ((ICmpInst::isLT(Pred) || ICmpInst::isLE(Pred)) != Max ||
        SE.getTypeSizeInBits(It->getType()) <
            SE.getTypeSizeInBits(Selected->getType()) ||
        SE.getTruncateOrNoop(It, Selected->getType()) != Selected)
      continue;
    const bool Signed = ICmpInst::isSigned(Pred);
    if (!requireNoWrap(It, Signed) || !requireNoWrap(End, Signed))
      continue;
    Value *Strict = constant(ICmpInst::isStrictPredicate(Pred) ? 1 : 0),
          *Ends = bound(End, Max);
    Bound =
        select(Bound, Max ? subtract(Ends, Strict) : add(Ends, Strict), !Max);
  }
  return Bound;
}

/// Red and black: 1 + (i + colour) % 2 may be selected from two constants.
Value *BoundsEmitter::boundComputed(Value *V, bool Max) {
  using namespace PatternMatch;
  if (!V->getType()->isIntegerTy())
    return nullptr;
  if (auto *Select = dyn_cast<SelectInst>(V)) {
    Value *True = boundSelected(*Select, true, Max),
          *False = boundSelected(*Select, false, Max);
    return True && False ? select(True, False, Max) : nullptr;
  }
  Value *Op;
  const APInt *Divisor;
  if (!match(V, m_SRem(m_Value(Op), m_StrictlyPositive(Divisor))))
    return nullptr; // A value that the nest loads.
  const SCEV *Dividend = SE.getSCEV(Op);
  if (!requireNoWrap(Dividend, /*Signed=*/true))
    return nullptr;
  const int64_t Most = Divisor->getSExtValue() - 1;
  if (Max)
    return constant(Most);
  Value *IsNegative = isLess(bound(Dividend, /*Max=*/false), constant(0));
  return choose(IsNegative, constant(-Most), constant(0));
}

Value *BoundsEmitter::boundRecurrence(const SCEVAddRecExpr *S, bool Max) {
  const SCEV *First = S->getStart(), *Step = S->getStepRecurrence(SE);
  const SCEV *Count = getBackedgeTakenCount(S->getLoop());
  if (!S->isAffine() || !Count)
    return nullptr;
  // A multiplicative hash is no subscript.
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  if (auto *C = dyn_cast<SCEVConstant>(Step))
    if (Width > MaxWrappingBits &&
        C->getAPInt().getSignificantBits() > Width - MinHeadroomBits)
      return nullptr;
  Value *FirstLo = bound(First, false), *FirstHi = bound(First, true);
  Value *StepLo = bound(Step, false), *StepHi = bound(Step, true);
  Value *N = bound(Count, true);
  if (!FirstLo || !FirstHi || !StepLo || !StepHi || !N)
    return nullptr;
  N = select(N, constant(0), true);
  Value *Lo = add(FirstLo, select(multiply(StepLo, N), constant(0), false));
  Value *Hi = add(FirstHi, select(multiply(StepHi, N), constant(0), true));
  // These are wider than need be where the step or the count depends on where
  // it begins. Narrow numbers may wrap.
  if (Width <= MaxWrappingBits)
    return Max ? Hi : Lo;
  const unsigned CountWidth = SE.getTypeSizeInBits(Count->getType());
  const SCEV *Distance = SE.getTruncateOrZeroExtend(Count, S->getType());
  if (CountWidth > MaxWrappingBits && CountWidth < Width &&
      !SE.isKnownNonNegative(Count)) {
    if (!requireNoWrap(Count, /*Signed=*/true))
      return nullptr;
    Distance = SE.getSignExtendExpr(Count, S->getType());
  }
  auto AtIteration = [&](const SCEV *Number) {
    SmallVector<const SCEV *, 8> Parts;
    multiplyOut(SE.getOne(S->getType()), First, Parts, SE);
    multiplyOut(Step, Number, Parts, SE);
    return SE.getAddExpr(Parts);
  };
  const IterationRange Some = Iterations.lookup(S->getLoop());
  auto Fit = [&](const SCEV *Number) {
    requireRange(lift(Number), Width - 1);
    return SE.getTruncateOrNoop(Number, S->getType());
  };
  if (Some.Last) {
    requireRange(N, Width - 1);
    Distance = SE.getSMinExpr(Distance, Fit(Some.Last));
  }
  if (Some.First) {
    const SCEV *From =
        AtIteration(SE.getSMaxExpr(Fit(Some.First), SE.getZero(S->getType())));
    FirstLo = bound(From, false);
    FirstHi = bound(From, true);
    if (!FirstLo || !FirstHi)
      return Max ? Hi : Lo;
  }
  const SCEV *Last = AtIteration(Distance);
  Value *LastLo = bound(Last, false), *LastHi = bound(Last, true);
  if (!LastLo || !LastHi)
    return Max ? Hi : Lo;
  // ScalarEvolution computes the last value modulo 2^Width. It is that of the
  // integers, to which it is congruent, if all are in one range of so many.
  for (Value *V : {Lo, Hi, LastLo, LastHi})
    requireRange(V, Width - 1);
  // What is known of a step is known of it modulo 2^Width, too.
  if (SE.isKnownNonNegative(Step)) {
    require(isAtLeast(StepLo, constant(0)));
    return Max ? LastHi : FirstLo;
  }
  if (SE.isKnownNonPositive(Step)) {
    require(isAtMost(StepHi, constant(0)));
    return Max ? FirstHi : LastLo;
  }
  Value *AtFirst = Max ? FirstHi : FirstLo, *AtLast = Max ? LastHi : LastLo;
  if (!SE.isLoopInvariant(Step, Nest))
    return select(AtFirst, AtLast, Max);
  // A run-time pitch. Where the loop is not entered, it may begin beyond all
  // that others access, as a triangle's last row does.
  Value *Rises = isAtLeast(StepLo, constant(0));
  return choose(Rises, Max ? AtLast : AtFirst, Max ? AtFirst : AtLast);
}

/// @p S, a multiple of an extension, as one of a wider number; or null. In a
/// sum, others may cancel the counters in that.
const SCEV *BoundsEmitter::widenCounter(const SCEV *S) {
  if (auto *Mul = dyn_cast<SCEVMulExpr>(S)) {
    const SCEV *Factor = SE.getOne(S->getType()), *Counter = nullptr;
    for (const SCEV *Op : Mul->operands())
      if (SE.isLoopInvariant(Op, Nest))
        Factor = SE.getMulExpr(Factor, Op);
      else if (!Counter)
        Counter = Op;
      else
        return nullptr;
    const SCEV *Wide = Counter ? widenCounter(Counter) : nullptr;
    if (!Wide)
      return nullptr;
    SmallVector<const SCEV *, 4> Parts;
    multiplyOut(Factor, Wide, Parts, SE);
    return SE.getAddExpr(Parts);
  }
  if (!isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S) ||
      SE.getTypeSizeInBits(S->getType()) > 64)
    return nullptr;
  const SCEV *Op = cast<SCEVIntegralCastExpr>(S)->getOperand();
  if (SE.getTypeSizeInBits(Op->getType()) <= MaxWrappingBits ||
      !requireNoWrap(Op, isa<SCEVSignExtendExpr>(S)))
    return nullptr;
  const SCEV *Wide = widen(Op, S->getType());
  return Wide == SE.getSignExtendExpr(Op, S->getType()) ? nullptr : Wide;
}

/// @p S, which does not wrap, computed in the wider type @p Ty; or null.
const SCEV *BoundsEmitter::widen(const SCEV *S, Type *Ty) {
  // A counter's first value is one of its values.
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (Rec ? !Rec->isAffine() : !isa<SCEVCommutativeExpr>(S))
    return SE.getSignExtendExpr(S, Ty);
  SmallVector<const SCEV *, 4> Ops;
  for (const SCEV *Op : S->operands()) {
    if (!Rec && !requireNoWrap(Op, /*Signed=*/true))
      return nullptr;
    Ops.push_back(widen(Op, Ty));
    if (!Ops.back())
      return nullptr;
  }
  if (Rec)
    return SE.getAddRecExpr(Ops, Rec->getLoop(), SCEV::FlagAnyWrap);
  // Of what is compared as unsigned numbers, the signs would tell nothing.
  return isa<SCEVUMaxExpr, SCEVUMinExpr>(S)
             ? SE.getSignExtendExpr(S, Ty)
             : getCommutativeExpr(S->getSCEVType(), Ops, SE);
}

/// Bound @p S, a sum in [@p Lo, @p Hi], as c * min(x, y) + r = min(c * x + r,
/// c * y + r), if c is positive: r may cancel what is in x or y, as the counter
/// of the loop around a triangle's.
void BoundsEmitter::boundDistributed(const SCEVAddExpr *S, Value *&Lo,
                                     Value *&Hi) {
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  if (Width <= MaxWrappingBits)
    return;
  for (const SCEV *Op : S->operands()) {
    auto *Product = dyn_cast<SCEVMulExpr>(Op);
    const SCEV *Factor = SE.getOne(S->getType());
    if (Product && Product->getNumOperands() == 2) {
      Factor = Product->getOperand(0);
      Op = Product->getOperand(1);
    }
    auto *Of = dyn_cast<SCEVMinMaxExpr>(Op);
    auto *C = dyn_cast<SCEVConstant>(Factor);
    const SCEV *Rest =
        Of && C ? SE.getMinusSCEV(S, SE.getMulExpr(C, Of)) : nullptr;
    if (!Rest || SE.isLoopInvariant(Of, Nest) || SE.isLoopInvariant(Rest, Nest))
      continue;
    const bool TakeMax = isa<SCEVSMaxExpr, SCEVUMaxExpr>(Of) ==
                         C->getAPInt().isStrictlyPositive();
    Value *Least = nullptr, *Greatest = nullptr;
    for (const SCEV *X : Of->operands()) {
      const SCEV *Part = SE.getAddExpr(SE.getMulExpr(C, X), Rest);
      Value *PartLo = bound(Part, false), *PartHi = bound(Part, true);
      if (!PartLo || !PartHi)
        return;
      Least = Least ? select(Least, PartLo, TakeMax) : PartLo;
      Greatest = Greatest ? select(Greatest, PartHi, TakeMax) : PartHi;
    }
    // As integers, too.
    for (Value *V : {Lo, Hi, Least, Greatest})
      requireRange(V, Width - 1);
    Lo = select(Lo, Least, true);
    Hi = select(Hi, Greatest, false);
    return;
  }
}

/// Of a sum with remainders, x % c = x - c * (x / c), the parts tell little,
/// nor do those of one of counters that cancel each other.
Value *BoundsEmitter::boundSum(const SCEVAddExpr *S, bool Max) {
  // In [Lo, Hi] if the parts are taken by themselves.
  Value *Lo = constant(0), *Hi = Lo;
  // In [Sum + Least, Sum + Greatest]: c * (x / c) is in [x - c + 1, x].
  const SCEV *Sum = SE.getZero(S->getType());
  Value *Least = Lo, *Greatest = Lo;
  bool IsRewritten = false;
  const bool HasCounters = count_if(S->operands(), [&](const SCEV *Op) {
                             return !SE.isLoopInvariant(Op, Nest);
                           }) > 1;
  for (const SCEV *Op : S->operands()) {
    Value *OpLo = bound(Op, false), *OpHi = bound(Op, true);
    if (!OpLo || !OpHi)
      return nullptr;
    Lo = add(Lo, OpLo);
    Hi = add(Hi, OpHi);
    auto [X, Factor, C] = getMultipleOfQuotient(Op);
    if (Value *Step = X ? lift(Factor) : nullptr) {
      Value *Range = multiply(Step, constant(1 - C));
      Least = add(Least, select(Range, constant(0), false));
      Greatest = add(Greatest, select(Range, constant(0), true));
      Op = SE.getMulExpr(Factor, X);
      IsRewritten = true;
    } else if (const SCEV *Wide = HasCounters ? widenCounter(Op) : nullptr) {
      Op = Wide;
      IsRewritten = true;
    }
    Sum = SE.getAddExpr(Sum, Op);
  }
  boundDistributed(S, Lo, Hi);
  // What is saturated is not of the other sign than the factor.
  if (auto D = matchSaturated(S, *Nest, SE)) {
    Value *Factor = lift(D->Factor), *Most = bound(D->X, true);
    Value *RestLo = bound(D->Rest, false), *RestHi = bound(D->Rest, true);
    if (Factor && Most && RestLo && RestHi) {
      // As integers, too.
      for (Value *V : {Lo, Hi, RestLo, RestHi, multiply(Factor, Most)})
        requireRange(V, SE.getTypeSizeInBits(S->getType()) - 1);
      Value *IsNegative = isLess(Factor, constant(0));
      Lo = choose(IsNegative, Lo, select(Lo, RestLo, true));
      Hi = choose(IsNegative, select(Hi, RestHi, false), Hi);
    }
  }
  Value *SumLo = IsRewritten ? bound(Sum, false) : nullptr;
  Value *SumHi = IsRewritten ? bound(Sum, true) : nullptr;
  if (!SumLo || !SumHi)
    return Max ? Hi : Lo;
  SumLo = add(SumLo, Least);
  SumHi = add(SumHi, Greatest);
  Value *IsLess = isLess(subtract(SumHi, SumLo), subtract(Hi, Lo));
  return choose(IsLess, Max ? SumHi : SumLo, Max ? Hi : Lo);
}

/// If @p S is Factor * C * (X / C): X, Factor and C; else null.
std::tuple<const SCEV *, const SCEV *, int64_t>
BoundsEmitter::getMultipleOfQuotient(const SCEV *S) {
  auto *Mul = dyn_cast<SCEVMulExpr>(S);
  auto *Coefficient =
      Mul ? dyn_cast<SCEVConstant>(Mul->getOperand(0)) : nullptr;
  if (!Coefficient)
    return {};
  const SCEVUDivExpr *Div = nullptr;
  SmallVector<const SCEV *, 4> Factors;
  for (const SCEV *Op : drop_begin(Mul->operands())) {
    if (!Div && (Div = dyn_cast<SCEVUDivExpr>(Op)))
      continue;
    if (!SE.isLoopInvariant(Op, Nest))
      return {};
    Factors.push_back(Op);
  }
  auto *Divisor = Div ? dyn_cast<SCEVConstant>(Div->getRHS()) : nullptr;
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  if (!Divisor || Width > 64 || !Divisor->getAPInt().isStrictlyPositive())
    return {};
  APInt Quotient(Width, 0), Rest(Width, 0);
  APInt::sdivrem(Coefficient->getAPInt(), Divisor->getAPInt(), Quotient, Rest);
  if (!Rest.isZero())
    return {};
  Factors.push_back(SE.getConstant(Quotient));
  return {Div->getLHS(), SE.getMulExpr(Factors),
          Divisor->getAPInt().getSExtValue()};
}

/// One factor may vary.
Value *BoundsEmitter::boundProduct(const SCEVMulExpr *S, bool Max) {
  SmallVector<const SCEV *, 4> Invariant;
  const SCEV *Variant = nullptr;
  for (const SCEV *Op : S->operands()) {
    if (SE.isLoopInvariant(Op, Nest))
      Invariant.push_back(Op);
    else if (Variant)
      return nullptr;
    else
      Variant = Op;
  }
  if (Invariant.empty())
    return nullptr;
  Value *Factor = lift(SE.getMulExpr(Invariant));
  Value *A = bound(Variant, true), *B = bound(Variant, false);
  if (!Factor || !A || !B)
    return nullptr;
  return select(multiply(Factor, A), multiply(Factor, B), Max);
}

/// A maximum or minimum. One of unsigned numbers is bounded as of signed ones,
/// which it is if no operand is negative.
Value *BoundsEmitter::boundExtremum(const SCEVMinMaxExpr *S, bool Max) {
  const bool Signed = isa<SCEVSMaxExpr, SCEVSMinExpr>(S);
  const bool TakeMax = isa<SCEVSMaxExpr, SCEVUMaxExpr>(S);
  Value *Result = nullptr;
  for (const SCEV *Op : S->operands()) {
    Value *V = bound(Op, Max);
    if (!V || !requireNoWrap(Op, /*Signed=*/true) ||
        (!Signed && !requireNoWrap(Op, /*Signed=*/false)))
      return nullptr;
    Result = Result ? select(Result, V, TakeMax) : V;
  }
  return Result;
}

/// The extension of an integer that fits is that integer.
Value *BoundsEmitter::boundExtension(const SCEVIntegralCastExpr *S, bool Max) {
  const SCEV *Op = S->getOperand();
  const bool Signed = isa<SCEVSignExtendExpr>(S);
  if (SE.getTypeSizeInBits(Op->getType()) > MaxWrappingBits)
    return requireNoWrap(Op, Signed) ? bound(Op, Max) : nullptr;
  // A narrow one may wrap, as `i % 64` does, and have any value then.
  Value *V = bound(Op, Max), *Fits = isUnwrapped(Op, Signed);
  if (!V || !Fits)
    return nullptr;
  auto [Least, Greatest] = getTypeRange(Op, Signed);
  return choose(Fits, V, Max ? Greatest : Least);
}

/// It grows with the dividend.
Value *BoundsEmitter::boundQuotient(const SCEVUDivExpr *S, bool Max) {
  auto *Divisor = dyn_cast<SCEVConstant>(S->getRHS());
  if (!Divisor || Divisor->isZero() ||
      !requireNoWrap(S->getLHS(), /*Signed=*/false))
    return nullptr;
  // The bounds of a loop that is not entered stay the wrong way round.
  Value *V = bound(S->getLHS(), Max);
  const unsigned Width = SE.getTypeSizeInBits(S->getType());
  Value *Quotient = Builder.CreateZExt(
      Builder.CreateUDiv(Builder.CreateSExtOrTrunc(V, S->getType()),
                         Divisor->getValue()),
      Width < 64 ? I64 : I128);
  setRange(Quotient, getUnsignedRange(Width));
  return choose(isLess(V, constant(0)), V, Quotient);
}
