"""run.py parallel: what teams of threads gain.

Each kernel is compiled as by run.py time (timing.py; the objects are shared), and with
-fexception-safe-tiling-parallel. One program after the other is run, the latter with each number of
threads.
"""

import sys
import tempfile

from common import geometric_mean, kernels, machine, progress, variants, write
from report import millis, table
from threads import Process
from timing import BASE, PARALLEL, compile_all, count_calls, link, run_in_turn

LARGE = 0.010  # seconds: kernels that take longer have work enough
ASKED = 1.7  # times faster with two threads than with one, geometric mean of these


def measure(objects, kernel, variant, size, throw, options):
    """{name: Run} of the stock compiler, serial code, and teams of each size; None: fails."""
    records = {b: objects[kernel, variant, b] for b in (BASE, "optimized", PARALLEL)}
    if any("failed" in record for record in records.values()):
        return None
    with tempfile.TemporaryDirectory() as folder:
        binaries = {b: link(record["object"], folder, parallel=b == PARALLEL)
                    for b, record in records.items()}
        first = Process([], binaries["optimized"], size, throw, 1, 1)
        first.once()
        # The fastest call counts. The first one of a program starts the threads.
        calls = count_calls(first, least=2)
        runs = {b: Process([], binaries[b], size, throw, calls, options.repeats)
                for b in (BASE, "optimized")}
        for count in options.threads:
            runs[count] = Process([f"OMP_NUM_THREADS={count}"], binaries[PARALLEL], size, throw,
                                  calls, options.repeats)
        run_in_turn(runs.values())
    return runs


def written(rows, options):
    """The table of times in ms, and the means."""
    lines, gains = [], {}
    for (size, throw, variant, kernel), (nests, seconds) in rows.items():
        serial, one = seconds["optimized"], seconds[options.threads[0]]
        line = [kernel, variant, size, throw, nests, *map(millis, seconds.values())]
        for count in options.threads:
            known = None not in (serial, one, seconds[count])
            line.append(f"{seconds[count] / serial:.2f}" if known else "–")
            if known and serial >= LARGE:
                gains.setdefault((size, throw, variant, count), {})[kernel] = one / seconds[count]
        lines.append(line)
    text = table(("kernel", "variant", "size", "throw", "nests", BASE, "serial",
                  *(f"{n} threads" for n in options.threads),
                  *(f"{n} / serial" for n in options.threads)), lines) + "\n"
    for (size, throw, variant, count), of in gains.items():
        if count != options.threads[0]:
            text += (f"\n- {variant}, {size}, throw: {throw}: {count} threads are "
                     f"{geometric_mean(of.values()):.2f} × as fast as {options.threads[0]}, "
                     f"geometric mean of the {len(of)} kernels above {LARGE * 1000:.0f} ms"
                     + (f" (asked: {ASKED} with two)" if count == 2 else ""))
    return text + "\n"


def run(options):
    """Exit status of run.py parallel."""
    rows, bad = {}, []
    for size in options.size:
        work = [(k, v) for v in options.variants for k in kernels(options.kernels)
                if variants(k, [v])]
        objects = compile_all(options, work, size)
        for index, (kernel, variant) in enumerate(work):
            progress(index, len(work), f"{size} {kernel} {variant}")
            for throw in options.throws:
                runs = measure(objects, kernel, variant, size, throw, options)
                if not runs:
                    bad.append(f"{kernel} {variant} {size} does not compile")
                    continue
                nests = "; ".join(n[1] for n in objects[kernel, variant, PARALLEL]["nests"])
                rows[size, throw, variant, kernel] = (
                    nests, {name: min(r.seconds, default=None) for name, r in runs.items()})
                if len({r.left for r in runs.values() if not r.gave_up}) > 1:
                    bad.append(f"{kernel} {variant} {size} {throw}: memory or exception differs")
                if not sys.stderr.isatty():
                    print(kernel, variant, size, throw, rows[size, throw, variant, kernel],
                          flush=True)
        progress(len(work), len(work), "measured")
    at = machine()
    text = (f"# Teams of threads\n\n{at['cpu']}, {at['cores']} cores; `-O3 -march=native "
            f"-fexception-safe-tiling-parallel` beside the same without teams, times in ms, the "
            f"fastest of {options.repeats} processes or more, of which each calls the kernel twice "
            f"or more.\n\n{written(rows, options)}")
    write(text, options.output)
    return "; ".join(bad) or 0
