//===- Validate.cpp - Execute a schedule before it is trusted -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between a SCoP and the code that Polly generates for it are the dependence
// analysis, the scheduler, the matrix multiplication's packed operands and
// isl's AST generation. Each has given wrong results (polly-patches/README.md;
// the AST generator executed two statements in the wrong order, see
// test/exact/skewed_schedule.cpp). So the SCoP is executed twice, for sizes of
// a few iterations: in its original order, and by interpreting the AST. This is
// translation validation by execution: it shows that an order is wrong, not
// that it is right for all sizes.
//
// Values are symbolic. What an instance of a statement writes is a hash of the
// instance; each instance has to read the same values in both executions, and
// the memory that is left has to hold the same values. A reduction adds to what
// it finds, so that its order does not matter. A copy statement copies.
//
// A SCoP is not validated if its instances are too many even for small
// parameters (constant bounds), or if an access is no function of the instance.
//
//===----------------------------------------------------------------------===//

#include "Validate.h"
#include "polly/CodeGen/IslAst.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast.h"
#include "isl/id.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <map>
#include <vector>

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Instances of all statements that are executed for one choice of sizes.
static constexpr unsigned MaxInstances = 1500;
/// Nodes and operations of the AST that are evaluated for it.
static constexpr unsigned MaxSteps = 300000;
/// For each choice, what is tried for the first parameter, in this order; for
/// the next one it begins at the next place. Nine or ten make register tiles of
/// up to eight iterations full.
static constexpr int Sizes[][8] = {{3, 5, 4, 7, 2, 1, 0, 16},
                                   {9, 10, 12, 11, 16, 1, 0, 3},
                                   {2, 9, 4, 11, 1, 16, 0, 24}};

namespace {
using Coordinates = SmallVector<int64_t, 4>;
using Cell = std::pair<const ScopArrayInfo *, Coordinates>;

/// An access as a function of the instance.
struct Access {
  const ScopArrayInfo *Array;
  bool IsRead, IsMustWrite, IsReduction;
  isl::set Domain;
  SmallVector<isl::pw_aff, 4> Subscripts;
};

/// An instance of a statement, and what its reads yielded.
struct Instance {
  isl::point Point;
  hash_code Name = 0;
  SmallVector<hash_code, 4> Reads;
  bool Executed = false;
};

struct Memory {
  std::map<Cell, hash_code> Cells;

  hash_code &get(const Cell &C) {
    auto [It, New] = Cells.try_emplace(C, 0);
    if (New)
      It->second = hash_combine(
          C.first, hash_combine_range(C.second.begin(), C.second.end()));
    return It->second;
  }
};

} // namespace

/// One choice of sizes, and what the SCoP does in its original order.
struct Validation::Execution {
  /// { : }, one value for each parameter.
  isl::set Params;
  DenseMap<const ScopStmt *, std::map<Coordinates, Instance>> Instances;
  Memory Final;
};

Validation::Validation() = default;
Validation::~Validation() = default;

/// What does not fit into 32 bits, such as a modulus of 2^64, is not computed
/// with.
static bool isSmall(const isl::val &V) {
  return isl_val_n_abs_num_chunks(V.get(), sizeof(int32_t)) <= 1;
}

static int64_t getInt(const isl::val &V) {
  return isSmall(V) ? isl_val_get_num_si(V.get()) : INT64_MAX;
}

static Coordinates getCoordinates(const isl::point &P) {
  Coordinates Result;
  isl::multi_val Values = P.multi_val();
  for (unsigned D : rangeIslSize(0, Values.size()))
    Result.push_back(getInt(Values.at(D)));
  return Result;
}

/// @p Obj for the values that @p Params has for the parameters.
template <typename T> static T fixParams(T Obj, const isl::set &Params) {
  Obj = Obj.intersect_params(Params);
  return Obj.project_out(isl::dim::param, 0,
                         unsignedFromIslSize(Obj.dim(isl::dim::param)));
}

