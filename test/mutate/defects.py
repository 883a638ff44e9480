"""Deliberate defects of the transformation, for mutate.py.

D(name, what, edits, tests): what is wrong then, the edits that make it so, and the tests that are
known to catch it, which are tried first. An edit (function, old, new) replaces the one place of the
pattern `old` in the function by the text `new`.

A function is given by its name, with as many qualifiers as are needed. The source file that defines
it is looked for. If several functions have the name, such as overloads, all of them are searched.
A function includes its parameters, the initialisers of a constructor, and the lambdas and local
classes in it.

A pattern is C++ text. White space, line breaks and comments make no difference. `...` stands for
any part of one statement in which brackets are closed. A pattern should be an expression or a
statement that a reader recognises, and no longer.

If `new` is empty, the pattern is left out. A pattern without the final semicolon leaves an empty
statement, which an `if` or a loop without braces needs. Variables may become unused: warnings are
off.
"""

from collections import namedtuple

Defect = namedtuple("Defect", "name what edits tests")
DEFECTS = []


def D(name, what, edits, *tests):
    DEFECTS.append(Defect(name, what, edits, tests))


# -- Checkpoint and rollback -----------------------------------------------------------------------

D("rollback-skipped",
  "a chunk in which a guard fired is not undone",
  [("Driver::executeChunks", "undo(Count);", "")],
  "exact/depth2.cpp")

D("checkpoint-one-element-short",
  "what a chunk writes in its last iteration is not copied, be it to save it or to restore it",
  [("Driver::copyElements", "(Context, Count, Offsets, nullptr)",
    "(Context, Count > 1 ? Count - 1 : Count, Offsets, nullptr)")],
  "exact/depth2.cpp")

D("checkpoint-half-elements",
  "of each element that is copied the second half is left out",
  [("StoreReplacer::replace", "Builder.getIntNTy(8 * Constant->getZExtValue())",
    "Builder.getIntNTy(Constant->getZExtValue() > 1 ? 4 * Constant->getZExtValue() : 8)")],
  "exact/depth2.cpp")

D("checkpoint-one-byte-short",
  "of what a memory intrinsic writes the last byte is not copied",
  [("StoreReplacer::copyBytes", "Address, From), Align(1), Size)",
    "Address, From), Align(1), Builder.CreateSub(Size, ConstantInt::get(Size->getType(), 1)))")],
  "exact/fill_and_copy.cpp")

D("covering-iteration-of-any-size",
  "one iteration is taken to write what others write, however their loops inside grow or shrink",
  [("IterationOrder::holds", "Sign * Shift[Idx] > Sign * Slack", "false")],
  "exact/covering_iterations.cpp")

D("covering-iteration-conditions-ignored",
  "... whatever the conditions on the way to a store are",
  [("IterationOrder::find", "allowConditions(Which, Set != 0)", "true")],
  "exact/covering_iterations.cpp")

D("covering-iteration-shift-ignored",
  "... although the condition is one on a counter that is shifted",
  [("IterationOrder::allowConditions", "IsShifted &&", "false &&")],
  "exact/covering_iterations.cpp")

D("covering-iteration-first-for-last",
  "where the last iteration writes all, the first one is copied",
  [("CopyBuilder::build", "beginLast(L, S, *F, VMap);", ";")],
  "exact/covering_iterations.cpp")

D("covering-iterations-of-others",
  "stores that need different iterations of a loop are copied together",
  [("CopyBuilder::merge", "belongTogether(Part, S)", "(&Part, true)")],
  "exact/covering_iterations.cpp")

D("covering-iteration-leaves-less-behind",
  "what a loop leaves behind is taken from its one iteration",
  [("CopyBuilder::findCoveringIterations", "isUsedBehind(L, S) ||", "")],
  "exact/covering_iterations.cpp")

D("checkpoint-from-read-interval",
  "a place is found for a checkpoint as if it began where the array is accessed, not where it is "
  "written",
  [("Driver::placeCopies", "S.Copy = placeOf(copied(Idx).Begin, Place)",
    "S.Copy = placeOf(accessed(Idx).Begin, Place)")],
  "unit")

D("copy-from-written-interval",
  "a place is found for a private copy as if it began where the array is written, not where it is "
  "accessed",
  [("Driver::placeCopies", "S.Copy = placeOf(copied(Idx).Begin, Place)",
    "S.Copy = placeOf(written(Idx).Begin, Place)")],
  "unit")

D("checkpoint-arrays-overlap",
  "all written arrays are saved at the same place of the buffer",
  [("Driver::placeCopies", "Place += copySize(Idx);", "")],
  "exact/checkpoint_fits_its_buffer.cpp")

D("checkpoint-exceeds-budget",
  "a chunk is not halved that writes more than the buffer holds",
  [("Driver::vouch", "Bytes > Buffer.size()", "false")],
  "exact/checkpoint_fits_its_buffer.cpp")

D("cap-in-percent-ignored",
  "the buffer grows beyond the part of the arrays that it may take at most",
  [("Driver::findBudget", "if (HasLimit) MostBudget = min(MostBudget, Total / 100 * ...);", "")],
  "unit")

D("chunk-of-more-work",
  "a chunk for which operands are packed has more work than was executed before",
  [("Driver::executeChunks", "MostWork = Executed", "")],
  "unit")

D("cap-ignored",
  "the buffer grows, whatever it may take at most",
  [("Driver::grow", "IsWholeKnown ? MostBudget : min(MostBudget, max(Bytes, 2 * Buffer.size()))",
    "2 * Bytes")],
  "unit")

D("naive-cap-ignored",
  "the one chunk of a naive nest takes more memory than it may",
  [("Driver::run", "Nest.Naive && bufferSize() > MostBudget", "false")],
  "unit")

D("buffer-does-not-grow",
  "a nest is given up of which one iteration writes more than the buffer holds",
  [("Driver::vouch", "MayGrow = Exceeds && Bytes <= MostBudget", "MayGrow = false")],
  "unit")

D("chunk-shrinks-in-vain",
  "a chunk is made smaller, not the buffer larger, though an iteration takes as much",
  [("Driver::vouch", "(!Fewer || takesAsMuch(Bytes))", "!Fewer")],
  "unit")

D("state-of-undone-chunk",
  "the state behind a chunk that is rolled back stays in the frame: the replay begins there",
  [("Driver::executeShadow", "Begin, Next, Moved", "Begin, Frame, Moved"),
   ("Driver::commit", "__builtin_memcpy(Frame, Next, Nest.FrameSize);", "")],
  "exact/depth2.cpp")

D("undone-chunk-forgotten",
  "behind a rollback chunks grow from where the undone one began, not from where it ended",
  [("Driver::executeChunks", "Fires = Begin + Count;", "")],
  "unit")

D("converging-chunks-grow",
  "chunks of a nest that may return grow as fast as others",
  [("Driver::executeChunks", "else if (Nest.MayConverge)", "else if (false)")],
  "unit")

D("packed-chunks-of-converging-free",
  "a nest that may return is executed ahead by chunks that others may have for free",
  [("Driver::executeChunks", "Nest.MayConverge ? 0 : min(FreeChunkIfPacked, N / FreeDivisorIfPacked)",
    "min(FreeChunkIfPacked, N / FreeDivisorIfPacked)")],
  "unit")

D("chunk-halved-for-its-work",
  "a chunk with too much work is halved, where a little less would do",
  [("Driver::fewer", "if (Exceeds || IsTooMuch)", "if (Exceeds)")],
  "unit")

D("block-begins-where-loop-begins",
  "a block whose columns count down is taken for one that reaches over the end of a row",
  [("areBlocksApart", "getBlock(C, P, Begin, Pitch, Written)", "getBlock(C, P, C.Address, Pitch, Written)"),
   ("areBlocksApart", "getBlock(Access, P, Begin, Pitch, Read)", "getBlock(Access, P, C.Address, Pitch, Read)")],
  "unit")

D("steady-value-not-compared",
  "the first value of a PHI is taken for the one that is loaded in the nest",
  [("EntryValues::hoistAll", "requireEqual(A, B,",
    "requireEqual(First, First,")],
  "exact/data_pointer_reloaded.cpp")

D("shrunk-chunk-counted-whole",
  "a chunk that was halved counts as if it had been executed whole",
  [("Driver::executeChunks", "Begin += Count;", "Begin += min(Want, N - Begin);")],
  "exact/missing_pages.cpp")

D("chunk-beyond-the-end",
  "the last chunk has as many iterations as is wanted, not as are left",
  [("Driver::executeChunks", "Count = min(Want, N - Begin)", "Count = Want")],
  "exact/depth2.cpp")

# -- What a chunk writes ---------------------------------------------------------------------------

D("gaps-saved",
  "what lies between the elements that are written is saved and restored",
  [("Driver::save", "copyElements(Count, Idx, 0, States[Idx].Copy)",
    "__builtin_memcpy(pointer(written(Idx).Begin + States[Idx].Copy), "
    "pointer(written(Idx).Begin), written(Idx).size())"),
   ("Driver::undo", "copyElements(Count, Idx, States[Idx].Copy, 0)",
    "__builtin_memcpy(pointer(written(Idx).Begin), "
    "pointer(written(Idx).Begin + States[Idx].Copy), written(Idx).size())")],
  "exact/rows_written.cpp")

D("conditional-stores-exact",
  "elements that the nest may store to count as such that it does store to",
  [("CopyBuilder::run", "IsExact = S.Forced.empty()", "IsExact = true")],
  "polly/copies_of_writes.ll")

D("conditional-stores-skipped",
  "of a branch that depends on what the nest computes the way is taken that leads past the store",
  [("CopyBuilder::build", "Succ == 0", "Succ != 0")],
  "polly/copies_of_writes.ll")

D("conditional-store-follows-memory",
  "which elements are copied depends on what the nest writes",
  [("CopyBuilder::readsWhatIsWritten", "!ArrayIdx || FP.Arrays[*ArrayIdx].Written", "false")],
  "polly/copies_of_writes.ll")

D("copies-of-first-iteration",
  "of a loop that leads to further elements the first iteration is copied only",
  [("Slicer::addRoot", "for (Value *Op : Operands) markLive(Op);", "")],
  "exact/depth2.cpp")

D("copies-without-condition",
  "what the stores depend on is not executed where they are copied",
  [("Slicer::addRoot", "markBlockLive(I->getParent());", "")],
  "unit", "polly/inspector_control_dependence.ll")

D("copied-sizes-sliced-off",
  "how much a memory intrinsic writes is not computed where it is copied",
  [("CopyBuilder::slice", "{W->Address, W->Size}", "W->Address")],
  "exact/subscripts_wrap.cpp", "threads/fills.cpp")

D("covered-by-fewer-bytes",
  "a store is not copied if another one writes fewer bytes there",
  [("CopyBuilder::covers", "A.Size == B.Size &&", "")],
  "exact/fill_and_copy.cpp")

D("covered-by-another-branch",
  "a store is not copied if another one writes there in another branch",
  [("CopyBuilder::covers", "(DT.dominates(InA, InB) || PDT.dominates(InA, InB))", "true")],
  "exact/increment_in_branches.cpp")

D("padding-is-copied",
  "a store of 24 bits is copied as one of 32",
  [("CopyBuilder::collectWrites", "DL.getTypeStoreSize(Ty)", "DL.getTypeAllocSize(Ty)")],
  "threads/bit_fields.cpp")

# -- What a chunk may touch ------------------------------------------------------------------------

D("pages-not-probed",
  "a chunk is executed although pages of it are missing",
  [("Driver::vouch", "Numbers.NoCheckpoint || probePages()", "true")],
  "exact/missing_pages.cpp")

D("pages-probed-for-reading-only",
  "pages that are written are only asked for as readable",
  [("ChunkPages::probePages", "= {Ask.Begin, Ask.End, Write}", "= {Ask.Begin, Ask.End, false}")],
  "exact/missing_pages.cpp")

D("first-page-probed-only",
  "of an interval only the first page is probed",
  [("runtime::probe", "Length = End - Begin", "Length = PageSize")],
  "exact/missing_pages.cpp")

D("probed-in-between",
  "what lies between two intervals counts as asked about",
  [("ChunkPages::probePages", "if (New.Begin <= Old.End && Old.Begin <= New.End)", "")],
  "unit")

D("asked-ahead-in-vain",
  "of what the rest of a nest accesses it does not matter whether it is there",
  [("ChunkPages::probeAhead", "probeMapped(I.Begin, I.End, Write, Nest.Proc) == Answer::Yes", "true")],
  "exact/probe.cpp")

D("first-mapping-probed-only",
  "of a large interval only the first mapping is looked up",
  [("probeMapped", "Begin = Last", "Begin = End")],
  "exact/probe.cpp")

D("mapping-probed-for-reading-only",
  "mappings of a large interval that is written are only asked for as readable",
  [("probeMapped", "Write ? PROCMAP_QUERY_VMA_WRITABLE : 0", "0")],
  "exact/probe.cpp")

D("guard-regions-not-scanned",
  "absent pages that look as if they were swapped out, as guard regions do, count as any others",
  [("findAbsentPage", "findPage(PageMap, Begin, End, PAGE_IS_SWAPPED, 0) != Found::No", "false")],
  "faults/guard_regions.cpp")

D("page-table-not-asked",
  "where it is not known what pages are absent, none are",
  [("findPage", "return Found::Unknown", "return Found::No")],
  "unit")

D("files-not-told-apart",
  "the last page of a file is there if it is mapped",
  [("findMappingEnd", "|| Query.inode || Query.dev_major || Query.dev_minor", "")],
  "faults/mapped_files.cpp")

D("faults-are-the-kernels",
  "pages are taken to be there although the program fills them in",
  [("probeMapped", "AnyAbsent && mayHandleFaults(*Proc)", "false")],
  "unit")

D("descriptors-not-compared",
  "no descriptor is one of userfaultfd",
  [("mayHandleFaults", "if (Same) return true;", "")],
  "unit")

D("pages-brought-in",
  "pages that the nest does not access become resident",
  [("runtime::probe", "(Length >= Proc->Threshold || !isResident(Begin, End))", "false")],
  "faults/resident.cpp")

D("few-pages-brought-in",
  "pages of a small interval that the nest does not access become resident",
  [("runtime::probe", "!isResident(Begin, End)", "false")],
  "faults/resident.cpp")

D("pages-between-brought-in",
  "pages between small intervals that the nest does not access become resident",
  [("probeTogether", "!isResident(Begin, End) ||", "")],
  "unit")

D("together-for-reading-only",
  "small intervals side by side are only asked for as readable",
  [("probeTogether", "Requests[Idx].Write &&", "false &&")],
  "unit")

D("first-page-is-all",
  "an interval is resident if one of its pages is",
  [("isResident", "if (!(Pages[Page] & 1)) return false;", "if (Pages[Page] & 1) return true;")],
  "faults/resident.cpp")

D("static-object-left",
  "a chunk may leave a static object and reach another one, from which it is taken to be disjoint",
  [("FootprintBuilder::storeGroup", "if (Arr.ObjectSize)", "if (false)")],
  "exact/static_object_is_left.cpp")

D("buffer-overwritten",
  "writes behind the throw may hit the checkpoint",
  [("meetsOwnMemory", "Buffer.interval()", "Interval()")],
  "exact/writes_reach_the_checkpoint.cpp")

D("scratch-overwritten",
  "writes behind the throw may hit packed operands",
  [("meetsOwnMemory", "Scratch.interval()", "Interval()")],
  "unit")

D("stack-overwritten",
  "writes behind the throw may hit the frames of driver and shadow",
  [("meetsOwnMemory", "{Here - StackReserve, StackTop}", "Interval()")],
  "exact/writes_reach_the_stack.cpp")

D("control-block-overwritten",
  "writes behind the throw may hit the thread's control block",
  [("meetsOwnMemory", "{Thread - ThreadReserve, Thread + ThreadReserve}", "Interval()")],
  "unit")

D("own-memory-not-compared",
  "writes behind the throw may hit whatever is the driver's",
  [("Driver::vouch", "!meetsOwnMemory()", "true")],
  "exact/writes_reach_the_stack.cpp")

D("traps-ahead",
  "operations that may trap are executed behind a guard that fires",
  [("requireDivisors", "return Reject(Reason::MayTrap, Div);", "continue;")],
  "polly/declined_may_trap.ll")

# -- Memory and errno ------------------------------------------------------------------------------

D("malloc-failure-ignored",
  "the checkpoint is written although there is no buffer",
  [("Memory::allocate", "if (!Block) return false;",
    "if (!Block) { Bytes = Size; return true; }")],
  "exact/malloc_fails.cpp")

D("kept-block-too-small",
  "a kept block is taken although it is smaller than what is asked for",
  [("Memory::takeKept", "if (Kept && static_cast<Header *>(Kept)->Bytes >= Bytes)", "if (Kept)")],
  "unit")

D("kept-block-not-cleared",
  "what was in a kept block is taken for zero",
  [("Memory::allocate", "if (Zero && !IsNew) __builtin_memset(pointer(Begin), 0, Size);", "")],
  "unit")

D("kept-blocks-leak",
  "what is kept is not freed when the shared object is unloaded",
  [("eraseUnused", "appendToGlobalDtors(M, Free, LastDestructor);", "(void)Free;")],
  "faults/kept_memory.cpp")

D("kept-at-the-end",
  "drivers of destructors keep memory that nothing frees",
  [("freeKept", "__atomic_store_n(&Kept.State, KeptBlocks::Closed, __ATOMIC_RELAXED);", "")],
  "faults/kept_memory.cpp")

D("shared-state-overwritten",
  "what a chunk writes in place may hit what drivers share with other threads",
  [("Driver::meetsOwnMemory",
    "{addressOf(&Kept), addressOf(&Kept + 1)}, {addressOf(&Pool), addressOf(&Pool + 1)},", "")],
  "unit")

D("scratch-failure-ignored",
  "operands are packed although there is no working memory",
  [("Driver::run", "if (!Scratch.allocate(Bytes + CopyAlign - 1)) return DE_Memory;",
    "Scratch.allocate(Bytes + CopyAlign - 1);")],
  "exact/malloc_fails.cpp")

D("packed-arrays-overlap",
  "the packed operands of a matrix product share their memory",
  [("moveLocalArraysToScratch", "P.ScratchSize +=", "P.ScratchSize ="),
   ("moveLocalArraysToScratch", "Scratch, P.ScratchSize", "Scratch, 0")],
  "exact/malloc_fails.cpp")

D("errno-not-restored",
  "what the driver's calls leave in errno stays there",
  [("SavedErrno::~SavedErrno", "*static_cast<volatile int *>(Errno) = Old;", "")],
  "exact/malloc_fails.cpp")

D("errno-calls-not-restored",
  "the nest keeps intrinsics, which are taken for free of effects, for calls that set errno",
  [("transformFunction", "restoreMathCalls(Math)", "")],
  "exact/errno_order.cpp")

D("underflow-is-no-error",
  "exp and pow that underflow to zero are not left to the nest, and errno is not set",
  [("getErrorResults", "fcAllFlags & ~fcNormal", "fcAllFlags & ~(fcNormal | fcZero)")],
  "exact/errno_underflow.cpp")

# -- Guards ----------------------------------------------------------------------------------------

D("marker-of-unresolved-guard-erased",
  "the shadow forgets all of its guards, not only the resolved ones",
  [("eraseGuardMarkers", "&& Resolved.contains(getGuardIndex(I))", "")],
  "exact/depth2.cpp")

D("guard-sense",
  "a guard that fires if its condition is false is evaluated the wrong way round",
  [("ShadowBuilder::eraseGuards", "if (G.ExitSucc == 1) Fires = Builder.CreateNot(Fires);", "")],
  "polly/shadow_guard_sense.ll")

D("last-guard-only",
  "of several guards only the last one counts",
  [("lowerGuardMarkers", "Builder.CreateOr(Flagged, Builder.CreateIsNotNull(Fired))",
    "Builder.CreateIsNotNull(Fired)")],
  "exact/several_guards.cpp")

D("last-instance-only",
  "a guard that fires is forgotten when it does not fire in a later iteration",
  [("lowerGuardMarkers", "Builder.CreateOr(Old, Fires)", "Fires")],
  "exact/depth2.cpp")

