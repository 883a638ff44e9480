"""run.py regret: what the cost model loses by what it chooses.

Each kernel is compiled as by run.py time (timing.py; the objects are shared), and so that every
nest is executed in one way, whatever the cost model says of it. One program after the other is run.
"""

import sys
import tempfile

from common import geometric_mean, kernels, machine, progress, variants, write
from report import millis, table
from timing import BASE, CANDIDATES, Run, compile_all, count_calls, link, run_in_turn

CHOSEN = "optimized"
MEAN, WORST = 1.03, 1.15  # asked: chosen / best
LEAST = 5e-6  # seconds: times are printed in microseconds


def measure(objects, kernel, variant, size, options):
    """{build: Run}, one Run for all builds that are one object; None: the chosen one fails."""
    runs = {}
    with tempfile.TemporaryDirectory() as folder:
        of = {b: objects[kernel, variant, b] for b in (CHOSEN, BASE, *CANDIDATES)}
        if "failed" in of[CHOSEN] or "failed" in of[BASE]:
            return None
        binaries, calls = {}, 1
        for build, record in of.items():
            if "failed" in record:
                continue
            if record["hash"] not in binaries:
                binary = link(record["object"], folder)
                if build == CHOSEN:
                    first = Run(binary, size, "none", 1, 1)
                    first.once()
                    calls = count_calls(first)
                binaries[record["hash"]] = Run(binary, size, "none", calls, options.repeats)
            runs[build] = binaries[record["hash"]]
        run_in_turn(binaries.values())
    return runs


def written(rows):
    """The table of times in ms, and the means. A build that takes too long is not the best."""
    lines, regrets = [], {}
    for (size, variant, kernel), (nests, seconds) in rows.items():
        known = {b: s for b, s in seconds.items() if s}
        best = min(known, key=known.get, default=None)
        if CHOSEN in known and known[best] >= LEAST:
            regrets[kernel, variant, size] = known[CHOSEN] / known[best]
        regret = regrets.get((kernel, variant, size))
        lines.append((kernel, variant, size, nests,
                      *(millis(seconds.get(b)) for b in (CHOSEN, BASE, *CANDIDATES)),
                      {CHOSEN: "chosen", None: "–"}.get(best, best),
                      f"{regret:.2f}" if regret else "–"))
    text = table(("kernel", "variant", "size", "nests", "chosen", BASE, *CANDIDATES, "best",
                  "chosen / best"), lines) + "\n"
    if regrets:
        worst = max(regrets, key=regrets.get)
        text += (f"\nOf {len(regrets)} rows that take {LEAST * 1e6:.0f} µs or more: chosen / best, "
                 f"geometric mean {geometric_mean(regrets.values()):.3f} (asked: {MEAN}), worst "
                 f"{regrets[worst]:.2f} ({' '.join(worst)}; asked: {WORST}); above {WORST}: "
                 f"{sum(r > WORST for r in regrets.values())}.\n")
    return text


def run(options):
    """Exit status of run.py regret."""
    rows, bad = {}, []
    for size in options.size:
        work = [(k, v) for k in kernels(options.kernels) for v in variants(k, options.variants)]
        objects = compile_all(options, work, size)
        for index, (kernel, variant) in enumerate(work):
            progress(index, len(work), f"{size} {kernel} {variant}")
            runs = measure(objects, kernel, variant, size, options)
            if not runs:
                bad.append(f"{kernel} {variant} {size} does not compile")
                continue
            rows[size, variant, kernel] = (
                "; ".join(n[1] for n in objects[kernel, variant, CHOSEN]["nests"]),
                {b: min(r.seconds, default=None) for b, r in runs.items()})
            if len({r.left for r in runs.values() if not r.gave_up}) > 1:
                bad.append(f"{kernel} {variant} {size}: memory or exception differs")
            if not sys.stderr.isatty():
                print(kernel, variant, size, rows[size, variant, kernel], flush=True)
        progress(len(work), len(work), "measured")
    at = machine()
    write("# Regret\n\n"
          f"Written by `bench/run.py regret`; {at['cpu']}, {at['compiler']}; `-O3 -march=native`, no "
          f"throw, times in ms, the least of {options.repeats} processes or more. *Chosen*: "
          "`-fexception-safe-tiling`. The others execute every nest in one way, whatever the cost "
          "model expects: not transformed; by the chosen shadow, however few iterations it is; as "
          "Polly, or as the vectorisers leave it, however few.\n\n" + written(rows), options.output)
    return "; ".join(bad) or 0
