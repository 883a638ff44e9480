//===- Declines.cpp - Drivers that decline again and again ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a driver asks before it declines may take longer than the nest. Of a
// nest in a loop, the calls that executed nothing, in succession, are counted,
// and after some, entries of the nest without a call:
//
//   if (declines >= MaxDeclines)      execute the nest
//   declines = declines + 1           or less, so that there is a call again
//   …
//   if (the driver has executed something) declines = 0;
//
// Tables of rows are asked about with system calls. The function of a nest with
// rows may itself be called again and again, so that it has a global variable,
// which has the most iterations of such a call, too: more may be worth it.
//
//===----------------------------------------------------------------------===//

#include "Declines.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly::escop;

/// After so many calls in which a driver declined, one in EntriesWithoutDriver
/// is made.
static constexpr uint64_t MaxDeclines = 4, EntriesWithoutDriver = 64;
/// Bits of a number up to EntriesWithoutDriver.
static constexpr unsigned CallBits = 8;

bool polly::escop::outlivesCalls(const ESCoP &E) {
  return !E.Rows.Tables.empty();
}

bool polly::escop::isEnteredAgain(const ESCoP &E, const Plan &P) {
  return P.S != Scheme::Blocks &&
         (E.L->getParentLoop() ||
          (outlivesCalls(E) && !processesUnprofitable()));
}

void DeclineCount::begin(Value *Local) {
  Cell = Local;
  if (!Cell)
    Cell = new GlobalVariable(*E.F->getParent(), Builder.getInt64Ty(),
                              /*isConstant=*/false,
                              GlobalValue::InternalLinkage, Builder.getInt64(0),
                              E.F->getName() + ".escop.declines");
}

Value *DeclineCount::hasDeclined(Value *Trips) {
  const bool HasMost = isa<GlobalVariable>(Cell);
  Value *Calls = load(), *Most = nullptr;
  if (HasMost) {
    Most = Builder.CreateLShr(Calls, CallBits);
    Calls = Builder.CreateAnd(Calls, Builder.getInt64((1 << CallBits) - 1));
  }
  Value *New = Builder.CreateAdd(Calls, Builder.getInt64(1));
  New = Builder.CreateSelect(
      Builder.CreateICmpEQ(New, Builder.getInt64(EntriesWithoutDriver)),
      Builder.getInt64(MaxDeclines - 1), New);
  Value *Declined = Builder.CreateICmpUGE(Calls, Builder.getInt64(MaxDeclines));
  if (HasMost) {
    Trips = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Trips,
                                          Builder.getInt64(MostTripCount));
    Declined = Builder.CreateAnd(Declined, Builder.CreateICmpULE(Trips, Most));
    Most = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Trips, Most);
    New = Builder.CreateOr(Builder.CreateShl(Most, CallBits), New);
  }
  store(New);
  return Declined;
}

/// Other threads may execute the nest, too.
Value *DeclineCount::load() {
  auto *Load = Builder.CreateAlignedLoad(Builder.getInt64Ty(), Cell, Align(8));
  if (isa<GlobalVariable>(Cell))
    Load->setAtomic(AtomicOrdering::Monotonic);
  return Load;
}
void DeclineCount::store(Value *V) {
  auto *Store = Builder.CreateAlignedStore(V, Cell, Align(8));
  if (isa<GlobalVariable>(Cell))
    Store->setAtomic(AtomicOrdering::Monotonic);
}

void DeclineCount::forgetIf(Value *HasProgressed, Value *IsLater) {
  // Another thread may have forgotten it.
  Value *Calls = load(), *Zero = Builder.getInt64(0);
  Value *IsCounted = Builder.CreateICmpNE(
      Builder.CreateAnd(Calls, Builder.getInt64((1 << CallBits) - 1)), Zero);
  Calls = Builder.CreateSub(
      Calls, Builder.CreateZExt(Builder.CreateAnd(IsLater, IsCounted),
                                Builder.getInt64Ty()));
  store(Builder.CreateSelect(HasProgressed, Zero, Calls));
}
void DeclineCount::forget() { store(Builder.getInt64(0)); }
