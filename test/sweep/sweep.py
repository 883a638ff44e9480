#!/usr/bin/env python3
"""The sweep: nests that throw at every guard instance must leave the same as at -O0.

usage: sweep.py [--build DIR] [--kernels K…] [--sets S…] [--quick [--rotation R]] [--seconds T]
                [--jobs J] [--out DIR] [--flags FLAGS]

Programs are the kernels of bench/kernels, in the variants ro, rw and checked, and the programs in
this folder, objects, live_outs, exits, handlers and shapes. All extents are small and odd. Each
program goes through all its positions in one process and prints a line for each: what left the
nest, the live-outs, the objects made and destroyed, a hash of all arrays. The reference is the
stock compiler at -O0; lines are compared one by one. A kernel is made into two programs:

  table   each guard also compares with a table that has an element for each of its instances: a
          throw at every instance that is executed, as counted at -O0
  data    the guards are the kernel's own: a throw wherever one of its rows, a value of a single
          element or (checked) an extent of a matrix makes a guard fire, every step of each value

One test is a program in one variant under one policy and one set of options: chunks of 1, 2, 3, 5
iterations, the whole nest, and what a budget allows; tiles of 2 and 5, register tiles. --quick
takes one variant of each kernel, one of its two programs and one set for each policy; the rotation,
the number of the day unless given, says which. --flags replaces the policies and all sets, and
nothing is demanded of the remarks: with the stock compiler it checks the sweep itself.

Prints a line for each program, then for each set the tests, the builds, the runs (one position in
one build), the nests transformed (remarks of all builds, those of the initialisation of checked
matrices, too), how the calls of their drivers ended, and the lines that differ; then "N passed, N
failed". Exit status 1 if one failed, or if with some set no driver executed anything (asked only if
all programs were run). Files are kept in --out (default: DIR/sweep) where a test fails. --seconds:
begin no program after so long.
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
KERNELS = os.path.join(TOP, "bench", "kernels")
COMPILE_LIMIT, RUN_LIMIT = 180, 300  # seconds

# Without -fno-math-errno calls that may set errno are guards.
TILES = "-mllvm -polly-default-tile-size=%d"
CHUNKS = "-mllvm -polly-escop-first-chunk=%d -mllvm -polly-escop-max-chunk=%d"
PLAIN = " -mllvm -polly-pattern-matching-based-opts=false"  # products are tiled like other nests
REGISTER = " -mllvm -polly-register-tiling -mllvm -polly-register-tiling-default-tile-size=2"
# The nest executes the first iteration itself.
LEAVE = " -mllvm -polly-escop-leave-iterations=2"
VIEWS = " -DCHECKED_VIEWS"  # the kernel gets copies of (data, extents)
WHOLE = "-mllvm -polly-escop-first-chunk=1000000 -mllvm -polly-escop-min-budget=100000000"
BUDGET = ("-mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-min-budget=1024 "
          "-mllvm -polly-escop-max-chunk-work=150")
SETS = collections.OrderedDict([
    ("optimized", ""),
    ("optimized-1", f"-fno-math-errno {CHUNKS % (1, 1)} {TILES % 2}{LEAVE}"),
    ("optimized-2", f"-fno-math-errno {CHUNKS % (2, 2)} {TILES % 5}{PLAIN}{VIEWS}"),
    ("optimized-3", f"-fno-math-errno {CHUNKS % (3, 3)} {TILES % 5}{PLAIN}{REGISTER}{LEAVE}"),
    ("optimized-5", f"-fno-math-errno {CHUNKS % (5, 5)} {TILES % 2}{PLAIN} -march=native"),
    ("optimized-whole", f"-fno-math-errno {WHOLE} {TILES % 5}{PLAIN}{VIEWS}"),
    ("optimized-budget", f"{BUDGET} {TILES % 2}{PLAIN}"),
    ("naive", ""),
    ("naive-2", f"-fno-math-errno {TILES % 2}{PLAIN}{VIEWS}"),
    ("naive-5", f"-fno-math-errno {TILES % 5}{PLAIN}{REGISTER} -march=native"),
])
# The table programs are compiled with all sets, those with the kernel's own guards with these.
DATA_SETS = ("optimized", "optimized-1", "optimized-5", "optimized-whole", "naive", "naive-2")

# Extents of a kernel's mini size: the next odd numbers that are different, but for these.
SIZES = {
    "3mm": [9, 7, 11, 13, 5],
    "doitgen": [5, 7, 9],
    "fdtd-2d": [5, 11, 13],
    "floyd-warshall": [13],
    "heat-3d": [5, 9],
}
COUNTERS = {"3mm": ["i", "j", "k + m", "l"]}  # of the table; else all loop counters


def odd(numbers):
    found = []
    for n in numbers:
        n |= 1
        while n in found:
            n += 2
        found.append(n)
    return found


class Program:
    """One source file; a kernel's is of the kind table or data."""

    def __init__(self, source, kind=""):
        self.source, self.kind = source, kind


