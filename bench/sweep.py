"""bench/run.py sweep: programs drawn at random, which the option must not make slower.

Both objects of a program, A and B, are linked with one main (sweep.h), which calls them in turn.
"""

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time

from common import LIMIT, TOP, compiler, geometric_mean, is_slow, machine, progress
from sweep_kernels import KERNELS, TYPES
from sweep_programs import CHECKS, CONTAINERS, FLAGS, INDICES, UNCHECKED, Program

SIZES = (4, 16, 60, 100, 200)
FAULTS = (-1, 0, 1, 50)  # percent of the iterations in front of it; -1: none
FAR = 1.15  # the ratio above which a cell is slow
RETRIES = 3
BUDGET, PATIENT = 15, 100  # milliseconds to time a cell, and to time it again
LEAST = 5  # calls


class Sweep:
    def __init__(self, options, folder):
        ours = [compiler(options.build), "-O3", "-falign-loops=64"]
        self.commands = [
            shlex.split(options.a) if options.a else ours,
            shlex.split(options.b) if options.b else [*ours, "-fexception-safe-tiling"]]
        self.options, self.folder = options, folder
        self.core = max(os.sched_getaffinity(0)) if options.core is None else options.core
        self.cells, self.wrong = [], []
        self.same = self.measured = 0

    def draw(self, r):
        """A valid program of those that the options name."""
        options = self.options
        for _ in range(100000):
            check = r.choice(options.checks)
            if "bounds" in options.checks and r.random() < 0.3:
                check = "bounds"
            container = r.choice(options.containers)
            if container in UNCHECKED[1:]:
                container += str(r.choice(options.sizes))
            program = Program("/".join([
                r.choice(options.kernels), r.choice(options.types), check, container,
                r.choice(options.indices), r.choice(options.flags)]))
            if program.is_valid():
                return program
        sys.exit("no program has all this")

    def path(self, name):
        return os.path.join(self.folder, name)

    def execute(self, command, **more):
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=LIMIT, **more)

    def fail(self, program, what):
        self.wrong.append(f"{program.spec}: {what}")
        print(f"\nWRONG: {self.wrong[-1]}\n", flush=True)
        if self.options.output:
            self.write({"spec": program.spec, "wrong": what})

    def write(self, line):
        with open(self.options.output, "a") as file:
            file.write(json.dumps(line) + "\n")

    def compile(self, program):
        """Whether the two functions differ; None: one does not compile."""
        with open(self.path("program.cpp"), "w") as file:
            file.write(program.source())
        common = ["-std=c++17", "-w", "-I", os.path.join(TOP, "bench"), *FLAGS[program.flags], "-c"]
        codes = []
        for name, command in zip("ab", self.commands):
            done = self.execute([*command, *common, self.path("program.cpp"), "-o",
                                 self.path(name + ".o")])
            if done.returncode:
                self.fail(program, f"{name.upper()} does not compile:\n{done.stderr[-3000:]}")
                return None
            code = self.execute(["objdump", "-dr", self.path(name + ".o")]).stdout
            codes.append(code.partition("Disassembly")[2])
        return codes[0] != codes[1]

    def link(self, program):
        for name in "ab":
            self.execute(["objcopy", "--redefine-sym", f"kernel=kernel_{name}",
                          self.path(name + ".o")], check=True)
        done = self.execute([*self.commands[0], "-O1", "-std=c++17", "-w", "-DMAIN", "-I",
                             os.path.join(TOP, "bench"), self.path("program.cpp"), self.path("a.o"),
                             self.path("b.o"), "-o", self.path("program")])
        if done.returncode:
            self.fail(program, f"does not link:\n{done.stderr[-3000:]}")
        return done.returncode == 0

    def run(self, program, sizes, faults, milliseconds):
        """{(size, fault): (A, B, end)}; None: a result is wrong."""
        extents = {program.extent(size): size for size in sizes}
        command = [self.path("program"), str(milliseconds), str(LEAST), *map(str, extents), "--",
                   *map(str, faults)]
        try:
            done = self.execute(command, preexec_fn=lambda: os.sched_setaffinity(0, {self.core}))
        except subprocess.TimeoutExpired:
            return self.fail(program, f"takes more than {LIMIT} s")
        if done.returncode:
            return self.fail(program, f"exit status {done.returncode} after {done.stdout[-200:]!r}"
                                      f"\n{done.stderr[-500:]}")
        found = {}
        for line in done.stdout.splitlines():
            what, extent, fault, rest = line.split(" ", 3)
            size = extents[int(extent)]
            if what == "wrong":
                return self.fail(program, f"size {size}, fault {fault}: {rest}")
            a, b, end = rest.split(" ", 2)
            found[size, int(fault)] = float(a), float(b), end
        return found

    def measure(self, program):
        """The program's cells, or None."""
        differ = self.compile(program)
        if not differ or not self.link(program):
            self.same += differ is False
            return [] if differ is False else None
        sizes = [program.fixed] if program.fixed else self.options.sizes
        leaves = program.check != "bounds" or not program.fixed or program.kernel.exits
        faults = self.options.faults if leaves else [f for f in self.options.faults if f < 0]
        cells = self.run(program, sizes, faults, BUDGET)
        for _ in range(RETRIES):
            for (size, fault), (a, b, _) in list((cells or {}).items()):
                if is_slow(a, b, FAR):
                    again = self.run(program, [size], [fault], PATIENT)
                    if again is None:
                        return None
                    new = again.get((size, fault))
                    if new and new[1] / new[0] < b / a:
                        cells[size, fault] = new
        if cells is None:
            return None
        self.measured += 1
        made = [{"spec": program.spec, "size": size, "fault": fault, "a": a, "b": b,
                 "ratio": round(b / a, 3), "slow": is_slow(a, b, FAR), "end": end}
                for (size, fault), (a, b, end) in cells.items()]
        self.cells += made
        if self.options.output:
            for cell in made:
                self.write(cell)
        return made


