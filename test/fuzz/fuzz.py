#!/usr/bin/env python3
"""Random nests with abnormal exits: what the compiler makes of them must behave as -O0 does.

A *batch* is one C++ file with some 24 nests; its random numbers come from (seed + number of the
batch), those of a nest from that and the nest's number alone, so that a nest can be generated again
by itself (--only). Each nest is called for a table of *runs*: sizes, thresholds of the guards, and
places of poison values in the data, which decide whether and where a guard fires. A run prints what
left the function, what it returned or threw, errno, and a hash of each array with the memory around
it. The reference is the stock compiler at -O0; the compiler under test is run in both modes, with
options drawn at random.

No run has undefined behaviour in an iteration that is executed, by construction: subscripts are
affine, so their extrema over the loops are known for each run (class Aff, Nest.extents), and arrays
are made as large. They are no larger, though: an array may end at a page that cannot be accessed,
and an iteration behind the one that leaves the nest may reach for it. Arithmetic is exact: modulo
2^n, or of integers that stay far below 2^53 (a statement adds a bounded value to at most one value
that the nest wrote, so values grow linearly).

A nest of which the stock compiler makes the same wrong thing, with the same options but ours, is
printed and not counted; also if both are wrong, and ours is right without an optimisation of LLVM's
that is known to be: it vectorises a loop in one that is left early, with a limit near 2^63, although
arrays overlap (-mllvm -hoist-runtime-checks=false does not).

A failing nest is generated alone, statements and guards are dropped while it still fails, and the
result is written to --out. In CI:

  fuzz.py --build build --seed S --seconds 300 --out DIR

prints a line for each batch, what failed, and statistics: how many nests, with which features, were
transformed or why not, and how the calls of those transformed ended (for the programs whose flags
include -polly-escop-report). It takes as long as --seconds says, and the batch in progress, and
--reduce seconds for each failure, of which it stops after --failures. Status 1 if anything failed.

nest.py has the nest and its text in C++, generate.py draws it, harness.h calls it. The generator is
checked by a compiler that traps on undefined behaviour (DIR/bin/clang++ is the stock compiler):

  fuzz.py --count 20 --build DIR --modes check \\
      --flags='-O1 -fsanitize=undefined -fsanitize-trap=undefined -fno-sanitize=vptr,alignment'
"""

import argparse
import collections
import concurrent.futures
import copy
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time

from generate import Generator
from nest import HERE, program

COMPILE_LIMIT, RUN_LIMIT = 120, 60  # seconds

OPTIONS = [  # (probability, choices)
    (0.4, ["-march=native"]),
    (0.5, ["-mllvm -polly-escop-first-chunk=%d" % n for n in (1, 2, 3)]),
    (0.3, ["-mllvm -polly-escop-max-chunk=2"]),
    (0.3, ["-mllvm -polly-escop-min-budget=%d" % n for n in (0, 64, 4096)]),
    (0.1, ["-mllvm -polly-escop-max-chunk-work=64"]),
    (0.1, ["-fno-strict-aliasing"]),
    (0.5, ["-mllvm -polly-default-tile-size=%d" % n for n in (2, 3, 4, 5, 8)]),
    (0.3, ["-mllvm -force-vector-interleave=1"]),
    (0.1, ["-mllvm -force-vector-width=%d" % n for n in (2, 4)]),
    (0.4, ["-mllvm -polly-escop-report"]),
    (0.9, ["-mllvm -polly-escop-process-unprofitable"]),
    (0.4, ["-mllvm -polly-escop-prefer=1"]),
    (0.15, ["-mllvm -polly-escop-in-order"]),
    (0.15, ["-mllvm -polly-escop-in-place=false"]),
    (0.5, ["-mllvm -polly-escop-leave-iterations=%d" % n for n in (1, 2)]),
    (0.5, ["-mllvm -polly-escop-least-work=%d" % n for n in (2, 20, 200)]),
    (0.4, ["-mllvm -polly-escop-block-size=%d" % n for n in (1, 2, 3, 7)]),
]


# Without an optimisation of LLVM 19's.
KNOWN_WRONG = "-mllvm -hoist-runtime-checks=false"

# Flags that the stock compiler does not know, or that are of no use to it.
OURS = re.compile(r"-fexception-safe-tiling\S*|-mllvm -polly-\S+")


def draw_flags(seed, mode):
    rng = random.Random("%s/%s" % (seed, mode))
    flags = rng.choice(["-O3"] * 6 + ["-O2", "-Os"]) + " -fexception-safe-tiling=" + mode
    for probability, choices in OPTIONS:
        if rng.random() < probability:
            flags += " " + rng.choice(choices)
    return flags


