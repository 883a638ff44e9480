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
// and the target's vectors (Products/TileEmitter.cpp). Tiles at a border are
// filled up: the operands with zeros, and C's tile is copied. Panels of k are
// executed in their order, so each element of C is added to in the nest's
// order, and has between two panels the value that it has in the nest.
//
// The compiler gets a copy of multiply for each tile, whose arguments but the
// first are constants, and helpers are part of it.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

// Each source has its own: a test replaces what they call.
namespace {

/// Loops with more iterations, and with larger strides, are left alone: the
/// intervals that they access are then numbers of 64 bits.
constexpr uint64_t MaxProductCount = 1ULL << 30;
constexpr int64_t MaxProductStride = 1LL << 30;
/// Fewer operations are not worth packing, and so are fewer rows or columns.
constexpr uint64_t MinProductWork = 1 << 12, MinProductCount = 4;

uint64_t magnitude(int64_t V) { return V < 0 ? -uint64_t(V) : V; }

/// The addresses where begins and ends what \p Access accesses; false if they
/// are none.
bool getInterval(const ProductAccess &Access, const Product &P, uint64_t &Begin,
                 uint64_t &End) {
  uint64_t Below = 0, Above = Access.Bytes;
  for (unsigned Loop = 0; Loop < NumProductLoops; ++Loop) {
    const int64_t Stride = Access.Strides[Loop];
    if (Stride > MaxProductStride || Stride < -MaxProductStride)
      return false;
    (Stride < 0 ? Below : Above) += magnitude(Stride) * (P.Counts[Loop] - 1);
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
      Column >= C.Bytes && Row >= Column * (P.Counts[PL_Column] - 1) + C.Bytes;
  const bool ColumnsApart =
      Row >= C.Bytes && Column >= Row * (P.Counts[PL_Row] - 1) + C.Bytes;
  return RowsApart || ColumnsApart;
}

/// Packed panels are sequences of tiles, as wide as the register tile.
struct Packing {
  ProductLoop Loop;
  uint64_t Width;
  char *To;
};

/// Executes one product. All of it becomes one function, in which the tile's
/// shape is constant.
class Multiplier {
  const Product &P;
  const uint64_t Bytes, Rows, Columns;
  const TileFunction Tile;
  Packing A, B;
  int64_t RowStride, ColumnStride;
  const ProductOperand *Factors[2];
  uint64_t NumRows, NumColumns;
  /// Where values are computed before they are packed.
  char *Values;

  static uint64_t getPanel(uint64_t Count, uint64_t Most, uint64_t Unit);
  [[gnu::always_inline]] void packTile(const ProductOperand &From,
                                       const Packing &Pack, uint64_t First,
                                       uint64_t Count, uint64_t FirstK,
                                       uint64_t Depth, char *To) const;
  [[gnu::always_inline]] void packPanel(const ProductOperand &From,
                                        const Packing &Pack, uint64_t First,
                                        uint64_t Count, uint64_t FirstK,
                                        uint64_t Depth) const;
  [[gnu::always_inline]] void addTile(uint64_t Depth, const char *TileA,
                                      const char *TileB, char *C,
                                      uint64_t CountRows,
                                      uint64_t CountColumns) const;
  [[gnu::always_inline]] void addPanels(uint64_t Depth, uint64_t FirstRow,
                                        uint64_t CountRows,
                                        uint64_t FirstColumn,
                                        uint64_t CountColumns) const;

public:
  [[gnu::always_inline]] Multiplier(const Product &P, uint64_t Bytes,
                                    uint64_t Rows, uint64_t Columns,
                                    TileFunction Tile);
  [[gnu::always_inline]] void run() const;
};

} // namespace

Multiplier::Multiplier(const Product &P, uint64_t Bytes, uint64_t Rows,
                       uint64_t Columns, TileFunction Tile)
    : P(P), Bytes(Bytes), Rows(Rows), Columns(Columns),
      Tile(Tile), A{PL_Row, Rows, P.Scratch}, B{PL_Column, Columns, nullptr},
      Factors{&P.Operands[0], &P.Operands[1]} {
  // The tile's rows are vectors: they are to be where elements are contiguous.
  const bool Swap = P.Result.Strides[PL_Column] != int64_t(Bytes) &&
                    P.Result.Strides[PL_Row] == int64_t(Bytes);
  if (Swap) {
    A.Loop = PL_Column;
    B.Loop = PL_Row;
    Factors[0] = &P.Operands[1];
    Factors[1] = &P.Operands[0];
  }
  RowStride = P.Result.Strides[A.Loop];
  ColumnStride = P.Result.Strides[B.Loop];
  NumRows = P.Counts[A.Loop];
  NumColumns = P.Counts[B.Loop];
  Values = A.To + PanelDepth * PanelRows * MaxTileElement;
  B.To = Values + PanelDepth * MaxTileRow;
}

/// The size of panels, a multiple of \p Unit: all as large as the others, since
/// a small rest is slow.
uint64_t Multiplier::getPanel(uint64_t Count, uint64_t Most, uint64_t Unit) {
  const uint64_t Panels = (Count + Most - 1) / Most;
  const uint64_t Even = (Count + Panels - 1) / Panels;
  return (Even + Unit - 1) / Unit * Unit;
}

/// Pack one tile of \p Depth iterations of k.
void Multiplier::packTile(const ProductOperand &From, const Packing &Pack,
                          uint64_t First, uint64_t Count, uint64_t FirstK,
                          uint64_t Depth, char *To) const {
  const ProductAccess &Elements = From.Elements;
  int64_t Stride = Elements.Strides[Pack.Loop],
          StrideK = Elements.Strides[PL_Depth];
  auto *Source = reinterpret_cast<const char *>(
      Elements.Address + First * Stride + FirstK * StrideK);
  if (From.Compute) {
    From.Compute(From.Context, First, Count, FirstK, Depth, Values);
    Source = Values;
    Stride = From.StoresByK ? Depth * Bytes : Bytes;
    StrideK = From.StoresByK ? Bytes : Count * Bytes;
  }
  const uint64_t Step = Pack.Width * Bytes;
  if (Count == Pack.Width && Stride == int64_t(Bytes)) {
    for (uint64_t K = 0; K < Depth; ++K)
      __builtin_memcpy(To + K * Step, Source + int64_t(K) * StrideK, Step);
    return;
  }
  if (Count < Pack.Width)
    for (uint64_t Byte = 0; Byte < Depth * Step; ++Byte)
      To[Byte] = 0;
  // A few elements of each row, which are in one cache line.
  constexpr uint64_t Line = 8;
  for (uint64_t Begin = 0; Begin < Depth; Begin += Line)
    for (uint64_t X = 0; X < Count; ++X)
      for (uint64_t K = Begin; K < min(Begin + Line, Depth); ++K)
        __builtin_memcpy(To + K * Step + X * Bytes,
                         Source + int64_t(X) * Stride + int64_t(K) * StrideK,
                         Bytes);
}

void Multiplier::packPanel(const ProductOperand &From, const Packing &Pack,
                           uint64_t First, uint64_t Count, uint64_t FirstK,
                           uint64_t Depth) const {
  for (uint64_t X = 0; X < Count; X += Pack.Width)
    packTile(From, Pack, First + X, min(Pack.Width, Count - X), FirstK, Depth,
             Pack.To + X * Depth * Bytes);
}

/// Add to one tile of C, by way of a full one if it is at a border, or if its
/// rows are not contiguous.
void Multiplier::addTile(uint64_t Depth, const char *TileA, const char *TileB,
                         char *C, uint64_t CountRows,
                         uint64_t CountColumns) const {
  if (CountRows == Rows && CountColumns == Columns &&
      ColumnStride == int64_t(Bytes)) {
    Tile(Depth, TileA, TileB, C, RowStride);
    return;
  }
  alignas(64) char Full[MaxTileColumn / MaxTileElement * MaxTileRow];
  const uint64_t Step = Columns * Bytes;
  for (uint64_t Byte = 0; Byte < Rows * Step; ++Byte)
    Full[Byte] = 0;
  auto Copy = [&](bool Back) __attribute__((always_inline)) {
    for (uint64_t R = 0; R < CountRows; ++R)
      for (uint64_t X = 0; X < CountColumns; ++X) {
        char *Element = C + int64_t(R) * RowStride + int64_t(X) * ColumnStride;
        char *InFull = Full + R * Step + X * Bytes;
        __builtin_memcpy(Back ? Element : InFull, Back ? InFull : Element,
                         Bytes);
      }
  };
  Copy(false);
  Tile(Depth, TileA, TileB, Full, Step);
  Copy(true);
}

void Multiplier::addPanels(uint64_t Depth, uint64_t FirstRow,
                           uint64_t CountRows, uint64_t FirstColumn,
                           uint64_t CountColumns) const {
  auto *C = reinterpret_cast<char *>(P.Result.Address + FirstRow * RowStride +
                                     FirstColumn * ColumnStride);
  for (uint64_t X = 0; X < CountColumns; X += Columns)
    for (uint64_t R = 0; R < CountRows; R += Rows)
      addTile(Depth, A.To + R * Depth * Bytes, B.To + X * Depth * Bytes,
              C + int64_t(R) * RowStride + int64_t(X) * ColumnStride,
              min(Rows, CountRows - R), min(Columns, CountColumns - X));
}

void Multiplier::run() const {
  const uint64_t StepColumns =
      getPanel(NumColumns, PanelRowBytes / Bytes, Columns);
  const uint64_t StepRows = getPanel(NumRows, PanelRows, Rows);
  const uint64_t NumK = P.Counts[PL_Depth],
                 StepK = getPanel(NumK, PanelDepth, 1);
  for (uint64_t Column = 0; Column < NumColumns; Column += StepColumns)
    for (uint64_t K = 0; K < NumK; K += StepK) {
      const uint64_t CountColumns = min(StepColumns, NumColumns - Column),
                     Depth = min(StepK, NumK - K);
      packPanel(*Factors[1], B, Column, CountColumns, K, Depth);
      for (uint64_t Row = 0; Row < NumRows; Row += StepRows) {
        const uint64_t CountRows = min(StepRows, NumRows - Row);
        packPanel(*Factors[0], A, Row, CountRows, K, Depth);
        addPanels(Depth, Row, CountRows, Column, CountColumns);
      }
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
        (ReadBegin < End && Begin < ReadEnd))
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

void polly::escop::runtime::multiply(const Product *P, uint64_t ElementBytes,
                                     uint64_t TileRows, uint64_t TileColumns,
                                     TileFunction Tile) {
  Multiplier(*P, ElementBytes, TileRows, TileColumns, Tile).run();
}
