//===- Tile.cpp - The functions that multiply -----------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of C is in registers while
//
//   for (k…)
//     C[0…Rows)[0…Columns) += A[k][0…Rows) * B[k][0…Columns)
//
// adds products of packed operands to it, an element of A at a time with
// vectors of B. Three vectors a row are enough that an element is multiplied as
// often as it takes to load it, and four or eight rows that each vector of B
// is; together they leave the registers that the operands need. As many
// additions are under way as an addition takes cycles.
//
//===----------------------------------------------------------------------===//

#include "Tile.h"
#include "SumConditions.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;
using namespace polly::escop;

/// Multiplications that the target emulates by more instructions are left to
/// the vectorisers, which weigh them.
static constexpr unsigned MaxMultiplicationCost = 4;
/// What is multiplied so many iterations of k later is loaded ahead. It takes
/// some 14 cycles to come from the second-level cache; an iteration takes 12.
static constexpr unsigned PrefetchDistance = 12;

/// Between an extreme value that is held in so few registers and the next one,
/// as much time goes by as it takes to compare all sums with their limit.
static constexpr unsigned MinRegistersOfExtreme = 2;

static constexpr StringLiteral TilePrefix = "escop.tile.",
                               ShapeSuffix = ".shape";
static constexpr uint64_t CacheLine = 64;
static constexpr StringLiteral PreferredWidth = "prefer-vector-width";
static constexpr StringLiteral TargetAttrs[] = {"target-cpu", "target-features",
                                                "tune-cpu", PreferredWidth};

/// The widest vectors that @p F's target has. Where they lower the frequency,
/// it prefers narrower ones for code that multiplies now and then; a product is
/// nothing else. What the user prefers stays.
static unsigned getVectorBits(Function &F, FunctionAnalysisManager &FAM) {
  Function *Product = createForTarget(F.getFunctionType(), "escop.width", F);
  if (!Product->hasFnAttribute(PreferredWidth))
    Product->addFnAttr(PreferredWidth, "512");
  const unsigned Bits =
      FAM.getResult<TargetIRAnalysis>(*Product).getRegisterBitWidth(
          TargetTransformInfo::RGK_FixedWidthVector);
  eraseFunction(Product, FAM);
  return Bits;
}

std::optional<TileShape>
polly::escop::getTileShape(const TileOperation &Op, Function &F,
                           FunctionAnalysisManager &FAM) {
  const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(F);
  const unsigned Bits = getVectorBits(F, FAM);
  const unsigned ElementBits = Op.Ty->getPrimitiveSizeInBits();
  if (!(Op.Ty->isFloatTy() || Op.Ty->isDoubleTy() || Op.Ty->isIntegerTy(16) ||
        Op.Ty->isIntegerTy(32) || Op.Ty->isIntegerTy(64)) ||
      Bits < 128 || Bits > 512 || !isPowerOf2_32(Bits))
    return std::nullopt;
  TileShape Shape;
  Shape.VectorTy = FixedVectorType::get(Op.Ty, Bits / ElementBits);
  const unsigned Registers = TTI.getNumberOfRegisters(
      TTI.getRegisterClassForType(/*Vector=*/true, Shape.VectorTy));
  if (Registers < 16)
    return std::nullopt;
  Shape.Rows = Registers < 32 ? 4 : 8;
  Shape.Vectors = 3;
  Shape.FreeRegisters = Registers - (Shape.Rows + 1) * Shape.Vectors - 1;
  InstructionCost Cost = TTI.getArithmeticInstrCost(
      Op.Ty->isIntegerTy() ? Instruction::Mul : Instruction::FMul,
      Shape.VectorTy);
  if (Cost > MaxMultiplicationCost)
    return std::nullopt;
  Shape.HasMasks = TTI.isLegalMaskedLoad(Shape.VectorTy, Align(1)) &&
                   TTI.isLegalMaskedStore(Shape.VectorTy, Align(1));
  return Shape;
}

