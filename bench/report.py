"""run.py report: docs/Performance.md from bench/Performance.md.in and what timing.py measured.

@NAME@ in the template is replaced by the function of Report of that name. Of several files the
later ones win, result by result. The plots go to plots/ beside the document. A verdict is "yes",
"no" or "–" (not measured); rounding never helps it.
"""

import os
import re
import statistics
import subprocess
import sys

from common import GUARDED, PAPER, SIZES, STOCK, TOP, geometric_mean
from timing import BASE, BUILDS, DIVISORS, SLOW, THROWS, load, over_ceiling, spread

TEMPLATE = os.path.join(TOP, "bench/Performance.md.in")
PAPERS = {  # oESLT, nESLT: the mean and the range, if the paper gives it
    "19a": ("41.5", "40.8"), "19b": ("0.302", "100"), "20": ("1.39 (−2 … 8.5)", "2.69 (0 … 17)"),
    "22a": ("1 (0 … 1.6)", "185 (80 … 260)"), "22b": ("38.9 (3.1 … 57.7)", "−61.8 (−38.2 … −96.8)")}
TITLES = {
    "19a": "No throw: improvement over the throwing nest, %",
    "19b": "Memory of the checkpoint, % of the arrays",
    "20": "No throw: cost of the checkpoint against iESLT, %",
    "22a": "Throw in the first row: degradation of the program, %",
    "22b": "Throw in the last row: improvement over the throwing nest, %"}
LARGE_ARRAYS = 8 << 20  # bytes; below, the checkpoint is 64 KiB, whatever its part of the arrays
MORE = 1.02  # a build that takes this times the base's time is slower
MORE_THAN_NAIVE = 1.05


def millis(seconds):
    """Milliseconds with four digits."""
    if seconds is None:
        return "–"
    value = 1000 * seconds
    return f"{value:.{0 if value >= 1000 else 1 if value >= 100 else 2 if value >= 10 else 3}f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return minus("\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]))


def minus(text):
    """A minus sign in front of negative numbers, none in front of those rounded to zero."""
    text = re.sub(r"(?<![\w+])-(0\.?0*)(?![\d.])", r"\1", text)
    return re.sub(r"(?<![\w+])-(?=[\d.])", "−", text)


def ranged(mean, values, digits=1):
    """Mean (least … most), a minus sign for negative numbers."""
    if not values:
        return "–"
    return f"{mean:.{digits}f} ({min(values):.{digits}f} … {max(values):.{digits}f})"


def verdict(values, good):
    return "–" if not values else "yes" if good else "**no**"


