//===- Probe.cpp - May memory be accessed? --------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A speculating driver executes iterations that the nest may not reach, so it
// asks whether the memory that they access may be accessed. Linux answers in
// two ways:
//
// - madvise(MADV_POPULATE_READ or _WRITE), since 5.14, brings the pages in or
//   fails; 30 to 230 ns a page, also of pages that are in.
// - ioctl(PROCMAP_QUERY) on /proc/self/maps, since 6.11, says how mapped memory
//   may be accessed; 5 us. mincore says whether all pages are in; 1 ns a page.
//   If they are not, ioctl(PAGEMAP_SCAN) on /proc/self/pagemap, since 6.7, says
//   what they are; 3 ns a page, and 5 us.
//
// The interval that is asked about may have pages that neither the nest nor the
// chunk accesses: the other triangle of a matrix. They are not to become
// resident, so the second way is asked first about large intervals, and where
// madvise would have to bring in pages that can be written. Small ones that lie
// side by side, as small objects of the heap do, are asked about together. Of
// memory that is no file's, pages that were never accessed may be accessed as
// any, except:
//
// - guard regions (MADV_GUARD_INSTALL), which are entries of the page table, as
//   pages are that were swapped out;
// - memory that is registered with userfaultfd, which /proc does not say at a
//   reasonable price. If the process has such a descriptor, absent pages are
//   left to the nest: somebody is to be told which it touches.
//
// Of files the last page may be missing although it is mapped; madvise decides.
// All are requests to the kernel; nothing is accessed.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"
#include <stddef.h>

using namespace polly::escop::runtime;

extern "C" {
int madvise(void *, size_t, int);
int mincore(void *, size_t, unsigned char *);
long syscall(long, ...);
int *__errno_location() __attribute__((nothrow));
}