Function *polly::escop::createForTarget(FunctionType *Ty, const Twine &Name,
                                        Function &F) {
  Function *New =
      Function::createWithDefaultAttr(Ty, GlobalValue::InternalLinkage,
                                      F.getAddressSpace(), Name, F.getParent());
  for (StringRef Name : TargetAttrs)
    if (Attribute A = F.getFnAttribute(Name); A.isValid())
      New->addFnAttr(A);
  New->setDoesNotThrow();
  return New;
}

/// Is @p New compiled for the target that @p F is compiled for?
static bool isForTarget(const Function &New, const Function &F) {
  return all_of(TargetAttrs, [&](StringRef Name) {
    return New.getFnAttribute(Name) == F.getFnAttribute(Name);
  });
}

namespace {

/// What decides whether a guard fires for some element of a tile, of all
/// iterations until now.
struct TileGuards {
  /// For which columns one has fired.
  Value *Fires;
  /// The most extreme values of each of SumConditions::Extremes. One of them
  /// would do, but each depends on the one before.
  SmallVector<SmallVector<Value *, 4>, 2> Extremes;
};

/// Emits one runtime::TileFunction.
class TileEmitter {
  const ProductNest &P;
  const SumConditions Conditions;
  const TileOperation &Op;
  const TileShape &Shape;
  Function &Tile;
  Argument *Depth, *A, *B, *C, *RowStride, *NumColumns, *MaskArray, *Context;
  IRBuilder<> Builder;
  const unsigned Lanes;
  const uint64_t ElementBytes, VectorBytes;
  /// Vectors of the guards' invariants.
  SmallDenseMap<Value *, Value *, 4> Invariants;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(Tile.getContext(), Name, &Tile);
  }
  Value *at(Value *Base, Value *Offset) {
    return Builder.CreateGEP(Builder.getInt8Ty(), Base, Offset);
  }
  Value *getResultAddress(unsigned Row, unsigned Vector);
  SmallVector<Value *, 24> getMasks(unsigned Vectors);
  void prefetch(Value *Address, bool Write, unsigned Locality);
  void prefetchNextTile();
  Value *add(Value *Sum, Value *A, Value *B);
  Value *get(Value *V, SmallDenseMap<Value *, Value *, 16> &Vectors);
  Value *orWith(Value *Fires, Value *Here, Value *Mask);
  TileGuards createGuards(function_ref<Value *(Value *)> BeginWith);
  void evaluate(TileGuards &Guards, unsigned Idx, Value *Old, Value *New,
                Value *A, Value *B, Value *Mask);
  Value *isFlagged(const TileGuards &Guards, ArrayRef<Value *> Sums,
                   ArrayRef<Value *> Masks);
  void emitProducts(PHINode *K, unsigned Vectors, MutableArrayRef<Value *> Sums,
                    ArrayRef<Value *> Masks, TileGuards &Guards);
  void emitLoop(BasicBlock *Begin, unsigned Vectors, bool Masked);

public:
  TileEmitter(const ProductNest &P, const TileShape &Shape, Function &Tile)
      : P(P), Conditions(getSumConditions(P, Shape.FreeRegisters /
                                                 MinRegistersOfExtreme)),
        Op(P.Operation), Shape(Shape), Tile(Tile), Depth(Tile.getArg(0)),
        A(Tile.getArg(1)), B(Tile.getArg(2)), C(Tile.getArg(3)),
        RowStride(Tile.getArg(4)), NumColumns(Tile.getArg(5)),
        MaskArray(Tile.getArg(6)), Context(Tile.getArg(7)),
        Builder(Tile.getContext()), Lanes(Shape.VectorTy->getNumElements()),
        ElementBytes(Op.Ty->getPrimitiveSizeInBits() / 8),
        VectorBytes(Shape.VectorTy->getPrimitiveSizeInBits() / 8) {
    Builder.setFastMathFlags(Op.Flags);
  }
  void emit();
};

} // namespace