def kernel_program(folder, name, variant, kind):
    with open(os.path.join(KERNELS, name + ".cpp")) as file:
        text = file.read()
    pattern = re.compile(r"(\bSizes\[\](?:\[\d+\])? = \{\s*)(\{[^{}]*\}|\d+)")
    (first,) = pattern.findall(text)
    sizes = SIZES.get(name) or odd([int(n) for n in re.findall(r"\d+", first[1])])
    row = ", ".join(map(str, sizes))
    text = pattern.sub(lambda m: m[1] + ("{%s}" % row if "{" in m[2] else row), text)

    head = ["#define VARIANT_" + variant.upper(), "#define PITCH 32", "#define PITCH3 16"]
    if "integers.h" in text:
        head.append("#define INTEGERS")
    if kind == "table":
        names = list(dict.fromkeys(re.findall(r"for \(long (\w+) =", text[text.index("KERNEL"):])))
        counters = COUNTERS.get(name, names)
        guards = len(re.findall(r"\b(?:GUARD|ASSERT)_R[OW]\(", text))
        head.append("#define TABLE Cap[%d]" % guards + "[%d]" % max(sizes) * len(counters))
        head.append("#define CELL(GUARD) Cap[GUARD]" + "".join("[%s]" % c for c in counters))
    head.append('#include "kernel.h"')
    if kind == "table":  # what a counter is for a guard outside of its loop
        head.append("constexpr long %s;" % ", ".join(n + " = 0" for n in names))
    source = os.path.join(folder, "%s-%s-%s.cpp" % (name, variant, kind))
    with open(source, "w") as file:
        file.write("\n".join(head) + "\n" + text)
    return Program(source, kind)


def execute(argv, limit, **kwargs):
    """(status, standard output, standard error output); the status "no end" past the limit."""
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit,
                              **kwargs)
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as e:
        status, out, err = "no end after %d s" % limit, e.stdout or b"", e.stderr or b""
    return status, out.decode(errors="replace"), err.decode(errors="replace")


class Statistics:
    FIELDS = ("tests", "builds", "runs", "nests", "calls", "complete", "left early", "declined",
              "mismatches")

    def __init__(self):
        self.sets = collections.OrderedDict()
        self.failed = []

    def add(self, name, **counts):
        row = self.sets.setdefault(name, collections.Counter())
        for field, count in counts.items():
            row[field.replace("_", " ")] += count

    def merge(self, other):
        for name, row in other.sets.items():
            self.sets.setdefault(name, collections.Counter()).update(row)
        self.failed += other.failed

    def show(self):
        total = collections.Counter()
        print("%-18s" % "set" + "".join("%12s" % f for f in self.FIELDS))
        for name, row in sorted(self.sets.items()) + [("all", total)]:
            print("%-18s" % name + "".join("%12d" % row[f] for f in self.FIELDS))
            total.update(row)