namespace {

enum { MADV_POPULATE_READ = 22, MADV_POPULATE_WRITE = 23 };

/// linux/fs.h
struct procmap_query {
  uint64_t size, query_flags, query_addr;
  uint64_t vma_start, vma_end, vma_flags, vma_page_size, vma_offset, inode;
  uint32_t dev_major, dev_minor, vma_name_size, build_id_size;
  uint64_t vma_name_addr, build_id_addr;
};
struct page_region {
  uint64_t start, end, categories;
};
struct pm_scan_arg {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
enum : uint64_t {
  PROCMAP_QUERY = 0xC0686611, // _IOWR('f', 17, struct procmap_query)
  PAGEMAP_SCAN = 0xC0606610,  // _IOWR('f', 16, struct pm_scan_arg)
};
static_assert(sizeof(procmap_query) == 0x68 && sizeof(pm_scan_arg) == 0x60);
enum : uint64_t {
  PROCMAP_QUERY_VMA_READABLE = 1,
  PROCMAP_QUERY_VMA_WRITABLE = 2
};
enum : uint64_t { PAGE_IS_PRESENT = 1 << 3, PAGE_IS_SWAPPED = 1 << 4 };
constexpr long AT_FDCWD = -100, O_CLOEXEC = 0x80000;

/// What getdents64 stores for each entry of a directory.
struct linux_dirent64 {
  uint64_t d_ino, d_off;
  uint16_t d_reclen;
  uint8_t d_type;
  char d_name[5]; // And more.
};

/// More open files are not looked at.
constexpr unsigned MaxFiles = 256;
/// Pages that mincore is asked about at once.
constexpr uint64_t PagesOfQuestion = 512;
/// Intervals that lie in less memory are asked about together.
constexpr uint64_t MostTogether = 64 * PageSize;

/// A file of /proc, for as long as it is open.
class File {
  const ProcFS &Proc;
  long Descriptor;

public:
  File(const ProcFS &Proc, const char *Path)
      : Proc(Proc),
        Descriptor(syscall(Proc.OpenAt, AT_FDCWD, Path, O_CLOEXEC, 0)) {}
  ~File() {
    if (Descriptor >= 0)
      syscall(Proc.Close, Descriptor);
  }
  bool isOpen() const { return Descriptor >= 0; }
  long control(uint64_t Request, void *Arg) const {
    return syscall(Proc.IOCtl, Descriptor, Request, Arg);
  }
  long readEntries(void *Buffer, unsigned Bytes) const {
    return syscall(Proc.GetDents, Descriptor, Buffer, Bytes);
  }
  long readLink(const char *Name, char *Buffer, unsigned Bytes) const {
    return syscall(Proc.ReadLinkAt, Descriptor, Name, Buffer, Bytes);
  }
};

uint64_t min(uint64_t A, uint64_t B) { return A < B ? A : B; }
uint64_t max(uint64_t A, uint64_t B) { return A > B ? A : B; }

enum class Found { No, Yes, Unknown };

/// Is there a page in [Begin, End) of which Categories, those of Inverted aside,
/// are true?
Found findPage(const File &PageMap, uint64_t Begin, uint64_t End,
               uint64_t Categories, uint64_t Inverted) {
  page_region Region;
  pm_scan_arg Scan = {};
  Scan.size = sizeof Scan;
  Scan.start = Begin;
  Scan.end = End;
  Scan.vec = reinterpret_cast<uint64_t>(&Region);
  Scan.vec_len = Scan.max_pages = 1;
  Scan.category_inverted = Inverted;
  Scan.category_mask = Scan.return_mask = Categories;
  long Regions = PageMap.control(PAGEMAP_SCAN, &Scan);
  if (Regions < 0 || (Regions == 0 && Scan.walk_end < End))
    return Found::Unknown;
  return Regions ? Found::Yes : Found::No;
}

/// Where ends the mapping at \p Address, if it is of no file and allows what
/// \p Flags say; otherwise 0.
uint64_t findMappingEnd(const File &Maps, uint64_t Address, uint64_t Flags) {
  procmap_query Query = {};
  Query.size = sizeof Query;
  Query.query_flags = Flags;
  Query.query_addr = Address;
  if (Maps.control(PROCMAP_QUERY, &Query) != 0 || Query.inode ||
      Query.dev_major || Query.dev_minor)
    return 0;
  return Query.vma_end;
}

bool populate(uint64_t Begin, uint64_t Length, bool Write) {
  return madvise(reinterpret_cast<void *>(Begin), Length,
                 Write ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}

/// May this process have a descriptor of userfaultfd?
bool mayHandleFaults(const ProcFS &Proc) {
  constexpr char Target[] = "anon_inode:[userfaultfd]";
  File Files(Proc, "/proc/self/fd");
  if (!Files.isOpen())
    return true;
  unsigned NumFiles = 0;
  while (true) {
    alignas(linux_dirent64) char Entries[512];
    long Bytes = Files.readEntries(Entries, sizeof Entries);
    if (Bytes <= 0)
      return Bytes < 0;
    for (long At = 0; At < Bytes;) {
      auto *Entry = reinterpret_cast<const linux_dirent64 *>(Entries + At);
      At += Entry->d_reclen;
      if (++NumFiles > MaxFiles)
        return true;
      if (Entry->d_name[0] == '.')
        continue; // This directory, and the one above.
      char Link[sizeof Target - 1];
      long Length = Files.readLink(Entry->d_name, Link, sizeof Link);
      if (Length < 0)
        return true;
      bool Same = Length == static_cast<long>(sizeof Link);
      for (unsigned Idx = 0; Same && Idx < sizeof Link; ++Idx)
        Same = Link[Idx] == Target[Idx];
      if (Same)
        return true;
    }
  }
}

/// Are all pages in? What begins within a page is not where pages are larger.
bool isResident(uint64_t Begin, uint64_t End) {
  unsigned char Pages[PagesOfQuestion];
  for (; Begin < End; Begin += PagesOfQuestion * PageSize) {
    const uint64_t Length = min(End - Begin, PagesOfQuestion * PageSize);
    if (mincore(reinterpret_cast<void *>(Begin), Length, Pages) != 0)
      return false;
    for (uint64_t Page = 0; Page * PageSize < Length; ++Page)
      if (!(Pages[Page] & 1))
        return false;
  }
  return true;
}

/// Are pages of the mapping [Begin, End) absent? Unknown if some were swapped
/// out, or are guard regions.
Found findAbsentPage(const ProcFS &Proc, uint64_t Begin, uint64_t End) {
  if (isResident(Begin, End))
    return Found::No;
  File PageMap(Proc, "/proc/self/pagemap");
  if (!PageMap.isOpen())
    return Found::Unknown;
  const Found Absent =
      findPage(PageMap, Begin, End, PAGE_IS_PRESENT, PAGE_IS_PRESENT);
  return Absent == Found::Yes &&
                 findPage(PageMap, Begin, End, PAGE_IS_SWAPPED, 0) != Found::No
             ? Found::Unknown
             : Absent;
}

/// May sorted intervals, which end before \p End, be accessed? No if pages in
/// or between them are absent, or may not be read; madvise would bring them in.
bool probeTogether(const PageRequest *Requests, unsigned Number, uint64_t End) {
  const uint64_t Begin = Requests[0].Begin & -PageSize;
  if (!isResident(Begin, End) || !populate(Begin, End - Begin, /*Write=*/false))
    return false;
  for (unsigned Idx = 0; Idx < Number; ++Idx) {
    const uint64_t From = Requests[Idx].Begin & -PageSize;
    if (Requests[Idx].Write &&
        !populate(From, Requests[Idx].End - From, /*Write=*/true))
      return false;
  }
  return true;
}

} // namespace

Answer polly::escop::runtime::probeMapped(uint64_t Begin, uint64_t End,
                                          bool Write, const ProcFS *Proc) {
  // On the last page is what is in front of a null pointer, as of an empty
  // vector. It is not mapped.
  if (End > -PageSize)
    return Answer::No;
  Begin &= -PageSize;
  End = endOfPages(End);
  File Maps(*Proc, "/proc/self/maps");
  if (!Maps.isOpen())
    return Answer::Unknown;
  bool AnyAbsent = false;
  while (Begin < End) {
    uint64_t Last = min(
        findMappingEnd(Maps, Begin,
                       PROCMAP_QUERY_VMA_READABLE |
                           (Write ? PROCMAP_QUERY_VMA_WRITABLE : 0)),
        End);
    if (!Last)
      return Answer::Unknown;
    const Found Absent = findAbsentPage(*Proc, Begin, Last);
    if (Absent == Found::Unknown)
      return Answer::Unknown;
    AnyAbsent |= Absent == Found::Yes;
    Begin = Last;
  }
  return AnyAbsent && mayHandleFaults(*Proc) ? Answer::No : Answer::Yes;
}

bool polly::escop::runtime::probe(uint64_t Begin, uint64_t End, bool Write,
                                  const ProcFS *Proc) {
  Begin &= -PageSize;
  uint64_t Length = End - Begin;
  // madvise would bring in pages that are absent.
  if (Proc && (Length >= Proc->Threshold || !isResident(Begin, End)))
    switch (probeMapped(Begin, End, Write, Proc)) {
    case Answer::Yes:
      return true;
    case Answer::No:
      return false;
    case Answer::Unknown:
      break;
    }
  return populate(Begin, Length, Write);
}

/// Sort requests, and call \p Probe for those that lie side by side: their
/// number, and their end. \returns whether it says yes to all.
template <typename Fn>
static bool probeClusters(PageRequest *Requests, unsigned Number, Fn Probe) {
  for (unsigned Idx = 1; Idx < Number; ++Idx)
    for (unsigned At = Idx; At && Requests[At].Begin < Requests[At - 1].Begin;
         --At) {
      const PageRequest Later = Requests[At - 1];
      Requests[At - 1] = Requests[At];
      Requests[At] = Later;
    }
  for (unsigned First = 0, Last; First < Number; First = Last) {
    uint64_t End = Requests[First].End;
    for (Last = First + 1; Last < Number; ++Last) {
      const uint64_t Further = max(End, Requests[Last].End);
      if (Further - Requests[First].Begin >= MostTogether)
        break;
      End = Further;
    }
    if (!Probe(Requests + First, Last - First, End))
      return false;
  }
  return true;
}

bool polly::escop::runtime::probePages(PageRequest *Requests, unsigned Number,
                                       const ProcFS *Proc) {
  return probeClusters(
      Requests, Number,
      [&](const PageRequest *First, unsigned Count, uint64_t End) {
        if (Count > 1 && probeTogether(First, Count, End))
          return true;
        for (unsigned Idx = 0; Idx < Count; ++Idx)
          if (!probe(First[Idx].Begin, First[Idx].End, First[Idx].Write, Proc))
            return false;
        return true;
      });
}

bool polly::escop::runtime::arePresent(PageRequest *Requests, unsigned Number) {
  return probeClusters(Requests, Number, probeTogether);
}

bool polly::escop::runtime::isReadable(uint64_t Address, uint64_t Bytes,
                                       uint64_t Known, const ProcFS *Proc) {
  uint64_t End = Address + Bytes;
  // Headers of objects lie side by side, mostly.
  if (Known && !((Address ^ Known) & -PageSize) &&
      !(((End - 1) ^ Known) & -PageSize))
    return true;
  if (End < Address)
    return false;
  int *Errno = __errno_location();
  int OldErrno = *Errno;
  bool Readable = probe(Address, End, /*Write=*/false, Proc);
  *Errno = OldErrno;
  return Readable;
}

bool polly::escop::runtime::copyPresentPages(uint64_t Begin, uint64_t End,
                                             uint64_t To, const ProcFS *Proc) {
  if (!Proc || End - Begin < Proc->Threshold)
    return false;
  File Maps(*Proc, "/proc/self/maps"), PageMap(*Proc, "/proc/self/pagemap");
  if (!Maps.isOpen() || !PageMap.isOpen())
    return false;
  // Absent pages of files are not zero.
  for (uint64_t At = Begin; At < End;)
    if (!(At = findMappingEnd(Maps, At, PROCMAP_QUERY_VMA_READABLE)))
      return false;
  for (uint64_t At = Begin & -PageSize; At < End;) {
    page_region Regions[16];
    pm_scan_arg Scan = {};
    Scan.size = sizeof Scan;
    Scan.start = At;
    Scan.end = endOfPages(End);
    Scan.vec = reinterpret_cast<uint64_t>(Regions);
    Scan.vec_len = sizeof Regions / sizeof *Regions;
    Scan.category_anyof_mask = Scan.return_mask =
        PAGE_IS_PRESENT | PAGE_IS_SWAPPED;
    long NumRegions = PageMap.control(PAGEMAP_SCAN, &Scan);
    if (NumRegions < 0 || Scan.walk_end <= At)
      return false;
    for (long Idx = 0; Idx < NumRegions; ++Idx) {
      uint64_t From = max(Regions[Idx].start, Begin);
      __builtin_memcpy(reinterpret_cast<void *>(To + (From - Begin)),
                       reinterpret_cast<void *>(From),
                       min(Regions[Idx].end, End) - From);
    }
    At = Scan.walk_end;
  }
  return true;
}
