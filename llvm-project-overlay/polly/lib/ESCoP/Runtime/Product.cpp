//===- Product.cpp - Multiply matrices by register tiles ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (i…) for (j…) for (k…)         // in any order
//     C[i][j] += A[i][k] * B[k][j];
//
// is executed as in GotoBLAS (Goto and van de Geijn, Anatomy of
// High-Performance Matrix Multiplication, 2008):
//
//   for panels of columns j, for panels of k
//     pack B's panel
//     for panels of rows i
//       pack A's panel
//       for tiles of columns, for tiles of rows
//         C's tile in registers += columns of A's tile * rows of B's tile
//
// The innermost line is a function of the compiler's, for the nest's operations
// and the target's vectors (Products/Tile.cpp). At a border, packed tiles are
// filled up with zeros, and of C's tile what is missing is masked. Panels of k
// are executed in their order, so each element of C is added to in the nest's
// order, and has between two panels the value that it has in the nest.
//
// A team of threads packs each of B's panels together, and deals A's out to its
// members: an element of C belongs to one of them for as long as B's panel is
// multiplied.
//
// What packs is compiled for the tile, too. The rest is not, and loops that are
// executed at borders only are not unrolled: it takes time to compile them in
// each file.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

// Each source has its own: a test replaces what they call.
namespace {

/// Fewer operations are not worth packing, and so are fewer rows or columns.
constexpr uint64_t MinProductWork = 1 << 11, MinProductCount = 4;

/// Panels of a triangle that each member of a team has.
constexpr uint64_t PanelsOfTriangle = 4;

uint64_t magnitude(int64_t V) { return V < 0 ? -uint64_t(V) : V; }

/// The iterations of a loop, as far as the result's elements go: as many rows
/// as columns if they are written to mirror images, too.
uint64_t getResultCount(const Product &P, unsigned Loop) {
  return P.HasMirror && Loop != PL_Depth
             ? max(P.Counts[PL_Row], P.Counts[PL_Column])
             : P.Counts[Loop];
}

/// The addresses where begins and ends what \p Access accesses; false if they
/// are none.
bool getInterval(const ProductAccess &Access, const Product &P, uint64_t &Begin,
                 uint64_t &End) {
  uint64_t Below = 0, Above = Access.Bytes;
  for (unsigned Loop = 0; Loop < NumProductLoops; ++Loop) {
    const int64_t Stride = Access.Strides[Loop];
    if (Stride > MaxProductStride || Stride < -MaxProductStride)
      return false;
    const uint64_t Count =
        &Access == &P.Result ? getResultCount(P, Loop) : P.Counts[Loop];
    (Stride < 0 ? Below : Above) += magnitude(Stride) * (Count - 1);
  }
  return !__builtin_sub_overflow(Access.Address, Below, &Begin) &&
         !__builtin_add_overflow(Access.Address, Above, &End);
}

/// Do all iterations of i and j access an element of their own? Either the rows
/// or the columns of the result lie one behind the other.
bool isInjective(const Product &P) {
  const ProductAccess &C = P.Result;
  const uint64_t Row = magnitude(C.Strides[PL_Row]),
                 Column = magnitude(C.Strides[PL_Column]);
  const bool RowsApart =
      Column >= C.Bytes &&
      Row >= Column * (getResultCount(P, PL_Column) - 1) + C.Bytes;
  const bool ColumnsApart =
      Row >= C.Bytes &&
      Column >= Row * (getResultCount(P, PL_Row) - 1) + C.Bytes;
  return RowsApart || ColumnsApart;
}

/// Part of a matrix, whose rows follow each other: of each row, some bytes.
struct Block {
  int64_t FirstRow, EndRow, FirstByte, EndByte;
};

/// Where \p Access accesses memory that is cut into rows of \p Pitch bytes from
/// \p Origin on: the rows, and the bytes of each of them; false if that reaches
/// over the end of a row.
bool getBlock(const ProductAccess &Access, const Product &P, uint64_t Origin,
              int64_t Pitch, Block &Of) {
  const int64_t Distance = Access.Address - Origin;
  int64_t Row = Distance / Pitch, Byte = Distance % Pitch;
  if (Byte < 0)
    --Row, Byte += Pitch;
  Of = {Row, Row + 1, Byte, Byte + int64_t(Access.Bytes)};
  for (unsigned Loop = 0; Loop < NumProductLoops; ++Loop) {
    const int64_t Stride = Access.Strides[Loop];
    const int64_t Last = P.Counts[Loop] - 1;
    const bool IsOfRows = Stride % Pitch == 0;
    const int64_t Way = (IsOfRows ? Stride / Pitch : Stride) * Last;
    int64_t &Begin = IsOfRows ? Of.FirstRow : Of.FirstByte,
            &End = IsOfRows ? Of.EndRow : Of.EndByte;
    (Way < 0 ? Begin : End) += Way;
  }
  return Of.FirstByte >= 0 && Of.EndByte <= Pitch;
}

/// Do they access other blocks of one matrix? The intervals of blocks side by
/// side overlap. \p Begin is where the interval of the result begins, so that
/// its rows do not reach over their ends, whichever way its loops count.
bool areBlocksApart(const ProductAccess &Access, const Product &P,
                    uint64_t Begin) {
  const ProductAccess &C = P.Result;
  const int64_t Pitch =
      max(magnitude(C.Strides[PL_Row]), magnitude(C.Strides[PL_Column]));
  Block Read, Written;
  // Mirror images are not in the block.
  return !P.HasMirror && Pitch && getBlock(C, P, Begin, Pitch, Written) &&
         getBlock(Access, P, Begin, Pitch, Read) &&
         (Read.EndRow <= Written.FirstRow || Written.EndRow <= Read.FirstRow ||
          Read.EndByte <= Written.FirstByte ||
          Written.EndByte <= Read.FirstByte);
}

/// Rows and columns of what is transposed in vectors.
constexpr uint64_t BlockSize = 4;

template <typename T>
[[gnu::always_inline]] void transposeBlockOf(const char *From, int64_t Stride,
                                             char *To, uint64_t Step) {
  using Vector [[gnu::vector_size(BlockSize * sizeof(T))]] = T;
  Vector Rows[BlockSize];
  for (uint64_t R = 0; R < BlockSize; ++R)
    __builtin_memcpy(&Rows[R], From + int64_t(R) * Stride, sizeof(Vector));
  Vector Even[2], Odd[2];
  for (uint64_t Half = 0; Half < 2; ++Half) {
    Vector First = Rows[2 * Half], Second = Rows[2 * Half + 1];
    Even[Half] = __builtin_shufflevector(First, Second, 0, 4, 2, 6);
    Odd[Half] = __builtin_shufflevector(First, Second, 1, 5, 3, 7);
  }
  const Vector Columns[] = {
      __builtin_shufflevector(Even[0], Even[1], 0, 1, 4, 5),
      __builtin_shufflevector(Odd[0], Odd[1], 0, 1, 4, 5),
      __builtin_shufflevector(Even[0], Even[1], 2, 3, 6, 7),
      __builtin_shufflevector(Odd[0], Odd[1], 2, 3, 6, 7)};
  for (uint64_t K = 0; K < BlockSize; ++K)
    __builtin_memcpy(To + K * Step, &Columns[K], sizeof(Vector));
}

/// Store the columns of a block of elements of \p Bytes, whose rows are
/// \p Stride apart, \p Step apart.
[[gnu::always_inline]] void transposeBlock(const char *From, int64_t Stride,
                                           char *To, uint64_t Step,
                                           uint64_t Bytes) {
  if (Bytes == sizeof(uint64_t))
    transposeBlockOf<uint64_t>(From, Stride, To, Step);
  else if (Bytes == sizeof(uint32_t))
    transposeBlockOf<uint32_t>(From, Stride, To, Step);
  else
    transposeBlockOf<uint16_t>(From, Stride, To, Step);
}

/// Elements of a tile, in memory: so many bytes from one row to the next, and
/// from one column to the next.
struct TileElements {
  char *Begin;
  int64_t RowStride, ColumnStride;
};

/// Copy so many rows and columns, or what \p Masks say, if there are any.
template <typename T>
void copyElementsOf(TileElements From, TileElements To, const TileMask *Masks,
                    uint64_t Rows, uint64_t Columns) {
  for (uint64_t R = 0; R < Rows; ++R) {
    const char *Source = From.Begin + int64_t(R) * From.RowStride;
    char *Target = To.Begin + int64_t(R) * To.RowStride;
    for (uint64_t X = 0; X < Columns; ++X) {
      if (!Masks || Masks[R] >> X & 1)
        __builtin_memcpy(Target, Source, sizeof(T));
      Source += From.ColumnStride;
      Target += To.ColumnStride;
    }
  }
}

void copyElements(TileElements From, TileElements To, const TileMask *Masks,
                  uint64_t Rows, uint64_t Columns, uint64_t Bytes) {
  if (Bytes == sizeof(uint64_t))
    copyElementsOf<uint64_t>(From, To, Masks, Rows, Columns);
  else if (Bytes == sizeof(uint32_t))
    copyElementsOf<uint32_t>(From, To, Masks, Rows, Columns);
  else
    copyElementsOf<uint16_t>(From, To, Masks, Rows, Columns);
}

uint64_t divideUp(uint64_t Count, uint64_t By) { return (Count + By - 1) / By; }
uint64_t roundUp(uint64_t Count, uint64_t Unit) {
  return divideUp(Count, Unit) * Unit;
}

/// Packed panels are sequences of tiles, as wide as the register tile.
struct Packing {
  ProductLoop Loop;
  const ProductOperand *From;
  uint64_t Address;
  int64_t Stride, StrideK;
  PackFunction Function;
  uint64_t Width, Count;
  char *To;
  /// Where the whole operand is packed, panels of k one behind the other, or
  /// null.
  const char *Kept;
};

/// Executes one product, or a member's part of it.
class Multiplier {
  const Product &P;
  const TeamMember *const Member;
  const ProductTile Tile;
  const uint64_t Bytes = Tile.ElementBytes, Rows = Tile.Rows,
                 Columns = Tile.Columns;
  Packing A, B;
  /// Of the result.
  uint64_t Address;
  int64_t RowStride, ColumnStride;
  /// A full tile of C; not on the stack, of which a thread may have little.
  char *Full;
  /// Where values are computed before they are packed.
  char *Values;
  /// Rows, columns and iterations of k of a panel, at most.
  uint64_t StepRows, StepColumns, StepK;

