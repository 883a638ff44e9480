//===- RuntimeProbeTest.cpp - Probes against a model of the kernel --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Probe.cpp and Rows.cpp are compiled for the host. The system calls are those
// of this file: a process with a few pages and a directory of open files. Each
// kind of page has a letter:
//
//   -  not mapped               r  present, read only
//   p  present                  z  never accessed, read only
//   a  never accessed           n  present, no access
//   s  swapped out              f  of a file, present
//   g  a guard region           e  of a file, behind its end
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <algorithm>
#include <set>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <string>
#include <vector>

// The driver's test has functions of these names, too.
#define asm(Label) asm("host." Label)
#include "polly/ESCoP/Runtime.h"
#undef asm

#define madvise fakeMadvise
#define mincore fakeMincore
#define syscall fakeSyscall
#define __errno_location probeErrno
#define __libc_single_threaded escopNotInThisLibrary
#include "Runtime/Probe.cpp"
#include "Runtime/Rows.cpp"
#include "Runtime/Threads.cpp"
#undef madvise
#undef mincore
#undef syscall
#undef __errno_location
#undef __libc_single_threaded

namespace {

constexpr unsigned MaxPages = 1100;
alignas(4096) char Memory[MaxPages * PageSize];

uint64_t addressOf(const void *P) { return reinterpret_cast<uint64_t>(P); }
uint64_t page(unsigned Idx) { return addressOf(Memory) + Idx * PageSize; }

enum { OpenAt = 1001, Close, IOCtl, GetDents, ReadLinkAt };
constexpr uint64_t Threshold = 2 * PageSize;
const ProcFS Proc = {OpenAt, Close, IOCtl, GetDents, ReadLinkAt, Threshold};

struct Advice {
  uint64_t Begin, Length;
  int Kind;
};

struct Process {
  std::string Pages;
  std::vector<std::string> Links;
  /// The n-th system call fails; or a scan ends early.
  unsigned FailedCall = 0;
  bool EndsEarly = false;

  unsigned NumCalls = 0;
  std::set<long> Open[3];
  bool Opened[3] = {};
  unsigned NumMincore = 0;
  long NextFile = 3;
  size_t NextEntry = 0;
  std::vector<Advice> Advices;
  std::string Error;
  int Errno = 42;

  Process(const std::string &Pages) : Pages(Pages) { Current = this; }
  ~Process() {
    EXPECT_EQ(Error, "");
    EXPECT_TRUE(Open[0].empty() && Open[1].empty() && Open[2].empty())
        << "files are closed: " << Pages;
    Current = nullptr;
  }

  char at(uint64_t Address) const {
    uint64_t Idx = (Address - addressOf(Memory)) / PageSize;
    return Address >= addressOf(Memory) && Idx < Pages.size() ? Pages[Idx]
                                                              : '-';
  }
  static bool isOneOf(char Page, const char *Kinds) {
    return strchr(Kinds, Page);
  }
  static bool isReadable(char Page) { return !isOneOf(Page, "-n"); }
  static bool isWritable(char Page) { return isOneOf(Page, "pasgfe"); }
  static bool isFile(char Page) { return isOneOf(Page, "fe"); }
  static bool allows(char Page, bool Write) {
    return isReadable(Page) && (!Write || isWritable(Page));
  }
  static bool isSameMapping(char A, char B) {
    return A != '-' && B != '-' && isReadable(A) == isReadable(B) &&
           isWritable(A) == isWritable(B) && isFile(A) == isFile(B);
  }
  void require(bool Holds, const char *What) {
    if (!Holds && Error.empty())
      Error = What;
  }
  bool mayHandleFaults() const {
    return Links.size() > MaxFiles ||
           std::find(Links.begin(), Links.end(), "anon_inode:[userfaultfd]") !=
               Links.end();
  }
  /// Whole pages: what a probe may say of them.
  template <typename Fn>
  static bool all(uint64_t Begin, uint64_t End, Fn Holds) {
    for (uint64_t At = Begin & -PageSize; At < End; At += PageSize)
      if (!Holds(Current->at(At)))
        return false;
    return true;
  }
  static bool mayPopulate(uint64_t Begin, uint64_t End, bool Write) {
    return all(Begin, End, [&](char Page) {
      return allows(Page, Write) && !isOneOf(Page, "ge");
    });
  }
  /// What is to be said of what is mapped.
  Answer isMapped(uint64_t Begin, uint64_t End, bool Write) const {
    if (!all(Begin, End, [&](char Page) {
          return allows(Page, Write) && !isFile(Page) && !isOneOf(Page, "sg");
        }))
      return Answer::Unknown;
    return mayHandleFaults() &&
                   !all(Begin, End, [](char Page) { return isPresent(Page); })
               ? Answer::No
               : Answer::Yes;
  }
  static bool isPresent(char Page) { return isOneOf(Page, "prnf"); }

