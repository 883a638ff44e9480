//===- ConstantPitch.cpp - Rows of a constant number of elements ----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `A[i * 1024 + j]` the compiler has multiplied 1024 by the size of an
// element, and nothing tells a row from a column: to Polly, A is one row.
// Polly's delinearization (ScopDetection.cpp) finds sizes that are parameters,
// or takes them from a type. So here each access gets the type `double[1024]`,
// if the strides of all accesses to A are about multiples of one number of
// elements; they may be one more, as that of A[i * 1024 + i] is. That a column
// is less than 1024 is then assumed by Polly, and asked by its run-time check.
//
//===----------------------------------------------------------------------===//

#include "ConstantPitch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// Rows of fewer elements are structures rather than rows.
static constexpr int64_t LeastPitch = 8;

namespace {
struct Subscripts {
  const SCEV *Row = nullptr, *Column = nullptr;
};

/// The accesses from one base pointer.
class Matrix {
  ScalarEvolution &SE;
  const SCEVUnknown *Base;
  Type *ElementTy;
  Type *const I64;
  int64_t ElementSize, Pitch = 0;
  SmallVector<std::pair<Instruction *, const SCEV *>, 8> Accesses;
  /// In elements.
  SmallSetVector<int64_t, 8> Strides;

  std::pair<int64_t, int64_t> divide(int64_t Elements) const;
  std::optional<int64_t> getElements(const SCEV *Bytes) const;
  bool collectStrides(const SCEV *Offset);
  bool choosePitch();
  Subscripts split(const SCEV *Offset) const;

public:
  Matrix(const SCEVUnknown *Base, Type *ElementTy, const DataLayout &DL,
         ScalarEvolution &SE)
      : SE(SE), Base(Base), ElementTy(ElementTy),
        I64(Type::getInt64Ty(ElementTy->getContext())),
        ElementSize(DL.getTypeAllocSize(ElementTy)) {}
  bool add(Instruction &Access, Type *Ty);
  void rewrite(SCEVExpander &Expander);
};
} // namespace

/// \returns by how many rows and columns so many \p Elements are ahead. Those
/// of a constant may be a column before a row.
std::pair<int64_t, int64_t> Matrix::divide(int64_t Elements) const {
  int64_t Rows = Elements / Pitch, Columns = Elements % Pitch;
  if (Columns > Pitch / 2)
    return {Rows + 1, Columns - Pitch};
  if (Columns < -Pitch / 2)
    return {Rows - 1, Columns + Pitch};
  return {Rows, Columns};
}

/// \returns how many elements so many \p Bytes are, if they are.
std::optional<int64_t> Matrix::getElements(const SCEV *Bytes) const {
  auto *C = dyn_cast<SCEVConstant>(Bytes);
  if (!C || C->getAPInt().getSignificantBits() > 48 ||
      C->getAPInt().getSExtValue() % ElementSize)
    return std::nullopt;
  return C->getAPInt().getSExtValue() / ElementSize;
}

/// Know the strides in \p Offset, which is in bytes; false if it has others.
bool Matrix::collectStrides(const SCEV *Offset) {
  auto Know = [&](const SCEV *Bytes) {
    const std::optional<int64_t> Stride = getElements(Bytes);
    if (Stride)
      Strides.insert(*Stride);
    return Stride.has_value();
  };
  switch (Offset->getSCEVType()) {
  case scConstant:
    return getElements(Offset).has_value();
  case scAddExpr:
    return all_of(Offset->operands(),
                  [&](const SCEV *Op) { return collectStrides(Op); });
  case scMulExpr:
    return Know(Offset->operands().front());
  case scAddRecExpr:
    return cast<SCEVAddRecExpr>(Offset)->isAffine() &&
           Know(Offset->operands()[1]) &&
           collectStrides(Offset->operands().front());
  default:
    return false;
  }
}

/// Choose the stride of which all others are multiples, but for a column.
bool Matrix::choosePitch() {
  for (int64_t Candidate : Strides) {
    Pitch = Candidate;
    if (Pitch >= LeastPitch && all_of(Strides, [&](int64_t Stride) {
          const int64_t Columns = divide(Stride).second;
          return Columns == 0 || Columns == 1;
        }))
      return true;
  }
  return false;
}

