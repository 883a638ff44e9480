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
// them, boxes of all three may be executed one after the other, and so may be
// what is in a box, by the same coordinates; so it is for all usual orders of
// the loops, whether the nest looks to the left or to the right. A box in
// which nothing but updates is executed is a matrix product (Products/), whose
// operands are finished. Where to cut is chosen while the nest is executed
// (Runtime/Boxes.cpp): the SCoP is executed in three orders of which parameters
// choose one, and further parameters are the bounds of a box (BoxSchedule.cpp).
// So isl makes small loops, whatever is cut and how often.
//
// A scalar that has become an array (Expansion.cpp) has the coordinates of the
// element that is stored from it: the array's subscripts count iterations.
//
// What does not depend on each other may have coordinates of its own, as have
// the two matrices of an elimination with a matrix of right-hand sides.
//
// isl's scheduler looks for coordinates, too, but of all kinds; it finds these
// for some orders of the loops.
//
//===----------------------------------------------------------------------===//

#include "TileSchedule.h"
#include "BoxSchedule.h"
#include "Distribution.h"
#include "Expansion.h"
#include "polly/DependenceInfo.h"
#include "polly/ESCoP/Products.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "isl/schedule_node.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Rows, columns, and updates.
static constexpr unsigned NumCoordinates = 3;
static cl::opt<unsigned long> MaxOperations(
    "polly-escop-max-tile-schedule-operations", cl::Hidden, cl::init(600000),
    cl::desc("Operations of isl that it may take to schedule a nest by tiles "
             "of its results; beyond, it is scheduled as others are"));

namespace {
class TileScheduler {
  Scop &S;
  /// What is scheduled.
  const isl::union_set Domains;
  SmallVector<ScopStmt *, 16> Stmts;
  /// Of parameters; Polly's run-time check tests it.
  const isl::set Assumed;
  const isl::union_map Dependences, Order;
  /// The matrices that updates store to, and what is in place of scalars.
  SmallPtrSet<const ScopArrayInfo *, 2> Results;
  /// { array[…] -> matrix[row, column] }: which element is stored from those of
  /// arrays that are in place of scalars.
  SmallDenseMap<const ScopArrayInfo *, isl::map, 4> Places;
  /// Whether elements of a matrix have an update in each iteration of a third
  /// loop.
  bool HasProduct = false;
  BoxSchedule &Boxes;
  // When the operations are used up, objects are null, and nothing is true of
  // them.
  /// { update[] -> [k] }: a subscript of an operand, or the loop's counter.
  /// Where that counts from another counter on, the subscript does not.
  isl::union_map Depths[2];
  /// { update[] -> array[row, column] }
  isl::union_map Updated;
  /// { update[] -> [row] } and { update[] -> [column] }, of operands that are
  /// elements of the results.
  isl::union_map Operands[2];
  /// { statement[] -> array[row, column] }
  isl::union_map Elements;
  /// What stores to elements and loads none, and what loads no other.
  isl::union_set Initial, InitialOfOwn;
  /// Those of Depths that were chosen, and which coordinates were negated.
  isl::union_map Depth;
  bool IsTurned[NumCoordinates];

  isl::map getElement(const ScopStmt &Stmt, const MemoryAccess &Access) const;
  void findPlaces();
  bool addUpdate(ScopStmt &Stmt, MemoryAccess &Access);
  bool addElement(ScopStmt &Stmt);
  isl::map getSubscript(const ScopStmt &Stmt, const isl::map &Element) const;
  isl::union_map getUpdatesBefore() const;
  isl::union_map getCoordinates(isl::union_map Known,
                                const isl::union_set &Depths,
                                const isl::union_set &Initial,
                                bool UpdatedLater) const;
  isl::union_map turnForward(const isl::union_map &Coordinates);
  isl::union_map findCoordinates();
  isl::union_map collect();
  bool haveOperandsAt(unsigned Dim, const isl::union_map &Places) const;
  uint64_t findFlags(const isl::union_map &Coordinates,
                     const isl::union_set &Updates,
                     const isl::union_set &Between) const;

public:
  TileScheduler(Scop &S, const polly::Dependences &D, isl::union_set Domains,
                BoxSchedule &Boxes);
  bool mayHaveProduct() const {
    return any_of(Stmts, [](const ScopStmt *Stmt) {
      return Stmt->getNumIterators() >= NumCoordinates;
    });
  }
  isl::schedule run();
};
} // namespace