  long open(const char *Path, long Flags);
  long query(procmap_query &Query);
  long scan(pm_scan_arg &Scan);
  long entries(char *Buffer, unsigned Bytes);
  static Process *Current;
};

Process *Process::Current;

} // namespace

long Process::open(const char *Path, long Flags) {
  require(Flags == O_CLOEXEC, "files are not inherited");
  const char *Paths[] = {"/proc/self/maps", "/proc/self/pagemap",
                         "/proc/self/fd"};
  for (unsigned Idx = 0; Idx < 3; ++Idx)
    if (!strcmp(Path, Paths[Idx])) {
      Open[Idx].insert(NextFile);
      Opened[Idx] = true;
      return NextFile++;
    }
  require(false, "files of /proc are opened");
  return -1;
}

long Process::query(procmap_query &Query) {
  require(Query.size == sizeof Query && !Query.vma_name_size &&
              !Query.build_id_size,
          "the query is as the kernel knows it");
  char Page = at(Query.query_addr);
  if (Page == '-' ||
      (Query.query_flags & PROCMAP_QUERY_VMA_READABLE && !isReadable(Page)) ||
      (Query.query_flags & PROCMAP_QUERY_VMA_WRITABLE && !isWritable(Page)))
    return -1;
  uint64_t &End = Query.vma_end = Query.query_addr & -PageSize;
  while (isSameMapping(Page, at(End)))
    End += PageSize;
  // A file's inode may be 0, and a device's number, too.
  if (isFile(Page))
    (Query.query_addr & PageSize ? Query.inode : (uint64_t &)Query.dev_major) =
        7;
  return 0;
}

long Process::scan(pm_scan_arg &Scan) {
  require(Scan.size == sizeof Scan && Scan.flags == 0 &&
              Scan.start % PageSize == 0 && Scan.vec_len,
          "the scan is as the kernel knows it");
  auto *Regions = reinterpret_cast<page_region *>(Scan.vec);
  uint64_t NumRegions = 0, NumPages = 0;
  for (uint64_t &At = Scan.walk_end = Scan.start; At < Scan.end;
       At += PageSize) {
    char Page = at(At);
    if (Page == '-')
      continue;
    uint64_t Is = (isPresent(Page) ? PAGE_IS_PRESENT : 0) |
                  (isOneOf(Page, "sg") ? PAGE_IS_SWAPPED : 0),
             Categories = Is ^ Scan.category_inverted;
    if ((Categories & Scan.category_mask) != Scan.category_mask ||
        (Scan.category_anyof_mask && !(Categories & Scan.category_anyof_mask)))
      continue;
    Is &= Scan.return_mask;
    if (NumRegions && Regions[NumRegions - 1].end == At &&
        Regions[NumRegions - 1].categories == Is) {
      Regions[NumRegions - 1].end += PageSize;
    } else {
      if (NumRegions == Scan.vec_len)
        break;
      Regions[NumRegions++] = {At, At + PageSize, Is};
    }
    if (++NumPages == Scan.max_pages) {
      At += PageSize;
      break;
    }
  }
  return NumRegions;
}

long Process::entries(char *Buffer, unsigned Bytes) {
  long Filled = 0;
  for (; NextEntry < Links.size(); ++NextEntry) {
    // What is no file's number stands for itself.
    std::string Name = Links[NextEntry][0] == '.' ? Links[NextEntry]
                                                  : std::to_string(NextEntry);
    long Size = (offsetof(linux_dirent64, d_name) + Name.size() + 1 + 7) & -8;
    if (Filled + Size > Bytes)
      break;
    auto *Entry = reinterpret_cast<linux_dirent64 *>(Buffer + Filled);
    Entry->d_reclen = Size;
    strcpy(Buffer + Filled + offsetof(linux_dirent64, d_name), Name.c_str());
    Filled += Size;
  }
  return Filled;
}