/// The accesses of @p Stmt; std::nullopt if one is no function.
static std::optional<SmallVector<Access, 8>>
getAccesses(ScopStmt &Stmt, const isl::set &Params) {
  SmallVector<Access, 8> Result;
  for (MemoryAccess *MA : Stmt) {
    isl::map Rel =
        MA->getLatestAccessRelation().intersect_domain(Stmt.getDomain());
    Rel = fixParams(Rel, Params);
    if (Rel.is_null() || !Rel.is_single_valued())
      return std::nullopt;
    Access A = {MA->getLatestScopArrayInfo(), MA->isRead(), MA->isMustWrite(),
                MA->isReductionLike(),        Rel.domain(), {}};
    isl::pw_multi_aff Subscripts = Rel.as_pw_multi_aff();
    for (unsigned D : rangeIslSize(0, Subscripts.dim(isl::dim::out)))
      A.Subscripts.push_back(Subscripts.at(D));
    Result.push_back(std::move(A));
  }
  return Result;
}

/// The cell that @p A accesses in the instance @p P, if it does.
static std::optional<Cell> getCell(const Access &A, const isl::point &P) {
  Cell Result(A.Array, {});
  for (const isl::pw_aff &Subscript : A.Subscripts) {
    isl::val V = isl::manage(isl_pw_aff_eval(Subscript.copy(), P.copy()));
    if (V.is_null() || !V.is_int())
      return std::nullopt;
    Result.second.push_back(getInt(V));
  }
  if (A.Subscripts.empty() && isl::set(P).is_disjoint(A.Domain))
    return std::nullopt;
  return Result;
}

/// Execute an instance. \returns what it reads.
static SmallVector<hash_code, 4> execute(ArrayRef<Access> Accesses,
                                         const isl::point &Point,
                                         hash_code Name, Memory &M) {
  SmallVector<hash_code, 4> Reads;
  for (const Access &A : Accesses)
    if (std::optional<Cell> C = getCell(A, Point)) {
      hash_code &Value = M.get(*C);
      if (A.IsReduction)
        Value = A.IsRead ? Value : hash_code(size_t(Value) + size_t(Name));
      else if (A.IsRead)
        Reads.push_back(Value);
      else
        Value = A.IsMustWrite ? Name : hash_combine(Name, Value);
    }
  return Reads;
}

/// A value for each parameter such that what Polly assumes holds.
static isl::set chooseParams(Scop &S, ArrayRef<int> Values) {
  isl::set Params = S.getContext()
                        .intersect(S.getAssumedContext())
                        .subtract(S.getInvalidContext());
  for (unsigned P : rangeIslSize(0, Params.dim(isl::dim::param))) {
    auto Fix = [&](int Value) {
      return Params.fix_si(isl::dim::param, P, Value);
    };
    unsigned Tried = 0;
    auto Next = [&] { return Values[(P + Tried) % Values.size()]; };
    while (Tried < Values.size() && Fix(Next()).is_empty())
      ++Tried;
    if (Tried == Values.size())
      return {};
    Params = Fix(Next());
  }
  return Params;
}

/// Execute @p S in its original order; false if that is not possible.
static bool executeOriginal(Scop &S, Validation::Execution &E) {
  isl::union_map Schedule = S.getSchedule();
  std::map<Coordinates, SmallVector<std::pair<Instance *, unsigned>, 1>> Order;
  std::vector<SmallVector<Access, 8>> Accesses;
  unsigned Count = 0;
  for (ScopStmt &Stmt : S) {
    auto StmtAccesses = getAccesses(Stmt, E.Params);
    if (!StmtAccesses)
      return false;
    Accesses.push_back(*StmtAccesses);
    isl::set Domain = fixParams(Stmt.getDomain(), E.Params);
    isl::map StmtSchedule = fixParams(
        isl::map::from_union_map(Schedule.intersect_domain(Stmt.getDomain())),
        E.Params);
    if (!Domain.is_bounded())
      return false;
    auto AddInstance = [&](isl::point P) -> isl::stat {
      if (++Count > MaxInstances)
        return isl::stat::error();
      Coordinates Where = getCoordinates(P);
      Instance &I = E.Instances[&Stmt][Where];
      I.Point = P;
      I.Name =
          hash_combine(&Stmt, hash_combine_range(Where.begin(), Where.end()));
      isl::point Date = isl::set(P).apply(StmtSchedule).sample_point();
      Order[getCoordinates(Date)].emplace_back(&I, Accesses.size() - 1);
      return isl::stat::ok();
    };
    if (Domain.foreach_point(AddInstance).is_error())
      return false;
  }
  for (auto &[Date, Simultaneous] : Order)
    for (auto &[I, Stmt] : Simultaneous)
      I->Reads = execute(Accesses[Stmt], I->Point, I->Name, E.Final);
  return true;
}

