//===- Outline.h - Copies of a nest in functions of their own ---*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_OUTLINE_H
#define POLLY_LIB_ESCOP_OUTLINE_H

#include "polly/ESCoP/ESCoP.h"
#include "llvm/IR/IRBuilder.h"

namespace polly::escop {

/// Declare an internal function for a copy or a part of the nest, with the
/// attributes of the nest's function as far as they apply.
llvm::Function *createOutlinedFunction(const ESCoP &E, llvm::Type *RetTy,
                                       llvm::ArrayRef<llvm::Type *> Params,
                                       llvm::StringRef Suffix);

/// Alignment of a shadow's working memory.
constexpr llvm::Align ScratchAlign = llvm::Align::Constant<64>();

/// Does @p U's user access memory there?
bool isAddress(const llvm::Use &U);

/// Move the body of @p F to a function with @p Extra further parameters:
/// pointers to memory that nothing else accesses (noalias), and that are not
/// kept.
/// @p F is erased.
llvm::Function *addPointerParams(llvm::Function *F, unsigned Extra,
                                 llvm::FunctionAnalysisManager &FAM);

/// The number of arguments that shadow and bounds have in common.
inline unsigned getNumBoundsArgs(const ESCoP &E) {
  return E.LiveIns.size() + E.State.size() + 2;
}

/// The parameter types that stand for the live-ins, and for the state.
llvm::SmallVector<llvm::Type *, 16> getLiveInTypes(const ESCoP &E);
llvm::SmallVector<llvm::Type *, 4> getStateTypes(const ESCoP &E);

/// A copy of the nest's blocks in @p To, whose first parameters are the
/// live-ins. Its entry block branches to the copied header, its exit block, as
/// yet without a terminator, is where the normal exit edge leads. The number
/// of iterations of the outermost loop is that of the parameter @p N.
struct NestCopy {
  llvm::ValueToValueMapTy VMap;
  llvm::BasicBlock *Entry, *Exit;
  llvm::PHINode *Counter;

  NestCopy(const ESCoP &E, llvm::Function &To, llvm::Argument *N);

  /// Begin with the state that the parameters behind the live-ins hold.
  void startFromState(const ESCoP &E);

  template <typename T> T *get(const T *V) {
    return llvm::cast<T>(static_cast<llvm::Value *>(VMap[V]));
  }
  /// The copy of @p V; constants and globals stand for themselves.
  llvm::Value *lookup(llvm::Value *V) {
    llvm::Value *New = VMap.lookup(V);
    return New ? New : V;
  }
};

/// Is @p L not entered where its backedge-taken count @p Count would be -1? SCEV
/// does not say so of a count j - 1 where j > 0 has become j != 0, or of n - j - 2
/// behind j + 1 < n, as it does not know that nothing overflows.
bool isSkippedIfEmpty(const llvm::Loop &L, const llvm::SCEV *Count,
                      llvm::ScalarEvolution &SE);

/// Is @p V what follows @p Counter, with a constant step other than 1 and -1?
bool isStridedIncrement(const llvm::Value *V, const llvm::PHINode &Counter);

/// The counts of how the calls of one driver ended, if the user asked for them
/// (Report.cpp).
class DriverCounts {
  llvm::GlobalVariable *Counts = nullptr;

public:
  explicit DriverCounts(const ESCoP &E);
  llvm::GlobalVariable *get() const { return Counts; }

  /// Count @p Event (i64).
  void count(llvm::IRBuilderBase &Builder, llvm::Value *Event) const;
  void count(llvm::IRBuilderBase &Builder, DriverEvent Event) const {
    count(Builder, Builder.getInt64(Event));
  }
};

/// Emit what a row view stands on, Known: the checks of its tables. Control goes
/// to @p Nest if one fails. Of the nest, @p Start iterations are behind, and at
/// most @p Left are ahead. @p AtEntry emits a value of the nest's as of now.
void emitRowChecks(const ESCoP &E, llvm::IRBuilderBase &Builder,
                   llvm::Value *Start, llvm::Value *Left, llvm::BasicBlock *Nest,
                   llvm::function_ref<llvm::Value *(llvm::Value *)> AtEntry,
                   const DriverCounts &Counts, llvm::ValueToValueMapTy &Known);

/// Run @p FPM on @p F, of which nothing is known that still holds.
void runPasses(llvm::Function &F, llvm::FunctionPassManager &FPM,
               llvm::FunctionAnalysisManager &FAM);

/// Erase @p F and what is known of it, lest it be taken to be known of another
/// function at the same place. @p F may be null.
void eraseFunction(llvm::Function *F, llvm::FunctionAnalysisManager &FAM);

/// Are nests transformed from which no gain is expected?
/// (-polly-escop-process-unprofitable)
bool processesUnprofitable();

/// Let it be known of @p Arg, too, that it is in @p Range.
void restrictRange(llvm::Argument &Arg, const llvm::ConstantRange &Range);

/// Let it be known of the arguments that Bounds has checked.
void restrictCheckedArgs(llvm::Function &Shadow, const Footprint &FP);

/// Let the calls of @p F find functions of other modules by addresses that are
/// known when the program starts, on pages that are then protected, and not ask
/// the dynamic linker at the first call: what it reads for that, and writes,
/// lies beside the program's data.
void bindCallsEarly(llvm::Function &F);

/// At link time the compiler may come to know the object that a pointer points
/// to, whose size it did not know when it saw to what is accessed ahead. Return
/// what @p Pointer is, but not from where; itself where nothing is compiled at
/// link time.
llvm::Value *hideObject(llvm::IRBuilderBase &Builder, llvm::Value *Pointer);

/// Do so for the global variables of unknown size that @p F uses.
void hideObjects(llvm::Function *F);

/// A function of Runtime.h, by the name of its symbol, as an internal one of
/// @p M; and a call of it.
llvm::Function *getRuntimeFunction(llvm::Module &M, llvm::StringRef Name);
llvm::CallInst *callRuntime(llvm::IRBuilderBase &Builder, llvm::StringRef Name,
                            llvm::ArrayRef<llvm::Value *> Args);

/// The constant runtime::ProcFS of @p M's target, or null if /proc is not to be
/// asked.
llvm::Constant *getProcFS(llvm::Module &M);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_OUTLINE_H
