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
// Of an element in column c, as above, only the updates whose k is in front of
// the tile's columns are a product, of any depth; what else is executed in the
// tile follows it, and the tile is not cut at multiples of k. Where an
// operand's row is a column of the result, as is that of L[j][k], what follows
// loads elements that are far from each other: then it is executed by parts of
// a few columns, in front of each of which the updates by the columns of the
// parts before are another product.
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
/// Iterations of a tile in each of them. Where no tile is cut, more of them are
/// multiplied by what is packed.
static constexpr int TileSize = 48, UncutTileSize = 384;
/// Columns of a part of a tile; it divides TileSize.
static constexpr int PartSize = 8;
static_assert(TileSize % PartSize == 0);

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
  bool InParts = false;
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
  isl::schedule_node splitTile(isl::schedule_node Points,
                               const isl::union_map &Coordinates,
                               const isl::multi_aff &Origin,
                               const isl::multi_val &Sizes);

public:
  TileScheduler(Scop &S, const polly::Dependences &D, isl::union_set Domains);
  bool mayHaveProduct() const {
    return any_of(Stmts, [](const ScopStmt *Stmt) {
      return Stmt->getNumIterators() >= NumCoordinates;
    });
  }
  isl::schedule run();
  bool isInParts() const { return InParts; }
};
} // namespace

