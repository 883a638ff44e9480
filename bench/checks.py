"""run.py checks: what a check of each element costs in loops that pass over their data once.

bench/checks/checks.cpp has the loops. The tax is the time of a checked loop over that of the
unchecked one as the stock compiler makes it.
"""

import os
import re
import subprocess
import sys
import tempfile

from common import LIMIT, STOCK, TOP, compiler, geometric_mean, machine, progress, write
from report import table

PROGRAM = os.path.join(TOP, "bench/checks/checks.cpp")
KINDS = ("bounds", "values", "results")  # CHECK=1, 2, 3
FAULTS = 40  # elements, each of which is bad once
COMPILERS = ("stock", "g++", "ours")
FAR = 1.05


def build(options, folder):
    """{(compiler, kind): binary}; kind None: unchecked."""
    flags = ["-O3", "-march=native", "-std=c++17", "-falign-loops=64", PROGRAM]
    commands = {"stock": [STOCK], "g++": ["g++"],
                "ours": [compiler(options.build), "-fexception-safe-tiling"]}
    wanted = [("stock", None)] + [(c, k) for c in COMPILERS for k in options.kinds]
    binaries = {}
    for index, (which, kind) in enumerate(wanted):
        progress(index, len(wanted), f"compile {which} {kind or 'unchecked'}")
        binary = os.path.join(folder, f"{which}.{kind}")
        check = KINDS.index(kind) + 1 if kind else 0
        if subprocess.run([*commands[which], f"-DCHECK={check}", *flags, "-o", binary],
                          timeout=LIMIT).returncode:
            sys.exit(f"{PROGRAM} does not compile with {commands[which][0]}")
        binaries[which, kind] = binary
    progress(len(wanted), len(wanted), "")
    return binaries


def output(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
    return done.stdout + (f"exit status {done.returncode}\n" if done.returncode else "")


def times(binary, size, loop):
    """{(loop, type): (ns per element, hash)}"""
    found = re.findall(r"^loop (\S+) (\S+) ns (\S+) hash (\w+)$",
                       output(binary, str(size), "1", *loop), re.M)
    if not found:
        sys.exit(f"{binary} prints nothing; no such loop?")
    return {(name, of): (float(ns), left) for name, of, ns, left in found}


def measure(binaries, size, options):
    """{binary's key: {(loop, type): ns}}, the least; and where hashes differ."""
    least, bad = {key: {} for key in binaries}, set()
    first = {}
    for index in range(options.repeats):
        progress(index, options.repeats, f"{size} elements")
        for key, binary in binaries.items():
            for loop, (ns, left) in times(binary, size, options.loop).items():
                least[key][loop] = min(ns, least[key].get(loop, ns))
                if first.setdefault(loop, left) != left and key[0] != "g++":
                    bad.add(f"{loop[0]} {loop[1]} {key[1]}, {size} elements")
    progress(options.repeats, options.repeats, "")
    return least, bad


def faults(binaries, options):
    bad = set()
    for kind in options.kinds:
        stock, ours = (output(binaries[c, kind], "faults", str(FAULTS), *options.loop).splitlines()
                       for c in ("stock", "ours"))
        bad |= {f"{kind}: {line}" for line in set(stock).symmetric_difference(ours)}
    return bad


def run(options):
    options.loop = [options.loop] if options.loop else []
    with tempfile.TemporaryDirectory() as folder:
        binaries = build(options, folder)
        bad = faults(binaries, options)
        at = machine()
        text = ("# Checks in loops that pass over their data once\n\n"
                f"Written by `bench/run.py checks`; {at['cpu']}, {at['compiler']}, {at['g++']}; all "
                "with `-O3 -march=native`. The tax: the time of the loop with checks over that of "
                f"the unchecked one by {STOCK}; the least of {options.repeats} runs each.\n")
        for size in options.sizes:
            least, differ = measure(binaries, size, options)
            bad |= differ
            free = least["stock", None]
            columns = [(c, k) for k in options.kinds for c in COMPILERS]
            tax = {key: {loop: least[key][loop] / free[loop] for loop in free} for key in columns}
            rows = [[f"{name} {of}", f"{free[name, of]:.3g}"]
                    + [f"{tax[key][name, of]:.2f}" for key in columns] for name, of in free]
            rows.append(["geometric mean", ""]
                        + [f"{geometric_mean(tax[key].values()):.2f}" for key in columns])
            text += (f"\n## {size} elements\n\n"
                     + table(["loop", "unchecked, ns"] + [f"{k}: {c}" for c, k in columns], rows) + "\n")
            for kind in options.kinds:
                ours, stock = tax["ours", kind], tax["stock", kind]
                slower = [f"{n} {t} ({ours[n, t] / stock[n, t]:.2f})" for n, t in ours
                          if ours[n, t] > FAR * stock[n, t]]
                text += (f"\n{kind}: tax above {FAR} in {sum(v > FAR for v in ours.values())} of "
                         f"{len(ours)} loops; slower than {FAR} × {STOCK} with checks: "
                         f"{', '.join(slower) or 'none'}.\n")
    write(text, options.output)
    return "other results than the stock compiler's: " + "; ".join(sorted(bad)[:20]) if bad else 0
