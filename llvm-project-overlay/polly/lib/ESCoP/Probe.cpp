//===- Probe.cpp - Is memory there, and whose is it? ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A speculating driver executes iterations that the nest may not reach, so it
// asks whether the memory that they access is there. Linux answers in two ways:
//
// - madvise(MADV_POPULATE_READ or _WRITE), since 5.14, brings the pages in or
//   fails; 130 to 230 ns a page, also of pages that are in. That is as much as
//   a loop that streams through the page takes.
// - ioctl(PROCMAP_QUERY) on /proc/self/maps, since 6.11, says how mapped memory
//   may be accessed; ioctl(PAGEMAP_SCAN) on /proc/self/pagemap, since 6.7,
//   finds pages that are not in, guard regions (MADV_GUARD_INSTALL) among them.
//   3 ns a page, and 10 us.
//
// So the latter is asked about large intervals first (escop.mapped), and if it
// does not say yes, madvise decides (escop.probe): files, whose last page may
// be missing although it is mapped, pages that were never accessed, older
// kernels, processes without /proc or that may not open it. Both are requests
// to the kernel; nothing is accessed.
//
// Memory that is there may be the linker's. Until a function of another module
// is called for the first time, or for ever, its entry of the global offset
// table is writable, and lies beside the module's variables (.got.plt in the
// x86-64 psABI). Its length is that of the relocations of procedure linkage.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<uint64_t> ProcProbe(
    "polly-escop-proc-probe", cl::Hidden, cl::init(128 << 10),
    cl::desc("Ask /proc about intervals of so many bytes and more"));

namespace {

/// madvise(2) advice that populates pages, failing where that is impossible.
enum { MADV_POPULATE_READ = 22, MADV_POPULATE_WRITE = 23 };

/// openat, close and ioctl as system calls: the C library's functions of the
/// first two are cancellation points.
struct SystemCalls {
  int64_t OpenAt, Close, IOCtl;
};

/// The fields of struct procmap_query and struct pm_scan_arg (linux/fs.h), all
/// of 64 bits but for the pairs of 32 bits from PQ_Device on.
enum { PQ_Size, PQ_Flags, PQ_Address, PQ_VMAEnd = 4, PQ_Inode = 8, PQ_Device };
constexpr unsigned PQFields = 13;
enum {
  PS_Size,
  PS_Start = 2,
  PS_End,
  PS_WalkEnd,
  PS_Regions,
  PS_NumRegions,
  PS_MaxPages,
  PS_Inverted,
  PS_Mask,
  PS_ReturnMask = 11
};
constexpr unsigned PSFields = 12;
/// _IOWR('f', 17, struct procmap_query), _IOWR('f', 16, struct pm_scan_arg)
constexpr uint64_t PROCMAP_QUERY = 0xC0686611, PAGEMAP_SCAN = 0xC0606610;
enum { PROCMAP_QUERY_VMA_READABLE = 1, PROCMAP_QUERY_VMA_WRITABLE = 2 };
constexpr uint64_t PAGE_IS_PRESENT = 1 << 3;
constexpr int64_t AT_FDCWD = -100, O_CLOEXEC = 0x80000;

/// Builds one of the functions (i64 begin, i64 end, i1 write) -> i1.
class ProbeBuilder {
  Module &M;
  IRBuilder<> Builder;
  Type *I64;
  Function *Probe;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(M.getContext(), Name, Probe);
  }
  Value *i64(int64_t V) { return Builder.getInt64(V); }
  Value *field(Value *Struct, unsigned Idx) {
    return Builder.CreateConstInBoundsGEP1_64(I64, Struct, Idx);
  }
  Value *load(Value *Struct, unsigned Idx) {
    return Builder.CreateLoad(I64, field(Struct, Idx));
  }
  void store(Value *V, Value *Struct, unsigned Idx) {
    Builder.CreateStore(V, field(Struct, Idx));
  }
  Value *isZero(Value *V) { return Builder.CreateICmpEQ(V, i64(0)); }
  Value *createLocal(unsigned Fields) {
    BasicBlock &Entry = Probe->getEntryBlock();
    return IRBuilder<>(&Entry, Entry.begin())
        .CreateAlloca(ArrayType::get(I64, Fields));
  }
  /// A zeroed local structure whose first field is its size.
  Value *createStruct(unsigned Fields) {
    Value *Struct = createLocal(Fields);
    Builder.CreateMemSet(Struct, Builder.getInt8(0), Fields * 8, Align(8));
    store(i64(Fields * 8), Struct, 0);
    return Struct;
  }
  Value *callSystem(ArrayRef<Value *> Args) {
    FunctionCallee Call =
        M.getOrInsertFunction("syscall", FunctionType::get(I64, {I64}, true));
    return Builder.CreateCall(Call, Args);
  }
  Value *askMAdvise(Value *Begin, Value *Length, Value *Write);

public:
  ProbeBuilder(Module &M, StringRef Name);
  Function *buildMapped(const SystemCalls &Calls);
  Function *build();
};

} // namespace