class Report:
    def __init__(self, files):
        self.results, self.builds, self.plain, self.measured = {}, {}, [], []
        for file in files:
            data = load(file)
            self.results.update({(r["kernel"], r["variant"], r["size"], r["throw"]): r
                                 for r in data["results"] if r["seconds"]})
            self.builds.update({(b["kernel"], b["variant"], b["size"], b["build"]): b
                                for b in data["builds"]})
            self.plain = data["plain"] or self.plain
            self.measured.append(data)
        if not self.results:
            sys.exit("nothing is measured")
        self.sizes = [s for s in reversed(SIZES) if any(k[2] == s for k in self.results)]
        self.main = self.sizes[0]
        self.variants = [v for v in GUARDED if any(k[1] == v for k in self.results)]
        self.kernels = sorted({k[0] for k in self.results})

    # What the tables and the plots are made of.

    def rows(self, variant, throw="none", size=None, kernels=None):
        """{kernel: result}; without those whose guard cannot fire as late as that."""
        found = {}
        for kernel in kernels or self.kernels:
            row = self.results.get((kernel, variant, size or self.main, throw))
            if row and not (throw in ("middle", "last") and row["row"] == 0):
                found[kernel] = row
        return found

    @staticmethod
    def ratios(rows, build, over):
        """{kernel: time of build / time of the other}"""
        return {k: r["seconds"][build] / r["seconds"][over] for k, r in rows.items()
                if {build, over} <= r["seconds"].keys()}

    def ceilings(self, variant, kernels=None):
        rows = self.rows(variant, kernels=kernels)
        found = {k: over_ceiling(r["seconds"]) for k, r in rows.items()}
        return {k: v for k, v in found.items() if v}

    def checkpoint(self, row, build):
        """What the build allocates above iESLT, in percent of the arrays; None: not measured."""
        if not {build, "iESLT"} <= row["heap"].keys():
            return None
        return 100 * (row["heap"][build] - row["heap"]["iESLT"]) / row["arrays"]

    @staticmethod
    def extra(row, build="optimized"):
        """What a throw costs more than with the stock compiler: seconds, percent of the program."""
        seconds = row["seconds"][build] - row["seconds"][BASE]
        return seconds, 100 * seconds / row["whole"][BASE]

    def slower(self):
        """[(factor, row)] of optimized, above MORE; of the whole program for the first row."""
        found = []
        for row in self.results.values():
            if not {BASE, "optimized"} <= row["seconds"].keys():
                continue
            factor = row["seconds"]["optimized"] / row["seconds"][BASE]
            if row["throw"] == "first" or row["throw"] != "none" and row["row"] == 0:
                factor = 1 + self.extra(row)[1] / 100
            found.append((factor, row))
        found.sort(key=lambda f: -f[0])
        return [f for f in found if f[0] > MORE], len(found)

    def figure(self, name, variant, build, kernels=PAPER):
        """({kernel: percent}, mean) of a figure of the paper."""
        throw = {"22a": "first", "22b": "last"}.get(name, "none")
        rows = self.rows(variant, throw, kernels=kernels)
        if name in ("19a", "22b"):
            r = self.ratios(rows, build, BASE)
            return {k: 100 * (1 - v) for k, v in r.items()}, 100 * (1 - geometric_mean(r.values()))
        if name == "20":
            r = self.ratios(rows, build, "iESLT")
            return {k: 100 * (v - 1) for k, v in r.items()}, 100 * (geometric_mean(r.values()) - 1)
        if name == "22a":
            values = {k: self.extra(r, build)[1] for k, r in rows.items()
                      if {build, BASE} <= r["seconds"].keys()}
            mean = 100 * (geometric_mean([1 + v / 100 for v in values.values()]) - 1)
            return values, mean
        values = {k: self.checkpoint(r, build) for k, r in rows.items()}
        values = {k: v for k, v in values.items() if v is not None}
        return values, statistics.fmean(values.values()) if values else float("nan")

    # The parts of the document.

    def MACHINE(self):
        lines = []
        for data in self.measured:
            at = data["machine"]
            commits = sorted({r["commit"] for r in data["results"]})
            lines.append(
                f"- {data['date']}: `{data['command']}`; {at['cpu']}, {at['cores']} cores, "
                f"{at['memory']}, Linux {at['kernel']}, load average {data['load']:.1f} at the "
                f"start; {at['compiler']}; {at['g++']}; under test: {at['under test']}, "
                f"commit{'s' * (len(commits) > 1)} {', '.join(commits)}")
        return "\n".join(lines)

    def BARS(self):
        rows = []

        def bar(what, asked, values, good, text):
            rows.append((what, asked, text if values else "–", verdict(values, good)))

        def worst(values):
            kernel = max(values, key=values.get)
            return f"{values[kernel]:.2f} ({kernel})"

        over = self.ceilings("ro")
        bar("ro: `optimized` / ceiling, geometric mean", "≤ 1.05", over,
            geometric_mean(over.values()) <= 1.05, f"{geometric_mean(over.values()):.3f}")
        bar("ro: `optimized` / ceiling, worst kernel", "≤ 1.15", over,
            max(over.values(), default=0) <= 1.15, worst(over) if over else "")
        guarded = self.ratios(self.rows("rw"), "optimized", "iESLT")
        bar("rw: `optimized` / iESLT, geometric mean", "≤ 1.05", guarded,
            geometric_mean(guarded.values()) <= 1.05, f"{geometric_mean(guarded.values()):.3f}")
        over = self.ceilings("rw")
        bar("rw: `optimized` / ceiling, geometric mean", "≤ 1.5", over,
            geometric_mean(over.values()) <= 1.5, f"{geometric_mean(over.values()):.3f}")
        slow, of = self.slower()
        bar(f"slower than {MORE} × `{STOCK} -O3`: any kernel, variant and throw, sizes "
            f"{' and '.join(self.sizes)}; the first row: of the whole program", "none", of,
            not slow, f"{len(slow)} of {of}" + (f", at most {slow[0][0]:.2f} ×" if slow else ""))
        for kernels, whose, asked in ((PAPER, "paper's six", {"ro": 9, "rw": 9}),
                                      (None, "all kernels", {"ro": 2.5, "rw": 2})):
            for variant, least in asked.items():
                gain = self.ratios(self.rows(variant, kernels=kernels), BASE, "optimized")
                mean = geometric_mean(gain.values())
                bar(f"{whose}, {variant}: times faster than `{STOCK} -O3`, geometric mean",
                    f"≥ {least}", gain, mean >= least, f"{mean:.2f} ({len(gain)} kernels)")
        for variant, most in (("ro", 0), ("rw", 5)):
            memory = {k: self.checkpoint(r, "optimized") for k, r in self.rows(variant).items()
                      if r["arrays"] >= LARGE_ARRAYS}
            memory = {k: v for k, v in memory.items() if v is not None}
            bar(f"{variant}: memory of the checkpoint, worst kernel of those with "
                f"{LARGE_ARRAYS >> 20} MiB of arrays", f"{'≤ ' * (most > 0)}{most} %", memory,
                max(memory.values(), default=0) <= most,
                worst(memory).replace(" (", " % (") if memory else "")
        values, mean = self.figure("20", "rw", "optimized")
        bar("paper's six, rw: checkpoint against iESLT, geometric mean", "≤ 1 %", values, mean <= 1,
            f"{mean:.1f} %")
        for variant in ("ro", "rw"):
            extra = {k: self.extra(r) for k, r in self.rows(variant, "first").items()}
            percent = {k: e[1] for k, e in extra.items()}
            micros = sorted(1e6 * e[0] for e in extra.values())
            bar(f"{variant}: throw in the first row, whole program slower, worst kernel", "≤ 1 %",
                percent, max(percent.values(), default=0) <= 1,
                worst(percent).replace(" (", " % (") + f"; {statistics.median(micros):.0f} µs in "
                f"the median, at most {micros[-1]:.0f}" if extra else "")
        for variant in ("ro", "rw"):
            values, mean = self.figure("22b", variant, "optimized")
            bar(f"paper's six, {variant}: throw in the last row, less time, geometric mean",
                "≥ 80 %", values, mean >= 80, f"{mean:.1f} %")
        ratio = self.compile_ratios()
        bar("compile time / stock Polly throw-free, geometric mean", "≤ 1.5", ratio,
            geometric_mean(ratio.values()) <= 1.5, f"{geometric_mean(ratio.values()):.2f}")
        bar("compile time / stock Polly throw-free, worst", "≤ 1.5", ratio,
            max(ratio.values(), default=0) <= 1.5, worst(ratio) if ratio else "")
        off, on = (sum(r[n] for r in self.plain) for n in ("off", "on"))
        bar("compile time without candidates, with the option / without it", "≤ 1.02", self.plain,
            on <= 1.02 * off, f"{on / off:.3f}" if self.plain else "")
        wrong = [r for r in self.results.values() for b in ("naive", "optimized", "iESLT")
                 if b in r["seconds"] and b not in r["same"]]
        bar("memory and exception other than the stock compiler's", "none", self.results, not wrong,
            f"{len(wrong)} of {len(self.results)}")
        return table(("what", "asked", "measured", "reached"), rows)

    def PAPER(self):
        header = ["figure", "paper: oESLT", "nESLT"]
        columns = [(b, v) for v in ("ro", "rw") for b in ("optimized", "naive")]
        rows = []
        for name, title in TITLES.items():
            row = [f"{name}: {title}", *PAPERS[name]]
            for build, variant in columns:
                values, mean = self.figure(name, variant, build)
                row.append(ranged(mean, values.values()))
            rows.append(row)
        return table(header + [f"{v}: `{b}`" for b, v in columns], rows)

    def CURVE(self):
        steps = [("1/%d" % d, f"N = {d}") for d in sorted(DIVISORS + (20,), reverse=True)]
        steps = [("optimized" if b == "1/20" else b, t) for b, t in steps] + [("naive", "`naive`")]
        rows = []
        for kernel, points in self.curve().items():
            rows.append([kernel] + [f"{points[b][1]:.2f} ({points[b][0]:.1f} %)" if b in points else
                                    "–" for b, _ in steps])
        if not rows:
            return "Not measured."
        return (table(["kernel"] + [t for _, t in steps], rows)
                + "\n\n![memory against time](plots/memory-curve.png)")

    def curve(self):
        """{kernel: {build: (percent of memory, time / iESLT)}}"""
        found = {}
        for kernel, row in self.rows("rw", kernels=PAPER).items():
            builds = [b for b in row["seconds"] if b.startswith("1/")]
            if builds and "iESLT" in row["seconds"]:
                found[kernel] = {b: (self.checkpoint(row, b),
                                     row["seconds"][b] / row["seconds"]["iESLT"])
                                 for b in builds + ["optimized", "naive"] if b in row["seconds"]}
        return found

    def KERNELS(self):
        parts = []
        for size in self.sizes:
            for variant in self.variants:
                if none := self.rows(variant, "none", size):
                    parts.append(f"### {variant}, {size}, no throw\n\nMilliseconds.\n\n"
                                 + self.no_throw(none, variant))
                throws = {t: {k: r for k, r in self.rows(variant, t, size).items()
                              if {BASE, "optimized"} <= r["seconds"].keys()}
                          for t in THROWS if t != "none"}
                if any(throws.values()):
                    parts.append(f"### {variant}, {size}, throws\n\n" + self.throws(throws))
        return "\n\n".join(parts)

    def no_throw(self, rows, variant):
        builds = [b for b in BUILDS if any(b in r["seconds"] for r in rows.values())]
        lines = []
        for kernel, row in rows.items():
            seconds = row["seconds"]
            cells = [millis(seconds.get(b)) if b not in row["gave_up"] else row["gave_up"][b]
                     for b in builds]
            gain = over = noise = "–"
            peaks = [f"{row['peak'][b] / 1024:.1f}" if b in row["peak"] else "–"
                     for b in (BASE, "optimized")]
            if {BASE, "optimized"} <= seconds.keys():
                gain = "same code" if row["as"].get("optimized") == BASE else \
                    f"{seconds[BASE] / seconds['optimized']:.2f}"
                over = f"{over_ceiling(seconds):.2f}" if over_ceiling(seconds) else "–"
                noise = f"{100 * spread(row['all'][BASE]):.0f}, " \
                    f"{100 * spread(row['all']['optimized']):.0f}"
            build = self.builds.get((kernel, variant, row["size"], "optimized"), {})
            nests = build.get("nests") or []
            lines.append([kernel, "; ".join(n[1] for n in nests), *cells, gain, over, noise,
                          ", ".join(peaks)])
        return table(["kernel", "nests", *builds, "faster", "/ ceiling",
                      f"spread, %: {BASE}, optimized", "peak, MiB: the same"], lines)

    def throws(self, throws):
        lines = []
        for kernel in self.kernels:
            cells = []
            if row := throws["first"].get(kernel):
                seconds, percent = self.extra(row)
                cells += [f"{1000 * row['whole'][BASE]:.1f}",
                          f"{1e6 * seconds:.0f}", f"{percent:.2f}"]
            else:
                cells += ["–"] * 3
            for throw in ("middle", "last"):
                if row := throws[throw].get(kernel):
                    base, ours = row["seconds"][BASE], row["seconds"]["optimized"]
                    cells += [millis(base), millis(ours), "same code" if row["as"].get("optimized")
                              == BASE else f"{base / ours:.2f}"]
                else:
                    cells += ["–"] * 3
            if set(cells) != {"–"}:
                lines.append([kernel] + cells)
        both = [BASE + ", ms", "optimized, ms", "faster"]
        return table(["kernel", "first: program, ms", "more, µs", "more, %",
                      "middle: " + both[0], *both[1:], "last: " + both[0], *both[1:]], lines)

    def SLOWER(self):
        slow, of = self.slower()
        if not slow:
            return f"None of {of} measurements."
        rows = [(r["kernel"], r["variant"], r["size"], r["throw"], millis(r["seconds"][BASE]),
                 millis(r["seconds"]["optimized"]), f"{factor:.2f}",
                 f"{100 * spread(r['all'][BASE]):.0f}, {100 * spread(r['all']['optimized']):.0f}")
                for factor, r in slow]
        return (f"{len(slow)} of {of} measurements above {MORE} ×; for a throw in the first row "
                "the factor is that of the whole program.\n\n"
                + table(("kernel", "variant", "size", "throw", BASE + ", ms", "optimized, ms",
                         "times as long", "spread, %"), rows))

    def compile_ratios(self):
        """{kernel variant: compile time of optimized / of the throw-free Polly}"""
        found = {}
        for (kernel, variant, size, build), b in self.builds.items():
            polly = self.builds.get((kernel, variant, size, "free Polly"), {})
            if (build, size) == ("optimized", self.main) and b["text"] and polly.get("text") \
                    and variant in ("ro", "rw"):
                found[f"{kernel} {variant}"] = b["seconds"] / polly["seconds"]
        return found

    def COMPILE(self):
        rows = []
        compared = (BASE, "free Polly", "naive", "optimized")
        for kernel in self.kernels:
            for variant in self.variants:
                of = [self.builds.get((kernel, variant, self.main, b), {}) for b in compared]
                if any(b.get("text") for b in of):
                    rows.append([kernel, variant]
                                + [f"{b['seconds']:.2f}" if b.get("text") else "–" for b in of]
                                + [f"{b['text'] / 1024:.0f}" if b.get("text") else "–" for b in of])
        text = table(["kernel", "variant"] + [b + ", s" for b in compared]
                     + [b + ", KiB" for b in compared], rows)
        if self.plain:
            off, on = (sum(r[n] for r in self.plain) for n in ("off", "on"))
            text += minus(f"\n\nFiles without candidates, the kernels without guards and without "
                     f"the harness: {len(self.plain)} files take {off:.2f} s without the option, "
                     f"{on:.2f} s with it ({100 * (on / off - 1):.1f} % more).")
        return text

    def SPREAD(self):
        values = sorted(spread(r["all"][b]) for r in self.results.values()
                        for b in (BASE, "optimized") if len(r["all"].get(b, [])) > 1)
        if not values:
            return "Each was run once."
        tenth = values[int(0.9 * len(values))]
        return (f"Spread of `{STOCK} -O3` and `optimized`: {100 * statistics.median(values):.1f} % "
                f"in the median, {100 * tenth:.1f} % or more in a tenth of the measurements.")

    def SIZE(self):
        return self.main.upper()

    def STOCK(self):
        return STOCK

    def PROCESSES(self):
        counts = sorted({len(t) for r in self.results.values() for t in r["all"].values()
                         if max(t) < SLOW})
        return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(*counts or "1")