Value *TileEmitter::getResultAddress(unsigned Row, unsigned Vector) {
  Value *Offset = Builder.CreateMul(RowStride, Builder.getInt64(Row));
  return at(C,
            Builder.CreateAdd(Offset, Builder.getInt64(Vector * VectorBytes)));
}

/// Which elements of the tile are added to: bits of a runtime::TileMask a row.
SmallVector<Value *, 24> TileEmitter::getMasks(unsigned Vectors) {
  IntegerType *RowTy = Builder.getInt128Ty();
  SmallVector<Value *, 24> Masks;
  for (unsigned R = 0; R < Shape.Rows; ++R) {
    Value *Row = Builder.CreateAlignedLoad(
        RowTy, Builder.CreateConstInBoundsGEP1_64(RowTy, MaskArray, R),
        Align(16));
    for (unsigned V = 0; V < Vectors; ++V)
      Masks.push_back(Builder.CreateBitCast(
          Builder.CreateTrunc(Builder.CreateLShr(Row, V * Lanes),
                              Builder.getIntNTy(Lanes)),
          FixedVectorType::get(Builder.getInt1Ty(), Lanes)));
  }
  return Masks;
}

/// Load the line of @p Address, in which there is something to @p Write.
void TileEmitter::prefetch(Value *Address, bool Write, unsigned Locality) {
  constexpr unsigned Data = 1;
  Builder.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                          {Address, Builder.getInt32(Write),
                           Builder.getInt32(Locality), Builder.getInt32(Data)});
}

/// While this one is computed, load the tile of C below it: no processor
/// foresees where its rows are.
void TileEmitter::prefetchNextTile() {
  constexpr unsigned SecondLevel = 2;
  for (unsigned R = 0; R < Shape.Rows; ++R) {
    Value *Row = getResultAddress(Shape.Rows + R, 0);
    for (uint64_t Byte = 0; Byte < Shape.Vectors * VectorBytes;
         Byte += CacheLine)
      prefetch(at(Row, Builder.getInt64(Byte)), /*Write=*/true, SecondLevel);
  }
}

Value *TileEmitter::add(Value *Sum, Value *A, Value *B) {
  if (Op.Fused != Intrinsic::not_intrinsic)
    return Builder.CreateIntrinsic(Op.Fused, {Sum->getType()}, {A, B, Sum});
  Value *Product =
      Op.Ty->isIntegerTy() ? Builder.CreateMul(A, B) : Builder.CreateFMul(A, B);
  return Builder.CreateBinOp(Op.Add, Sum, Product);
}

/// A vector of what the guards compute, @p V, given what @p Vectors has of an
/// iteration.
Value *TileEmitter::get(Value *V,
                        SmallDenseMap<Value *, Value *, 16> &Vectors) {
  if (auto *C = dyn_cast<Constant>(V))
    return ConstantVector::getSplat(ElementCount::getFixed(Lanes), C);
  if (Value *Known = Invariants.lookup(V))
    return Known;
  if (Value *Known = Vectors.lookup(V))
    return Known;
  auto Get = [&](Value *Op) { return get(Op, Vectors); };
  auto *I = cast<Instruction>(V);
  Type *Ty = FixedVectorType::get(I->getType(), Lanes);
  Value *Result;
  if (auto *Call = dyn_cast<IntrinsicInst>(I))
    Result = Builder.CreateIntrinsic(Call->getIntrinsicID(), {Ty},
                                     map_to_vector(Call->args(), Get));
  else if (auto *Cast = dyn_cast<CastInst>(I))
    Result =
        Builder.CreateCast(Cast->getOpcode(), Get(Cast->getOperand(0)), Ty);
  else if (auto *Cmp = dyn_cast<CmpInst>(I))
    Result = Builder.CreateCmp(Cmp->getPredicate(), Get(Cmp->getOperand(0)),
                               Get(Cmp->getOperand(1)));
  else if (auto *Select = dyn_cast<SelectInst>(I))
    Result = Builder.CreateSelect(Get(Select->getCondition()),
                                  Get(Select->getTrueValue()),
                                  Get(Select->getFalseValue()));
  else
    Result = Builder.CreateNAryOp(I->getOpcode(),
                                  map_to_vector(I->operand_values(), Get));
  if (auto *New = dyn_cast<Instruction>(Result))
    New->copyIRFlags(I);
  return Vectors[V] = Result;
}