TileScheduler::TileScheduler(Scop &S, const polly::Dependences &D,
                             isl::union_set Domains, BoxSchedule &Boxes)
    : S(S), Domains(Domains), Assumed(S.getContext()
                                          .intersect(S.getAssumedContext())
                                          .subtract(S.getInvalidContext())
                                          .coalesce()),
      Dependences(D.getDependences(polly::Dependences::TYPE_RAW |
                                   polly::Dependences::TYPE_WAR |
                                   polly::Dependences::TYPE_WAW |
                                   polly::Dependences::TYPE_RED)
                      .intersect_domain(Domains)
                      .intersect_range(Domains)
                      .intersect_params(Assumed)),
      Order(S.getSchedule().intersect_domain(Domains)), Boxes(Boxes) {
  for (ScopStmt &Stmt : S)
    if (Domains.extract_set(Stmt.getDomainSpace()).is_empty().is_false())
      Stmts.push_back(&Stmt);
}

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

/// Is \p Access to an array that is in place of a scalar?
static bool isOfScalar(const MemoryAccess &Access) {
  const ScopArrayInfo *Array = Access.getLatestScopArrayInfo();
  return Array->isArrayKind() && Array->getBasePtr() &&
         isExpandedScalar(*Array->getBasePtr());
}

/// \returns { statement[] -> matrix[row, column] } that \p Access is to, or
/// null.
isl::map TileScheduler::getElement(const ScopStmt &Stmt,
                                   const MemoryAccess &Access) const {
  const ScopArrayInfo *Array = Access.getLatestScopArrayInfo();
  const isl::map Element =
      Access.getLatestAccessRelation().intersect_domain(Stmt.getDomain());
  if (auto It = Places.find(Array); It != Places.end())
    return Element.apply_range(It->second);
  return Array->getNumberOfDimensions() == 2 ? Element : isl::map();
}

/// Find the elements of matrices that are stored from expanded scalars, each
/// from one.
void TileScheduler::findPlaces() {
  SmallDenseMap<const ScopArrayInfo *, isl::map, 4> Found;
  for (const ScopStmt *Stmt : Stmts) {
    const auto *Store = find_if(*Stmt, [&](const MemoryAccess *Access) {
      return Access->isWrite() && Access->isLatestArrayKind() &&
             Access->getLatestScopArrayInfo()->getNumberOfDimensions() == 2 &&
             !isOfScalar(*Access);
    });
    if (Store == Stmt->end())
      continue;
    const isl::map Stored = getElement(*Stmt, **Store);
    for (const MemoryAccess *Access : *Stmt) {
      if (!Access->isRead() || !isOfScalar(*Access))
        continue;
      const isl::map Place = Access->getLatestAccessRelation()
                                 .intersect_domain(Stmt->getDomain())
                                 .reverse()
                                 .apply_range(Stored);
      auto [It, IsNew] =
          Found.insert({Access->getLatestScopArrayInfo(), Place});
      if (!IsNew)
        It->second = It->second.unite(Place);
    }
  }
  for (auto &[Array, Place] : Found)
    if (Place.is_single_valued().is_true() && Place.is_injective().is_true())
      Places.insert({Array, Place});
}

