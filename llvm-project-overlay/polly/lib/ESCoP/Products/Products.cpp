//===- Products.cpp - Products in register tiles --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a nest that is a product (ProductNest.cpp),
//
//   for (i…) for (j…) for (k…) C[i][j] += A[i][k] * B[k][j];
//
// becomes
//
//   product = {counts, addresses, strides};
//   if (indices do not wrap && escop.product.check(&product))
//     escop.product(&product);
//   else
//     the nest
//
// with functions of Runtime/Product.cpp. A factor that is more than an element
// of memory is computed by a function of its own, for the elements of a tile
// when they are packed: once for each (i, k), or (k, j), and not for each
// (i, j, k), by the same operations.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Products.h"
#include "Operand.h"
#include "Parts.h"
#include "Tile.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;
using runtime::Product;
using runtime::ProductAccess;
using runtime::ProductOperand;

static cl::opt<uint64_t> LeastWorkOfThread(
    "polly-escop-thread-work", cl::Hidden, cl::init(1 << 22),
    cl::desc("Multiplications of a product that are worth a thread: about 50 "
             "microseconds"));
static cl::opt<bool>
    TileProducts("polly-escop-products", cl::Hidden, cl::init(true),
                 cl::desc("Execute matrix products by register tiles"));

namespace {

/// Replaces one nest.
class ProductReplacer {
  Function &F;
  LLVMContext &Ctx;
  const ProductNest &P;
  const TileShape &Shape;
  FunctionAnalysisManager &FAM;
  ScalarEvolution &SE;
  SCEVExpander Expander;
  /// Behind which the nest is entered.
  Instruction *Before;
  IRBuilder<> Builder;

  Value *expand(const SCEV *S) {
    return Expander.expandCodeFor(S, S->getType(), Before);
  }
  AllocaInst *createLocal(Type *Ty, const Twine &Name);
  void store(Value *V, Value *To, uint64_t Offset);
  Value *storeContext(const ValueContext &Context, const Twine &Name);
  void storeAccess(const AffineAccess &A, Value *To, uint64_t Offset);
  void storeOperand(const ProductFactor &Factor, runtime::ProductLoop Loop,
                    Value *To, uint64_t Offset);
  void storeReads(Value *Descriptor);
  void storeDomain(Value *Descriptor);
  Value *isTriangle(ArrayRef<Value *> Trips);
  Value *getCondition(ArrayRef<Value *> Trips);
  const SCEV *getExitValue(Value *V);
  bool canComputeAtExit(Value *V);
  Value *computeAtExit(Value *V);
  SumAddress getSumsInResult();
  SumAddress createBuffer(AllocaInst *Descriptor, BasicBlock *&Tiles,
                          BasicBlock *Loops);
  Value *callMultiplier(Value *Descriptor);
  AllocaInst *storeProduct(ArrayRef<Value *> Trips, Value *Scratch,
                           unsigned Kept);

public:
  ProductReplacer(const ProductNest &P, const TileShape &Shape, Function &F,
                  FunctionAnalysisManager &FAM)
      : F(F), Ctx(F.getContext()), P(P), Shape(Shape), FAM(FAM),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        Expander(SE, F.getDataLayout(), "escop.product"),
        Before(P.Loops.front()->getLoopPreheader()->getTerminator()),
        Builder(Before) {}

  bool canExpand();
  void replace(Value *Scratch, unsigned Kept);
};

} // namespace