static std::optional<SystemCalls> getSystemCalls(const Triple &T) {
  if (!T.isOSLinux())
    return std::nullopt;
  if (T.getArch() == Triple::x86_64 && !T.isX32())
    return SystemCalls{257, 3, 16};
  if (T.getArch() == Triple::aarch64)
    return SystemCalls{56, 57, 29};
  return std::nullopt;
}

/// Are all pages in and may be accessed?
Function *ProbeBuilder::buildMapped(const SystemCalls &Calls) {
  Value *Begin = Builder.CreateAnd(Probe->getArg(0), -ProbedPageSize);
  Value *End = Builder.CreateAnd(
      Builder.CreateAdd(Probe->getArg(1), i64(ProbedPageSize - 1)),
      -ProbedPageSize);
  Value *Write = Probe->getArg(2);
  BasicBlock *Unsure = block("unsure");
  ReturnInst::Create(M.getContext(), Builder.getFalse(), Unsure);
  Value *Query = createStruct(PQFields);
  Value *Scan = createStruct(PSFields);
  Value *Region = createLocal(3);
  Value *Flags = Builder.CreateSelect(
      Write, i64(PROCMAP_QUERY_VMA_READABLE | PROCMAP_QUERY_VMA_WRITABLE),
      i64(PROCMAP_QUERY_VMA_READABLE));
  store(Flags, Query, PQ_Flags);
  auto Open = [&](StringRef Path, BasicBlock *Opened) {
    Value *File = callSystem(
        {i64(Calls.OpenAt), i64(AT_FDCWD),
         Builder.CreateGlobalString(Path, "escop.path"), i64(O_CLOEXEC), i64(0)});
    Builder.CreateCondBr(Builder.CreateICmpSLT(File, i64(0)), Unsure, Opened);
    return File;
  };
  BasicBlock *Maps = block("maps"), *Mapping = block("mapping"),
             *Next = block("next"), *Close = block("close"),
             *PageMap = block("pagemap"), *Pages = block("pages");

  Value *File = Open("/proc/self/maps", Maps);
  Builder.SetInsertPoint(Maps);
  Builder.CreateBr(Mapping);
  Builder.SetInsertPoint(Mapping);
  PHINode *Address = Builder.CreatePHI(I64, 2);
  Address->addIncoming(Begin, Maps);
  store(Address, Query, PQ_Address);
  Value *Failed =
      callSystem({i64(Calls.IOCtl), File, i64(PROCMAP_QUERY), Query});
  // Of no file: a file may have become shorter than its mapping.
  Value *Good = Builder.CreateAnd(
      isZero(Failed), Builder.CreateAnd(isZero(load(Query, PQ_Inode)),
                                        isZero(load(Query, PQ_Device))));
  Builder.CreateCondBr(Good, Next, Close);
  Builder.SetInsertPoint(Next);
  Value *MappingEnd = load(Query, PQ_VMAEnd);
  Address->addIncoming(MappingEnd, Next);
  Builder.CreateCondBr(Builder.CreateICmpUGE(MappingEnd, End), Close, Mapping);
  Builder.SetInsertPoint(Close);
  callSystem({i64(Calls.Close), File});
  Builder.CreateCondBr(Good, PageMap, Unsure);

  Builder.SetInsertPoint(PageMap);
  File = Open("/proc/self/pagemap", Pages);
  Builder.SetInsertPoint(Pages);
  store(Begin, Scan, PS_Start);
  store(End, Scan, PS_End);
  store(Builder.CreatePtrToInt(Region, I64), Scan, PS_Regions);
  store(i64(1), Scan, PS_NumRegions);
  store(i64(1), Scan, PS_MaxPages);
  // One page that is not in is enough.
  for (unsigned Field : {PS_Inverted, PS_Mask, PS_ReturnMask})
    store(i64(PAGE_IS_PRESENT), Scan, Field);
  Value *Found = callSystem({i64(Calls.IOCtl), File, i64(PAGEMAP_SCAN), Scan});
  callSystem({i64(Calls.Close), File});
  Builder.CreateRet(Builder.CreateAnd(
      isZero(Found), Builder.CreateICmpUGE(load(Scan, PS_WalkEnd), End)));
  return Probe;
}