D("freeze-forgotten",
  "conditions that may be poison in a speculative iteration are branched on",
  [("ShadowBuilder::makeSpeculative", "mayCreatePoison(*Shadow)", "!mayCreatePoison(*Shadow)")],
  "polly/shadow_freeze.ll")

D("facts-kept",
  "a speculating shadow keeps what only holds because a guard passed",
  [("ShadowBuilder::makeSpeculative", "dropSpeculativeFacts(I)", "")],
  "polly/shadow_markers_drop_facts.ll")

D("affine-guard-one-late",
  "a guard i >= n is taken not to fire if it fires in the last iteration only",
  [("GuardResolver::neverHolds", "Never = Emitter.isLess(Hi, Zero)",
    "Never = Emitter.isAtMost(Hi, Zero)")],
  "exact/affine_guard_borders.cpp")

D("affine-guard-either-half",
  "a guard `a || b` is taken not to fire if one of both does not",
  [("GuardResolver::never", "Or == IsTrue", "Or != IsTrue")],
  "exact/affine_guard_borders.cpp")

D("affine-guard-never-fires",
  "a guard that is affine counts as one that fires in no iteration",
  [("GuardResolver::resolve", "Emitter.require(Never);", "")],
  "exact/affine_guard_borders.cpp")

D("affine-guard-another-period",
  "a number that is not equal to another one is taken not to be congruent to it",
  [("GuardResolver::neverEqual", "Emitter.isLess(Hi, Emitter.constant(To + Period))",
    "Builder.getTrue()")],
  "exact/signed_checks_of_unsigned_counters.cpp")

# -- Inspector -------------------------------------------------------------------------------------

D("inspector-one-late",
  "the inspector reports the iteration behind the one in which a guard fires",
  [("buildInspector",
    "ReturnInst::Create(E.F->getContext(), Copy.Counter, Fired)",
    'auto *Late = BinaryOperator::CreateAdd(Copy.Counter, ConstantInt::get(I64, 1), "", Fired); '
    "ReturnInst::Create(E.F->getContext(), Late, Fired)")],
  "exact/overlap_in_either_order.cpp")

D("control-dependence-ignored",
  "a guard that is evaluated under a condition is inspected without it",
  [("visitControlDependences", "markLive(Term);", "")],
  "unit")

D("loop-wrongly-reduced",
  "the inspector runs the first iteration only of a loop that a guard depends on",
  [("Slicer::visit", "S.Reduced.erase(L)", "S.Reduced.contains(L)")],
  "unit")

D("guard-reads-what-is-written",
  "a guard is inspected although it reads what the nest writes",
  [("sliceGuards", "case Same: return false;", "case Same: break;")],
  "polly/speculate_guard_written.ll")

D("nothing-to-execute",
  "the shadow is called for no iteration if a guard fires in the first one",
  [("Driver::findFirst", "First ? DE_Complete : DE_LeftEarly", "DE_Complete")],
  "unit")

# -- Footprint -------------------------------------------------------------------------------------

D("pointers-compared-at-one-moment",
  "a guard is inspected although its array and one that is written are exchanged in the nest",
  [("compareObjects", "getUnderlyingObjects(Ptr, Objects, ...)", "Objects.push_back(Ptr)")],
  "polly/speculate_pointers_swapped.ll")

D("inspected-without-bounds",
  "a nest is inspected although it cannot be checked that it does not write what its guards read",
  [("sliceGuards", "Slice.NeedsDisjointness = true", "Slice.NeedsDisjointness = false")],
  "exact/scattered_rows.cpp")

D("disjointness-unchecked",
  "arrays that overlap are taken for disjoint",
  [("FootprintBuilder::requireDisjoint",
    "Emitter.require(Builder.CreateOr(Builder.CreateICmpULE(A.End, B.Begin), ...))",
    "")],
  "exact/overlap_in_either_order.cpp")

D("disjointness-one-way",
  "of two arrays it is not checked whether the first one is written where the second one is read",
  [("requireDisjointness", "if (J.Arr.Written) requireDisjoint(...);", "")],
  "exact/overlap_in_either_order.cpp")

D("headers-not-in-footprint",
  "sizes and pointers that are loaded ahead of the nest may be what it writes",
  [("buildShadow", "Builder.markHoistedLoads();", "")],
  "exact/header_is_overwritten.cpp")

D("hoisted-from-written-array",
  "a load is hoisted from an array that the nest writes through the same pointer",
  [("Hoister::visitLoad",
    "isElement(Load) ||", "")],
  "exact/pivot_is_written.cpp")

D("stores-to-anywhere",
  "where a copy in order stores need not be known, though sizes were loaded ahead",
  [("FootprintBuilder::isLoadInOrder", "!A.IsWrite &&", "")],
  "exact/gathers_in_order.cpp")

D("loads-from-known-places",
  "where a copy in order loads has to be known",
  [("FootprintBuilder::boundGroup", "isLoadInOrder(A)", "false")],
  "exact/gathers_in_order.cpp")

D("stores-are-never-sizes",
  "a copy in order is taken to store to nothing that was loaded ahead",
  [("FootprintBuilder::mayStoreToHoisted", "isModSet(AA.getModRefInfo(&I, MemoryLocation::get(Load)))", "false")],
  "exact/gathers_in_order.cpp")

D("subscripts-anywhere-do-not-wrap",
  "subscripts of a copy in order are extended although they were not bounded",
  [("spliceOrdered", "!P.FP->LoadsFromAnywhere &&", "")],
  "exact/subscripts_wrap_in_order.cpp")

D("bounded-subscripts-do-not-wrap",
  "a subscript that a guard bounds is taken not to wrap",
  [("FootprintBuilder::boundAccess", "FP.LoadsFromAnywhere = true;", "")],
  "exact/rows_entered_again.cpp")

D("any-comparison-bounds",
  "what is compared with a subscript bounds it, whatever the predicate is",
  [("getSize", "&& Passes->Predicate == ICmpInst::ICMP_ULT", "")],
  "exact/rows_entered_again.cpp")

D("bounded-before-compared",
  "a store is taken to be behind a guard that comes later",
  [("FootprintBuilder::boundByGuard", "&& DT.dominates(&I, A.I)", "")],
  "exact/rows_entered_again.cpp")

D("rows-begin-inside",
  "of a row it is not asked whether its first element is inside",
  [("RowGuards::require", "Builder.CreateAnd(IsFar(), IsBelow(First, Of.Size))", "IsFar()")],
  "unit")

D("rows-always-rise",
  "the counter of a row is taken not to wrap whatever is asked before",
  [("RowGuards::require", "Rises(Of.Start, Of.Passes)", "true")],
  "unit")

D("rows-of-first-size",
  "of several sizes, a row is compared with the first one",
  [("RowGuards::add", "if (S.Size != Size)", "if (false)")],
  "unit")

D("rows-pass-the-least-size",
  "of two sizes that a counter is not to be, it is compared with the least one",
  [("RowGuards::add", "(S.Passes == ICmpInst::ICMP_NE && S.Size != Size)", "false")],
  "unit")

D("rows-of-first-subscript",
  "of several subscripts of a row, it is asked of the first one",
  [("RowGuards::add", "S.Distance = std::max(S.Distance, Distance);", ";")],
  "unit")

D("values-behind-guards-are-the-same",
  "a copy in order takes what a nest's values are behind a guard that fires for what they are else",
  [("planOrdered", "R ? nullptr : findOtherBehindGuards(E, P.FP->Resolved)", "nullptr")],
  "exact/counts_behind_breaks.cpp")

D("minimum-distributed-as-maximum",
  "a sum with a minimum is bounded as one with a maximum",
  [("BoundsEmitter::boundDistributed", "== C->getAPInt().isStrictlyPositive()", "!= C->getAPInt().isStrictlyPositive()")],
  "unit")

D("one-way-is-each-iteration",
  "a load that one way of an iteration makes is taken for one of each",
  [("StreamFinder::areInEach", "!mayMissAll(Of, Branch->getCondition(), false);", "true;")],
  "exact/register_block_pages.cpp")

D("page-of-first-byte",
  "of loads that cross the end of a page, it is asked how far the first one is in its page",
  [("BlockDriverBuilder::countToTry", "Step > 0 ? getNextByte(G, G.End - 1)", "Step > 0 ? getNextByte(G, G.Begin)")],
  "exact/register_block_pages.cpp")

D("rows-rise-by-end",
  "that a row has an end is taken for its being behind the begin",
  [("FootprintBuilder::rises", "return SEOfNest.isLoopEntryGuardedByCond(E.L, IsLess, First, End);", "return true;")],
  "exact/rows_entered_again.cpp")

D("overlapping-rows-hand-on",
  "what a row stores is handed on although another array may overlap",
  [("ForwardFinder::meet", "!MayOverlap &&", "")],
  "exact/rows_entered_again.cpp")

D("short-loops-as-written",
  "loops of a few iterations count as the innermost ones",
  [("countScattered", "L->getParentLoop() && isUnrolled(*L, SE)", "false")],
  "remarks/unrolled_loops.cpp")

D("copies-are-loops",
  "rows that become calls of memcpy gain nothing",
  [("tryPlain", "Nest.Work.contains(Number) && !Work.contains(Number)", "false")],
  "remarks/saved_instructions.cpp")

D("loops-begin-behind-their-ends",
  "vectors are tried with a loop that begins where it ends",
  [("findOverlaps", "Values.insert({U->getValue(), Sampler::First});", "")],
  "polly/vector_checks.ll")

D("entering-takes-no-time",
  "what is executed in front of a short loop, each time, is not compared",
  [("tryPlain", "|| savesEntering(Then, Left)", "")],
  "remarks/no_gain.cpp")

D("extrema-stay-frozen",
  "the minimum of two numbers may be poison that neither is",
  [("isNeverPoison", "MinMaxIntrinsic,", "")],
  "polly/frozen_extrema.ll")

D("parts-only-vectors",
  "what is executed if a driver declines has no copies without guards, but vectors",
  [("FunctionPipeline::transform", "(E.Depth < 2 || !P.SavedInstructions)", "true")],
  "exact/handlers_in_factorizations.cpp")

D("parts-only-whole",
  "what is executed if a driver declines has no copies in order with blocks",
  [("FunctionPipeline::visitPart", "|| executeForInnermost(L, *R, OrderedFor::Blocks, /*IsPart=*/true)", "")],
  "exact/sweeps_in_parts.cpp")

D("sizes-are-elements",
  "what is loaded in front of the elements that the nest writes is taken for one of them",
  [("Hoister::isElement", "!SE.isKnownPredicate(ICmpInst::ICMP_SGE, Distance, SE.getConstant(Distance->getType(), Size)) &&", "")],
  "exact/sizes_in_front_of_elements.cpp")

D("hoisted-past-guard",
  "a load is executed ahead although a guard in front of it fires at once",
  [("Hoister::visitLoad", "E.HoistedGuards = Guards;", "")],
  "exact/load_behind_guard.cpp")

D("hoisted-guard-sense",
  "a guard in front of a hoisted load is evaluated the wrong way round",
  [("EntryValues::evaluateGuard", "G.ExitSucc == 1", "G.ExitSucc == 0")],
  "exact/load_behind_guard.cpp")

D("hoisted-where-nest-resumes",
  "a load that the first iteration makes is repeated ahead of later ones, which do not make it",
  [("Hoister::visitLoad", "!E.Resumes &&", "")],
  "exact/header_freed_while_resuming.cpp")

D("last-row-not-looked-at",
  "whether the last row of a table lies where it should is not looked at",
  [("findDistance", "Index < P.Entries", "Index + 1 < P.Entries")],
  "exact/row_layouts.cpp")

D("tables-may-be-written",
  "the tables of rows are not in the footprint: a chunk may overwrite them",
  [("buildShadow", "Builder.markRowLoads();", "")],
  "exact/row_tables_written.cpp")

D("rows-of-one-loop",
  "a row that two loops index is counted by one of them",
  [("replaceLoads", "Index = Builder.CreateAdd(Index, Counter)", "")],
  "exact/rows_written.cpp")

D("rows-without-constant",
  "A[i - 1] is taken for A[i]",
  [("replaceLoads", "Behind = R.Index - T.FirstIndex", "Behind = 0")],
  "exact/rows_written.cpp")

D("last-row-unchecked",
  "the table's last entry is not compared",
  [("countEntries", "SE.getAddExpr(Max, One)", "Max")],
  "exact/row_layouts.cpp")

D("counter-goes-round",
  "a counter that steps beyond the end of its type is taken to stop",
  [("countToEnd", "SE.getMinusSCEV(One, IsNot0(Beyond))", "One")],
  "exact/iterators_miss_the_end.cpp")

D("rows-at-any-distance",
  "a distance that is no number of elements is rounded",
  [("findDistance", "|| Elements * P.Element != Bytes", "")],
  "exact/row_layouts.cpp")

D("rows-of-other-sizes",
  "the ends of rows are not looked at: each row is taken to be as long as the first one",
  [("findRows", "if (!isAtOneOffset(P, *First))", "if (false)")],
  "exact/irregular_rows.cpp")

D("copied-rows-overlap",
  "rows are copied that share elements",
  [("RowCopier::lieApart", "At.Begin < Ends[OtherRow][OtherWritten]", "false")],
  "exact/irregular_rows.cpp")

D("copied-rows-stored-whole",
  "what the nest did not change is stored behind it, over what others stored",
  [("storeChanged", "A != B", "true")],
  "threads/irregular_rows.cpp")

D("copied-rows-without-old-values",
  "what is written is compared with what others may have changed since it was copied",
  [("storeChanged", "Old + At", "To + At")],
  "threads/irregular_rows.cpp")

D("copied-bytes-stored-together",
  "eight bytes are stored together of which the nest stored one",
  [("getStoredUnit", "Bits = std::min({Bits,", "std::ignore = std::min({Bits,")],
  "polly/rows_copied.ll")

D("copied-row-lives-on",
  "the address of an element in a copy is used behind the nest",
  [("getStoredUnit", "if (Leaves || Mixes)", "if (Mixes)")],
  "polly/rows_copied.ll")

D("copied-row-is-compared",
  "the address of an element in a copy is compared with that of something else",
  [("getStoredUnit", "if (Leaves || Mixes)", "if (Leaves)")],
  "exact/irregular_rows.cpp")

D("copied-rows-in-order",
  "the addresses of elements of two rows are compared where the copies are",
  [("getStoredUnit", "(isa<ICmpInst>(I) && !IsOfOneRow(*I))", "false")],
  "exact/irregular_rows.cpp")

D("table-read-twice",
  "a row is copied from where its pointer leads by then",
  [("RowCopier::place", "pointer(P.Rows[Row] + P.Begin)",
    "pointer(*(const volatile uint64_t *)pointer(P.Table + Row * P.Step) + P.Begin)")],
  "threads/irregular_rows.cpp")

D("copied-rows-end-early",
  "the last element of each row is not copied",
  [("RowCopier::boundRows", "P.End = bounds(Idx).End - placeOfTable(Idx)",
    "P.End = bounds(Idx).End - placeOfTable(Idx) - P.Element")],
  "exact/irregular_rows.cpp")

D("regular-rows-lie-apart",
  "rows at equal distances are left between those of another matrix",
  [("copyRows", "Event == DE_Bounds && NumIrregular < Nest->NumTables", "false")],
  "unit")

D("rows-not-left",
  "a nest that is not executed in copies is told that its rows begin at one place",
  [("copyRows", "Copier(/*CopiesAll=*/true).leaveRows()", "")],
  "unit")

D("later-call-is-a-replay",
  "a nest that is to call its driver later is told to execute its iterations to the end",
  [("Splicer::resume", "Builder.CreateAnd(Replay, Builder.getInt64(~LaterFlag))", "Replay")],
  "polly/rows_copied.ll")

D("put-off-behind-the-part",
  "the nest executes its part before the driver does, and then the part again",
  [("leaveMore", "if (Start >= Until)", "if (Start > Part)")],
  "unit")

D("end-may-be-stepped-over",
  "an iterator that does not meet its end is taken to stop in front of it",
  [("countToEnd", "SE.getMinusSCEV(One, IsNot0(SE.getURemExpr(Distance, Step)))", "One")],
  "exact/iterators_miss_the_end.cpp")

D("last-element-left-out",
  "the size of the last element does not belong to the footprint",
  [("boundAccess", "Emitter.add(Last, Size)", "Last")],
  "exact/depth2.cpp")

D("single-place-taken-for-none",
  "an access to one place only counts as one that no iteration executes",
  [("boundAccess", "Emitter.isAtMost(First, Last)",
    "Emitter.isLess(First, Last)")],
  "exact/cell_in_memory.cpp")

D("descending-loops",
  "the first and the last iteration of a descending loop are confused",
  [("boundRecurrence", "Max ? FirstHi : LastLo", "Max ? LastHi : FirstLo")],
  "exact/missing_pages.cpp")

D("memset-not-written",
  "what memset and memcpy write is not in the checkpoint",
  [("collectAccesses", "Mem->getRawDest(), Mem->getLength(), true",
    "Mem->getRawDest(), Mem->getLength(), false")],
  "exact/fill_and_copy.cpp")

D("ranges-unchecked",
  "sizes, counts and offsets may be so large that the bounds overflow",
  [("requireRange", "require(Builder.CreateICmpULT(Builder.CreateAdd(V, Bias), Limit))", "")],
  "exact/strides_wrap.cpp")

D("extension-unchecked",
  "a narrow index is taken not to wrap",
  [("isUnwrapped", "isAtMost(Hi, Greatest)", "Builder.getTrue()")],
  "exact/narrow_index_wraps.cpp")

D("increments-not-merged",
  "a counter whose increment was copied into the branches of the body is none",
  [("separateExits", "mergeIncrements(*L, LI, SE);", ""),
   ("rotateLoops", "Changed |= mergeIncrements(*L, LI, SE);", "")],
  "exact/increment_in_branches.cpp")

D("product-overflows",
  "the factors of a product of bounds may be so large that 128 bits overflow",
  [("IntegerEmitter::multiply", "requireRange(V, 63)", "")],
  "exact/strides_wrap.cpp")

D("range-of-product-of-least",
  "a product is taken to be where those of the least factors, and of these and the greatest, are",
  [("IntegerEmitter::multiply", "OfA.Least * OfB.Greatest, OfA.Greatest * OfB.Least,\n        OfA.Greatest * OfB.Greatest",
    "OfA.Least * OfB.Greatest, OfA.Greatest * OfB.Least")],
  "unit")

D("range-of-difference",
  "a difference is taken to be where the differences of the least and of the greatest numbers are",
  [("IntegerEmitter::subtract", "OfA.Least - OfB.Greatest, OfA.Greatest - OfB.Least",
    "OfA.Least - OfB.Least, OfA.Greatest - OfB.Greatest")],
  "unit")

D("zero-extension-of-any-bits",
  "a zero-extended number is taken to be one of fewer bits than it has",
  [("BoundsEmitter::leaf", "setRange(V, getUnsignedRange(", "setRange(V, getUnsignedRange(8)), (void)(getUnsignedRange(")],
  "unit")

D("last-value-modulo",
  "the last value of a counter, computed modulo 2^n, is taken for the integer",
  [("boundRecurrence", "requireRange(V, Width - 1)", "")],
  "exact/subscripts_wrap.cpp")

D("wide-integers",
  "numbers of more than 64 bits are bounded, too",
  [("BoundsEmitter::bound", "if (SE.getTypeSizeInBits(S->getType()) > 64) return nullptr;", "")],
  "exact/subscripts_wrap.cpp")

D("range-of-41-bits",
  "numbers of 41 bits are compared with 2^40",
  [("BoundsEmitter::leaf", "Width > ParamBits + 1", "Width > ParamBits")],
  "exact/subscripts_wrap.cpp")

D("least-size-unchecked",
  "of the sizes that a memory intrinsic has, only the greatest is required not to be negative",
  [("boundAccess", "LeastSize, IsKnown ?", "Size, IsKnown ?")],
  "exact/subscripts_wrap.cpp")