bool ProductReplacer::canExpand() {
  auto IsSafe = [&](const SCEV *S) {
    return Expander.isSafeToExpandAt(S, Before);
  };
  auto IsSafeForm = [&](const AffineForm &Form) {
    return IsSafe(Form.Start) && all_of(Form.Steps, IsSafe);
  };
  auto IsSafeFactor = [&](const ProductFactor &Factor) {
    return all_of(Factor.Loads, [&](const auto &Load) {
      return IsSafeForm(Load.second.Offset);
    });
  };
  auto IsSafeRequirement = [&](const Requirement &R) {
    return all_of(R.Limits,
                  [&](const LimitCheck &C) {
                    return IsSafeForm(C.Form) && IsSafe(C.Limit);
                  }) &&
           all_of(R.Comparisons, [&](const Comparison &C) {
             return IsSafe(C.LHS) && IsSafe(C.RHS);
           });
  };
  return IsSafeForm(P.Result.Offset) && all_of(P.Factors, IsSafeFactor) &&
         all_of(P.Reads,
                [&](const AffineAccess &A) { return IsSafeForm(A.Offset); }) &&
         all_of(P.BackedgeTakenCounts, IsSafe) &&
         (!P.Triangle ||
          (IsSafe(P.Triangle->Count) &&
           (!P.Triangle->Limit || IsSafe(P.Triangle->Limit)) &&
           all_of(P.Triangle->Required,
                  [&](const auto &C) {
                    return IsSafe(C.LHS) && IsSafe(C.RHS) &&
                           SE.isLoopInvariant(C.LHS, &P.getOutermost()) &&
                           SE.isLoopInvariant(C.RHS, &P.getOutermost());
                  }))) &&
         all_of(P.RangeChecks,
                [&](const RangeCheck &C) { return IsSafeForm(C.Form); }) &&
         all_of(P.LiveOuts,
                [&](Instruction *I) { return canComputeAtExit(I); }) &&
         IsSafeRequirement(P.Required) &&
         all_of(P.Excluded, [&](const auto &Alternatives) {
           return all_of(Alternatives, IsSafeRequirement);
         });
}

/// What the counter @p V is behind the nest, or null.
const SCEV *ProductReplacer::getExitValue(Value *V) {
  if (!SE.isSCEVable(V->getType()))
    return nullptr;
  const Loop &L = P.getOutermost();
  const SCEV *S = SE.getSCEVAtScope(SE.getSCEV(V), L.getParentLoop());
  return SE.isLoopInvariant(S, &L) && Expander.isSafeToExpandAt(S, Before)
             ? S
             : nullptr;
}

/// Is @p V made of counters, as an iteration leaves them?
bool ProductReplacer::canComputeAtExit(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !P.getOutermost().contains(I) || getExitValue(I))
    return true;
  return !isa<PHINode>(I) && !I->mayReadOrWriteMemory() &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(I->operands(), [&](Value *Op) { return canComputeAtExit(Op); });
}

Value *ProductReplacer::computeAtExit(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !P.getOutermost().contains(I))
    return V;
  if (const SCEV *S = getExitValue(I))
    return expand(S);
  Instruction *New = I->clone();
  for (Use &Op : New->operands())
    Op = computeAtExit(Op);
  Builder.Insert(New);
  return New;
}

AllocaInst *ProductReplacer::createLocal(Type *Ty, const Twine &Name) {
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Local = Entry.CreateAlloca(Ty, nullptr, Name);
  // Of any value that it may hold, such as a limit of 128 bits.
  Local->setAlignment(Align(16));
  return Local;
}

void ProductReplacer::store(Value *V, Value *To, uint64_t Offset) {
  Builder.CreateStore(
      V, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), To, Offset));
}

/// Store what is in @p Context. \returns where it is, or null if that is
/// nothing.
Value *ProductReplacer::storeContext(const ValueContext &Context,
                                     const Twine &Name) {
  if (!Context.Bytes)
    return ConstantPointerNull::get(Builder.getPtrTy());
  Value *Local =
      createLocal(ArrayType::get(Builder.getInt8Ty(), Context.Bytes), Name);
  for (auto [V, Offset] : Context.Values)
    store(V, Local, Offset);
  return Local;
}

/// Store a runtime::ProductAccess.
void ProductReplacer::storeAccess(const AffineAccess &A, Value *To,
                                  uint64_t Offset) {
  store(Builder.CreateGEP(Builder.getInt8Ty(), A.Base, expand(A.Offset.Start)),
        To, Offset + offsetof(ProductAccess, Address));
  for (unsigned Loop = 0; Loop < runtime::NumProductLoops; ++Loop)
    store(expand(A.Offset.Steps[P.Role[Loop]]), To,
          Offset + offsetof(ProductAccess, Strides) + Loop * sizeof(int64_t));
  store(Builder.getInt64(F.getDataLayout().getTypeStoreSize(A.Ty)), To,
        Offset + offsetof(ProductAccess, Bytes));
}