  void planPanels();
  uint64_t getPackedBytes(uint64_t NumRows, uint64_t NumColumns) const;
  static uint64_t getPanelSize(uint64_t Count, uint64_t Most, uint64_t Unit,
                               uint64_t Shares = 1);
  void packTile(const Packing &Pack, uint64_t First, uint64_t Count,
                uint64_t FirstK, uint64_t Depth, char *To) const;
  void packTiles(const Packing &Pack, uint64_t First, uint64_t Count,
                 uint64_t FirstK, uint64_t Depth, char *To) const;
  void packShare(const Packing &Pack, uint64_t First, uint64_t Count,
                 uint64_t FirstK, uint64_t Depth, char *To) const;
  void keep(Packing &Pack) const;
  const char *getPanel(const Packing &Pack, uint64_t First, uint64_t Count,
                       uint64_t FirstK, uint64_t Depth) const;
  bool isTriangle() const { return P.Domain.Begin[1] || P.Domain.End[1]; }
  enum Part { None, Some, All };
  Part getPart(uint64_t Row, uint64_t CountRows, uint64_t Column,
               uint64_t CountColumns) const;
  TileMask getMask(int64_t Row, int64_t Column, uint64_t CountColumns) const;
  bool addTile(uint64_t Depth, const char *TileA, const char *TileB,
               uint64_t FirstRow, uint64_t CountRows, uint64_t FirstColumn,
               uint64_t CountColumns) const;
  bool addPanels(const char *PanelA, const char *PanelB, uint64_t Depth,
                 uint64_t FirstRow, uint64_t CountRows, uint64_t FirstColumn,
                 uint64_t CountColumns) const;

