"""Deliberate defects of the transformation, for mutate.py.

D(name, file, what, edits, tests): in the source file, below polly/lib of the overlay or of the
patched tree, each text (old, new) of the edits occurs once and is replaced. What: what is wrong
then. Tests: which are tried first, since they are known to catch it.
"""

from collections import namedtuple

Defect = namedtuple("Defect", "name file what edits tests")
DEFECTS = []


def D(name, file, what, edits, *tests):
    DEFECTS.append(Defect(name, file, what, edits, tests))


# -- Checkpoint and rollback -----------------------------------------------------------------------

D("rollback-skipped", "ESCoP/Driver.cpp",
  "a chunk in which a guard fired is not undone",
  [("  Copy(/*Back=*/true);\n", "")],
  "exact/depth2.cpp")

D("checkpoint-one-element-short", "ESCoP/Driver.cpp",
  "the last eight bytes of the written interval are neither saved nor restored",
  [("    Copy(Begin, Saved, Width);",
    """    Copy(Begin, Saved,
         Builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, Width, i64(8)));""")],
  "exact/depth2.cpp")

D("checkpoint-from-read-interval", "ESCoP/Driver.cpp",
  "the checkpoint begins where the array is accessed, not where it is written",
  [("  Value *Width = regionField(Bounds, RegionIdx, RF_Width);\n  auto Copy",
    """  Value *Width = regionField(Bounds, RegionIdx, RF_Width);
  Begin = boundsField(Bounds, R.ArrayIdx, BF_Begin);
  auto Copy""")],
  "exact/triangular.cpp")

D("checkpoint-arrays-overlap", "ESCoP/Driver.cpp",
  "all written arrays are saved at the same place of the buffer",
  [("    Offset.push_back(Bytes);", "    Offset.push_back(i64(0));")],
  "exact/checkpoint_fits_its_buffer.cpp")

D("checkpoint-exceeds-budget", "ESCoP/Driver.cpp",
  "a chunk is not halved that writes more than the buffer holds",
  [("    Ok = Builder.CreateAnd(Ok, Builder.CreateICmpULE(Bytes, Budget));", "    (void)Budget;")],
  "exact/checkpoint_fits_its_buffer.cpp")

D("state-of-undone-chunk", "ESCoP/Driver.cpp",
  "the state behind a chunk that is rolled back stays in the frame: the replay begins there",
  [("  Value *Status = callShadow(Count, Next, Begin, Bounds);",
    "  Value *Status = callShadow(Count, Frame, Begin, Bounds);")],
  "exact/depth2.cpp")

D("undone-chunk-forgotten", "ESCoP/Driver.cpp",
  "behind a rollback chunks grow from where the undone one began, not from where it ended",
  [("    FiresBefore->addIncoming(Builder.CreateAdd(Begin, Count),",
    "    FiresBefore->addIncoming(i64(-1),")],
  "polly/replay_smaller_chunk.ll")

D("steady-value-not-compared", "ESCoP/Splice.cpp",
  "the first value of a PHI is taken for the one that is loaded in the nest",
  [('    RequireEqual(First, Next, "escop.steady");',
    '    RequireEqual(First, First, "escop.steady");\n    (void)Next;')],
  "exact/data_pointer_reloaded.cpp")

D("shrunk-chunk-counted-whole", "ESCoP/Driver.cpp",
  "a chunk that was halved counts as if it had been executed whole",
  [("  Value *NewBegin = Builder.CreateAdd(Begin, Count);",
    "  Value *NewBegin = Builder.CreateAdd(Begin, Most);")],
  "exact/missing_pages.cpp")

D("chunk-beyond-the-end", "ESCoP/Driver.cpp",
  "the last chunk has as many iterations as is wanted, not as are left",
  [("  Value *Most = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Want, Rest);",
    "  Value *Most = Want; (void)Rest;")],
  "exact/depth2.cpp")

# -- What a chunk may touch ------------------------------------------------------------------------

D("pages-not-probed", "ESCoP/Driver.cpp",
  "a chunk is executed although pages of it are missing",
  [("      Builder.CreateCondBr(There, Good, Shrink);",
    "      (void)There; Builder.CreateCondBr(Builder.getTrue(), Good, Shrink);")],
  "exact/missing_pages.cpp")

D("pages-probed-for-reading-only", "ESCoP/Driver.cpp",
  "pages that are written are only asked for as readable",
  [("{From, To, Builder.getInt1(Write)}", "{From, To, Builder.getFalse()}")],
  "exact/missing_pages.cpp")

D("first-page-probed-only", "ESCoP/Probe.cpp",
  "of an interval only the first page is probed",
  [("  Value *Length = Builder.CreateSub(Probe->getArg(1), Begin);",
    "  Value *Length = i64(PageSize);")],
  "exact/missing_pages.cpp")

D("first-mapping-probed-only", "ESCoP/Probe.cpp",
  "of a large interval only the first mapping is looked up",
  [("  Builder.CreateCondBr(Builder.CreateICmpUGE(MappingEnd, End), Close, Mapping);",
    "  Builder.CreateCondBr(Builder.getTrue(), Close, Mapping);")],
  "exact/probe.cpp")

D("mapping-probed-for-reading-only", "ESCoP/Probe.cpp",
  "mappings of a large interval that is written are only asked for as readable",
  [("      Write, i64(PROCMAP_QUERY_VMA_READABLE | PROCMAP_QUERY_VMA_WRITABLE),",
    "      Write, i64(PROCMAP_QUERY_VMA_READABLE),")],
  "exact/probe.cpp")

D("guard-regions-not-scanned", "ESCoP/Probe.cpp",
  "of a large interval that is mapped it is not asked whether its pages are in",
  [("      isZero(Found), Builder", "      Builder.getTrue(), Builder"),
   ("  Value *Found = callSystem", "  [[maybe_unused]] Value *Found = callSystem")],
  "exact/probe.cpp")

D("static-object-left", "ESCoP/Footprint.cpp",
  "a chunk may leave a static object and reach another one, from which it is taken to be disjoint",
  [("    if (Arr.ObjectSize) {", "    if (false) {")],
  "exact/static_object_is_left.cpp")

D("buffer-overwritten", "ESCoP/Driver.cpp",
  "writes behind the throw may hit the checkpoint",
  [("  AddOwn(Buffer, Budget);\n", "")],
  "exact/writes_reach_the_checkpoint.cpp")

D("stack-overwritten", "ESCoP/Driver.cpp",
  "writes behind the throw may hit the frames of driver and shadow",
  [("""  Own.push_back(
      {Builder.CreateSub(FrameAddress, i64(StackReserve)),
       Builder.CreateAdd(FrameAddress, i64(16 + 16 * Driver->arg_size()))});""",
    "  (void)FrameAddress;")],
  "exact/writes_reach_the_stack.cpp")

D("traps-ahead", "ESCoP/Detection.cpp",
  "operations that may trap are executed behind a guard that fires",
  [("""      if (!isSafeToSpeculativelyExecute(&I))
        return Reject(Reason::MayTrap, &I);
""", "")],
  "polly/declined_may_trap.ll")