/// Store a runtime::ProductOperand.
void ProductReplacer::storeOperand(const ProductFactor &Factor,
                                   runtime::ProductLoop Loop, Value *To,
                                   uint64_t Offset) {
  storeAccess(Factor.Loads.front().second, To,
              Offset + offsetof(ProductOperand, Elements));
  ComputedOperand Computed;
  Value *Compute = ConstantPointerNull::get(Builder.getPtrTy());
  if (!isElement(Factor)) {
    Computed = computeOperand(
        P, Factor, Loop, F, [&](const SCEV *S) { return expand(S); }, Builder);
    Compute = Computed.Compute;
  }
  store(Compute, To, Offset + offsetof(ProductOperand, Compute));
  store(storeContext(Computed.Context, "escop.operand"), To,
        Offset + offsetof(ProductOperand, Context));
  store(Builder.getInt64(Computed.StoresByK), To,
        Offset + offsetof(ProductOperand, StoresByK));
}

/// Store what is read and may overlap the result.
void ProductReplacer::storeReads(Value *Descriptor) {
  Value *Local = ConstantPointerNull::get(Builder.getPtrTy());
  if (!P.Reads.empty())
    Local = createLocal(ArrayType::get(Builder.getInt8Ty(),
                                       P.Reads.size() * sizeof(ProductAccess)),
                        "escop.reads");
  for (auto [Idx, Read] : enumerate(P.Reads))
    storeAccess(Read, Local, Idx * sizeof(ProductAccess));
  store(Builder.getInt64(P.Reads.size()), Descriptor,
        offsetof(Product, NumReads));
  store(Local, Descriptor, offsetof(Product, Reads));
}

/// Store a runtime::ProductDomain.
void ProductReplacer::storeDomain(Value *Descriptor) {
  auto Store = [&](Value *V, uint64_t Offset) {
    store(V, Descriptor, offsetof(Product, Domain) + Offset);
  };
  using runtime::ProductDomain;
  const ProductTriangle T = P.Triangle.value_or(ProductTriangle());
  const bool IsColumn = P.Triangle && P.Role[runtime::PL_Column] == T.Outer;
  Store(Builder.getInt64(IsColumn ? runtime::PL_Column : runtime::PL_Row),
        offsetof(ProductDomain, Outer));
  Value *Count = P.Triangle ? expand(T.Count) : Builder.getInt64(0);
  Value *Step = Builder.getInt64(P.Triangle ? T.CountStep + T.Skew : 0);
  if (P.Triangle && T.Limit) {
    Value *Limit = expand(T.Limit);
    Value *IsRectangle = Builder.CreateICmpSGE(Count, Limit);
    Count = Builder.CreateSelect(IsRectangle, Limit, Count);
    Step = Builder.CreateSelect(IsRectangle, Builder.getInt64(T.Skew), Step);
  }
  Value *Fields[] = {Builder.getInt64(0), Builder.getInt64(T.Skew),
                     Builder.CreateAdd(Count, Builder.getInt64(1)), Step};
  static_assert(offsetof(ProductDomain, End) ==
                offsetof(ProductDomain, Begin) + 2 * sizeof(int64_t));
  for (auto [Idx, V] : enumerate(Fields))
    Store(V, offsetof(ProductDomain, Begin) + Idx * sizeof(int64_t));
}

/// Whether no range of the inner loop is empty, or too long.
Value *ProductReplacer::isTriangle(ArrayRef<Value *> Trips) {
  Value *First = expand(P.Triangle->Count), *Outer = Trips[P.Triangle->Outer];
  Value *Last = P.Triangle->CountStep > 0 ? Builder.CreateAdd(First, Outer)
                                          : Builder.CreateSub(First, Outer);
  Value *Most = Builder.getInt64(runtime::MaxProductCount);
  Value *Is = Builder.CreateICmpULT(Outer, Most);
  for (const auto &C : P.Triangle->Required)
    Is = Builder.CreateAnd(
        Is, Builder.CreateICmp(C.Predicate, expand(C.LHS), expand(C.RHS)));
  for (Value *Count : {First, Last})
    Is = Builder.CreateAnd(Is, Builder.CreateICmpULT(Count, Most));
  // In front of the limit, or behind it.
  if (P.Triangle->Limit) {
    Value *Limit = expand(P.Triangle->Limit);
    Is = Builder.CreateAnd(
        Is, Builder.CreateOr(Builder.CreateICmpSGE(First, Limit),
                             Builder.CreateICmpSLE(Last, Limit)));
    Is = Builder.CreateAnd(Is, Builder.CreateICmpULT(Limit, Most));
  }
  return Is;
}

