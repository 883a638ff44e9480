#!/usr/bin/env python3
"""The benchmarks: what is transformed, and what it gains.

usage: run.py [--build DIR] [all] [as for time]
       run.py [--build DIR] time [--kernels K…] [--variants V…] [--throws T…] [--size SIZE…]
                                 [--repeats R] [--quick] [--no-curve] [--append] [--jobs N]
                                 [--output FILE]
       run.py [--build DIR] compile [--kernels K…] [--repeats R] [--output FILE]
       run.py [--build DIR] report [FILE.json…] [--document FILE.md]
       run.py [--build DIR] slower [FILE.json…]
       run.py [--build DIR] threads [--kernels K…] [--variants V…] [--size SIZE…] [--repeats R]
                                    [--no-pages] [--jobs N] [--output FILE]
       run.py [--build DIR] parallel [--kernels K…] [--variants V…] [--throws T…] [--size SIZE…]
                                     [--threads N…] [--repeats R] [--jobs N] [--output FILE]
       run.py [--build DIR] regret [--kernels K…] [--variants V…] [--size SIZE…] [--repeats R]
                                   [--jobs N] [--output FILE]
       run.py [--build DIR] coverage [--kernels K…] [--check] [--output FILE]
       run.py [--build DIR] idioms [--programs P…] [--size N] [--repeats R] [--report]
                                   [--output FILE]
       run.py [--build DIR] libraries [--programs P…] [--loops L…] [--size N] [--repeats R]
                                      [--output FILE]
       run.py [--build DIR] checks [--kinds K…] [--sizes N…] [--loop L] [--repeats R]
                                   [--output FILE]
       run.py [--build DIR] tiny [--kernels K…] [--extents N…] [--repeats R] [--policy P]
                                 [--flags FLAGS]
       run.py [--build DIR] sweep [--seed N] [--seconds S] [--sizes N…] [--faults F…] [--kernels K…]
                                  [--types T…] [--checks C…] [--containers C…] [--indices I…]
                                  [--flags F…] [--a COMMAND] [--b COMMAND] [--core N] [--keep DIR]
                                  [--output FILE.jsonl] [--program SPEC]
       run.py [--build DIR] products [--forms F…] [--sizes N…] [--repeats R] [--output FILE]
       run.py [--build DIR] factorizations [as for products]

all        time, compile and report in turn; without a command, too. With --quick, time only.
time       compiles each kernel of bench/kernels, all with -O3 -march=native: with guards by the
           stock compiler, by g++, under both policies and as iESLT (no checkpoint; where it is
           speculated), without guards by the stock compiler and by stock Polly; and, for the curve
           of memory against time, the paper's kernels with four other limits of the checkpoint
           (unless --no-curve). Then runs them in turn, pinned to one core; each process R to 3 R
           times, once if it takes more than 3 s. What is measured, and the machine, goes to
           FILE.json and FILE.csv (bench/timing.py describes them; DIR/bench unless it is given)
           after each kernel. --append keeps what FILE.json has: without --kernels, kernels of
           which it has the size are skipped, so that an interrupted run goes on. Memory and
           exceptions are compared with the stock compiler's: exit status 1 if they differ. Sizes
           large and medium unless given. --quick: medium, the stock compiler, throw-free -O3 and
           optimized only, R = 1. N compilations run at the same time, nothing else does.
compile    what the option costs where there is nothing to do: processor time to compile each kernel
           without guards and without the harness, with the option and without it, in turn, the
           median of R. Goes to FILE.json, beside what time has put there.
report     writes docs/Performance.md and docs/plots from FILE.json (DIR/bench.json). Of several
           files the later ones win.
slower     prints of FILE.json where optimized takes more than 1.02 times the stock compiler's time,
           and, without a throw, more than 1.05 times naive's. Exit status 1 if there is any.
threads    compiles each kernel as time does, and runs it without a throw alone and with a second,
           idle thread, in turn, R times or more; and counts the pages of its arrays that it makes
           resident, no throw and throws, beyond those that the stock compiler's program accesses,
           alone and with the thread (unless --no-pages). Prints two tables; size large, ro and rw
           unless given. Exit status 1 if memory or exceptions differ.
parallel   compiles each kernel as time does, and with -fexception-safe-tiling-parallel, runs the latter
           with OMP_NUM_THREADS set to each N (1 and 2), in turn with the stock compiler's and the serial
           program, R times or more, two calls each, and writes a table in Markdown: the fastest calls,
           ratios, and the means of kernels above 10 ms; size large, ro and rw unless given. Exit status
           1 if memory or exceptions differ.
regret     compiles each kernel as time does, and so that every nest is executed in one way, whatever
           the cost model expects (not transformed; however few iterations it is; as Polly leaves it;
           as the vectorisers do), runs the programs without a throw in turn, R times or more, and
           writes a table in Markdown of what is chosen over the best; sizes small, medium and large,
           ro and rw unless given. Exit status 1 if memory differs.
coverage   compiles every kernel of bench/kernels in each of its variants under both policies, reads
           the remarks and writes a table in Markdown (docs/Coverage.md): for each nest of the
           kernel, in the order of the file, its scheme (I inspect, S speculate, B register blocks)
           and who optimised its shadow (Polly, plain, product), or the key of the reason why it was
           declined. --check
           compares with FILE instead and exits with 1 if they differ.
idioms     compiles each program of test/idioms with the stock compiler and with =optimized, both
           with -O3 -march=native, times its kernels without a throw, the two programs in turn, R
           times, and writes a table in Markdown: what became of each kernel's nests, as for
           coverage, the median of the processor time in seconds, and the gain. N is the number of
           iterations of each loop, 600 where the program does not say "// Time: [KERNEL…] N".
           --report: what each run-time check decided, to stderr. Exit status 1 if memory differs.
libraries  compiles each program of bench/libraries, loops over the accessors of a library, with
           checks and without by the stock compiler, and with checks by =optimized, times its loops
           in turn, R times, on operands of N x N elements (300), and writes a table in Markdown:
           what became of each loop's nests, as for coverage, the median of the processor time in ms,
           and the ratios. Then an index of each loop is made wrong at every position. Exit status 1
           if memory, or what became of a failed check, is not the stock compiler's.
checks     compiles the loops of bench/checks, which pass over their data once, unchecked by the
           stock compiler, and with checks of bounds, of the values that are read, and of the results
           that are written, by it, by g++ and by =optimized; times them R times on N elements (100,
           2000 and 32000), in turn, and writes a table in Markdown of their taxes, checked over
           unchecked. Then each of 40 elements is made bad in turn. Exit status 1 if memory or the
           exception is not the stock compiler's.
tiny       calls checked loops of bench/tiny.cpp over 1 to 64 elements (or N…) again and again, compiled
           by the stock compiler and with the option, the two programs in turn, and prints the least
           time of a call in nanoseconds, and the ratio. Exit status 1 if a call takes more than 1.05
           times as long (below 20 ns: 2 ns more), or memory differs. R is 5 unless given.
sweep      draws small programs, for S seconds (600): a kernel of bench/sweep_kernels.py, the type of its
           elements, where and how it is checked, its containers, the type of its indices, and flags.
           Compiles each by command A and by command B (this compiler, -O3 -falign-loops=64; the same and
           -fexception-safe-tiling), calls both functions in one process, pinned to core N, in turn, and
           compares all memory and how they end: exit status 1 if they differ, or one does not compile.
           Programs whose code is the same are not run. Prints where B takes more than 1.15 times A's time, also
           when it is measured again, and means for each size and each fault. F: percent of the rows in
           front of the bad one; -1: none. A check is named by its beginning; containers raw, carray and
           array need one of values. --keep leaves the last program in DIR; --program prints and runs SPEC,
           which is KERNEL/TYPE/CHECK/CONTAINER/INDEX/FLAGS, as in the table.
products   compiles bench/products.cpp, matrix products in many forms, by the stock compiler and by
           =optimized, calls each form in turn with OpenBLAS's routine, R times, on operands of N x N
           elements, and writes a table in Markdown: speed and ratios of the least processor times.
           Needs libopenblas-dev. Exit status 1 if results differ.
factorizations
           the same of bench/factorizations.cpp: LU, Cholesky and triangular solves in several orders of
           their loops, with a check of each pivot.

DIR holds bin/clang++ (build). Variants: ro, rw, checked (bench/kernels/harness.h). Throws: none,
first, middle, last. R is 3 unless given.
"""