Value *ProbeBuilder::askMAdvise(Value *Begin, Value *Length, Value *Write) {
  Type *Size = M.getDataLayout().getIntPtrType(M.getContext());
  FunctionCallee MAdvise =
      M.getOrInsertFunction("madvise", Builder.getInt32Ty(), Builder.getPtrTy(),
                            Size, Builder.getInt32Ty());
  Value *Advice =
      Builder.CreateSelect(Write, Builder.getInt32(MADV_POPULATE_WRITE),
                           Builder.getInt32(MADV_POPULATE_READ));
  Value *Failed = Builder.CreateCall(
      MAdvise, {Builder.CreateIntToPtr(Begin, Builder.getPtrTy()),
                Builder.CreateZExtOrTrunc(Length, Size), Advice});
  return Builder.CreateICmpEQ(Failed, Builder.getInt32(0));
}

ProbeBuilder::ProbeBuilder(Module &M, StringRef Name)
    : M(M), Builder(M.getContext()), I64(Builder.getInt64Ty()) {
  Type *I1 = Builder.getInt1Ty();
  // With an unwind table, if functions have one: debuggers and profilers unwind
  // from system calls, and so does asynchronous cancellation.
  Probe = createSharedFunction(M, FunctionType::get(I1, {I64, I64, I1}, false),
                               Name);
  Builder.SetInsertPoint(block("entry"));
}

Function *ProbeBuilder::build() {
  Value *Write = Probe->getArg(2);
  Value *Begin = Builder.CreateAnd(Probe->getArg(0), -ProbedPageSize);
  Value *Length = Builder.CreateSub(Probe->getArg(1), Begin);
  BasicBlock *Ask = block("madvise");
  if (Function *Mapped = getMapped(M)) {
    BasicBlock *Proc = block("proc"), *Yes = block("yes");
    Builder.CreateCondBr(Builder.CreateICmpUGE(Length, i64(ProcProbe)), Proc,
                         Ask);
    Builder.SetInsertPoint(Proc);
    Builder.CreateCondBr(
        Builder.CreateCall(Mapped, {Begin, Probe->getArg(1), Write}), Yes, Ask);
    Builder.SetInsertPoint(Yes);
    Builder.CreateRet(Builder.getTrue());
  } else {
    Builder.CreateBr(Ask);
  }
  Builder.SetInsertPoint(Ask);
  Builder.CreateRet(askMAdvise(Begin, Length, Write));
  return Probe;
}

Function *polly::escop::createSharedFunction(Module &M, FunctionType *Ty,
                                             StringRef Name) {
  Function *F = Function::createWithDefaultAttr(
      Ty, GlobalValue::LinkOnceODRLinkage,
      M.getDataLayout().getProgramAddressSpace(), Name, &M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  if (Triple(M.getTargetTriple()).supportsCOMDAT())
    F->setComdat(M.getOrInsertComdat(Name));
  F->setDoesNotThrow();
  // Inlined it would make the driver's frame larger, and is called rarely.
  F->addFnAttr(Attribute::NoInline);
  return F;
}

Function *polly::escop::getProbe(Module &M) {
  if (Function *F = M.getFunction("escop.probe"))
    return F;
  return ProbeBuilder(M, "escop.probe").build();
}

Function *polly::escop::getMapped(Module &M) {
  if (Function *F = M.getFunction("escop.mapped"))
    return F;
  if (std::optional<SystemCalls> Calls =
          getSystemCalls(Triple(M.getTargetTriple())))
    return ProbeBuilder(M, "escop.mapped").buildMapped(*Calls);
  return nullptr;
}

uint64_t polly::escop::getMappedThreshold() { return ProcProbe; }