/// Whether indices do not wrap, and inner loops are entered.
Value *ProductReplacer::getCondition(ArrayRef<Value *> Trips) {
  auto Expand = [&](const SCEV *S) { return expand(S); };
  Value *Condition = P.Triangle ? isTriangle(Trips) : Builder.getTrue();
  for (const RangeCheck &Check : P.RangeChecks)
    Condition = Builder.CreateAnd(
        Condition, emitRangeCheck(Check, Trips, Expand, Builder));
  auto Holds = [&](const Requirement &R) -> Value * {
    Value *All = Builder.getTrue();
    for (const LimitCheck &Check : R.Limits)
      All =
          Builder.CreateAnd(All, emitLimitCheck(Check, Trips, Expand, Builder));
    for (const Comparison &C : R.Comparisons)
      All = Builder.CreateAnd(
          All, Builder.CreateICmp(C.Predicate, expand(C.LHS), expand(C.RHS)));
    return All;
  };
  Condition = Builder.CreateAnd(Condition, Holds(P.Required));
  for (const auto &Alternatives : P.Excluded) {
    Value *Any = Builder.getFalse();
    for (const Requirement &R : Alternatives)
      Any = Builder.CreateOr(Any, Holds(R));
    Condition = Builder.CreateAnd(Condition, Any);
  }
  return Condition;
}

/// Store the runtime::Product, with @p Trips of each loop and once more.
AllocaInst *ProductReplacer::storeProduct(ArrayRef<Value *> Trips,
                                          Value *Scratch, unsigned Kept) {
  AllocaInst *Descriptor = createLocal(
      ArrayType::get(Builder.getInt8Ty(), sizeof(Product)), "escop.product");
  for (unsigned Loop = 0; Loop < runtime::NumProductLoops; ++Loop)
    store(Builder.CreateAdd(Trips[P.Role[Loop]], Builder.getInt64(1)),
          Descriptor, offsetof(Product, Counts) + Loop * sizeof(uint64_t));
  storeAccess(P.Result, Descriptor, offsetof(Product, Result));
  static_assert(runtime::PL_Row == 0 && runtime::PL_Column == 1);
  for (unsigned Idx : {0, 1})
    storeOperand(P.Factors[Idx], runtime::ProductLoop(Idx), Descriptor,
                 offsetof(Product, Operands) + Idx * sizeof(ProductOperand));
  storeReads(Descriptor);
  storeDomain(Descriptor);
  store(Builder.getInt64(P.HasMirror), Descriptor,
        offsetof(Product, HasMirror));
  store(getTile(P, Shape, F, FAM), Descriptor, offsetof(Product, Tile));
  store(storeContext(getTileContext(P), "escop.limits"), Descriptor,
        offsetof(Product, Context));
  store(Builder.getInt64(Kept), Descriptor, offsetof(Product, Kept));
  store(Scratch, Descriptor, offsetof(Product, Scratch));
  return Descriptor;
}

SumAddress ProductReplacer::getSumsInResult() {
  const AffineForm &Offset = P.Result.Offset;
  Builder.SetInsertPoint(Before);
  return {Builder.CreateGEP(Builder.getInt8Ty(), P.Result.Base,
                            expand(Offset.Start)),
          {expand(Offset.Steps[0]), expand(Offset.Steps[1])}};
}

/// Allocate memory for the sums in @p Tiles, or go to @p Loops. Tiles becomes
/// the block behind.
SumAddress ProductReplacer::createBuffer(AllocaInst *Descriptor,
                                         BasicBlock *&Tiles,
                                         BasicBlock *Loops) {
  const uint64_t ElementBytes = P.Operation.Ty->getPrimitiveSizeInBits() / 8;
  Builder.SetInsertPoint(Tiles);
  Value *Allocated = callRuntime(Builder, "escop.product.allocate",
                                 {Descriptor, Builder.getInt64(ElementBytes)});
  Tiles = BasicBlock::Create(Ctx, "escop.buffer", &F, Loops);
  Builder.CreateCondBr(Allocated, Tiles, Loops);
  Builder.SetInsertPoint(Tiles);
  auto Load = [&](Type *Ty, uint64_t Offset) {
    return Builder.CreateLoad(Ty, Builder.CreateConstInBoundsGEP1_64(
                                      Builder.getInt8Ty(), Descriptor,
                                      offsetof(Product, Result) + Offset));
  };
  SumAddress Sums = {Load(Builder.getPtrTy(), offsetof(ProductAccess, Address)),
                     {}};
  for (unsigned Role : {runtime::PL_Row, runtime::PL_Column})
    Sums.Steps[P.Role[Role]] =
        Load(Builder.getInt64Ty(),
             offsetof(ProductAccess, Strides) + Role * sizeof(int64_t));
  return Sums;
}