def plotter():
    """A Python that has matplotlib; Debian's need not be the first on the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run(
                [python, "-c", "import matplotlib"], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    sys.exit("matplotlib is not there; run:  sudo apt-get install python3-matplotlib")


def files_of(options):
    files = getattr(options, "files", None) or [
        (getattr(options, "output", None) or os.path.join(options.build, "bench")) + ".json"]
    for file in files:
        if not os.path.exists(file):
            sys.exit(f"{file} does not exist; run bench/run.py time first")
    return files


def print_slower(options):
    """Exit status of run.py slower."""
    report = Report(files_of(options))
    behind, of = [], 0
    for variant in report.variants:
        for size in report.sizes:
            rows = report.rows(variant, size=size)
            ratios = report.ratios(rows, "optimized", "naive")
            of += len(ratios)
            behind += [(kernel, variant, size, millis(rows[kernel]["seconds"]["naive"]),
                        millis(rows[kernel]["seconds"]["optimized"]), f"{ratio:.2f}")
                       for kernel, ratio in ratios.items() if ratio > MORE_THAN_NAIVE]
    print(f"{STOCK} -O3\n\n{report.SLOWER()}\n\nnaive, no throw\n\n{len(behind)} of {of} "
          f"measurements above {MORE_THAN_NAIVE} ×.")
    if behind:
        print("\n" + table(("kernel", "variant", "size", "naive, ms", "optimized, ms",
                            "times as long"), behind))
    return int(bool(behind or report.slower()[0]))


def write(options):
    files = files_of(options)
    document = getattr(options, "document", None) or os.path.join(TOP, "docs/Performance.md")
    python = plotter()
    report = Report(files)
    with open(TEMPLATE) as file:
        text = re.sub("@([A-Z]+)@", lambda match: getattr(report, match[1])(), file.read())
    folder = os.path.join(os.path.dirname(os.path.abspath(document)), "plots")
    os.makedirs(folder, exist_ok=True)
    subprocess.run([python, os.path.join(TOP, "bench/plots.py"), folder, *files], check=True)
    with open(document, "w") as file:
        file.write(text)
    print(f"wrote {document} and {folder}")
    return 0