D("least-integer-in-range",
  "2^31 is taken for a signed number of 32 bits",
  [("IntegerEmitter::getSignedRange", "APInt::getLowBitsSet(RangeBits, Bits)", "APInt::getOneBitSet(RangeBits, Bits)")],
  "exact/subscripts_wrap.cpp")

D("guards-resolved-by-facts",
  "what is known because a guard did not fire is used to prove that it does not",
  [("Planner::bound", "if (!KeepFacts || P.FP->Resolved.empty())", "")],
  "exact/guard_asks_for_facts.cpp")

D("count-of-wrapped-integers",
  "that a loop is entered only if its count is not negative is taken to hold for the integer, too",
  [("getBackedgeTakenCount", "Least = getTypeRange(Count, /*Signed=*/true).first", "Least = Min")],
  "exact/counts_wrap.cpp")

D("quotient-of-wrapped-dividend",
  "what is divided is taken not to wrap",
  [("boundQuotient", "!requireNoWrap(S->getLHS(), /*Signed=*/false)", "false")],
  "faults/quotients.cpp")

D("remainder-one-short",
  "x % c is taken to be at most c - 2",
  [("boundSum", "constant(1 - C)", "constant(2 - C)")],
  "faults/quotients.cpp")

D("remainder-in-parts",
  "bounds of x - c * (x / c) are those of both parts, beyond the array",
  [("boundSum", "Op = SE.getMulExpr(Factor, X); IsRewritten = true;", "Op = SE.getMulExpr(Factor, X);")],
  "faults/quotients.cpp")

D("counters-bounded-apart",
  "bounds of a sum of two counters are those of both, where one rises as the other falls",
  [("boundSum", "Op = Wide; IsRewritten = true;", "")],
  "unit")

D("panels-beyond-memory",
  "panels are as large as for other memory, and packed beyond it",
  [("Multiplier::planPanels", "getPackedBytes(StepRows, StepColumns) <= Have", "true")],
  "unit")

D("k-of-chunk",
  "how many iterations of k a panel has depends on the chunk, of which an operand is kept",
  [("Multiplier::planPanels", "getPackedBytes(Rows, Columns) <= Have",
    "getPackedBytes(A.Count, B.Count) <= Have")],
  "unit")

D("k-of-team",
  "how many iterations of k a panel has depends on whether a team executes the chunk",
  [("Multiplier::getPackedBytes", "const bool Computes",
    "if (Member) return align(NumColumns * StepK * Bytes); const bool Computes")],
  "unit")

D("one-iteration-at-a-time",
  "a nest whose bounds are known of one short iteration only is executed ahead",
  [("Driver::vouch", "IsLimited && Vouched", "false")],
  "unit")

D("small-intervals-asked-by-chunks",
  "each chunk asks about a few pages",
  [("ChunkPages::probePages", "if (Nest.Proc) probeSmallAhead();", "")],
  "unit")

D("sum-beside-update-in-one-statement",
  "an update of another element is in the statement of an expanded sum",
  [("StoreSeparator::run", "!StoresOthers ||", "true ||")],
  "exact/expanded_scalars.cpp")

D("others-need-what-moves",
  "what an update takes from a sum is computed behind it",
  [("StoreSeparator::isMovable", "return User->getParent() == &BB", "return false && User->getParent() == &BB")],
  "exact/expanded_scalars.cpp")

D("loads-pass-stores",
  "a load of an expanded sum is executed behind a store to the same array",
  [("StoreSeparator::isMovable", "== Object; });", "== Object && false; });")],
  "exact/expanded_scalars.cpp")

D("gathers-are-a-gain",
  "a loop whose vectors are gathered and scattered is taken for a gain",
  [("gathersMostly", "return Gathers > Others", "return false")],
  "exact/records.cpp")

D("ring-not-wrapped",
  "a subscript of few bits is required not to wrap",
  [("boundExtension", "> MaxWrappingBits", "> 0")],
  "faults/quotients.cpp")

D("unsigned-guard-as-signed",
  "an unsigned comparison is resolved as a signed one although an operand may be negative",
  [("GuardResolver::neverHolds", "ICmpInst::isUnsigned(Pred) && S != Difference)", "false)")],
  "exact/affine_guard_borders.cpp")

D("counters-stay-narrow",
  "counters that inlined accessors extend are not widened",
  [("prepareFunction", "widenCounters(F, FAM);", "")],
  "polly/prepare_widened_counters.ll")

D("typed-loads-stay",
  "loads with types are hoisted by LICM, which drops the types of inner loops",
  [("hoistTypedLoads", "!isTypedLoad(*Load)", "true")],
  "polly/prepare_hoisted_types.ll")

D("typed-loads-pass-stores",
  "loads with types are hoisted past stores to what they load",
  [("hoistTypedLoads", "L->contains(getClobber(*Load, *Load, MSSA, AA)->getBlock())", "false")],
  "polly/prepare_hoisted_types.ll")

D("typed-loads-trap",
  "loads with types are executed where the program may not come to them",
  [("hoistTypedLoads", "isSafeToSpeculativelyExecute(Ahead, At, &AC, &DT)", "true")],
  "polly/prepare_hoisted_types.ll")

D("spaces-are-one",
  "addresses in two address spaces are taken for one",
  [("getAddress", "Base->getType() != Ptr->getType()", "false")],
  "polly/prepare_hoisted_types.ll")

D("restrict-in-loops",
  "what is __restrict in an inlined accessor is taken to be so in all iterations",
  [("isRestrict", "Arg.hasNoAliasAttr()", "false && Arg.hasNoAliasAttr()")],
  "exact/ends_of_lifetimes.cpp")

D("references-outlive-calls",
  "what a reference refers to is taken to be there behind a call that frees it",
  [("mayFree", "if (!Freed) return true;", "if (!Freed) return false;")],
  "exact/ends_of_lifetimes.cpp")

D("typed-loads-of-freed-objects",
  "loads with types are executed where what they load from may have been freed",
  [("hoistTypedLoads", "isThereInFront(*L, From.first, TLI)", "true")],
  "exact/ends_of_lifetimes.cpp")

D("references-stay-dereferenceable",
  "LICM is to take what a reference refers to for there behind a call that frees it",
  [("prepareFunction", "dropDereferenceable(F, FAM.getResult<LoopAnalysis>(F), FAM.getResult<TargetLibraryAnalysis>(F));", "(void)0;")],
  "exact/ends_of_lifetimes.cpp")

D("rows-not-counted-by-pointers",
  "rows that a difference of pointers counts are of an unknown number",
  [("RowCollector::isKnown", "SCEVCastExpr", "SCEVIntegralCastExpr")],
  "exact/rows_counted_by_pointers.cpp")

D("copies-of-short-rows",
  "a row of any length is executed in its copy",
  [("getLeastWork", "? 0 : LeastWorkOfRow", "? 0 : 0")],
  "polly/ordered_rows.ll")

# -- Shadow ----------------------------------------------------------------------------------------

D("one-iteration-too-many",
  "a copy of the nest executes one iteration too many",
  [("NestCopy::NestCopy", "Builder.CreateICmpEQ(Next, N)", "Builder.CreateICmpEQ(Counter, N)")],
  "exact/depth2.cpp")

D("shift-ignores-earlier-calls",
  "the bases of the arrays do not move on when a nest that resumed calls the driver again",
  [("NestCalls::callShadow", "Start + Begin", "Begin")],
  "exact/affine_guard_resumes.cpp")

D("shift-ignores-chunks",
  "the bases of the arrays do not move on from chunk to chunk",
  [("NestCalls::callShadow", "Start + Begin", "Start")],
  "exact/triangles_in_chunks.cpp")

D("shift-by-one-stride",
  "the bases of all arrays move on by the stride of the first one",
  [("pushShadowArguments", "Idx * BF_NumFields + BF_Stride", "BF_Stride")],
  "exact/triangles_in_chunks.cpp")

D("shifted-base-not-moved",
  "a base that moves on from chunk to chunk is not that of the copy",
  [("pushShadowArguments", "I8, BaseOf(Idx),", "I8, P.FP->Arrays[Idx].getBase(Args),")],
  "exact/private_chunks.cpp")

D("shift-unchecked",
  "a base is moved although not all addresses of the array move with it",
  [("BaseShifter::shift", "Ok &= isOffsetKept(U, Address, OldS, NewS);", "")],
  "exact/triangles_in_chunks.cpp")

D("reload-of-overwritten-cell",
  "a scalar is reloaded from a cell that may have been written since",
  [("findHome",
    "if (Walker.getClobberingMemoryAccess(...) != MSSA.getMemoryAccess(Store)) continue;",
    "")],
  "exact/cell_is_overwritten.cpp")

D("polly-check-ignored",
  "a shadow that declined, since Polly's run-time check failed, counts as executed",
  [("Driver::run", "Scratch.begin()) != SS_Done", "Scratch.begin()) == SS_Flagged"),
   ("Driver::executeChunks", "if (Status != SS_Done) return DE_PollyCheck;", "")],
  "exact/rows_overlap.cpp")

D("exact-division-kept",
  "the remainder beside an exact division is taken for zero",
  [("dropExactDivisions", "I.setIsExact(false)", "")],
  "exact/exact_division.cpp")

D("packed-products-multiplied-again",
  "operands are packed as products with a factor, and multiplied by it where they are read, too",
  [("packProducts", "Product->replaceAllUsesWith(...); Product->eraseFromParent();", "")],
  "exact/packed_products.cpp")

D("left-iteration-counted-as-executed",
  "the iterations that are left to the nest count as executed before",
  [("Splicer::resume", "enterWith(Executed, Zero)", "enterWith(Executed, NumLeft)")],
  "exact/first_iteration_left.cpp")

D("wrong-schedule-kept",
  "what the interpreted AST does wrong does not matter",
  [("generateCode", "|| V.IsWrong", "")],
  "exact/skewed_schedule.cpp")

# -- Splicing --------------------------------------------------------------------------------------

D("live-out-from-state",
  "behind the normal exit a live-out has the value of a state",
  [("Splicer::leave", "E.State.size() + *LiveOut", "*LiveOut")],
  "exact/live_outs.cpp")

D("live-outs-of-first-chunk",
  "a chunk hands on its state, not its live-outs",
  [("buildDescriptor", "i64(DL.getTypeStoreSize(FrameTy))",
    "i64(E.State.size() < FrameTy->getNumElements() "
    "? DL.getStructLayout(FrameTy)->getElementOffset(E.State.size()).getFixedValue() "
    ": DL.getTypeStoreSize(FrameTy).getFixedValue())")],
  "exact/live_outs.cpp")

D("replay-from-the-start",
  "the nest is entered with the state of its first iteration, whatever the driver executed",
  [("Splicer::resume", "Builder.CreateLoad(PHI->getType(), field(Idx))", "E.getStart(PHI)")],
  "exact/imperfect.cpp")

D("little-nest-begins-again",
  "a nest that is found to be little work behind its first iterations begins again",
  [("Splicer::testHoisted", "if (E.Resumes)", "if (false)")],
  "exact/few_iterations.cpp")

D("replay-counted-from-the-start",
  "the relay does not count the iterations that the driver executed",
  [("Splicer::relay", "Iteration->addIncoming(First, ...)",
    "Iteration->addIncoming(From, Builder.GetInsertBlock())")],
  "exact/affine_guard_resumes.cpp")

D("replay-of-chunk-counted-behind-it",
  "the replay of a chunk that was rolled back counts its iterations from the chunk's end",
  [("Driver::leaveToNest", "requestReplay(Begin, End - Begin)", "requestReplay(End, End - Begin)")],
  "exact/caught_in_chunks.cpp")

D("replay-of-one-iteration",
  "of a chunk that was rolled back the nest executes one iteration",
  [("Driver::leaveToNest", "requestReplay(Begin, End - Begin)", "requestReplay(Begin, 1)")],
  "unit")

D("replay-of-resolved-guards",
  "where an affine guard may fire, the nest is not told to execute that iteration",
  [("Driver::vouch", "requestReplay(Begin, !(Status & BS_Resolved))", "requestReplay(Begin, 0)")],
  "unit")

D("executed-not-told",
  "the nest is not told of the last chunk that the driver executed",
  [("Driver::executeChunks", "requestReplay(Begin, 0);", "")],
  "unit")

D("resume-one-early",
  "the driver is called again with the number of the iteration that was replayed last",
  [("Splicer::relay", "Start->addIncoming(Next, Relay)", "Start->addIncoming(Iteration, Relay)")],
  "exact/affine_guard_resumes.cpp")

D("resume-with-old-state",
  "the driver is called again with the state of the iteration that was replayed last",
  [("Splicer::relay", "zip(States, E.State)) New->addIncoming(PHI->getIncomingValueForBlock(Relay),",
    "zip(States, E.State)) New->addIncoming(PHI,")],
  "exact/affine_guard_resumes.cpp")

D("arguments-not-frozen",
  "the driver branches on arguments that may be poison where the nest does not look at them",
  [("EntryValues::getLiveIn", "freeze(New ? New : V)", "New ? New : V")],
  "polly/hoisted_load_size_and_base.ll")

D("trip-count-one-short",
  "the backedge-taken count is taken for the trip count",
  [("emitTripCount", 'Builder.getInt64(1), "escop.trips"', 'Builder.getInt64(0), "escop.trips"')],
  "exact/depth2.cpp")

# -- Polly -----------------------------------------------------------------------------------------

D("patch-0004-reversed",
  "a store is moved in front of a load of the same cell",
  [("buildEqivClassBlockStmts",
    "joinOrderedPHIs(UnionFind, ModeledInsts); joinOrderedInstructions(UnionFind, ModeledInsts);",
    "joinOrderedInstructions(UnionFind, ModeledInsts); joinOrderedPHIs(UnionFind, ModeledInsts);")],
  "exact/carried_guard.cpp")

D("patch-0007-reversed",
  "of a triangular product less is packed than is read",
  [("optimizePackedB", ".project_out(isl::dim::set, 0, 1) .insert_dims(isl::dim::set, 0, 1)", "")],
  "exact/triangular_product.cpp")

D("patch-0008-reversed",
  "a scalar that is kept in an array is not ordered against a reduction on it",
  [("collectInfo", "ReductionArrays.insert(MA->getLatestScopArrayInfo())",
    "ReductionArrays.insert(MA->getScopArrayInfo())"),
   ("collectInfo", "ReductionArrays.count(MA->getLatestScopArrayInfo())",
    "ReductionArrays.count(MA->getScopArrayInfo())")],
  "exact/reduction_meets_store.cpp")

D("packed-outside-of-domain",
  "rows of a flat array are packed where instances outside of the domain would read them",
  [("optimizePackedA", "!PackedATranslator.is_single_valued()", "false")],
  "exact/packed_shapes.cpp")

D("packed-types-share-array",
  "operands of different types are packed to one array",
  [("getPackedArray", "!Array || HasShape(Array)", "true")],
  "exact/packed_shapes.cpp")

D("packed-tiles-do-not-fit",
  "a packed array has no room for the last register tile of a block",
  [("getMacroKernelParams", "Mc = std::max(Mc / MicroKernelParams.Mr, 1) * MicroKernelParams.Mr;",
    "")],
  "exact/packed_shapes.cpp")

D("patch-0012-reversed",
  "subscripts that count elements are compared with bytes",
  [("updateAccessDimensionality", "Access->isArrayKind() && Access->getNumSubscripts() > 1",
    "false && Access->getNumSubscripts() > 1")],
  "exact/copied_rows.cpp")

D("cold-code-counts-as-others",
  "bases are shifted as if the nest's own iterations had counted, too",
  [("BaseShifter::getStart", "if (BeginsLater &&", "if (false &&")],
  "exact/state_at_cold_code.cpp")

D("pointer-followed-before-store",
  "a pointer that the nest stores first is followed in front of it",
  [("Hoister::visitLoad", "!IsInFront && followsWrite(Load)", "false")],
  "exact/pointer_set_in_nest.cpp")

D("first-iteration-speaks-for-all",
  "what only the first iteration is known to load is loaded in front of others",
  [("Hoister::visitLoad", "E.HoistedForFirst |= !isExecutedInEachIteration(*Load.getParent());", "")],
  "exact/pointer_set_in_nest.cpp")

D("patch-0013-reversed",
  "the value of a word is taken for that of its halves",
  [("addArrayReadAccess", "AccRel.is_single_valued()", "true")],
  "exact/halves_of_words.cpp")

D("written-cell-loaded-ahead",
  "what is loaded ahead may be written through the same pointer",
  [("boundGroup", "if (isReadMarker(*A.I)) extend(Ahead, Iv);", "")],
  "exact/cell_behind_twin.cpp")

D("later-rows-not-vouched",
  "a chunk may write a row that a later chunk loads",
  [("Driver::run", "(Nest.Naive || Nest.NumTables)", "Nest.Naive")],
  "exact/later_rows_written.cpp")

D("hoisted-live-out-lost",
  "what is hoisted, and used behind the nest only, is no parameter of its copies",
  [("Detector::collectCrossing", "if (E.isHoisted(&I)) LiveIns.insert(&I);", "")],
  "exact/hoisted_live_out.cpp")

D("reloaded-value-asked-about",
  "a load that was just made is looked up in MemorySSA",
  [("findHome", "Access && Load->isSimple()", "Load->isSimple()")],
  "exact/sums_of_one_cell.cpp")

D("inspected-before-compared",
  "the inspector reads what the nest may write through another pointer",
  [("getVouchedFor", "P.InspectorNeedsDisjointness", "false")],
  "exact/inspector_meets_results.cpp")

D("twins-keep-flags",
  "of two equal operations the one that may not overflow stands for the one that wraps",
  [("Hoister::hoistAsTwin", "Other->andIRFlags(&I);", "")],
  "exact/twin_flags.cpp")

D("errno-is-memory",
  "a nest that writes errno is transformed, although the driver restores it",
  [("checkInstruction", 'Callee->getName() == "__errno_location"', 'Callee->getName() == ""')],
  "polly/declined_errno.ll", "exact/errno_written.cpp")

D("second-stack",
  "a chunk may write the driver's objects, which are on the stack that it does not know",
  [("isObserved", "F.hasFnAttribute(Attribute::SafeStack)", "false")],
  "exact/writes_reach_the_stack.cpp")

D("driver-in-funclet",
  "the driver's call belongs to no funclet, although it is in one",
  [("Detector::checkFunction", "isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn()))",
    "false")],
  "polly/declined_funclets.ll")

D("address-space-of-frame",
  "the address of the frame is passed as one of another address space",
  [("Detector::checkFunction", "F.getDataLayout().getAllocaAddrSpace()", "false")],
  "polly/declined_alloca_address_space.ll")

D("any-thing-of-that-name",
  "the driver calls the program's variables",
  [("isOfLibrary", "!GV ||", "true || !GV ||")],
  "exact/library_names.cpp")

D("functions-of-any-type",
  "the driver calls the program's functions, which have other arguments",
  [("isOfLibrary", "Fn->getFunctionType() == Ty", "Ty")],
  "exact/library_names.cpp")

D("short-addresses",
  "nests are speculated where addresses have 32 bits",
  [("checkPlatform", "Mod.getDataLayout().getPointerSizeInBits() != 64 ||", "")],
  "polly/declined_platform.ll")

D("noinline-ignored",
  "callees that are not to be inlined, and write, are inlined",
  [("HotPaths::get", "(Path.Writes || any_of(instructions(Callee), isBoundToCall))", "false")],
  "exact/noinline_callees.cpp")

D("noinline-readers-inlined",
  "callees that are not to be inlined, and read thread-local objects, are inlined",
  [("HotPaths::get", "(Path.Writes || any_of(instructions(Callee), isBoundToCall))",
    "Path.Writes")],
  "exact/noinline_callees.cpp")

D("large-frames-inlined",
  "a recursive function gets the buffers of its callees",
  [("HotPathBuilder::build", "getFrameSize(*Hot) > MaxInlinedFrame", "false")],
  "exact/noinline_callees.cpp")

D("recalled-behind-write",
  "a callee is executed anew although it has written something",
  [("HotPathBuilder::redirectColdEdges", "|| BehindWrites.contains(&BB)", "")],
  "exact/hot_paths.cpp")

D("recall-never-returns",
  "a callee that is executed anew is taken not to return",
  [("HotPathBuilder::redirectColdEdges", "!Determinate || Returning.contains(Succ)", "false")],
  "exact/hot_paths.cpp")