/// Multiply alone, or in a team if the product is large enough.
Value *ProductReplacer::callMultiplier(Value *Descriptor) {
  Module &M = *F.getParent();
  if (!formsTeams(M))
    return callRuntime(
        Builder, "escop.product",
        {Descriptor, ConstantPointerNull::get(Builder.getPtrTy())});
  return callRuntime(Builder, "escop.product.parallel",
                     {Descriptor, getRuntimeFunction(M, "escop.product"),
                      Builder.getInt64(LeastWorkOfThread), getProcFS(M)});
}

/// Keep the operand @p Kept in @p Scratch, or none.
void ProductReplacer::replace(Value *Scratch, unsigned Kept) {
  SmallVector<Value *, NestDepth> Trips;
  for (const SCEV *Count : P.BackedgeTakenCounts)
    Trips.push_back(Builder.CreateZExt(expand(Count), Builder.getInt64Ty()));
  Value *Condition = getCondition(Trips);
  AllocaInst *Descriptor = storeProduct(Trips, Scratch, Kept);
  Condition = Builder.CreateAnd(
      Condition, callRuntime(Builder, "escop.product.check", {Descriptor}));
  // The loops, and what is executed instead.
  BasicBlock *Check = Before->getParent(),
             *Exit = P.Loops.front()->getExitBlock(),
             *Latch = P.Loops.front()->getLoopLatch();
  BasicBlock *Loops = SplitBlock(Check, Before);
  auto *Tiles = BasicBlock::Create(Ctx, "escop.tiles", &F, Loops);
  Check->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Check);
  Builder.CreateCondBr(Condition, Tiles, Loops);
  Before = Check->getTerminator();
  SumAddress Sums =
      P.HasBuffer ? createBuffer(Descriptor, Tiles, Loops) : getSumsInResult();
  // The inner loop's iterations are counted from its own first one there.
  if (P.Triangle && P.Triangle->Skew && P.Triangle->Inner < Sums.Steps.size()) {
    Value *&Outer = Sums.Steps[P.Triangle->Outer];
    Outer = Builder.CreateAdd(Outer, Sums.Steps[P.Triangle->Inner]);
  }
  PartEmitter Parts(P, Sums, Tiles);
  Builder.SetInsertPoint(Parts.emitBefore());
  Value *Fires = callMultiplier(Descriptor);
  for (Instruction *Marker : P.OfSums.Markers) {
    Instruction *Clone = Marker->clone();
    Clone->setOperand(0, Fires);
    Builder.Insert(Clone);
  }
  BasicBlock *End = Parts.emitBehind();
  Builder.SetInsertPoint(End);
  if (P.HasBuffer)
    callRuntime(Builder, "escop.product.free", {Descriptor});
  for (PHINode &PHI : Exit->phis())
    PHI.addIncoming(computeAtExit(PHI.getIncomingValueForBlock(Latch)), End);
  Builder.CreateBr(Exit);
}

/// Is @p F compiled for what it is not to use, or to be small?
static bool keepsLoops(const Function &F) {
  return F.hasFnAttribute(Attribute::StrictFP) || F.hasMinSize() ||
         F.hasFnAttribute(Attribute::NoImplicitFloat);
}

/// The headers of the innermost loops of the products of @p F, if all its nests
/// of three loops are of one, or @p InTiles.
static SmallVector<BasicBlock *, 2> findProducts(Function &F, bool IsChunk,
                                                 bool InTiles,
                                                 FunctionAnalysisManager &FAM) {
  SmallVector<ProductNest, 2> Products;
  SmallVector<const Loop *, 2> Others;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || L->getLoopDepth() < NestDepth)
      continue;
    std::optional<ProductNest> P = matchProduct(*L, F, FAM);
    if (P && !(IsChunk && P->HasBuffer))
      Products.push_back(std::move(*P));
    else
      Others.push_back(L);
  }
  if (!InTiles && !all_of(Others, [&](const Loop *Other) {
        return any_of(Products, [&](const ProductNest &P) {
          return P.getOutermost().contains(Other);
        });
      }))
    return {};
  SmallVector<BasicBlock *, 2> Headers;
  for (const ProductNest &P : Products)
    Headers.push_back(P.getInnermost().getHeader());
  return Headers;
}