  uint64_t nextPanel(uint64_t Next) const;
  void begin() const;
  bool end(bool Fires) const;

public:
  Multiplier(const Product &P, const TeamMember *Member);
  bool run();
};

} // namespace

Multiplier::Multiplier(const Product &P, const TeamMember *Member)
    : P(P), Member(Member), Tile(*P.Tile) {
  // The tile's rows are vectors: they are to be where elements are contiguous.
  const bool Swap = magnitude(P.Result.Strides[PL_Column]) != Bytes &&
                    magnitude(P.Result.Strides[PL_Row]) == Bytes;
  const ProductLoop LoopA = Swap ? PL_Column : PL_Row,
                    LoopB = Swap ? PL_Row : PL_Column;
  auto Pack = [&](ProductLoop Loop, PackFunction Function, uint64_t Width) {
    const ProductOperand &From = P.Operands[Loop];
    const ProductAccess &Elements = From.Elements;
    return Packing{Loop,
                   &From,
                   Elements.Address,
                   Elements.Strides[Loop],
                   Elements.Strides[PL_Depth],
                   Function,
                   Width,
                   P.Counts[Loop],
                   nullptr,
                   nullptr};
  };
  A = Pack(LoopA, Tile.PackRows, Rows);
  B = Pack(LoopB, Tile.PackColumns, Columns);
  planPanels();
  // One behind the other: what is small is on few pages.
  char *const Own = P.Scratch + PackedHeader;
  Full = Member ? Member->Scratch : Own;
  B.To = Own + (Member ? 0 : TileBytes);
  A.To = Member ? Full + TileBytes : B.To + align(StepColumns * StepK * Bytes);
  Values = A.To + align(StepRows * StepK * Bytes);
  Address = P.Result.Address;
  RowStride = P.Result.Strides[LoopA];
  ColumnStride = P.Result.Strides[LoopB];
  // The order of columns is of no consequence.
  if (ColumnStride == -int64_t(Bytes) && !B.From->Compute && !isTriangle()) {
    auto Reverse = [&](uint64_t &From, int64_t &Stride) {
      From += (B.Count - 1) * Stride;
      Stride = -Stride;
    };
    Reverse(Address, ColumnStride);
    Reverse(B.Address, B.Stride);
  }
}