D("recall-rounds-alike",
  "what is rounded in another way on a hot path than in its callee is taken to be the same",
  [("HotPathBuilder::redirectColdEdges", "(IsExact && !Contains(mayBeRoundedOtherwise))", "IsExact")],
  "exact/contracted_hot_paths.cpp")

D("copy-without-contents",
  "the copy of a local object that a call gets is not filled",
  [("copyForColdCalls", "Builder.CreateMemCpy(...);", "")],
  "exact/hot_paths.cpp")

D("copy-for-returning-call",
  "a call that returns, and may write, gets a copy of a local object",
  [("findColdUses", "Call->doesNotReturn() &&", "")],
  "exact/hot_paths.cpp")

D("steady-behind-first",
  "a value that is passed on is taken to be the first one that is found",
  [("SteadyPHIs::join", "if (Result || !IsSteady(V))", "if (!Result && !IsSteady(V))")],
  "exact/ends_in_memory.cpp")

D("steady-constant",
  "a constant is taken to be the value that is passed on",
  [("SteadyPHIs::join", "Result && !all_of(Constants, IsEqual)", "false")],
  "exact/ends_in_memory.cpp")

D("vector-functions",
  "the shadow calls vector functions, which round in another way, where the nest calls others",
  [("setsErrnoOnly", "!TLI.isFunctionVectorizable(Call.getCalledFunction()->getName())",
    "true")],
  "exact/vector_math.cpp")

D("packed-on-the-stack",
  "packed arrays are on the stack where malloc cannot be called",
  [("optimiseShadow", "fillsTiles(*Unchanged, FAM) && P.HasRuntime", "fillsTiles(*Unchanged, FAM)")],
  "exact/packed_on_small_stack.cpp")

D("pragma-kept",
  "a pragma for loops with exits reorders sums in their copies, which have none",
  [("NestCopy::NestCopy", '"llvm.loop.vectorize"', '"llvm.loop.distribute"')],
  "exact/pragma_vectorize.cpp")

D("outlined-interrupt-handlers",
  "what is outlined of an interrupt handler returns as one",
  [("createOutlinedFunction", '"interrupt",', "")],
  "polly/outlined_interrupt_handler.ll")

D("packed-what-is-not-read",
  "operands that the nest reads under a condition only are packed",
  [("containsMatrMult", "if (!Stmt->isBlockStmt()) return false;", "")],
  "exact/packed_conditional_operand.cpp")

D("natural-alignment",
  "elements that the program accesses unaligned are accessed with the alignment of their type",
  [("buildAccessRelations", "SAI->restrictAlign(", "if (false) SAI->restrictAlign(")],
  "exact/vector_elements.cpp")

D("alignment-of-another-element",
  "a value is reloaded from another place with the alignment of the one that it came from",
  [("generateArrayLoad", "MA.hasNewAccessRelation() ? ... : Load->getAlign()", "Load->getAlign()")],
  "exact/forwarded_alignment.cpp")

D("copies-naturally-aligned",
  "elements that the program accesses unaligned are copied with the alignment of their type",
  [("generateCopyStmt", "LoadValue->setAlignment(...);", "")],
  "exact/vector_elements.cpp")

D("folded-by-a-parameter",
  "a negative subscript is one of the row before, whose size is not that of the array",
  [("foldAccessRelation", "if (Sizes[i + 1] != Array->getDimensionSize(i + 1)) return;", ""),
   ("foldAccessRelation", "if (!DimSize.ne_set(Parameter).is_empty()) return;", "")],
  "polly/polly_folded_sizes.ll")

D("parameters-go-round",
  "bounds of loops are computed from parameters near the ends of 64 bits",
  [("buildRunCondition", "S.getAssumedContext().intersect(S.getComputableBounds())",
    "S.getAssumedContext()")],
  "exact/parameters_near_the_ends.cpp")

D("parameters-bounded-in-dependences",
  "isl's scheduler computes with 2^57, for minutes",
  [("collectInfo", "S.getAssumedContext()",
    "S.getAssumedContext().intersect(S.getComputableBounds())")],
  "polly/polly_parameter_bounds.ll")

D("one-access-is-checked",
  "of the accesses through a pointer only the last one is compared with other arrays",
  [("buildAliasGroupsForAccesses", "append_range(AG, PtrToAcc[const_cast<Value *>(Ptr)])",
    "AG.push_back(PtrToAcc[const_cast<Value *>(Ptr)].back())")],
  "exact/all_accesses_overlap.cpp")

D("padding-is-written",
  "a store of 24 bits counts as one of 32",
  [("updateAccessDimensionality", "DL.getTypeStoreSize(Ty) != Size", "false")],
  "exact/bit_field_and_neighbour.cpp")

D("padding-has-room",
  "a sum of 32 bits is kept in an element of 24",
  [("collapseScalarsToStore", "DL.getTypeStoreSize(TargetStoreMA->getAccessValue()->getType())",
    "DL.getTypeAllocSize(TargetStoreMA->getAccessValue()->getType())")],
  "exact/sums_in_bit_fields.cpp")

D("memmove-writes-first",
  "what a memmove reads counts as overwritten by it",
  [("buildAccessMemIntrinsic", "make_scope_exit([&]() {", "([&]() {"),
   ("buildAccessMemIntrinsic", "auto *MemTrans =", "AddWrite(); auto *MemTrans =")],
  "exact/memmove_behind_store.cpp")

D("attributes-not-merged",
  "a function into which others are inlined keeps its attributes",
  [("inlineHotPath", "IFI, /*MergeAttributes=*/true", "IFI, /*MergeAttributes=*/false")],
  "exact/precise_callee.cpp")

D("copied-as-aligned",
  "objects are copied behind the throw as if they were aligned there",
  [("dropSpeculativeFacts", "Mem->setDestAlignment(Align(1))", "")],
  "exact/aligned_copies.cpp")

D("errno-is-an-operand",
  "a nest that is given errno as memory is executed by the driver, which restores errno",
  [("Driver::run", "meets(Errno.interval())", "false")],
  "exact/errno_by_reference.cpp")

D("errno-is-accessed",
  "a nest that is given errno as memory is executed in chunks",
  [("meetsOwnMemory", "meets(Errno.interval())", "false")],
  "exact/errno_by_reference.cpp")

D("pow-is-known",
  "the copies' calls of math functions are simplified, in another way than those of the nest",
  [("callWithoutErrno", "Attribute::NoBuiltin,", "")],
  "exact/pow_of_a_counter.cpp")

D("one-nest-of-a-loop",
  "of the nests in a loop that is declined only the first one is tried",
  [("FunctionPipeline::visit", "Done.contains(L.getHeader())",
    "Done.contains(L.getHeader()) || Visited.contains(L.getHeader())")],
  "remarks/parts_of_a_loop.cpp")

D("required-in-vain",
  "what a guard would need to be resolved is required of all iterations, though it is not",
  [("GuardResolver::resolve", "Emitter.restore(std::move(Before))", "")],
  "remarks/every_few_rows.cpp")

D("attributes-of-the-entry",
  "calls of the outlined functions are diagnosed and counted like those of the nest's function",
  [("createOutlinedFunction", '"thunk"}) Attrs.removeAttribute(Kind)', '"thunk"})')],
  "polly/outlined_interrupt_handler.ll")

D("probes-are-calls",
  "a profile's probe is a call with unknown effects",
  [("isWithoutEffect", "isa<PseudoProbeInst>(I)", "false")],
  "polly/detection_without_effect.ll")

D("tables-of-jumps-lost",
  "all switches of a function become branches",
  [("lowerExitingSwitches", "!Switch || !L || !L->isLoopExiting(&BB)", "!Switch"),
   ("lowerExitingSwitches", "L->contains(Succ)", "false")],
  "polly/prepare_switch_exit.ll")

D("rows-before-a-triangle",
  "rows that only a triangular loop comes to are not compared",
  [("countEntries", "SE.getSMaxExpr(Entries, SE.getAddExpr(Max, One))",
    "SE.getUMaxExpr(Entries, SE.getAddExpr(Max, One))"),
   ("getMaxOver", "if (Executed) return Last;", "")],
  "exact/rows_of_a_triangle.cpp")

D("steps-over-the-end",
  "an inner loop is taken to meet its end, as it does in the nest",
  [("requireTermination", "!Gap || Gap->isZero()", "true")],
  "exact/inner_steps_over_its_end.cpp")

D("math-makes-poison",
  "conditions of a shadow with a math function are frozen, so that no triangle is vouched for",
  [("mayCreatePoison", "isMathCallWithoutErrno(I)", "false")],
  "remarks/vouched_for.cpp")

D("errno-restored-in-vain",
  "the compiler may take restoring errno for a store of what is there",
  [("SavedErrno::SavedErrno", "*static_cast<const volatile int *>(Errno)", "*Errno"),
   ("SavedErrno::~SavedErrno", "*static_cast<volatile int *>(Errno) = Old", "*Errno = Old")],
  "exact/errno_at_link_time.cpp")

D("chunk-stays-too-large",
  "a chunk that does not fit into the buffer is tried again with as many iterations",
  [("Driver::fewer", "max(Count / 16, 1)", "Count / 16")],
  "exact/checkpoint_almost_fits.cpp")

D("within-one-element",
  "an access that begins within an element of an array of two dimensions is one of that element "
  "alone",
  [("updateAccessDimensionality", "Array->getNumberOfDimensions() > 1", "false")],
  "exact/within_an_element.cpp")

D("polly-without-footprint",
  "trip counts and subscripts that no footprint bounds are left to Polly's assumptions",
  [("optimiseShadow", "P.FP.has_value() && !LacksDependences", "!LacksDependences")],
  "exact/counter_crosses_the_sign.cpp")

D("recurrences-share-flags",
  "a recurrence from zero does not wrap where the one from -100 does not",
  [("SCEVAffinator::visitAddRecExpr", "|| S->contains(Expr->getLoop())", ""),
   ("SCEVAffinator::visitAddRecExpr", "SCEV::FlagAnyWrap", "Expr->getNoWrapFlags()")],
  "exact/recurrences_of_bytes.cpp")

D("loops-unbounded",
  "isl may take as long as it likes for the loops of a shadow",
  [("BoundASTPass::run", "Options.ASTComputeOut = Times * MaxASTOperations;", "Options.ASTComputeOut = 0;")],
  "options/quota.cpp")

D("conditions-decided-by-start",
  "a counter is held to be no less than its start although it may wrap",
  [("getGreatest", "return IsGuarded(ICmpInst::ICMP_ULE, Last) ||", "return true ||")],
  "polly/known_conditions.ll")

D("overwritten-value-reloaded",
  "a value is loaded from an element that was stored to since",
  [("Reloader::reload", "isOverwritten(*Holder, Element, Definition))", "false)")],
  "exact/factorization_spellings.cpp")

D("truncated-counter-extended",
  "a counter that was truncated is taken for its extension whatever it counts to",
  [("CounterExtender::isExtensionOfTrunc", "return Signed ? Range.getMinSignedBits() <= Bits", "return Signed ? true")],
  "polly/extended_subscripts.ll")

D("narrow-counters-stay",
  "a counter that is a wider one, truncated, is a parameter of its own",
  [("CounterExtender::run", "mergeCounters(*L);", "")],
  "exact/backward_counters.cpp")

D("ends-stay-narrow",
  "what a counter is compared with at the end of its loop bounds no index",
  [("CounterExtender::extendComparisons",
    "leavesAtEnd(*Cmp, L) && isCounterBelow(*Trunc, WideEnd, L)", "false")],
  "exact/backward_counters.cpp")

D("behind-loops-nothing-holds",
  "what was true in front of a loop is not known behind it",
  [("isSkippedIfEmpty", "Inner->contains(From);", "false;")],
  "exact/backward_counters.cpp")

D("negation-by-addition-unknown",
  "a guard is not resolved whose condition is negated by an addition",
  [("GuardResolver::never", "match(Cond, m_c_Add(m_Value(A), m_AllOnes()))", "false")],
  "exact/reflections.cpp")

D("savings-not-known",
  "a nest that saves most of its instructions is called from 8192 iterations on",
  [("optimiseShadow", "P.SavedInstructions = Gain.SavedInstructions;", "")],
  "remarks/saved_instructions.cpp")

D("selections-take-no-time",
  "fewer instructions gain where each waits for what was selected before",
  [("tryPlain", "Left.HasSelects ?", "false ?")],
  "remarks/saved_instructions.cpp")

D("truncated-start-whole",
  "where a counter begins is taken for what it was before it was truncated",
  [("getInteger", "if (!IsInvariant) {", "{")],
  "exact/truncated_counters.cpp")

D("huge-pages-beside-memory",
  "huge pages are asked for that are not wholly the driver's",
  [("Memory::allocate", "malloc(Huge ? Whole + HugePageSize : Whole)", "malloc(Whole)")],
  "unit")

D("size-is-two-addresses",
  "a size in bytes is two parameters, addresses that are no small numbers",
  [("collectLeaves", "isa<PtrToIntInst>(E.getRepresentative(Op))", "false")],
  "remarks/small_nests.cpp")

D("short-rows-call-the-driver",
  "rows of a few columns call the driver as long ones do",
  [("getGainingWork", "InVain = InVainInRow;", "")],
  "remarks/small_nests.cpp")

D("overflow-by-wrong-sign",
  "a difference overflows if its sign is not that of what is subtracted",
  [("expandOverflow", "*Other = IsSum ? A : Result;", "*Other = A;")],
  "exact/overflow_checks.cpp")

D("overflow-of-narrow-product",
  "whether a product overflows is computed with as many bits as it has",
  [("expandOverflow", "Builder.getIntNTy(2 * Result", "Builder.getIntNTy(Result")],
  "exact/overflow_checks.cpp")

D("loops-begin-anywhere",
  "what is left of a loop may cross a cache line that it did not cross before",
  [("alignLoops", "if (Number <= MaxInstructions)", "if (false)")],
  "polly/aligned_loops.ll")

D("table-vouched-for-by-its-begin",
  "a table of rows is read if its begin is on pages that were asked about",
  [("canRead", "Begin >= Pages.Begin && End <= Pages.End",
    "Begin >= Pages.Begin && Begin < Pages.End")],
  "unit")

D("decision-on-either-edge",
  "what a branch decides holds behind both of its edges",
  [("getDecision", "return Succ == 0;", "return false;")],
  "polly/decided_latch.ll")

# -- Private chunks --------------------------------------------------------------------------------

D("copy-stored-whole",
  "of a private chunk's copy all is stored that the nest may write, changed or not",
  [("Driver::copyElements", "IfChanged && D.Commit ? D.Commit : D.Copy", "D.Copy")],
  "unit")

D("copy-not-worked-on",
  "a private chunk works in place, and nothing is rolled back",
  [("Driver::executeShadow", "!InPlace && array(Idx).Written ? States[Idx].Copy : 0", "0")],
  "exact/private_chunks.cpp")

D("copy-not-stored",
  "what a private chunk wrote is forgotten",
  [("Driver::commit", "if (!InPlace)", "if (false)")],
  "exact/private_chunks.cpp")

D("copied-address-leaves",
  "an address in a private chunk's copy may leave the nest",
  [("isOnlyAccessed", "if (!Field) return false;", "if (!Field) continue;")],
  "polly/declined_in_place.ll")

D("copied-address-compared",
  "an address in a private chunk's copy is compared with those of memory",
  [("isOnlyAccessed", "return !isa<ICmpInst>(U) || all_of(U->operands(), IsDerived)",
    "return true")],
  "polly/declined_in_place.ll")

D("address-not-moved-back",
  "an address that a private chunk hands on stays one in the copy",
  [("canBePrivate", "P.MovedFields.push_back({Field, Idx});", "")],
  "polly/private_chunks.ll")

D("without-copies-beside-threads",
  "a nest that no copy can be made for is executed in one beside other threads",
  [("Driver::run", "!InPlace && !Nest.CanBePrivate", "false")],
  "unit")

D("one-thread-taken-for-granted",
  "chunks work in place beside other threads",
  [("isSingleThreaded", "&__libc_single_threaded && __libc_single_threaded", "true")],
  "threads/rows_behind.cpp")

D("private-only-beside-threads",
  "chunks that are always to work in a copy do not while the process has one thread",
  [("Driver::Driver", "Nest.Share == Sharing::Ask && Nest.IsAlone(Nest.Proc)", "isSingleThreaded()")],
  "threads/fork.cpp")

D("captured-object-is-local",
  "an object whose address others have counts as one that they cannot access",
  [("isLocal", "&& !PointerMayBeCapturedBefore(...)", "")],
  "polly/copies_of_writes.ll")

D("inexact-copies-in-place",
  "chunks work in place where the user allows it, even if other elements are restored than saved",
  [("decideSharing", "P.Share == Sharing::InPlace && !areCopiesExact(*P.FP)", "false")],
  "polly/copies_of_writes.ll")

D("element-written-elsewhere",
  "an array of which only written elements are copied is read at others",
  [("readsOnlyWritten", "R.IsWrite || isReadMarker(*R.I) || any_of(...)", "true")],
  "exact/private_chunks.cpp")

D("element-written-at-times",
  "an element that is written under a condition counts as copied where it is read",
  [("readsOnlyWritten", "(DT.dominates(Writes, Reads) || PDT.dominates(Writes, Reads))", "true")],
  "threads/masks.cpp", "threads/triangles.cpp")

D("copies-unaligned",
  "a copy is not as aligned as its array",
  [("placeOf", "((Begin - Place) & (CopyAlign - 1))", "0")],
  "unit")

D("memory-copied-twice",
  "both copies of a private chunk may be made from memory, which changes in between",
  [("takeCopy", "pointer(I.Begin + S.Old), I.size()", "pointer(I.Begin), I.size()"),
   ("takeCopy", "copyElements(Count, Idx, S.Old, S.Copy)", "copyElements(Count, Idx, 0, S.Copy)")],
  "unit")

D("old-values-in-the-copy",
  "a chunk works where the old values are that its results are compared with",
  [("Driver::placeCopies", "Place + copied(Idx).size() + CopyAlign", "Place")],
  "unit")

D("old-values-without-room",
  "the buffer has no room for old values",
  [("copySize", "2 * Size : Size", "Size : Size")],
  "unit")

D("mirror-not-extended",
  "a mirror lacks what later chunks access above",
  [("extendMirror", "if (New.End > Have.End) Copy({Have.End, New.End});", "")],
  "unit")

D("mirror-not-extended-below",
  "a mirror lacks what later chunks access below",
  [("extendMirror", "if (New.Begin < Have.Begin) Copy({New.Begin, Have.Begin});", "")],
  "unit")

D("mirror-extended-in-between",
  "what lies between two chunks is copied, though it was not asked about",
  [("extendMirror", "|| New.End < Have.Begin || Have.End < New.Begin", "")],
  "unit")

D("mirror-of-undone-chunk",
  "a mirror keeps what a chunk wrote that is undone",
  [("Driver::undo", "copyElements(Count, Idx, 0, States[Idx].Copy)", "")],
  "unit")

D("mirror-not-zeroed",
  "in a mirror absent pages are what the memory held before",
  [("allocateMirrors", "Mirrors.allocate(Bytes, /*Zero=*/true)", "Mirrors.allocate(Bytes)")],
  "unit")

D("mirror-exceeded",
  "a chunk accesses more than a mirror has",
  [("Driver::vouch", "fitsMirrors() &&", "")],
  "unit")

D("mirrors-beyond-budget",
  "mirrors take more memory than a nest may",
  [("allocateMirrors", "bufferSize() > MostBudget ||", "")],
  "unit")

D("mirror-without-old-values",
  "a mirror is made of an array that has old values, too",
  [("allocateMirrors", "&& !array(Idx).NeedsOldValues", "")],
  "unit")

D("absent-pages-mirrored",
  "to fill a mirror, absent pages are touched",
  [("copyPresent", "!copyPresentPages(From.Begin, From.End, To, Nest.Proc)", "true")],
  "unit", "faults/resident.cpp")

D("mirror-of-first-pages",
  "of many present pages that lie apart the first ones are copied",
  [("copyPresentPages", "At = Scan.walk_end;", "At = End;")],
  "unit")