# -- Memory and errno ------------------------------------------------------------------------------

D("malloc-failure-ignored", "ESCoP/Driver.cpp",
  "the checkpoint is written although there is no buffer",
  [("  Builder.CreateCondBr(Builder.CreateIsNotNull(Buffer), GotBuffer, Return);",
    "  Builder.CreateCondBr(Builder.getTrue(), GotBuffer, Return);")],
  "exact/malloc_fails.cpp")

D("scratch-failure-ignored", "ESCoP/Driver.cpp",
  "operands are packed although there is no working memory",
  [("  Builder.CreateCondBr(Builder.CreateIsNotNull(ScratchBuffer), Got, Failed);",
    "  Builder.CreateCondBr(Builder.getTrue(), Got, Failed);")],
  "exact/malloc_fails.cpp")

D("packed-arrays-overlap", "ESCoP/Policy.cpp",
  "the packed operands of a matrix product share their memory",
  [("    P.ScratchSize +=\n        alignTo(", "    P.ScratchSize =\n        alignTo("),
   ("Builder.getInt8Ty(), Scratch, P.ScratchSize));", "Builder.getInt8Ty(), Scratch, 0));")],
  "exact/malloc_fails.cpp")

D("errno-not-restored", "ESCoP/Driver.cpp",
  "what the driver's calls leave in errno stays there",
  [("    if (Errno)\n      Builder.CreateStore(OldErrno, Errno, /*isVolatile=*/true);", "")],
  "exact/malloc_fails.cpp")

D("errno-calls-not-restored", "ESCoP/Pipeline.cpp",
  "the nest keeps intrinsics, which are taken for free of effects, for calls that set errno",
  [("    restoreMathCalls(Math);\n", "    (void)Math;\n")],
  "exact/errno_order.cpp")

D("underflow-is-no-error", "ESCoP/Prepare.cpp",
  "exp and pow that underflow to zero are not left to the nest, and errno is not set",
  [("    return fcAllFlags & ~fcNormal;", "    return fcAllFlags & ~(fcNormal | fcZero);")],
  "exact/errno_underflow.cpp")

# -- Guards ----------------------------------------------------------------------------------------

D("marker-of-unresolved-guard-erased", "ESCoP/Shadow.cpp",
  "the shadow forgets all of its guards, not only the resolved ones",
  [("      if (isGuardMarker(I) && Resolved.contains(getGuardIndex(I)))\n",
    "      if (isGuardMarker(I))\n")],
  "exact/depth2.cpp")

D("guard-sense", "ESCoP/Shadow.cpp",
  "a guard that fires if its condition is false is evaluated the wrong way round",
  [("""      if (G.ExitSucc == 1)
        Fires = Builder.CreateNot(Fires);
""", "")],
  "polly/shadow_guard_sense.ll")

D("last-guard-only", "ESCoP/Shadow.cpp",
  "of several guards only the last one counts",
  [("      Flagged = Builder.CreateOr(Flagged, Builder.CreateIsNotNull(Fired));",
    "      Flagged = Builder.CreateIsNotNull(Fired);")],
  "exact/several_guards.cpp")

D("last-instance-only", "ESCoP/Shadow.cpp",
  "a guard that fires is forgotten when it does not fire in a later iteration",
  [("    Builder.CreateStore(Builder.CreateOr(Old, Fires), Flag);",
    "    (void)Old; Builder.CreateStore(Fires, Flag);")],
  "exact/depth2.cpp")

D("freeze-forgotten", "ESCoP/Shadow.cpp",
  "conditions that may be poison in a speculative iteration are branched on",
  [("  const bool Freeze = Speculative && mayCreatePoison(*Shadow);",
    "  const bool Freeze = Speculative && !mayCreatePoison(*Shadow);")],
  "polly/shadow_freeze.ll")

D("facts-kept", "ESCoP/Shadow.cpp",
  "a speculating shadow keeps what only holds because a guard passed",
  [("      dropSpeculativeFacts(I);\n", "      (void)I;\n")],
  "polly/shadow_markers_drop_facts.ll")

D("affine-guard-one-late", "ESCoP/Footprint.cpp",
  "a guard i >= n is taken not to fire if it fires in the last iteration only",
  [("""    case ICmpInst::ICMP_SGE:
      Never = Builder.CreateICmpSLT(Hi, Zero);""",
    """    case ICmpInst::ICMP_SGE:
      Never = Builder.CreateICmpSLE(Hi, Zero);""")],
  "exact/affine_guard_borders.cpp")

D("affine-guard-either-half", "ESCoP/Footprint.cpp",
  "a guard `a || b` is taken not to fire if one of both does not",
  [("    return Or == IsTrue ?", "    return Or != IsTrue ?")],
  "exact/affine_guard_borders.cpp")

D("affine-guard-never-fires", "ESCoP/Footprint.cpp",
  "a guard that is affine counts as one that fires in no iteration",
  [("          Emitter.require(Never);\n", "")],
  "exact/affine_guard_borders.cpp")

# -- Inspector -------------------------------------------------------------------------------------

D("inspector-one-late", "ESCoP/Inspect.cpp",
  "the inspector reports the iteration behind the one in which a guard fires",
  [("  ReturnInst::Create(E.F->getContext(), Copy.Counter, Fired);",
    """  auto *Late = BinaryOperator::CreateAdd(
      Copy.Counter, ConstantInt::get(I64, 1), "", Fired);
  ReturnInst::Create(E.F->getContext(), Late, Fired);""")],
  "exact/overlap_in_either_order.cpp")

D("control-dependence-ignored", "ESCoP/Inspect.cpp",
  "a guard that is evaluated under a condition is inspected without it",
  [("      markLive(Term);\n    }\n  }\n\npublic:", "    }\n  }\n\npublic:")],
  "unit")

D("loop-wrongly-reduced", "ESCoP/Inspect.cpp",
  "the inspector runs the first iteration only of a loop that a guard depends on",
  [("    if (L->getHeader() == PHI->getParent() && Slice.Reduced.erase(L))",
    "    if (L->getHeader() == PHI->getParent() && Slice.Reduced.contains(L))")],
  "unit")

D("guard-reads-what-is-written", "ESCoP/Inspect.cpp",
  "a guard is inspected although it reads what the nest writes",
  [("      case Same:\n        return false;", "      case Same:\n        break;")],
  "polly/speculate_guard_written.ll")

D("nothing-to-execute", "ESCoP/Driver.cpp",
  "the shadow is called for no iteration if a guard fires in the first one",
  [("    Ok = Builder.CreateICmpNE(First, i64(0));", "    Ok = Builder.getTrue();")],
  "polly/driver_inspect.ll")

# -- Footprint -------------------------------------------------------------------------------------

D("pointers-compared-at-one-moment", "ESCoP/Inspect.cpp",
  "a guard is inspected although its array and one that is written are exchanged in the nest",
  [("    getUnderlyingObjects(Ptr, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);",
    "    Objects.push_back(Ptr);")],
  "polly/speculate_pointers_swapped.ll")