extern "C" {
__attribute__((nothrow)) int *probeErrno() { return &Process::Current->Errno; }

int fakeMadvise(void *Begin, size_t Length, int Kind) {
  Process &P = *Process::Current;
  uint64_t From = addressOf(Begin);
  P.Errno = 14;
  P.require(From % PageSize == 0, "madvise begins at a page");
  P.require(Kind == 22 || Kind == 23, "pages are populated");
  P.Advices.push_back({From, Length, Kind});
  return Process::mayPopulate(From, From + Length, Kind == 23) ? 0 : -1;
}

int fakeMincore(void *Begin, size_t Length, unsigned char *Pages) {
  uint64_t From = addressOf(Begin);
  ++Process::Current->NumMincore;
  for (uint64_t Idx = 0; Idx * PageSize < Length; ++Idx) {
    char Page = Process::Current->at(From + Idx * PageSize);
    if (Page == '-')
      return -1;
    // The other bits are reserved.
    Pages[Idx] = 0xFE | Process::isPresent(Page);
  }
  return 0;
}

long fakeSyscall(long Number, ...) {
  Process &P = *Process::Current;
  va_list Args;
  va_start(Args, Number);
  long File = va_arg(Args, long);
  P.Errno = 13;
  const bool Fails = ++P.NumCalls == P.FailedCall;
  long Result = -1;
  if (Number == OpenAt) {
    const char *Path = va_arg(Args, const char *);
    long Flags = va_arg(Args, long);
    if (!Fails)
      Result = P.open(Path, Flags);
  } else if (Number == Close) {
    // What fails is closed nevertheless.
    P.require(P.Open[0].erase(File) + P.Open[1].erase(File) +
                      P.Open[2].erase(File) ==
                  1,
              "what is closed is open");
    Result = Fails ? -1 : 0;
  } else if (Number == IOCtl) {
    uint64_t Request = va_arg(Args, uint64_t);
    void *Arg = va_arg(Args, void *);
    const bool IsQuery = Request == PROCMAP_QUERY;
    P.require(IsQuery || Request == PAGEMAP_SCAN, "requests are known");
    P.require(P.Open[IsQuery ? 0 : 1].count(File), "the file is open");
    if (IsQuery && !Fails)
      Result = P.query(*static_cast<procmap_query *>(Arg));
    if (!IsQuery && !Fails)
      Result = P.scan(*static_cast<pm_scan_arg *>(Arg));
    if (!IsQuery && Fails && P.EndsEarly) {
      auto &Scan = *static_cast<pm_scan_arg *>(Arg);
      Scan.walk_end = Scan.start;
      Result = 0;
    }
  } else if (Number == GetDents) {
    char *Buffer = va_arg(Args, char *);
    unsigned Bytes = va_arg(Args, unsigned);
    P.require(P.Open[2].count(File), "the directory is open");
    if (!Fails)
      Result = P.entries(Buffer, Bytes);
  } else if (Number == ReadLinkAt) {
    const char *Name = va_arg(Args, const char *);
    char *Buffer = va_arg(Args, char *);
    unsigned Bytes = va_arg(Args, unsigned);
    P.require(P.Open[2].count(File), "the directory is open");
    // The directory and its parent are no links.
    const std::string &Link = P.Links.at(atoi(Name));
    if (!Fails && Link[0] != '.')
      Result = Link.copy(Buffer, Bytes);
  } else {
    P.require(false, "system calls are known");
  }
  va_end(Args);
  return Result;
}
}