D("whole-pages-mirrored",
  "to fill a mirror, pages are copied beyond the end of what it has",
  [("copyPresentPages", "min(Regions[Idx].end, End) - From", "Regions[Idx].end - From")],
  "unit")

# -- What is only known behind a guard; the linker's memory ----------------------------------------

D("undefined-argument",
  "an argument that a math function's declaration says to be defined is not, behind a guard",
  [("defineOperands", "isMathCallWithoutErrno(I)", "false"),
   ("defineOperands", "isa<UndefValue>(Op)", "false")],
  "exact/undefined_behind_guard.cpp")

D("null-never-followed",
  "what is followed behind a guard is taken not to be null in front of it",
  [("ShadowBuilder::makeSpeculative", "Shadow->addFnAttr(Attribute::NullPointerIsValid);", "")],
  "exact/undefined_behind_guard.cpp")

D("divisor-known-ahead",
  "the bounds divide by what is not 0 behind a guard only",
  [("BoundsEmitter::expand", "SCEVExprContains(S, mayDivideByZeroAhead)", "false")],
  "exact/divisor_behind_guard.cpp")

D("calls-bound-lazily",
  "writes behind the throw may hit the addresses by which memcpy and math functions are called",
  [("DriverBuilder::build", "bindCallsEarly(*P.Shadow)", "")],
  "exact/writes_reach_the_got.cpp")

D("math-bound-lazily",
  "behind the throw a math function is called for the first time, by the dynamic linker",
  [("bindCallsEarly", "Callee->addFnAttr(Attribute::NonLazyBind);", "")],
  "options/lazy_binding.cpp")

D("object-known-at-link-time",
  "at link time the table is known that the shadow reads ahead, and where it ends",
  [("DriverBuilder::build", "hideObject(Builder, Driver->getArg(Idx))", "Driver->getArg(Idx)")],
  "exact/table_known_at_link_time.cpp")

D("disjoint-bits-forgotten",
  "`i << 4 | j` is no address that can be bounded if its bits are known to be disjoint by a guard",
  [("ShadowBuilder::makeSpeculative", "restoreAdditions(*Shadow);", "")],
  "exact/flat_powers_of_two.cpp")

D("ranges-not-asked",
  "`i << 8 | j << 4` is no address that can be bounded, although j is less than 16",
  [("prepareFunction", "markDisjoint(F, FAM);", "")],
  "exact/flat_powers_of_two.cpp")

D("overlapping-bits-added",
  "`i << 2 | j` is an addition although j is up to 7",
  [("markDisjoint", "SE.getMinTrailingZeros(B)", "SE.getMinTrailingZeros(B) + 1")],
  "exact/flat_powers_of_two.cpp")

D("earlier-load-not-compared",
  "what was loaded in front of the nest stands for a load in it, also when the nest is entered "
  "again",
  [("EntryValues::hoist", "Earlier != &I", "false")],
  "faults/header_loaded_twice.cpp")

D("earlier-load-not-merged",
  "two loads of one vector's address are two arrays that overlap",
  [("Detector::collectParameters", "mergeWithEarlierLoads(E, ...);", "")],
  "faults/header_loaded_twice.cpp")

# -- Loads that no store meets ---------------------------------------------------------------------

D("hoisted-load-steps-back",
  "a store that begins behind an element is taken to stay behind it",
  [("LoadHoister::isBehind", "Step->getAPInt().isNegative() != Negate", "false")],
  "exact/elements_read_beside_stores.cpp")

D("hoisted-load-half-written",
  "a store to the second half of an element is taken to be behind it",
  [("LoadHoister::misses", "isBehind(Distance, Read.getFixedValue(), /*Negate=*/false)",
    "isBehind(Distance, 1, /*Negate=*/false)")],
  "exact/elements_read_beside_stores.cpp")

# -- Register blocks -------------------------------------------------------------------------------

D("block-loads-beyond-page",
  "a block loads from pages on which the loop makes no access",
  [("BlockDriverBuilder::countLoadable",
    "Count = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, countOnKnownPages(G));", "")],
  "exact/register_blocks.cpp")

D("block-first-iteration-not-inspected",
  "the iteration with which a block begins is taken to make its loads",
  [("BlockDriverBuilder::emit", "Builder.CreateIsNull(Executed)", "Builder.getFalse()")],
  "exact/register_blocks.cpp")

D("block-neighbour-beyond-page",
  "what is loaded under a condition is taken to be on the page of what is loaded near it",
  [("BlockDriverBuilder::isOnKnownPages", "G.End > G.EndInEach", "false")],
  "exact/register_block_neighbours.cpp")

D("block-neighbour-in-front-of-page",
  "what is loaded under a condition is taken to be behind the begin of the page",
  [("BlockDriverBuilder::isOnKnownPages", "G.Begin < G.BeginInEach", "false")],
  "exact/register_block_neighbours.cpp")

D("block-pages-of-neighbours",
  "a page from which no iteration has to load is known",
  [("StreamFinder::groupLoads", "Load.IsInEach || G.IsConditional", "true")],
  "exact/register_block_neighbours.cpp")

D("block-condition-before-cold-region",
  "a page from which the nest loaded before it went through the cold region is taken to be there still",
  [("BlockShadow::analyse", "return E.L->contains(G.getExit());", "return false;")],
  "exact/register_block_conditions.cpp")

D("block-condition-was-never-true",
  "a block makes conditional loads from a page on which the loop has made none",
  [("BlockDriverBuilder::isOnKnownPages", "Builder.CreateICmpUGE(...)", "Builder.getTrue()"),
   ("BlockDriverBuilder::isOnKnownPages", "Builder.CreateICmpULE(...)", "Builder.getTrue()")],
  "exact/register_block_conditions.cpp")

D("block-never-loaded-is-page-0",
  "before its first load, a loop is taken to have loaded from the first page",
  [("Splicer::track", "ESCoP::NeverLoaded", "0")],
  "exact/register_block_conditions.cpp")

D("block-stores-unconditionally",
  "a block makes a conditional store in each iteration",
  [("BlockDriverBuilder::commitGroup", "Value *Made = Flags.lookup(Idx)", "Value *Made = nullptr")],
  "exact/register_block_conditions.cpp")

D("block-blends-across-pages",
  "a block stores what is there on a page on which it makes no store",
  [("BlockDriverBuilder::blendGroup", "Builder.CreateICmpULT(...)", "Builder.getTrue()")],
  "exact/register_block_conditions.cpp")

D("block-blends-without-store",
  "a block stores what is there by a store that it does not make, if it makes another one",
  [("BlockDriverBuilder::blendGroup", "May = Builder.CreateAnd(May, IsAny);", "")],
  "exact/register_block_conditions.cpp")

D("block-blends-beside-threads",
  "a block stores what is there in a process of several threads",
  [("BlockDriverBuilder::isAlone", "return callRuntime(", "return Builder.getTrue(); return callRuntime(")],
  "threads/masks.cpp")

D("block-rest-begins-at-start",
  "the copy that executes the rest begins with the loop's first iteration",
  [("Splicer::finishInCopy", "addIncoming(V, Rest)", "addIncoming(E.getStart(PHI), Rest)")],
  "exact/register_block_conditions.cpp")

D("block-divides-by-0",
  "a block divides by what only a guard keeps from being zero",
  [("BlockShadow::guardDivisions", "B.CreateSelect(Traps, ConstantInt::get(Ty, 1), Divisor)",
    "Divisor")],
  "exact/register_block_divisions.cpp")

D("block-loads-what-it-stores",
  "a load may read what an earlier iteration of its block stores",
  [("StreamFinder::countBehind", "Later < BlockSize", "Later < 1")],
  "exact/register_blocks.cpp")

D("block-arrays-overlap",
  "a load and a store of two arrays are taken to be apart",
  [("BlockDriverBuilder::mayBegin", "Ok = Builder.CreateAnd(Ok, Builder.CreateOr(areApart(S.Loads[Of.Load], ...), mayMeet(Of)));",
    "")],
  "exact/register_blocks.cpp")

D("block-two-stores-overlap",
  "stores to two arrays are made one after the other although they meet",
  [("BlockDriverBuilder::mayBegin", "Ok = Builder.CreateAnd(Ok, areApart(S.Stores[A], ...));",
    "")],
  "exact/register_blocks.cpp")

D("block-stores-although-a-guard-fires",
  "a block makes its stores although a guard fires in it",
  [("BlockDriverBuilder::emitBlock", "Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done))",
    "Builder.getTrue()")],
  "exact/register_blocks.cpp")

D("block-update-in-each-iteration",
  "a sum is updated in each iteration in which the update is computed",
  [("BlockShadow::reduceInEachIteration", "V == &PHI ? Identity : X", "X")],
  "exact/register_block_sums.cpp")

D("block-range-wraps",
  "what a loop would access beyond the end of the address space is at its other end",
  [("BlockDriverBuilder::getAccessed",
    "Builder.CreateBinaryIntrinsic(End ? Intrinsic::uadd_sat : Intrinsic::usub_sat, Address,",
    "Builder.CreateBinOp(End ? Instruction::Add : Instruction::Sub, Address,")],
  "exact/register_block_limits.cpp")

D("block-count-not-known",
  "a loop of which the trip count is not known ends behind its first iteration",
  [("BlockDriverBuilder::mayBegin", "Builder.CreateICmpUGT(N, i64(1))",
    "Builder.CreateICmpUGT(N, i64(0))")],
  "exact/register_block_limits.cpp")

D("block-met-element",
  "blocks do not end behind the iteration that stores what all load",
  [("BlockDriverBuilder::countLoadable", "if (mayMeetOnce(Of))", "if (false)")],
  "exact/register_block_distances.cpp")

D("block-met-before",
  "an iteration that was executed, and stored what all load, leaves none to execute",
  [("BlockDriverBuilder::countUntilMet", "Builder.CreateSub(Met, Index),",
    "Builder.CreateAdd(Met, i64(0)),")],
  "exact/register_block_distances.cpp")

D("block-distance-short",
  "a load may be an iteration less than a block behind the store whose bytes it reads",
  [("BlockDriverBuilder::mayMeet", "Step * int64_t(Size - 1)", "Step * int64_t(Size - 2)")],
  "exact/register_block_distances.cpp")

D("block-distance-behind",
  "a load may be from bytes that the iteration before stored",
  [("BlockDriverBuilder::mayMeet", "int64_t(ToStore) - Step", "int64_t(ToStore) - 2 * Step")],
  "exact/register_block_distances.cpp")

D("block-load-between-stores",
  "a load between two stores of one element is taken to come before them",
  [("BlockShadow::markFirstLoads", "all_of(Stores, ...)", "true")],
  "exact/products.cpp")

D("block-stores-of-first",
  "a store is compared with the first one of each group only",
  [("StreamFinder::groupStores", "none_of(G, ...)", "!getDistance(S.Stores[G.front()], Store)")],
  "exact/register_block_far_stores.cpp")

D("block-store-groups-not-joined",
  "a store that belongs to two groups of stores is in one of them",
  [("StreamFinder::groupStores", "none_of(G, ...)",
    "Joined.size() > 1 || none_of(G, [&](unsigned Other) {"
    " return getDistance(S.Stores[Other], Store).has_value(); })")],
  "exact/register_block_far_stores.cpp")

D("block-inspects-own-stores",
  "guards are evaluated without the stores of their iteration that they read",
  [("BlockShadow::canInspect", "none_of(Slice.Loads, ...)", "true")],
  "exact/register_block_own_stores.cpp")

D("block-pages-of-next",
  "an iteration whose guards cannot be evaluated before is taken to make its loads",
  [("BlockDriverBuilder::getKnownPages", "FromPrevious ? S.Loads[G.Known].Step : 0", "0")],
  "exact/register_block_own_stores.cpp")

D("hoisted-numbers-compared-by-value",
  "where 0.0 was loaded, and is -0.0 now, the driver goes on",
  [("EntryValues::requireEqual", "!A->getType()->isIntOrPtrTy()", "A->getType()->isVectorTy()"),
   ("EntryValues::requireEqual", "Builder.CreateICmpEQ(A, B)",
    "(A->getType()->isFloatingPointTy() ? Builder.CreateFCmpOEQ(A, B)"
    " : Builder.CreateICmpEQ(A, B))")],
  "exact/hoisted_bits.cpp")

D("block-object-was-there",
  "memory that was readable when the function was called is so in the loop",
  [("BlockShadow::findObject",
    "!(Local && Local->isStaticAlloca()) && !(Global && !Global->hasExternalWeakLinkage())",
    "false")],
  "exact/register_block_variables.cpp")

D("block-index-below-table",
  "an index that is negative is taken to be one of the table",
  [("BlockShadow::boundIndex", "B.CreateICmpUGT(Narrow,", "B.CreateICmpSGT(Narrow,")],
  "exact/register_block_gathers.cpp")

D("block-address-below-table",
  "an address in front of the table is taken to be one in it",
  [("BlockShadow::boundAddress", "B.CreateICmpUGT(Offset,", "B.CreateICmpSGT(Offset,")],
  "exact/register_block_gathers.cpp")

D("block-scatters-in-reverse",
  "stores to addresses that depend on data are made from the last to the first",
  [("BlockDriverBuilder::commitGroup", "Type *Ty = getLoadStoreType(S.Stores[Idx].I);",
    "Type *Ty = getLoadStoreType(S.Stores[Idx].I); Value *At = S.Stores[Idx].isScatter()"
    " ? Builder.CreateSub(Builder.CreateSub(Length, i64(1)), K) : K;"),
   ("BlockDriverBuilder::commitGroup", "Builder.CreateInBoundsGEP(Ty, Outs[Idx], K)",
    "Builder.CreateInBoundsGEP(Ty, Outs[Idx], At)"),
   ("BlockDriverBuilder::commitGroup", "getAddress(Idx, K)", "getAddress(Idx, At)"),
   ("BlockDriverBuilder::commitGroup", "Builder.CreateInBoundsGEP(I8, Made, K)",
    "Builder.CreateInBoundsGEP(I8, Made, At)")],
  "exact/register_block_scatters.cpp")

D("block-scatter-meets-load",
  "a store to an address that depends on data is taken to be apart from what is loaded",
  [("StreamFinder::pairAccesses", "if (Store.isScatter()) Bad = Store.I;", "")],
  "exact/register_block_scatters.cpp")

D("block-joins-overlapping-elements",
  "accesses to an element are joined although parts of it are accessed, too",
  [("ElementJoiner::run", "overlap(*Of.Stores.front(), Other.second.front(), SE)", "false")],
  "exact/register_block_elements.cpp")

D("block-joined-load-in-each",
  "of an element that is accessed on some paths the page is known",
  [("ElementJoiner::join", "Load->setMetadata(ConditionalMD, MDNode::get(Ctx, {}))", "")],
  "exact/register_block_elements.cpp")

D("block-counter-goes-round",
  "a check of the first and the last value of a counter that goes round stands for those between",
  [("EndEvaluator::evaluateComparison", "Builder.CreateOr(Fires, Builder.CreateNot(IsOrdered))", "Fires")],
  "exact/register_block_counters.cpp")

D("block-last-counter-unchecked",
  "a counter is checked up to the iteration before the last one of a block",
  [("EndEvaluator::evaluateComparison", "Builder.CreateSub(N, Builder.getInt64(1))",
    "Builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, N, Builder.getInt64(2))")],
  "exact/register_block_counters.cpp")

D("block-equal-guards-on-two-paths",
  "a guard is left out that is evaluated on another path, too",
  [("BlockShadow::eraseEqualMarkers", "DT.dominates(Other, &I)", "true")],
  "exact/register_block_switches.cpp")

D("block-carries-conditional-store",
  "what is stored under a condition is handed on in each iteration",
  [("polly::escop::carryElements",
    "!IsFirst || !DT.dominates(Store->getParent(), L->getLoopLatch())", "!IsFirst")],
  "exact/register_block_carried.cpp")

D("block-carries-beside-longer-stores",
  "an element is handed on although a store to two elements ends in it",
  [("polly::escop::carryElements", "Store->getValueOperand()->getType() != Load->getType() ||", "")],
  "exact/register_block_carried.cpp")

D("block-carries-beside-parts",
  "an element is handed on although a store begins within it",
  [("polly::escop::carryElements", "!Distance->getAPInt().srem(Step->getAPInt()).isZero()", "false")],
  "exact/register_block_carried.cpp")

D("one-of-two-hoisted",
  "of two hoisted values one stands for a PHI that passes on either",
  [("SteadyPHIs::join", "Result || !IsSteady(V)", "!IsSteady(V)")],
  "polly/hoisted_phi_chain.ll")

D("handlers-are-no-guards",
  "a nest that is left only by its normal exit is not looked at, whatever its cold calls do",
  [("escop::hasGuards", "isa<CallBase>(I) && checkInstruction(I)", "false")],
  "polly/detection_error_handler.ll")

D("quotient-rounded-up",
  "an index that is the quotient is taken to be less than it",
  [("neverHoldsOfQuotient", "Emitter.constant(IsStrict)", "Emitter.constant(0)")],
  "exact/invariant_divisors.cpp")

D("negative-dividend-rounded-down",
  "the quotient of a negative number is taken to be rounded down",
  [("neverHoldsOfQuotient", "Emitter.isAtLeast(Least, Emitter.constant(0))",
    "Builder.CreateIsNull(Builder.getFalse())")],
  "exact/invariant_divisors.cpp")

D("negative-divisor",
  "a comparison with a quotient by a negative number is not turned round",
  [("neverHoldsOfQuotient", "Emitter.isLess(Emitter.constant(0), D)",
    "Builder.CreateIsNull(Builder.getFalse())")],
  "exact/invariant_divisors.cpp")

D("dividend-goes-round",
  "a dividend that the program computes modulo 2^n is taken for the integer",
  [("getProgramBounds", "Ok = Emitter.both(Ok, Emitter.isAtLeast(Lo, Least));", ""),
   ("getProgramBounds", "Ok = Emitter.both(Ok, Emitter.isAtMost(Hi, Greatest));", "")],
  "exact/invariant_divisors.cpp")

D("overflow-never-asked-about",
  "an operation is taken not to overflow, whatever its greatest result is",
  [("neverOverflows", "Ok = Emitter.both(Ok, Emitter.isAtMost(V, Greatest));", "")],
  "exact/invariant_divisors.cpp")

D("overflow-behind-condition",
  "what is reached only where arithmetic overflows is taken not to be reached",
  [("GuardResolver::neverReached", "never(Cond, IsTrue, From)", "Builder.getTrue()")],
  "polly/overflow_behind_condition.ll")

D("overflow-expanded-ahead",
  "bounds are asked of what an overflow check was expanded to",
  [("Planner::bound", "canonicaliseShadow(*Marked,",
    "expandOverflows(*Marked); canonicaliseShadow(*Marked,")],
  "exact/checked_subscripts.cpp")

D("subscripts-left-frozen",
  "a subscript that loop unswitching froze is taken for data",
  [("canonicaliseShadow", "dropFreezes(Shadow);", "")],
  "exact/checked_subscripts.cpp")

D("extension-left-a-shift",
  "the extension of a subscript that InstCombine made a product and a shift is rounded",
  [("restoreExtensions", "New = Builder.CreateAdd(New, Narrow(*Summand));",
    "(void)Summand;")],
  "polly/overflow_behind_condition.ll")

D("divides-by-zero-ahead",
  "a quotient by 0 is computed behind the guard that fires",
  [("requireDivisors", "Emitter.compare(ICmpInst::ICMP_NE, D, Emitter.constant(0))", "Builder.getTrue()")],
  "exact/invariant_divisors.cpp")

D("quotient-overflows-ahead",
  "a quotient of the least number by -1 is computed behind the guard that fires",
  [("requireDivisors", "Emitter.compare(ICmpInst::ICMP_NE, D, Emitter.constant(-1))", "Builder.getTrue()")],
  "exact/invariant_divisors.cpp")

# -- Headers -----------------------------------------------------------------------------------------

D("header-not-probed",
  "a header that the nest does not come to is read, wherever it is",
  [("runtime::isReadable", "probe(Address, End, /*Write=*/false, Proc)", "true")],
  "unit", "exact/headers_behind_loops.cpp")