D("inspected-without-bounds", "ESCoP/Inspect.cpp",
  "a nest is inspected although it cannot be checked that it does not write what its guards read",
  [("        Slice.NeedsDisjointness = true;", "        Slice.NeedsDisjointness = false;")],
  "exact/scattered_rows.cpp")

D("disjointness-unchecked", "ESCoP/Footprint.cpp",
  "arrays that overlap are taken for disjoint",
  [("""    Emitter.require(Builder.CreateOr(Builder.CreateICmpULE(A.End, B.Begin),
                                     Builder.CreateICmpULE(B.End, A.Begin)));""",
    "    (void)A; (void)B;")],
  "exact/overlap_in_either_order.cpp")

D("disjointness-one-way", "ESCoP/Footprint.cpp",
  "of two arrays it is not checked whether the first one is written where the second one is read",
  [("""      if (FP.Arrays[J].Written)
        Disjoint(Intervals[J].second, Intervals[I].first);
""", "")],
  "exact/overlap_in_either_order.cpp")

D("headers-not-in-footprint", "ESCoP/Shadow.cpp",
  "sizes and pointers that are loaded ahead of the nest may be what it writes",
  [("  if (Markers)\n    for (Instruction *I : E.Hoisted)",
    "  if (false)\n    for (Instruction *I : E.Hoisted)")],
  "exact/header_is_overwritten.cpp")

D("hoisted-from-written-array", "ESCoP/Detection.cpp",
  "a load is hoisted from an array that the nest writes through the same pointer",
  [("        if (WrittenBases.contains(SE.getPointerBase(SE.getSCEV(Ptr))) ||\n            Load",
    "        (void)Ptr;\n        if (Load")],
  "exact/pivot_is_written.cpp")

D("hoisted-past-guard", "ESCoP/Detection.cpp",
  "a load is executed ahead although a guard in front of it fires at once",
  [("          E.HoistedGuards = Guards;\n", "")],
  "exact/load_behind_guard.cpp")

D("hoisted-guard-sense", "ESCoP/Splice.cpp",
  "a guard in front of a hoisted load is evaluated the wrong way round",
  [("      if (G.ExitSucc == 1)\n        Br->swapSuccessors();\n",
    "      if (G.ExitSucc == 0)\n        Br->swapSuccessors();\n")],
  "exact/load_behind_guard.cpp")

D("hoisted-where-nest-resumes", "ESCoP/Detection.cpp",
  "a load that the first iteration makes is repeated ahead of later ones, which do not make it",
  [("        } else if (!E.Resumes && Safety.isGuaranteedToExecute(I, &DT, &L)) {",
    "        } else if (Safety.isGuaranteedToExecute(I, &DT, &L)) {")],
  "exact/header_freed_while_resuming.cpp")

D("last-row-not-looked-at", "ESCoP/Rows.cpp",
  "whether the last row of a table lies where it should is not looked at",
  [("Builder.CreateCondBr(Builder.CreateICmpEQ(NewIndex, Entries), End, Next);",
    "Builder.CreateCondBr(Builder.CreateICmpUGE(Builder.CreateAdd(NewIndex, Builder.getInt64(1)), Entries), End, Next);")],
  "exact/row_layouts.cpp")

D("tables-may-be-written", "ESCoP/Shadow.cpp",
  "the tables of rows are not in the footprint: a chunk may overwrite them",
  [("    IRBuilder<> Builder(RowLoads.back());\n    if (Markers)",
    "    IRBuilder<> Builder(RowLoads.back());\n    if (false)")],
  "exact/row_tables_written.cpp")

D("rows-of-one-loop", "ESCoP/Rows.cpp",
  "a row that two loops index is counted by one of them",
  [("        Index = Builder.CreateAdd(Index, Counter);", "        (void)Counter;")],
  "exact/rows_written.cpp")

D("rows-without-constant", "ESCoP/Rows.cpp",
  "A[i - 1] is taken for A[i]",
  [("      if (uint64_t Behind = R.Index - T.FirstIndex)",
    "      if (uint64_t Behind = 0)")],
  "exact/rows_written.cpp")

D("last-row-unchecked", "ESCoP/Rows.cpp",
  "the table's last entry is not compared",
  [("      Entries = SE.getSMaxExpr(Entries, SE.getAddExpr(Max, One));",
    "      Entries = SE.getSMaxExpr(Entries, Max);")],
  "exact/row_layouts.cpp")

D("gaps-saved", "ESCoP/Footprint.cpp",
  "what lies between two rows is saved and restored",
  [("        AllSaved = Builder.CreateAnd(AllSaved, Use);", "        Use = Builder.getFalse();")],
  "exact/rows_written.cpp")

D("blocks-one-short", "ESCoP/Footprint.cpp",
  "the last of the strided blocks is not saved",
  [("""        Value *Count = Builder.CreateAdd(Builder.CreateSub(B.LastRow, B.Row),
                                         Emitter.constant(1));""",
    "        Value *Count = Builder.CreateSub(B.LastRow, B.Row);")],
  "exact/columns_written.cpp")

D("blocks-one-element-narrow", "ESCoP/Footprint.cpp",
  "the last element of each strided block is not saved",
  [("    End = Builder.CreateSelect(Executed, Builder.CreateAdd(End, Size), Never);",
    "    (void)Size;\n    End = Builder.CreateSelect(Executed, End, Never);")],
  "exact/columns_written.cpp")

D("blocks-not-clipped", "ESCoP/Driver.cpp",
  "strided blocks are saved that reach beyond what is written",
  [("Intrinsic::umin, Builder.CreateAdd(Block, Width), WriteEnd);",
    "Intrinsic::umax, Builder.CreateAdd(Block, Width), Block);\n  (void)WriteEnd;")],
  "exact/columns_written.cpp")

D("counter-goes-round", "ESCoP/Detection.cpp",
  "a counter that steps beyond the end of its type is taken to stop",
  [("      SE.getMinusSCEV(One, IsNot0(Beyond)));", "      One);\n  (void)Beyond;")],
  "exact/iterators_miss_the_end.cpp")

D("rows-at-any-distance", "ESCoP/Rows.cpp",
  "a distance that is no number of elements is rounded",
  [("       Builder.CreateICmpEQ(Builder.CreateMul(Elements, Element), Distance),\n", "")],
  "exact/row_layouts.cpp")

D("end-may-be-stepped-over", "ESCoP/Detection.cpp",
  "an iterator that does not meet its end is taken to stop in front of it",
  [("        SE.getMinusSCEV(One, IsNot0(SE.getURemExpr(Distance, Step))));",
    "        One);")],
  "exact/iterators_miss_the_end.cpp")

D("last-element-left-out", "ESCoP/Footprint.cpp",
  "the size of the last element does not belong to the footprint",
  [("      Value *End = Builder.CreateSelect(Executed, Builder.CreateAdd(Last, Size),",
    "      Value *End = Builder.CreateSelect(Executed, Last,")],
  "exact/depth2.cpp")

D("single-place-taken-for-none", "ESCoP/Footprint.cpp",
  "an access to one place only counts as one that no iteration executes",
  [("      Value *Executed = Builder.CreateICmpSLE(First, Last);",
    "      Value *Executed = Builder.CreateICmpSLT(First, Last);")],
  "exact/cell_in_memory.cpp")

