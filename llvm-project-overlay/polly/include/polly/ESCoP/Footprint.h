//===- polly/ESCoP/Footprint.h - What a nest accesses -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What iterations of a nest access: bounds of it, copies of what they write, and
// what is known of a shadow once that was checked.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_FOOTPRINT_H
#define POLLY_ESCOP_FOOTPRINT_H

#include "polly/ESCoP/Copies.h"
#include "llvm/IR/GlobalVariable.h"

namespace polly::escop {

/// An array that the shadow accesses: all accesses with one base pointer.
struct Array {
  /// The base pointer: a global, or else the shadow's argument of that number.
  llvm::GlobalVariable *Global = nullptr;
  unsigned ArgNo = 0;
  /// By the shadow: what is loaded in front of it can be read.
  bool Read = false;
  bool Written = false;
  /// Whether the addresses of consecutive outermost iterations are a common
  /// distance apart, other than zero.
  bool HasStride = false;
  /// The size in bytes of the static object that Base points to, whose bounds
  /// are checked; otherwise 0.
  uint64_t ObjectSize = 0;
  /// The shadow's argument for the base of a written array, if that may be one
  /// of a copy (Sharing.cpp).
  std::optional<unsigned> BaseArg;
  /// Whether the nest reads no element of it but those that it writes.
  bool ReadsOnlyWritten = true;

  bool mayLeaveObject() const { return Written && !ObjectSize; }
  /// The base, if the shadow is called with @p Args.
  llvm::Value *getBase(llvm::ArrayRef<llvm::Value *> Args) const {
    return Global ? Global : Args[ArgNo];
  }
};

/// Fields of the bounds of one array: the addresses where begins and ends what
/// iterations access, the same of what they write, and the array's stride in
/// bytes.
enum BoundsField {
  BF_Begin,
  BF_End,
  BF_WriteBegin,
  BF_WriteEnd,
  BF_Stride,
  BF_NumFields
};

/// A function that comes to what stores of one array write, element by element:
///
///   i8 copy(live-ins…, state…, i64 N, ptr Offsets)
///
/// copies what the next N iterations write; Offsets holds the CopyOffsets, i64
/// each, which are added to its address. Checkpoint.cpp.
struct WriteCopy {
  unsigned ArrayIdx;
  llvm::Function *Copy;
  /// The same, but what is equal to its old value is not copied. Null if the
  /// nest stores to each element that Copy comes to. Otherwise there are some
  /// that it may store to, depending on what it computes.
  llvm::Function *Commit = nullptr;
  /// Whether the elements depend on what is read from memory.
  bool Reads = false;
  /// Loops around a store in Copy, at most.
  unsigned Depth = 0;
};

/// The arrays that a shadow accesses, and a function that bounds them:
///
///   i8 bounds(live-ins…, state…, i64 N, ptr Bounds)
///
/// stores for each array, as i64, the BoundsFields for the next N iterations,
/// and the number of iterations of innermost loops in one of them, at most.
/// Returns BS_Vouched unless it cannot vouch for them: a size is out of range,
/// an object is left, or two arrays overlap of which one is written.
/// BS_Resolved, which BS_Vouched implies, says that no guard of Resolved fires
/// in these iterations.
struct Footprint {
  llvm::SmallVector<Array, 4> Arrays;
  llvm::SmallVector<WriteCopy, 4> Copies;
  /// Guards whose conditions are affine in the loop counters.
  GuardSet Resolved;
  llvm::Function *Bounds = nullptr;
  /// Whether subscripts are not all bounded, and may wrap, and whether of
  /// stores it is not known where they meet loads.
  bool LoadsFromAnywhere = false, StoresToAnywhere = false;
  /// Arguments that Bounds checks to be in [-2^ParamBits, 2^ParamBits).
  llvm::SmallSetVector<unsigned, 8> CheckedArgs;

  /// Where in what Bounds stores the work is.
  unsigned getWorkField() const { return Arrays.size() * BF_NumFields; }
  unsigned getNumFields() const { return getWorkField() + 1; }
  /// Let it be known of @p Shadow's arguments what Bounds has checked.
  void restrictCheckedArgs(llvm::Function &Shadow) const;
  /// Erase the functions.
  void erase(llvm::FunctionAnalysisManager &FAM);
};

/// Does @p Cond depend on anything but counters and what does not change?
bool isOfData(const llvm::Value *Cond, llvm::ScalarEvolution &SE,
              llvm::function_ref<bool(const llvm::Instruction *)> MayChange);

/// Can a guard of @p Row, a loop without others in it, which fires where @p
/// Cond holds, be resolved whenever the row is entered, by comparing its
/// counter with what is the same in all of @p Nest?
bool isGuardOfRow(llvm::Value *Cond, const llvm::Loop &Row,
                  const llvm::Loop &Nest, llvm::ScalarEvolution &SE);

/// What a copy executes: iterations of the nest, in any order; others, too, in
/// which no division is to trap; or those of the nest in their order, which may
/// load from anywhere; of a row, which is entered again and again, too.
enum class Execution { OfNest, Speculative, InOrder, OfRow };

/// Compute the footprint of @p Shadow (see buildShadow).
std::optional<Reject> computeFootprint(const ESCoP &E, llvm::Function &Shadow,
                                       Execution Executes,
                                       llvm::FunctionAnalysisManager &FAM,
                                       Footprint &FP);

/// Compute subscripts of @p Shadow that Bounds has found not to wrap with as
/// many bits as addresses have.
void extendSubscripts(const ESCoP &E, llvm::Function &Shadow,
                      llvm::FunctionAnalysisManager &FAM);
/// The same in @p Blocks of a copy of the nest. \returns whether there are any.
bool extendSubscripts(const llvm::Loop &Nest,
                      llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                      llvm::ScalarEvolution &SE);

/// Build the Copies of @p FP from @p Shadow, of which the footprint is, and which
/// has no exits. Rejects if what it writes cannot be found without executing it.
std::optional<Reject> buildCopies(llvm::Function &Shadow, Footprint &FP,
                                  llvm::FunctionAnalysisManager &FAM);

/// Give @p Shadow what the footprint's run-time check proves: array bases
/// become `noalias` arguments. If @p Chunked, each base with a common stride is
/// replaced by a further argument, which points to the chunk's first iteration.
/// If the nest may have executed iterations itself (@p BeginsLater), that
/// needs state that is affine in their number in the nest, too.
/// @p Shadow is replaced by a function with these further arguments.
/// \returns the indices of the arrays that got a further argument, in order.
llvm::SmallVector<unsigned, 4>
specialiseShadow(const ESCoP &E, llvm::Function *&Shadow, Footprint &FP,
                 bool Chunked, bool BeginsLater,
                 llvm::FunctionAnalysisManager &FAM);

/// Does @p U's user access memory there?
bool isAddress(const llvm::Use &U);

/// Move the body of @p F to a function with @p Extra further parameters:
/// pointers to memory that nothing else accesses (noalias), and that are not
/// kept.
/// @p F is erased.
llvm::Function *addPointerParams(llvm::Function *F, unsigned Extra,
                                 llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_ESCOP_FOOTPRINT_H