/// @p Fires, and @p Here in the elements of @p Mask, if there is one.
Value *TileEmitter::orWith(Value *Fires, Value *Here, Value *Mask) {
  return Builder.CreateOr(Fires, Mask ? Builder.CreateAnd(Here, Mask) : Here);
}

/// What decides in front of the first iteration, passed through @p BeginWith.
TileGuards TileEmitter::createGuards(function_ref<Value *(Value *)> BeginWith) {
  TileGuards Guards;
  Guards.Fires =
      Constant::getNullValue(FixedVectorType::get(Builder.getInt1Ty(), Lanes));
  if (!Conditions.Each.empty())
    Guards.Fires = BeginWith(Guards.Fires);
  for (const ExtremeCondition &E : Conditions.Extremes) {
    auto &Values = Guards.Extremes.emplace_back();
    const size_t Number = std::min<size_t>(
        Shape.Vectors, Shape.FreeRegisters / Conditions.Extremes.size());
    while (Values.size() < Number)
      Values.push_back(BeginWith(ConstantVector::getSplat(
          ElementCount::getFixed(Lanes), E.getStart())));
  }
  return Guards;
}

/// Let @p Guards know of an iteration that adds the product of @p A and @p B to
/// the vector @p Idx of the tile.
void TileEmitter::evaluate(TileGuards &Guards, unsigned Idx, Value *Old,
                           Value *New, Value *A, Value *B, Value *Mask) {
  SmallDenseMap<Value *, Value *, 16> Vectors;
  Vectors[P.Acc] = Old;
  Vectors[P.Sum] = New;
  for (Instruction *I : P.OfSums.Products)
    Vectors[I] =
        Builder.CreateBinOp(Instruction::BinaryOps(I->getOpcode()), A, B);
  for (Value *Condition : Conditions.Each)
    Guards.Fires = orWith(Guards.Fires, get(Condition, Vectors), Mask);
  for (auto [E, Values] : zip_equal(Conditions.Extremes, Guards.Extremes)) {
    Value *V = get(E.V, Vectors), *&Most = Values[Idx % Values.size()];
    Value *IsMore = Builder.CreateCmp(E.getStrict(), V, Most);
    if (Mask)
      IsMore = Builder.CreateAnd(IsMore, Mask);
    Most = Builder.CreateSelect(IsMore, V, Most);
  }
}

/// Behind the last iteration: does a guard fire?
Value *TileEmitter::isFlagged(const TileGuards &Guards, ArrayRef<Value *> Sums,
                              ArrayRef<Value *> Masks) {
  if (P.OfSums.Markers.empty())
    return Builder.getFalse();
  Value *Fires = Guards.Fires;
  SmallDenseMap<Value *, Value *, 16> None;
  for (auto [E, Values] : zip_equal(Conditions.Extremes, Guards.Extremes))
    for (Value *Most : Values)
      Fires = Builder.CreateOr(
          Fires, Builder.CreateCmp(E.Fires, Most, get(E.Limit, None)));
  for (auto [Idx, Sum] : enumerate(Sums)) {
    SmallDenseMap<Value *, Value *, 16> Vectors;
    Vectors[P.Sum] = Sum;
    for (Value *Condition : Conditions.Last)
      Fires = orWith(Fires, get(Condition, Vectors),
                     Masks.empty() ? nullptr : Masks[Idx]);
  }
  return Builder.CreateOrReduce(Fires);
}