D("descending-loops", "ESCoP/Footprint.cpp",
  "the first and the last iteration of a descending loop are confused",
  [("      return Max ? FirstHi : LastLo;", "      return Max ? LastHi : FirstLo;")],
  "exact/missing_pages.cpp")

D("memset-not-written", "ESCoP/Footprint.cpp",
  "what memset and memcpy write is not in the checkpoint",
  [("        Out.push_back({&I, Mem->getRawDest(), Mem->getLength(), true});",
    "        Out.push_back({&I, Mem->getRawDest(), Mem->getLength(), false});")],
  "exact/fill_and_copy.cpp")

D("ranges-unchecked", "ESCoP/Footprint.cpp",
  "sizes, counts and offsets may be so large that the bounds overflow",
  [("    require(Builder.CreateICmpULT(Builder.CreateAdd(V, Bias), Limit));",
    "    (void)Bias; (void)Limit;")],
  "exact/strides_wrap.cpp")

D("extension-unchecked", "ESCoP/Footprint.cpp",
  "a narrow index is taken not to wrap",
  [("                             Builder.CreateICmpSLE(Hi, Greatest));",
    "                             Builder.getTrue());")],
  "exact/narrow_index_wraps.cpp")

D("increments-not-merged", "ESCoP/Prepare.cpp",
  "a counter whose increment was copied into the branches of the body is none",
  [("    mergeIncrements(*L, LI, SE);\n    if", "    if"),
   ("    Changed |= mergeIncrements(*L, LI, SE);", "")],
  "exact/increment_in_branches.cpp")

D("product-overflows", "ESCoP/Footprint.cpp",
  "the factors of a product of bounds may be so large that 128 bits overflow",
  [("        requireBits(V, 63);", "        (void)V;")],
  "exact/strides_wrap.cpp")

D("last-value-modulo", "ESCoP/Footprint.cpp",
  "the last value of a counter, computed modulo 2^n, is taken for the integer",
  [("      requireBits(V, Width - 1);", "      (void)V;")],
  "exact/subscripts_wrap.cpp")

D("wide-integers", "ESCoP/Footprint.cpp",
  "numbers of more than 64 bits are bounded, too",
  [("    if (SE.getTypeSizeInBits(S->getType()) > 64)\n      return nullptr;\n", "")],
  "exact/subscripts_wrap.cpp")

D("range-of-41-bits", "ESCoP/Footprint.cpp",
  "numbers of 41 bits are compared with 2^40",
  [("Ty->getBitWidth() > ParamBits + 1", "Ty->getBitWidth() > ParamBits")],
  "exact/subscripts_wrap.cpp")

D("least-size-unchecked", "ESCoP/Footprint.cpp",
  "of the sizes that a memory intrinsic has, only the greatest is required not to be negative",
  [("LeastSize, IsKnown ?", "Size, IsKnown ?")],
  "exact/subscripts_wrap.cpp")

D("least-integer-in-range", "ESCoP/Footprint.cpp",
  "2^31 is taken for a signed number of 32 bits",
  [("    if (getBits(V) < Bits)\n", "    if (getBits(V) <= Bits)\n")],
  "exact/subscripts_wrap.cpp")

D("guards-resolved-by-facts", "ESCoP/Pipeline.cpp",
  "what is known because a guard did not fire is used to prove that it does not",
  [("      if (!KeepFacts || P.FP->Resolved.empty())\n", "")],
  "exact/guard_asks_for_facts.cpp")

D("count-of-wrapped-integers", "ESCoP/Footprint.cpp",
  "that a loop is entered only if its count is not negative is taken to hold for the integer, too",
  [("Least = getRange(Count, /*Signed=*/true).first;", "Least = Min;")],
  "exact/counts_wrap.cpp")

D("quotient-of-wrapped-dividend", "ESCoP/Footprint.cpp",
  "what is divided is taken not to wrap",
  [("          !requireNoWrap(Div->getLHS(), /*Signed=*/false))", "          false)")],
  "faults/quotients.cpp")

D("remainder-one-short", "ESCoP/Footprint.cpp",
  "x % c is taken to be at most c - 2",
  [("constant(1 - C)", "constant(2 - C)")],
  "faults/quotients.cpp")

D("remainder-in-parts", "ESCoP/Footprint.cpp",
  "bounds of x - c * (x / c) are those of both parts, beyond the array",
  [("        HasRemainder = true;", "        HasRemainder = false;")],
  "faults/quotients.cpp")

D("ring-not-wrapped", "ESCoP/Footprint.cpp",
  "a subscript of few bits is required not to wrap",
  [("getType()) > MaxWrappingBits)", "getType()) > 0)")],
  "faults/quotients.cpp")

D("unsigned-guard-as-signed", "ESCoP/Footprint.cpp",
  "an unsigned comparison is resolved as a signed one although an operand may be negative",
  [("Emitter.constant(NonNegative ? 0 : -(1LL << Limit))", "Emitter.constant(-(1LL << Limit))"),
   ("      bool NonNegative =", "      [[maybe_unused]] bool NonNegative =")],
  "exact/affine_guard_borders.cpp")

# -- Shadow ----------------------------------------------------------------------------------------

D("one-iteration-too-many", "ESCoP/Outline.cpp",
  "a copy of the nest executes one iteration too many",
  [("      Builder.CreateCondBr(Builder.CreateICmpEQ(Next, N), Exit, Header);",
    "      Builder.CreateCondBr(Builder.CreateICmpEQ(Counter, N), Exit, Header);")],
  "exact/depth2.cpp")

D("shift-ignores-earlier-calls", "ESCoP/Driver.cpp",
  "the bases of the arrays do not move on when a nest that resumed calls the driver again",
  [("        Builder.CreateMul(Builder.CreateAdd(Start, Begin),",
    "        Builder.CreateMul(Begin,")],
  "exact/affine_guard_resumes.cpp")

D("shift-ignores-chunks", "ESCoP/Driver.cpp",
  "the bases of the arrays do not move on from chunk to chunk",
  [("        Builder.CreateMul(Builder.CreateAdd(Start, Begin),",
    "        Builder.CreateMul(Start,")],
  "exact/triangles_in_chunks.cpp")

D("shift-unchecked", "ESCoP/Specialise.cpp",
  "a base is moved although not all addresses of the array move with it",
  [("      if (!Ok)\n        continue;\n      for (auto &[U, Addr] : Rewritten)",
    "      for (auto &[U, Addr] : Rewritten)")],
  "exact/triangles_in_chunks.cpp")

D("reload-of-overwritten-cell", "ESCoP/Canonicalise.cpp",
  "a scalar is reloaded from a cell that may have been written since",
  [("""    if (Walker.getClobberingMemoryAccess(
            Memory->getIncomingValueForBlock(Latch), Loc) !=
        MSSA.getMemoryAccess(Store))
      continue;
""", "")],
  "exact/cell_is_overwritten.cpp")