/// The subscripts of \p Offset, of which the strides were collected.
Subscripts Matrix::split(const SCEV *Offset) const {
  auto Divide = [&](const SCEV *Bytes) { return divide(*getElements(Bytes)); };
  auto Get = [&](int64_t Number) {
    return SE.getConstant(I64, Number, /*isSigned=*/true);
  };
  switch (Offset->getSCEVType()) {
  case scConstant: {
    auto [Rows, Columns] = Divide(Offset);
    return {Get(Rows), Get(Columns)};
  }
  case scAddExpr: {
    Subscripts Sum{SE.getZero(I64), SE.getZero(I64)};
    for (const SCEV *Op : Offset->operands()) {
      const Subscripts Part = split(Op);
      Sum.Row = SE.getAddExpr(Sum.Row, Part.Row);
      Sum.Column = SE.getAddExpr(Sum.Column, Part.Column);
    }
    return Sum;
  }
  case scMulExpr: {
    auto [Rows, Columns] = Divide(Offset->operands().front());
    SmallVector<const SCEV *, 4> Factors(drop_begin(Offset->operands()));
    const SCEV *Times = SE.getMulExpr(Factors);
    return {SE.getMulExpr(Get(Rows), Times),
            SE.getMulExpr(Get(Columns), Times)};
  }
  case scAddRecExpr: {
    auto *Rec = cast<SCEVAddRecExpr>(Offset);
    const Subscripts Start = split(Rec->getStart());
    auto [Rows, Columns] = Divide(Rec->getStepRecurrence(SE));
    return {SE.getAddRecExpr(Start.Row, Get(Rows), Rec->getLoop(),
                             SCEV::FlagAnyWrap),
            SE.getAddRecExpr(Start.Column, Get(Columns), Rec->getLoop(),
                             SCEV::FlagAnyWrap)};
  }
  default:
    llvm_unreachable("no strides were collected");
  }
}

/// Add @p Access of an element; false if it is none of a matrix, or of one that
/// has subscripts.
bool Matrix::add(Instruction &Access, Type *Ty) {
  if (Ty != ElementTy)
    return false;
  const Value *Address = getLoadStorePointerOperand(&Access);
  while (auto *GEP = dyn_cast<GetElementPtrInst>(Address)) {
    if (GEP->getSourceElementType()->isArrayTy())
      return false;
    Address = GEP->getPointerOperand();
  }
  const SCEV *Offset =
      SE.getMinusSCEV(SE.getSCEV(getLoadStorePointerOperand(&Access)), Base);
  if (isa<SCEVCouldNotCompute>(Offset) || Offset->getType() != I64 ||
      !collectStrides(Offset))
    return false;
  Accesses.push_back({&Access, Offset});
  return true;
}

/// Give all accesses their subscripts, if they have any.
void Matrix::rewrite(SCEVExpander &Expander) {
  if (!choosePitch())
    return;
  SmallVector<Subscripts, 8> Of;
  for (auto &[I, Offset] : Accesses) {
    const Subscripts S = split(Offset);
    if (!Expander.isSafeToExpandAt(S.Row, I) ||
        !Expander.isSafeToExpandAt(S.Column, I))
      return;
    Of.push_back(S);
  }
  auto *RowTy = ArrayType::get(ElementTy, Pitch);
  for (auto [Access, S] : zip(Accesses, Of)) {
    Instruction *I = Access.first;
    Value *Row = Expander.expandCodeFor(S.Row, I64, I);
    Value *Column = Expander.expandCodeFor(S.Column, I64, I);
    Value *New = GetElementPtrInst::Create(RowTy, Base->getValue(),
                                           {Row, Column}, "", I->getIterator());
    Value *Old = getLoadStorePointerOperand(I);
    I->setOperand(isa<StoreInst>(I) ? StoreInst::getPointerOperandIndex()
                                    : LoadInst::getPointerOperandIndex(),
                  New);
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }
}

/// Make i * P + i of i * (P + 1), the number of an element of the diagonal: its
/// start would be a product of two sums, which is no multiple of P plus
/// anything.
static void multiplyOut(Function &F) {
  using namespace PatternMatch;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *Times, *Sum, *Pitch;
    ConstantInt *More;
    if (!I.getType()->isIntegerTy(64) ||
        !match(&I, m_c_Mul(m_Value(Times),
                           m_CombineAnd(
                               m_Value(Sum),
                               m_Add(m_Value(Pitch), m_ConstantInt(More))))) ||
        !isa<Argument>(Pitch))
      continue;
    IRBuilder<> Builder(&I);
    Value *New = Builder.CreateAdd(Builder.CreateMul(Times, Pitch),
                                   Builder.CreateMul(Times, More));
    I.replaceAllUsesWith(New);
    I.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Sum);
  }
}

void polly::escop::separateSubscripts(Function &Shadow,
                                      FunctionAnalysisManager &FAM) {
  multiplyOut(Shadow);
  FAM.invalidate(Shadow, PreservedAnalyses::none());
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  const auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  const DataLayout &DL = Shadow.getDataLayout();
  MapVector<const SCEVUnknown *, std::optional<Matrix>> Matrices;
  for (Instruction &I : instructions(Shadow)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address || !LI.getLoopFor(I.getParent()))
      continue;
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(Address)));
    if (!Base)
      continue;
    Type *Ty = getLoadStoreType(&I);
    auto [It, IsNew] = Matrices.try_emplace(Base);
    if (IsNew && (Ty->isFloatingPointTy() || Ty->isIntegerTy()))
      It->second.emplace(Base, Ty, DL, SE);
    if (It->second && !It->second->add(I, Ty))
      It->second.reset();
  }
  SCEVExpander Expander(SE, DL, "escop.subscript");
  for (auto &[Base, M] : Matrices)
    if (M)
      M->rewrite(Expander);
  Expander.clear();
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}
