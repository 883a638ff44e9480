//===- polly/ESCoP/Runtime.h - What runs in the user's program --*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run-time functions of exception-safe tiling, and the structures by which
// the compiler and they understand each other. lib/ESCoP/Runtime has their
// source, freestanding C++ that is compiled to bitcode together with the
// compiler, and linked into the modules that call them (RuntimeLibrary.cpp).
// There is no library to link with.
//
// They use the C library's functions of system calls, and set errno as these do.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_RUNTIME_H
#define POLLY_ESCOP_RUNTIME_H

#include <stdint.h>

namespace polly::escop {

/// What a shadow call returns.
enum ShadowStatus : unsigned {
  /// All iterations were executed and the frame was updated.
  SS_Done = 0,
  /// A guard fired; the frame was not updated.
  SS_Flagged = 1,
  /// Nothing was executed.
  SS_Declined = 2
};

/// Bits of what Footprint::Bounds returns.
enum BoundsStatus : unsigned { BS_Vouched = 1, BS_Resolved = 2 };

/// How a call of a driver ends.
enum DriverEvent : unsigned {
  DE_Complete,
  DE_LeftEarly,
  DE_FewIterations,
  DE_Bounds,
  DE_Budget,
  DE_Pages,
  DE_Memory,
  DE_PollyCheck,
  DE_Rows,
  DE_Threads,
  NumDriverEvents,
  /// The nest is to execute some iterations before; not counted.
  DE_Later = NumDriverEvents
};

/// Of the iterations that the nest is to execute before it calls the driver
/// again: no guard fires in them, as far as is known.
constexpr uint64_t LaterFlag = uint64_t(1) << 63;

/// Where the chunks of a speculated nest work: in place, as the written memory
/// belongs to this call or the user says so; in place if the process has one
/// thread; always in a copy.
enum class Sharing : uint64_t { InPlace, Ask, Private };

/// Where elements are copied from and to, and where their old values are.
enum CopyOffset { CO_From, CO_To, CO_Old, NumCopyOffsets };

/// More arrays than that are not worth n² overlap checks.
constexpr unsigned MaxArrays = 12;

} // namespace polly::escop