D("polly-check-ignored", "ESCoP/Driver.cpp",
  "a shadow that declined, since Polly's run-time check failed, counts as executed",
  [("Value *Done = Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done));",
    "Value *Done = Builder.CreateICmpNE(Status, Builder.getInt8(SS_Flagged));"),
   ("  SwitchInst *Switch = Builder.CreateSwitch(Status, Failed, 2);",
    "  SwitchInst *Switch = Builder.CreateSwitch(Status, Commit, 2);")],
  "exact/rows_overlap.cpp")

D("exact-division-kept", "ESCoP/Policy.cpp",
  "the remainder beside an exact division is taken for zero",
  [("      I.setIsExact(false);", "      ;")],
  "exact/exact_division.cpp")

D("packed-products-multiplied-again", "ESCoP/Policy.cpp",
  "operands are packed as products with a factor, and multiplied by it where they are read, too",
  [("    Product->replaceAllUsesWith(Product->getOperand(1 - FactorIdx));\n"
    "    Product->eraseFromParent();\n", "    (void)Product;\n")],
  "exact/packed_products.cpp")

D("left-iteration-counted-as-executed", "ESCoP/Driver.cpp",
  "the iteration that is left to the nest counts as executed by the driver before",
  [("""    Builder.SetInsertPoint(First);
    requestReplay(i64(0), i64(1));""", """    Builder.SetInsertPoint(First);
    requestReplay(i64(1), i64(1));""")],
  "exact/first_iteration_left.cpp")

D("wrong-schedule-kept", "ESCoP/Policy.cpp",
  "what the interpreted AST does wrong does not matter",
  [(" || V.IsWrong)", ")")],
  "exact/skewed_schedule.cpp")

# -- Splicing --------------------------------------------------------------------------------------

D("live-out-from-state", "ESCoP/Splice.cpp",
  "behind the normal exit a live-out has the value of a state",
  [("Field(E.State.size() + *LiveOut)", "Field(*LiveOut)")],
  "exact/live_outs.cpp")

D("live-outs-of-first-chunk", "ESCoP/Driver.cpp",
  "a chunk hands on its state, not its live-outs",
  [("  for (auto [Field, Ty] : enumerate(FrameTy->elements()))\n",
    "  for (auto [Field, Ty] : enumerate(FrameTy->elements().take_front(E.State.size())))\n")],
  "exact/live_outs.cpp")

D("replay-from-the-start", "ESCoP/Splice.cpp",
  "the nest is entered with the state of its first iteration, whatever the driver executed",
  [("    Value *V = Builder.CreateLoad(PHI->getType(), Field(Idx));\n",
    "    Value *V = E.getStart(PHI);\n    (void)Idx;\n")],
  "exact/imperfect.cpp")

D("replay-counted-from-the-start", "ESCoP/Splice.cpp",
  "the relay does not count the iterations that the driver executed",
  [("    Iteration->addIncoming(Begin, Resume);", "    Iteration->addIncoming(Start, Resume);")],
  "exact/affine_guard_resumes.cpp")

D("replay-of-chunk-counted-behind-it", "ESCoP/Driver.cpp",
  "the replay of a chunk that was rolled back counts its iterations from the chunk's end",
  [("    requestReplay(Begin, Count);",
    "    requestReplay(Builder.CreateAdd(Begin, Count), Count);")],
  "exact/caught_in_chunks.cpp")

D("resume-one-early", "ESCoP/Splice.cpp",
  "the driver is called again with the number of the iteration that was replayed last",
  [("    Start->addIncoming(Next, Relay);", "    Start->addIncoming(Iteration, Relay);")],
  "exact/affine_guard_resumes.cpp")

D("resume-with-old-state", "ESCoP/Splice.cpp",
  "the driver is called again with the state of the iteration that was replayed last",
  [("""E.State))
      New->addIncoming(PHI->getIncomingValueForBlock(Relay), Relay);""",
    """E.State))
      New->addIncoming(PHI, Relay);""")],
  "exact/affine_guard_resumes.cpp")

D("arguments-not-frozen", "ESCoP/Splice.cpp",
  "the driver branches on arguments that may be poison where the nest does not look at them",
  [("    Args.push_back(Frozen(New ? New : V));", "    Args.push_back(New ? New : V);")],
  "polly/hoisted_load_size_and_base.ll")

D("trip-count-one-short", "ESCoP/Splice.cpp",
  "the backedge-taken count is taken for the trip count",
  [('      Builder.getInt64(1), "escop.trips");', '      Builder.getInt64(0), "escop.trips");')],
  "exact/depth2.cpp")

# -- Polly -----------------------------------------------------------------------------------------

D("patch-0004-reversed", "Analysis/ScopBuilder.cpp",
  "a store is moved in front of a load of the same cell",
  [("""  joinOrderedPHIs(UnionFind, ModeledInsts);
  joinOrderedInstructions(UnionFind, ModeledInsts);
""", """  joinOrderedInstructions(UnionFind, ModeledInsts);
  joinOrderedPHIs(UnionFind, ModeledInsts);
""")],
  "exact/carried_guard.cpp")

D("patch-0007-reversed", "Transform/MatmulOptimizer.cpp",
  "of a triangular product less is packed than is read",
  [("""                            .project_out(isl::dim::set, 0, 1)
                            .insert_dims(isl::dim::set, 0, 1)
""", "")],
  "exact/triangular_product.cpp")

D("patch-0008-reversed", "Analysis/DependenceInfo.cpp",
  "a scalar that is kept in an array is not ordered against a reduction on it",
  [("          ReductionArrays.insert(MA->getLatestScopArrayInfo());",
    "          ReductionArrays.insert(MA->getScopArrayInfo());"),
   ("      if (ReductionArrays.count(MA->getLatestScopArrayInfo())) {",
    "      if (ReductionArrays.count(MA->getScopArrayInfo())) {")],
  "exact/reduction_meets_store.cpp")

D("packed-outside-of-domain", "Transform/MatmulOptimizer.cpp",
  "rows of a flat array are packed where instances outside of the domain would read them",
  [("  if (!PackedATranslator.is_single_valued())\n", "  if (false)\n")],
  "exact/packed_shapes.cpp")

D("packed-types-share-array", "Transform/MatmulOptimizer.cpp",
  "operands of different types are packed to one array",
  [("    if (Shadow)\n      Name +=", "    if (false)\n      Name +=")],
  "exact/packed_shapes.cpp")

D("packed-tiles-do-not-fit", "Transform/MatmulOptimizer.cpp",
  "a packed array has no room for the last register tile of a block",
  [("  Mc = std::max(Mc / MicroKernelParams.Mr, 1) * MicroKernelParams.Mr;\n", "")],
  "exact/packed_shapes.cpp")

D("patch-0012-reversed", "Analysis/ScopBuilder.cpp",
  "subscripts that count elements are compared with bytes",
  [("      if (Access->isArrayKind() && Access->getNumSubscripts() > 1 &&",
    "      if (false && Access->getNumSubscripts() > 1 &&")],
  "exact/copied_rows.cpp")

D("cold-code-counts-as-others", "ESCoP/Specialise.cpp",
  "bases are shifted as if the nest's own iterations had counted, too",
  [("      if (BeginsLater && !isa", "      if (false && !isa")],
  "exact/state_at_cold_code.cpp")