import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

import checks
import libraries
import parallel
import products
import regret
import report
import sweep
import threads
import timing
import tiny
from common import (GUARDED, KERNELS, LIMIT, POLICIES, SIZES, STOCK, TOP, compiler, geometric_mean,
                    is_kept, kernels, machine, progress, remarks, source_lines, variants, write)

IDIOMS = os.path.join(TOP, "test/idioms")


def dispositions(build, kernel, variant, policy):
    """[(line, disposition)] of the kernel's nests; None: does not compile."""
    command = [compiler(build), "-O3", f"-fexception-safe-tiling={policy}",
               f"-DVARIANT_{variant.upper()}", "-c", os.path.join(KERNELS, kernel + ".cpp"),
               "-o", os.devnull, "-fverify-intermediate-code"]
    own, found = source_lines(kernel), remarks(command, kernel)
    return found if found is None else [n for n in found if n[0] in own]


def coverage(options):
    columns = [(p, v) for p in POLICIES for v in GUARDED]
    rows, kept = [], {column: 0 for column in columns}
    whole, broken = dict(kept), []
    kept_guarded = {policy: set() for policy in POLICIES}
    names = kernels(options.kernels)
    for index, kernel in enumerate(names):
        progress(index, len(names), kernel)
        row = [kernel]
        for policy, variant in columns:
            if not variants(kernel, [variant]):
                row.append("–")
                continue
            nests = dispositions(options.build, kernel, variant, policy)
            if nests is None:
                broken.append(f"{kernel} {variant} {policy}")
                row.append("**does not compile**")
                continue
            tiled = [n for n in nests if is_kept(n)]
            kept[policy, variant] += bool(tiled)
            whole[policy, variant] += bool(nests) and len(tiled) == len(nests)
            if tiled and variant != "checked":
                kept_guarded[policy].add(kernel)
            row.append("; ".join(n[1] for n in nests) or "no abnormal exit")
        rows.append(row)
    progress(len(names), len(names), "")

    text = "# Coverage\n\n"
    text += ("Written by `bench/run.py coverage`; `-O3`, baseline x86-64. Each cell lists the nests "
             "of the kernel in the order of its file: I inspect, S speculate, B register blocks; "
             "optimised by Polly, plain (the vectorisers), or a product (register tiles); or the key of the reason why the nest stays as it is "
             "([manual](UsersManual.md)). – : every operand is written, so there is no guard on one "
             "that is only read.\n\n")
    for policy in POLICIES:
        text += f"## `-fexception-safe-tiling={policy}`\n\n| kernel | ro | rw | checked |\n|---|---|---|---|\n"
        first = 1 + POLICIES.index(policy) * len(GUARDED)
        for row in rows:
            text += "| " + " | ".join([row[0]] + row[first:first + len(GUARDED)]) + " |\n"
        text += (f"\nA nest is transformed in {len(kept_guarded[policy])} of {len(rows)} kernels with a "
                 f"guard on values (ro or rw) and in {kept[policy, 'checked']} with checked indices; "
                 f"all nests in {whole[policy, 'ro']} (ro), {whole[policy, 'rw']} (rw) and "
                 f"{whole[policy, 'checked']} (checked).\n\n")
    path = options.output or os.path.join(TOP, "docs/Coverage.md")
    text = text.rstrip("\n") + "\n"
    if options.check:
        with open(path) as file:
            if file.read() != text:
                sys.exit(f"{path} is not what bench/run.py coverage writes")
    else:
        with open(path, "w") as file:
            file.write(text)
        print(f"wrote {path}")
    return f"{len(broken)} do not compile: {', '.join(broken)}" if broken else 0