namespace {

const std::string Kinds = "-pasgrznfe";

/// Calls \p Test for all tables of so many pages.
template <typename Fn>
void forTables(unsigned NumPages, const std::string &Kinds, Fn Test) {
  std::vector<unsigned> Digits(NumPages);
  while (true) {
    std::string Pages;
    for (unsigned D : Digits)
      Pages += Kinds[D];
    Test(Pages);
    if (testing::Test::HasFatalFailure())
      return;
    unsigned Idx = 0;
    while (Idx < NumPages && ++Digits[Idx] == Kinds.size())
      Digits[Idx++] = 0;
    if (Idx == NumPages)
      return;
  }
}

const std::vector<std::string> Files = {".",
                                        "..",
                                        "/dev/null",
                                        "anon_inode:[userfaultfx]",
                                        "anon_inode:[userfaultf",
                                        "pipe:[1]"};
const std::string Handler = "anon_inode:[userfaultfd]";

/// Intervals of the pages: at their borders, and within.
template <typename Fn> void forIntervals(unsigned NumPages, Fn Test) {
  for (unsigned First = 0; First < NumPages; ++First)
    for (unsigned Last = First; Last < NumPages; ++Last)
      for (uint64_t Begin : {page(First), page(First) + 4095})
        for (uint64_t End : {page(Last) + 1, page(Last + 1)})
          if (Begin < End)
            Test(Begin, End);
}

} // namespace

TEST(RuntimeProbeTest, probeMapped) {
  forTables(3, Kinds, [](const std::string &Pages) {
    for (bool Handles : {false, true})
      for (bool Write : {false, true})
        forIntervals(3, [&](uint64_t Begin, uint64_t End) {
          Process P(Pages);
          P.Links = Files;
          if (Handles)
            P.Links.push_back(Handler);
          ASSERT_EQ(probeMapped(Begin, End, Write, &Proc),
                    P.isMapped(Begin, End, Write))
              << Pages << ' ' << Begin - page(0) << ' ' << End - page(0)
              << " write " << Write << " handles " << Handles;
          // Nothing is brought in.
          ASSERT_TRUE(P.Advices.empty());
        });
  });
}

// What is in front of a null pointer is the end of the address space.
TEST(RuntimeProbeTest, lastPage) {
  EXPECT_EQ(probeMapped(-24, -8, /*Write=*/false, &Proc), Answer::No);
}

TEST(RuntimeProbeTest, probe) {
  forTables(3, Kinds, [](const std::string &Pages) {
    for (const ProcFS *Asked : {&Proc, static_cast<const ProcFS *>(nullptr)})
      for (bool Handles : {false, true})
        for (bool Write : {false, true})
          forIntervals(3, [&](uint64_t Begin, uint64_t End) {
            Process P(Pages);
            P.Links = Files;
            if (Handles)
              P.Links.push_back(Handler);
            const uint64_t From = Begin & -PageSize;
            const bool IsResident = P.all(From, End, Process::isPresent);
            const Answer Mapped =
                Asked && (End - From >= Threshold || !IsResident)
                    ? P.isMapped(Begin, End, Write)
                    : Answer::Unknown;
            ASSERT_EQ(probe(Begin, End, Write, Asked),
                      Mapped == Answer::Yes ||
                          (Mapped == Answer::Unknown &&
                           Process::mayPopulate(Begin, End, Write)))
                << Pages << ' ' << Begin - page(0) << ' ' << End - page(0)
                << " write " << Write << " handles " << Handles;
            ASSERT_EQ(P.Advices.size(), Mapped == Answer::Unknown);
            for (Advice A : P.Advices)
              ASSERT_TRUE(A.Begin == From && A.Begin + A.Length == End &&
                          A.Kind == (Write ? 23 : 22));
            ASSERT_TRUE(Asked || !P.NumCalls);
          });
  });
}

// More pages than mincore is asked about at once; of a large interval, and of a
// small one.
TEST(RuntimeProbeTest, manyResidentPages) {
  const unsigned Most = PagesOfQuestion;
  for (uint64_t Limit : {Threshold, MaxPages * PageSize})
    for (unsigned Number : {Most - 1, Most, Most + 1, 2 * Most + 1})
      for (unsigned Absent : {0u, 1u, Number / 2, Number - 1, Number}) {
        const ProcFS Asked = {OpenAt,   Close,      IOCtl,
                              GetDents, ReadLinkAt, Limit};
        std::string Pages(Number, 'p');
        if (Absent < Number)
          Pages[Absent] = 'a';
        Process P(Pages);
        EXPECT_TRUE(probe(page(0), page(Number), true, &Asked));
        const bool AsksProc = Limit == Threshold || Absent < Number;
        EXPECT_EQ(P.NumCalls != 0, AsksProc);
        EXPECT_EQ(P.Opened[1], Absent < Number);
        EXPECT_EQ(P.Advices.empty(), AsksProc);
      }
}

