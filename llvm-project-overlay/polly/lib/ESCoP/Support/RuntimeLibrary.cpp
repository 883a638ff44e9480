//===- RuntimeLibrary.cpp - Link run-time functions into a module ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of Runtime.h are compiled to bitcode together with the compiler,
// which embeds it. A module gets those that its drivers call, as internal
// functions, so that objects of different compilers can be linked. Halide's
// run-time library is made like that (Halide's LLVM_Runtime_Linker.cpp).
//
// The bitcode is of 64-bit fields and pointers, system calls by the C library,
// and nothing that differs from one 64-bit target to the next, so it takes the
// module's target. What Clang said of the machine that it was compiled for is
// dropped, and the module's defaults take its place.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace polly::escop;

static const unsigned char Bitcode[] = {
#include "ESCoPRuntime.inc"
};

static cl::opt<bool>
    AskProc("polly-escop-procfs", cl::Hidden, cl::init(true),
            cl::desc("Let programs open files of /proc to find out whether "
                     "memory may be accessed"));
static cl::opt<uint64_t>
    ProcProbe("polly-escop-proc-probe", cl::Hidden, cl::init(256 << 10),
              cl::desc("Ask /proc about intervals of so many bytes and more"));

/// Is @p Branch a loop's of which the source says that it is not vectorised? No
/// loop of the runtime is, by its compiler's options, but others may be then.
static bool isBorderLoop(const Instruction &Branch) {
  MDNode *Loop = Branch.getMetadata(LLVMContext::MD_loop);
  return Loop && GetUnrollMetadata(Loop, "llvm.loop.vectorize.width");
}

/// The functions, for the target of @p M.
static std::unique_ptr<Module> loadRuntime(const Module &M) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode), sizeof Bitcode);
  std::unique_ptr<Module> Runtime = cantFail(
      parseBitcodeFile(MemoryBufferRef(Bytes, "ESCoP runtime"), M.getContext()),
      "The run-time functions do not fit this compiler");
  while (!Runtime->named_metadata_empty())
    Runtime->eraseNamedMetadata(&*Runtime->named_metadata_begin());
  Runtime->setTargetTriple(M.getTargetTriple());
  Runtime->setDataLayout(M.getDataLayout());
  for (Function &F : *Runtime) {
    if (F.isIntrinsic())
      continue;
    F.setAttributes(F.getAttributes().removeFnAttributes(F.getContext()));
    for (Instruction &I : instructions(F)) {
      if (!isBorderLoop(I))
        I.dropUnknownNonDebugMetadata({});
      if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(I))
        Call->setAttributes(
            Call->getAttributes().removeFnAttributes(F.getContext()));
    }
  }
  return Runtime;
}

Function *polly::escop::getRuntimeFunction(Module &M, StringRef Name) {
  if (Function *F = M.getFunction(Name))
    return F;
  // All at once, so that there is one of each. What is not called goes away.
  std::unique_ptr<Module> Runtime = loadRuntime(M);
  SmallVector<std::string, 16> Names;
  for (const Function &F : *Runtime)
    if (!F.isDeclaration())
      Names.push_back(F.getName().str());
  for (const std::string &Symbol : Names)
    Runtime->getFunction(Symbol)->setLinkage(GlobalValue::ExternalLinkage);
  if (Linker::linkModules(M, std::move(Runtime)))
    report_fatal_error("exception-safe tiling: the module has other things of "
                       "the names of run-time functions");
  for (const std::string &Symbol : Names) {
    Function *New = M.getFunction(Symbol);
    New->setLinkage(GlobalValue::InternalLinkage);
    // With an unwind table, if functions have one: debuggers and profilers
    // unwind from system calls, and so does asynchronous cancellation.
    Function *Default = Function::createWithDefaultAttr(
        New->getFunctionType(), GlobalValue::InternalLinkage,
        New->getAddressSpace(), "", &M);
    New->addFnAttrs(AttrBuilder(M.getContext(),
                                Default->getAttributes().getFnAttrs()));
    Default->eraseFromParent();
    New->setDoesNotThrow();
    // Inlined they would make the driver's frame larger, and are called rarely;
    // what takes time is in the nest's functions.
    New->addFnAttr(Attribute::NoInline);
    New->addFnAttr(Attribute::OptimizeForSize);
  }
  return M.getFunction(Name);
}

CallInst *polly::escop::callRuntime(IRBuilderBase &Builder, StringRef Name,
                                    ArrayRef<Value *> Args) {
  Function *F =
      getRuntimeFunction(*Builder.GetInsertBlock()->getModule(), Name);
  CallInst *Call = Builder.CreateCall(F, Args);
  // How arguments of few bits are passed.
  Call->setAttributes(F->getAttributes().removeFnAttributes(F->getContext()));
  return Call;
}

Constant *polly::escop::getProcFS(Module &M) {
  // The fields of runtime::ProcFS.
  std::optional<std::array<uint64_t, 6>> Fields;
  Triple T(M.getTargetTriple());
  if (T.isOSLinux() && T.getArch() == Triple::x86_64 && !T.isX32())
    Fields = {257, 3, 16, 217, 267, ProcProbe};
  else if (T.isOSLinux() && T.getArch() == Triple::aarch64)
    Fields = {56, 57, 29, 61, 78, ProcProbe};
  if (!Fields || !AskProc)
    return ConstantPointerNull::get(PointerType::getUnqual(M.getContext()));
  constexpr StringLiteral Name = "escop.procfs";
  if (GlobalVariable *GV = M.getNamedGlobal(Name))
    return GV;
  static_assert(sizeof(runtime::ProcFS) == sizeof *Fields);
  Constant *Value =
      ConstantDataArray::get(M.getContext(), ArrayRef<uint64_t>(*Fields));
  auto *GV = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                GlobalValue::PrivateLinkage, Value, Name);
  GV->setAlignment(Align(8));
  return GV;
}