def idiom_variants(program):
    """[(label, compiler options)], one for each RUN line; ["// Time:" lines as (kernels, size)];
    {name: its lines} of the kernels, and None: the lines in front of main that are no kernel's."""
    variants, times, functions, name = [], [], {None: set()}, None
    with open(os.path.join(IDIOMS, program + ".cpp")) as file:
        for number, line in enumerate(file, 1):
            if match := re.match(r"// RUN: %exact %s.*?--cflags[ =](.*)", line):
                flags = shlex.split(shlex.split(match[1])[0])
                label = [re.sub(".*=", "", f) for f in flags if f.startswith("-DELEMENT=")]
                variants.append((program + "".join(f" ({l})" for l in label), flags))
            elif match := re.match(r"// Time: (.*)", line):
                *kernels_of, size = match[1].split()
                times.append((kernels_of, int(size)))
            elif match := re.match(r"( *)(?:template <.*> )?NOINLINE .*?(\w+)\(", line):
                name, end = match[2], match[1] + "}"
            elif line.startswith("int main"):
                break
            functions.setdefault(name, set()).add(number)
            if name and line.startswith(end):
                name = None
    return variants or [(program, [])], times, functions


def time_idiom(binary, size, kernels_of, report):
    """{kernel: (seconds, hash)}"""
    command = [binary, "--time", str(size), "1"] + kernels_of
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT,
                          stderr=None if report else subprocess.DEVNULL)
    found = re.findall(r"^kernel (\S+) seconds (\S+) hash (\w+)$", done.stdout, re.M)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return {name: (float(seconds), left) for name, seconds, left in found}