/// Is what the sum @p I adds to loaded from another object than @p U, its user,
/// stores it to, or loaded at all if that hands it to the next iteration?
static bool addsToOther(const Instruction &I, bool IsFused, const User &U) {
  auto IsObject = [](const Value *V) {
    return isa<Argument, GlobalValue, AllocaInst>(V);
  };
  auto IsOther = [&](const Value *V) {
    auto *Load = dyn_cast<LoadInst>(V);
    auto *Store = dyn_cast<StoreInst>(&U);
    if (!Load || !Store)
      return Load != nullptr;
    const Value *From = getUnderlyingObject(Load->getPointerOperand()),
                *To = getUnderlyingObject(Store->getPointerOperand());
    return From != To && IsObject(From) && IsObject(To);
  };
  return IsFused ? IsOther(I.getOperand(2)) : any_of(I.operands(), IsOther);
}

/// Collect in @p Loads what a factor is computed from in @p Nest. \returns
/// whether that is all.
static bool collectLoads(Value *V, const Loop &Nest,
                         SmallSetVector<LoadInst *, 4> &Loads,
                         unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.contains(I))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Loads.insert(Load);
    return true;
  }
  auto Collect = [&](Value *Op) {
    return collectLoads(Op, Nest, Loads, Depth + 1);
  };
  return Depth < MaxDepth && isa<CastInst, UnaryOperator, BinaryOperator>(I) &&
         all_of(I->operands(), Collect);
}

/// Does @p S contain a recurrence of @p L?
static bool changesIn(const SCEV *S, const Loop &L) {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return Rec && Rec->getLoop() == &L;
  });
}

/// What is left of @p S without what is a multiple of a counter of @p L: where
/// that counts from i + 1, it changes with i, and what is indexed by it need
/// not.
static const SCEV *removeCounter(const SCEV *S, const Loop &L,
                                 ScalarEvolution &SE) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return S;
  for (PHINode &PHI : L.getHeader()->phis()) {
    if (PHI.getType() != S->getType())
      continue;
    auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI));
    if (Counter && Counter->getLoop() == &L && Counter->isAffine() &&
        Counter->getStepRecurrence(SE)->isOne())
      return SE.getMinusSCEV(
          S, SE.getMulExpr(Rec->getStepRecurrence(SE), Counter));
  }
  return Rec->getStart();
}

/// Does each of the @p Factors stay the same in a loop of @p Nest in which the
/// other one changes, as far as is known? Those of a convolution do not: one of
/// them changes in all loops.
static bool haveLoopsOfTheirOwn(std::pair<Value *, Value *> Factors,
                                const Instruction &At, const Loop &Nest,
                                ScalarEvolution &SE, const LoopInfo &LI) {
  SmallVector<const SCEV *, 4> Offsets[2];
  for (auto [Factor, Of] : {std::pair(Factors.first, &Offsets[0]),
                            std::pair(Factors.second, &Offsets[1])}) {
    SmallSetVector<LoadInst *, 4> Loads;
    if (!collectLoads(Factor, Nest, Loads))
      return true;
    for (LoadInst *Load : Loads)
      Of->push_back(
          SE.removePointerBase(SE.getSCEV(Load->getPointerOperand())));
  }
  // What is loaded in the nest may be hoisted.
  auto IsOfNest = [&](const SCEV *S) {
    auto *U = dyn_cast<SCEVUnknown>(S);
    auto *I = U ? dyn_cast<Instruction>(U->getValue()) : nullptr;
    return I && Nest.contains(I);
  };
  bool IsOwn[2] = {false, false};
  for (const Loop *L = LI.getLoopFor(At.getParent()); L && Nest.contains(L);
       L = L->getParentLoop()) {
    bool Changes[2] = {false, false};
    for (unsigned Idx : {0, 1})
      for (const SCEV *&Offset : Offsets[Idx]) {
        if (SCEVExprContains(Offset, IsOfNest))
          return true;
        Changes[Idx] |= changesIn(Offset, *L);
        Offset = removeCounter(Offset, *L, SE);
      }
    for (unsigned Idx : {0, 1})
      IsOwn[Idx] |= Changes[Idx] && !Changes[1 - Idx];
  }
  return IsOwn[0] && IsOwn[1];
}