/// Bytes of panels of so many rows and columns, and of what is beside them.
uint64_t Multiplier::getPackedBytes(uint64_t NumRows,
                                    uint64_t NumColumns) const {
  const bool Computes = A.From->Compute || B.From->Compute;
  return TileBytes + align(NumColumns * StepK * Bytes) +
         align(NumRows * StepK * Bytes) +
         (Computes ? max(Rows, Columns) * StepK * Bytes : 0);
}

/// Choose the panels, as large as they fit into the memory. Iterations of k are
/// the same ones for all chunks of a nest, of which an operand may be kept,
/// whether a team executes them or not.
void Multiplier::planPanels() {
  const uint64_t Have =
      reinterpret_cast<const ProductMemory *>(P.Scratch)->Bytes - PackedHeader;
  uint64_t MostRows = PanelRows, MostColumns = PanelRowBytes / Bytes,
           MostK = PanelDepth;
  auto PlanK = [&] {
    StepK = getPanelSize(P.Counts[PL_Depth], MostK, 1);
    return getPackedBytes(Rows, Columns) <= Have || MostK == 1;
  };
  while (!PlanK())
    MostK /= 2;
  // Of a triangle, panels take longer and longer.
  const uint64_t Shares =
      Member ? Member->Size * (isTriangle() ? PanelsOfTriangle : 1) : 1;
  auto Plan = [&] {
    StepColumns = getPanelSize(B.Count, MostColumns, Columns);
    StepRows = getPanelSize(A.Count, MostRows, Rows, Shares);
    return getPackedBytes(StepRows, StepColumns) <= Have ||
           (StepRows <= Rows && StepColumns <= Columns);
  };
  while (!Plan())
    (StepColumns > Columns ? MostColumns : MostRows) /= 2;
}

