"""run.py products, run.py factorizations: forms of them, against OpenBLAS and the stock compiler.

bench/products.cpp and bench/factorizations.cpp describe the programs. They call each form in turn
with the library's routine.
"""

import os
import re
import subprocess
import sys
import tempfile

from common import (LIMIT, STOCK, TOP, compiler, geometric_mean, machine, progress, read_remarks)
from report import table

FLAGS = ["-O3", "-march=native", "-std=c++17"]
LIBRARY = "-lopenblas"
OURS = ["-fexception-safe-tiling", "-Rpass=polly-escop", "-Rpass-missed=polly-escop"]
SIZES = [4, 8, 16, 32, 64, 100, 200, 512, 1024, 2048]
MOST_FOR_STOCK = 600  # larger ones take the stock compiler's programs seconds
# Operations of a product, for its speed.
OPERATIONS = {"products": lambda n: 2 * n ** 3}
RESULT = re.compile(r"^seconds (\S+) blas (\S+) hash (\w+)$", re.M)


def form_lines(source):
    """{form: its first line}"""
    with open(source) as file:
        return {match[1]: number for number, line in enumerate(file, 1)
                if (match := re.match(r"(?:FORM|ORDER)\((\w+)[,)]", line))}


def environment():
    """One thread, and the kernels for the machine's vectors, which OpenBLAS may not know."""
    with open("/proc/cpuinfo") as file:
        known = {"OPENBLAS_CORETYPE": "SKYLAKEX"} if "avx512f" in file.read() else {}
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", **known}


def build(cxx, source, binary, flags):
    """(processor time to compile without linking, what the compiler said)"""
    command = [cxx, *FLAGS, *flags, source, "-o", binary]
    begin = os.times()
    done = subprocess.run([*command, LIBRARY], stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    end = os.times()
    if done.returncode:
        sys.exit(f"{source} does not compile with {cxx}; it needs libopenblas-dev\n{done.stderr}")
    return end.children_user - begin.children_user, done.stderr


def once(binary, form, size, repeats):
    """(seconds, the library's, hash)"""
    done = subprocess.run([binary, form, str(size), str(repeats)], stdout=subprocess.PIPE,
                          text=True, timeout=LIMIT, env=environment())
    found = RESULT.search(done.stdout)
    return (float(found[1]), float(found[2]), found[3]) if found else (float("nan"),) * 2 + (None,)


def run(options):
    name = options.command
    source = os.path.join(TOP, "bench", name + ".cpp")
    lines, rows, bad, against = form_lines(source), [], [], []
    operations = OPERATIONS.get(name)

    def show(seconds, size):
        return f"{1e-9 * operations(size) / seconds:.1f}" if operations else f"{1e3 * seconds:.3g}"

    with tempfile.TemporaryDirectory() as folder:
        ours, stock = os.path.join(folder, "ours"), os.path.join(folder, "stock")
        stock_time, _ = build(STOCK, source, stock, [])
        our_time, said = build(compiler(options.build), source, ours, OURS)
        nests = read_remarks(said, name + ".cpp")
        starts = sorted(lines.values()) + [10**6]
        forms = options.forms or list(lines)
        for index, form in enumerate(forms):
            if form not in lines:
                sys.exit(f"no form {form}; there are: {' '.join(lines)}")
            progress(index, len(forms), form)
            first = lines[form]
            last = next(start for start in starts if start > first)
            what = "; ".join(n[1] for n in nests if first <= n[0] < last) or "–"
            for size in options.sizes:
                here, blas, result = once(ours, form, size, options.repeats)
                slow = float("nan")
                if size <= MOST_FOR_STOCK:
                    slow, _, expected = once(stock, form, size, 1 if size > 250 else options.repeats)
                    bad += [f"{form} {size}"] * (expected != result)
                if size >= 512:
                    against.append(here / blas)
                rows.append([form, what, size, show(here, size), show(blas, size),
                             f"{here / blas:.2f}",
                             f"{here / slow:.2f}" if slow == slow else "–"])
    progress(len(forms), len(forms), "")
    at = machine()
    unit = "GF" if operations else "ms"
    text = (f"# {name.capitalize()}\n\n"
            f"Written by `bench/run.py {name}`; {at['cpu']}, {at['compiler']}; `-O3 "
            "-march=native`, one thread; the least processor time of several runs.\n\n"
            + table(["form", "nest", "size", unit, f"OpenBLAS, {unit}", "time / OpenBLAS", "time / -O3"],
                    rows)
            + (f"\n\nGeometric mean of time / OpenBLAS from 512 on: {geometric_mean(against):.2f}; "
               f"most: {max(against):.2f}." if against else "")
            + f"\n\nTo compile the file takes {our_time:.2f} s, with -O3 {stock_time:.2f} s.\n")
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    else:
        print(text, end="")
    return "other results than -O3: " + ", ".join(bad) if bad else 0