def stamp(path):
    """Changes when the file does; None if it is not there (a name to be looked up: 1)."""
    if os.sep not in path:
        return 1
    return os.stat(path).st_mtime_ns if os.path.exists(path) else None


class Tool:
    """Compiles and runs programs in one folder."""

    def __init__(self, options, folder):
        self.o, self.folder = options, folder
        self.report = ""  # What the drivers of the last program counted.
        os.makedirs(folder, exist_ok=True)

    def compile(self, source, flags, binary, stock=False):
        """(status, messages); stock: by the reference compiler, without our flags."""
        if stock:
            argv = [self.o.reference] + shlex.split(OURS.sub("", flags))
        else:
            argv = [os.path.join(self.o.build, "bin", "clang++")] + shlex.split(flags)
            if "-fexception-safe-tiling" in flags:
                argv += ["-fverify-intermediate-code", "-Rpass=polly-escop",
                         "-Rpass-missed=polly-escop"]
        argv += ["-w", "-std=c++17", source, "-o", binary]
        for _ in range(10):
            before = stamp(argv[0])
            try:
                done = subprocess.run(argv, stderr=subprocess.PIPE, timeout=COMPILE_LIMIT)
                result = done.returncode, done.stderr.decode(errors="replace")
            except subprocess.TimeoutExpired:
                result = "no end after %d s" % COMPILE_LIMIT, ""
            except OSError as e:
                result = str(e), ""
            if not result[0] or before and before == stamp(argv[0]):
                break
            time.sleep(30)  # The compiler is being built.
        return result

    def execute(self, binary, nests):
        """{number: lines}; a run that crashes is its nest's last line."""
        lines, first = collections.OrderedDict((n.number, []) for n in nests), nests[0].number
        self.report = ""
        while first is not None:
            try:
                done = subprocess.run([binary, str(first)], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, timeout=RUN_LIMIT)
                status, text = done.returncode, done.stdout
                self.report += done.stderr.decode(errors="replace")
            except subprocess.TimeoutExpired as e:
                status, text = "no end", e.stdout or b""
            last = first
            for line in text.decode(errors="replace").splitlines():
                last = int(line.split()[1])
                lines[last].append(line)
            if status == 0:
                return lines
            lines[last] = (lines[last] or ["nest %d:" % last])
            lines[last][-1] += " <ends with status %s>" % status
            first = next((n.number for n in nests if n.number > last), None)
        return lines

    def check(self, nests, flags, want=None, stock=False):
        """Compile and run with these flags, if stock without ours and by the reference compiler.
        Returns (messages, want, {number: failure})."""
        source, binary = os.path.join(self.folder, "nests.cpp"), os.path.join(self.folder, "nests")
        if want is None:
            with open(source, "w") as f:
                f.write(program(nests))
            status, messages = self.compile(source, "-O0", binary, stock=True)
            if status:
                return messages, None, {n.number: "the reference does not compile" for n in nests}
            want = self.execute(binary, nests)
            for number, lines in want.items():
                if "<ends" in lines[-1]:
                    return "", None, {number: "the reference fails: " + lines[-1]}
        status, messages = self.compile(source, flags, binary, stock)
        if status:
            failure = "does not compile (%s)" % status
            return messages, want, {n.number: failure for n in nests}
        got, bad = self.execute(binary, nests), {}
        for n in nests:
            pairs = zip(want[n.number], got[n.number] + ["<nothing>"] * len(want[n.number]))
            wrong = [(k, a, b) for k, (a, b) in enumerate(pairs) if a != b]
            if wrong:
                bad[n.number] = wrong
        return messages, want, bad


def kind_of(failure):
    return failure.split("(")[0] if isinstance(failure, str) else "output"


def describe(failure):
    if isinstance(failure, str):
        return failure
    return "\n".join("expected: %s\ngot:      %s" % (a, b) for _, a, b in failure[:3]) + \
        "\n%d runs differ" % len(failure)


def positions(body):
    """(body, index) of every node, the largest parts first."""
    for index, node in enumerate(body):
        yield body, index
    for node in body:
        if node.body is not None:
            yield from positions(node.body)