/// The size of panels, a multiple of \p Unit: all as large as the others, since
/// a small rest is slow. Their number is a multiple of \p Shares.
uint64_t Multiplier::getPanelSize(uint64_t Count, uint64_t Most, uint64_t Unit,
                                  uint64_t Shares) {
  if (Count <= Most && Shares == 1)
    return roundUp(Count, Unit);
  const uint64_t Panels = roundUp(divideUp(Count, Most), Shares);
  return roundUp(divideUp(Count, Panels), Unit);
}

/// Pack one tile of \p Depth iterations of k.
void Multiplier::packTile(const Packing &Pack, uint64_t First, uint64_t Count,
                          uint64_t FirstK, uint64_t Depth, char *To) const {
  const ProductOperand &From = *Pack.From;
  int64_t Stride = Pack.Stride, StrideK = Pack.StrideK;
  auto *Source = reinterpret_cast<const char *>(Pack.Address + First * Stride +
                                                FirstK * StrideK);
  if (From.Compute) {
    From.Compute(From.Context, First, Count, FirstK, Depth, Values);
    Source = Values;
    Stride = From.StoresByK ? Depth * Bytes : Bytes;
    StrideK = From.StoresByK ? Bytes : Count * Bytes;
  }
  Pack.Function(Source, Stride, StrideK, Count, Depth, To);
}

void Multiplier::packTiles(const Packing &Pack, uint64_t First, uint64_t Count,
                           uint64_t FirstK, uint64_t Depth, char *To) const {
  for (uint64_t X = 0; X < Count; X += Pack.Width)
    packTile(Pack, First + X, min(Pack.Width, Count - X), FirstK, Depth,
             To + X * Depth * Bytes);
}

/// The same, together with the other members.
void Multiplier::packShare(const Packing &Pack, uint64_t First, uint64_t Count,
                           uint64_t FirstK, uint64_t Depth, char *To) const {
  uint64_t Begin = 0, End = Count;
  if (Member) {
    const uint64_t Tiles = divideUp(Count, Pack.Width);
    auto Share = [&](uint64_t Id) {
      return min(Tiles * Id / Member->Size * Pack.Width, Count);
    };
    Begin = Share(Member->Id), End = Share(Member->Id + 1);
  }
  packTiles(Pack, First + Begin, End - Begin, FirstK, Depth,
            To + Begin * Depth * Bytes);
}

/// Let \p Pack be packed as a whole, for this chunk and those that follow, if
/// there is memory for it.
void Multiplier::keep(Packing &Pack) const {
  PackedOperand &Kept = reinterpret_cast<ProductMemory *>(P.Scratch)->Kept;
  const uint64_t NumK = P.Counts[PL_Depth],
                 Full = roundUp(Pack.Count, Pack.Width);
  if (Full * NumK > Kept.Bytes / Bytes)
    return;
  Pack.Kept = Kept.To;
  if (Kept.IsPacked)
    return;
  for (uint64_t K = 0; K < NumK; K += StepK)
    packShare(Pack, 0, Pack.Count, K, min(StepK, NumK - K),
              Kept.To + K * Full * Bytes);
  if (Member)
    Member->Wait();
  if (!Member || !Member->Id)
    Kept.IsPacked = 1;
}

