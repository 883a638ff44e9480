//===- Distribution.cpp - Products apart from what is beside them ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop distribution (K. Kennedy and K. S. McKinley, "Loop Distribution with
// Arbitrary Control Flow", 1990): statements that depend on each other, the
// strongly connected components of the dependence graph, may be executed one
// component after the other, each in the order that it has.
//
//   for (i…) {                            for (i…)
//     R[i][i] = 1;                          R[i][i] = 1;
//     for (j = i + 1…) {                  for (i…) for (j…) {
//       R[i][j] = 0;                        R[i][j] = 0;
//       for (k…)                            for (k…)
//         R[i][j] += D[k][i] * D[k][j];       R[i][j] += D[k][i] * D[k][j];
//       R[j][i] = R[i][j];                  R[j][i] = R[i][j];
//     }                                   }
//   }
//
// Others than those of three loops stay together as far as they may.
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "polly/DependenceInfo.h"
#include "polly/ScopInfo.h"
#include "polly/Support/ISLTools.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace polly;

/// The loops of a product.
static constexpr unsigned NumLoops = 3;

namespace {
/// The statements of a SCoP by their numbers, in the SCoP's order.
class Distribution {
  SmallVector<ScopStmt *, 16> Stmts;
  /// From which statement a way of dependences leads to which.
  SmallVector<BitVector, 16> Reaches;
  BitVector Placed;

  bool dependOnEachOther(unsigned A, unsigned B) const {
    return A == B || (Reaches[A][B] && Reaches[B][A]);
  }
  BitVector getComponent(unsigned Of) const;
  bool isReady(const BitVector &Component) const;
  bool mayBeProduct(const BitVector &Component) const;
  bool placeOthers(BitVector &Group);

public:
  Distribution(Scop &S, const Dependences &D);
  SmallVector<BitVector, 4> getGroups();
  isl::union_set getDomains(const BitVector &Group) const;
};
} // namespace

Distribution::Distribution(Scop &S, const Dependences &D) {
  DenseMap<const ScopStmt *, unsigned> Numbers;
  for (ScopStmt &Stmt : S) {
    Numbers[&Stmt] = Stmts.size();
    Stmts.push_back(&Stmt);
  }
  Placed.resize(Stmts.size());
  Reaches.resize(Stmts.size(), BitVector(Stmts.size()));
  auto NumberOf = [&](const isl::map &Dependence, isl::dim Side) {
    return Numbers.lookup(
        static_cast<ScopStmt *>(Dependence.get_tuple_id(Side).get_user()));
  };
  for (isl::map Dependence :
       D.getDependences(Dependences::TYPE_RAW | Dependences::TYPE_WAR |
                        Dependences::TYPE_WAW | Dependences::TYPE_RED)
           .get_map_list())
    Reaches[NumberOf(Dependence, isl::dim::in)].set(
        NumberOf(Dependence, isl::dim::out));
  for (unsigned Via = 0; Via < Stmts.size(); ++Via)
    for (BitVector &From : Reaches)
      if (From[Via])
        From |= Reaches[Via];
}

BitVector Distribution::getComponent(unsigned Of) const {
  BitVector Component(Stmts.size());
  for (unsigned Stmt = 0; Stmt < Stmts.size(); ++Stmt)
    if (dependOnEachOther(Of, Stmt))
      Component.set(Stmt);
  return Component;
}

/// Is all that the component depends on placed?
bool Distribution::isReady(const BitVector &Component) const {
  const unsigned Any = Component.find_first();
  for (unsigned Stmt = 0; Stmt < Stmts.size(); ++Stmt)
    if (Reaches[Stmt][Any] && !Component[Stmt] && !Placed[Stmt])
      return false;
  return true;
}

bool Distribution::mayBeProduct(const BitVector &Component) const {
  return any_of(Component.set_bits(), [&](unsigned Stmt) {
    return Stmts[Stmt]->getNumIterators() >= NumLoops;
  });
}

/// Place all components, into \p Group, that are ready and no products.
bool Distribution::placeOthers(BitVector &Group) {
  bool Changes = false;
  for (unsigned Stmt = 0; Stmt < Stmts.size(); ++Stmt) {
    if (Placed[Stmt])
      continue;
    const BitVector Component = getComponent(Stmt);
    if (mayBeProduct(Component) || !isReady(Component))
      continue;
    Group |= Component;
    Placed |= Component;
    Changes = true;
  }
  return Changes;
}

/// What is to be executed one after the other.
SmallVector<BitVector, 4> Distribution::getGroups() {
  SmallVector<BitVector, 4> Groups;
  while (!Placed.all()) {
    BitVector Others(Stmts.size());
    while (placeOthers(Others))
      ;
    if (Others.any())
      Groups.push_back(Others);
    for (unsigned Stmt = 0; Stmt < Stmts.size(); ++Stmt) {
      const BitVector Component = getComponent(Stmt);
      if (Placed[Stmt] || !isReady(Component))
        continue;
      Groups.push_back(Component);
      Placed |= Component;
      break;
    }
  }
  return Groups;
}

isl::union_set Distribution::getDomains(const BitVector &Group) const {
  isl::union_set Domains;
  for (unsigned Stmt : Group.set_bits()) {
    const isl::union_set Domain = Stmts[Stmt]->getDomain();
    Domains = Domains.is_null() ? Domain : Domains.unite(Domain);
  }
  return Domains;
}

SmallVector<isl::union_set, 4>
polly::escop::distributeProducts(Scop &S, const Dependences &D) {
  Distribution Statements(S, D);
  SmallVector<isl::union_set, 4> Parts;
  for (const BitVector &Group : Statements.getGroups())
    Parts.push_back(Statements.getDomains(Group));
  return Parts;
}