D("header-leaves-known-page",
  "a header that begins on a known page is taken to end there",
  [("runtime::isReadable", "!(((End - 1) ^ Known) & -PageSize)", "true")],
  "unit")

D("probe-of-header-sets-errno",
  "errno is what asking for a header, or a table of rows, made of it",
  [("runtime::isReadable", "*Errno = OldErrno;", "")],
  "unit", "exact/headers_behind_loops.cpp")

D("conditional-header-not-probed",
  "a load that the nest may not come to is executed in front of it",
  [("EntryValues::hoist", "E.Probed.contains(&I)", "false")],
  "exact/headers_behind_loops.cpp")

D("limit-not-bounded",
  "what a counter is compared with may be near the ends of 64 bits",
  [("BoundParametersPass::run", "Known.contains(Range.sextOrTrunc(64))", "true")],
  "exact/limit_of_condition.cpp")

# -- Products --------------------------------------------------------------------------------------

D("product-rows-overlap",
  "a product is tiled although two of its iterations add to one element",
  [("isInjective", "return RowsApart || ColumnsApart;", "return true;")],
  "unit")

D("product-meets-operand",
  "a product is tiled although it stores to what it reads",
  [("runtime::mayMultiply", "(ReadBegin < End && Begin < ReadEnd &&", "(false &&")],
  "unit", "exact/product_tiles.cpp")

D("product-reads-not-checked",
  "the run-time check is not told what a product reads",
  [("ProductMatcher::matchRead", "P.Reads.push_back(*Access);", "")],
  "exact/product_tiles.cpp")

D("product-index-wraps",
  "the address of a narrow index that wraps is computed as if it did not",
  [("AffineForms::getExtended", "Checks.push_back({*Form, Bits, IsSigned});", "")],
  "polly/product_narrow_index.ll")

D("product-panels-of-k-swapped",
  "the first panel of k is packed again for the second one",
  [("Multiplier::run", "getPanel(A, Row, CountRows, K, Depth)",
    "getPanel(A, Row, CountRows, 0, Depth)")],
  "unit")

D("product-border-of-first-row",
  "rows of a tile at a border are all taken from the first one",
  [("copyElementsOf", "From.Begin + int64_t(R) * From.RowStride", "From.Begin")],
  "unit")

D("product-columns-not-swapped",
  "operands stay in their places when rows and columns of the result are exchanged",
  [("Multiplier::Multiplier", "&From = P.Operands[Loop];",
    "&From = P.Operands[Width == Columns];")],
  "unit")

D("product-operand-of-result-kept",
  "an operand that other chunks write is packed once",
  [("getCommonOperand", "return IsOfResult ? runtime::NumOperands : Common;", "return Common;")],
  "exact/kept_operands.cpp")

D("product-operand-of-chunk-kept",
  "the operand that differs from chunk to chunk is packed once",
  [("getCommonOperand", "P.Role[runtime::PL_Row] == 0", "P.Role[runtime::PL_Row] != 0")],
  "exact/kept_operands.cpp")

D("product-triangle-is-square",
  "a tile on the diagonal adds to all of its elements",
  [("Multiplier::addTile", "Added == All ? Every", "true ? Every")],
  "unit")

D("product-triangle-ends-early",
  "a tile of which some elements are in the triangle is left out",
  [("Multiplier::getPart", "LastInner < LeastBegin || Inner >= MostEnd",
    "LastInner < MostBegin || Inner >= LeastEnd")],
  "unit")

D("product-triangle-not-skewed",
  "rows that begin with their counter are stored as if they began at 0",
  [("ProductMatcher::run", "unskew(P.Result);", "")],
  "exact/triangles_of_products.cpp")

D("product-triangle-not-required",
  "what has to hold in a triangle's first row is not asked",
  [("ProductReplacer::isTriangle", "for (Value *Count : {First, Last})",
    "for (Value *Count : {First})")],
  "exact/triangles_of_products.cpp")

D("product-mirror-of-rectangle",
  "mirror images of a rectangle's elements are stored behind all products",
  [("ProductMatcher::isMirror", "if (!EndsAtDiagonal ||", "if (!P.Triangle ||"),
   ("ProductMatcher::isMirror", "A->Offset.Start != P.Result.Offset.Start", "false")],
  "exact/triangles_of_products.cpp")

D("multiplier-of-other-guards",
  "a product is multiplied by the tile of one whose sums are compared with something else",
  [("findShape", "FunctionComparator(&Tile, &Old, &Numbers).compare() == 0", "true")],
  "exact/guarded_sums.cpp")

D("latch-reached-with-other-value",
  "a loop that ends where it skips an inner one ends with the inner one's values",
  [("leaveByLatch", "Join(V, AtEdge)", "Join(V, V)")],
  "exact/equal_counters.cpp")

D("latch-not-asked-around-a-loop",
  "an iteration that skips an inner loop comes to the latch without its condition, unless it always comes by there",
  [("leaveByLatch", "I->mayReadFromMemory() &&", "I->mayReadFromMemory() && DT.dominates(From, I->getParent()) &&"),
   ("leaveByLatch", "I == Condition", "false")],
  "exact/left_around_inner_loops.cpp")

D("loop-that-ends-in-its-header-reduced",
  "of a loop that does not end in its latch, a slice keeps the first iteration",
  [("Slicer::Slicer", "L->isLoopExiting(L->getLoopLatch())", "true")],
  "exact/borders_and_values.cpp")

D("loop-that-ends-in-its-header-goes-on",
  "of a loop that does not end in its latch, a slice does not keep where it ends",
  [("Slicer::Slicer", "markLive(BB->getTerminator())", "(void)BB")],
  "exact/borders_and_values.cpp")

D("counter-tested-as-its-next-value",
  "an exit test of a counter is taken for one of what it is in the next iteration",
  [("assumeExitTest", "if (!IsNext)", "if (false)")],
  "exact/backward_substitution.cpp")

D("sum-with-counter-never-wraps",
  "a guard that asks whether a sum wraps is taken never to fire",
  [("GuardResolver::neverHoldsOfAny", "Emitter.isAtMost(Most, Least)", "Builder.getTrue()")],
  "exact/guards_near_max.cpp")

D("tiles-from-as-many-iterations-on",
  "how much an iteration takes does not matter for when tiles are called",
  [("scaleByInstructions", "if (P.StockLanes > 1 ||", "if (true ||")],
  "remarks/saved_instructions.cpp")

D("single-loops-not-weighed",
  "what a single loop saves does not matter for when its copy is called",
  [("polly::escop::getLeastWork", "if (P.S == Scheme::Inspect && P.FP &&",
    "if (E.Depth > 1 && P.S == Scheme::Inspect && P.FP &&")],
  "remarks/saved_instructions.cpp")

D("remainders-not-bounded",
  "isl may take as long for subscripts with remainders as for others",
  [("BoundParametersPass::run", "hasRemainder(*MA)", "false")],
  "remarks/remainders.cpp")

D("twin-of-other-address",
  "a pointer that is hoisted is taken for one from another address",
  [("Hoister::hoistAsTwin", "SE.getSCEV(A) == SE.getSCEV(B)", "true")],
  "exact/headers_behind_loops.cpp")

D("part-of-address-as-it-comes",
  "a part of an address that is 0 where the counter is keeps nests from being affine",
  [("findIteration", "if (isa<SCEVCouldNotCompute>(Number))",
    "if (isa<SCEVCouldNotCompute>(Number) || Number->isZero())")],
  "exact/expanded_scalars.cpp")

D("places-by-iterations",
  "a scalar that became an array has the coordinates of its own subscripts",
  [("TileScheduler::findPlaces", "Place.is_single_valued().is_true()", "false")],
  "exact/expanded_scalars.cpp")

D("recurrence-reordered",
  "loops are reordered although a chain of operations goes through the innermost one then",
  [("storesSideBySide", "L->isAnnotatedParallel() &&", "true &&")],
  "polly/loop_order.ll")

D("scattered-stores",
  "loops are reordered so that the innermost one stores in several rows",
  [("storesSideBySide", "getStep(I, *L, SE) == Step::SideBySide", "true")],
  "polly/loop_order.ll")

D("stored-sums-kept",
  "sums that are stored in each iteration are taken for sums in registers",
  [("isSlow", "(hasGuardsInDeepest(E) || storesInDeepest(E))", "false")],
  "polly/first_test_of_sums.ll")

D("scattered-buffer",
  "the pages of a buffer that is laid out as a block of a large array cost nothing",
  [("Driver::isScattered", "!Nest.Naive && !Numbers.NoCheckpoint", "false")],
  "unit")

D("written-pages-beyond",
  "pages behind those that can be written are not asked about for reading",
  [("ChunkPages::findUnprobed", "if (All.End <= Known.End)", "")],
  "unit")

D("product-sum-guards-of-last-row",
  "of a tile's guards only those of the last vector count",
  [("TileEmitter::evaluate", "Guards.Fires = orWith(Guards.Fires, get(Condition, Vectors), Mask);",
    "Guards.Fires = get(Condition, Vectors);")],
  "exact/guarded_sums.cpp")

D("product-sum-guard-before",
  "a guard on a sum sees the sum before it",
  [("TileEmitter::evaluate", "Vectors[P.Sum] = New;", "Vectors[P.Sum] = Old;")],
  "exact/guarded_sums.cpp")

D("product-extreme-is-a-number",
  "a guard that fires for what is no number, too, is asked of the greatest sum only",
  [("getSumConditions", "if (FiresForNaN)", "if (false)")],
  "polly/sum_conditions.ll")

D("product-infinity-stays",
  "a sum that is infinite once is held to be infinite in the end",
  [("stays", "Classes == fcNan", "(Classes & fcInf)")],
  "exact/guarded_sums.cpp")

D("product-last-extreme-counts",
  "of a tile's greatest sums only one is compared with the limit",
  [("TileEmitter::isFlagged", "for (Value *Most : Values)",
    "for (Value *Most : ArrayRef(Values).take_front(1))")],
  "exact/guarded_sums.cpp")

D("product-columns-reversed-alone",
  "columns in decreasing order are multiplied by an operand in increasing order",
  [("Multiplier::Multiplier", "Reverse(B.Address, B.Stride);", "")],
  "unit")

D("product-block-transposed-wrong",
  "two columns of a block that is transposed change places",
  [("transposeBlockOf", "__builtin_shufflevector(Even[0], Even[1], 2, 3, 6, 7)",
    "__builtin_shufflevector(Odd[0], Odd[1], 2, 3, 6, 7)")],
  "unit")

D("product-exit-value-of-first",
  "a counter that is used behind a product has the value of the first iteration",
  [("ProductReplacer::getExitValue", "SE.getSCEVAtScope(SE.getSCEV(V), L.getParentLoop())",
    "cast<SCEVAddRecExpr>(SE.getSCEV(V))->getStart()")],
  "exact/guards_of_inner_loops.cpp")

D("inspected-outermost-always-reduced",
  "guards that depend on the outermost loop's counter are evaluated in its first iteration only",
  [("sliceGuards", "Guards.run();", "Guards.run();\n  Slice.Reduced.insert(E.L);")],
  "exact/guards_of_inner_loops.cpp")

D("bounds-of-pitch-swapped",
  "the bounds of rows at a run-time pitch are those of a negative one",
  [("BoundsEmitter::boundRecurrence", "isAtLeast(StepLo, constant(0));\n  return choose",
    "isAtMost(StepLo, constant(0));\n  return choose")],
  "unit")

D("product-operand-of-other-loop",
  "a factor that changes with rows and columns is one of rows",
  [("ProductMatcher::matchSkewedRoles",
    "return !varies(P.Factors[0], Column) && !varies(P.Factors[1], Row);", "return true;")],
  "exact/product_tiles.cpp")

D("product-subtraction-added",
  "what a product subtracts is added",
  [("TileEmitter::add", "CreateBinOp(Op.Add, Sum, Product)",
    "CreateBinOp(Op.Ty->isIntegerTy() ? Instruction::Add : Instruction::FAdd, Sum, Product)")],
  "exact/product_tiles.cpp")

D("product-of-neighbours",
  "an element of another iteration is taken for the iteration's own",
  [("ProductMatcher::isOwn", "A->Offset.Start != P.Result.Offset.Start ||", "")],
  "exact/product_parts.cpp")

D("product-rows-of-other-extents",
  "rows that are longer or shorter than the result's are initialised in front of the products",
  [("ProductMatcher::isOwn",
    "SE.getBackedgeTakenCount(Around) !=\n        SE.getBackedgeTakenCount(P.Loops[Other])", "false")],
  "exact/product_parts.cpp")

D("product-value-carried",
  "a sum that goes on with the next element begins anew",
  [("ProductMatcher::matchEffects", "return IsAlone || matchIterations();", "return true;")],
  "exact/product_parts.cpp")

D("product-start-forgotten",
  "a scalar sum begins with what its element holds",
  [("PartEmitter::emitBefore", "Clone.storeStart();", "")],
  "exact/product_parts.cpp")

D("product-element-overwritten",
  "an element that is used behind its sum holds the sum",
  [("ProductMatcher::matchRead", "P.HasBuffer |= P.Start && isBehind(Load);", "")],
  "exact/product_parts.cpp")

D("product-partial-sum-unchecked",
  "a guard on each partial sum sees the element's first value only",
  [("ProductMatcher::matchMarker", "Condition.Loads.count(P.Old)", "false")],
  "exact/product_parts.cpp")

D("product-old-element-used-behind",
  "an element that is loaded in front of its sum, and used behind it, is the sum",
  [("ProductMatcher::matchEffects", "if (!isUsedInFront())", "if (false)")],
  "exact/product_parts.cpp")

D("product-entered-under-conditions",
  "a loop that some iterations skip, which several conditions decide, is executed always",
  [("ProductLoopMatcher::matchEntry", "if (!PDT.dominates(BB, From))",
    "if (BB->getUniquePredecessor() == From && !PDT.dominates(BB, From))")],
  "exact/product_parts.cpp")

D("product-reads-at-quotient",
  "where a nest reads under a condition is computed in front of it, be it by a division by zero",
  [("ProductReplacer::canExpand", "all_of(P.Reads, ...) &&", "")],
  "exact/product_parts.cpp")

D("product-skipped-loop-entered",
  "the inner loops are executed although their extent is negative",
  [("ProductReplacer::getCondition",
    "Condition = Builder.CreateAnd(Condition, Holds(P.Required));", "")],
  "exact/product_parts.cpp")

D("product-limit-of-first-iteration",
  "a bound of a product is compared in the first iteration only",
  [("emitLimitCheck", "Builder.CreateICmpSLE(Most, Limit)", "Builder.CreateICmpSLE(Least, Limit)")],
  "exact/product_bounds.cpp")

D("product-excluded-anyway",
  "a nest is a product whatever else it does",
  [("ProductReplacer::getCondition", "Condition = Builder.CreateAnd(Condition, Any);", "")],
  "exact/product_bounds.cpp")

D("product-block-ends-early",
  "a block ends where its last element begins",
  [("getBlock", "Byte + int64_t(Access.Bytes)}", "Byte}")],
  "unit")

D("product-block-over-end-of-row",
  "a block may reach over the end of a row",
  [("getBlock", "return Of.FirstByte >= 0 && Of.EndByte <= Pitch;", "return true;")],
  "unit")

D("tiles-divided-first",
  "what is done behind the updates of an element is in the tile of the first one",
  [("TileScheduler::findCoordinates", "isl_union_map_lexmax(Before", "isl_union_map_lexmin(Before"),
   ("TileScheduler::turnForward", "IsTurned[Dim] = !Deltas.is_subset(AreFrom(0)).is_true();",
    "IsTurned[Dim] = false;")],
  "exact/factorizations.cpp")

D("box-order-reversed",
  "of a box that is cut, what is behind the cut is executed first",
  [("getNextBox", "S.Boxes[S.NumBoxes++] = Next;\n    S.Boxes[S.NumBoxes++] = Front;",
    "S.Boxes[S.NumBoxes++] = Front;\n    S.Boxes[S.NumBoxes++] = Next;")],
  "unit")

D("box-has-its-operands",
  "a box is a product though operands are in its rows",
  [("isApart", "B.End[BD_Depth] <= B.Begin[Dim]", "true")],
  "unit")

D("box-stack-overflows",
  "boxes are cut where there is no room for more",
  [("getNextBox", "if (S.NumBoxes + 2 > MaxBoxes)", "if (false)")],
  "unit")

D("box-rows-of-any-depth",
  "a box is executed row by row though it does not have all depths of its columns",
  [("getMode", "B.End[BD_Depth] >= B.End[BD_Column]", "true")],
  "unit")

D("box-is-product-over-others",
  "what is between updates is not executed where a box is a product",
  [("TileScheduler::findFlags", "!HasNone(Between, OfProduct)", "false")],
  "remarks/factorizations.cpp", "exact/factorizations.cpp")

D("box-updates-first",
  "what gives elements their first values is executed behind the updates of its box",
  [("TileScheduler::run", "{Before, Products, Sums, Behind}", "{Products, Before, Sums, Behind}")],
  "remarks/factorizations.cpp", "exact/expanded_scalars.cpp")

D("boxes-begin-once",
  "boxes are not counted from the first one again where a SCoP is executed a second time",
  [("executeBoxes", "IRBuilder<> Builder(Preheader);\n  Boxes.begin(Builder);",
    "IRBuilder<> Builder(Shadow.getEntryBlock().getTerminator());\n  Boxes.begin(Builder);\n  Builder.SetInsertPoint(Preheader);")],
  "exact/expanded_scalars.cpp")

D("boxes-of-types",
  "boxes are as large as a type lets numbers be",
  [("BoxSchedule::addPart", "BitsOfSize = 12", "BitsOfSize = 40"), ("isSmall", "1L << Bits", "1L << 40")],
  "exact/boxes.cpp")

D("tile-on-diagonal-cut",
  "a tile whose rows end at its end or at the diagonal is taken for one where all do one of these",
  [("ProductReplacer::isTriangle", "Builder.CreateOr(Builder.CreateICmpSGE(First, Limit),",
    "Builder.CreateOr(Builder.getTrue(),")],
  "exact/factorizations_of_members.cpp")

D("tile-on-diagonal-is-rectangle",
  "a tile on the diagonal is multiplied as one behind it",
  [("ProductReplacer::storeDomain", "Value *IsRectangle = Builder.CreateICmpSGE(Count, Limit);",
    "Value *IsRectangle = Builder.getTrue();")],
  "exact/factorizations_of_members.cpp")

D("errno-is-no-int",
  "alias analysis is told that math functions write no int",
  [("getErrnoTag", "\"int\", MDs.createTBAAScalarTypeNode(", "\"double\", MDs.createTBAAScalarTypeNode(")],
  "exact/factorizations_of_members.cpp")

D("latch-ends-otherwise",
  "a loop that ends in front of its last inner loop ends in its latch if it goes on there",
  [("endInLatch", "if (ExitIfTrue)\n    New->swapSuccessors();", "if (!ExitIfTrue)\n    New->swapSuccessors();")],
  "exact/factorizations_of_members.cpp")

D("copied-row-too-short",
  "of a row, the last element that a chunk writes is not copied",
  [("emit", "Builder.CreateAdd(Builder.CreateSub(Last, First), Builder.getInt64(1)));",
    "Builder.CreateAdd(Builder.CreateSub(Last, First), Builder.getInt64(0)));")],
  "exact/factorizations.cpp")

D("copied-rows-too-few",
  "rows that only later columns have are not copied",
  [("emit", "T.B > 0 ? Builder.CreateAdd(LastInner, LastOuter) : LastInner", "LastInner")],
  "exact/copies_of_columns.cpp")

D("coordinates-not-turned",
  "a coordinate in which dependences go backwards only is taken for one without dependences",
  [("TileScheduler::turnForward", "else if (Deltas.is_disjoint(AreFrom(1)).is_true())\n      Turn = isl::manage("
    "\n          isl_map_oppose(", "else if (true)\n      Turn = isl::manage(\n          isl_map_equate(")],
  "exact/expanded_scalars.cpp")