/// The packed panel of \p Count rows or columns and \p Depth iterations of k;
/// of the columns' operand, a share is packed.
const char *Multiplier::getPanel(const Packing &Pack, uint64_t First,
                                 uint64_t Count, uint64_t FirstK,
                                 uint64_t Depth) const {
  if (Pack.Kept)
    return Pack.Kept +
           (FirstK * roundUp(Pack.Count, Pack.Width) + First * Depth) * Bytes;
  if (&Pack == &B)
    packShare(Pack, First, Count, FirstK, Depth, Pack.To);
  else
    packTiles(Pack, First, Count, FirstK, Depth, Pack.To);
  return Pack.To;
}

/// How many elements of a tile of C are added to? As the domain is convex: all,
/// if its corners are. None, if one of two lines has all corners on its other
/// side.
Multiplier::Part Multiplier::getPart(uint64_t Row, uint64_t CountRows,
                                     uint64_t Column,
                                     uint64_t CountColumns) const {
  const ProductDomain &D = P.Domain;
  const bool IsOuterA = D.Outer == uint64_t(A.Loop);
  const int64_t Outer = IsOuterA ? Row : Column,
                Inner = IsOuterA ? Column : Row,
                LastOuter =
                    Outer + int64_t(IsOuterA ? CountRows : CountColumns) - 1,
                LastInner =
                    Inner + int64_t(IsOuterA ? CountColumns : CountRows) - 1;
  const int64_t Begins[] = {D.Begin[0] + Outer * D.Begin[1],
                            D.Begin[0] + LastOuter * D.Begin[1]},
                Ends[] = {D.End[0] + Outer * D.End[1],
                          D.End[0] + LastOuter * D.End[1]};
  const int64_t LeastBegin = min(Begins[0], Begins[1]),
                MostBegin = max(Begins[0], Begins[1]),
                LeastEnd = min(Ends[0], Ends[1]),
                MostEnd = max(Ends[0], Ends[1]);
  if (LastInner < LeastBegin || Inner >= MostEnd)
    return None;
  return Inner >= MostBegin && LastInner < LeastEnd ? All : Some;
}

/// Which elements of a row of a tile are added to: those of an interval.
TileMask Multiplier::getMask(int64_t Row, int64_t Column,
                             uint64_t CountColumns) const {
  const ProductDomain &D = P.Domain;
  int64_t Begin = Column, End = Column + CountColumns;
  auto BeginAt = [&](int64_t N) { Begin = Begin < N ? N : Begin; };
  auto EndAt = [&](int64_t N) { End = N < End ? N : End; };
  if (D.Outer == uint64_t(A.Loop)) {
    BeginAt(D.Begin[0] + Row * D.Begin[1]);
    EndAt(D.End[0] + Row * D.End[1]);
  } else {
    // Of column n, Row - n * Begin[1] >= Begin[0], Row - n * End[1] < End[0].
    const int64_t First = Row - D.Begin[0], Last = Row - D.End[0];
    if (D.Begin[1] < 0)
      BeginAt(-First);
    else if (D.Begin[1] > 0)
      EndAt(First + 1);
    else if (First < 0)
      return 0;
    if (D.End[1] < 0)
      EndAt(-Last);
    else if (D.End[1] > 0)
      BeginAt(Last + 1);
    else if (Last >= 0)
      return 0;
  }
  return Begin < End ? ((TileMask(1) << (End - Begin)) - 1) << (Begin - Column)
                     : 0;
}

