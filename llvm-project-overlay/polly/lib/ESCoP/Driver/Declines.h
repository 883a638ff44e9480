//===- Declines.h - Drivers that decline again and again --------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Declines.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_DECLINES_H
#define POLLY_LIB_ESCOP_DRIVER_DECLINES_H

#include "polly/ESCoP/Driver.h"

namespace polly::escop {

/// May a driver be called so often that it is worth noting that it declined?
bool isEnteredAgain(const ESCoP &E, const Plan &P);

/// Whether all entries of the nest, in whatever call of its function, count.
bool outlivesCalls(const ESCoP &E);

/// A variable that counts calls of a driver that executed nothing.
class DeclineCount {
  const ESCoP &E;
  llvm::IRBuilderBase &Builder;
  llvm::Value *Cell = nullptr;

  llvm::Value *load();
  void store(llvm::Value *V);

public:
  DeclineCount(const ESCoP &E, llvm::IRBuilderBase &Builder)
      : E(E), Builder(Builder) {}
  explicit operator bool() const { return Cell; }

  /// Count in @p Local, which is 0 in front of the nest's loops; if it is null,
  /// in a global variable.
  void begin(llvm::Value *Local);
  /// Emit whether the driver has declined whenever it was called lately. It is
  /// counted as if it did again, until it has not: forgetIf. @p Trips are the
  /// nest's.
  llvm::Value *hasDeclined(llvm::Value *Trips);
  /// Nor does a call count if the driver wants to be called later.
  void forgetIf(llvm::Value *HasProgressed, llvm::Value *IsLater);
  void forget();
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_DECLINES_H
