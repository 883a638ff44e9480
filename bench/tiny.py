"""bench/run.py tiny: checked loops over few elements, which must not be slower than with -O3."""

import os
import subprocess
import sys
import tempfile

from common import LIMIT, SHORT, SLACK, STOCK, TOP, compiler, is_slow, machine, progress

SOURCE = os.path.join(TOP, "bench/tiny.cpp")
EXTENTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64)
RATIO = 1.05  # above which a cell is slow


def measure(binary, options):
    """{(kernel, extent): (nanoseconds, hash)}"""
    command = [binary] + options.kernels + [str(n) for n in options.extents]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
    if done.returncode:
        sys.exit(f"{binary}: exit status {done.returncode}")
    cells = {}
    for line in done.stdout.splitlines():
        kernel, extent, time, left = line.split()
        cells[kernel, int(extent)] = float(time), left
    return cells


def run(options):
    # Where a loop happens to begin makes more difference than what is measured.
    common = ["-O3", "-march=native", "-ffp-contract=off", "-falign-functions=64",
              "-falign-loops=64", SOURCE]
    best, differ = {}, set()
    with tempfile.TemporaryDirectory() as folder:
        binaries = []
        for name, command in (("stock", [STOCK]), ("ours", [
                compiler(options.build), f"-fexception-safe-tiling={options.policy}",
                *options.flags.split()])):
            binaries.append(os.path.join(folder, name))
            if subprocess.run(command + common + ["-o", binaries[-1]], timeout=LIMIT).returncode:
                sys.exit(f"{SOURCE} does not compile with {command[0]}")
        for repeat in range(options.repeats):
            progress(repeat, options.repeats, "tiny")
            for which, binary in enumerate(binaries):
                for cell, (time, left) in measure(binary, options).items():
                    times, hashes = best.setdefault(cell, ([], set()))
                    times += [float("inf")] * (2 - len(times))
                    times[which] = min(times[which], time)
                    hashes.add(left)
                    if len(hashes) > 1:
                        differ.add(f"{cell[0]} {cell[1]}")
        progress(options.repeats, options.repeats, "tiny")
    at = machine()
    print(f"{at['cpu']}, {at['compiler']}; both with -O3 -march=native. Nanoseconds of a call, the "
          f"least of {options.repeats} runs: {STOCK} / =optimized, ratio; ! is slower.\n")
    slow = 0
    for kernel in dict.fromkeys(name for name, _ in best):
        print(kernel)
        for extent in options.extents:
            stock, ours = best[kernel, extent][0]
            is_bad = is_slow(stock, ours, RATIO)
            slow += is_bad
            print(f"  {extent:4} {stock:10.1f} {ours:10.1f} {ours / stock:8.2f}{' !' * is_bad}")
    print(f"\n{slow} of {len(best)} cells are slower than {RATIO} x -O3 (below {SHORT} ns: + {SLACK} ns).")
    if differ:
        return "memory differs: " + ", ".join(sorted(differ))
    return 1 if slow else 0