/// Add the products of one iteration, @p K, to @p Sums.
void TileEmitter::emitProducts(PHINode *K, unsigned Vectors,
                               MutableArrayRef<Value *> Sums,
                               ArrayRef<Value *> Masks, TileGuards &Guards) {
  auto Packed = [&](Value *From, uint64_t Bytes) {
    return at(From, Builder.CreateMul(K, Builder.getInt64(Bytes)));
  };
  Value *Column = Packed(A, Shape.Rows * ElementBytes),
        *Row = Packed(B, Shape.Vectors * VectorBytes);
  // A row of tiles of B is larger than the first-level cache.
  constexpr unsigned AllLevels = 3;
  for (unsigned V = 0; V < Vectors; ++V)
    prefetch(at(Row, Builder.getInt64((PrefetchDistance * Shape.Vectors + V) *
                                      VectorBytes)),
             /*Write=*/false, AllLevels);
  SmallVector<Value *, 4> Factors;
  for (unsigned V = 0; V < Vectors; ++V)
    Factors.push_back(Builder.CreateAlignedLoad(
        Shape.VectorTy, at(Row, Builder.getInt64(V * VectorBytes)),
        Align(VectorBytes)));
  for (unsigned R = 0; R < Shape.Rows; ++R) {
    Value *Element = Builder.CreateAlignedLoad(
        Op.Ty, at(Column, Builder.getInt64(R * ElementBytes)),
        Align(ElementBytes));
    Value *Splat = Builder.CreateVectorSplat(Lanes, Element);
    for (unsigned V = 0; V < Vectors; ++V) {
      const unsigned Idx = R * Vectors + V;
      Value *New = add(Sums[Idx], Splat, Factors[V]);
      evaluate(Guards, Idx, Sums[Idx], New, Splat, Factors[V],
               Masks.empty() ? nullptr : Masks[Idx]);
      Sums[Idx] = New;
    }
  }
}

/// Add all products to the first @p Vectors of each row of the tile, from
/// @p Begin on; if @p Masked, to some elements.
void TileEmitter::emitLoop(BasicBlock *Begin, unsigned Vectors, bool Masked) {
  BasicBlock *Loop = block("k"), *Exit = block("exit");
  Builder.SetInsertPoint(Begin);
  SmallVector<Value *, 24> Masks;
  if (Masked)
    Masks = getMasks(Vectors);
  else
    prefetchNextTile();
  SmallVector<Value *, 24> Addresses, Old;
  for (unsigned R = 0; R < Shape.Rows; ++R)
    for (unsigned V = 0; V < Vectors; ++V) {
      Value *Address = getResultAddress(R, V);
      Addresses.push_back(Address);
      if (Masked)
        Old.push_back(Builder.CreateMaskedLoad(
            Shape.VectorTy, Address, Align(1), Masks[R * Vectors + V],
            Constant::getNullValue(Shape.VectorTy)));
      else
        Old.push_back(
            Builder.CreateAlignedLoad(Shape.VectorTy, Address, Align(1)));
    }
  Builder.CreateBr(Loop);
  Builder.SetInsertPoint(Loop);
  SmallVector<PHINode *, 32> Carried;
  auto BeginWith = [&](Value *V) {
    Carried.push_back(Builder.CreatePHI(V->getType(), 2));
    Carried.back()->addIncoming(V, Begin);
    return Carried.back();
  };
  PHINode *K = BeginWith(Builder.getInt64(0));
  SmallVector<Value *, 24> Sums =
      map_to_vector<24>(Old, [&](Value *V) -> Value * { return BeginWith(V); });
  TileGuards Guards = createGuards(BeginWith);
  emitProducts(K, Vectors, Sums, Masks, Guards);
  SmallVector<Value *, 32> Next = {Builder.CreateAdd(K, Builder.getInt64(1), "",
                                                     /*HasNUW=*/true,
                                                     /*HasNSW=*/true)};
  Next.append(Sums);
  if (!Conditions.Each.empty())
    Next.push_back(Guards.Fires);
  for (const auto &Values : Guards.Extremes)
    Next.append(Values);
  for (auto [PHI, V] : zip_equal(Carried, Next))
    PHI->addIncoming(V, Loop);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next.front(), Depth), Exit, Loop);
  Builder.SetInsertPoint(Exit);
  for (auto [Idx, New] : enumerate(Sums)) {
    if (Masked)
      Builder.CreateMaskedStore(New, Addresses[Idx], Align(1), Masks[Idx]);
    else
      Builder.CreateAlignedStore(New, Addresses[Idx], Align(1));
  }
  Builder.CreateRet(isFlagged(Guards, Sums, Masks));
}