// Requests in any order get the answer that each would get, and what is between
// them is not brought in.
TEST(RuntimeProbeTest, probePages) {
  forTables(4, "-pasrnf", [](const std::string &Pages) {
    for (const ProcFS *Asked : {&Proc, static_cast<const ProcFS *>(nullptr)})
      for (unsigned Order = 0; Order < 6; ++Order)
        for (unsigned Writes = 0; Writes < 4; ++Writes) {
          Process P(Pages);
          // The third one is on the page of the first one.
          PageRequest All[] = {{page(0) + 8, page(0) + 16, bool(Writes & 1)},
                               {page(2) + 4090, page(3) + 8, bool(Writes & 2)},
                               {page(0) + 64, page(1), false}};
          PageRequest Requests[] = {All[Order % 3],
                                    All[(Order + 1 + Order / 3) % 3],
                                    All[(Order + 2 - Order / 3) % 3]};
          bool May = true;
          for (const PageRequest &R : All) {
            Process Alone(Pages);
            May &= probe(R.Begin, R.End, R.Write, Asked);
          }
          Process::Current = &P;
          ASSERT_EQ(probePages(Requests, 3, Asked), May)
              << Pages << ' ' << Order << ' ' << Writes;
          const bool IsBetweenIn =
              Process::all(page(0), page(4), Process::isPresent);
          for (const Advice &A : P.Advices)
            ASSERT_TRUE(IsBetweenIn || A.Begin + A.Length <= page(1) ||
                        A.Begin >= page(2))
                << Pages;
        }
  });
  // Small ones side by side are asked about at once.
  Process P(std::string(4, 'p'));
  PageRequest Requests[] = {{page(3), page(4), true},
                            {page(1), page(1) + 1, false},
                            {page(0), page(1), false}};
  EXPECT_TRUE(probePages(Requests, 3, &Proc));
  EXPECT_EQ(P.NumMincore, 1u);
  EXPECT_EQ(P.Advices.size(), 2u);
  EXPECT_TRUE(P.Advices[1].Begin == page(3) && P.Advices[1].Kind == 23);
  EXPECT_TRUE(probePages(Requests, 0, &Proc));
}

// Where a system call fails, no is said, or what was not asked made no
// difference. Files are closed: Process looks.
TEST(RuntimeProbeTest, eachSystemCallFails) {
  forTables(3, "-paszf", [](const std::string &Pages) {
    for (bool Handles : {false, true})
      for (bool EndsEarly : {false, true})
        for (unsigned Failed = 1, More = true; More; ++Failed) {
          Process P(Pages);
          P.Links = Files;
          P.Links.push_back(Handles ? Handler : "/");
          P.FailedCall = Failed;
          P.EndsEarly = EndsEarly;
          const Answer Found = probeMapped(page(0), page(3), false, &Proc);
          More = P.NumCalls >= Failed;
          ASSERT_TRUE(Found != Answer::Yes ||
                      P.isMapped(page(0), page(3), false) == Answer::Yes)
              << Pages;
        }
  });
  for (unsigned Failed : {1, 2, 3, 4, 5}) {
    Process P("pap");
    P.FailedCall = Failed;
    EXPECT_EQ(probeMapped(page(0), page(3), true, &Proc), Answer::Unknown);
  }
}

TEST(RuntimeProbeTest, openFiles) {
  auto AnswerWith = [](const std::vector<std::string> &Links) {
    Process P("pa");
    P.Links = Links;
    return probeMapped(page(0), page(2), true, &Proc);
  };
  for (unsigned Number : {0, 1, 31, 32, 33, 100, 255, 256, 257, 400}) {
    std::vector<std::string> Links(Number, "socket:[12345678901234]");
    EXPECT_EQ(AnswerWith(Links), Number <= 256 ? Answer::Yes : Answer::No);
    for (unsigned At = 0; At < Number; ++At) {
      std::string Other = Handler;
      std::swap(Links[At], Other);
      EXPECT_EQ(AnswerWith(Links), Answer::No) << Number << ' ' << At;
      std::swap(Links[At], Other);
    }
  }
  // Nobody is asked if all pages are in.
  Process P("pp");
  P.Links = {Handler};
  EXPECT_EQ(probeMapped(page(0), page(2), true, &Proc), Answer::Yes);
}