TileScheduler::TileScheduler(Scop &S, const polly::Dependences &D,
                             isl::union_set Domains)
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
      Order(S.getSchedule().intersect_domain(Domains)) {
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
    isl::union_set Firsts[] = {Initial.unite(InitialOfOwn), Initial};
    // Where tiles are to be split, a few elements without updates would be
    // another part.
    const bool MaySplit = haveOperandsAt(/*Column*/ 1, OfUpdates);
    if (MaySplit)
      for (isl::union_set &First : Firsts)
        First =
            First.subtract(Elements.subtract_range(Updated.range()).domain());
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
        for (bool UpdatedLater : {!MaySplit, MaySplit}) {
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

/// \returns the sizes of tiles of \p Points.
static isl::multi_val getTileSizes(const isl::set &Points) {
  isl::multi_val Sizes = isl::multi_val::zero(Points.get_space());
  for (unsigned Dim = 0; Dim < NumCoordinates; ++Dim) {
    // A triangle's rows depend on its columns.
    const isl::set Others = Points.project_out(isl::dim::set, Dim, 1)
                                .insert_dims(isl::dim::set, Dim, 1);
    const isl::set Own =
        Points.project_out(isl::dim::set, Dim + 1, NumCoordinates - Dim - 1)
            .project_out(isl::dim::set, 0, Dim)
            .insert_dims(isl::dim::set, 1, NumCoordinates - Dim - 1)
            .insert_dims(isl::dim::set, 0, Dim);
    const bool IsCut = !Own.intersect(Others).is_subset(Points).is_true();
    Sizes = Sizes.set_val(
        Dim, isl::val(Points.ctx(), IsCut ? TileSize : UncutTileSize));
  }
  return Sizes;
}

/// \returns the least value in dimension \p Dim of \p Points if it is not the
/// same for all parameters, or else null.
static isl::aff getParametricMin(const isl::set &Points, unsigned Dim) {
  isl::aff Min;
  unsigned NumPieces = 0;
  Points.dim_min(Dim).foreach_piece([&](isl::set, isl::aff Piece) {
    Min = Piece;
    ++NumPieces;
    return isl::stat::ok();
  });
  return NumPieces == 1 && Min.is_cst().is_false() ? Min : isl::aff();
}

/// \returns where the first tile begins that contains \p Updates. A chunk may
/// begin anywhere, and then, if tiles began elsewhere, those with more than
/// updates would be larger than what is no update. A triangle's rows are
/// counted from where its columns are.
static isl::multi_aff getTileOrigin(const isl::set &Updates,
                                    const isl::multi_val &Sizes) {
  isl::multi_aff Origin = isl::multi_aff::zero(
      Updates.get_space().params().add_unnamed_tuple(NumCoordinates));
  isl::aff OfTriangle;
  SmallVector<isl::aff, NumCoordinates> Mins;
  for (unsigned Dim = 0; Dim < NumCoordinates; ++Dim) {
    Mins.push_back(getParametricMin(Updates, Dim));
    if (!Mins.back().is_null())
      OfTriangle = Mins.back();
  }
  for (auto [Dim, Min] : enumerate(Mins)) {
    const bool IsCut =
        Sizes.at(Dim).eq(isl::val(Updates.ctx(), TileSize)).is_true();
    if (!Min.is_null() || (IsCut && !OfTriangle.is_null()))
      Origin = Origin.set_aff(Dim, Min.is_null() ? OfTriangle : Min);
  }
  return Origin;
}

/// Has each update an operand whose row, or column, is one of \p Places?
bool TileScheduler::haveOperandsAt(unsigned Dim,
                                   const isl::union_map &Places) const {
  return Places.is_subset(Operands[Dim]).is_true();
}

/// Let what is in a tile be executed in an order of which the updates in front
/// of the tile's columns are the first. \p Points are by depth, row and column.
/// \returns null if operands are not in columns that are updated before, or if
/// something else is executed in front of the columns, too.
isl::schedule_node TileScheduler::splitTile(isl::schedule_node Points,
                                            const isl::union_map &Coordinates,
                                            const isl::multi_aff &Origin,
                                            const isl::multi_val &Sizes) {
  constexpr unsigned Row = 0, Column = 1, K = 2;
  const isl::ctx Ctx = S.getIslCtx();
  const isl::val Size(Ctx, TileSize);
  const isl::aff First = Origin.at(Column);
  if (IsTurned[Column] != IsTurned[K] || !haveOperandsAt(Column, Depth) ||
      !Sizes.at(Row).eq(Size) || !Sizes.at(Column).eq(Size) ||
      !isl_aff_plain_is_equal(First.get(), Origin.at(Row).get()))
    return {};
  const isl::union_map Counted = isl::union_map::from(
      isl::multi_union_pw_aff::from_union_map(Coordinates)
          .sub(isl::manage(isl_multi_union_pw_aff_multi_aff_on_domain(
              Coordinates.domain().release(),
              Origin.set_aff(K, First).release()))));
  // {0} and {1} are the sizes of tiles and of parts.
  auto Select = [&](const isl::union_set &Of, const char *Condition) {
    const std::string Set = formatv(Condition, TileSize, PartSize).str();
    return Counted.intersect_domain(Of)
        .intersect_range(isl::union_set(Ctx, "{ [r, c, k] : " + Set + " }"))
        .domain()
        .coalesce();
  };
  // What is in front of all updates is executed first in its tile, and what is
  // no update is to be behind those in front of its part.
  const isl::union_set Updates = Updated.domain().intersect_params(Assumed),
                       All = Coordinates.domain().intersect_params(Assumed);
  const isl::union_map ToDepth =
      Counted.apply_range(isl::union_map(Ctx, "{ [r, c, k] -> [k] }"));
  isl::union_set Others = All.subtract(Updates);
  const isl::union_set Before =
      ToDepth
          .intersect_range(
              isl::manage(
                  isl_union_set_lex_lt_union_set(
                      Others.apply(ToDepth).release(),
                      isl_union_set_lexmin(Updates.apply(ToDepth).release())))
                  .domain())
          .intersect_domain(Others)
          .domain();
  Others = Others.subtract(Before);
  // Without updates, any order of tiles and of parts will do.
  if (!Select(Others.intersect_params(Updates.params()),
              "k < {1} * floor(c / {1})")
           .is_empty()
           .is_true())
    return {};
  const bool IsUnique =
      Coordinates.intersect_domain(Updates).is_injective().is_true();
  // Execute these, one behind the other, in front of \p Node; \returns where
  // the last one is.
  auto InsertSequence = [&](isl::schedule_node Node,
                            SmallVector<isl::union_set, 4> Filters) {
    erase_if(Filters, [](const isl::union_set &Filter) {
      return Filter.is_empty().is_true();
    });
    isl::union_set_list List(Ctx, 0);
    for (const isl::union_set &Filter : Filters)
      List = List.add(
          Filter.intersect_params(Assumed).coalesce().gist_params(Assumed));
    Node = Node.insert_sequence(List);
    // The points say all of the order of updates.
    for (auto [Idx, Filter] : enumerate(Filters))
      if (IsUnique && Filter.is_subset(Updates).is_true())
        Node = isl::manage(isl_schedule_node_cut(
                               Node.child(Idx).child(0).child(0).release()))
                   .ancestor(3);
    return Node.child(Filters.size() - 1).child(0);
  };
  // { update[] -> [column] }
  isl::union_map Columns = isl::union_map::empty(Ctx);
  for (isl::map Element : Updated.get_map_list())
    Columns = Columns.unite(isl::manage(isl_map_reset_tuple_id(
        Element.project_out(isl::dim::out, Row, 1).release(), isl_dim_out)));
  if (!haveOperandsAt(Row, Columns)) {
    const isl::union_set Product = Select(
        Updates, haveOperandsAt(Row, Depth)
                     ? "k < {0} * floor(c / {0}) and k < {0} * floor(r / {0})"
                     : "k < {0} * floor(c / {0})");
    return InsertSequence(Points,
                          {Before, Product,
                           Others.unite(Updates.subtract(Product)).coalesce()})
        .ancestor(2);
  }
  // Elements on the diagonal may have a statement of two loops.
  isl::union_set Products = isl::union_set::empty(Ctx);
  for (const ScopStmt *Stmt : Stmts)
    if (Stmt->getNumIterators() == NumCoordinates)
      Products = Products.unite(Updates.extract_set(Stmt->getDomainSpace()));
  isl::union_set Sums = Updates.subtract(Products);
  if (!Dependences.intersect_domain(Sums)
           .intersect_range(Products)
           .is_empty()
           .is_true())
    return {};
  Points = InsertSequence(
      Points, {Before, Select(Products, "k < {0} * floor(c / {0})"),
               Select(Sums, "k < {0} * floor(c / {0})"),
               Others.unite(Select(Updates, "k >= {0} * floor(c / {0})"))});
  InParts = true;
  Points =
      Points.insert_partial_schedule(isl::multi_union_pw_aff::from_union_map(
          Counted.apply_range(isl::union_map(
              Ctx,
              formatv("{{ [r, c, k] -> [floor(c / {0})] }", PartSize).str()))));
  return InsertSequence(
             Points.child(0),
             {Select(Products,
                     "{0} * floor(c / {0}) <= k < {1} * floor(c / {1})"),
              Others.unite(Select(Products, "k >= {1} * floor(c / {1})"))
                  .unite(Select(Sums, "k >= {0} * floor(c / {0})"))})
      .ancestor(5);
}

/// Let the first \p NumMembers of the band \p Node be one loop each: isl would
/// separate where other statements are executed.
static isl::schedule_node makeAtomic(isl::schedule_node Node,
                                     unsigned NumMembers) {
  for (unsigned Dim = 0; Dim < NumMembers; ++Dim)
    Node = isl::manage(isl_schedule_node_band_member_set_ast_loop_type(
        Node.release(), Dim, isl_ast_loop_atomic));
  return Node;
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
  // In a tile, columns are innermost: they are contiguous.
  auto Points = isl::multi_union_pw_aff::from_union_map(Coordinates.apply_range(
      isl::union_map(S.getIslCtx(), "{ [r, c, k] -> [k, r, c] }")));
  const isl::multi_val Sizes = getTileSizes(isl::set(Coordinates.range()));
  const isl::multi_aff Origin = getTileOrigin(
      isl::set(Coordinates.intersect_domain(Updated.domain()).range()), Sizes);
  auto Tiles = isl::multi_union_pw_aff::from_union_map(Coordinates)
                   .sub(isl::manage(isl_multi_union_pw_aff_multi_aff_on_domain(
                       Coordinates.domain().release(), Origin.copy())));
  Tiles = isl::manage(
      isl_multi_union_pw_aff_floor(Tiles.scale_down(Sizes).release()));
  const isl::schedule Order = isl::manage(isl_schedule_intersect_domain(
      S.getScheduleTree().release(),
      Coordinates.domain().intersect_params(Assumed).release()));
  isl::schedule_node Node =
      makeAtomic(Order.insert_partial_schedule(Points).get_root().child(0), 1);
  unsigned NumTileLoops = NumCoordinates;
  if (isl::schedule_node Split = splitTile(Node, Coordinates, Origin, Sizes);
      !Split.is_null()) {
    Node = Split;
    Tiles = isl::manage(isl_multi_union_pw_aff_drop_dims(
        Tiles.release(), isl_dim_out, --NumTileLoops, 1));
  }
  return makeAtomic(Node.insert_partial_schedule(Tiles), NumTileLoops)
      .get_schedule();
}

/// \returns a schedule in which \p Parts are executed one after the other,
/// those with a statement of three loops in tiles, if \p InTiles; or null.
/// \p TilesInParts is whether what is left over of tiles is executed by parts.
static isl::schedule scheduleParts(Scop &S, const Dependences &D,
                                   ArrayRef<isl::union_set> Parts, bool InTiles,
                                   bool &TilesInParts) {
  TilesInParts = false;
  isl::schedule Result;
  for (const isl::union_set &Part : Parts) {
    std::optional<TileScheduler> Tiles;
    if (InTiles)
      Tiles.emplace(S, D, Part);
    isl::schedule Schedule = Tiles && Tiles->mayHaveProduct()
                                 ? Tiles->run()
                                 : S.getScheduleTree().intersect_domain(Part);
    if (Schedule.is_null())
      return {};
    TilesInParts |= Tiles && Tiles->isInParts();
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
  isl::schedule Schedule;
  {
    IslMaxOperationsGuard Guard(S.getIslCtx().get(), MaxOperations);
    Schedule = scheduleParts(S, D, S.getDomains(), /*InTiles=*/true, InParts);
    if (Schedule.is_null() && Parts.size() > 1)
      Schedule = scheduleParts(S, D, Parts, /*InTiles=*/true, InParts);
    if (Guard.hasQuotaExceeded())
      Schedule = isl::schedule();
  }
  HasTiles = !Schedule.is_null();
  if (!HasTiles && Parts.size() > 1 &&
      std::any_of(Parts.begin(), Parts.end(), [&](const isl::union_set &Part) {
        return isProductAlone(S, Part, AR.LI);
      }))
    Schedule = scheduleParts(S, D, Parts, /*InTiles=*/false, InParts);
  if (!Schedule.is_null()) {
    S.setScheduleTree(Schedule);
    S.markAsOptimized();
  }
  return PreservedAnalyses::all();
}