/// Add to one tile of C: to all of a tile, or to what masks say. Where there
/// are none, or where its rows are not contiguous, that is by way of a full
/// one.
/// \returns whether a guard fires.
bool Multiplier::addTile(uint64_t Depth, const char *TileA, const char *TileB,
                         uint64_t FirstRow, uint64_t CountRows,
                         uint64_t FirstColumn, uint64_t CountColumns) const {
  const Part Added =
      isTriangle() ? getPart(FirstRow, CountRows, FirstColumn, CountColumns)
                   : All;
  if (Added == None)
    return false;
  auto *C = reinterpret_cast<char *>(Address + int64_t(FirstRow) * RowStride +
                                     int64_t(FirstColumn) * ColumnStride);
  const bool IsContiguous = ColumnStride == int64_t(Bytes);
  if (Added == All && CountRows == Rows && CountColumns == Columns &&
      IsContiguous)
    return Tile.Multiply(Depth, TileA, TileB, C, RowStride, Columns, nullptr,
                         P.Context);
  alignas(16) TileMask Masks[MaxTileColumn / MaxTileElement];
  const TileMask Every = (TileMask(1) << CountColumns) - 1;
  for (uint64_t R = 0; R < Rows; ++R)
    Masks[R] = R >= CountRows ? 0
               : Added == All
                   ? Every
                   : getMask(FirstRow + R, FirstColumn, CountColumns);
  if (Tile.HasMasks && IsContiguous)
    return Tile.Multiply(Depth, TileA, TileB, C, RowStride, CountColumns, Masks,
                         P.Context);
  const uint64_t Step = Columns * Bytes;
  __builtin_memset(Full, 0, Rows * Step);
  const TileElements InC = {C, RowStride, ColumnStride},
                     InFull = {Full, int64_t(Step), int64_t(Bytes)};
  const TileMask *Some = Added == All ? nullptr : Masks;
  copyElements(InC, InFull, Some, CountRows, CountColumns, Bytes);
  const bool Fires = Tile.Multiply(Depth, TileA, TileB, Full, Step, Columns,
                                   Tile.HasMasks ? Masks : nullptr, P.Context);
  copyElements(InFull, InC, Some, CountRows, CountColumns, Bytes);
  return Fires;
}

bool Multiplier::addPanels(const char *PanelA, const char *PanelB,
                           uint64_t Depth, uint64_t FirstRow,
                           uint64_t CountRows, uint64_t FirstColumn,
                           uint64_t CountColumns) const {
  bool Fires = false;
  for (uint64_t X = 0; X < CountColumns; X += Columns)
    for (uint64_t R = 0; R < CountRows; R += Rows)
      Fires |=
          addTile(Depth, PanelA + R * Depth * Bytes, PanelB + X * Depth * Bytes,
                  FirstRow + R, min(Rows, CountRows - R), FirstColumn + X,
                  min(Columns, CountColumns - X));
  return Fires;
}

/// The number of the next panel of A: \p Next, or what the team has not begun.
uint64_t Multiplier::nextPanel(uint64_t Next) const {
  return Member ? __atomic_fetch_add(Member->Next, 1, __ATOMIC_RELAXED) : Next;
}

/// Panels of A are dealt out from now on: B's is packed.
void Multiplier::begin() const {
  if (!Member)
    return;
  // All have got their last one before.
  if (!Member->Id)
    __atomic_store_n(Member->Next, 0, __ATOMIC_RELAXED);
  Member->Wait();
}

/// B's panel is no longer needed. \returns whether a guard fired, of any
/// member.
bool Multiplier::end(bool Fires) const {
  if (!Member)
    return Fires;
  if (Fires)
    __atomic_store_n(Member->Fires, 1, __ATOMIC_RELAXED);
  Member->Wait();
  return __atomic_load_n(Member->Fires, __ATOMIC_RELAXED);
}

bool Multiplier::run() {
  const uint64_t NumK = P.Counts[PL_Depth];
  if (P.Kept == A.Loop)
    keep(A);
  if (P.Kept == B.Loop)
    keep(B);
  for (uint64_t Column = 0; Column < B.Count; Column += StepColumns)
    for (uint64_t K = 0; K < NumK; K += StepK) {
      const uint64_t CountColumns = min(StepColumns, B.Count - Column),
                     Depth = min(StepK, NumK - K);
      const char *PanelB = getPanel(B, Column, CountColumns, K, Depth);
      begin();
      // The rest of what is to be undone need not be computed.
      bool Fires = false;
      uint64_t Panel = nextPanel(0);
      while (!Fires && Panel * StepRows < A.Count) {
        const uint64_t Row = Panel * StepRows,
                       CountRows = min(StepRows, A.Count - Row);
        Fires = addPanels(getPanel(A, Row, CountRows, K, Depth), PanelB, Depth,
                          Row, CountRows, Column, CountColumns);
        Panel = nextPanel(Panel + 1);
      }
      if (end(Fires))
        return true;
    }
  return false;
}