//===----------------------------------------------------------------------===//
// Present pages.

namespace {

struct PresentPages {
  std::vector<char> To = std::vector<char>((MaxPages + 2) * PageSize);

  PresentPages() {
    for (uint64_t Idx = 0; Idx < sizeof Memory; ++Idx)
      Memory[Idx] = 1 + Idx % 251;
  }
  bool copy(uint64_t Begin, uint64_t End, const ProcFS *Asked = &Proc) {
    std::fill(To.begin(), To.end(), 0);
    return copyPresentPages(Begin, End, addressOf(&To[PageSize]), Asked);
  }
  /// Is what is at To the bytes of present pages in [Begin, End), or, if
  /// \p Some, of some of them?
  bool isCopy(const Process &P, uint64_t Begin, uint64_t End, bool Some) const {
    for (uint64_t Idx = 0; Idx < To.size(); ++Idx) {
      uint64_t Address = Begin + Idx - PageSize;
      char Expected = Idx >= PageSize && Address < End &&
                              Process::isOneOf(P.at(Address), "psr")
                          ? Memory[Address - addressOf(Memory)]
                          : 0;
      if (To[Idx] != Expected && !(Some && To[Idx] == 0))
        return false;
    }
    return true;
  }
};

} // namespace

TEST(RuntimeProbeTest, copyPresentPages) {
  PresentPages C;
  const ProcFS Any = {OpenAt, Close, IOCtl, GetDents, ReadLinkAt, 1};
  C.To.resize(6 * PageSize);
  forTables(3, "-pasrzf", [&](const std::string &Pages) {
    forIntervals(3, [&](uint64_t Begin, uint64_t End) {
      Process P(Pages);
      const bool Copied = C.copy(Begin, End, &Any);
      ASSERT_EQ(Copied, P.all(Begin, End, [](char Page) {
        return Process::isOneOf(Page, "pasrz");
      }));
      ASSERT_TRUE(C.isCopy(P, Begin, End, !Copied)) << Pages;
    });
  });
}

// More regions than a scan returns.
TEST(RuntimeProbeTest, manyRegions) {
  PresentPages C;
  for (unsigned Number : {15, 16, 17, 31, 32, 33, 39}) {
    std::string Pages;
    for (unsigned Idx = 0; Idx < Number; ++Idx)
      Pages += Idx % 3 ? "pa" : "sa";
    for (uint64_t Begin : {page(0), page(0) + 100, page(2)})
      for (uint64_t End : {page(2 * Number), page(2 * Number - 1) - 100}) {
        Process P(Pages);
        ASSERT_TRUE(C.copy(Begin, End));
        ASSERT_TRUE(C.isCopy(P, Begin, End, false)) << Number;
      }
    for (unsigned Failed = 1, More = true; More; ++Failed)
      for (bool EndsEarly : {false, true}) {
        Process P(Pages);
        P.FailedCall = Failed;
        P.EndsEarly = EndsEarly;
        const bool Copied = C.copy(page(0), page(2 * Number));
        More = P.NumCalls >= Failed;
        // That a file is not closed makes no difference.
        ASSERT_EQ(Copied, !More || (Failed > 2 && Failed + 1 >= P.NumCalls));
        ASSERT_TRUE(C.isCopy(P, page(0), page(2 * Number), !Copied));
      }
  }
}

TEST(RuntimeProbeTest, smallIntervalsAreNotCopied) {
  PresentPages C;
  Process P("pppp");
  EXPECT_FALSE(C.copy(page(0), page(2) - 1));
  EXPECT_FALSE(C.copy(page(0), page(4), nullptr));
  EXPECT_EQ(P.NumCalls, 0u);
  EXPECT_TRUE(C.copy(page(0), page(2)));
}

//===----------------------------------------------------------------------===//
// Rows.

namespace {

struct RowsTest : testing::Test {
  Process P{"pp"};
  static constexpr uint64_t Base = 1 << 20;
  static constexpr uint64_t NoRows = -2;