/// The factors of the product that @p I adds, to what it is stored to or to
/// what the next iteration adds to; nulls if it adds none. Subscripts are
/// neither.
static std::pair<Value *, Value *> getAddedProduct(const Instruction &I) {
  using namespace PatternMatch;
  Value *A = nullptr, *B = nullptr;
  const bool IsFused = isFusedMultiplyAdd(I);
  if (IsFused)
    std::tie(A, B) = std::pair(I.getOperand(0), I.getOperand(1));
  else if (!match(&I, m_c_FAdd(m_FMul(m_Value(A), m_Value(B)), m_Value())) &&
           !match(&I, m_FSub(m_Value(), m_FMul(m_Value(A), m_Value(B)))) &&
           !match(&I, m_c_Add(m_Mul(m_Value(A), m_Value(B)), m_Value())) &&
           !match(&I, m_Sub(m_Value(), m_Mul(m_Value(A), m_Value(B)))))
    return {};
  if (none_of(I.users(), [&](const User *U) {
        auto *Store = dyn_cast<StoreInst>(U);
        return (isa<PHINode>(U) || (Store && Store->getValueOperand() == &I)) &&
               !addsToOther(I, IsFused, *U);
      }))
    return {};
  return {A, B};
}

/// Find the other innermost loops in @p Nest that compute what @p V, of the
/// loop @p In, is computed from.
static SmallPtrSet<const Loop *, 2>
findLoopsOf(Value *V, const Loop &In, const Loop &Nest, const LoopInfo &LI) {
  constexpr unsigned MaxValues = 16;
  SmallPtrSet<const Loop *, 2> Loops;
  SmallSetVector<Value *, MaxValues> Values;
  Values.insert(V);
  for (unsigned Idx = 0; Idx < Values.size() && Idx < MaxValues; ++Idx) {
    auto *I = dyn_cast<Instruction>(Values[Idx]);
    if (!I || !Nest.contains(I) || isa<LoadInst>(I))
      continue;
    const Loop *Of = LI.getLoopFor(I->getParent());
    if (Of != &In && Of->isInnermost() && !Of->contains(&In))
      Loops.insert(Of);
    else if (!isa<PHINode>(I) || !LI.isLoopHeader(I->getParent()))
      Values.insert(I->op_begin(), I->op_end());
  }
  return Loops;
}

/// Does @p Sum load what is at @p Address in the iterations of @p In, as far as
/// can be seen?
static bool loadsWhatIsAt(Value *Address, const Loop &In, const Loop &Sum,
                          ScalarEvolution &SE) {
  auto GetStep = [&](Value *Of, const Loop &L) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Of));
    return Rec && Rec->getLoop() == &L ? Rec->getStepRecurrence(SE) : nullptr;
  };
  const SCEV *Step = GetStep(Address, In);
  // What is added last may be updated first.
  auto IsStep = [&](const SCEV *Other) {
    return Other && (Other == Step || Other == SE.getNegativeSCEV(Step));
  };
  return Step && any_of(Sum.blocks(), [&](const BasicBlock *BB) {
           return any_of(*BB, [&](const Instruction &I) {
             auto *Load = dyn_cast<LoadInst>(&I);
             Value *From = Load ? const_cast<Value *>(Load->getPointerOperand())
                                : nullptr;
             return From && IsStep(GetStep(From, Sum)) &&
                    SE.getPointerBase(SE.getSCEV(From)) ==
                        SE.getPointerBase(SE.getSCEV(Address));
           });
         });
}

/// Find the innermost loops of @p Nest of which no order of iterations makes
/// products: a column is updated by a multiple of a sum over it, as in a
/// Gram-Schmidt orthogonalization or by reflections (Householder), so that all
/// of it waits for all of it.
///
///   for (i…) s += V[i][k] * A[i][j];
///   for (i…) A[i][j] -= s * V[i][k];
static SmallPtrSet<const Loop *, 4>
findUpdatesBySums(const Loop &Nest, ScalarEvolution &SE, const LoopInfo &LI) {
  SmallPtrSet<const Loop *, 4> Found;
  for (const Loop *In : Nest.getLoopsInPreorder()) {
    if (!In->isInnermost())
      continue;
    for (const BasicBlock *BB : In->blocks())
      for (const Instruction &I : *BB) {
        auto *Store = dyn_cast<StoreInst>(&I);
        auto *Added =
            Store ? dyn_cast<Instruction>(Store->getValueOperand()) : nullptr;
        if (!Added)
          continue;
        auto *Address = const_cast<Value *>(Store->getPointerOperand());
        const auto [A, B] = getAddedProduct(*Added);
        if (!A)
          continue;
        for (Value *Factor : {A, B})
          for (const Loop *Sum : findLoopsOf(Factor, *In, Nest, LI))
            if (loadsWhatIsAt(Address, *In, *Sum, SE))
              Found.insert({In, Sum});
      }
  }
  return Found;
}