namespace {
/// Interprets an AST of isl, whose numbers are small.
class Interpreter {
public:
  Interpreter(Scop &S, Validation::Execution &E) : S(S), E(E) {
    isl::point Params = E.Params.sample_point();
    for (unsigned P : rangeIslSize(0, E.Params.dim(isl::dim::param)))
      Values[E.Params.get_dim_id(isl::dim::param, P).get()] =
          getInt(Params.get_coordinate_val(isl::dim::param, P));
  }

  /// Is what @p Root does wrong?
  bool isWrong(const isl::ast_node &Root, const BoxSchedule *Boxes,
               const runtime::BoxSizes &Sizes) {
    if (Boxes)
      runBoxes(Root, *Boxes, Sizes);
    else
      run(Root);
    if (Failed)
      return Wrong;
    for (auto &[Stmt, Instances] : E.Instances)
      for (auto &[Where, I] : Instances)
        Wrong |= !I.Executed;
    // Of packed arrays nothing is left.
    for (auto &[C, Value] : E.Final.Cells)
      Wrong |= M.get(C) != Value;
    return Wrong;
  }

private:
  Scop &S;
  Validation::Execution &E;
  Memory M;
  DenseMap<isl_id *, int64_t> Values;
  DenseMap<ScopStmt *, std::optional<SmallVector<Access, 8>>> Accesses;
  unsigned Steps = 0;
  /// What cannot be executed proves nothing.
  bool Failed = false;
  bool Wrong = false;

  int64_t fail() {
    Failed = true;
    return 0;
  }

  int64_t evaluate(const isl::ast_expr &Expr) {
    if (Failed || ++Steps > MaxSteps)
      return fail();
    switch (isl_ast_expr_get_type(Expr.get())) {
    case isl_ast_expr_int: {
      isl::val Value = isl::manage(isl_ast_expr_get_val(Expr.get()));
      return isSmall(Value) ? getInt(Value) : fail();
    }
    case isl_ast_expr_id: {
      auto It = Values.find(isl::manage(isl_ast_expr_get_id(Expr.get())).get());
      return It == Values.end() ? fail() : It->second;
    }
    case isl_ast_expr_op:
      return evaluateOp(Expr);
    default:
      return fail();
    }
  }

  int64_t evaluateOp(const isl::ast_expr &Expr) {
    auto Arg = [&](unsigned N) {
      return evaluate(isl::manage(isl_ast_expr_get_op_arg(Expr.get(), N)));
    };
    const unsigned N = isl_ast_expr_get_op_n_arg(Expr.get());
    const auto Op = isl_ast_expr_get_op_type(Expr.get());
    int64_t A = Arg(0);
    switch (Op) {
    case isl_ast_op_minus:
      return -A;
    case isl_ast_op_and:
    case isl_ast_op_and_then:
      return A && Arg(1);
    case isl_ast_op_or:
    case isl_ast_op_or_else:
      return A || Arg(1);
    case isl_ast_op_cond:
    case isl_ast_op_select:
      return A ? Arg(1) : Arg(2);
    case isl_ast_op_min:
      for (unsigned Other = 1; Other < N; ++Other)
        A = std::min(A, Arg(Other));
      return A;
    case isl_ast_op_max:
      for (unsigned Other = 1; Other < N; ++Other)
        A = std::max(A, Arg(Other));
      return A;
    default:
      break;
    }
    if (N != 2)
      return fail();
    const int64_t B = Arg(1);
    switch (Op) {
    case isl_ast_op_add:
      return A + B;
    case isl_ast_op_sub:
      return A - B;
    case isl_ast_op_mul:
      return A * B;
    case isl_ast_op_eq:
      return A == B;
    case isl_ast_op_le:
      return A <= B;
    case isl_ast_op_lt:
      return A < B;
    case isl_ast_op_ge:
      return A >= B;
    case isl_ast_op_gt:
      return A > B;
    case isl_ast_op_div:
      // Exact, and promised to be.
      Wrong |= B != 0 && A % B != 0;
      return B == 0 ? fail() : A / B;
    case isl_ast_op_pdiv_q:
    case isl_ast_op_pdiv_r:
      Wrong |= A < 0;
      [[fallthrough]];
    case isl_ast_op_fdiv_q:
    case isl_ast_op_zdiv_r: {
      if (B <= 0)
        return fail();
      const int64_t Quotient = divideFloorSigned(A, B);
      return Op == isl_ast_op_pdiv_q || Op == isl_ast_op_fdiv_q
                 ? Quotient
                 : A - Quotient * B;
    }
    default:
      return fail();
    }
  }