  /// The elements from one row to the next; NoDistance if they are not equal,
  /// which is allowed if \p MayCopy; NoRows.
  uint64_t find(RowPointers R, bool MayCopy = false) {
    P.Errno = 42;
    const bool Found = findRows(&R, 1, MayCopy, &Proc);
    EXPECT_EQ(P.Errno, 42);
    EXPECT_TRUE(!Found || MayCopy || R.Distance != NoDistance);
    return Found ? R.Distance : NoRows;
  }
  /// Pointers \p Step bytes apart, the first of which is at \p At.
  uint64_t distance(const std::vector<uint64_t> &Rows, uint64_t Element = 8,
                    bool MayCopy = false, uint64_t Step = 8, uint64_t At = 0) {
    memset(Memory, 0x77, 2 * PageSize);
    for (size_t Idx = 0; Idx < Rows.size(); ++Idx)
      memcpy(Memory + At + Idx * Step, &Rows[Idx], 8);
    return find({page(0) + At, Rows.size(), Step, Element}, MayCopy);
  }
};

} // namespace

// Headers of objects.

TEST_F(RowsTest, headerOnAKnownPage) {
  P.Errno = 42;
  EXPECT_TRUE(isReadable(4096 + 8, 8, 4096, nullptr));
  EXPECT_TRUE(isReadable(8192 - 8, 8, 4096, nullptr));
  EXPECT_FALSE(isReadable(8192 - 4, 8, 4096, nullptr));
  EXPECT_FALSE(isReadable(8192, 8, 4096, nullptr));
  EXPECT_FALSE(isReadable(8, 8, 0, nullptr));
  EXPECT_FALSE(isReadable(-4ULL, 8, -8ULL, nullptr));
  EXPECT_EQ(P.Errno, 42);
}

TEST_F(RowsTest, headerElsewhere) {
  P.Errno = 42;
  EXPECT_TRUE(isReadable(page(0) + 8, 8, 4096, &Proc));
  EXPECT_TRUE(isReadable(page(1) - 4, 8, 4096, &Proc));
  EXPECT_FALSE(isReadable(4096 + 8, 8, page(0), &Proc));
  EXPECT_EQ(P.Errno, 42);
}

// Tables.

TEST_F(RowsTest, equalDistances) {
  EXPECT_EQ(distance({Base, Base + 80}), 10u);
  EXPECT_EQ(distance({Base, Base + 80, Base + 160, Base + 240}), 10u);
  EXPECT_EQ(distance({Base, Base + 80, Base + 160}, 80), 1u);
  EXPECT_EQ(distance({Base + 3, Base + 83}), 10u);
  EXPECT_EQ(distance({Base, Base, Base}), 0u);
}

TEST_F(RowsTest, unequalDistances) {
  for (unsigned Other = 0; Other < 5; ++Other)
    for (uint64_t By : {uint64_t(8), uint64_t(-8), uint64_t(1) << 63}) {
      std::vector<uint64_t> Rows;
      for (unsigned Idx = 0; Idx < 5; ++Idx)
        Rows.push_back(Base + 80 * Idx + (Idx == Other ? By : 0));
      EXPECT_EQ(distance(Rows), NoRows);
      EXPECT_EQ(distance(Rows, 8, /*MayCopy=*/true), NoDistance);
    }
  EXPECT_EQ(distance({Base, Base + 80}, 8, /*MayCopy=*/true), 10u);
}

TEST_F(RowsTest, distancesThatAreNone) {
  // Negative, no number of elements, too large.
  EXPECT_EQ(distance({Base, Base - 80, Base - 160}), NoRows);
  EXPECT_EQ(distance({Base, Base + 84, Base + 168}), NoRows);
  EXPECT_EQ(distance({Base, Base + 7}), NoRows);
  EXPECT_EQ(distance({Base, Base + MaxRows - 8}), MaxRows / 8 - 1);
  EXPECT_EQ(distance({Base, Base + MaxRows}), NoRows);
}

