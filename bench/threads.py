"""run.py threads: what a second thread, and memory that the program does not touch, change.

Each kernel is compiled as by run.py time (timing.py; the objects are shared) and linked with
threads.c, which starts the thread and counts the pages.
"""

import os
import re
import sys
import tempfile

from common import STOCK, geometric_mean, is_kept, kernels, machine, progress, variants
from report import millis, table
from timing import BASE, Run, compile_all, count_calls, link, run_in_turn

MEAN, WORST = 1.10, 1.25  # asked: time with a second thread / alone
IDLE = "ESCOP_IDLE_THREAD=1"
THROWS = ("none", "first", "middle")


class Process(Run):
    """Processes of a binary with these environment variables; the fastest counts."""

    def __init__(self, variables, *what):
        super().__init__(*what)
        self.command = ["env", *variables, *self.command]


def times(binary, size, repeats):
    """Runs alone and with a second thread, in turn."""
    first = Process([], binary, size, "none", 1, 1)
    first.once()
    calls = count_calls(first)
    runs = [Process(variables, binary, size, "none", calls, repeats) for variables in ([], [IDLE])]
    run_in_turn(runs)
    return runs


def pages(stock, binary, size, throw, folder):
    """(pages of all arrays, those that stock accesses, those that binary leaves beyond: alone, with
    a second thread; whether memory and exception are stock's); None: takes too long."""
    file, left = os.path.join(folder, "touched"), []
    found = None
    for variables, program in (([f"ESCOP_TOUCHED={file}"], stock),
                               ([f"ESCOP_ABSENT={file}"], binary),
                               ([f"ESCOP_ABSENT={file}", IDLE], binary)):
        run = Process(variables, program, size, throw, 1, 1)
        run.once()
        if run.gave_up:
            return None
        left.append(run.left)
        if match := re.search(r"^pages (\d+) touched (\d+) beyond (\d+)$", run.error, re.M):
            every, touched, beyond = map(int, match.groups())
            found = (found or (every, touched)) + (beyond,)
    return found + (left[1:] == left[:1] * 2,)


def timed(rows):
    """The table of times, and whether they are what was asked."""
    text = table(("kernel", "variant", "size", "nests", "alone, ms", "second thread, ms", "ratio"),
                 [(kernel, variant, size, nests, *map(millis, seconds),
                   f"{seconds[1] / seconds[0]:.3f}" if None not in seconds else "–")
                  for (size, variant, kernel), (nests, _, seconds) in rows.items()]) + "\n"
    for size, variant in dict.fromkeys(key[:2] for key in rows):
        of = {key[2]: row for key, row in rows.items() if key[:2] == (size, variant)}
        ratios = {k: s[1] / s[0] for k, (_, _, s) in of.items() if None not in s}
        mean, over = geometric_mean(ratios.values()), [k for k in ratios if ratios[k] > WORST]
        text += (f"\n- {variant}, {size}: {sum(kept for _, kept, _ in of.values())} of {len(of)} "
                 f"transformed; geometric mean {mean:.3f} (asked: at most {MEAN:.2f}); above "
                 f"{WORST}: {', '.join(over) or 'none'}")
    return text


def counted(rows):
    """The table of pages; rows: {(size, variant, kernel): {throw: pages()}}"""
    lines = []
    for (size, variant, kernel), throws in rows.items():
        line = [kernel, variant, size, next((str(p[0]) for p in throws.values() if p), "–")]
        for counts in throws.values():
            line += map(str, counts[1:4]) if counts else ["–"] * 3
        lines.append(line)
    more = sum(p[2] + p[3] > 0 for throws in rows.values() for p in throws.values() if p)
    header = [f"{t}: {w}" for t in THROWS for w in ("accessed", "beyond", "second thread")]
    return (table(["kernel", "variant", "size", "pages", *header], lines)
            + f"\n\nPages beyond in {more} of {sum(map(len, rows.values()))} runs.")


def run(options):
    """Exit status of run.py threads."""
    names = kernels(options.kernels)
    time_rows, page_rows, bad = {}, {}, []
    everywhere = os.sched_getaffinity(0)
    for size in options.size:
        work = [(k, v) for v in options.variants for k in names if variants(k, [v])]
        objects = compile_all(options, work, size)
        os.sched_setaffinity(0, {max(everywhere)})
        for index, (kernel, variant) in enumerate(work):
            progress(index, len(work), f"{size} {kernel} {variant}")
            key = size, variant, kernel
            stock, ours = (objects[kernel, variant, build] for build in (BASE, "optimized"))
            if "failed" in stock or "failed" in ours:
                bad.append(f"{kernel} {variant} {size} does not compile")
                continue
            with tempfile.TemporaryDirectory() as folder:
                binary, base = (link(of["object"], folder, "threads.c") for of in (ours, stock))
                runs = times(binary, size, options.repeats)
                time_rows[key] = ("; ".join(n[1] for n in ours["nests"]),
                                  any(map(is_kept, ours["nests"])),
                                  [min(r.seconds, default=None) for r in runs])
                same = runs[0].left == runs[1].left
                if options.pages:
                    page_rows[key] = {t: pages(base, binary, size, t, folder) for t in THROWS}
                    same &= all(p[4] for p in page_rows[key].values() if p)
            if not same:
                bad.append(f"{kernel} {variant} {size}: memory or exception differs")
            if not sys.stderr.isatty():
                print(kernel, variant, size, *time_rows[key], page_rows.get(key, ""), flush=True)
        os.sched_setaffinity(0, everywhere)
        progress(len(work), len(work), "measured")
    at = machine()
    text = (f"# A second thread\n\n{at['cpu']}; `-O3 -march=native -fexception-safe-tiling`, no "
            f"throw, the fastest of {options.repeats} processes or more, alone and with an idle "
            f"thread in turn.\n\n{timed(time_rows)}\n")
    if options.pages:
        text += (f"\n# Pages\n\nPages of the kernel's arrays that {STOCK} `-O3` accesses, and what "
                 "else is resident behind the nest if all others were absent before: alone, with a "
                 f"second thread.\n\n{counted(page_rows)}\n")
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    print(text, end="")
    return "; ".join(bad) or 0