def idioms(options):
    known = sorted(n[:-4] for n in os.listdir(IDIOMS) if n.endswith(".cpp"))
    work = [(p, v) for p in options.programs or known for v in idiom_variants(p)[0]]
    rows, gains, bad = [], [], []
    report = ["-mllvm", "-polly-escop-report"] if options.report else []
    with tempfile.TemporaryDirectory() as folder:
        for index, (program, (label, flags)) in enumerate(work):
            progress(index, len(work), label)
            _, times, functions = idiom_variants(program)
            own = [k for named, _ in times for k in named]
            if [] not in [named for named, _ in times]:
                times = [([k for k in functions if own and k and k not in own], 600)] + times
            measured, nests = {}, None
            for kernels_of, size in times:
                size = options.size or size
                common = ["-O3", "-march=native", f"-DEXTENT={size}", *flags, "-I",
                          os.path.join(TOP, "test/Inputs"), os.path.join(IDIOMS, program + ".cpp")]
                binaries = [os.path.join(folder, name) for name in ("stock", "optimized")]
                if subprocess.run([STOCK] + common + ["-o", binaries[0]], timeout=LIMIT).returncode:
                    sys.exit(f"{label} does not compile with {STOCK}")
                nests = remarks([compiler(options.build), "-fexception-safe-tiling=optimized",
                                 *report, *common, "-o", binaries[1]], program)
                if nests is None:
                    sys.exit(f"{label} does not compile")
                for _ in range(options.repeats):
                    for which, binary in enumerate(binaries):
                        for name, result in time_idiom(binary, size, kernels_of, which and report).items():
                            measured.setdefault(name, ([], []))[which].append(result)
            for name, results in measured.items():
                lines = functions[name.split(":")[0]]
                of = [n for n in nests if n[0] in lines]
                of = of or [n for n in nests if n[0] in functions[None]]
                stock, optimized = (statistics.median(s for s, _ in r) for r in results)
                if len({left for r in results for _, left in r}) > 1:
                    bad.append(f"{label}: {name}")
                tiled = any(map(is_kept, of))
                gains += [stock / optimized] * tiled
                rows.append(f"| {label}: {name} | {'; '.join(n[1] for n in of) or 'no abnormal exit'} "
                            f"| {stock:.4f} | {optimized:.4f} | {stock / optimized:.2f} |")
                if not sys.stderr.isatty():
                    print(rows[-1], flush=True)
    progress(len(work), len(work), "")
    at = machine()
    text = ("# Idioms\n\n"
            f"Written by `bench/run.py idioms`; {at['cpu']}, {at['compiler']}; both with `-O3 "
            "-march=native`. No check fires. Each row is a kernel of a program of `test/idioms`; "
            "its nests as in [Coverage](Coverage.md); processor time in seconds, the median of "
            f"{options.repeats} runs.\n\n"
            f"| program: kernel | nests | {STOCK} -O3 | optimized | gain |\n|---|---|---|---|---|\n"
            + "\n".join(rows) + f"\n\nGeometric mean of the gains of the {len(gains)} kernels with a "
            f"transformed nest: {geometric_mean(gains):.2f}.\n")
    write(text, options.output)
    return "memory differs: " + ", ".join(bad) if bad else 0


