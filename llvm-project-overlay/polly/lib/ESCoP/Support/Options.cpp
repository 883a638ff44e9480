//===- Options.cpp - Options of several rooms -------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests and measurements.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<bool> ProcessUnprofitable(
    "polly-escop-process-unprofitable", cl::Hidden,
    cl::desc("Transform nests from which no gain is expected, too (for tests)"));

static cl::opt<cl::boolOrDefault> InOrder(
    "polly-escop-in-order", cl::Hidden,
    cl::desc(
        "Execute all nests, or none, in their own order, by copies without "
        "the guards that are resolved (for tests)"));

static cl::opt<bool> NoCheckpoint(
    "polly-escop-no-checkpoint", cl::Hidden,
    cl::desc("For measuring only (iESLT of the paper): one chunk, no checkpoint, "
             "no probes; what the nest wrote is lost when a guard fires"));

static cl::opt<bool>
    Parallel("polly-escop-parallel", cl::Hidden,
             cl::desc("Let threads of LLVM's OpenMP runtime, which the program "
                      "is linked with, execute a product together"));

static cl::opt<uint64_t>
    MaxBudget("polly-escop-max-budget", cl::Hidden, cl::init(-1),
              cl::desc("Bytes that the checkpoint may take, whatever one "
                       "iteration writes"));
static cl::opt<uint64_t> MaxBudgetPercent(
    "polly-escop-max-budget-percent", cl::Hidden, cl::init(-1),
    cl::desc("The same, in percent of the arrays that the nest accesses"));

uint64_t polly::escop::getMaxBudget() { return MaxBudget; }

uint64_t polly::escop::getMaxBudgetPercent() { return MaxBudgetPercent; }

std::string polly::escop::getBudgetLimit() {
  if (MaxBudget != uint64_t(-1))
    return (Twine(MaxBudget) + " bytes").str();
  if (MaxBudgetPercent != uint64_t(-1))
    return (Twine(MaxBudgetPercent) + " % of the arrays").str();
  return "";
}

bool polly::escop::processesUnprofitable() { return ProcessUnprofitable; }

bool polly::escop::executesInOrder() { return InOrder == cl::BOU_TRUE; }

bool polly::escop::mayExecuteInOrder() { return InOrder != cl::BOU_FALSE; }

bool polly::escop::omitsCheckpoints() { return NoCheckpoint; }

bool polly::escop::formsTeams(const Module &M) {
  const Triple T(M.getTargetTriple());
  return Parallel && T.isOSLinux() && T.isGNUEnvironment();
}

static cl::list<std::string> PrintStages(
    "polly-escop-print", cl::Hidden, cl::CommaSeparated,
    cl::desc(
        "Print the functions of a nest after these stages (marked, shadow, "
        "specialised, optimised, bounds, inspector, block, driver), or the "
        "function itself (prepared)"));

void polly::escop::printStage(StringRef Stage, const Function *Fn) {
  if (Fn && is_contained(PrintStages, Stage.str()))
    outs() << "; escop: " << Stage << "\n" << *Fn;
}