/// A tile of which some elements are masked has as few vectors a row as there
/// are.
void TileEmitter::emit() {
  BasicBlock *Entry = block("entry"), *Full = block("full");
  Builder.SetInsertPoint(Entry);
  for (auto [V, Offset] : getTileContext(P).Values)
    Invariants[V] = Builder.CreateVectorSplat(
        Lanes, Builder.CreateLoad(V->getType(),
                                  at(Context, Builder.getInt64(Offset))));
  if (!Shape.HasMasks) {
    Builder.CreateBr(Full);
  } else {
    BasicBlock *Border = block("border"), *Widest = block("masked");
    Builder.CreateCondBr(Builder.CreateIsNull(MaskArray), Full, Border);
    Builder.SetInsertPoint(Border);
    Value *Vectors = Builder.CreateUDiv(
        Builder.CreateAdd(NumColumns, Builder.getInt64(Lanes - 1)),
        Builder.getInt64(Lanes));
    SwitchInst *Switch =
        Builder.CreateSwitch(Vectors, Widest, Shape.Vectors - 1);
    emitLoop(Widest, Shape.Vectors, /*Masked=*/true);
    for (unsigned V = 1; V < Shape.Vectors; ++V) {
      BasicBlock *Begin = block("masked");
      Switch->addCase(Builder.getInt64(V), Begin);
      emitLoop(Begin, V, /*Masked=*/true);
    }
  }
  emitLoop(Full, Shape.Vectors, /*Masked=*/false);
}

ValueContext polly::escop::getTileContext(const ProductNest &P) {
  ValueContext Context;
  for (Value *V : P.OfSums.Invariants)
    Context.add(V, P.Store->getDataLayout());
  return Context;
}

/// The name of the functions for an operation and a shape.
static std::string getName(const TileOperation &Op, const TileShape &Shape) {
  std::string Name;
  raw_string_ostream OS(Name);
  OS << *Shape.VectorTy->getElementType() << "." << Shape.Rows << "x"
     << Shape.Vectors << "x" << Shape.VectorTy->getNumElements() << ".";
  if (Op.Fused != Intrinsic::not_intrinsic)
    OS << Intrinsic::getBaseName(Op.Fused).drop_front(strlen("llvm."));
  else
    OS << Instruction::getOpcodeName(Op.Add);
  if (Op.Flags.any())
    OS << Op.Flags;
  std::replace(Name.begin(), Name.end(), ' ', '.');
  return Name;
}

static Function *createTile(const ProductNest &P, const TileShape &Shape,
                            const Twine &Name, Function &F) {
  LLVMContext &Ctx = F.getContext();
  Type *Ptr = PointerType::getUnqual(Ctx), *I64 = Type::getInt64Ty(Ctx);
  Function *Tile = createForTarget(
      FunctionType::get(Type::getInt1Ty(Ctx),
                        {I64, Ptr, Ptr, Ptr, I64, I64, Ptr, Ptr}, false),
      Name, F);
  Tile->addRetAttr(Attribute::ZExt);
  for (unsigned Arg : {1, 2, 3, 6, 7}) {
    Tile->addParamAttr(Arg, Attribute::NoAlias);
    Tile->addParamAttr(Arg, Attribute::NoCapture);
  }
  TileEmitter(P, Shape, *Tile).emit();
  return Tile;
}

