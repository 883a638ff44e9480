//===- Strips.cpp - Strips of a parallel loop, executed innermost ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/Strips.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "isl/schedule_node.h"

using namespace llvm;
using namespace polly;

/// The parallel loop of @p Band of which strips are to be executed innermost;
/// -1 if there is none, or if the innermost loop is parallel.
static int getDimToSink(const isl::schedule_node_band &Band) {
  int Dim = unsignedFromIslSize(Band.n_member()) - 1;
  if (Band.member_get_coincident(Dim))
    return -1;
  do
    --Dim;
  while (Dim >= 0 && !Band.member_get_coincident(Dim));
  return Dim;
}

/// Execute the loops of the band @p Node, which has two, in the other order.
static isl::schedule_node swapMembers(isl::schedule_node Node) {
  auto Band = Node.as<isl::schedule_node_band>();
  isl::multi_union_pw_aff Partial = Band.get_partial_schedule();
  isl::multi_union_pw_aff Swapped =
      Partial.set_at(0, Partial.get_at(1)).set_at(1, Partial.get_at(0));
  const bool FirstIsCoincident = bool(Band.member_get_coincident(0));
  const bool SecondIsCoincident = bool(Band.member_get_coincident(1));
  Node = isl::manage(isl_schedule_node_delete(Node.release()));
  return Node.insert_partial_schedule(Swapped)
      .as<isl::schedule_node_band>()
      .set_permutable(true)
      .member_set_coincident(0, SecondIsCoincident)
      .member_set_coincident(1, FirstIsCoincident);
}

/// The accesses to arrays by the statements in @p Node.
static SmallVector<const MemoryAccess *>
getArrayAccesses(const isl::schedule_node &Node) {
  SmallVector<const MemoryAccess *> Accesses;
  for (isl::set Domain : Node.get_domain().get_set_list()) {
    auto *Stmt = static_cast<ScopStmt *>(Domain.get_tuple_id().get_user());
    for (const MemoryAccess *Access : *Stmt)
      if (Access->isLatestArrayKind())
        Accesses.push_back(Access);
  }
  return Accesses;
}

namespace {
/// Where an access comes to in the next iteration of a loop: to the same
/// element, to the next one or the one behind it, or to another row or further
/// along its own.
enum class AccessStep { Same, Next, Far };
} // namespace

/// The step of @p Access in the loop @p Dim of @p Band; Far if isl gives up.
static AccessStep getStep(const MemoryAccess &Access,
                          const isl::schedule_node_band &Band, unsigned Dim,
                          unsigned long ComputeOut) {
  isl::union_map Schedules =
      Band.get_prefix_schedule_union_map().flat_range_product(
          isl::union_map::from(Band.get_partial_schedule()));
  isl::map Schedule = isl::map::from_union_map(
      Schedules.intersect_domain(Access.getStatement()->getDomain()));
  isl::space Space = Schedule.get_space().range();
  const unsigned Pos = unsignedFromIslSize(Space.dim(isl::dim::set)) -
                       unsignedFromIslSize(Band.n_member()) + Dim;
  isl::multi_aff Next = isl::multi_aff::identity_on_domain(Space);
  Next = Next.set_at(Pos, Next.get_at(Pos).add_constant(1));
  isl::map Relation = Access.getLatestAccessRelation();

  IslMaxOperationsGuard MaxOpGuard(Band.ctx().get(), ComputeOut);
  isl::set Deltas = Schedule.apply_range(Next.as_map())
                        .apply_range(Schedule.reverse())
                        .apply_domain(Relation)
                        .apply_range(Relation)
                        .deltas();
  if (Deltas.is_null())
    return AccessStep::Far;
  isl::set InRow = isl::set::universe(Deltas.get_space());
  const unsigned Last = unsignedFromIslSize(Deltas.tuple_dim()) - 1;
  for (unsigned I = 0; I < Last; ++I)
    InRow = InRow.fix_si(isl::dim::set, I, 0);
  auto IsAlways = [&](int Elements) {
    return Deltas.is_subset(InRow.fix_si(isl::dim::set, Last, Elements))
        .is_true();
  };
  if (IsAlways(0))
    return AccessStep::Same;
  return any_of(seq(-2, 3), IsAlways) ? AccessStep::Next : AccessStep::Far;
}

/// Do @p Accesses come back to an element after two loops of @p Band or more?
/// What one loop passes over meanwhile is in the first-level cache without
/// tiles.
static bool comesBackLate(ArrayRef<const MemoryAccess *> Accesses,
                          const isl::schedule_node_band &Band,
                          unsigned long ComputeOut) {
  const unsigned Members = unsignedFromIslSize(Band.n_member());
  return any_of(Accesses, [&](const MemoryAccess *Access) {
    for (unsigned Dim = 0; Dim + 2 < Members; ++Dim)
      if (getStep(*Access, Band, Dim, ComputeOut) == AccessStep::Same)
        return true;
    return false;
  });
}

/// As many elements of what @p Accesses access as four vectors have: so many
/// additions are in flight.
static int getElementsOfFourVectors(ArrayRef<const MemoryAccess *> Accesses,
                                    const TargetTransformInfo &TTI) {
  unsigned ElementBits = 8;
  for (const MemoryAccess *Access : Accesses)
    ElementBits = std::max<unsigned>(
        ElementBits, Access->getElementType()->getPrimitiveSizeInBits());
  const int Lanes =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector) /
      ElementBits;
  return 4 * Lanes;
}

Strips polly::planStrips(isl::schedule_node &Node,
                         const TargetTransformInfo &TTI,
                         unsigned long ComputeOut) {
  auto Band = Node.as<isl::schedule_node_band>();
  const unsigned Members = unsignedFromIslSize(Band.n_member());
  const auto Accesses = getArrayAccesses(Node);
  auto IsFar = [&](unsigned Dim) {
    return any_of(Accesses, [&](const MemoryAccess *Access) {
      return getStep(*Access, Band, Dim, ComputeOut) == AccessStep::Far;
    });
  };
  bool FirstIsFar = IsFar(0), LastIsFar = IsFar(Members - 1);
  // Rows are passed over from begin to end.
  if (Members == 2 && LastIsFar && !FirstIsFar) {
    Node = swapMembers(Node);
    Band = Node.as<isl::schedule_node_band>();
    std::swap(FirstIsFar, LastIsFar);
  }
  Strips S;
  S.Dim = getDimToSink(Band);
  S.AreRows = S.Dim >= 0 && !LastIsFar && IsFar(S.Dim);
  S.GainTiles = Members == 2
                    ? !FirstIsFar || LastIsFar
                    : !S.AreRows || comesBackLate(Accesses, Band, ComputeOut);
  // Eight sums are as many additions as are in flight, and rows of which a
  // cache of eight ways holds a line each, whatever their distance is.
  if (S.AreRows)
    S.Size = 8;
  else if (S.Dim >= 0)
    S.Size = getElementsOfFourVectors(Accesses, TTI);
  return S;
}