  void run(const isl::ast_node &Node) {
    if (Failed || ++Steps > MaxSteps)
      return (void)fail();
    switch (isl_ast_node_get_type(Node.get())) {
    case isl_ast_node_block: {
      isl::ast_node_list Children =
          isl::manage(isl_ast_node_block_get_children(Node.get()));
      for (unsigned C : rangeIslSize(0, Children.size()))
        run(Children.at(C));
      return;
    }
    case isl_ast_node_mark:
      return run(isl::manage(isl_ast_node_mark_get_node(Node.get())));
    case isl_ast_node_if:
      if (evaluate(isl::manage(isl_ast_node_if_get_cond(Node.get()))))
        run(isl::manage(isl_ast_node_if_get_then_node(Node.get())));
      else if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true)
        run(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
      return;
    case isl_ast_node_for:
      return runFor(Node);
    case isl_ast_node_user:
      return runUser(isl::manage(isl_ast_node_user_get_expr(Node.get())));
    default:
      fail();
    }
  }

  /// As executeBoxes does.
  void runBoxes(const isl::ast_node &Root, const BoxSchedule &Boxes,
                const runtime::BoxSizes &Sizes) {
    SmallVector<runtime::BoxPart, 2> Parts;
    for (const BoxSchedule::Part &P : Boxes.getParts()) {
      runtime::BoxPart &New = Parts.emplace_back();
      New.Flags = P.Flags;
      for (unsigned Dim = 0; Dim < runtime::NumBoxDims; ++Dim) {
        New.All.Begin[Dim] = New.All.End[Dim] = 0;
        if (P.Flags & runtime::BF_IsWhole)
          continue;
        const isl::set Bounds = fixParams(P.Ranges[Dim].Points, E.Params);
        const isl::val Min = Bounds.dim_min_val(0), Max = Bounds.dim_max_val(0);
        if (!Min.is_int().is_true() || !Max.is_int().is_true())
          continue;
        New.All.Begin[Dim] = getInt(Min);
        New.All.End[Dim] = getInt(Max) + 1;
      }
    }
    auto Stack = std::make_unique<runtime::BoxStack>();
    Stack->NumBoxes = Stack->NextPart = 0;
    Stack->Sizes = Sizes;
    Stack->NumParts = Parts.size();
    Stack->Parts = Parts.data();
    const auto Ids = Boxes.getParamIds();
    runtime::Box Box;
    int64_t Mode;
    while (!Failed && (Mode = getNextBox(Stack.get(), &Box)) >= 0) {
      for (unsigned Dim = 0; Dim < runtime::NumBoxDims; ++Dim) {
        Values[Ids[Dim].get()] = Box.Begin[Dim];
        Values[Ids[runtime::NumBoxDims + Dim].get()] = Box.End[Dim];
      }
      Values[Ids.back().get()] = Mode;
      run(Root);
    }
  }