// Begins and ends of rows.
TEST_F(RowsTest, pointersOfOneEntry) {
  auto Find = [&](const std::vector<uint64_t> &Entries, bool MayCopy) {
    memcpy(Memory, Entries.data(), 8 * Entries.size());
    RowPointers Rows[] = {{page(0), Entries.size() / 2, 16, 8},
                          {page(0) + 8, Entries.size() / 2, 16, 8, true}};
    if (!findRows(Rows, 2, MayCopy, &Proc))
      return NoRows;
    EXPECT_EQ(Rows[0].First, Entries[0]);
    EXPECT_EQ(Rows[1].First, Entries[1]);
    EXPECT_EQ(Rows[1].Distance, Rows[0].Distance);
    return Rows[0].Distance;
  };
  for (bool MayCopy : {false, true}) {
    EXPECT_EQ(Find({Base, Base + 16, Base + 80, Base + 96}, MayCopy), 10u);
    EXPECT_EQ(Find({Base, Base - 16, Base + 80, Base + 64}, MayCopy), 10u);
    EXPECT_EQ(Find({Base, Base, Base, Base}, MayCopy), 0u);
    // Rows of different sizes.
    EXPECT_EQ(Find({Base, Base + 16, Base + 80, Base + 104}, MayCopy), NoRows);
    EXPECT_EQ(
        Find({Base, Base + 16, Base + 80, Base + 96, Base + 160, Base + 168},
             MayCopy),
        NoRows);
    EXPECT_EQ(Find({Base, Base + 16, Base - 80, Base - 72}, MayCopy), NoRows);
    EXPECT_EQ(Find({Base, Base + 16, Base - 80, Base - 64}, MayCopy),
              MayCopy ? NoDistance : NoRows);
  }
}

TEST_F(RowsTest, tables) {
  // Less than two rows, too many.
  for (bool MayCopy : {false, true}) {
    EXPECT_EQ(distance({}, 8, MayCopy), NoRows);
    EXPECT_EQ(distance({Base}, 8, MayCopy), NoRows);
    EXPECT_EQ(find({page(0), MaxRows, 8, 8}, MayCopy), NoRows);
  }
  EXPECT_TRUE(P.Advices.empty());
  for (uint64_t Step : {8, 12, 16, 24})
    for (uint64_t At : {0, 1, 4, 4090}) {
      P.Advices.clear();
      EXPECT_EQ(distance({Base, Base + 80, Base + 160}, 8, false, Step, At),
                10u);
      // The bytes of the entries are asked about, for reading.
      ASSERT_EQ(P.Advices.size(), 1u);
      EXPECT_EQ(P.Advices[0].Begin, (page(0) + At) & -PageSize);
      EXPECT_EQ(P.Advices[0].Begin + P.Advices[0].Length,
                page(0) + At + 2 * Step + 8);
      EXPECT_EQ(P.Advices[0].Kind, 22);
    }
  // The last entry's last byte cannot be read; and it can.
  const uint64_t Table = page(2) - 16;
  EXPECT_EQ(find({Table + 1, 2, 8, 8}, /*MayCopy=*/true), NoRows);
  memcpy(Memory + 2 * PageSize - 16, &Base, 8);
  const uint64_t Next = Base + 8;
  memcpy(Memory + 2 * PageSize - 8, &Next, 8);
  EXPECT_EQ(find({Table, 2, 8, 8}), 1u);
  // Nothing is read of a table that is not there.
  EXPECT_EQ(find({4096, 2, 8, 8}, /*MayCopy=*/true), NoRows);
}

// What was asked about is not asked about again, if all of it was.
TEST_F(RowsTest, tablesSideBySide) {
  const uint64_t Rows[] = {Base, Base + 80};
  std::vector<RowPointers> Pointers;
  auto Ask = [&](std::vector<uint64_t> Places) {
    Pointers.clear();
    for (uint64_t At : Places) {
      if (At + sizeof Rows <= 2 * PageSize)
        memcpy(Memory + At, Rows, sizeof Rows);
      Pointers.push_back({page(0) + At, 2, 8, 8});
    }
    P.Advices.clear();
    const bool Found = findRows(Pointers.data(), Pointers.size(), false, &Proc);
    return Found ? P.Advices.size() : NoRows;
  };
  EXPECT_EQ(Ask({0, 64}), 1u);
  // The first page's end, and a part of the second one.
  EXPECT_EQ(Ask({0, PageSize - 8, PageSize + 64, 128}), 2u);
  EXPECT_EQ(Ask({PageSize + 64, 0, 64}), 2u);
  // Behind both, there is nothing.
  EXPECT_EQ(Ask({0, 2 * PageSize - 8}), NoRows);
}

// Not every C library says how many threads there are.
TEST(RuntimeThreadsTest, isNotKnown) {
  EXPECT_FALSE(isSingleThreaded(nullptr));
}