D("parts-in-any-order",
  "parts of a nest that are executed in tiles are executed in the wrong order",
  [("scheduleParts", "Result.sequence(Schedule)", "Schedule.sequence(Result)")],
  "exact/expanded_scalars.cpp")

D("scalars-share-element",
  "two scalars that are needed at a time get one element",
  [("Scalar::fitsOneElement", "for (Instruction *Value : Values) {", "for (Instruction *Value : ArrayRef<Instruction *>()) {")],
  "exact/expanded_scalars.cpp")

D("element-of-other-column",
  "what is loaded of an expanded scalar is in a column that is not shifted with the rows",
  [("Expander::getAddress", "if (A.Shift)", "if (A.Shift && isa<StoreInst>(Before))")],
  "exact/expanded_scalars.cpp")

D("expanded-without-memory",
  "a shadow with expanded scalars goes on without memory for them",
  [("ExpandedShadow::finish", "Builder.CreateCondBr(Builder.CreateIsNotNull(Memory), Call, Decline)",
    "Builder.CreateCondBr(Builder.getTrue(), Call, Decline)")],
  "exact/expanded_scalars.cpp")

D("store-separated-by-one-address",
  "what is stored where ways join is stored to the same element on each of them",
  [("separateStores", "PHI.getIncomingValueForBlock(Pred)", "PHI.getIncomingValue(0)")],
  "exact/expanded_scalars.cpp")

D("alloca-on-each-way",
  "what is stored where ways join is computed on each of them, also if it is an object of its own then",
  [("separateStores", "if (!all_of(Slice,", "if (false && !all_of(Slice,")],
  "exact/separated_stores.cpp")

D("derived-start-too-far",
  "the range of a state that another one is derived from is off by that one's distance",
  [("ShadowBuilder::declare", "Range.subtract(APInt(", "Range.subtract(-APInt(")],
  "exact/expanded_scalars.cpp")

D("tiles-merged-return-is-unflagged",
  "a shadow whose ways to return were merged says that no guard fires",
  [("polly::escop::lowerGuardMarkers", "if (Known && Known->getZExtValue() != SS_Done)",
    "if (!Known || Known->getZExtValue() != SS_Done)")],
  "exact/factorizations.cpp")

D("address-is-one-of-two",
  "an address that depends on the way is computed as on one of them",
  [("AddressJoiner::isAddress", "return all_of(", "return true || all_of(")],
  "exact/joined_addresses.cpp")

D("loop-annotated-parallel",
  "an innermost loop whose iterations depend on each other is annotated as parallel",
  [("astScheduleDimIsParallel", "if (!D->isParallel(Schedule.get(), Dep.release()))",
    "if (false)")],
  "polly/annotated_loops.ll")

D("team-panels-dealt-twice",
  "each member of a team multiplies all panels",
  [("Multiplier::nextPanel", "Member ? ... : Next", "Next")],
  "unit")

D("team-guard-unnoticed",
  "a member does not tell the others that a guard fired",
  [("Multiplier::end", "__atomic_store_n(Member->Fires, 1, __ATOMIC_RELAXED)", "")],
  "unit")

D("header-remembered-beside-calls",
  "a row's header counts as readable although a call may have unmapped it",
  [("mayUnmap", "if (!Call || isa<IntrinsicInst>(I) || Call->onlyReadsMemory() ||\n      Call->onlyAccessesArgMemory())", "if (true)")],
  "exact/headers_behind_guards.cpp")

D("short-product-multiplied",
  "products of a few rows or columns are executed by register tiles",
  [("getGainingWork", "InVain = InVainInProduct;", "")],
  "polly/first_test_of_products.ll")

D("product-distributed-ahead",
  "a product is executed before what it depends on",
  [("Distribution::isReady", "if (Reaches[Stmt][Any] && !Component[Stmt] && !Placed[Stmt])", "if (false)")],
  "exact/distributed_products.cpp")

D("team-thread-gets-signals",
  "the threads of a team have the signals unblocked that the program has",
  [("startTeam", "const BlockedSignals Blocked;", "")],
  "unit")

D("place-is-not-left",
  "a nest that goes on in copies goes on storing in place",
  [("Driver::leavePlace", "InPlace = false;", "")],
  "unit")

D("team-loop-loses-rest",
  "all pieces of a loop are as long as the quotient",
  [("LoopCall::executePieces", "Count * (Piece + 1) / Pieces", "Begin + Count / Pieces")],
  "unit")

D("team-alone-beside-others",
  "threads that are no team's are not counted",
  [("isAlone", "countThreadsOfProcess() != uint64_t(NumWorkers) + 1", "false")],
  "unit")

D("team-worker-replaced",
  "a thread in the place of one that ended counts as the team's",
  [("isAlone", "tgkill(Process, Pool.Workers[Worker], 0)", "false")],
  "unit")

D("team-beside-wild-stores",
  "teams are formed while stores may hit anything",
  [("countThreads", "load(Pool.NumExposed)", "false")],
  "unit")

D("team-in-a-child",
  "a child process takes threads that it does not have for a team",
  [("countThreads", "Formed && Formed != Process", "false")],
  "unit")

D("parallel-loop-guard-unnoticed",
  "a guard that fires in a parallel loop is not asked about behind it",
  [("finishLoopBodies", "markGuards(*New)", "")],
  "parallel/loops.cpp")

D("parallel-loop-packs",
  "iterations of a parallel loop pack what others read",
  [("BoundASTPass::run", 'Options.ParallelLoopFunction = ""', "")],
  "parallel/kernels.test")

D("parallel-loop-wrong-begin",
  "a part of a parallel loop begins with the loop",
  [("ParallelLoopGeneratorCall::createSubFn", "createLoop(SubFn->getArg(1),",
    "createLoop(ConstantInt::get(LongType, 0),")],
  "parallel/loops.cpp")

D("search-speculated",
  "a nest whose inner loops find what they search for calls its driver",
  [("Splicer::track", "Builder.getInt64(SS_Found)", "State")],
  "exact/searches.cpp")

D("batch-of-one-left",
  "a product in a loop of one iteration is left to the nest",
  [("getLeastIterations", "uint64_t Least = 1;", "uint64_t Least = 2;")],
  "exact/one_outer_iteration.cpp")

D("rows-gathered",
  "columns of a strip of rows are gathered",
  [("avoidGathers", '"+prefer-no-gather,+prefer-no-scatter"', '""')],
  "exact/row_sums.cpp")

D("reductions-not-bounded",
  "isl separates reductions for as long as it takes",
  [("Dependences::calculateDependences", "ComputeOut); RED = ", "0); RED = ")],
  "options/quota_of_dependences.cpp")

D("declines-forgotten",
  "a driver that always declines is called each time",
  [("DeclineCount::hasDeclined", "store(New);", "")],
  "exact/declines_in_a_loop.cpp")

D("few-iterations-are-progress",
  "a driver that executes a few iterations of a single loop each time is called each time",
  [("Splicer::noteProgress", "E.Depth > 1", "true")],
  "exact/declines_in_a_loop.cpp")

D("end-missed-by-one",
  "a count of one iteration is trusted where it says that the loop steps over its end",
  [("getLeastIterations", "E.MayMissEnd ? 2 : 1", "1")],
  "exact/iterators_miss_the_end.cpp")

D("long-double-in-blocks",
  "vectors whose parts are scalars to the target are taken for vectors",
  [("isWithoutVectors", "return Ty.isX86_FP80Ty() ||", "return")],
  "remarks/long_double.cpp")

D("register-tile-loops",
  "the loops of a register tile remain loops in the code",
  [("IslNodeBuilder::createFor", "if (InRegisterTile)", "if (false)")],
  "polly/polly_function_options.ll")

D("empty-sums-gain",
  "vectors gain in a loop that is executed where the sums of others have no terms",
  [("tryPlain", "(Number != NoNumber && !Deepest.contains(Number))", "false")],
  "remarks/no_gain.cpp")

D("forwarded-over-store",
  "a store at a distance that is not constant does not meet what is handed on",
  [("ForwardFinder::meet", "if (!Offset || !isa<SCEVConstant>(Step)) return Meeting::Unknown;",
    "if (!Offset || !isa<SCEVConstant>(Step)) return Meeting::Never;")],
  "exact/ordered_copies.cpp")

D("forwarded-from-conditional-store",
  "what a store that not every iteration makes stores is handed on",
  [("ForwardFinder::find", "Best.Store && isInEach(*Best.Store)", "Best.Store")],
  "exact/ordered_copies.cpp")

D("forwarded-from-store-behind",
  "of the stores to an element the first one is handed on",
  [("ForwardFinder::find", "if (Distance < Best.Distance)", "if (!Best.Store || Distance > Best.Distance)")],
  "exact/ordered_copies.cpp")

D("forwarded-one-iteration-late",
  "what the iteration before stored is handed on as what an earlier one stored",
  [("forwardStores", "PHI->addIncoming(Values[Most - Before],", "PHI->addIncoming(Values[0],")],
  "exact/ordered_copies.cpp")

D("ordered-over-overlapping-arrays",
  "a nest is executed in order by a copy although its arrays overlap",
  [("OrderedSplicer::askBounds", "Builder.getInt8(BS_Vouched)", "Builder.getInt8(BS_Resolved)")],
  "exact/ordered_copies.cpp")

D("ordered-guard-unresolved",
  "a copy that executes a nest in order does not leave where a guard is not resolved",
  [("OrderedSplicer::simplifyCopy", "Builder.getInt1(G.ExitSucc != 0)", "Builder.getInt1(true)")],
  "polly/ordered.ll")

D("narrow-index-wraps-in-block",
  "an index that goes round is taken for one that does not",
  [("emitNoWrap", "Builder.CreateICmpSLE(Last, Builder.getInt(Most))", "Builder.getTrue()")],
  "exact/register_block_indices.cpp")

D("narrow-index-checked-short",
  "of the iterations that are left, the last one's index may go round",
  [("emitNoWrap", "Builder.CreateSub(N, Builder.getInt64(1))",
    "Builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, N, Builder.getInt64(2))")],
  "exact/register_block_indices.cpp")

D("always-asked-first",
  "the kernel is asked about pages before it is known how much work there is",
  [("EntryValues::hoistAll", "enumerate(E.Hoisted)) { EmitWhenKnown();", "enumerate(E.Hoisted)) {")],
  "remarks/asked_behind_the_test.cpp")

D("extensions-merged-in-front-of-phis",
  "an end that is loaded and extended in several places is not one value",
  [("computeBehindPHIs", "PHI.getType()->isIntegerTy()", "false")],
  "remarks/sizes_in_members.cpp")

D("operands-computed-behind-different-phis",
  "what is computed from several loads is not computed behind their PHIs",
  [("computeBehindPHI", "isa<Constant, Argument>(Values.front()) && all_equal(Values)", "true")],
  "exact/insets_in_memory.cpp")

D("window-is-row",
  "the loops over a window, which are unrolled, are taken for rows that are too short",
  [("getGainingWork", "1 + countUnrolledLevels(E, SE)", "1")],
  "remarks/unrolled_windows.cpp")

D("unrolled-loops-hide-gain",
  "vectors of a loop around those that are unrolled are no gain",
  [("getDeepest", "L != E.L &&\n             iteratesFewTimes(*L, SE)", "false")],
  "remarks/unrolled_windows.cpp")

D("pragmas-unroll-copies",
  "Polly unrolls the copies of a nest as often as a pragma of the nest says",
  [("NestCopy::NestCopy", '"llvm.loop.unroll.full"', '"llvm.loop.distribute"'),
   ("NestCopy::NestCopy", '"llvm.loop.unroll.count"', '"llvm.loop.distribute"')],
  "exact/pragma_unroll.cpp")

D("overflow-expanded-without-vectors",
  "overflow of products is computed by wider ones where their vectors take longer than scalars",
  [("gainsByVectors", "5 * Lanes", "50 * Lanes")],
  "remarks/overflow_of_products.cpp")

D("scalar-checks-tiled-in-caches",
  "products with checks that have no vectors are tiled where the caches hold all",
  [("getLeastSpeculatedWork", "ByPolly && P.HasScalarChecks", "false && ByPolly")],
  "remarks/overflow_of_products.cpp")

D("tile-shape-in-memory",
  "what a product is made of stays in memory, and its shape is not known",
  [("Multiplier::packTile", "int64_t Stride = Pack.Stride", "int64_t Stride = (&Pack.Stride)[Pack.Count >> 63]")],
  "remarks/product_constants.cpp")

D("index-check-taken-for-its-inverse",
  "a check of an index that compares the other way round fires where it does not",
  [("EndEvaluator::evaluate", "Inverse ? Cmp->getInversePredicate()\n                                                : Cmp->getPredicate()", "Cmp->getPredicate()")],
  "exact/register_block_index_checks.cpp")

D("index-checks-in-each-iteration",
  "checks of indices that compare the other way round are evaluated in each iteration",
  [("EndEvaluator::evaluate", "match(Condition, m_Not(m_Value(A)))", "false")],
  "remarks/index_checks_at_ends.cpp")

D("divisions-vectorised",
  "divisions of integers, of which there are no vectors, are taken for a gain",
  [("optimiseShadow", "I.isIntDivRem() && isWithoutVectors(I)", "false")],
  "remarks/divisions_without_vectors.cpp")

D("near-max-first-missed",
  "a guard that compares with one of the greatest numbers fires unnoticed where the number is that one",
  [("GuardResolver::neverHoldsNearMax", "Emitter.isLess(Hi, First)", "Emitter.isAtMost(Hi, First)")],
  "exact/guards_near_max.cpp")

D("near-max-zero-taken",
  "zero is taken for one of the greatest numbers, which are less than none",
  [("GuardResolver::neverHoldsNearMax", "Emitter.isLess(Hi, Zero)", "Emitter.isAtMost(Hi, Zero)")],
  "exact/guards_near_max.cpp")

D("false-required",
  "that a guard does not fire is required by what is false whatever the data",
  [("GuardResolver::resolve", "match(Never, PatternMatch::m_Zero())", "false"),
   ("GuardResolver::neverHolds", "C->getAPInt().isNegative()", "false")],
  "exact/guards_near_max.cpp")

D("costs-of-blocks-not-asked",
  "blocks that take longer than the nest are executed",
  [("BlockShadow::gains", "InNest * 4 / 3", "InNest * 400")],
  "remarks/cost_of_vectors.cpp")

D("sums-with-vectors-unknown",
  "the standard pipeline is taken to have no vectors of integer sums",
  [("findStockLanes", "P.HasStockSums = true;", "")],
  "remarks/sums_with_vectors.cpp")

D("driven-nest-not-outlined",
  "the copy for little work shares registers with what calls the driver",
  [("outlineDrivenNests", "if (LI.getLoopFor(Branch->getParent()))", "if (true)")],
  "polly/first_test.ll")

D("outlined-nest-stores-in-loops",
  "a value that is known behind an outlined nest is stored where it is computed",
  [("outline", "splitExits(Blocks, DT, LI);", "")],
  "polly/first_test.ll")

D("outlined-nest-returns-elsewhere",
  "an outlined nest may ask for the return address",
  [("isTiedToFunction", "isOfFrame(I) ||", "")],
  "exact/nests_outlined.cpp")

D("outlined-nest-takes-addresses",
  "an outlined nest takes what is computed in front of it",
  [("outline", "Again.recompute(I);", "(void)I;")],
  "polly/first_test.ll")

D("steps-of-a-search-count-fully",
  "what many conditions lead to counts as if it was executed in each iteration of the nest",
  [("getWeights", "unsigned(Frequency * FullWeight / LeastInFull)", "FullWeight")],
  "remarks/cost_of_vectors.cpp")

D("work-of-one-iteration-taken-for-all",
  "a loop around nests of different work gets a copy by the work of its first iteration",
  [("Extremes::getOfRec", "get(Grows == Greatest", "get(Grows != Greatest")],
  "exact/loops_around_little_work.cpp")

D("greatest-work-not-known",
  "a loop around nests of different work gets no copy",
  [("getLoopTest", "if (!Test.Greatest ||", "if (true ||")],
  "exact/loops_around_little_work.cpp")

D("extensions-stay-narrow",
  "the bound of an inner counter does not know that where a row begins and how long it is cancel each other",
  [("BoundsEmitter::widenCounter", "const SCEV *Wide = widen(Op, S->getType());",
    "const SCEV *Wide = SE.getSignExtendExpr(Op, S->getType());")],
  "exact/triangles_of_views.cpp")

D("blocks-beside-vectors",
  "a loop that the standard pipeline vectorises is executed in register blocks",
  [("isVectorisedAnyway", "return all_of(Exiting,", "return Exiting.empty() && all_of(Exiting,")],
  "remarks/vectorised_anyway.cpp")

D("shuffles-not-counted",
  "vectors of every third element are taken to cost what TargetTransformInfo says",
  [("stepsFar", "uint64_t(std::abs(Of.Step)) > 2 * Of.Size", "false")],
  "remarks/cost_of_vectors.cpp")

D("loads-as-dear-as-stores",
  "loads of every third element are required to gain as much as stores",
  [("gains", "stepsFar(S.Stores)", "stepsFar(S.Stores) || stepsFar(S.Loads)")],
  "remarks/cost_of_vectors.cpp")

D("few-columns-in-three-loops",
  "few sums side by side are worth a driver in three loops",
  [("getGainingWork", "(E.Depth == 3 && !storesInDeepest(E))", "false")],
  "remarks/few_columns.cpp")

D("loops-not-versioned",
  "the loop around a nest that is little work keeps what its driver is called with",
  [("versionOutermost", "if (isCopyable(*L)) {", "if (false) {")],
  "exact/loops_around_little_work.cpp")

D("flags-of-two-comparisons-blended",
  "where there are mask registers, the flag of a check with two comparisons is no reduction",
  [("getFlagType", "if (!IsInTile && !isa<CmpInst>(Fires)) return Ty;", "")],
  "remarks/range_checks.cpp")

D("vectors-of-rows-not-asked",
  "rows side by side that are no vectors are taken for a gain",
  [("optimiseShadow", "(!Gain.VectorLoops && hasVectorsOnceVectorised(*P.Shadow, FAM))",
    "!Gain.VectorLoops")],
  "remarks/range_checks.cpp")

D("guards-of-latches-frozen",
  "a guard that a latch asks first is frozen, and its comparisons are no branches of their own",
  [("unfoldLatch", "IsSecond || !isa<SelectInst>(Br->getCondition())", "true")],
  "remarks/range_checks.cpp")

D("checks-of-vectors-as-of-one-row",
  "a check in front of vectors that is hoisted, and always fails, is taken for one of each row",
  [("getCheckedBounds", "if (Outer && Outer->getLoopLatch()", "if (false && Outer->getLoopLatch()")],
  "remarks/factorizations.cpp")

D("strides-extended-apart",
  "the low bits of a number that was extended are extended to another number",
  [("getInteger", "Bits && Bits <= SE.getTypeSizeInBits(S->getType())", "false")],
  "remarks/factorizations.cpp")

D("loop-not-in-parts",
  "what one iteration stores to is read in front of all",
  [("LoadHoister::split", "Builder.CreateICmpULT(Meets, Count), Meets, Count", "Builder.getFalse(), Meets, Count")],
  "exact/loops_in_parts.cpp")

D("part-ends-before-its-store",
  "the second part begins with the iteration that stores to what it reads",
  [("LoadHoister::split", "Builder.getInt64(DL.getTypeStoreSize(Loads.front()->getType())));",
    "Builder.getInt64(DL.getTypeStoreSize(Loads.front()->getType()))); "
    "Meets = Builder.CreateSub(Meets, Builder.getInt64(1));")],
  "exact/loops_in_parts.cpp")

D("stored-in-front-of-what-is-read",
  "an iteration reads what it stores, in front of the loop",
  [("LoadHoister::findMeeting", "!DT.dominates(&Load, &Store)", "false")],
  "exact/loops_in_parts.cpp")

D("stores-meet-in-two-iterations",
  "two stores meet what is read, but one is asked about",
  [("LoadHoister::findMeeting", "(Meets && Meets != Rec)", "false")],
  "exact/loops_in_parts.cpp")

D("resumed-counters-may-be-negative",
  "a counter may have any value where the driver resumes",
  [("getRangeInIterations", "E.MaxTripCount.getBitWidth(), 62)", "E.MaxTripCount.getBitWidth(), 63)")],
  "remarks/factorizations.cpp")

