"""run.py libraries: loops over the checked accessors of libraries that people use.

Each program of bench/libraries is compiled for checked and for unchecked accesses by the stock
compiler, and for checked ones by the compiler under test; loops.h describes the programs.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile

from common import (LIMIT, STOCK, TOP, compiler, first_line, geometric_mean, machine, progress,
                    read_remarks, write)
from report import table

PROGRAMS = os.path.join(TOP, "bench/libraries")
LOOPS = os.path.join(PROGRAMS, "loops.h")
FLAGS = ["-O3", "-march=native", "-std=c++17", "-w"]
OURS = ["-fexception-safe-tiling", "-Rpass=polly-escop", "-Rpass-missed=polly-escop"]
FAR, SLOWER = 1.25, 1.05  # times unchecked; times checked by the stock compiler
FAULTS = 12  # extent of the loops in which an index is wrong
RESULT = re.compile(r"^seconds (\S+) outcome (\S+) hash (\w+)$", re.M)


def loops():
    """{name on the command line: its lines in loops.h}; and that of the library itself: None."""
    lines, names, found = {}, {}, None
    with open(LOOPS) as file:
        for number, line in enumerate(file, 1):
            if match := re.match(r"LOOP (\w+)\(", line):
                found = lines.setdefault(match[1], set())
            elif match := re.search(r'Loop == "([\w-]+)"', line):
                called = match[1]
                names[called] = None
            elif match := re.match(r" +loops::(\w+)\(", line):
                names[called] = lines[match[1]]
            if found is not None:
                found.add(number)
            if line.startswith("}"):
                found = None
    return names


def named(program, what):
    """The words behind this one at the head of the program."""
    with open(os.path.join(PROGRAMS, program + ".cpp")) as file:
        found = re.search(rf"^// {what}:(.*)$", file.read(), re.M)
    return found[1].split() if found else []


def check_installed(programs):
    missing = [package for program in programs for package in named(program, "Package")
               if not first_line(["dpkg-query", "-W", "-f=${db:Status-Abbrev}", package])
               .startswith("ii")]
    if missing:
        sys.exit("packages are missing; run:  sudo apt-get install -y " + " ".join(missing))


def build(program, cxx, folder, name, flags):
    """(binary, what the compiler said)"""
    binary = os.path.join(folder, f"{program}.{name}")
    done = subprocess.run([cxx, *FLAGS, *flags, os.path.join(PROGRAMS, program + ".cpp"), "-o",
                           binary, *named(program, "Libraries")],
                          stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    if done.returncode:
        sys.exit(f"{program} does not compile with {cxx}\n{done.stderr}")
    return binary, done.stderr


def once(binary, loop, size, short=0):
    """(seconds, (outcome, hash)); None: the program has no such loop."""
    done = subprocess.run([binary, loop, str(size), "1", str(short)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    found = RESULT.search(done.stdout)
    if found:
        return float(found[1]), found.groups()[1:]
    if "no loop" in done.stderr:
        return None
    return float("nan"), (f"exit status {done.returncode}", "")


def faults(program, stock, ours, names):
    """Loops for which a wrong index at some position leaves something else than the stock program."""
    return [f"{program}: {loop}, {short} rows short" for loop in names
            for short in range(1, FAULTS)
            if (once(stock, loop, FAULTS, short) or [0])[-1] != (once(ours, loop, FAULTS, short) or [0])[-1]]


def measure(binaries, loop, options):
    """Seconds for each binary, the median, and whether the checked ones leave the same."""
    results = [[once(binary, loop, options.size) for binary in binaries]
               for _ in range(options.repeats)]
    if None in results[0]:
        return None
    same = len({result for row in results for _, result in row[::2]}) == 1
    return [statistics.median(row[i][0] for row in results) for i in range(len(binaries))], same


def run(options):
    names, bad, rows = loops(), [], []
    programs = options.programs or sorted(n[:-4] for n in os.listdir(PROGRAMS)
                                          if n.endswith(".cpp"))
    check_installed(programs)
    against, slower = [], []
    with tempfile.TemporaryDirectory() as folder:
        for index, program in enumerate(programs):
            progress(index, len(programs), program)
            checked, _ = build(program, STOCK, folder, "checked", ["-DCHECKED"])
            unchecked, _ = build(program, STOCK, folder, "unchecked", [])
            ours, said = build(program, compiler(options.build), folder, "ours",
                               ["-DCHECKED", *OURS])
            nests = read_remarks(said, "loops.h")
            bad += faults(program, checked, ours, names)
            for loop, lines in names.items():
                if options.loops and loop not in options.loops:
                    continue
                measured = measure((checked, unchecked, ours), loop, options)
                if not measured:
                    continue
                (stock, free, here), same = measured
                bad += [f"{program}: {loop}"] * (not same)
                of = [n[1] for n in nests if lines and n[0] in lines]
                if lines:
                    against.append(here / free)
                    slower.append(here / stock)
                rows.append([f"{program}: {loop}", "; ".join(of) or "–", f"{stock * 1e3:.4g}",
                             f"{free * 1e3:.4g}", f"{here * 1e3:.4g}", f"{here / free:.2f}",
                             f"{here / stock:.2f}"])
                if not sys.stderr.isatty():
                    print("\t".join(rows[-1]), flush=True)
    progress(len(programs), len(programs), "")
    at = machine()
    text = ("# Loops over libraries\n\n"
            f"Written by `bench/run.py libraries`; {at['cpu']}, {at['compiler']}; all with "
            f"`-O3 -march=native`; operands of {options.size} x {options.size} elements; "
            f"processor time in ms, the median of {options.repeats} runs.\n\n"
            + table(["program: loop", "nests", "checked", "unchecked", "ours, checked",
                     "ours / unchecked", "ours / checked"], rows)
            + f"\n\nGeometric mean of ours / unchecked over the {len(against)} loops: "
            f"{geometric_mean(against):.2f}; above {FAR}: {sum(r > FAR for r in against)}. "
            f"Geometric mean of ours / checked: {geometric_mean(slower):.2f}; above {SLOWER}: "
            f"{sum(r > SLOWER for r in slower)}.\n")
    write(text, options.output)
    return "other results than checked: " + ", ".join(bad) if bad else 0