def everything(options):
    """Sizes large and medium, files without candidates, the document."""
    if not options.quick:
        report.plotter()  # not after half an hour
    status = timing.run_kernels(options)
    if not options.quick:
        options.append = True
        timing.compile_plain(options)
        report.write(options)
    return status


def main():
    p = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter,
                                description=__doc__)
    p.add_argument("--build", default=os.path.join(TOP, "build"))
    commands = p.add_subparsers(dest="command", required=True)
    c = commands.add_parser("coverage")
    c.add_argument("--kernels", nargs="+")
    c.add_argument("--check", action="store_true")
    c.add_argument("--output")
    for name in ("all", "time"):
        t = commands.add_parser(name)
        t.add_argument("--kernels", nargs="+")
        t.add_argument("--variants", nargs="+", default=["ro", "rw"], choices=GUARDED)
        t.add_argument("--throws", nargs="+", default=list(timing.THROWS), choices=timing.THROWS)
        t.add_argument("--size", nargs="+", choices=SIZES)
        t.add_argument("--repeats", type=int)
        t.add_argument("--quick", action="store_true")
        t.add_argument("--no-curve", dest="curve", action="store_false")
        t.add_argument("--append", action="store_true")
        t.add_argument("--jobs", type=int, default=os.cpu_count())
        t.add_argument("--output")
    n = commands.add_parser("compile")
    n.add_argument("--kernels", nargs="+")
    n.add_argument("--repeats", type=int)
    n.set_defaults(append=True)
    n.add_argument("--output")
    r = commands.add_parser("report")
    r.add_argument("files", nargs="*")
    r.add_argument("--document")
    s = commands.add_parser("slower")
    s.add_argument("files", nargs="*")
    w = commands.add_parser("threads")
    w.add_argument("--kernels", nargs="+")
    w.add_argument("--variants", nargs="+", default=["ro", "rw"], choices=GUARDED)
    w.add_argument("--size", nargs="+", default=["large"], choices=SIZES)
    w.add_argument("--repeats", type=int, default=3)
    w.add_argument("--no-pages", dest="pages", action="store_false")
    w.add_argument("--jobs", type=int, default=os.cpu_count())
    w.add_argument("--output")
    w.set_defaults(quick=True, curve=False)
    g = commands.add_parser("regret")
    g.add_argument("--kernels", nargs="+")
    g.add_argument("--variants", nargs="+", default=["ro", "rw"], choices=GUARDED)
    g.add_argument("--size", nargs="+", default=["small", "medium", "large"], choices=SIZES)
    g.add_argument("--repeats", type=int, default=3)
    g.add_argument("--jobs", type=int, default=os.cpu_count())
    g.add_argument("--output")
    g.set_defaults(quick=True, curve=False)
    o = commands.add_parser("parallel")
    o.add_argument("--kernels", nargs="+")
    o.add_argument("--variants", nargs="+", default=["ro", "rw"], choices=GUARDED)
    o.add_argument("--throws", nargs="+", default=["none"], choices=list(timing.THROWS))
    o.add_argument("--size", nargs="+", default=["large"], choices=SIZES)
    o.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    o.add_argument("--repeats", type=int, default=3)
    o.add_argument("--jobs", type=int, default=os.cpu_count())
    o.add_argument("--output")
    o.set_defaults(quick=True, curve=False)
    i = commands.add_parser("idioms")
    i.add_argument("--programs", nargs="+")
    i.add_argument("--size", type=int)
    i.add_argument("--repeats", type=int, default=3)
    i.add_argument("--report", action="store_true")
    i.add_argument("--output")
    l = commands.add_parser("libraries")
    l.add_argument("--programs", nargs="+")
    l.add_argument("--loops", nargs="+")
    l.add_argument("--size", type=int, default=300)
    l.add_argument("--repeats", type=int, default=3)
    l.add_argument("--output")
    e = commands.add_parser("checks")
    e.add_argument("--kinds", nargs="+", default=list(checks.KINDS), choices=checks.KINDS)
    e.add_argument("--sizes", nargs="+", type=int, default=[100, 2000, 32000])
    e.add_argument("--loop")
    e.add_argument("--repeats", type=int, default=5)
    e.add_argument("--output")
    y = commands.add_parser("tiny")
    y.add_argument("--kernels", nargs="+", default=[])
    y.add_argument("--extents", nargs="+", type=int, default=tiny.EXTENTS)
    y.add_argument("--repeats", type=int, default=5)
    y.add_argument("--policy", default="optimized", choices=POLICIES)
    y.add_argument("--flags", default="")
    v = commands.add_parser("sweep")
    v.add_argument("--seed", type=int, default=1)
    v.add_argument("--seconds", type=int, default=600)
    v.add_argument("--sizes", nargs="+", type=int, default=sweep.SIZES)
    v.add_argument("--faults", nargs="+", type=int, default=sweep.FAULTS)
    v.add_argument("--kernels", nargs="+", default=list(sweep.KERNELS))
    v.add_argument("--types", nargs="+", default=list(sweep.TYPES))
    v.add_argument("--checks", nargs="+", default=sweep.CHECKS)
    v.add_argument("--containers", nargs="+", default=sweep.CONTAINERS)
    v.add_argument("--indices", nargs="+", default=list(sweep.INDICES))
    v.add_argument("--flags", nargs="+", default=list(sweep.FLAGS))
    v.add_argument("--a")
    v.add_argument("--b")
    v.add_argument("--core", type=int)
    v.add_argument("--program")
    v.add_argument("--keep")
    v.add_argument("--output")
    for name in ("products", "factorizations"):
        m = commands.add_parser(name)
        m.add_argument("--forms", nargs="+")
        m.add_argument("--sizes", nargs="+", type=int, default=products.SIZES)
        m.add_argument("--repeats", type=int, default=5)
        m.add_argument("--output")
    arguments = sys.argv[1:]
    at = 2 if arguments[:1] == ["--build"] else 0
    if arguments[at:at + 1] not in [[name] for name in (*commands.choices, "-h", "--help")]:
        arguments.insert(at, "all")
    options = p.parse_args(arguments)
    if options.command in ("all", "time"):
        options.curve = options.curve and not options.quick
        options.size = options.size or (["medium"] if options.quick else ["large", "medium"])
        options.repeats = options.repeats or (1 if options.quick else 3)
    elif options.command == "compile":
        options.repeats = options.repeats or 3
    return {"all": everything, "checks": checks.run, "coverage": coverage,
            "compile": timing.compile_plain, "idioms": idioms, "libraries": libraries.run,
            "factorizations": products.run, "parallel": parallel.run, "products": products.run,
            "regret": regret.run, "report": report.write, "slower": report.print_slower,
            "sweep": sweep.run, "threads": threads.run, "time": timing.run_kernels, "tiny": tiny.run}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
