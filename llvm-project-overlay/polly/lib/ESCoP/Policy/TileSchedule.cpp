//===- TileSchedule.cpp - Tiles of what is stored to ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a factorization such as
//
//   for (j…) {
//     for (i…) {
//       for (k = 0; k < j; k++)
//         L[i][j] -= L[i][k] * L[j][k];     // the update
//       L[i][j] /= L[j][j];
//     }
//   }
//
// each instance of a statement is given three coordinates: row and column of
// the element that it stores to, and how often updates have stored to that
// before, which is k for an update. If no dependence goes backwards in one of
// them, tiles of all three may be executed one after the other, and so may be
// what is in a tile, by the same coordinates; so it is for all usual orders of
// the loops, whether the nest looks to the left or to the right. A tile in
// which nothing but updates is executed is a matrix product (Products/), whose
// operands are finished.
//
// isl's scheduler looks for coordinates, too, but of all kinds; it finds these
// for some orders of the loops.
//
//===----------------------------------------------------------------------===//

#include "TileSchedule.h"
#include "Distribution.h"
#include "polly/DependenceInfo.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/Support/CommandLine.h"
#include "isl/schedule_node.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Iterations of a tile: rows, columns, and updates.
static constexpr int TileSizes[] = {48, 48, 48};
static constexpr unsigned NumCoordinates = std::size(TileSizes);

static cl::opt<unsigned long> MaxOperations(
    "polly-escop-max-tile-schedule-operations", cl::Hidden, cl::init(200000),
    cl::desc("Operations of isl that it may take to schedule a nest by tiles "
             "of its results; beyond, it is scheduled as others are"));

namespace {
class TileScheduler {
  Scop &S;
  const Dependences &D;
  /// Of parameters; Polly's run-time check tests it.
  isl::set Assumed;
  /// The matrices that updates store to.
  SmallPtrSet<const ScopArrayInfo *, 2> Results;
  /// Whether elements of a matrix have an update in each iteration of a third
  /// loop.
  bool HasProduct = false;
  // When the operations are used up, objects are null, and nothing is true of
  // them.
  /// { update[] -> [k] }: the loop's counter, or a subscript of an operand.
  isl::union_map Depths[2];
  /// { update[] -> array[row, column] }
  isl::union_map Updated;
  /// { statement[] -> array[row, column] }
  isl::union_map Elements;

  bool addUpdate(ScopStmt &Stmt, MemoryAccess &Access);
  bool addElement(ScopStmt &Stmt);
  isl::map getSubscript(const ScopStmt &Stmt, const isl::map &Element) const;
  isl::union_map getUpdatesBefore() const;
  isl::union_map getCoordinates(isl::union_map Known,
                                const isl::union_set &Depths,
                                bool UpdatedLater) const;
  bool isForward(const isl::union_map &Coordinates) const;
  isl::union_map findCoordinates() const;

public:
  TileScheduler(Scop &S, const Dependences &D)
      : S(S), D(D), Assumed(S.getContext()
                                .intersect(S.getAssumedContext())
                                .subtract(S.getInvalidContext())
                                .coalesce()),
        Depths{isl::union_map::empty(S.getIslCtx()),
               isl::union_map::empty(S.getIslCtx())},
        Updated(isl::union_map::empty(S.getIslCtx())), Elements(Updated) {}
  isl::schedule run();
};
} // namespace

/// \returns { statement[] -> [a subscript of what it loads] }, by which the
/// updates of an \p Element differ, or null.
isl::map TileScheduler::getSubscript(const ScopStmt &Stmt,
                                     const isl::map &Element) const {
  for (MemoryAccess *Access : Stmt) {
    if (!Access->isRead() || !Access->isLatestArrayKind())
      continue;
    isl::map Loaded =
        Access->getLatestAccessRelation().intersect_domain(Stmt.getDomain());
    const unsigned NumSubscripts =
        Access->getLatestScopArrayInfo()->getNumberOfDimensions();
    for (unsigned Dim = 0; Dim < NumSubscripts; ++Dim) {
      isl::map Subscript = isl::manage(isl_map_reset_tuple_id(
          Loaded.project_out(isl::dim::out, Dim + 1, NumSubscripts - Dim - 1)
              .project_out(isl::dim::out, 0, Dim)
              .release(),
          isl_dim_out));
      if (Subscript.is_single_valued().is_true() &&
          Stmt.getDomain().is_subset(Subscript.domain()).is_true() &&
          Element.range_product(Subscript).is_injective().is_true())
        return Subscript;
    }
  }
  return {};
}