D("sums-kept-across-calls",
  "a sum in a register is as fast where an error handler returns into its loop",
  [("countInstructionsOfIteration", "IsSpilled(*L) ? OfSpill : 0", "0")],
  "remarks/factorizations.cpp")

D("parts-are-single-loops",
  "in front of no loops of a declined nest but innermost ones there is a driver",
  [("FunctionPipeline::visitPart", "(L.isInnermost() || !IsInspector)", "L.isInnermost()")],
  "remarks/factorizations.cpp")

D("declined-nests-have-no-vectors",
  "a declined nest has no vectors where guards are checked in front of its loops",
  [("findStockLanes", "P.S == Scheme::Speculate && P.FP->Resolved", "false && P.FP->Resolved")],
  "remarks/factorizations.cpp")

D("order-may-scatter",
  "an order of loops gains in which more accesses are scattered",
  [("polly::escop::optimiseShadow", "countScattered(*P.Shadow, FAM, /*Few=*/8, CacheLine)", "0")],
  "remarks/factorizations.cpp")

D("long-bounds-vectorised",
  "bounds of many instructions are compiled as what has vectors",
  [("finish", "Bounds.addFnAttr(Attribute::NoImplicitFloat);", "")],
  "remarks/factorizations.cpp")

D("loops-in-parts-gain-nothing",
  "a loop that is split has vectors already, behind a check that fails",
  [("tryPlain", "!Meeting.contains(Number) &&", "")],
  "remarks/loops_in_parts.cpp")

D("fields-not-vectorised-in-nest",
  "what a block takes is compared with the nest's scalars, of which vectors will be made",
  [("BlockShadow::getCostInNest", "return std::min(Cost, CostOfVectors);", "return Cost;")],
  "remarks/register_blocks.cpp")

D("windows-may-be-empty",
  "a loop that begins before its end may have any number of iterations",
  [("isKnownAtEntry", "FromNonNegative && IsGuarded(ICmpInst::ICMP_SGE, Last)", "false"),
   ("isKnownAtEntry", "IsGuarded(ICmpInst::ICMP_UGE, Last) ||", "false ||"),
   ("isKnownAtEntry", "(FromNonNegative && IsGuarded(ICmpInst::ICMP_SGT, End))", "false")],
  "exact/windows.cpp")

D("indices-used-not-everywhere",
  "an index that is not used where i == j may be wrong there",
  [("GuardResolver::isConditional", "!excludesFew(Br->getCondition())", "true")],
  "exact/windows.cpp")

D("unswitched-loops-entered",
  "a loop may be entered that is executed only if an index is wrong",
  [("GuardResolver::neverReached", "if (Never && !Emitter.isVoid())", "if (false)")],
  "exact/windows.cpp")

D("unswitched-loops-of-right-indices",
  "a loop is taken never to be entered where the one beside it is not",
  [("GuardResolver::neverReached", "never(Cond, IsTrue, From)", "never(Cond, !IsTrue, From)")],
  "exact/windows.cpp")

D("ends-compared-the-other-way",
  "an end that is compared with a counter is not extended as a counter that is compared with it",
  [("CounterExtender::extendComparisons", "Cmp->swapOperands();", "continue;")],
  "exact/windows.cpp")

D("additions-lose-their-flag",
  "an addition without carries of which a flag is dropped is none to ScalarEvolution",
  [("dropFreezes", "Or && Or->isDisjoint()", "false")],
  "exact/windows.cpp")

D("loops-in-parts-meet-anywhere",
  "a loop gains in two parts wherever between them it may be",
  [("LoadHoister::splitAny", "SE.isKnownNonNegative(Loads.front().first)", "true")],
  "remarks/loops_in_parts.cpp")

D("steps-not-counted",
  "inner loops whose step is not 1 are not countable",
  [("ShadowBuilder::countSteps", "Next->setHasNoSignedWrap();", "")],
  "remarks/products_of_triangles.cpp")

D("steps-go-round-unasked",
  "a counter whose step is not 1 is taken not to go round, and nobody asks",
  [("FootprintBuilder::requireCounters", "!Emitter.requireNoWrap(SE.getSCEV(Next), Signed)", "false"),
   ("FootprintBuilder::requireCounters", "(!Emitter.requireNoWrap(SE.getSCEV(&PHI), Signed) ||",
    "(false ||")],
  "exact/strided_counters.cpp")

D("multiples-without-offset",
  "what is compared is a multiple of the counter, without what is added",
  [("isMultipleOf", "Offset += Times * C->zextOrTrunc(Width);", "(void)C;")],
  "exact/strided_counters.cpp")

D("loops-rotated-to-strided-guards",
  "a loop with a step other than 1 is rotated until it ends with a check of its counter",
  [("countRotations", "hasInvariantEnd(L, Latch, SE) ||", "")],
  "remarks/products_of_triangles.cpp")

D("narrow-counters-unversioned",
  "a counter narrower than its end is taken for one that does not go round",
  [("version", "Builder.CreateAnd(AreSmall)", "Builder.getTrue()")],
  "exact/narrow_counters.cpp")

D("narrow-counters-step-over",
  "a counter narrower than its end may step over what it can count to",
  [("NarrowCounter::limitEnd", "(Step - 1)", "(Step - Step)")],
  "exact/narrow_counters.cpp")

D("narrow-counters-come-to-end",
  "a counter that is compared with an end that is included may go round there",
  [("NarrowCounter::limitEnd", "--Greatest;", "")],
  "exact/narrow_counters.cpp")

D("narrow-counters-first-unchecked",
  "a narrow counter's first value, which is not compared, goes round",
  [("NarrowCounter::limitEnd", "if (Counts && !FirstGoesRound)", "if (true)")],
  "exact/narrow_counters.cpp")

D("narrow-counters-signed",
  "a counter that is sign-extended is widened as one that is zero-extended",
  [("WidenedCounter::widen", "Ty, IsSigned);", "Ty, false);")],
  "exact/narrow_counters.cpp")

D("copies-of-narrow-counters-hot",
  "an inner loop's copy for counters that go round belongs to the nest",
  [("findGuards", "if (mayGoRound(*LI.getLoopFor(BB)))", "if (false)")],
  "exact/narrow_counters.cpp")

D("narrow-counters-not-rotated",
  "loops that end by narrow counters in front of guards are not rotated",
  [("countRotations", "hasNarrowCounter(L, BB, SE) || (!hasEndInMemory", "(!hasEndInMemory")],
  "exact/narrow_counters.cpp")

D("narrow-uses-unversioned",
  "a counter that is used as a narrower number fits into that",
  [("CounterVersions::version", "if (!C.isEndSmall(SE))", "if (!C.UsedBits && !C.isEndSmall(SE))")],
  "exact/narrow_counters.cpp")

D("narrow-uses-of-ends-unversioned",
  "an end that is a counter is as small as one that is used as a narrower number",
  [("CounterVersions::isBelow", "It != Most.end() && It->second.ule(Greatest)", "true")],
  "exact/narrow_counters.cpp")

D("counters-ahead-go-round",
  "what is ahead of a counter by a number, and used as a narrower one, does not go round where the counter does not",
  [("NarrowCounter::limitEnd", "Last.ult(Farthest) || (Last -= Farthest).ult(Step)", "Last.ult(Step)")],
  "exact/counters_ahead.cpp")

D("counters-behind-positive",
  "what is behind a counter by a number is not negative where the counter is not",
  [("WidenedCounter::simplifySums", "AsUnsigned = !By.isNegative() || First.uge(-By);", "AsUnsigned = true;")],
  "exact/counters_ahead.cpp")

D("counters-begin-behind-end",
  "a counter that goes on until it is the end begins in front of that",
  [("NarrowCounter::limitEnd", "Smallest = C->getAPInt();", "")],
  "exact/counters_ahead.cpp")

D("compared-sum-goes-round",
  "the sum that is compared with an end goes round where the counter does only",
  [("NarrowCounter::limitEnd", "SE.getConstant(Step + Further)", "SE.getConstant(Step)"),
   ("NarrowCounter::getFirstCompared", "SE.getAddExpr(First, By)", "First")],
  "exact/counters_ahead.cpp")

D("entered-with-sum-that-goes-round",
  "where a loop is entered, what is compared with its end has not gone round",
  [("NarrowCounter::getFirstCompared", "!Further.isZero() &&", "false &&")],
  "exact/entered_round.cpp")

D("sums-have-bits-of-counters",
  "what is added to a counter is cut to its bits",
  [("NarrowCounter::isNear", "By.isSignedIntN(Step.getBitWidth())", "true"),
   ("WidenedCounter::simplifySums", "Constant->isSignedIntN(Step.getBitWidth())", "true")],
  "exact/sums_of_narrow_counters.cpp")

D("last-iteration-of-another-counter",
  "a PHI that passes on a counter is what that was an iteration before in the first iteration, too",
  [("computeFromLastIteration", "*From + *By == *To", "true")],
  "exact/counters_ahead.cpp")

D("one-sign-of-several",
  "of several numbers none is negative if one is not",
  [("GuardResolver::neverNegative", "NeverA ? neverNegative(B, Bit, At) : nullptr", "NeverA")],
  "exact/counters_ahead.cpp")

D("narrow-ends-of-other-loops",
  "what is known of an end where a loop is entered is known where another one is",
  [("polly::escop::narrowEnds", "DenseMap<Instruction *, Value *> Narrowed;",
    "static DenseMap<Instruction *, Value *> Narrowed;")],
  "polly/narrow_ends.ll")

D("narrow-ends-overflow",
  "the end of a loop is as narrow as what it is computed of",
  [("narrow", "Range.getSignedMin().isNegative() || Least.isNegative()", "false")],
  "polly/narrow_ends.ll")

D("signs-of-some-bits",
  "what is composed of the bits of a counter and of another number is not negative",
  [("CounterVersions::simplifyBits", "ItA != Bits.end() && ItB != Bits.end() && !Bits.contains(I)",
    "ItA != Bits.end() && !Bits.contains(I)"),
   ("CounterVersions::simplifyBits", "std::max(ItA->second, ItB->second)", "ItA->second")],
  "exact/narrow_counters.cpp")

D("frozen-conditions-unknown",
  "a condition that loop unswitching froze does not say that a loop is entered",
  [("isEntryGuarded", "dyn_cast<FreezeInst>(Br->getCondition())", "(FreezeInst *)nullptr")],
  "remarks/index_types.cpp")

D("extensions-by-sign",
  "the extensions of what is not negative, as a signed number and not, are two sizes",
  [("mergeExtensions", "A.getOpcode() == B.getOpcode() ||", "A.getOpcode() == B.getOpcode() || false &&")],
  "remarks/index_types.cpp")

D("earlier-loads-by-sign",
  "what is loaded earlier, and extended otherwise, is another size",
  [("mergeWithEarlierLoads", "isa<CastInst>(A) && isa<CastInst>(B) &&", "false &&")],
  "remarks/index_types.cpp")

D("frozen-loads-unknown",
  "what is loaded earlier, and frozen, is another size",
  [("mergeWithEarlierLoads", "Freeze ? Freeze->getOperand(0) : V", "Freeze ? V : V")],
  "remarks/index_types.cpp")

D("checks-of-all-rows",
  "the vectoriser checks all rows of a loop that are written with one that is read",
  [("finishShadow", "limitVectorChecks(*Part, FAM);", "")],
  "polly/vector_checks.ll")

D("rows-of-any-length-alike",
  "short rows are executed for as many vectors at a time as long ones",
  [("getLongRow", "return HasSums ? std::max(LongRow, VectorsInSum * Lanes) : LongRow;", "return 0;")],
  "exact/rows_of_any_length.cpp")

D("vectors-behind-exits-suffice",
  "a nest whose rows have vectors behind exits is taken to be as fast as one without exits",
  [("tryPlain", "&& !EntersFaster(Number)", "")],
  "remarks/no_gain.cpp")

D("little-work-in-wide-copy",
  "little work is executed with wide counters, though there is a copy with narrow ones",
  [("FunctionPipeline::finishLoops", "executeUnchanged(F, FirstTests, FAM);", "")],
  "exact/narrow_counters.cpp")

D("narrow-counters-merged",
  "a narrow counter becomes its extension, truncated, which the vectoriser does not know",
  [("CounterExtender::mergeCounters", "isa<SCEVAddRecExpr>(SE.getSCEV(&Wide)) &&", "")],
  "polly/narrow_counters_unchanged.ll")

D("indices-multiplied",
  "indices with steps are multiplied in each iteration of Polly's innermost loops",
  [("finishShadow", "reduceIndices(*Part, FAM);", "")],
  "polly/polly_index_steps.ll")

D("remainders-positive",
  "the remainder of a negative number is not negative",
  [("BoundsEmitter::boundComputed", "choose(IsNegative, constant(-Most), constant(0))",
    "constant(0)")],
  "exact/strided_counters.cpp")

D("selected-starts-unbounded",
  "what is selected from two numbers has no bounds",
  [("BoundsEmitter::boundComputed", "return True && False ? select(True, False, Max) : nullptr;",
    "return nullptr;")],
  "exact/strided_counters.cpp")

D("saturated-differences-negative",
  "x > c ? x - c : 0 may be negative",
  [("BoundsEmitter::boundSum", "if (Factor && Most && RestLo && RestHi) {", "if (false) {")],
  "exact/strided_counters.cpp")

D("unused-predecessor-of-zero",
  "j - 1 is a large number although it is not used where j is 0",
  [("GuardResolver::neverHolds", "? -1", "? 0")],
  "exact/strided_counters.cpp")

D("predecessors-are-near-max",
  "j - 1, where j counts up from 0, is a number near the greatest",
  [("isDifferenceFromMax", "if (Rises && isa<SCEVConstant>(S))", "if (false)")],
  "exact/strided_counters.cpp")

D("depths-from-counters-first",
  "a sum that begins with the row counts from there in tiles",
  [("TileScheduler::addUpdate", "Depths[0] = Depths[0].unite(Subscript.is_null() ? Counter : Subscript);",
    "Depths[0] = Depths[0].unite(Counter);")],
  "remarks/products_of_triangles.cpp")

D("few-sweeps-saved",
  "what all iterations write is saved for a few of them",
  [("Driver::savesMostly", "return One > All / 2;", "return false;")],
  "exact/time_steps.cpp")

D("rows-are-sweeps",
  "rows that iterations write one after the other are what all of them write",
  [("Driver::savesMostly", "return One > All / 2;", "return true;")],
  "unit")

D("blocks-scatter",
  "register blocks scatter what is stored to fields",
  [("BlockDriverBuilder::declareDriver", 'addX86Features(*Driver, "+prefer-no-scatter");', "")],
  "remarks/fields_stored.cpp")

D("overflow-checked-rows-added-early",
  "few rows of sums with overflow checks are added side by side",
  [("getLeastSpeculatedWork", "return 1 << 17;\n  // Arrays are written", "return 5 << 12;\n  // Arrays are written")],
  "remarks/sums_of_overflow_checks.cpp")

D("few-columns-added",
  "sums of few columns are added side by side",
  [("getGainingWork", "InVain = InVainInColumns;", "InVain = 0;")],
  "remarks/few_columns.cpp")

D("short-rows-executed-ahead",
  "time steps of short rows are executed ahead",
  [("getGainingWork", "InVain = InVainInSpeculatedRow;", "InVain = 0;")],
  "remarks/few_columns.cpp")

D("selected-numbers-beyond-their-ends",
  "a number that is selected because it is below another may be above it",
  [("BoundsEmitter::boundSelected", "if (!requireNoWrap(It, Signed) || !requireNoWrap(End, Signed))",
    "")],
  "exact/strided_counters.cpp")

D("updates-by-sums-tried",
  "Polly is asked for products where a column is updated by a sum over it",
  [("findUpdatesBySums", "Found.insert({In, Sum});", ";")],
  "unit")

D("updates-by-other-sums-declined",
  "no product is looked for where what is updated is not what is added",
  [("loadsWhatIsAt", "SE.getPointerBase(SE.getSCEV(From)) ==", "SE.getPointerBase(SE.getSCEV(From)) !=")],
  "unit")

D("any-shadow-is-alike",
  "what Polly made of one shadow is taken for what it makes of others",
  [("PollyResults::find", "areEqual(Shadow, *R.Shadow, Numbers)", "true")],
  "unit")

D("any-result-is-alike",
  "what Polly made of a shadow is taken for what it makes of others",
  [("PollyResults::find", "areEqual(Shadow, *R.Shadow, Numbers)", "true")],
  "exact/equal_nests.cpp")

D("types-of-equal-functions-differ",
  "functions are equal whatever their types and metadata are",
  [("areEqual", "StrictComparator().isEqual(One, Other)", "true")],
  "unit")

D("scopes-are-equal",
  "any scope of aliases stands for any other",
  [("StrictComparator::isEqual", "return Others.lookup(A) == B && Ones.lookup(B) == A;", "return true;")],
  "unit")

D("other-functions-are-equal",
  "functions that look alike are taken to be equal",
  [("mergeFunctions", "areEqual(F, *Other, Numbers)", "F.getFunctionType() == Other->getFunctionType()")],
  "exact/equal_nests.cpp")

D("flag-set-in-vain",
  "a flag is set though the value that it was set to is not passed on",
  [("StickyFlag::isSticky", "if (!isUsedOnce(I))", "if (false)")],
  "exact/sticky_flags.cpp")

D("flag-is-reset",
  "what is set to several values is taken for a flag",
  [("StickyFlag::add", "return isSet(C);", "return true;")],
  "exact/sticky_flags.cpp")

D("flag-of-last-iteration",
  "a flag is what was asked last",
  [("restoreStickyFlags", "Builder.CreateOr(Old, I.getOperand(0))", "I.getOperand(0)")],
  "exact/sticky_flags.cpp")

D("flag-has-one-bit",
  "a bit that is set clears the others",
  [("restoreStickyFlags", "Set = Builder.CreateOr(Before, Set);", ";")],
  "exact/sticky_flags.cpp")

D("flag-set-from-other-block",
  "a flag is set where control comes from the other block",
  [("StickyFlag::isSetBy", "isSet(PHI->getIncomingValue(0))", "!isSet(PHI->getIncomingValue(0))")],
  "exact/sticky_flags.cpp")

D("frozen-sizes-are-others",
  "a size that is frozen is another one",
  [("Hoister::hoistAsTwin", "if (isa<FreezeInst>(I)) {", "if (false) {")],
  "exact/sticky_flags.cpp")

D("sums-beside-stores",
  "a sum over a loop stays in the statement that stores what it adds",
  [("separateSums", "SplitBlock(&BB, Behind, &DT, &LI);", "(void)Behind;")],
  "exact/sticky_flags.cpp")

D("borders-end-early",
  "the last iteration in front of a border is not bounded",
  [("BorderFinder::compare", "Last = -1;\n    break;\n  case CmpInst::ICMP_SLE:", "Last = -2;\n    break;\n  case CmpInst::ICMP_SLE:")],
  "exact/borders.cpp")

D("borders-begin-late",
  "the first iteration behind a border is not bounded",
  [("BorderFinder::compare", "First = 1;\n    break;\n  case CmpInst::ICMP_SGE:", "First = 2;\n    break;\n  case CmpInst::ICMP_SGE:")],
  "exact/borders.cpp")

D("borders-on-both-sides",
  "a condition is taken for true in the block where it is false",
  [("findBorders", "Finder.add(Br->getCondition(), Idx == 0, *At)", "Finder.add(Br->getCondition(), true, *At)")],
  "exact/borders.cpp")

D("borders-of-any-step",
  "a counter that goes down comes to a border as one that goes up",
  [("BorderFinder::compare", "switch (Rises ? Pred : CmpInst::getSwappedPredicate(Pred)) {", "switch (Pred) {")],
  "exact/borders.cpp")

D("guards-where-not-asked",
  "a guard that is asked under a condition is resolved where that holds",
  [("GuardResolver::resolve", "IsTrue ? Builder.CreateNot(Cond) : Cond);", "IsTrue ? Cond : Builder.CreateNot(Cond));")],
  "exact/borders.cpp")