def reduce(tool, nest, flags, failure, deadline):
    """A smaller nest that fails in the same way."""
    def attempt(candidate):
        nonlocal nest, failure
        if time.time() > deadline or not candidate.body:
            return False
        candidate.settle()
        _, _, bad = tool.check([candidate], flags)
        again = bad.get(candidate.number)
        if again is None or kind_of(again) != kind_of(failure):
            return False
        nest, failure = candidate, again
        return True

    if not isinstance(failure, str):
        for keep in ([failure[0][0]], [k for k, _, _ in failure[:4]]):
            candidate = copy.deepcopy(nest)
            candidate.runs = [candidate.runs[k] for k in keep]
            if attempt(candidate):
                break
    for flag in re.findall(r" (-march=native|-mllvm \S+)", flags):
        old, flags = flags, flags.replace(" " + flag, "")
        if not attempt(copy.deepcopy(nest)):
            flags = old
    progress = True
    while progress:
        progress, k = False, 0
        while True:
            candidate = copy.deepcopy(nest)
            place = next((p for n, p in enumerate(positions(candidate.body)) if n == k), None)
            if not place:
                break
            body, index = place
            node = body[index]
            if not node.keep:
                del body[index]
                if attempt(candidate):
                    progress = True
                    continue
                # Its body without the condition, or without the handler.
                if node.kind == "if" and not node.clip or node.kind == "try":
                    candidate = copy.deepcopy(nest)
                    body, index = next(p for n, p in enumerate(positions(candidate.body)) if n == k)
                    body[index:index + 1] = [n for n in body[index].body if n.kind != "handler"]
                    if attempt(candidate):
                        progress = True
                        continue
            k += 1
        for field in ("local_catch", "raii"):
            candidate = copy.deepcopy(nest)
            if getattr(nest, field) and not setattr(candidate, field, False) and attempt(candidate):
                progress = True
        for name in nest.scalars:
            candidate = copy.deepcopy(nest)
            del candidate.scalars[name]
            if name not in " ".join(candidate.emit_body(candidate.body, 0)) and attempt(candidate):
                progress = True
    return nest, flags, failure


class Statistics:
    def __init__(self):
        self.nests = self.tiled = 0
        self.tags, self.tiled_tags = collections.Counter(), collections.Counter()
        self.seconds = collections.Counter()
        self.ends = collections.Counter()
        self.remarks = collections.Counter()

    def add(self, mode, nests, messages, seconds):
        self.nests += len(nests)
        self.seconds[mode] += seconds
        lines, number, tiled = [], None, set()
        for line in program(nests).splitlines():
            m = re.match(r"NOINLINE long n(\d+)\(", line)
            number = int(m[1]) if m else number
            lines.append(number)
        for m in re.finditer(r":(\d+):\d+: remark: tiled", messages):
            tiled.add(lines[int(m[1]) - 1])
        self.tiled += len(tiled)
        for n in nests:
            self.tags.update(n.tags)
            self.tiled_tags.update(n.tags if n.number in tiled else ())
        for line in messages.splitlines():
            m = re.search(r"remark: (?:not )?tiled(?: exception-safe nest \((.*?)\)|: ([\w-]+))",
                          line)
            if m:
                self.remarks["%-9s %s" % (mode, "tiled (%s)" % m[1] if m[1] else m[2])] += 1
            m = re.match(r"polly-escop: .*: \d+ calls: (.*)", line)
            for n, end in re.findall(r"(\d+) ([^,]+)", m[1] if m else ""):
                self.ends["%-9s calls %s" % (mode, end)] += int(n)

    def show(self):
        text = ["%d nests compiled, %d (%.1f%%) of them transformed, whole or in part; %s" % (
            self.nests, self.tiled, 100.0 * self.tiled / max(1, self.nests),
            ", ".join("%s %.0f s" % x for x in self.seconds.items()))]
        text += ["  %6d  of %6d with %s tiled" % (self.tiled_tags[k], v, k)
                 for k, v in sorted(self.tags.items())]
        counts = sorted(self.remarks.items()) + sorted(self.ends.items())
        return "\n".join(text + ["  %6d  %s" % (v, k) for k, v in counts])


def make_nests(seed, options):
    numbers = [options.only] if options.only is not None else range(options.nests)
    nests = [Generator(seed, n).nest_of() for n in numbers]
    # Of some, the arrays are too large in each run.
    return [nest for nest in nests if nest.runs]


def batch(seed, options):
    """Check one batch. Returns (seed, [(mode, nests, messages, seconds)], number of failures)."""
    tool = Tool(options, os.path.join(options.out, "work.%d" % seed))
    nests, want, failures, done = make_nests(seed, options), None, 0, []
    for mode in options.modes:
        flags = options.flags or draw_flags(seed, mode)
        began = time.time()
        messages, want, bad = tool.check(nests, flags, want)
        done.append((mode, nests, messages + "\n" + tool.report, time.time() - began))
        if bad and any(isinstance(f, str) for f in bad.values()) and len(nests) > 1:
            print("seed %d [%s]: %s; trying the nests one by one\n%s" % (
                seed, flags, describe(next(iter(bad.values()))), messages[-1500:]), flush=True)
            one, bad = Tool(options, tool.folder + ".one"), {}
            for n in nests:
                bad.update(one.check([n], flags)[2])
            failures += not bad
        others = tool.check(nests, flags, want, stock=True)[2] if bad else {}
        known = tool.check(nests, flags + " " + KNOWN_WRONG, want)[2] if others else bad
        for number, failure in bad.items():
            if failure == others.get(number) or number in others and number not in known:
                print("seed %d nest %d [%s]: the stock compiler is wrong, too" % (
                    seed, number, flags), flush=True)
                continue
            failures += 1
            print("FAIL seed %d nest %d [%s]\n%s" % (seed, number, flags, describe(failure)),
                  flush=True)
            save(seed, number, mode, flags, failure, options)
    if not failures and not options.keep:
        shutil.rmtree(tool.folder)
    return seed, done, failures


