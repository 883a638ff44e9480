//===- Tile.cpp - The functions that multiply
//--------------------------------===//
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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace polly::escop;

/// Multiplications that the target emulates by more instructions are left to
/// the vectorisers, which weigh them.
static constexpr unsigned MaxMultiplicationCost = 4;

std::optional<TileShape>
polly::escop::getTileShape(const TileOperation &Op, Function &F,
                           FunctionAnalysisManager &FAM) {
  const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(F);
  const unsigned Bits =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
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
  InstructionCost Cost = TTI.getArithmeticInstrCost(
      Op.Ty->isIntegerTy() ? Instruction::Mul : Instruction::FMul,
      Shape.VectorTy);
  if (Cost > MaxMultiplicationCost)
    return std::nullopt;
  return Shape;
}

static constexpr StringLiteral TargetAttrs[] = {"target-cpu", "target-features",
                                                "tune-cpu"};

static bool hasTarget(const Function &Old, const Function &F) {
  return all_of(TargetAttrs, [&](StringRef Name) {
    return Old.getFnAttribute(Name) == F.getFnAttribute(Name);
  });
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

namespace {

/// Emits one runtime::TileFunction.
class TileEmitter {
  const TileOperation &Op;
  const TileShape &Shape;
  IRBuilder<> Builder;
  const uint64_t VectorBytes;
  SmallVector<PHINode *, 24> Sums;

  Value *at(Value *Base, Value *Offset) {
    return Builder.CreateGEP(Builder.getInt8Ty(), Base, Offset);
  }
  Value *getResultAddress(Function &Tile, unsigned Row, unsigned Vector);
  Value *add(Value *Sum, Value *A, Value *B);
  void emitProducts(Function &Tile, PHINode *K);

public:
  TileEmitter(const TileOperation &Op, const TileShape &Shape, LLVMContext &Ctx)
      : Op(Op), Shape(Shape), Builder(Ctx),
        VectorBytes(Shape.VectorTy->getPrimitiveSizeInBits() / 8) {
    Builder.setFastMathFlags(Op.Flags);
  }
  void emit(Function &Tile);
};

} // namespace

Value *TileEmitter::getResultAddress(Function &Tile, unsigned Row,
                                     unsigned Vector) {
  Value *Offset = Builder.CreateMul(Tile.getArg(4), Builder.getInt64(Row));
  return at(Tile.getArg(3),
            Builder.CreateAdd(Offset, Builder.getInt64(Vector * VectorBytes)));
}

Value *TileEmitter::add(Value *Sum, Value *A, Value *B) {
  if (Op.Fused != Intrinsic::not_intrinsic)
    return Builder.CreateIntrinsic(Op.Fused, {Sum->getType()}, {A, B, Sum});
  Value *Product =
      Op.Ty->isIntegerTy() ? Builder.CreateMul(A, B) : Builder.CreateFMul(A, B);
  return Builder.CreateBinOp(Op.Add, Sum, Product);
}

/// Add the products of one iteration, @p K.
void TileEmitter::emitProducts(Function &Tile, PHINode *K) {
  const uint64_t ElementBytes = Op.Ty->getPrimitiveSizeInBits() / 8;
  auto Packed = [&](unsigned Arg, uint64_t Bytes) {
    return at(Tile.getArg(Arg), Builder.CreateMul(K, Builder.getInt64(Bytes)));
  };
  Value *A = Packed(1, Shape.Rows * ElementBytes),
        *B = Packed(2, Shape.Vectors * VectorBytes);
  SmallVector<Value *, 4> Vectors;
  for (unsigned V = 0; V < Shape.Vectors; ++V)
    Vectors.push_back(Builder.CreateAlignedLoad(
        Shape.VectorTy, at(B, Builder.getInt64(V * VectorBytes)),
        Align(VectorBytes)));
  BasicBlock *Loop = Builder.GetInsertBlock();
  for (unsigned R = 0; R < Shape.Rows; ++R) {
    Value *Element = Builder.CreateAlignedLoad(
        Op.Ty, at(A, Builder.getInt64(R * ElementBytes)), Align(ElementBytes));
    Value *Splat =
        Builder.CreateVectorSplat(Shape.VectorTy->getNumElements(), Element);
    for (unsigned V = 0; V < Shape.Vectors; ++V) {
      PHINode *Sum = Sums[R * Shape.Vectors + V];
      Sum->addIncoming(add(Sum, Splat, Vectors[V]), Loop);
    }
  }
}

void TileEmitter::emit(Function &Tile) {
  LLVMContext &Ctx = Tile.getContext();
  auto *Entry = BasicBlock::Create(Ctx, "entry", &Tile),
       *Loop = BasicBlock::Create(Ctx, "k", &Tile),
       *Exit = BasicBlock::Create(Ctx, "exit", &Tile);
  auto ForTile = [&](function_ref<void(unsigned, Value *)> Do) {
    for (unsigned R = 0; R < Shape.Rows; ++R)
      for (unsigned V = 0; V < Shape.Vectors; ++V)
        Do(R * Shape.Vectors + V, getResultAddress(Tile, R, V));
  };
  Builder.SetInsertPoint(Entry);
  SmallVector<Value *, 24> Old;
  ForTile([&](unsigned, Value *Address) {
    Old.push_back(Builder.CreateAlignedLoad(Shape.VectorTy, Address, Align(1)));
  });
  Builder.CreateBr(Loop);
  Builder.SetInsertPoint(Loop);
  PHINode *K = Builder.CreatePHI(Builder.getInt64Ty(), 2);
  K->addIncoming(Builder.getInt64(0), Entry);
  for (Value *V : Old) {
    Sums.push_back(Builder.CreatePHI(Shape.VectorTy, 2));
    Sums.back()->addIncoming(V, Entry);
  }
  emitProducts(Tile, K);
  Value *Next = Builder.CreateAdd(K, Builder.getInt64(1), "", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  K->addIncoming(Next, Loop);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Tile.getArg(0)), Exit, Loop);
  Builder.SetInsertPoint(Exit);
  ForTile([&](unsigned Idx, Value *Address) {
    Builder.CreateAlignedStore(Sums[Idx]->getIncomingValueForBlock(Loop),
                               Address, Align(1));
  });
  Builder.CreateRetVoid();
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

/// Is @p F named @p Name, but for a number behind it?
static bool isNamed(const Function &F, StringRef Name) {
  StringRef Rest = F.getName();
  return Rest.consume_front(Name) &&
         (Rest.empty() ||
          (Rest.consume_front(".") && all_of(Rest, llvm::isDigit)));
}

static Function *createTile(const TileOperation &Op, const TileShape &Shape,
                            const Twine &Name, Function &F) {
  LLVMContext &Ctx = F.getContext();
  Type *Ptr = PointerType::getUnqual(Ctx), *I64 = Type::getInt64Ty(Ctx);
  Function *Tile = createForTarget(
      FunctionType::get(Type::getVoidTy(Ctx), {I64, Ptr, Ptr, Ptr, I64}, false),
      Name, F);
  for (unsigned Arg : {1, 2, 3}) {
    Tile->addParamAttr(Arg, Attribute::NoAlias);
    Tile->addParamAttr(Arg, Attribute::NoCapture);
  }
  TileEmitter(Op, Shape, Ctx).emit(*Tile);
  return Tile;
}

Function *polly::escop::getMultiplier(const TileOperation &Op,
                                      const TileShape &Shape, Function &F,
                                      FunctionAnalysisManager &FAM) {
  Module &M = *F.getParent();
  const std::string Name = getName(Op, Shape);
  const std::string MultiplierName = "escop.product." + Name;
  for (Function &Old : M)
    if (isNamed(Old, MultiplierName) && hasTarget(Old, F))
      return &Old;
  Function *Tile = createTile(Op, Shape, "escop.tile." + Name, F);
  Function *Generic = getRuntimeFunction(M, "escop.product");
  LLVMContext &Ctx = M.getContext();
  Type *Ptr = PointerType::getUnqual(Ctx);
  Function *New = createForTarget(
      FunctionType::get(Type::getVoidTy(Ctx), {Ptr}, false), MultiplierName, F);
  const uint64_t ElementBytes = Op.Ty->getPrimitiveSizeInBits() / 8;
  auto I64 = [&](uint64_t V) {
    return ConstantInt::get(Type::getInt64Ty(Ctx), V);
  };
  ValueToValueMapTy VMap;
  VMap[Generic->getArg(0)] = New->getArg(0);
  VMap[Generic->getArg(1)] = I64(ElementBytes);
  VMap[Generic->getArg(2)] = I64(Shape.Rows);
  VMap[Generic->getArg(3)] =
      I64(Shape.Vectors * Shape.VectorTy->getNumElements());
  VMap[Generic->getArg(4)] = Tile;
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