D("pointer-followed-before-store", "ESCoP/Detection.cpp",
  "a pointer that the nest stores first is followed in front of it",
  [("            Load->getType()->isScalableTy() || FollowsWrite(I))",
    "            Load->getType()->isScalableTy())")],
  "exact/pointer_set_in_nest.cpp")

D("first-iteration-speaks-for-all", "ESCoP/Detection.cpp",
  "what only the first iteration is known to load is loaded in front of others",
  [("          E.HoistedForFirst |= !IsExecutedInEachIteration(BB);\n", "")],
  "exact/pointer_set_in_nest.cpp")

D("patch-0013-reversed", "Transform/ZoneAlgo.cpp",
  "the value of a word is taken for that of its halves",
  [("       AccRel.is_single_valued())) {", "       true)) {")],
  "exact/halves_of_words.cpp")

D("written-cell-loaded-ahead", "ESCoP/Footprint.cpp",
  "what is loaded ahead may be written through the same pointer",
  [("      if (isReadMarker(*A->I))\n        Extend(Ahead, Begin, End);\n", "")],
  "exact/cell_behind_twin.cpp")

D("later-rows-not-vouched", "ESCoP/Driver.cpp",
  "a chunk may write a row that a later chunk loads",
  [("      Naive || !E.Rows.Tables.empty()\n", "      Naive\n")],
  "exact/later_rows_written.cpp")

D("hoisted-live-out-lost", "ESCoP/Detection.cpp",
  "what is hoisted, and used behind the nest only, is no parameter of its copies",
  [("        if (E.isHoisted(&I))\n          LiveIns.insert(&I);\n", "")],
  "exact/hoisted_live_out.cpp")

D("reloaded-value-asked-about", "ESCoP/Canonicalise.cpp",
  "a load that was just made is looked up in MemorySSA",
  [("      if (Access && Load->isSimple() &&", "      if (Load->isSimple() &&")],
  "exact/sums_of_one_cell.cpp")

D("bytes-may-wrap", "ESCoP/Driver.cpp",
  "bytes that are not vouched for may be -1, and one more a divisor",
  [("Builder.CreateOr(Builder.CreateUDiv(Bytes, Count), i64(1))",
    "Builder.CreateAdd(Builder.CreateUDiv(Bytes, Count), i64(1))")],
  "exact/bounds_not_vouched.cpp")

D("inspected-before-compared", "ESCoP/Driver.cpp",
  "the inspector reads what the nest may write through another pointer",
  [("  if (P.Inspector && (IsAhead || P.InspectorNeedsDisjointness)) {",
    "  if (P.Inspector && IsAhead) {")],
  "exact/inspector_meets_results.cpp")

D("twins-keep-flags", "ESCoP/Detection.cpp",
  "of two equal operations the one that may not overflow stands for the one that wraps",
  [("        Other->andIRFlags(&I);\n", "")],
  "exact/twin_flags.cpp")

D("errno-is-memory", "ESCoP/Detection.cpp",
  "a nest that writes errno is transformed, although the driver restores it",
  [('Callee->getName() == "__errno_location")', 'Callee->getName() == "")')],
  "polly/declined_errno.ll", "exact/errno_written.cpp")

D("second-stack", "ESCoP/Detection.cpp",
  "a chunk may write the driver's objects, which are on the stack that it does not know",
  [("         F.hasFnAttribute(Attribute::SafeStack);", "         false;")],
  "exact/writes_reach_the_stack.cpp")

D("driver-in-funclet", "ESCoP/Detection.cpp",
  "the driver's call belongs to no funclet, although it is in one",
  [("      isScopedEHPersonality(classifyEHPersonality(E.F->getPersonalityFn())))",
    "      false)")],
  "polly/declined_funclets.ll")

D("address-space-of-frame", "ESCoP/Detection.cpp",
  "the address of the frame is passed as one of another address space",
  [("  if (E.F->getDataLayout().getAllocaAddrSpace())", "  if (false)")],
  "polly/declined_alloca_address_space.ll")

D("any-thing-of-that-name", "ESCoP/Pipeline.cpp",
  "the driver calls the program's variables",
  [("  return !GV || (Fn", "  return true || !GV || (Fn")],
  "exact/library_names.cpp")

D("functions-of-any-type", "ESCoP/Pipeline.cpp",
  "the driver calls the program's functions, which have other arguments",
  [("Fn->getFunctionType() == Ty", "Ty")],
  "exact/library_names.cpp")

D("short-addresses", "ESCoP/Pipeline.cpp",
  "nests are speculated where addresses have 32 bits",
  [("      Mod.getDataLayout().getPointerSizeInBits() != 64 ||\n", "")],
  "polly/declined_platform.ll")

D("noinline-ignored", "ESCoP/Prepare.cpp",
  "callees that are not to be inlined, and write, are inlined",
  [("      (writesMemory(*Callee) || any_of(instructions(*Callee), isBoundToCall)))",
    "      false)")],
  "exact/noinline_callees.cpp")

D("noinline-readers-inlined", "ESCoP/Prepare.cpp",
  "callees that are not to be inlined, and read thread-local objects, are inlined",
  [("      (writesMemory(*Callee) || any_of(instructions(*Callee), isBoundToCall)))",
    "      writesMemory(*Callee))")],
  "exact/noinline_callees.cpp")

D("large-frames-inlined", "ESCoP/Prepare.cpp",
  "a recursive function gets the buffers of its callees",
  [("      getFrameSize(*Callee) > MaxInlinedFrame)", "      false)")],
  "exact/noinline_callees.cpp")

D("vector-functions", "ESCoP/Prepare.cpp",
  "the shadow calls vector functions, which round in another way, where the nest calls others",
  [(" ||\n            TLI.isFunctionVectorizable(Call->getCalledFunction()->getName()))", ")")],
  "exact/vector_math.cpp")

D("packed-on-the-stack", "ESCoP/Policy.cpp",
  "packed arrays are on the stack where malloc cannot be called",
  [("    const bool UsePatterns = FillsVectors && P.HasRuntime;",
    "    const bool UsePatterns = FillsVectors;")],
  "exact/packed_on_small_stack.cpp")

D("pragma-kept", "ESCoP/Outline.cpp",
  "a pragma for loops with exits reorders sums in their copies, which have none",
  [('{"llvm.loop.vectorize"}', "{}")],
  "exact/pragma_vectorize.cpp")

D("outlined-interrupt-handlers", "ESCoP/Outline.cpp",
  "what is outlined of an interrupt handler returns as one",
  [('"dontcall-warn", "interrupt",', '"dontcall-warn",')],
  "polly/outlined_interrupt_handler.ll")

D("packed-what-is-not-read", "Transform/MatmulOptimizer.cpp",
  "operands that the nest reads under a condition only are packed",
  [("  if (!Stmt->isBlockStmt())\n    return false;\n", "")],
  "exact/packed_conditional_operand.cpp")

D("natural-alignment", "Analysis/ScopBuilder.cpp",
  "elements that the program accesses unaligned are accessed with the alignment of their type",
  [("      SAI->restrictAlign(", "      if (false)\n        SAI->restrictAlign(")],
  "exact/vector_elements.cpp")