void polly::escop::runtime::packTile(const char *From, int64_t Stride,
                                     int64_t StrideK, uint64_t Count,
                                     uint64_t Depth, char *To,
                                     uint64_t ElementBytes, uint64_t Width) {
  const uint64_t Bytes = ElementBytes, Step = Width * Bytes;
  if (Count < Width)
    __builtin_memset(To, 0, Depth * Step);
  if (Stride == int64_t(Bytes)) {
    for (uint64_t K = 0; K < Depth; ++K)
      if (Count == Width)
        __builtin_memcpy(To + K * Step, From + int64_t(K) * StrideK, Step);
      else
        for (uint64_t X = 0; X < Count; ++X)
          __builtin_memcpy(To + K * Step + X * Bytes,
                           From + int64_t(K) * StrideK + X * Bytes, Bytes);
    return;
  }
  // A few elements of each row, which are in one cache line.
  constexpr uint64_t Line = 8;
  for (uint64_t Begin = 0; Begin < Depth; Begin += Line) {
    const uint64_t End = min(Begin + Line, Depth);
    uint64_t First = 0;
    if (StrideK == int64_t(Bytes) && End - Begin == Line)
      for (; First + BlockSize <= Count; First += BlockSize)
        for (uint64_t K = Begin; K < End; K += BlockSize)
          transposeBlock(From + int64_t(First) * Stride + K * Bytes, Stride,
                         To + K * Step + First * Bytes, Step, Bytes);
#pragma clang loop vectorize(disable) unroll(disable)
    for (uint64_t X = First; X < Count; ++X)
#pragma clang loop vectorize(disable) unroll(disable)
      for (uint64_t K = Begin; K < End; ++K)
        __builtin_memcpy(To + K * Step + X * Bytes,
                         From + int64_t(X) * Stride + int64_t(K) * StrideK,
                         Bytes);
  }
}

bool polly::escop::runtime::mayMultiply(const Product *P) {
  uint64_t Work = 1;
  for (uint64_t Count : P->Counts) {
    if (Count > MaxProductCount || Count < MinProductCount)
      return false;
    Work = min(Work * Count, 1ULL << 32);
  }
  uint64_t Begin, End;
  if (!P->Scratch || Work < MinProductWork ||
      !getInterval(P->Result, *P, Begin, End) || !isInjective(*P))
    return false;
  for (uint64_t Read = 0; Read < P->NumReads; ++Read) {
    uint64_t ReadBegin, ReadEnd;
    if (!getInterval(P->Reads[Read], *P, ReadBegin, ReadEnd) ||
        (ReadBegin < End && Begin < ReadEnd &&
         !areBlocksApart(P->Reads[Read], *P, Begin)))
      return false;
  }
  return true;
}

bool polly::escop::runtime::allocateSums(Product *P, uint64_t ElementBytes) {
  const int64_t Row = P->Counts[PL_Column] * ElementBytes;
  SavedErrno Errno;
  P->Result.Address = addressOf(malloc(P->Counts[PL_Row] * Row));
  P->Result.Strides[PL_Row] = Row;
  P->Result.Strides[PL_Column] = ElementBytes;
  P->Result.Bytes = ElementBytes;
  return P->Result.Address;
}

void polly::escop::runtime::freeSums(const Product *P) {
  SavedErrno Errno;
  free(pointer(P->Result.Address));
}

bool polly::escop::runtime::multiply(const Product *P,
                                     const TeamMember *Member) {
  return Multiplier(*P, Member).run();
}