class Group:
    """A kernel in one variant, or a program of this folder: all its tests."""

    def __init__(self, options, name, variant, kinds, sets):
        self.o, self.name, self.variant, self.kinds, self.sets = options, name, variant, kinds, sets
        self.title = name + (" " + variant if variant else "")
        self.folder = os.path.join(options.out, self.title.replace(" ", "-"))
        self.statistics, self.log = Statistics(), []
        self.why = collections.Counter()  # of drivers' calls that were declined

    def compile(self, compiler, flags, program, binary):
        argv = [compiler] + flags + ["-w", "-std=c++17", "-ffp-contract=off", "-I" + HERE,
                                     "-I" + KERNELS, program.source, "-o", binary]
        status, _, messages = execute(argv, COMPILE_LIMIT)
        return status, messages, shlex.join(argv)

    def reference(self, program):
        """The arguments of the program and the lines that it has to print; None: an error."""
        base = program.source[:-4]
        arguments = []
        if program.kind:
            lister = ["-O0", "-DRECORD"] if program.kind == "table" else ["-O2", "-DFIND"]
            status, messages, _ = self.compile(self.o.reference, lister, program, base + ".list")
            if status:
                return self.broken(program, "the reference does not compile: " + messages)
            status, positions, note = execute([base + ".list"], RUN_LIMIT)
            if status or not positions:
                return self.broken(program, "no positions (status %s)" % status)
            arguments = [base + ".positions"]
            with open(arguments[0], "w") as file:
                file.write(positions)
        status, messages, _ = self.compile(self.o.reference, ["-O0"], program, base + ".ref")
        if status:
            return self.broken(program, "the reference does not compile: " + messages)
        status, want, _ = execute([base + ".ref"] + arguments, RUN_LIMIT)
        want = want.splitlines()
        if status or not want:
            return self.broken(program, "the reference fails: %s" % status)
        quiet = sum('exit "none"' in line for line in want)
        runs = sum(' exit "' in line for line in want)
        # Of a table, each cell has to be that of a guard that is executed. Twice nothing fires.
        if program.kind == "table" and (
                quiet != 2 or len(set(positions.splitlines())) != len(want) - 3):
            return self.broken(program, "a position is there twice, or does not throw")
        reached = re.search(r"(\d+) guard instances, (\d+) reached", note) if program.kind else None
        self.log.append("%s%d of %d runs leave the nest%s" % (
            program.kind and program.kind + ": ", runs - quiet, runs,
            ", at %s of %s guard instances" % (reached[2], reached[1]) if reached else ""))
        return arguments, want, runs

    def broken(self, program, text):
        self.log.append("%s: %s" % (program.kind, text))
        return None

    def run(self):
        began = time.time()
        os.makedirs(self.folder, exist_ok=True)
        if self.variant:
            programs = [kernel_program(self.folder, self.name, self.variant, k) for k in self.kinds]
        else:
            source = os.path.join(self.folder, self.name + ".cpp")
            shutil.copy(os.path.join(HERE, self.name + ".cpp"), source)
            programs = [Program(source)]
        prepared = [(p, self.reference(p)) for p in programs]
        for name in self.sets:
            results = [self.test(name, p, r) if r else False for p, r in prepared
                       if p.kind != "data" or name in DATA_SETS or self.o.quick]
            self.statistics.add(name, tests=1)
            if not all(results):
                self.statistics.failed.append("%s %s" % (self.title, name))
        if not self.statistics.failed and not self.o.keep:
            shutil.rmtree(self.folder)
        total = sum(self.statistics.sets.values(), collections.Counter())
        why = ", ".join("%d %s" % (count, text) for text, count in self.why.items() if count)
        self.log.append("%d nests, %d calls: %d complete, %d left early, %d declined%s; %.0f s" % (
            *(total[f] for f in ("nests", "calls", "complete", "left early", "declined")),
            why and " (%s)" % why, time.time() - began))
        return self

    def test(self, name, program, reference):
        arguments, want, runs = reference
        if self.o.flags is None:
            flags = ["-O3", "-fexception-safe-tiling=" + name.split("-")[0],
                     "-mllvm", "-polly-escop-process-unprofitable", "-mllvm",
                     "-polly-escop-report", "-Rpass=polly-escop", "-fverify-intermediate-code"]
            flags += shlex.split(SETS[name])
        else:
            flags = shlex.split(self.o.flags)
        binary = program.source[:-4] + "." + name
        status, messages, command = self.compile(self.o.compiler, flags, program, binary)
        if status:
            self.fail(name, "does not compile (%s)\n%s\n%s" % (status, command, messages[-1000:]))
            return False
        nests = len(re.findall(r": remark: tiled exception-safe nest", messages))
        status, got, report = execute([binary] + arguments, RUN_LIMIT)
        got = got.splitlines()
        pairs = list(itertools.zip_longest(want, got, fillvalue="<nothing>"))
        wrong = [(n, a, b) for n, (a, b) in enumerate(pairs) if a != b]
        ends = collections.Counter()
        for line in re.findall(r"^polly-escop: .*: (\d+ calls: .*)", report, re.M):
            for count, end in re.findall(r"(\d+) (calls|complete|left early|declined)", line):
                ends[end.replace(" ", "_")] += int(count)
            for count, why in re.findall(r"(\d+) declined: ([^,\n]+)", line):
                self.why[why] += int(count)
        self.statistics.add(name, builds=1, runs=runs, nests=nests, mismatches=len(wrong), **ends)
        if status or wrong:
            text = "status %s, %d of %d lines differ\n%s\n%s" % (
                status, len(wrong), len(want), command, shlex.join([binary] + arguments))
            for n, a, b in wrong[:3]:
                text += "\n  line %d\n    expected: %s" % (n + 1, a[:400])
                text += "\n    got:      " + b[:400]
            self.fail(name, text)
        if not self.o.keep and not status and not wrong:
            os.unlink(binary)
        return not status and not wrong

    def fail(self, name, text):
        print("FAIL %s %s: %s" % (self.title, name, text), flush=True)