  void runFor(const isl::ast_node &For) {
    isl::ast_expr Iterator =
        isl::manage(isl_ast_node_for_get_iterator(For.get()));
    isl::id Id = isl::manage(isl_ast_expr_get_id(Iterator.get()));
    isl::ast_node Body = isl::manage(isl_ast_node_for_get_body(For.get()));
    Values[Id.get()] =
        evaluate(isl::manage(isl_ast_node_for_get_init(For.get())));
    if (isl_ast_node_for_is_degenerate(For.get()) == isl_bool_true)
      return run(Body);
    isl::ast_expr Cond = isl::manage(isl_ast_node_for_get_cond(For.get()));
    isl::ast_expr Inc = isl::manage(isl_ast_node_for_get_inc(For.get()));
    SmallVector<int64_t, 16> Iterations;
    while (evaluate(Cond) && !Failed) {
      Iterations.push_back(Values[Id.get()]);
      const int64_t Step = evaluate(Inc);
      Values[Id.get()] += Step;
    }
    // Whatever the order in which threads execute iterations, it may be this.
    if (IslAstInfo::isExecutedInParallel(For))
      std::reverse(Iterations.begin(), Iterations.end());
    for (int64_t Iteration : Iterations) {
      Values[Id.get()] = Iteration;
      run(Body);
    }
  }

  void runUser(const isl::ast_expr &Call) {
    isl::ast_expr Callee = isl::manage(isl_ast_expr_get_op_arg(Call.get(), 0));
    isl::id Id = isl::manage(isl_ast_expr_get_id(Callee.get()));
    auto *Stmt = static_cast<ScopStmt *>(Id.get_user());
    Coordinates Where;
    for (int N = 1; N < isl_ast_expr_get_op_n_arg(Call.get()); ++N)
      Where.push_back(
          evaluate(isl::manage(isl_ast_expr_get_op_arg(Call.get(), N))));
    auto [It, New] = Accesses.try_emplace(Stmt);
    if (New)
      It->second = getAccesses(*Stmt, E.Params);
    if (Failed || !It->second)
      return (void)fail();

    if (Stmt->isCopyStmt())
      return runCopy(*Stmt, *It->second, Where);
    auto &Instances = E.Instances[Stmt];
    auto Found = Instances.find(Where);
    if (Found == Instances.end() || Found->second.Executed) {
      Wrong = true;
      return;
    }
    Instance &I = Found->second;
    I.Executed = true;
    Wrong |= execute(*It->second, I.Point, I.Name, M) != I.Reads;
  }

  void runCopy(ScopStmt &Stmt, ArrayRef<Access> Accesses,
               const Coordinates &Where) {
    isl::set Domain = fixParams(Stmt.getDomain(), E.Params);
    isl::point Point(Domain.get_space());
    for (auto [D, Value] : enumerate(Where))
      Point = isl::manage(isl_point_set_coordinate_val(
          Point.release(), isl_dim_set, D,
          isl_val_int_from_si(S.getIslCtx().get(), Value)));
    std::optional<Cell> From, To;
    for (const Access &A : Accesses)
      (A.IsRead ? From : To) = getCell(A, Point);
    if (!From || !To)
      return (void)fail();
    hash_code Value = M.get(*From);
    M.get(*To) = Value;
  }
};
} // namespace

void Validation::record(Scop &S) {
  Executions.clear();
  for (ArrayRef<int> Values : Sizes) {
    Execution E;
    E.Params = chooseParams(S, Values);
    if (!E.Params.is_null() && executeOriginal(S, E))
      Executions.push_back(std::move(E));
  }
}

void Validation::compare(Scop &S, const isl::ast_node &Root) {
  if (!Root.is_null())
    for (auto [Idx, E] : enumerate(Executions)) {
      // Small ones, or those of which there are rows.
      const runtime::BoxSizes Small = {2, 4, 6};
      IsWrong |=
          Interpreter(S, E).isWrong(Root, Boxes ? &*Boxes : nullptr,
                                    Idx % 2 ? runtime::UsualBoxSizes : Small);
    }
  Executions.clear();
  Boxes.reset();
}

PreservedAnalyses ValidateOrderPass::run(Scop &S, ScopAnalysisManager &SAM,
                                         ScopStandardAnalysisResults &AR,
                                         SPMUpdater &) {
  V.compare(S, SAM.getResult<IslAstAnalysis>(S, AR).getAst());
  return PreservedAnalyses::all();
}