def save(seed, number, mode, flags, failure, options):
    """Reduce a failing nest and write it to a file of its own."""
    nest = Generator(seed, number).nest_of()
    small = Tool(options, os.path.join(options.out, "reduce.%d.%d.%s" % (seed, number, mode)))
    _, _, bad = small.check([nest], flags)  # This also fixes the sizes of global arrays.
    alone = number in bad
    flags_now = flags
    if alone:
        nest, flags_now, failure = reduce(small, nest, flags, bad[number],
                                          time.time() + options.reduce)
    path = os.path.join(options.out, "seed%d-nest%d-%s.cpp" % (seed, number, mode))
    messages, _, _ = small.check([nest], flags_now)
    remarks = [m for m in messages.splitlines() if "remark:" in m or "error:" in m]
    note = "seed %d, nest %d%s\nflags: %s\n%s\n%s" % (
        seed, number, "" if alone else " (does not fail alone)", flags_now, describe(failure),
        "\n".join(remarks))
    with open(path, "w") as f:
        f.write("".join("// %s\n" % line for line in note.splitlines()) + program([nest]))
    shutil.rmtree(small.folder)
    print("  %s\n  %s\n%s" % (path, note.replace("\n", "\n  "), nest.emit()), flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1, metavar="S",
                   help="number of the first batch (default: 1)")
    p.add_argument("--count", type=int, metavar="N",
                   help="batches (default: 1, or what --seconds allows)")
    p.add_argument("--seconds", type=float, metavar="T", help="begin no batch after so long")
    p.add_argument("--failures", type=int, default=5, metavar="N",
                   help="begin no batch after so many failures (default: 5)")
    p.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"), metavar="DIR",
                   help="DIR/bin/clang++ is the compiler under test (default: build)")
    p.add_argument("--reference", default="clang++-19", metavar="CLANG++",
                   help="the compiler whose -O0 is right (default: clang++-19)")
    p.add_argument("--jobs", type=int, default=1, metavar="J",
                   help="batches at the same time (default: 1)")
    p.add_argument("--out", metavar="DIR",
                   help="folder for programs and reduced failures (default: BUILD/fuzz)")
    p.add_argument("--nests", type=int, default=24, metavar="N",
                   help="nests of a batch (default: 24)")
    p.add_argument("--only", type=int, metavar="N", help="generate this nest only")
    p.add_argument("--modes", type=lambda s: s.split(","), default=["optimized", "naive"],
                   metavar="M,...", help="default: optimized,naive")
    p.add_argument("--flags", help="compile with these instead of flags drawn at random")
    p.add_argument("--reduce", type=float, default=240, metavar="T",
                   help="seconds to reduce a failing nest (default: 240)")
    p.add_argument("--keep", action="store_true", help="keep the generated files")
    p.add_argument("--print", action="store_true", help="print the program and stop")
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    if not o.print and not os.path.exists(os.path.join(o.build, "bin", "clang++")):
        p.error("no compiler in %s" % o.build)
    o.out = o.out or os.path.join(o.build, "fuzz")
    if o.print:
        print(program(make_nests(o.seed, o)))
        return 0
    began, statistics, failures, programs = time.time(), Statistics(), 0, 0
    count = o.count or (1 if o.seconds is None else 10**9)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        running, seed = set(), o.seed
        while True:
            while len(running) < o.jobs and seed < o.seed + count and \
                    (o.seconds is None or time.time() - began < o.seconds) and \
                    failures < o.failures:
                running.add(pool.submit(batch, seed, o))
                seed += 1
            if not running:
                break
            finished, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for f in finished:
                number, done, bad = f.result()
                programs += len(done)
                failures += bad
                for mode, nests, messages, seconds in done:
                    statistics.add(mode, nests, messages, seconds)
                print("seed %d: %s, %d failures" % (number, ", ".join(
                    "%s %.0f s" % (mode, seconds) for mode, _, _, seconds in done), bad),
                    flush=True)
    print("%d programs; %s" % (programs, statistics.show()))
    print("%d failures" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