/// Is \p Access an update? It stores to an element of a matrix several times,
/// in the iterations of one loop, or along a diagonal of several.
bool TileScheduler::addUpdate(ScopStmt &Stmt, MemoryAccess &Access) {
  if (!Access.isMustWrite() || !Access.isLatestArrayKind() ||
      Access.getLatestScopArrayInfo()->getNumberOfDimensions() != 2)
    return false;
  isl::map Element = Access.getLatestAccessRelation();
  // The ways from one update of an element to another.
  isl::set Ways = Element.apply_range(Element.reverse()).deltas();
  auto StandsStill = [](const isl::set &Ways, unsigned Begin, unsigned End) {
    isl::set None = isl::set::universe(Ways.get_space());
    for (unsigned Dim = Begin; Dim < End; ++Dim)
      None = None.fix_si(isl::dim::set, Dim, 0);
    return Ways.is_subset(None).is_true();
  };
  // The outermost loop in which they go somewhere is to tell how far.
  const unsigned NumLoops = Stmt.getNumIterators();
  unsigned K = 0;
  while (K < NumLoops && StandsStill(Ways, K, K + 1))
    ++K;
  if (K == NumLoops ||
      !StandsStill(Ways.fix_si(isl::dim::set, K, 0), 0, NumLoops))
    return false;
  isl::set Domain = Stmt.getDomain();
  Element = Element.intersect_domain(Domain);
  isl::pw_aff CounterValue = isl::aff::var_on_domain(
      isl::local_space(Domain.get_space()), isl::dim::set, K);
  isl::map Counter = CounterValue.as_map().intersect_domain(Domain);
  isl::map Subscript = getSubscript(Stmt, Element);
  Depths[0] = Depths[0].unite(Counter);
  Depths[1] = Depths[1].unite(Subscript.is_null() ? Counter : Subscript);
  Updated = Updated.unite(Element);
  Results.insert(Access.getLatestScopArrayInfo());
  HasProduct |= NumLoops == NumCoordinates;
  return true;
}

/// Know which element \p Stmt stores to, or loads if it stores to none.
bool TileScheduler::addElement(ScopStmt &Stmt) {
  // { statement[] -> array[row, column] }
  SmallVector<isl::map, 4> Stored, Loaded;
  for (MemoryAccess *Access : Stmt)
    if (Access->isLatestArrayKind() &&
        Results.contains(Access->getLatestScopArrayInfo()))
      (Access->isWrite() ? Stored : Loaded)
          .push_back(Access->getLatestAccessRelation().intersect_domain(
              Stmt.getDomain()));
  auto IsOfAll = [&](const isl::map &Element) {
    return Element.is_single_valued().is_true() &&
           Stmt.getDomain().is_subset(Element.domain()).is_true();
  };
  // What DeLICM makes a store of may not be one for sizes that do not occur.
  auto IsStored = [&](const isl::map &Element) {
    return Stored.empty() || Stored.front().is_subset(Element).is_true();
  };
  for (const auto &Elements : {Stored, Loaded})
    for (const isl::map &Element : Elements)
      if (IsStored(Element) && IsOfAll(Element)) {
        this->Elements = this->Elements.unite(Element);
        return true;
      }
  return false;
}

/// \returns { statement[] -> update[] }, those of the element before.
isl::union_map TileScheduler::getUpdatesBefore() const {
  isl::union_map Order = S.getSchedule().intersect_domain(S.getDomains());
  isl::union_map Former =
      isl::manage(isl_union_map_lex_gt_union_map(Order.copy(), Order.copy()));
  return Elements.apply_range(Updated.reverse()).intersect(Former);
}

/// \returns { statement[] -> [row, column, depth] }, where \p Known are depths
/// of statements, and \p Depths those of updates. What has no update before it
/// is behind all updates of others, or at depth 0 if \p UpdatedLater.
isl::union_map TileScheduler::getCoordinates(isl::union_map Known,
                                             const isl::union_set &Depths,
                                             bool UpdatedLater) const {
  auto LetOthersBeAt = [&](const isl::union_set &Depth) {
    Known = Known.unite(isl::union_map::from_domain_and_range(
        Elements.domain().subtract(Known.domain()), Depth));
  };
  if (!UpdatedLater)
    LetOthersBeAt(
        isl::manage(isl_union_set_lexmax(Depths.copy()))
            .apply(isl::union_map(S.getIslCtx(), "{ [k] -> [k + 1] }")));
  // For some sizes there may be no update.
  LetOthersBeAt(isl::union_set(S.getIslCtx(), "{ [0] }"));
  // { statement[] -> [row, column] }
  isl::union_map Places = isl::union_map::empty(S.getIslCtx());
  for (isl::map Element : Elements.get_map_list())
    Places = Places.unite(
        isl::manage(isl_map_reset_tuple_id(Element.release(), isl_dim_out)));
  return Places.flat_range_product(Known)
      .intersect_params(Assumed)
      .gist_params(Assumed)
      .coalesce();
}