D("alignment-of-another-element", "CodeGen/BlockGenerators.cpp",
  "a value is reloaded from another place with the alignment of the one that it came from",
  [("""  Align A = MA.hasNewAccessRelation()
                ? MA.getLatestScopArrayInfo()->getAccessAlign(Load->getType())
                : Load->getAlign();
""", "  Align A = Load->getAlign();\n")],
  "exact/forwarded_alignment.cpp")

D("copies-naturally-aligned", "CodeGen/IslNodeBuilder.cpp",
  "elements that the program accesses unaligned are copied with the alignment of their type",
  [("""  LoadValue->setAlignment(
      (*ReadAccess)->getLatestScopArrayInfo()->getAccessAlign(Ty));
""", "")],
  "exact/vector_elements.cpp")

D("folded-by-a-parameter", "Analysis/ScopInfo.cpp",
  "a negative subscript is one of the row before, whose size is not that of the array",
  [("""    if (Sizes[i + 1] != Array->getDimensionSize(i + 1))
      return;
""", ""),
   ("    if (!DimSize.ne_set(Parameter).is_empty())\n      return;\n", "")],
  "polly/polly_folded_sizes.ll")

D("parameters-go-round", "Analysis/ScopBuilder.cpp",
  "bounds of loops are computed from parameters near the ends of 64 bits",
  [("    scop->addAssumption(WRAPPING, scop->getComputableBounds(), DebugLoc(),\n"
    "                        AS_ASSUMPTION, nullptr);\n", "    ;\n")],
  "exact/parameters_near_the_ends.cpp")

D("parameters-bounded-in-dependences", "Analysis/DependenceInfo.cpp",
  "isl's scheduler computes with 2^57, for minutes",
  [("    Context = Context.gist(S.getComputableBounds());\n", "    ;\n")],
  "polly/polly_shadow_dependences.ll")

D("one-access-is-checked", "Analysis/ScopBuilder.cpp",
  "of the accesses through a pointer only the last one is compared with other arrays",
  [("      append_range(AG, PtrToAcc[const_cast<Value *>(Ptr)]);",
    "      AG.push_back(PtrToAcc[const_cast<Value *>(Ptr)].back());")],
  "exact/all_accesses_overlap.cpp")

D("padding-is-written", "Analysis/ScopBuilder.cpp",
  "a store of 24 bits counts as one of 32",
  [("      if (!IsShadow || !Access->isArrayKind())", "      if (true)")],
  "exact/bit_field_and_neighbour.cpp")

D("padding-has-room", "Transform/DeLICM.cpp",
  "a sum of 32 bits is kept in an element of 24",
  [("        DL.getTypeStoreSize(TargetStoreMA->getAccessValue()->getType());",
    "        DL.getTypeAllocSize(TargetStoreMA->getAccessValue()->getType());")],
  "exact/sums_in_bit_fields.cpp")

D("memmove-writes-first", "Analysis/ScopBuilder.cpp",
  "what a memmove reads counts as overwritten by it",
  [("      scop->getFunction().hasFnAttribute(\"polly-escop-shadow\");\n  if (!WritesLast)",
    "      false;\n  if (!WritesLast)")],
  "exact/memmove_behind_store.cpp")

D("attributes-not-merged", "ESCoP/Prepare.cpp",
  "a function into which others are inlined keeps its attributes",
  [("/*MergeAttributes=*/true", "/*MergeAttributes=*/false")],
  "exact/precise_callee.cpp")

D("copied-as-aligned", "ESCoP/Shadow.cpp",
  "objects are copied behind the throw as if they were aligned there",
  [("    Mem->setDestAlignment(Align(1));", "    (void)Mem;")],
  "exact/aligned_copies.cpp")

D("errno-is-an-operand", "ESCoP/Driver.cpp",
  "a nest that is given errno as memory is executed by the driver, which restores errno",
  [("    if (!Errno)\n      return Apart;", "    return Apart;")],
  "exact/errno_by_reference.cpp")

D("pow-is-known", "ESCoP/Prepare.cpp",
  "the copies' calls of math functions are simplified, in another way than those of the nest",
  [("{Attribute::NoBuiltin, Attribute::NoUnwind,", "{Attribute::NoUnwind,")],
  "exact/pow_of_a_counter.cpp")

D("one-nest-of-a-loop", "ESCoP/Pipeline.cpp",
  "of the nests in a loop that is declined only the first one is tried",
  [("  if (Done.contains(L.getHeader()))\n    return false;\n",
    "  if (Done.contains(L.getHeader()) || Visited.contains(L.getHeader()))\n    return false;\n")],
  "remarks/parts_of_a_loop.cpp")

D("required-in-vain", "ESCoP/Footprint.cpp",
  "what a guard would need to be resolved is required of all iterations, though it is not",
  [("      Emitter.Known = std::move(Before);", "      (void)Before;")],
  "remarks/every_few_rows.cpp")

D("attributes-of-the-entry", "ESCoP/Outline.cpp",
  "calls of the outlined functions are diagnosed and counted like those of the nest's function",
  [("    Attrs.removeAttribute(Kind);\n  Attrs.addAttribute", "    (void)Kind;\n  Attrs.addAttribute")],
  "polly/outlined_interrupt_handler.ll")

D("probes-are-calls", "ESCoP/Detection.cpp",
  "a profile's probe is a call with unknown effects",
  [("isa<PseudoProbeInst>(I)", "false")],
  "polly/detection_without_effect.ll")

D("tables-of-jumps-lost", "ESCoP/Prepare.cpp",
  "all switches of a function become branches",
  [("    if (!Switch || !L || !L->isLoopExiting(&BB))", "    if (!Switch)"),
   ("      if (L->contains(Succ))", "      if (false)")],
  "polly/prepare_switch_exit.ll")

D("rows-before-a-triangle", "ESCoP/Rows.cpp",
  "rows that only a triangular loop comes to are not compared",
  [("      Entries = SE.getSMaxExpr(Entries, SE.getAddExpr(Max, One));",
    "      Entries = SE.getUMaxExpr(Entries, SE.getAddExpr(Max, One));"),
   ("  if (Executed)\n    return Last;\n", "")],
  "exact/rows_of_a_triangle.cpp")

D("steps-over-the-end", "ESCoP/Footprint.cpp",
  "an inner loop is taken to meet its end, as it does in the nest",
  [("    if (!Gap || Gap->isZero())", "    if (true)")],
  "exact/inner_steps_over_its_end.cpp")

D("math-makes-poison", "ESCoP/Shadow.cpp",
  "conditions of a shadow with a math function are frozen, so that no triangle is vouched for",
  [("        isMathCallWithoutErrno(I))\n      return false;", "        false)\n      return false;")],
  "remarks/vouched_for.cpp")

D("errno-restored-in-vain", "ESCoP/Driver.cpp",
  "the compiler may take restoring errno for a store of what is there",
  [("CreateStore(OldErrno, Errno, /*isVolatile=*/true)", "CreateStore(OldErrno, Errno)"),
   ("Builder.getInt32Ty(), Errno, /*isVolatile=*/true)", "Builder.getInt32Ty(), Errno)")],
  "exact/errno_at_link_time.cpp")

