//===- RuntimeProductTest.cpp - Multiply matrices by register tiles -------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Product.cpp, compiled for the host, multiplies matrices of all small
// extents and of some that are larger than a panel, with all kinds of strides,
// and has to leave what three loops leave, bit for bit. What it says may be
// multiplied is compared with the bytes that the loops access.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <algorithm>
#include <condition_variable>
#include <errno.h>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <vector>

extern "C" void *productMalloc(size_t Bytes);

#define malloc productMalloc
#include "Runtime/Product.cpp"
// Behind it: what both need is included once.
#include "Runtime/Expanded.cpp"
#undef malloc

namespace {

bool HasMemory = true;
size_t NumBytes = 0;

template <class T> T multiplyAdd(T Sum, T A, T B) {
#pragma clang fp contract(off)
  return Sum + A * B;
}

template <class T, unsigned Rows, unsigned Columns>
bool tile(uint64_t Depth, const void *A, const void *B, void *C,
          int64_t RowStride, uint64_t NumColumns, const TileMask *Masks,
          const void *) {
  for (uint64_t R = 0; R < Rows; ++R)
    for (uint64_t X = 0; X < NumColumns; ++X) {
      if (Masks && !(Masks[R] >> X & 1))
        continue;
      T *Element = static_cast<T *>(C) + int64_t(R) * RowStride / sizeof(T) + X;
      for (uint64_t K = 0; K < Depth; ++K)
        *Element =
            multiplyAdd(*Element, static_cast<const T *>(A)[K * Rows + R],
                        static_cast<const T *>(B)[K * Columns + X]);
    }
  return false;
}

template <class T, unsigned Width>
void pack(const char *From, int64_t Stride, int64_t StrideK, uint64_t Count,
          uint64_t Depth, char *To) {
  packTile(From, Stride, StrideK, Count, Depth, To, sizeof(T), Width);
}

template <class T, unsigned Rows, unsigned Columns, bool HasMasks>
constexpr ProductTile Tile = {sizeof(T),
                              Rows,
                              Columns,
                              HasMasks,
                              tile<T, Rows, Columns>,
                              pack<T, Rows>,
                              pack<T, Columns>};

/// How far apart the elements of a matrix are.
struct Layout {
  int64_t Outer, Inner;
};

/// An array in which elements i, j are at Begin + i * Outer + j * Inner.
template <class T> struct Matrix {
  std::vector<T> Elements;
  size_t Begin = 0;
  Layout L;

  Matrix(uint64_t Outer, uint64_t Inner, Layout L, unsigned Seed) : L(L) {
    int64_t Least = 0, Most = 0;
    for (int64_t Way :
         {int64_t(Outer - 1) * L.Outer, int64_t(Inner - 1) * L.Inner})
      (Way < 0 ? Least : Most) += Way;
    Begin = -Least;
    for (int64_t I = 0; I <= Most - Least; ++I)
      Elements.push_back(T(1 + (I * 7 + Seed) % 31) / T(3) - T(I % 5));
  }
  T &at(uint64_t Outer, uint64_t Inner) {
    return Elements[Begin + int64_t(Outer) * L.Outer +
                    int64_t(Inner) * L.Inner];
  }
};

/// Computes an operand from a matrix, by rows or by columns.
template <class T, bool ByK>
void compute(const void *Context, uint64_t First, uint64_t Count,
             uint64_t FirstK, uint64_t CountK, void *To) {
  auto *Out = static_cast<T *>(To);
  auto &From = *static_cast<Matrix<T> *>(const_cast<void *>(Context));
  for (uint64_t X = 0; X < (ByK ? Count : CountK); ++X)
    for (uint64_t Y = 0; Y < (ByK ? CountK : Count); ++Y)
      *Out++ = From.at(First + (ByK ? X : Y), FirstK + (ByK ? Y : X));
}

/// A barrier for the members of the team that is there.
class Barrier {
  std::mutex Mutex;
  std::condition_variable Arrival;
  const uint64_t Size;
  uint64_t Waiting = 0, Round = 0;

public:
  explicit Barrier(uint64_t Size) : Size(Size) {}
  void wait() {
    std::unique_lock<std::mutex> Lock(Mutex);
    const uint64_t Mine = Round;
    if (++Waiting == Size) {
      Waiting = 0;
      ++Round;
      Arrival.notify_all();
    }
    Arrival.wait(Lock, [&] { return Round != Mine; });
  }
};
std::unique_ptr<Barrier> TeamBarrier;

/// How many threads multiply; 0: one without a team.
uint64_t TeamSize = 0;

/// Let each member of a team multiply its part. \returns whether any says that
/// a guard fired, which all have to say then.
template <class Function> bool multiplyInTeam(Function Multiply) {
  if (!TeamSize)
    return Multiply(nullptr);
  uint64_t Next = 99, Fires = 0;
  TeamBarrier = std::make_unique<Barrier>(TeamSize);
  // What is in it is of no consequence, and to clear it takes longest.
  static std::vector<std::vector<char>> Scratch;
  if (Scratch.size() < TeamSize)
    Scratch.resize(TeamSize, std::vector<char>(MemberScratch));
  std::vector<char> Fired(TeamSize);
  std::vector<std::thread> Threads;
  for (uint64_t Id = 0; Id < TeamSize; ++Id)
    Threads.emplace_back([&, Id] {
      const TeamMember Member = {
          Id,    TeamSize, [] { TeamBarrier->wait(); }, Scratch[Id].data(),
          &Next, &Fires};
      Fired[Id] = Multiply(&Member);
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_EQ(std::count(Fired.begin(), Fired.end(), char(Fires)),
            ptrdiff_t(TeamSize));
  return Fires;
}

/// Bytes of what products are packed in.
uint64_t MemoryBytes = ProductScratch;

template <class T> class Case {
  const uint64_t M, N, L;
  Matrix<T> A, B, C;
  Product P = {};

  ProductAccess access(Matrix<T> &X, ProductLoop Outer, ProductLoop Inner) {
    ProductAccess Access = {};
    Access.Address = reinterpret_cast<uint64_t>(&X.at(0, 0));
    Access.Strides[Outer] = X.L.Outer * int64_t(sizeof(T));
    Access.Strides[Inner] = X.L.Inner * int64_t(sizeof(T));
    Access.Bytes = sizeof(T);
    return Access;
  }

public:
  Case(uint64_t M, uint64_t N, uint64_t L, Layout LA, Layout LB, Layout LC)
      : M(M), N(N), L(L), A(M, L, LA, 1), B(N, L, LB, 2), C(M, N, LC, 3) {
    // What is in it is of no consequence, and to clear it takes longest.
    alignas(64) static char Scratch[ProductScratch];
    P.Counts[PL_Row] = M;
    P.Counts[PL_Column] = N;
    P.Counts[PL_Depth] = L;
    P.Result = access(C, PL_Row, PL_Column);
    P.Operands[0].Elements = access(A, PL_Row, PL_Depth);
    P.Operands[1].Elements = access(B, PL_Column, PL_Depth);
    *reinterpret_cast<ProductMemory *>(Scratch) = {{}, MemoryBytes};
    memset(Scratch + MemoryBytes, 77, sizeof Scratch - MemoryBytes);
    P.Scratch = Scratch;
    P.Kept = NumOperands;
  }
  /// Is nothing written behind the memory?
  bool staysInMemory() const {
    return std::all_of(P.Scratch + MemoryBytes, P.Scratch + ProductScratch,
                       [](char Byte) { return Byte == 77; });
  }
  void computeOperands() {
    P.Operands[0] = {{}, compute<T, true>, &A, true};
    P.Operands[1] = {{}, compute<T, false>, &B, false};
  }
  /// Multiply some rows at a time. Behind the first ones, B is overwritten: it
  /// is to be packed then, if there are \p Bytes enough at \p To. Every other
  /// chunk may be \p Alone, without the team.
  template <unsigned Rows, unsigned Columns>
  bool isRightInChunks(uint64_t Chunk, char *To, uint64_t Bytes, bool Alone) {
    const uint64_t Size = TeamSize;
    Matrix<T> Expected = C;
    addProducts(Expected);
    P.Tile = &Tile<T, Rows, Columns, true>;
    P.Kept = PL_Column;
    reinterpret_cast<ProductMemory *>(P.Scratch)->Kept = {To, Bytes, 0};
    const bool IsKept = Bytes >= N * L * sizeof(T);
    for (uint64_t Row = 0; Row < M; Row += Chunk) {
      P.Counts[PL_Row] = std::min(Chunk, M - Row);
      P.Result.Address = reinterpret_cast<uint64_t>(&C.at(Row, 0));
      P.Operands[0].Elements.Address =
          reinterpret_cast<uint64_t>(&A.at(Row, 0));
      TeamSize = Alone && Row / Chunk % 2 ? 0 : Size;
      multiplyInTeam(
          [&](const TeamMember *Member) { return multiply(&P, Member); });
      if (IsKept)
        B.Elements.assign(B.Elements.size(), T(77));
    }
    TeamSize = Size;
    return Expected.Elements == C.Elements && staysInMemory();
  }
  bool isAdded(int64_t I, int64_t J) const {
    const ProductDomain &D = P.Domain;
    if (!D.Begin[1] && !D.End[1])
      return true;
    const int64_t Outer = D.Outer == PL_Row ? I : J, Inner = I + J - Outer;
    return D.Begin[0] + D.Begin[1] * Outer <= Inner &&
           Inner < D.End[0] + D.End[1] * Outer;
  }
  void restrictTo(ProductDomain D) { P.Domain = D; }
  void addProducts(Matrix<T> &To) {
    for (uint64_t I = 0; I < M; ++I)
      for (uint64_t J = 0; J < N; ++J)
        for (uint64_t K = 0; K < L && isAdded(I, J); ++K)
          To.at(I, J) = multiplyAdd(To.at(I, J), A.at(I, K), B.at(J, K));
  }
  template <unsigned Rows, unsigned Columns, bool HasMasks = true>
  bool isRight() {
    Matrix<T> Expected = C;
    addProducts(Expected);
    P.Tile = &Tile<T, Rows, Columns, HasMasks>;
    multiplyInTeam(
        [&](const TeamMember *Member) { return multiply(&P, Member); });
    return Expected.Elements == C.Elements && staysInMemory();
  }
};

TEST(RuntimeProduct, SmallExtentsAndLayouts) {
  for (uint64_t M = 1; M < 10; ++M)
    for (uint64_t N = 1; N < 14; ++N)
      for (uint64_t L : {1, 2, 7, 8, 9, 17}) {
        const int64_t P = 23;
        for (Layout LA : {Layout{P, 1}, {1, P}, {-P, 1}, {P, -2}})
          for (Layout LC :
               {Layout{P, 1}, {1, P}, {-P, 1}, {P, 2}, {-1, P}, {P, -1}})
            for (Layout LB : {Layout{1, P}, {P, 1}, {0, 1}, {-1, -P}}) {
              EXPECT_TRUE((Case<double>(M, N, L, LA, LB, LC).isRight<4, 6>()))
                  << M << "x" << N << "x" << L;
              EXPECT_TRUE(
                  (Case<float>(M, N, L, LA, LB, LC).isRight<8, 12, false>()))
                  << M << "x" << N << "x" << L;
            }
        Case<float> Computed(M, N, L, {P, 1}, {1, P}, {P, 1});
        Computed.computeOperands();
        EXPECT_TRUE((Computed.isRight<4, 12>()));
        EXPECT_TRUE(
            (Case<short>(M, N, L, {P, 1}, {1, P}, {P, 1}).isRight<8, 24>()));
      }
}

void multiplyTriangles(int64_t Step) {
  const int64_t P = 100;
  for (int64_t Outer = 1; Outer < 30; Outer += Step)
    for (int64_t More : {0, 1, 5, 17}) {
      const int64_t Inner = Outer + More;
      for (bool ByRows : {true, false})
        for (ProductDomain D : {ProductDomain{PL_Row, {0, 0}, {1 + More, 1}},
                                {PL_Row, {0, 0}, {Inner, -1}},
                                {PL_Row, {0, 1}, {Inner, 0}}}) {
          if (!ByRows)
            D.Outer = PL_Column;
          const int64_t M = ByRows ? Outer : Inner, N = ByRows ? Inner : Outer;
          for (Layout LC : {Layout{P, 1}, {1, P}, {P, 2}, {P, -1}}) {
            Case<double> Masked(M, N, 7, {P, 1}, {1, P}, LC);
            Masked.restrictTo(D);
            EXPECT_TRUE((Masked.isRight<4, 6>())) << M << "x" << N;
            Case<float> Full(M, N, 7, {P, 1}, {1, P}, LC);
            Full.restrictTo(D);
            EXPECT_TRUE((Full.isRight<8, 12, false>())) << M << "x" << N;
          }
        }
    }
}

TEST(RuntimeProduct, Triangles) { multiplyTriangles(1); }

void multiplySeveralPanels() {
  const uint64_t Columns = PanelRowBytes / sizeof(double) + 5;
  EXPECT_TRUE((Case<double>(2 * PanelRows + 3, 11, 2 * PanelDepth + 1,
                            {3000, 1}, {1, 3000}, {3000, 1})
                   .isRight<8, 24>()));
  EXPECT_TRUE(
      (Case<double>(9, Columns, PanelDepth + 2, {3000, 1}, {3000, 1}, {3000, 1})
           .isRight<4, 12>()));
  EXPECT_TRUE(
      (Case<double>(Columns, 9, PanelDepth + 2, {3000, 1}, {3000, 1}, {1, 3000})
           .isRight<4, 12>()));
}

TEST(RuntimeProduct, SeveralPanels) { multiplySeveralPanels(); }

void multiplyInChunks() {
  // The rows in chunks: the columns' operand is packed once, or not at all if
  // there is too little room. If the result's columns are contiguous, it is A.
  const uint64_t M = 31, N = 29, L = 2 * PanelDepth + 3;
  for (Layout LC : {Layout{40, 1}, {1, 40}})
    for (bool HasRoom : {true, false})
      for (bool Alone : {false, true}) {
        Case<double> Chunked(M, N, L, {2000, 1}, {2000, 1}, LC);
        std::vector<char> Memory(32 * 32 * L * sizeof(double) * HasRoom + 64);
        EXPECT_TRUE((Chunked.isRightInChunks<4, 8>(7, Memory.data(),
                                                   Memory.size(), Alone)));
      }
}

TEST(RuntimeProduct, KeepsAnOperand) { multiplyInChunks(); }

/// Panels are as large as the memory allows.
TEST(RuntimeProduct, LittleMemory) {
  for (uint64_t Size : {0, 2})
    for (uint64_t Bytes : {8 << 10, (16 << 10) + 64, 100 << 10, 400 << 10}) {
      TeamSize = Size;
      MemoryBytes = Bytes;
      multiplySeveralPanels();
      multiplyInChunks();
      multiplyTriangles(13);
      Case<float> Computed(37, 41, PanelDepth + 2, {3000, 1}, {3000, 1},
                           {99, 1});
      Computed.computeOperands();
      EXPECT_TRUE((Computed.isRight<8, 12>())) << Bytes;
    }
  TeamSize = 0;
  MemoryBytes = ProductScratch;
}

/// Also more members than there are panels, or tiles to pack.
TEST(RuntimeProduct, Teams) {
  for (uint64_t Size : {1, 2, 3, 8}) {
    TeamSize = Size;
    multiplyTriangles(7);
    multiplySeveralPanels();
    multiplyInChunks();
    Case<float> Computed(37, 41, PanelDepth + 2, {3000, 1}, {3000, 1}, {99, 1});
    Computed.computeOperands();
    EXPECT_TRUE((Computed.isRight<8, 12>()));
  }
  TeamSize = 0;
}

/// A guard of one tile fires: all members say so, and none waits for ever.
TEST(RuntimeProduct, TeamsWithGuards) {
  static const void *Firing;
  const ProductTile Tile = {8,
                            4,
                            6,
                            true,
                            [](uint64_t, const void *, const void *, void *C,
                               int64_t, uint64_t, const TileMask *,
                               const void *) { return C == Firing; },
                            pack<double, 4>,
                            pack<double, 6>};
  const uint64_t M = 100, N = 30, L = 2 * PanelDepth + 3;
  std::vector<double> A(M * L), B(L * N), C(M * N);
  std::vector<char> Scratch(ProductScratch);
  auto Access = [](std::vector<double> &X, int64_t Row, int64_t Column,
                   int64_t Depth) {
    return ProductAccess{reinterpret_cast<uint64_t>(X.data()),
                         {8 * Row, 8 * Column, 8 * Depth},
                         8};
  };
  Product P = {};
  P.Counts[PL_Row] = M;
  P.Counts[PL_Column] = N;
  P.Counts[PL_Depth] = L;
  P.Result = Access(C, N, 1, 0);
  P.Operands[0].Elements = Access(A, L, 0, 1);
  P.Operands[1].Elements = Access(B, 0, 1, N);
  P.Scratch = Scratch.data();
  *reinterpret_cast<ProductMemory *>(P.Scratch) = {{}, ProductScratch};
  P.Kept = NumOperands;
  P.Tile = &Tile;
  auto Fires = [&](const void *At) {
    Firing = At;
    return multiplyInTeam(
        [&](const TeamMember *Member) { return multiply(&P, Member); });
  };
  for (uint64_t Size : {0, 1, 2, 3, 8}) {
    TeamSize = Size;
    EXPECT_FALSE(Fires(nullptr));
    for (uint64_t Row = 0; Row < M; Row += 16)
      EXPECT_TRUE(Fires(&C[Row * N + 6]));
  }
  TeamSize = 0;
}

/// The bytes that an access accesses; empty if one is accessed twice.
std::set<int64_t> getBytes(const ProductAccess &Access, const Product &P,
                           bool Once) {
  std::set<int64_t> Bytes;
  for (uint64_t I = 0; I < P.Counts[0]; ++I)
    for (uint64_t J = 0; J < P.Counts[1]; ++J)
      for (uint64_t K = 0; K < (Once ? 1 : P.Counts[2]); ++K)
        for (uint64_t Byte = 0; Byte < Access.Bytes; ++Byte)
          if (!Bytes
                   .insert(Access.Address + Byte + I * Access.Strides[0] +
                           J * Access.Strides[1] + K * Access.Strides[2])
                   .second &&
              Once)
            return {};
  return Bytes;
}

TEST(RuntimeProduct, MultipliesOnlyWhatLiesApart) {
  char Memory = 0;
  unsigned NumMultiplied = 0;
  for (int64_t Row : {-40, -17, -16, -4, 0, 3, 4, 12, 15, 16, 17, 60, 64, 68})
    for (int64_t Column : {-64, -8, -4, -3, 0, 2, 4, 8, 20, 60, 64, 68})
      for (int64_t Distance = -1400; Distance < 1400; Distance += 93) {
        ProductAccess Read = {uint64_t(1 << 20) + Distance, {7, 0, -9}, 4};
        Product P = {};
        P.Counts[0] = 16;
        P.Counts[1] = 4;
        P.Counts[2] = 64;
        P.Result = {1 << 20, {Row, Column, 0}, 4};
        P.NumReads = 1;
        P.Reads = &Read;
        P.Scratch = &Memory;
        if (!mayMultiply(&P))
          continue;
        ++NumMultiplied;
        std::set<int64_t> Written = getBytes(P.Result, P, true),
                          IsRead = getBytes(Read, P, false);
        std::vector<int64_t> Common;
        std::set_intersection(Written.begin(), Written.end(), IsRead.begin(),
                              IsRead.end(), std::back_inserter(Common));
        EXPECT_TRUE(!Written.empty() && Common.empty())
            << Row << " " << Column << " " << Distance;
      }
  EXPECT_GT(NumMultiplied, 100u);
}

TEST(RuntimeProduct, MultipliesBlocksOfOneMatrix) {
  // Blocks of a matrix whose rows are 1000 bytes apart, in all places around
  // the result, whichever way its loops count. Those side by side lie apart,
  // but their intervals overlap.
  constexpr int64_t Pitch = 1000;
  char Memory = 0;
  std::map<std::pair<int, int>, unsigned> NumSideBySide;
  for (auto [RowWay, ColumnWay, IsTransposed] :
       {std::tuple(1, 1, false), std::tuple(1, 1, true),
        std::tuple(1, -1, false), std::tuple(-1, 1, true),
        std::tuple(-1, -1, false)})
    for (ProductAccess Read : {ProductAccess{0, {Pitch, 0, 4}, 4},
                               ProductAccess{0, {0, 4, Pitch}, 4},
                               ProductAccess{0, {-Pitch, 0, -4}, 4},
                               ProductAccess{0, {4, 0, -Pitch}, 4},
                               ProductAccess{0, {2 * Pitch, 0, 8}, 8},
                               ProductAccess{0, {Pitch + 4, 0, 4}, 4}})
      for (int64_t Row : {-70, -64, -63, -8, -1, 0, 7, 8, 40})
        for (int64_t Byte = -300; Byte <= 300; Byte += 20) {
          Read.Address = (1 << 20) + Row * Pitch + Byte;
          Product P = {};
          P.Counts[PL_Row] = 8;
          P.Counts[PL_Column] = 8;
          P.Counts[PL_Depth] = 64;
          P.Result = {1 << 20, {RowWay * Pitch, ColumnWay * 4, 0}, 4};
          P.Result.Address +=
              (RowWay < 0 ? 7 * Pitch : 0) + (ColumnWay < 0 ? 7 * 4 : 0);
          if (IsTransposed)
            std::swap(P.Result.Strides[PL_Row], P.Result.Strides[PL_Column]);
          P.NumReads = 1;
          P.Reads = &Read;
          P.Scratch = &Memory;
          if (!mayMultiply(&P))
            continue;
          std::set<int64_t> Written = getBytes(P.Result, P, true),
                            IsRead = getBytes(Read, P, false);
          std::vector<int64_t> Common;
          std::set_intersection(Written.begin(), Written.end(), IsRead.begin(),
                                IsRead.end(), std::back_inserter(Common));
          EXPECT_TRUE(Common.empty()) << Row << " " << Byte;
          NumSideBySide[{RowWay, ColumnWay}] +=
              *IsRead.begin() < *Written.rbegin() &&
              *Written.begin() < *IsRead.rbegin();
        }
  EXPECT_EQ(NumSideBySide.size(), 4u);
  for (const auto &[Ways, Number] : NumSideBySide)
    EXPECT_GT(Number, 25u) << Ways.first << " " << Ways.second;
}

TEST(RuntimeProduct, AllocatesSums) {
  Product P = {};
  P.Counts[PL_Row] = 5;
  P.Counts[PL_Column] = 7;
  errno = 42;
  HasMemory = true;
  ASSERT_TRUE(allocateSums(&P, 4));
  EXPECT_EQ(NumBytes, 5u * 7 * 4);
  EXPECT_EQ(P.Result.Strides[PL_Row], 7 * 4);
  EXPECT_EQ(P.Result.Strides[PL_Column], 4);
  freeSums(&P);
  HasMemory = false;
  EXPECT_FALSE(allocateSums(&P, 4));
  EXPECT_EQ(errno, 42);
}

TEST(RuntimeExpanded, Allocates) {
  constexpr uint64_t All = -1;
  errno = 42;
  HasMemory = true;
  for (uint64_t Rows : {1, 3, 1000})
    for (uint64_t RowBytes : {16, 80, 8000}) {
      auto *Memory = static_cast<char *>(allocateExpanded(Rows, RowBytes));
      ASSERT_TRUE(Memory);
      EXPECT_EQ(addressOf(Memory) % CopyAlign, 0u);
      EXPECT_GE(NumBytes, Rows * RowBytes);
      memset(Memory, 1, Rows * RowBytes);
      freeExpanded(Memory);
    }
  NumBytes = 0;
  EXPECT_FALSE(allocateExpanded(uint64_t(1) << 33, uint64_t(1) << 33));
  EXPECT_FALSE(allocateExpanded(All, 1));
  EXPECT_FALSE(allocateExpanded(1, All));
  EXPECT_EQ(NumBytes, 0u);
  HasMemory = false;
  EXPECT_FALSE(allocateExpanded(3, 80));
  EXPECT_EQ(errno, 42);
}

TEST(RuntimeProduct, LeavesExtremesAlone) {
  char Memory = 0;
  Product P = {};
  auto Reset = [&] {
    for (uint64_t &Count : P.Counts)
      Count = 64;
    P.Result = {1 << 20, {4096, 8, 0}, 8};
    P.Scratch = &Memory;
  };
  Reset();
  EXPECT_TRUE(mayMultiply(&P));
  P.Scratch = nullptr;
  EXPECT_FALSE(mayMultiply(&P));
  for (unsigned Loop = 0; Loop < NumProductLoops; ++Loop)
    for (uint64_t Count :
         {uint64_t(0), uint64_t(1), uint64_t(1) << 31, -uint64_t(1)}) {
      Reset();
      P.Counts[Loop] = Count;
      EXPECT_FALSE(mayMultiply(&P));
    }
  for (int64_t Stride :
       {int64_t(1) << 31, INT64_MAX, INT64_MIN, -(int64_t(1) << 40)}) {
    Reset();
    P.Result.Strides[0] = Stride;
    EXPECT_FALSE(mayMultiply(&P));
  }
  // Around the ends of the address space.
  for (uint64_t Address : {uint64_t(-4096), uint64_t(-63 * 4096)}) {
    Reset();
    P.Result.Address = Address;
    EXPECT_FALSE(mayMultiply(&P));
  }
  Reset();
  P.Result.Address = 4096;
  P.Result.Strides[0] = -4096;
  EXPECT_FALSE(mayMultiply(&P));
}

} // namespace

void *productMalloc(size_t Bytes) {
  NumBytes = Bytes;
  errno = ENOMEM;
  return HasMemory ? malloc(Bytes) : nullptr;
}