namespace polly::escop::runtime {

/// How /proc is asked about pages; constant, of 64-bit fields only. The files are
/// opened and closed by system calls, since the C library's functions of these
/// are cancellation points.
struct ProcFS {
  /// Numbers of system calls.
  int64_t OpenAt, Close, IOCtl, GetDents, ReadLinkAt;
  /// Intervals of so many bytes and more are asked about in the first place.
  uint64_t Threshold;
};

/// The bounds of what iterations access of one array, and write; and its stride
/// in bytes. The fields are those of BoundsField.
struct ArrayBounds {
  uint64_t Begin, End, WriteBegin, WriteEnd, Stride;
};

/// What is known of an array at compile time. All fields of descriptors have 64
/// bits, so that both sides agree on where they are.
struct ArrayDescriptor {
  uint64_t Read, Written;
  /// Written, and not an object whose bounds are checked.
  uint64_t MayLeaveObject;
  /// Of a private copy, all has to be there that lies between the elements.
  uint64_t CopiesInterval;
  /// Its elements may be stored to, or not, depending on data.
  uint64_t NeedsOldValues;
};

/// What a chunk's shadow is told.
struct ChunkArguments {
  /// Iterations of the nest that were executed before.
  uint64_t Begin;
  const ArrayBounds *Bounds;
  /// Bytes from each array to where the shadow accesses it.
  const uint64_t *Moved;
  void *Scratch;
};

/// The functions of a nest: live-ins are at Context, the state is in the frame.
/// Bounds stores ArrayBounds, and then the innermost iterations in one of the
/// outermost loop; Copy and Commit get the CopyOffsets; Shadow fills a frame.
using NestFunction = uint8_t (*)(const void *Context, uint64_t Count, void *Out,
                                 const ChunkArguments *Arguments);

struct CopyDescriptor {
  uint64_t ArrayIdx;
  NestFunction Copy;
  /// Null if Copy is exact.
  NestFunction Commit;
};

/// Numbers that options set. MinSweeps: fewer iterations that write the same
/// memory are not worth a checkpoint of it.
struct Tuning {
  uint64_t FirstChunk, MaxChunk, MaxChunkWork, BudgetDivisor, MinBudget,
      MaxBudget, MaxBudgetPercent, MinWork, MinSweeps, NoCheckpoint;
};

/// Of what Bounds has to vouch before an inspector is called: of nothing, of what
/// it inspects, or of all iterations.
enum class VouchedFor : uint64_t { Nothing, Inspected, All };

/// An inspected nest.
struct InspectionDescriptor {
  /// Stores the first of Count iterations in which a guard fires, or Count; null
  /// if Bounds resolves all guards.
  NestFunction Inspector;
  VouchedFor Vouched;
  /// Whether Bounds resolves guards.
  uint64_t HasResolved;
  /// Fewer innermost iterations are not worth packing operands.
  uint64_t MinPackedWork;
};

/// A table of rows: which of the RowPointers are its first ones, which array
/// its rows are, and where the context has the first row, and the elements from
/// one row to the next. Bytes that are stored together if they begin at a
/// multiple of their number: 1, 2, 4 or 8.
struct TableDescriptor {
  uint64_t Pointers, ArrayIdx, FirstOffset, DistanceOffset, Unit;
};

/// What a shadow's working memory is: its own arrays, or first ProductMemory,
/// maybe with room for a PackedOperand.
enum class ScratchKind : uint64_t { Arrays, Products, KeepsOperand };

/// A nest.
struct NestDescriptor {
  /// Bounds may be null if the nest is inspected.
  NestFunction Bounds, Shadow;
  uint64_t NumArrays;
  const ArrayDescriptor *Arrays;
  uint64_t NumCopies;
  const CopyDescriptor *Copies;
  Sharing Share;
  uint64_t CanBePrivate;
  /// Whether the driver need not fear other threads, if that is to be asked.
  bool (*IsAlone)(const ProcFS *Proc);
  /// One chunk, the nest.
  uint64_t Naive;
  uint64_t Depth;
  uint64_t NumTables;
  /// Null if the nest cannot be executed in copies of its rows; and from how
  /// many innermost iterations on these are worth it.
  const TableDescriptor *Tables;
  uint64_t LeastCopied;
  /// Which part of its iterations the nest may execute before the driver does,
  /// as a divisor; or 0.
  uint64_t LeaveDivisor;
  /// The nest may return from its outermost loop.
  uint64_t MayConverge;
  /// Bytes of a frame; and if it resumes, where in it are the numbers of
  /// iterations that were executed, and that the nest is to execute (with
  /// LaterFlag, maybe).
  uint64_t FrameSize, Resumes, ResumeOffset;
  /// Bytes of working memory of the shadow, which packs operands if there is.
  /// If it is ProductScratch, less may do.
  uint64_t ScratchSize;
  ScratchKind Scratch;
  const Tuning *Numbers;
  const ProcFS *Proc;
  /// NumDriverEvents counts, or null.
  uint64_t *Counts;
  InspectionDescriptor Inspection;
};

/// A chunk of a nest of three loops, i, j and k, that is a product:
/// C[i][j] += A[i][k] * B[k][j], where the letters stand for addresses that are
/// affine in the loops' counters.
enum ProductLoop { PL_Row, PL_Column, PL_Depth, NumProductLoops };

/// Elements that a product accesses: \p Strides are the bytes from one iteration
/// of each loop to the next.
struct ProductAccess {
  uint64_t Address;
  int64_t Strides[NumProductLoops];
  uint64_t Bytes;
};

/// Compute the values of an operand at Count iterations of its other loop (rows
/// or columns), from First on, and CountK of k, from FirstK on.
using OperandFunction = void (*)(const void *Context, uint64_t First,
                                 uint64_t Count, uint64_t FirstK,
                                 uint64_t CountK, void *To);

/// The first or the second factor: elements of memory, or what Compute stores.
struct ProductOperand {
  ProductAccess Elements;
  OperandFunction Compute;
  const void *Context;
  /// Whether Compute stores the values of one iteration of the other loop one
  /// behind the other, or those of one iteration of k.
  uint64_t StoresByK;
};

/// An operand that all chunks of a nest have in common, packed as a whole by the
/// first one that multiplies.
struct PackedOperand {
  /// The memory for it, as much as there is.
  char *To;
  uint64_t Bytes;
  uint64_t IsPacked;
};

/// The begin of the memory in which products are packed.
struct ProductMemory {
  PackedOperand Kept;
  /// Of the memory, with this.
  uint64_t Bytes;
};

constexpr unsigned NumOperands = 2;

/// The range of an inner loop, in iteration n of the outer one: [Begin[0] + n *
/// Begin[1], End[0] + n * End[1]), where Begin[1] and End[1] are -1, 0 or 1.
struct ProductDomain {
  /// PL_Row or PL_Column; the inner loop is the other one.
  uint64_t Outer;
  int64_t Begin[2], End[2];
};

struct ProductTile;

struct Product {
  /// Iterations of each loop; at most, of the inner one of Domain.
  uint64_t Counts[NumProductLoops];
  /// No range is empty, and together they are [0, Counts). It is a rectangle if
  /// the ranges are all equal, whatever Begin[0] and End[0] are then.
  ProductDomain Domain;
  /// Whether elements may be written whose row is the column of one that is added
  /// to, and the other way round.
  uint64_t HasMirror;
  ProductAccess Result;
  ProductOperand Operands[NumOperands];
  /// What is read and not known to lie apart from the result.
  uint64_t NumReads;
  const ProductAccess *Reads;
  /// What executes it.
  const ProductTile *Tile;
  /// What the tile's guards compare with, or null.
  const void *Context;
  /// Which operand to keep, or NumOperands.
  uint64_t Kept;
  /// ProductMemory, or null.
  char *Scratch;
};

/// Add to a tile of C the products of a column of A, packed by rows of the tile,
/// and a row of B, packed by columns, for each of Depth iterations of k. Of C,
/// only what Masks say is accessed, which is in the first Columns, if they are
/// not null; there is one for each row, and a bit for each column. \returns
/// whether a guard fires, of those whose conditions depend on the sums, and on
/// what is in Context.
using TileMask = unsigned __int128;
using TileFunction = bool (*)(uint64_t Depth, const void *A, const void *B,
                              void *C, int64_t RowStride, uint64_t Columns,
                              const TileMask *Masks, const void *Context);

/// Pack Count elements, Stride bytes apart, of each of Depth iterations of k,
/// StrideK bytes apart, into one tile of an operand: iteration by iteration,
/// and zeros behind the elements.
using PackFunction = void (*)(const char *From, int64_t Stride, int64_t StrideK,
                              uint64_t Count, uint64_t Depth, char *To);

/// A register tile of C, and the functions that are compiled for it.
struct ProductTile {
  uint64_t ElementBytes, Rows, Columns;
  /// Whether Multiply takes masks.
  uint64_t HasMasks;
  TileFunction Multiply;
  /// As many elements as the tile has rows, and as it has columns.
  PackFunction PackRows, PackColumns;
};

/// Loops with more iterations, and with larger strides, are left alone: the
/// intervals that they access are then numbers of 64 bits.
constexpr uint64_t MaxProductCount = 1ULL << 30;
constexpr int64_t MaxProductStride = 1LL << 30;
/// The most bytes of an element, of a row and of a column of a tile.
constexpr uint64_t MaxTileElement = 8, MaxTileRow = 192, MaxTileColumn = 64;
/// A panel is what is packed at once: of A, it is to stay in the second-level
/// cache, and a row of tiles of B in the first one or near it.
constexpr uint64_t PanelDepth = 256, PanelRows = 192,
                   PanelRowBytes = 64 * MaxTileRow;
/// A tile, a panel of A, and what is computed for a tile; and with it a
/// ProductMemory and a panel of B. These are the most: with less memory, panels
/// are smaller.
constexpr uint64_t PackedHeader = 64,
                   TileBytes = MaxTileColumn / MaxTileElement * MaxTileRow;
constexpr uint64_t MemberScratch =
    TileBytes + PanelDepth * (PanelRows * MaxTileElement + MaxTileRow);
constexpr uint64_t ProductScratch =
    PackedHeader + MemberScratch + PanelDepth * PanelRowBytes;
static_assert(sizeof(ProductMemory) <= PackedHeader);

/// One of the threads that execute a product together. Of one alone there is
/// none.
struct TeamMember {
  uint64_t Id, Size;
  /// Return when all members are here.
  void (*Wait)();
  /// Memory of its own, MemberScratch bytes.
  char *Scratch;
  /// Of the team: the number of the next panel of rows, and whether a guard
  /// fired.
  uint64_t *Next, *Fires;
};
using MultiplyFunction = bool (*)(const Product *P, const TeamMember *Member);

/// Memory [Begin, End) that is to be read, or written.
struct PageRequest {
  uint64_t Begin, End;
  bool Write;
};

/// Where pages are larger, no probe says yes to an interval that does not begin
/// at a page, and the nest is executed.
constexpr uint64_t PageSize = 4096;

/// The end of the pages that memory up to \p End lies on; \p End on the last
/// page, behind which there is no address.
constexpr uint64_t endOfPages(uint64_t End) {
  return End > -PageSize ? End : (End + PageSize - 1) & -PageSize;
}

/// The pointers at one place in all entries of a table.
struct RowPointers {
  /// The address of the first one, how many there are, the bytes from one to
  /// the next, and those of an element of a row.
  uint64_t Table, Entries, Step, Element;
  /// Whether others of the table came before, which lead to the same rows.
  uint64_t HasFirst;
  /// What was found: where the first one points to, and the elements from one
  /// row to the next, or NoDistance.
  uint64_t First, Distance;
  /// What was copied of each row that does not lie at such a distance: bytes
  /// from where its pointer points to; to where, by so many bytes a row, and
  /// how far behind that their old values are, or 0; the pointers, as they were
  /// then; and the memory of all tables.
  uint64_t Begin, End, Copy, RowBytes, Old;
  const uint64_t *Rows;
  void *Memory;
};
constexpr uint64_t NoDistance = -1;
/// Tables of so many rows, and rows so many bytes apart, are not looked at.
constexpr uint64_t MaxRows = 1ULL << 40;

/// What a nest executes has three coordinates, in none of which a dependence
/// goes backwards: the row and the column of an element, and how many updates
/// it has had before (Policy/TileSchedule.cpp, Boxes.cpp).
enum BoxDim { BD_Row, BD_Column, BD_Depth, NumBoxDims };

/// Coordinates from Begin on, and in front of End.
struct Box {
  int64_t Begin[NumBoxDims], End[NumBoxDims];
};

/// What is known of the instances of a part of a nest.
enum BoxFlag : uint64_t {
  /// Of all updates, the depth is in front of the row, or of the column; or it
  /// is not in front of that.
  BF_IsBeforeRow = 1,
  BF_IsBeforeColumn = 2,
  BF_IsBehindRow = 4,
  BF_IsBehindColumn = 8,
  /// Where that holds of all of a box, it is a product: none of its elements is
  /// an operand of another one, and there are all depths of each.
  BF_HasProducts = 16,
  /// All have a row that is not in front of the column.
  BF_IsLower = 32,
  /// Of a few columns, rows may be executed one by one.
  BF_HasRows = 64,
  /// It is no box, and executed at once.
  BF_IsWhole = 128
};

/// How a box is executed: all of it; as a product, of elements on the diagonal
/// or below if BF_IsLower; row by row, of BoxColumns columns and as many
/// depths, and of rows behind them if BF_IsLower or BF_IsBeforeRow.
enum BoxMode : uint64_t { BM_All, BM_Product, BM_Rows, NumBoxModes };

constexpr int64_t BoxColumns = 8;

struct BoxPart {
  Box All;
  uint64_t Flags;
};

/// What is no product is cut down to Least, or, without products, to Usual;
/// what is apart from the depths, to Most, for the caches. Where it is cut is a
/// multiple of Usual, or, of less than two, of Least.
struct BoxSizes {
  int64_t Least, Usual, Most;
};
constexpr BoxSizes UsualBoxSizes = {BoxColumns, 48, 384};

/// Fewer are left to be executed if there are less than 2^50 of each
/// coordinate, which can be halved so often.
constexpr unsigned MaxBoxes = 192;

/// The boxes that are left to be executed, the next one last, and the parts.
struct BoxStack {
  uint64_t NumBoxes, NextPart, NumParts;
  BoxSizes Sizes;
  const BoxPart *Parts;
  Box Boxes[MaxBoxes];
};

extern "C" {

/// May the memory [Begin, End) be read, and written if \p Write? Proc is null if
/// /proc is not to be asked.
bool probe(uint64_t Begin, uint64_t End, bool Write,
           const ProcFS *Proc) asm("escop.probe");

/// May all be accessed that is asked about? Sorts the requests.
bool probePages(PageRequest *Requests, unsigned Number,
                const ProcFS *Proc) asm("escop.probe.pages");

/// The same, but no if pages are absent.
bool arePresent(PageRequest *Requests,
                unsigned Number) asm("escop.probe.present");

/// May the \p Bytes at \p Address be read? Where \p Known points to, if it is not
/// null, may be. Keeps errno.
bool isReadable(uint64_t Address, uint64_t Bytes, uint64_t Known,
                const ProcFS *Proc) asm("escop.readable");

/// The same as probe, but no page is brought in.
enum class Answer : uint64_t { No, Yes, Unknown };
Answer probeMapped(uint64_t Begin, uint64_t End, bool Write,
                   const ProcFS *Proc) asm("escop.probe.mapped");

/// Copy [Begin, End) to zeroed memory at To, without touching pages that were
/// never accessed, which are zero, too. If that is not possible, false; nothing or
/// a part has been copied then.
bool copyPresentPages(uint64_t Begin, uint64_t End, uint64_t To,
                      const ProcFS *Proc) asm("escop.copy_present_pages");

/// Whole pages that the kernel said can be read.
struct ReadablePages {
  uint64_t Begin = 0, End = 0;
};

/// Do the rows of each table lie at equal distances, of no less than 0 bytes
/// and a number of elements? If \p MayCopy, they need not, but all pointers of
/// an entry are to be as far apart as those of the first one. No if there are
/// less than two, or they cannot be read.
bool findRows(RowPointers *Pointers, uint64_t Number, bool MayCopy,
              const ProcFS *Proc) asm("escop.rows");

/// Copy rows that do not lie at equal distances to places that do, and let \p
/// Context lead there, if the next N iterations of the nest are worth it, of
/// which Start more were executed before: CopyRows.cpp. \returns whether the
/// nest can be executed; if not, the frame may say when to ask again. Keeps
/// errno.
bool copyRows(const NestDescriptor *Nest, void *Context, void *Frame,
              uint64_t N, uint64_t Start,
              RowPointers *Pointers) asm("escop.rows.copy");

/// Store what was changed in copies of rows, and free these. Keeps errno.
void storeRows(const NestDescriptor *Nest,
               RowPointers *Pointers) asm("escop.rows.store");

/// Execute iterations of a nest by its shadow, in chunks: Speculate.cpp. N is the
/// number of iterations, of which Start more were executed before; Context has
/// the live-ins, Frame the state, Next a second frame; the stack below StackTop
/// is the driver's. \returns whether all N were executed.
bool speculate(const NestDescriptor *Nest, const void *Context, void *Frame,
               void *Next, uint64_t N, uint64_t Start,
               uint64_t StackTop) asm("escop.speculate");

/// The same, but only iterations in which no guard fires: Inspect.cpp. The second
/// one keeps errno, which the nest's functions may set; the third one also
/// allocates the shadow's working memory.
bool inspect(const NestDescriptor *Nest, const void *Context, void *Frame,
             uint64_t N, uint64_t Start) asm("escop.inspect");
bool inspectSavingErrno(const NestDescriptor *Nest, const void *Context,
                        void *Frame, uint64_t N,
                        uint64_t Start) asm("escop.inspect.saving_errno");
bool inspectPacking(const NestDescriptor *Nest, const void *Context,
                    void *Frame, uint64_t N,
                    uint64_t Start) asm("escop.inspect.packing");

/// May \p P be multiplied? No two iterations of i and j have one element of the
/// result, it lies apart from what is read, and the product is large enough.
bool mayMultiply(const Product *P) asm("escop.product.check");

/// Let the result be memory of its own, by rows, that freeSums frees; false if
/// there is none. Keeps errno.
bool allocateSums(Product *P, uint64_t ElementBytes)
    asm("escop.product.allocate");
void freeSums(const Product *P) asm("escop.product.free");

/// Memory for as many rows of a shadow's expanded scalars, which freeExpanded
/// frees; null if there is none. Keeps errno.
void *allocateExpanded(uint64_t Rows,
                       uint64_t RowBytes) asm("escop.expanded.allocate");
void freeExpanded(void *Memory) asm("escop.expanded.free");

/// Find the \p Next box that is to be executed: Boxes.cpp. \returns its
/// BoxMode, more by NumBoxModes for each part in front of its own; or -1 if
/// there is none.
int64_t getNextBox(BoxStack *S, Box *Next) asm("escop.boxes.next");

/// Free the memory that drivers keep (Memory.h), and let them keep none from
/// now on. A destructor of the module.
void freeKept() asm("escop.kept_blocks.free");

/// Multiply \p P by tiles: Product.cpp. Each element of the result is added to
/// in the order of k. Alone, or what \p Member does of it.
bool multiply(const Product *P, const TeamMember *Member) asm("escop.product");

/// A PackFunction is a copy of it, in which the bytes of an element and the
/// elements of a tile are constants.
void packTile(const char *From, int64_t Stride, int64_t StrideK, uint64_t Count,
              uint64_t Depth, char *To, uint64_t ElementBytes,
              uint64_t Width) asm("escop.product.pack");

/// Is it known that the process has one thread? /proc is not asked.
bool isSingleThreaded(const ProcFS *Proc) asm("escop.single_threaded");

/// Of what follows, which is in Parallel.cpp, nothing is called without
/// -fexception-safe-tiling-parallel: it needs libomp.

/// Is it known that only the calling thread accesses memory of the program? The
/// process may have threads that wait for the next team.
bool isAlone(const ProcFS *Proc) asm("escop.alone");

/// Is it known that the process has one thread, and is it to have one for now?
bool isAloneBeforeTeams(const ProcFS *Proc) asm("escop.alone.before_teams");

/// The number of threads that a team may have here whose work is worth so many
/// \p Shares, each of which is worth a thread; 1 if there is to be none. Starts
/// them.
uint64_t countThreads(uint64_t Shares, const ProcFS *Proc) asm("escop.threads");

/// Let \p Size threads, of which the calling one is the first, or fewer execute
/// \p Function. Each gets its number and theirs.
using TeamFunction = void (*)(void *Data, uint64_t Id, uint64_t Size);
void formTeam(uint64_t Size, TeamFunction Function,
              void *Data) asm("escop.team");
void waitForTeam() asm("escop.team.wait");

/// A parallel loop of a nest: execute Begin, Begin + Step, … < End. \returns
/// whether a guard fired.
using LoopBody = uint8_t (*)(void *Context, int64_t Begin, int64_t End);
/// What is known of a loop from when it was executed last.
struct LoopTime {
  /// Of one iteration, on one thread; 0: not known. In 2^-10 nanoseconds.
  uint64_t PerIteration;
  /// How often the loop is executed before time is taken again.
  uint64_t Skip;
};
/// Execute it, in a team whose members take \p Least nanoseconds at least, as
/// far as \p Time tells.
uint8_t executeLoop(LoopBody Body, void *Context, int64_t Begin, int64_t End,
                    int64_t Step, LoopTime *Time, uint64_t Least,
                    const ProcFS *Proc) asm("escop.loop");

/// Call \p Multiply in a team whose members have \p LeastWork at least.
/// \returns whether a guard fired.
bool multiplyInParallel(const Product *P, MultiplyFunction Multiply,
                        uint64_t LeastWork,
                        const ProcFS *Proc) asm("escop.product.parallel");
}

} // namespace polly::escop::runtime

#endif // POLLY_ESCOP_RUNTIME_H