/// The shape whose tiles are executed by a function like @p Tile, if there is
/// one.
static GlobalVariable *findShape(Function &Tile) {
  Module &M = *Tile.getParent();
  GlobalNumberState Numbers;
  for (Function &Old : M)
    if (&Old != &Tile && Old.getName().starts_with(TilePrefix) &&
        FunctionComparator(&Tile, &Old, &Numbers).compare() == 0)
      return M.getNamedGlobal((Old.getName() + ShapeSuffix).str());
  return nullptr;
}

/// A runtime::PackFunction for tiles of an operand of @p Width elements.
static Function *getPackFunction(uint64_t ElementBytes, uint64_t Width,
                                 Function &F, FunctionAnalysisManager &FAM) {
  Module &M = *F.getParent();
  LLVMContext &Ctx = M.getContext();
  const std::string Name =
      ("escop.product.pack." + Twine(ElementBytes) + "x" + Twine(Width)).str();
  // Those for other targets have numbers behind their names.
  for (Function &Old : M)
    if ((Old.getName() == Name || Old.getName().starts_with(Name + ".")) &&
        isForTarget(Old, F))
      return &Old;
  Function *Generic = getRuntimeFunction(M, "escop.product.pack");
  Type *Ptr = PointerType::getUnqual(Ctx), *I64 = Type::getInt64Ty(Ctx);
  Function *New =
      createForTarget(FunctionType::get(Type::getVoidTy(Ctx),
                                        {Ptr, I64, I64, I64, I64, Ptr}, false),
                      Name, F);
  ValueToValueMapTy VMap;
  SmallVector<Value *, 8> Args(make_pointer_range(New->args()));
  Args.push_back(ConstantInt::get(I64, ElementBytes));
  Args.push_back(ConstantInt::get(I64, Width));
  for (auto [Arg, V] : zip_equal(Generic->args(), Args))
    VMap[&Arg] = V;
  SmallVector<ReturnInst *, 4> Returns;
  AttributeList Attributes = New->getAttributes();
  CloneFunctionInto(New, Generic, VMap,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setAttributes(Attributes);
  FunctionPassManager FPM = PassBuilder().buildFunctionSimplificationPipeline(
      OptimizationLevel::O3, ThinOrFullLTOPhase::None);
  runPasses(*New, FPM, FAM);
  return New;
}

GlobalVariable *polly::escop::getTile(const ProductNest &P,
                                      const TileShape &Shape, Function &F,
                                      FunctionAnalysisManager &FAM) {
  Module &M = *F.getParent();
  LLVMContext &Ctx = M.getContext();
  Function *Tile =
      createTile(P, Shape, TilePrefix + getName(P.Operation, Shape), F);
  if (GlobalVariable *Old = findShape(*Tile)) {
    eraseFunction(Tile, FAM);
    return Old;
  }
  const uint64_t ElementBytes = P.Operation.Ty->getPrimitiveSizeInBits() / 8,
                 Columns = Shape.Vectors * Shape.VectorTy->getNumElements();
  auto I64 = [&](uint64_t V) {
    return ConstantInt::get(Type::getInt64Ty(Ctx), V);
  };
  // The fields of runtime::ProductTile.
  Constant *Value = ConstantStruct::getAnon(
      {I64(ElementBytes), I64(Shape.Rows), I64(Columns), I64(Shape.HasMasks),
       Tile, getPackFunction(ElementBytes, Shape.Rows, F, FAM),
       getPackFunction(ElementBytes, Columns, F, FAM)});
  return new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, Value,
                            Tile->getName() + ShapeSuffix);
}