/// Do all instances have coordinates, and does no dependence go backwards in
/// any of them?
bool TileScheduler::isForward(const isl::union_map &Coordinates) const {
  if (!S.getDomains()
           .intersect_params(Assumed)
           .is_subset(Coordinates.domain())
           .is_true())
    return false;
  isl::union_map Dependences =
      D.getDependences(Dependences::TYPE_RAW | Dependences::TYPE_WAR |
                       Dependences::TYPE_WAW | Dependences::TYPE_RED);
  isl::union_set Deltas = Dependences.intersect_params(Assumed)
                              .apply_domain(Coordinates)
                              .apply_range(Coordinates)
                              .deltas();
  return Deltas
      .is_subset(isl::set(S.getIslCtx(),
                          "{ [r, c, k] : r >= 0 and c >= 0 and k >= 0 }"))
      .is_true();
}

/// \returns coordinates in which no dependence goes backwards, or null.
isl::union_map TileScheduler::findCoordinates() const {
  const isl::union_map Before = getUpdatesBefore();
  for (const isl::union_map &OfUpdates : Depths) {
    // Behind the last one.
    isl::union_map Behind =
        isl::manage(
            isl_union_map_lexmax(Before.apply_range(OfUpdates).release()))
            .apply_range(isl::union_map(S.getIslCtx(), "{ [k] -> [k + 1] }"))
            .subtract_domain(OfUpdates.domain());
    for (bool UpdatedLater : {true, false}) {
      isl::union_map Coordinates = getCoordinates(
          Behind.unite(OfUpdates), OfUpdates.range(), UpdatedLater);
      if (isForward(Coordinates))
        return Coordinates;
    }
  }
  return {};
}

/// \returns the schedule, or null.
isl::schedule TileScheduler::run() {
  for (ScopStmt &Stmt : S)
    for (MemoryAccess *Access : Stmt)
      if (addUpdate(Stmt, *Access))
        break;
  if (!HasProduct ||
      !all_of(S, [&](ScopStmt &Stmt) { return addElement(Stmt); }))
    return {};
  const isl::union_map Coordinates = findCoordinates();
  if (Coordinates.is_null())
    return {};
  // In a tile, columns are innermost: they are contiguous.
  auto Points = isl::multi_union_pw_aff::from_union_map(Coordinates.apply_range(
      isl::union_map(S.getIslCtx(), "{ [r, c, k] -> [k, r, c] }")));
  auto Tiles = isl::multi_union_pw_aff::from_union_map(Coordinates);
  isl::multi_val Sizes = isl::multi_val::zero(Tiles.get_space());
  for (unsigned Dim = 0; Dim < NumCoordinates; ++Dim)
    Sizes = Sizes.set_val(Dim, isl::val(S.getIslCtx(), TileSizes[Dim]));
  Tiles = isl::manage(
      isl_multi_union_pw_aff_floor(Tiles.scale_down(Sizes).release()));
  isl::schedule Order = isl::manage(isl_schedule_intersect_domain(
      S.getScheduleTree().release(), Coordinates.domain().release()));
  Order = Order.insert_partial_schedule(Points).insert_partial_schedule(Tiles);
  // One loop over tiles in each coordinate, and one over k: isl would separate
  // where other statements are executed.
  isl_schedule_node *Node = Order.get_root().child(0).release();
  for (unsigned Dim = 0; Dim < NumCoordinates; ++Dim)
    Node = isl_schedule_node_band_member_set_ast_loop_type(Node, Dim,
                                                           isl_ast_loop_atomic);
  Node = isl_schedule_node_band_member_set_ast_loop_type(
      isl_schedule_node_child(Node, 0), 0, isl_ast_loop_atomic);
  return isl::manage(Node).get_schedule();
}

PreservedAnalyses TileSchedulePass::run(Scop &S, ScopAnalysisManager &SAM,
                                        ScopStandardAnalysisResults &AR,
                                        SPMUpdater &) {
  const Dependences &D =
      SAM.getResult<DependenceAnalysis>(S, AR).getDependences(
          Dependences::AL_Statement);
  isl::schedule Schedule;
  if (D.hasValidDependences()) {
    isl_ctx *Ctx = S.getIslCtx().get();
    IslMaxOperationsGuard Guard(Ctx, MaxOperations);
    Schedule = TileScheduler(S, D).run();
    if (Guard.hasQuotaExceeded())
      Schedule = isl::schedule();
  }
  HasTiles = !Schedule.is_null();
  if (D.hasValidDependences() && !HasTiles)
    Schedule = distributeProducts(S, D);
  if (!Schedule.is_null()) {
    S.setScheduleTree(Schedule);
    S.markAsOptimized();
  }
  return PreservedAnalyses::all();
}