/// Is \p Access an update? It stores to an element of a matrix several times,
/// in the iterations of one loop, or along a diagonal of several.
bool TileScheduler::addUpdate(ScopStmt &Stmt, MemoryAccess &Access) {
  if (!Access.isMustWrite() || !Access.isLatestArrayKind())
    return false;
  isl::set Domain = Stmt.getDomain();
  isl::map Element = getElement(Stmt, Access);
  if (Element.is_null())
    return false;
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
  isl::pw_aff CounterValue = isl::aff::var_on_domain(
      isl::local_space(Domain.get_space()), isl::dim::set, K);
  isl::map Counter = CounterValue.as_map().intersect_domain(Domain);
  isl::map Subscript = getSubscript(Stmt, Element);
  Depths[0] = Depths[0].unite(Subscript.is_null() ? Counter : Subscript);
  Depths[1] = Depths[1].unite(Counter);
  Updated = Updated.unite(Element);
  Results.insert(Access.getLatestScopArrayInfo());
  for (MemoryAccess *Operand : Stmt) {
    isl::map Loaded;
    if (Operand->isRead() && Operand->isLatestArrayKind() &&
        Results.contains(Operand->getLatestScopArrayInfo()))
      Loaded = getElement(Stmt, *Operand);
    if (Loaded.is_null() || Loaded.is_equal(Element).is_true())
      continue;
    for (unsigned Dim : {0, 1})
      Operands[Dim] = Operands[Dim].unite(isl::manage(isl_map_reset_tuple_id(
          Loaded.project_out(isl::dim::out, 1 - Dim, 1).release(),
          isl_dim_out)));
  }
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
          .push_back(getElement(Stmt, *Access));
  auto IsOfAll = [&](const isl::map &Element) {
    return Element.is_single_valued().is_true() &&
           Stmt.getDomain()
               .intersect_params(Assumed)
               .is_subset(Element.domain())
               .is_true();
  };
  // What DeLICM makes a store of may not be one for sizes that do not occur.
  auto IsStored = [&](const isl::map &Element) {
    return Stored.empty() || Stored.front().is_subset(Element).is_true();
  };
  for (const auto &Elements : {Stored, Loaded})
    for (const isl::map &Element : Elements)
      if (IsStored(Element) && IsOfAll(Element)) {
        this->Elements = this->Elements.unite(Element);
        if (!Stored.empty() && Loaded.empty())
          Initial = Initial.unite(Stmt.getDomain());
        else if (!Stored.empty() && all_of(Loaded, [&](const isl::map &Other) {
                   return Other.is_subset(Element).is_true();
                 }))
          InitialOfOwn = InitialOfOwn.unite(Stmt.getDomain());
        return true;
      }
  return false;
}

/// \returns { statement[] -> update[] }, those of the element before.
isl::union_map TileScheduler::getUpdatesBefore() const {
  isl::union_map Former =
      isl::manage(isl_union_map_lex_gt_union_map(Order.copy(), Order.copy()));
  return Elements.apply_range(Updated.reverse()).intersect(Former);
}

