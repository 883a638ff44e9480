//===- polly/ESCoP/Support.h - Facts about IR -------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small facts about IR, and why a nest is left alone: what all rooms of
// exception-safe tiling use.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_SUPPORT_H
#define POLLY_ESCOP_SUPPORT_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>
#include <string>

namespace llvm {
class GlobalNumberState;
} // namespace llvm

namespace polly::escop {

/// Parameters and trip counts beyond 2^40 are not vouched for.
constexpr unsigned ParamBits = 40;
constexpr uint64_t MostTripCount = uint64_t(1) << ParamBits;
/// Offsets beyond 2^46 are not vouched for (user address spaces have 47 bits).
constexpr unsigned OffsetBits = 46;

/// Why a nest is left alone. Reasons.def holds the key and the texts of each.
enum class Reason {
#define ESCOP_REASON(ENUM, KEY, WHAT, REMEDY) ENUM,
#include "polly/ESCoP/Reasons.def"
};

/// The key, as the user's manual lists it, what stands in the way, and what to do.
struct ReasonText {
  llvm::StringRef Key, What, Remedy;
};
const ReasonText &getReasonText(Reason Why);

/// A nest that is left alone: the reason, the place and what stands there.
struct Reject {
  Reason Why;
  llvm::DebugLoc Loc;
  std::string Detail;