bool polly::escop::mayAddProduct(const BasicBlock &BB, const Loop &Nest,
                                 ScalarEvolution &SE, const LoopInfo &LI) {
  return any_of(BB, [&](const Instruction &I) {
    const auto Factors = getAddedProduct(I);
    return Factors.first && haveLoopsOfTheirOwn(Factors, I, Nest, SE, LI);
  });
}

bool polly::escop::mayHaveProduct(const Loop &L, Function &F,
                                  FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<const Loop *, 4> Adding;
  copy_if(L.getLoopsInPreorder(), std::back_inserter(Adding),
          [&](const Loop *In) {
            return In->isInnermost() &&
                   In->getLoopDepth() - L.getLoopDepth() + 1 >= NestDepth &&
                   any_of(In->blocks(), [&](const BasicBlock *BB) {
                     return mayAddProduct(*BB, L, SE, LI);
                   });
          });
  if (Adding.empty())
    return false;
  const auto UpdatesBySums = findUpdatesBySums(L, SE, LI);
  return !all_of(Adding,
                 [&](const Loop *In) { return UpdatesBySums.contains(In); });
}

bool polly::escop::mayHaveProduct(Function &F, FunctionAnalysisManager &FAM) {
  return any_of(FAM.getResult<LoopAnalysis>(F),
                [&](const Loop *L) { return mayHaveProduct(*L, F, FAM); });
}

/// The operand that does not change with the outermost loop, if the function is
/// that product: of a chunk, it is that of all chunks, as the driver sees to it
/// that no other array is written where it is read. Otherwise NumOperands.
static unsigned getCommonOperand(const ProductNest &P, const Function &F,
                                 FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(const_cast<Function &>(F));
  const bool IsAlone =
      std::next(LI.begin()) == LI.end() && *LI.begin() == &P.getOutermost();
  if (!IsAlone || P.Triangle || P.Role[runtime::PL_Depth] == 0)
    return runtime::NumOperands;
  const unsigned Common =
      P.Role[runtime::PL_Row] == 0 ? runtime::PL_Column : runtime::PL_Row;
  // What is part of the result's array is written by another chunk.
  const bool IsOfResult =
      any_of(P.Factors[Common].Loads, [&](const auto &Load) {
        return Load.second.Base == P.Result.Base;
      });
  return IsOfResult ? runtime::NumOperands : Common;
}

bool polly::escop::tileProducts(Function &F, bool IsChunk, bool InTiles,
                                bool &KeepsOperand,
                                FunctionAnalysisManager &FAM) {
  KeepsOperand = false;
  if (!TileProducts || keepsLoops(F))
    return false;
  AllocaInst *Scratch = nullptr;
  for (const BasicBlock *Header : findProducts(F, IsChunk, InTiles, FAM)) {
    // Replacing the former has changed the function, but not the other nests.
    Loop *Innermost = FAM.getResult<LoopAnalysis>(F).getLoopFor(Header);
    const std::optional<ProductNest> P = matchProduct(*Innermost, F, FAM);
    const std::optional<TileShape> Shape =
        P ? getTileShape(P->Operation, F, FAM) : std::nullopt;
    if (!Shape)
      continue;
    ProductReplacer Replacer(*P, *Shape, F, FAM);
    if (!Replacer.canExpand())
      continue;
    if (!Scratch) {
      IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
      Scratch = Entry.CreateAlloca(
          ArrayType::get(Entry.getInt8Ty(), runtime::ProductScratch), nullptr,
          "escop.scratch");
      Scratch->setAlignment(Align(64));
    }
    const unsigned Kept = IsChunk && !InTiles ? getCommonOperand(*P, F, FAM)
                                              : runtime::NumOperands;
    KeepsOperand |= Kept < runtime::NumOperands;
    Replacer.replace(Scratch, Kept);
    FAM.invalidate(F, PreservedAnalyses::none());
    if (!InTiles)
      continue;
    // Products in the same loops leave through the same block.
    FunctionPassManager Simplify;
    Simplify.addPass(LoopSimplifyPass());
    Simplify.addPass(LCSSAPass());
    runPasses(F, Simplify, FAM);
  }
  return Scratch;
}