/// \returns { statement[] -> [row, column, depth] }, where \p Known are depths
/// of statements, and \p Depths those of updates. What has no update before it
/// is behind all updates of others, or where they begin if \p UpdatedLater;
/// what of that is \p Initial, giving an element its first value, is in front
/// of all, so that it is in tiles without updates.
isl::union_map TileScheduler::getCoordinates(isl::union_map Known,
                                             const isl::union_set &Depths,
                                             const isl::union_set &Initial,
                                             bool UpdatedLater) const {
  auto LetOthersBeAt = [&](const isl::union_set &Depth) {
    Known = Known.unite(isl::union_map::from_domain_and_range(
        Elements.domain().subtract(Known.domain()), Depth));
  };
  Known = Known.unite(isl::union_map::from_domain_and_range(
      Initial.subtract(Known.domain()),
      isl::manage(isl_union_set_lexmin(Depths.copy()))
          .apply(isl::union_map(S.getIslCtx(), "{ [k] -> [k - 1] }"))));
  LetOthersBeAt(UpdatedLater ? isl::manage(isl_union_set_lexmin(Depths.copy()))
                             : isl::manage(isl_union_set_lexmax(Depths.copy()))
                                   .apply(isl::union_map(
                                       S.getIslCtx(), "{ [k] -> [k + 1] }")));
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

/// \returns @p Coordinates, of which those are negated in which dependences go
/// backwards only; or null if an instance has none, or if dependences go both
/// ways in one.
isl::union_map TileScheduler::turnForward(const isl::union_map &Coordinates) {
  if (!Domains.intersect_params(Assumed)
           .is_subset(Coordinates.domain())
           .is_true())
    return {};
  isl::union_set Deltas =
      Dependences.apply_domain(Coordinates).apply_range(Coordinates).deltas();
  const isl::space Space(S.getIslCtx(), 0, NumCoordinates);
  isl::map Turn = isl::map::universe(Space.map_from_set());
  for (unsigned Dim = 0; Dim < NumCoordinates; ++Dim) {
    auto AreFrom = [&](int Least) {
      return isl::set::universe(Space).lower_bound_si(isl::dim::set, Dim,
                                                      Least);
    };
    IsTurned[Dim] = !Deltas.is_subset(AreFrom(0)).is_true();
    if (!IsTurned[Dim])
      Turn = Turn.equate(isl::dim::in, Dim, isl::dim::out, Dim);
    else if (Deltas.is_disjoint(AreFrom(1)).is_true())
      Turn = isl::manage(
          isl_map_oppose(Turn.release(), isl_dim_in, Dim, isl_dim_out, Dim));
    else
      return {};
  }
  return Coordinates.apply_range(Turn);
}

/// \returns what \p Known is of some of the \p Instances of each statement,
/// where that is one expression, of all of them: fewer cases are less to do.
static isl::union_map extend(const isl::union_map &Known,
                             const isl::union_set &Instances) {
  isl::union_map Extended = Known;
  for (isl::map Map : Known.get_map_list()) {
    const auto Value = isl::pw_multi_aff::from_map(Map);
    if (isl_pw_multi_aff_n_piece(Value.get()) != 1)
      continue;
    Value.foreach_piece([&](isl::set, isl::multi_aff Piece) {
      Extended =
          Extended.unite(isl::map::from_multi_aff(Piece).intersect_domain(
              Instances.extract_set(Map.get_space().domain())));
      return isl::stat::ok();
    });
  }
  return Extended;
}

/// \returns coordinates in none of which a dependence goes backwards, or null.
isl::union_map TileScheduler::findCoordinates() {
  const isl::union_map Before = getUpdatesBefore();
  for (const isl::union_map &OfUpdates : Depths) {
    const isl::union_set Firsts[] = {Initial.unite(InitialOfOwn), Initial};
    // Elements without updates then have a place among those of their column.
    const bool AreInColumn = haveOperandsAt(/*Column*/ 1, OfUpdates);
    // Behind the last one.
    isl::union_map Behind =
        isl::manage(
            isl_union_map_lexmax(Before.apply_range(OfUpdates).release()))
            .apply_range(isl::union_map(S.getIslCtx(), "{ [k] -> [k + 1] }"))
            .subtract_domain(OfUpdates.domain());
    SmallVector<isl::union_map, 2> Others = {extend(Behind, Elements.domain())};
    if (!Others.front().is_equal(Behind).is_true())
      Others.push_back(Behind);
    for (const isl::union_set &First : Firsts)
      for (const isl::union_map &OfOthers : Others)
        for (bool UpdatedLater : {!AreInColumn, AreInColumn}) {
          const isl::union_map Coordinates = turnForward(
              getCoordinates(OfOthers.unite(OfUpdates), OfUpdates.range(),
                             First, UpdatedLater));
          if (!Coordinates.is_null()) {
            Depth = OfUpdates;
            return Coordinates;
          }
        }
  }
  return {};
}

/// \returns the coordinates of all statements, or null.
isl::union_map TileScheduler::collect() {
  Updated = Elements = isl::union_map::empty(S.getIslCtx());
  for (isl::union_map &Map : {std::ref(Depths[0]), std::ref(Depths[1]),
                              std::ref(Operands[0]), std::ref(Operands[1])})
    Map = Updated;
  Initial = InitialOfOwn = isl::union_set::empty(S.getIslCtx());
  Results.clear();
  for (const auto &[Array, Place] : Places)
    Results.insert(ScopArrayInfo::getFromId(Place.get_tuple_id(isl::dim::out)));
  HasProduct = false;
  for (ScopStmt *Stmt : Stmts)
    for (MemoryAccess *Access : *Stmt)
      if (addUpdate(*Stmt, *Access))
        break;
  if (!HasProduct ||
      !all_of(Stmts, [&](ScopStmt *Stmt) { return addElement(*Stmt); }))
    return {};
  return findCoordinates();
}

/// Has each update an operand whose row, or column, is one of \p Places?
bool TileScheduler::haveOperandsAt(unsigned Dim,
                                   const isl::union_map &Places) const {
  return Places.is_subset(Operands[Dim]).is_true();
}

/// \returns { instance[] }, those of \p Coordinates that fulfil \p Condition.
static isl::union_set select(const isl::union_map &Coordinates,
                             const char *Condition) {
  const std::string Set = formatv("{{ [r, c, k] : {0} }", Condition).str();
  return Coordinates.intersect_range(isl::union_set(Coordinates.ctx(), Set))
      .domain();
}

/// Find what the order of boxes depends on, by \p Coordinates, of \p Updates
/// and of what is neither in front of all updates nor behind them.
uint64_t TileScheduler::findFlags(const isl::union_map &Coordinates,
                                  const isl::union_set &Updates,
                                  const isl::union_set &Between) const {
  constexpr unsigned Row = 0, Column = 1, K = 2;
  using namespace runtime;
  auto HasNone = [&](const isl::union_set &Of, const std::string &Condition) {
    return Of.intersect(select(Coordinates, Condition.c_str()))
        .is_empty()
        .is_true();
  };
  // What is to hold of updates, and what holds in a product.
  const std::tuple<BoxFlag, const char *, const char *> Relations[] = {
      {BF_IsBeforeRow, "k < r", "k < r"},
      {BF_IsBeforeColumn, "k < c", "k < c"},
      {BF_IsBehindRow, "k >= r", "k > r"},
      {BF_IsBehindColumn, "k >= c", "k > c"}};
  uint64_t Flags = 0;
  std::string OfProduct = "true";
  for (auto [Flag, OfUpdates, Holds] : Relations)
    if (HasNone(Updates, "not (" + std::string(OfUpdates) + ")")) {
      Flags |= Flag;
      OfProduct += " and " + std::string(Holds);
    }
  // An operand is to be an element that is not in the box.
  auto AreOperandsApart = [&](unsigned Dim, uint64_t Known) {
    return IsTurned[Dim] == IsTurned[K] && haveOperandsAt(Dim, Depth) &&
           Flags & Known;
  };
  const bool AreInColumn =
      AreOperandsApart(Column, BF_IsBeforeColumn | BF_IsBehindColumn);
  if (!(Operands[Row].is_empty().is_true() || AreInColumn ||
        AreOperandsApart(Row, BF_IsBeforeRow | BF_IsBehindRow)) ||
      !HasNone(Between, OfProduct))
    return 0;
  Flags |= BF_HasProducts;
  if (HasNone(Coordinates.domain(), "r < c"))
    Flags |= BF_IsLower;
  if (AreInColumn && Flags & BF_IsBeforeColumn &&
      HasNone(Coordinates.domain(), Flags & (BF_IsLower | BF_IsBeforeRow)
                                        ? "k > c and r > c"
                                        : "k > c"))
    Flags |= BF_HasRows;
  return Flags;
}

/// Let the outermost loop of the band \p Node be one loop: isl would separate
/// where other statements are executed.
static isl::schedule_node makeAtomic(isl::schedule_node Node) {
  return isl::manage(isl_schedule_node_band_member_set_ast_loop_type(
      Node.release(), 0, isl_ast_loop_atomic));
}

/// \returns the schedule, or null.
isl::schedule TileScheduler::run() {
  findPlaces();
  isl::union_map Coordinates = collect();
  if (Coordinates.is_null() && !Places.empty()) {
    Places.clear();
    Coordinates = collect();
  }
  if (Coordinates.is_null())
    return {};
  Coordinates = Coordinates.intersect_params(Assumed);
  const isl::union_set Updates = Updated.domain().intersect_params(Assumed);
  // What gives elements their first values, and what is done with the last
  // ones.
  const isl::union_map ToDepth = Coordinates.apply_range(
      isl::union_map(S.getIslCtx(), "{ [r, c, k] -> [k] }"));
  const isl::union_set Others = Coordinates.domain().subtract(Updates),
                       Depths = Updates.apply(ToDepth);
  auto HaveDepths = [&](isl::union_map Pairs) {
    return ToDepth.intersect_domain(Others)
        .intersect_range(Pairs.domain())
        .domain();
  };
  const isl::union_set Before = HaveDepths(
                           isl::manage(isl_union_set_lex_lt_union_set(
                               Others.apply(ToDepth).release(),
                               isl_union_set_lexmin(Depths.copy())))),
                       Behind = HaveDepths(
                           isl::manage(isl_union_set_lex_gt_union_set(
                               Others.apply(ToDepth).release(),
                               isl_union_set_lexmax(Depths.copy()))));
  if (!Boxes.addPart(isl::set(Coordinates.range()),
                     findFlags(Coordinates, Updates,
                               Others.subtract(Before).subtract(Behind))))
    return {};
  const uint64_t Flags = Boxes.getFlags();
  isl::schedule Result;
  auto Add = [&](runtime::BoxMode Mode, const isl::union_set &Of,
                 const char *Order, bool IsUnique) {
    const isl::union_set Domain =
        Of.intersect_params(Boxes.getContext(Mode)).coalesce();
    if (Domain.is_empty().is_true())
      return;
    isl::schedule Schedule = isl::manage(isl_schedule_intersect_domain(
        S.getScheduleTree().release(), Domain.copy()));
    auto Points = isl::multi_union_pw_aff::from_union_map(
        Coordinates.intersect_domain(Domain).apply_range(
            isl::union_map(S.getIslCtx(), Order)));
    isl::schedule_node Node = makeAtomic(
        Schedule.insert_partial_schedule(Points).get_root().child(0));
    // The points say all of the order of updates.
    if (IsUnique)
      Node =
          isl::manage(isl_schedule_node_cut(Node.child(0).release())).parent();
    Schedule = Node.get_schedule();
    Result = Result.is_null() ? Schedule : Result.sequence(Schedule);
  };
  // In a box, columns are innermost: they are contiguous.
  constexpr const char *ByDepth = "{ [r, c, k] -> [k, r, c] }",
                       *ByRow = "{ [r, c, k] -> [r, k, c] }";
  const isl::union_set InBox =
      Coordinates.intersect_range(Boxes.getBox(/*OfRows*/ false)).domain();
  Add(runtime::BM_All, InBox, ByDepth, false);
  if (Flags & runtime::BF_HasProducts) {
    const bool IsUnique =
        Coordinates.intersect_domain(Updates).is_injective().is_true();
    // Elements on the diagonal may have a statement of two loops.
    isl::union_set Products = isl::union_set::empty(S.getIslCtx());
    for (const ScopStmt *Stmt : Stmts)
      if (Stmt->getNumIterators() == NumCoordinates)
        Products = Products.unite(Updates.extract_set(Stmt->getDomainSpace()));
    isl::union_set Sums = Updates.subtract(Products);
    if (!Dependences.intersect_domain(Sums)
             .intersect_range(Products)
             .is_empty()
             .is_true()) {
      Products = Updates;
      Sums = isl::union_set::empty(S.getIslCtx());
    }
    for (const isl::union_set &Of : {Before, Products, Sums, Behind})
      Add(runtime::BM_Product, InBox.intersect(Of), ByDepth,
          IsUnique && Of.is_subset(Updates).is_true());
  }
  if (Flags & runtime::BF_HasRows)
    Add(runtime::BM_Rows,
        Coordinates.intersect_range(Boxes.getBox(/*OfRows*/ true)).domain(),
        ByRow, false);
  return Result;
}

/// \returns a schedule in which \p Parts are executed one after the other, or
/// null; those with a statement of three loops by \p Boxes, if there are any.
static isl::schedule scheduleParts(Scop &S, const Dependences &D,
                                   ArrayRef<isl::union_set> Parts,
                                   BoxSchedule *Boxes) {
  isl::schedule Result;
  if (Boxes)
    Boxes->clear();
  for (const isl::union_set &Part : Parts) {
    isl::schedule Schedule;
    if (Boxes) {
      TileScheduler Tiles(S, D, Part, *Boxes);
      if (Tiles.mayHaveProduct()) {
        Schedule = Tiles.run();
        if (Schedule.is_null())
          return {};
      } else {
        Boxes->addWhole();
        Schedule = isl::manage(isl_schedule_intersect_domain(
            S.getScheduleTree().release(),
            Part.intersect_params(Boxes->getContext(runtime::BM_All))
                .release()));
      }
    } else {
      Schedule = S.getScheduleTree().intersect_domain(Part);
    }
    Result = Result.is_null() ? Schedule : Result.sequence(Schedule);
  }
  return Result;
}

/// Is @p Part one statement, of three loops or more, that adds a product? Only
/// that gains from loops of its own.
static bool isProductAlone(Scop &S, const isl::union_set &Part, LoopInfo &LI) {
  ScopStmt *Alone = nullptr;
  for (ScopStmt &Stmt : S) {
    if (Part.extract_set(Stmt.getDomainSpace()).is_empty().is_true())
      continue;
    if (Alone)
      return false;
    Alone = &Stmt;
  }
  if (!Alone || !Alone->isBlockStmt() ||
      Alone->getNumIterators() < NumCoordinates)
    return false;
  const BasicBlock *BB = Alone->getBasicBlock();
  return mayAddProduct(*BB, *LI.getLoopFor(BB)->getOutermostLoop(), *S.getSE(),
                       LI);
}

PreservedAnalyses TileSchedulePass::run(Scop &S, ScopAnalysisManager &SAM,
                                        ScopStandardAnalysisResults &AR,
                                        SPMUpdater &) {
  const Dependences &D =
      SAM.getResult<DependenceAnalysis>(S, AR).getDependences(
          Dependences::AL_Statement);
  const SmallVector<isl::union_set, 4> Parts = distributeProducts(S, D);
  Boxes.emplace(S);
  isl::schedule Schedule;
  if (Boxes->mayExecute()) {
    IslMaxOperationsGuard Guard(S.getIslCtx().get(), MaxOperations);
    Schedule = scheduleParts(S, D, S.getDomains(), &*Boxes);
    if (Schedule.is_null() && Parts.size() > 1)
      Schedule = scheduleParts(S, D, Parts, &*Boxes);
    if (Guard.hasQuotaExceeded())
      Schedule = isl::schedule();
  }
  HasTiles = !Schedule.is_null() && Boxes->emitParts(AR);
  NumRelations = HasTiles ? Boxes->getNumRelations() : 0;
  if (!HasTiles) {
    Schedule = isl::schedule();
    Boxes.reset();
  }
  if (!HasTiles && Parts.size() > 1 &&
      std::any_of(Parts.begin(), Parts.end(), [&](const isl::union_set &Part) {
        return isProductAlone(S, Part, AR.LI);
      }))
    Schedule = scheduleParts(S, D, Parts, nullptr);
  if (!Schedule.is_null()) {
    S.setScheduleTree(Schedule);
    S.markAsOptimized();
  }
  return PreservedAnalyses::all();
}