def show(cell):
    fault = "none" if cell["fault"] < 0 else f"{cell['fault']} %"
    return (f"{cell['ratio']:7.2f} {cell['a']:13.1f} {cell['b']:13.1f} {cell['size']:5} "
            f"{fault:>5}  {cell['spec']}  ({cell['end'][:30]})")


def summary(cells, key, title):
    print(f"\n{title:>10} {'cells':>6} {'> ' + str(FAR):>6} {'mean':>6} {'least':>6} {'most':>7}")
    for value in sorted({cell[key] for cell in cells}):
        chosen = [cell for cell in cells if cell[key] == value]
        ratios = [cell["ratio"] for cell in chosen]
        print(f"{'none' if value == -1 else value:>10} {len(ratios):6} "
              f"{sum(cell['slow'] for cell in chosen):6} "
              f"{geometric_mean(ratios):6.2f} {min(ratios):6.2f} {max(ratios):7.2f}")


def one(sweep, spec):
    """Prints and runs one program."""
    try:
        program = Program(spec)
    except ValueError as problem:
        sys.exit(str(problem))
    if not program.is_valid():
        sys.exit(f"{spec}: these parts do not go together")
    print(program.source())
    cells = sweep.measure(program)
    if cells is not None:
        print("\n".join(map(show, cells)) or "the same code")


def many(sweep, options):
    r, known, begun = random.Random(options.seed), set(), time.monotonic()
    while (gone := time.monotonic() - begun) < options.seconds:
        program = sweep.draw(r)
        if program.spec in known:
            continue
        known.add(program.spec)
        progress(int(gone), options.seconds, program.spec)
        for cell in sweep.measure(program) or []:
            if cell["slow"] and not sys.stderr.isatty():
                print(show(cell), flush=True)
    progress(options.seconds, options.seconds, "")
    cells = sorted(sweep.cells, key=lambda cell: -cell["ratio"])
    print(f"{machine()['cpu']}; A: {shlex.join(sweep.commands[0])}, "
          f"B: {shlex.join(sweep.commands[1])}; seed {options.seed}: "
          f"{len(known)} programs, {sweep.same} with the same code, "
          f"{sweep.measured} measured.\n\n  B / A         A, ns         B, ns  size fault  program")
    for cell in cells:
        if cell["slow"]:
            print(show(cell))
    for key in ("size", "fault"):
        summary(cells, key, key)


def run(options):
    for part, known in (("kernels", KERNELS), ("types", TYPES), ("containers", CONTAINERS),
                        ("indices", INDICES), ("flags", FLAGS)):
        for name in getattr(options, part):
            if name not in known:
                sys.exit(f"no {name}; --{part} are: {' '.join(known)}")
    # A check is named by its beginning.
    checks = [c for c in CHECKS if any(c.startswith(name) for name in options.checks)]
    if not checks:
        sys.exit(f"--checks are, or begin: {' '.join(CHECKS)}")
    options.checks = checks
    with tempfile.TemporaryDirectory() as folder:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        sweep = Sweep(options, options.keep or folder)
        if options.program:
            one(sweep, options.program)
        else:
            many(sweep, options)
    if sweep.wrong:
        return "WRONG: " + "; ".join(what.partition("\n")[0] for what in sweep.wrong)
    return 0
