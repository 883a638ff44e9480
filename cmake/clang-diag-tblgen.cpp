//===- clang-diag-tblgen.cpp - The diagnostics part of clang-tblgen -------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No Debian package has clang-tblgen. The patches touch only diagnostics (and
// options, which llvm-tblgen does), so this main function around
// ClangDiagnosticsEmitter.cpp serves; the other emitters take minutes to build.
//
//===----------------------------------------------------------------------===//

#include "TableGenBackends.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

enum ActionType { DiagsDefs, DiagGroups, DiagsIndexName };

static cl::opt<ActionType> Action(
    cl::desc("Action to perform:"),
    cl::values(clEnumValN(DiagsDefs, "gen-clang-diags-defs", "Definitions"),
               clEnumValN(DiagGroups, "gen-clang-diag-groups", "Groups"),
               clEnumValN(DiagsIndexName, "gen-clang-diags-index-name",
                          "Name index")));

static cl::opt<std::string> Component("clang-component",
                                      cl::desc("Only this component"),
                                      cl::value_desc("component"));

static bool emit(raw_ostream &OS, RecordKeeper &Records) {
  switch (Action) {
  case DiagsDefs:
    clang::EmitClangDiagsDefs(Records, OS, Component);
    break;
  case DiagGroups:
    clang::EmitClangDiagGroups(Records, OS);
    break;
  case DiagsIndexName:
    clang::EmitClangDiagsIndexName(Records, OS);
    break;
  }
  return false;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], &emit);
}
