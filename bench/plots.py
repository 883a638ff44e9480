#!/usr/bin/env python3
"""The plots of docs/Performance.md, PNG and SVG; run.py report runs this.

usage: plots.py FOLDER FILE.json...

FOLDER  where they are written: figure-19a (19b, 20, 22a, 22b), memory-curve, all-kernels
FILE    what run.py time measured (timing.py says what it holds)

Needs Debian's python3-matplotlib. Exit status 0, or 1 if a file cannot be read or written.
"""

import os
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.hashsalt": "bench", "svg.fonttype": "none", "font.size": 9,
                            "axes.spines.top": False, "axes.spines.right": False})
import matplotlib.pyplot as plt  # noqa: E402: the backend comes first

from common import PAPER  # noqa: E402
from report import PAPERS, TITLES, Report  # noqa: E402
from timing import BASE, over_ceiling  # noqa: E402

# Okabe and Ito's colours, which the colour-blind can tell apart.
COLOURS = {("optimized", "ro"): "#0072b2", ("optimized", "rw"): "#56b4e9",
           ("naive", "ro"): "#d55e00", ("naive", "rw"): "#e69f00"}


def save(figure, folder, name):
    figure.tight_layout()
    figure.savefig(os.path.join(folder, name + ".png"), dpi=110, metadata={"Software": None})
    figure.savefig(os.path.join(folder, name + ".svg"), metadata={"Date": None})
    plt.close(figure)


def paper_figure(report, name, folder):
    """Bars of the six kernels and their mean; the paper's means as lines."""
    series = {s: report.figure(name, s[1], s[0]) for s in COLOURS}
    series = {s: v for s, v in series.items() if v[0]}
    figure, axes = plt.subplots(figsize=(8, 3.4))
    width = 0.8 / max(1, len(series))
    for index, (which, (values, mean)) in enumerate(series.items()):
        heights = {**values, "mean": mean}
        for at, kernel in enumerate(PAPER + ("mean",)):
            if kernel not in heights:
                continue
            x = at + (index - (len(series) - 1) / 2) * width
            axes.bar(x, heights[kernel], width, color=COLOURS[which],
                     label=f"{which[0]}, {which[1]}" if kernel == next(iter(values)) else None)
            axes.annotate(f"{heights[kernel]:.3g}", (x, heights[kernel]), ha="center", fontsize=6,
                          va="bottom" if heights[kernel] >= 0 else "top")
    for scheme, text, style in zip(("oESLT", "nESLT"), PAPERS[name], ("--", ":")):
        value = float(text.split()[0].replace("−", "-"))
        axes.axhline(value, color="black", linestyle=style, linewidth=1,
                     label=f"paper's mean, {scheme}: {text.split()[0]}")
    axes.axhline(0, color="grey", linewidth=0.5)
    axes.set_xticks(range(len(PAPER) + 1), PAPER + ("mean",))
    axes.set_xlim(-0.6, len(PAPER) + 0.6)
    every = [v for values, mean in series.values() for v in [*values.values(), mean]]
    if every and max(map(abs, every)) > 500:  # keep the small ones visible
        axes.set_yscale("symlog", linthresh=10)
    axes.set_title(f"{TITLES[name]} (paper's figure {name})", fontsize=9)
    axes.legend(fontsize=7, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.1), frameon=False)
    save(figure, folder, f"figure-{name}")


def memory_curve(report, folder):
    if not report.curve():
        return
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for (kernel, points), marker in zip(report.curve().items(), "os^vDP"):
        line = sorted((max(0.1, m), t) for b, (m, t) in points.items() if b != "naive")
        axes.plot(*zip(*line), marker=marker, markersize=4, label=kernel)
        if "naive" in points:
            axes.plot(max(0.1, points["naive"][0]), points["naive"][1], marker=marker, markersize=6,
                      markerfacecolor="none", color=axes.lines[-1].get_color())
    axes.set_xscale("log")
    axes.axhline(1, color="grey", linewidth=0.5)
    axes.set_xlabel("memory of the checkpoint, % of the arrays (hollow: naive)")
    axes.set_ylabel("time / iESLT")
    axes.set_title(f"Memory against time, rw, no throw, {report.main}", fontsize=9)
    axes.legend(fontsize=7, frameon=False)
    save(figure, folder, "memory-curve")


def all_kernels(report, folder):
    """How many times faster than the stock compiler, and where the ceiling is."""
    names = report.kernels
    figure, axes = plt.subplots(figsize=(8, 0.28 * len(names) + 1.2))
    for index, variant in enumerate(("ro", "rw")):
        rows = report.rows(variant)
        for at, kernel in enumerate(names):
            seconds = rows[kernel]["seconds"] if kernel in rows else {}
            if not {BASE, "optimized"} <= seconds.keys():
                continue
            y = at + (index - 0.5) * 0.4
            gain = seconds[BASE] / seconds["optimized"]
            axes.barh(y, gain - 1, 0.4, left=1, color=COLOURS["optimized", variant])
            if over_ceiling(seconds):
                axes.plot(gain * over_ceiling(seconds), y, "k|", markersize=7)
    for variant in ("ro", "rw"):
        axes.barh(0, 0, color=COLOURS["optimized", variant], label=f"optimized, {variant}")
    axes.plot([], [], "k|", label="throw-free: the faster of -O3 and Polly")
    axes.set_xscale("log")
    axes.axvline(1, color="grey", linewidth=0.8)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("times faster than clang++ -O3 with the guards, no throw")
    axes.set_title(f"All kernels, {report.main}", fontsize=9)
    axes.legend(fontsize=7, frameon=False, loc="lower right")
    save(figure, folder, "all-kernels")


def main():
    folder, report = sys.argv[1], Report(sys.argv[2:])
    for name in TITLES:
        paper_figure(report, name, folder)
    memory_curve(report, folder)
    all_kernels(report, folder)


if __name__ == "__main__":
    main()