def groups(options):
    """All groups, in an order that depends on the rotation if not all will be run."""
    kernels = sorted(n[:-4] for n in os.listdir(KERNELS) if n.endswith(".cpp"))
    programs = sorted(n[:-4] for n in os.listdir(HERE) if n.endswith(".cpp"))
    for name in options.kernels or []:
        if name not in kernels + programs:
            sys.exit("no kernel %s; there are: %s" % (name, " ".join(kernels + programs)))
    chosen = options.sets
    policies = [[s for s in chosen if s.startswith(p)] for p in ("optimized", "naive")]
    turn, found = options.rotation, []
    for number, name in enumerate(kernels + programs):
        if options.kernels and name not in options.kernels:
            continue
        variants, kinds, sets = [""], [""], chosen
        if name in kernels:
            with open(os.path.join(KERNELS, name + ".cpp")) as file:
                no_ro = "#define NO_RO" in file.read()
            variants, kinds = ["rw", "checked"] + ([] if no_ro else ["ro"]), ["table", "data"]
        if options.quick:
            variants = [variants[(number + turn) % len(variants)]]
            kinds = [kinds[(number // 3 + turn) % len(kinds)]]
            sets = [p[(number + turn) % len(p)] for p in policies if p]
        found += [Group(options, name, variant, kinds, sets) for variant in variants]
    if options.seconds is not None:
        first = turn * 13 % len(found)
        found = found[first:] + found[:first]
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(TOP, "build"), metavar="DIR",
                   help="DIR/bin/clang++ is the compiler under test (default: build)")
    p.add_argument("--reference", default="clang++-19", metavar="CLANG++",
                   help="the compiler whose -O0 is right (default: clang++-19)")
    p.add_argument("--kernels", nargs="+", metavar="K", help="these kernels or programs only")
    p.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS), metavar="S",
                   help="of: " + ", ".join(SETS))
    p.add_argument("--quick", action="store_true", help="a slice of all, about two minutes")
    p.add_argument("--rotation", type=int, default=int(time.time() // 86400), metavar="R",
                   help="which slice (default: the number of the day)")
    p.add_argument("--seconds", type=float, metavar="T", help="begin no program after so long")
    p.add_argument("--jobs", type=int, default=1, metavar="J",
                   help="programs at the same time (default: 1)")
    p.add_argument("--out", metavar="DIR", help="folder for the programs (default: BUILD/sweep)")
    p.add_argument("--keep", action="store_true", help="keep the programs")
    p.add_argument("--flags", help="compile with these instead")
    o = p.parse_args()
    o.compiler = os.path.join(os.path.abspath(o.build), "bin", "clang++")
    if not os.path.exists(o.compiler):
        p.error("no compiler in %s" % o.build)
    o.out = os.path.abspath(o.out or os.path.join(o.build, "sweep"))
    if o.flags is not None:
        o.sets = ["optimized"]
    began, statistics, skipped = time.time(), Statistics(), 0
    if o.quick or o.seconds is not None:
        print("rotation %d" % o.rotation)

    def work(group):
        late = o.seconds is not None and time.time() - began > o.seconds
        return None if late else group.run()

    todo = groups(o)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for group in pool.map(work, todo):
            skipped += group is None
            if group:
                print("%s: %s" % (group.title, "; ".join(group.log)), flush=True)
                statistics.merge(group.statistics)
    statistics.show()
    if skipped:
        print("%d of %d programs were not begun" % (skipped, len(todo)))
    for name, row in statistics.sets.items():
        whole = o.flags is None and not o.kernels and not skipped
        if whole and not row["complete"] + row["left early"]:
            statistics.failed.append("%s: no driver executed anything" % name)
    if statistics.failed:
        print("failed:\n  " + "\n  ".join(statistics.failed))
    tests = sum(row["tests"] for row in statistics.sets.values())
    failed = len(statistics.failed)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%.0f s, %.0f s of processor time" % (time.time() - began, used.ru_utime + used.ru_stime))
    print("%d passed, %d failed" % (tests - failed, failed))
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