  /// The place is that of @p At, or of an instruction near it that has one.
  Reject(Reason Why, const llvm::Instruction *At = nullptr,
         llvm::Twine Detail = "");
};

/// Are nests transformed from which no gain is expected?
/// (-polly-escop-process-unprofitable)
bool processesUnprofitable();

/// Are all nests executed in their own order, or may some be?
/// (-polly-escop-in-order)
bool executesInOrder();
bool mayExecuteInOrder();

/// Do chunks go without a checkpoint, as the paper's iESLT does?
/// (-polly-escop-no-checkpoint)
bool omitsCheckpoints();

/// Bytes that one checkpoint may take, and percent of the arrays; UINT64_MAX if
/// that is not limited. (-fexception-safe-tiling-budget)
uint64_t getMaxBudget();
uint64_t getMaxBudgetPercent();
/// In words; empty if neither is limited.
std::string getBudgetLimit();

/// May threads execute something together? (-polly-escop-parallel) The runtime
/// needs the GNU C library and Linux for that: Runtime/Parallel.cpp.
bool formsTeams(const llvm::Module &M);

/// Print @p Fn, which may be null, if the user asked for @p Stage
/// (-polly-escop-print).
void printStage(llvm::StringRef Stage, const llvm::Function *Fn);

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Is @p I there for analyses or profiles only? Copies of a nest go without.
bool isWithoutEffect(const llvm::Instruction &I);

/// May @p I write what the nest, or its program, reads? Lifetime markers and
/// what is without effect count as writes for LLVM only.
bool mayWriteData(const llvm::Instruction &I);

/// Is @p Call an abnormal exit, or no part of the nest's work?
bool isColdCall(const llvm::CallBase &Call);

/// Does @p I add a product in one operation, fma or fmuladd?
bool isFusedMultiplyAdd(const llvm::Instruction &I);

/// Is @p I a division of integers by a variable, or are values of its type no
/// elements of vectors that a target has? The vectoriser makes vectors of them,
/// whose elements become scalars.
bool isWithoutVectors(const llvm::Instruction &I);

/// Does @p I ask for the stack frame, which is another one in another function?
bool isOfFrame(const llvm::Instruction &I);

/// On a call: see isMathCallWithoutErrno.
constexpr llvm::StringLiteral MathCallWithoutErrnoAttr = "escop.math";

/// Does @p I call a math function whose errno does not matter (Prepare.cpp)? It
/// is safe to execute at any time.
bool isMathCallWithoutErrno(const llvm::Instruction &I);

/// Does the C library of @p M's target have __errno_location?
bool hasErrnoLocation(const llvm::Module &M);

/// Does a sanitizer observe the accesses of @p F?
bool isObserved(const llvm::Function &F);

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Does @p L, or a loop in it, have an exit edge other than its normal one?
bool hasAbnormalExit(const llvm::Loop &L);

/// What ScalarEvolution knows of @p V, as an integer if it is a pointer; may be
/// SCEVCouldNotCompute.
const llvm::SCEV *getIntegerSCEV(llvm::Value *V, llvm::ScalarEvolution &SE);

/// The commutative operation of kind @p Kind, of integers @p Ops.
const llvm::SCEV *
getCommutativeExpr(llvm::SCEVTypes Kind,
                   llvm::SmallVectorImpl<const llvm::SCEV *> &Ops,
                   llvm::ScalarEvolution &SE);

/// What ScalarEvolution::isKnownPredicate says of @p A and @p B, and what is
/// known of counters of loops that end by an inequality.
bool isKnownPredicate(llvm::CmpInst::Predicate Predicate, const llvm::SCEV *A,
                      const llvm::SCEV *B, llvm::ScalarEvolution &SE);

struct Comparison {
  llvm::ICmpInst::Predicate Predicate;
  const llvm::SCEV *LHS, *RHS;
};

/// \returns the comparison of @p Cmp being @p IfTrue, by less than or less than
/// or equal; or none.
std::optional<Comparison> getOrdered(const llvm::ICmpInst &Cmp, bool IfTrue,
                                     llvm::ScalarEvolution &SE);

/// The operands of the maximum if @p Count is max(X, Y) - Y, which is X - Y if
/// that is not negative; @p Predicate then compares X with Y.
std::pair<const llvm::SCEV *, const llvm::SCEV *>
matchMax(const llvm::SCEV *Count, llvm::ICmpInst::Predicate &Predicate,
         llvm::ScalarEvolution &SE);

/// How often @p L's backedge is taken; may be SCEVCouldNotCompute. In what
/// ScalarEvolution says, max(n, j + 1) - j - 1, it keeps maxima of loops that
/// follow from one around them.
const llvm::SCEV *getBackedgeTakenCount(const llvm::Loop &L,
                                        llvm::ScalarEvolution &SE);

/// The value of @p Br's condition where control comes to @p BB, if only one of
/// its edges leads there.
std::optional<bool> getDecision(const llvm::BranchInst &Br,
                                const llvm::BasicBlock &BB,
                                const llvm::DominatorTree &DT);

/// Is @p L not entered where its backedge-taken count @p Count would be -1? SCEV
/// does not say so of a count j - 1 where j > 0 has become j != 0, or of n - j - 2
/// behind j + 1 < n, as it does not know that nothing overflows.
bool isSkippedIfEmpty(const llvm::Loop &L, const llvm::SCEV *Count,
                      llvm::ScalarEvolution &SE);

/// Is @p V what follows @p Counter, with a constant step other than 1 and -1?
bool isStridedIncrement(const llvm::Value *V, const llvm::PHINode &Counter);

/// May @p L get a copy? It has a preheader, and is not long.
bool isCopyable(const llvm::Loop &L);

/// Clone the blocks of @p L, whose values and blocks @p VMap leads to. They
/// still refer to those of @p L.
llvm::SmallVector<llvm::BasicBlock *, 16>
cloneBlocks(const llvm::Loop &L, llvm::ValueToValueMapTy &VMap,
            const llvm::Twine &Suffix);

/// Let the copy of @p L, which is in LCSSA form, leave as it does.
void addExits(const llvm::Loop &L, const llvm::ValueToValueMapTy &VMap);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Run @p FPM on @p F, of which nothing is known that still holds.
void runPasses(llvm::Function &F, llvm::FunctionPassManager &FPM,
               llvm::FunctionAnalysisManager &FAM);

/// Erase @p F and what is known of it, lest it be taken to be known of another
/// function at the same place. @p F may be null.
void eraseFunction(llvm::Function *F, llvm::FunctionAnalysisManager &FAM);

/// Are the functions equal in all that tells what may be made of them? What is
/// known of globals is in @p Numbers.
bool areEqual(llvm::Function &One, llvm::Function &Other,
              llvm::GlobalNumberState &Numbers);

/// Let equal functions of @p M be one, and equal constants, of those that are
/// not in @p Before.
void mergeEqual(llvm::Module &M,
                const llvm::SmallPtrSetImpl<llvm::GlobalValue *> &Before,
                llvm::FunctionAnalysisManager &FAM);

/// Add @p Features of X86 to those that @p F is compiled for, if it is compiled
/// for that.
void addX86Features(llvm::Function &F, llvm::StringRef Features);

/// Let it be known of @p Arg, too, that it is in @p Range.
void restrictRange(llvm::Argument &Arg, const llvm::ConstantRange &Range);

/// Let the calls of @p F find functions of other modules by addresses that are
/// known when the program starts, on pages that are then protected, and not ask
/// the dynamic linker at the first call: what it reads for that, and writes,
/// lies beside the program's data.
void bindCallsEarly(llvm::Function &F);

/// Return @p Pointer, of which the compiler does not know that it is.
llvm::Value *hide(llvm::IRBuilderBase &Builder, llvm::Value *Pointer);

/// At link time the compiler may come to know the object that a pointer points
/// to, whose size it did not know when it saw to what is accessed ahead. Return
/// what @p Pointer is, but not from where; itself where nothing is compiled at
/// link time.
llvm::Value *hideObject(llvm::IRBuilderBase &Builder, llvm::Value *Pointer);

/// Do so for the global variables of unknown size that @p F uses.
void hideObjects(llvm::Function *F);

//===----------------------------------------------------------------------===//
// Run-time functions
//===----------------------------------------------------------------------===//

/// A function of Runtime.h, by the name of its symbol, as an internal one of
/// @p M; and a call of it.
llvm::Function *getRuntimeFunction(llvm::Module &M, llvm::StringRef Name);
llvm::CallInst *callRuntime(llvm::IRBuilderBase &Builder, llvm::StringRef Name,
                            llvm::ArrayRef<llvm::Value *> Args);

/// The constant runtime::ProcFS of @p M's target, or null if /proc is not to be
/// asked.
llvm::Constant *getProcFS(llvm::Module &M);

//===----------------------------------------------------------------------===//
// Markers
//===----------------------------------------------------------------------===//

/// The guard marker, `void escop.guard(i1)`: a root of its statement, no memory
/// access and no scalar definition; its effects commute and are idempotent.
constexpr llvm::StringLiteral GuardMarkerName = "escop.guard";
/// Insert a marker of the guard of index @p Guard, which fires if @p Fires.
void createGuardMarker(llvm::IRBuilderBase &Builder, llvm::Value *Fires,
                       unsigned Guard);
bool isGuardMarker(const llvm::Instruction &I);
/// The read marker, `void escop.read(ptr, i64)`: stands for a Hoisted load until
/// the footprint is known.
llvm::Function *getReadMarker(llvm::Module &M);
bool isReadMarker(const llvm::Instruction &I);
void eraseReadMarkers(llvm::Function &F);

/// The index of the guard that @p Marker stands for.
unsigned getGuardIndex(const llvm::Instruction &Marker);

} // namespace polly::escop

#endif // POLLY_ESCOP_SUPPORT_H