D("chunk-stays-too-large", "ESCoP/Driver.cpp",
  "a chunk that does not fit into the buffer is tried again with as many iterations",
  [("            Intrinsic::umax, Builder.CreateLShr(Count, 4), i64(1))",
    "            Intrinsic::umax, Builder.CreateLShr(Count, 4), i64(0))")],
  "exact/checkpoint_almost_fits.cpp")

D("within-one-element", "Analysis/ScopBuilder.cpp",
  "an access that begins within an element of an array of two dimensions is one of that element alone",
  [("      if (Array->getNumberOfDimensions() > 1 &&", "      if (false &&")],
  "exact/within_an_element.cpp")

D("polly-without-footprint", "ESCoP/Policy.cpp",
  "trip counts and subscripts that no footprint bounds are left to Polly's assumptions",
  [("  PreferPolly &= P.FP.has_value();\n", "")],
  "exact/counter_crosses_the_sign.cpp")

D("recurrences-share-flags", "Support/SCEVAffinator.cpp",
  "a recurrence from zero does not wrap where the one from -100 does not",
  [("      (IsShadow && S->contains(Expr->getLoop()))) {", "      (IsShadow && false)) {"),
   ("IsShadow ? SCEV::FlagAnyWrap : Flags);", "Flags);")],
  "exact/recurrences_of_bytes.cpp")

D("loops-unbounded", "ESCoP/Policy.cpp",
  "isl may take as long as it likes for the loops of a shadow",
  [("MaxASTOperations * (Packs ? 5 : 1)", "MaxASTOperations * 0")],
  "options/quota.cpp")

D("packed-or-plain", "ESCoP/Policy.cpp",
  "a product for which packing takes isl too long is not tiled either",
  [("    if (!HasCode && ProductIsTooMuch) {", "    if (!HasCode && ProductIsTooMuch && false) {")],
  "options/quota.cpp")

# -- Private chunks --------------------------------------------------------------------------------

D("copy-stored-whole", "ESCoP/Private.cpp",
  "a private chunk's copy is stored as a whole, with what lies between the nest's elements",
  [("Builder.CreateICmpEQ(New, Old)", "Builder.getFalse()")],
  "faults/behind_the_throw.cpp")

D("copy-not-worked-on", "ESCoP/Driver.cpp",
  "a private chunk works in place, and nothing is rolled back",
  [("    Args[P.FP->Arrays[Idx].PrivateArg] = Base;", "    (void)Base;")],
  "exact/private_chunks.cpp")

D("copy-not-stored", "ESCoP/Driver.cpp",
  "what a private chunk wrote is forgotten",
  [("    commitPrivate(Bounds, Buffer, Offset);", "    (void)0;")],
  "exact/private_chunks.cpp")

D("copied-address-leaves", "ESCoP/Private.cpp",
  "an address in a private chunk's copy may leave the nest",
  [("    if (!isOnlyAccessed(*P.Shadow->getArg(A.PrivateArg)) ||", "    if (false ||")],
  "polly/declined_in_place.ll")

D("granules-of-neighbours", "ESCoP/Private.cpp",
  "a private chunk stores several elements at once, of which the nest may have written one",
  [("  P.Granule = getGranule(E);", "  P.Granule = 8;")],
  "polly/private_chunks.ll")

D("memory-copied-twice", "ESCoP/Driver.cpp",
  "both copies of a private chunk may be made from memory, which changes in between",
  [("MaybeAlign(1), Size, /*isVolatile=*/true);", "MaybeAlign(1), Size);")],
  "polly/private_chunks.ll")

D("rows-copied", "ESCoP/Private.cpp",
  "a private chunk copies what lies between the rows of a table",
  [("    return any_of(E.Rows.Tables,", "    return false && any_of(E.Rows.Tables,")],
  "exact/rows_written.cpp")

# -- What is only known behind a guard; the linker's memory -----------------------------------------

D("undefined-argument", "ESCoP/Shadow.cpp",
  "an argument that a math function's declaration says to be defined is not, behind a guard",
  [("  if (isMathCallWithoutErrno(I))\n    for (Use &Arg", "  if (false)\n    for (Use &Arg"),
   ("      if (isa<UndefValue>(Op))\n", "      if (false)\n")],
  "exact/undefined_behind_guard.cpp")

D("null-never-followed", "ESCoP/Shadow.cpp",
  "what is followed behind a guard is taken not to be null in front of it",
  [("    Shadow->addFnAttr(Attribute::NullPointerIsValid);\n", "")],
  "exact/undefined_behind_guard.cpp")

D("divisor-known-ahead", "ESCoP/Footprint.cpp",
  "the bounds divide by what is not 0 behind a guard only",
  [("        SCEVExprContains(S, mayDivideByZeroAhead))", "        false)")],
  "exact/divisor_behind_guard.cpp")

D("calls-bound-lazily", "ESCoP/Driver.cpp",
  "writes behind the throw may hit the addresses by which memcpy and math functions are called",
  [("    bindCallsEarly(*P.Shadow);\n", "    ;\n")],
  "exact/writes_reach_the_got.cpp")

D("math-bound-lazily", "ESCoP/Outline.cpp",
  "behind the throw a math function is called for the first time, by the dynamic linker",
  [("    Callee->addFnAttr(Attribute::NonLazyBind);\n", "")],
  "options/lazy_binding.cpp")

D("object-known-at-link-time", "ESCoP/Driver.cpp",
  "at link time the table is known that the shadow reads ahead, and where it ends",
  [("    V = hideObject(Builder, V);\n", "    ;\n")],
  "exact/table_known_at_link_time.cpp")

D("disjoint-bits-forgotten", "ESCoP/Shadow.cpp",
  "`i << 4 | j` is no address that can be bounded if its bits are known to be disjoint by a guard",
  [("    restoreAdditions(*Shadow);\n", "")],
  "exact/flat_powers_of_two.cpp")

D("ranges-not-asked", "ESCoP/Prepare.cpp",
  "`i << 8 | j << 4` is no address that can be bounded, although j is less than 16",
  [("  markDisjoint(F, FAM);\n", "")],
  "exact/flat_powers_of_two.cpp")

D("overlapping-bits-added", "ESCoP/Prepare.cpp",
  "`i << 2 | j` is an addition although j is up to 7",
  [("           SE.getMinTrailingZeros(B);", "           SE.getMinTrailingZeros(B) + 1;")],
  "exact/flat_powers_of_two.cpp")

D("earlier-load-not-compared", "ESCoP/Splice.cpp",
  "what was loaded in front of the nest stands for a load in it, also when the nest is entered again",
  [("    if (Earlier == I)\n      continue;", "    if (true)\n      continue;")],
  "faults/header_loaded_twice.cpp")

D("earlier-load-not-merged", "ESCoP/Detection.cpp",
  "two loads of one vector's address are two arrays that overlap",
  [("  mergeWithEarlierLoads(E, Leaves, FAM.getResult<AAManager>(*E.F));\n", "")],
  "faults/header_loaded_twice.cpp")
