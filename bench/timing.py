"""run.py time, run.py compile: compiles the kernels, runs them in turn, keeps what was measured.

Objects are kept in BUILD/bench and compiled again when their command, compiler or source changes,
by several processes; nothing is timed meanwhile but the compilations themselves (processor time).
The runs follow one after the other on one core. FILE.json is written after each kernel:

machine, date, command, load      of the last run that added to the file
builds   [{kernel, variant, size, build, pitch, seconds, text, nests}]: elements in a row of a
         matrix, processor time of the compilation, bytes of the object's text, dispositions of the
         nests (optimized only; coverage explains them)
results  [{kernel, variant, size, throw, row, rows, commit, took, calls, arrays, seconds, all,
         whole, peak, heap, as, same, gave_up}]: the row that throws (-1: none), of rows; seconds
         that measuring took; kernel calls in a process; arrays in bytes; then {build: …} of the
         median of the processes in seconds, all processes, processor time of the whole program in
         seconds, peak of resident memory in KiB, most memory that the kernel had from malloc in
         bytes, the build with the same object whose numbers these are; [builds that leave what the
         stock compiler's leaves]; {build: why there is no time}
plain    [{kernel, off, on}]: processor time to compile a file without candidates, the medians

FILE.csv has one line for each build of each result.
"""

import csv
import datetime
import hashlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from common import (GUARDED, KERNELS, LIMIT, PAPER, POLICIES, SIZES, STOCK, TOP, compiler,
                    first_line, geometric_mean, kernels, machine, progress, read_remarks,
                    source_lines, variants)

BASE = "clang -O3"  # what all others are compared with: the stock compiler, throwing
FREE = ("free -O3", "free Polly")
PARALLEL = "parallel"  # with teams of threads; for run.py parallel only
# For run.py regret only: what the cost model is asked for is set.
CANDIDATES = {"always": ["least-work=0"], "Polly": ["least-work=0", "prefer=1"],
              "plain": ["least-work=0", "prefer=0"]}
BUILDS = (BASE, "g++ -O3") + FREE + ("naive", "optimized", "iESLT")
# With --quick, and for all sizes but the first; the others take minutes to compile.
QUICK = (BASE, "free -O3", "optimized")
# The checkpoint may take one part in so many of the arrays: the curve of memory against time. The
# default is 20; 333 is the paper's 0.3 %.
DIVISORS = (1, 5, 100, 333)
# At Polly's default position store-to-load forwarding has spoilt products (harness.h).
POLLY = ["-mllvm", "-polly", "-mllvm", "-polly-position=early"]
FLAGS = ["-O3", "-march=native", "-fno-ident"]
# Prints how long a row has to be, if PITCH is less.
PROBE = """#define main unused
#include "{}.cpp"
#undef main
int main() {{ sizes((Size){}); }}
"""
THROWS = {"none": "none", "first": "0", "middle": "0.5", "last": "0.999999"}
RUN_LIMIT = 120  # seconds
KILLED = -signal.SIGKILL
SLOW = 3.0  # seconds: a build that takes longer is run once
# Seconds to measure a kernel, R = 3: the mean on a core of an AMD EPYC; for the estimate only.
EXPECTED = {"mini": 2, "small": 3, "medium": 11, "large": 52, "extralarge": 500}


def commands(options, kernel, variant, size, pitch):
    """{build: (variant that it is compiled of, command)}"""
    flags = FLAGS + [f"-DPITCH={pitch}", f"-DPITCH3={pitch}"]
    this, free = [f"-DVARIANT_{variant.upper()}"], ["-DVARIANT_FREE"]
    ours = [compiler(options.build)] + flags + this
    optimized = ours + ["-fexception-safe-tiling=optimized", "-Rpass=polly-escop",
                        "-Rpass-missed=polly-escop"]
    result = {BASE: (variant, [STOCK] + flags + this)}
    if shutil.which("g++"):
        result["g++ -O3"] = (variant, ["g++"] + flags + this)
    result["free -O3"] = ("free", [STOCK] + flags + free)
    result["free Polly"] = ("free", [STOCK] + flags + free + POLLY)
    result["naive"] = (variant, ours + ["-fexception-safe-tiling=naive"])
    result["optimized"] = (variant, optimized)
    # The paper's iESLT: guards, but nothing to recover with. Without a throw only time differs.
    result["iESLT"] = (variant, optimized + [
        w for o in ("no-checkpoint", "min-budget=0", f"budget-divisor={10**12}")
        for w in ("-mllvm", "-polly-escop-" + o)])
    if options.curve and kernel in PAPER and variant == "rw":
        for divisor in DIVISORS:
            result[f"1/{divisor}"] = (
                variant, optimized + ["-mllvm", f"-polly-escop-budget-divisor={divisor}"])
    if getattr(options, "threads", None):
        result[PARALLEL] = (variant, optimized + ["-fexception-safe-tiling-parallel"])
        return {n: result[n] for n in (BASE, "optimized", PARALLEL)}
    if options.command == "regret":
        for name, of in CANDIDATES.items():
            result[name] = (variant, optimized + [
                w for o in of for w in ("-mllvm", "-polly-escop-" + o)])
        return {n: result[n] for n in (BASE, "optimized", *CANDIDATES)}
    quick = options.quick or size != options.size[0]
    return {n: c for n, c in result.items() if not quick or n in QUICK}


def child(command, limit):
    """Exit status (KILLED after limit seconds), output, error output, processor time in seconds."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        # Not RLIMIT_CPU: with it, Linux updates the process's own processor time at ticks only.
        timer = threading.Timer(limit, os.kill, (process.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return process.returncode, out.read(), err.read(), usage.ru_utime + usage.ru_stime


def identity(program):
    """What changes whenever the compiler does."""
    path = os.path.realpath(shutil.which(program) or program)
    return f"{path} {os.path.getsize(path)} {os.path.getmtime(path)}"


def kept(stem, kernel, *what):
    """(state, record): a hash of the kernel and all that is given; stem.json, if it is of that."""
    state = hashlib.sha256(repr(what).encode())
    for name in (kernel + ".cpp", "harness.h", "integers.h"):
        with open(os.path.join(KERNELS, name), "rb") as file:
            state.update(file.read())
    try:
        with open(stem + ".json") as file:
            record = json.load(file)
        if record["state"] == state.hexdigest():
            return record["state"], record
    except (OSError, ValueError, KeyError):
        pass
    return state.hexdigest(), None


def find_pitch(folder, kernel, size):
    """Elements in the longest row: PolyBench's arrays, too, are no larger than they have to be."""
    stem = os.path.join(folder, f"{kernel}.{size}.pitch")
    state, record = kept(stem, kernel, PROBE, size)
    if record:
        return record["pitch"]
    pitch = 1
    while True:
        with open(stem + ".cpp", "w") as file:
            file.write(PROBE.format(kernel, SIZES.index(size)))
        status, _, error, _ = child([STOCK, "-DVARIANT_FREE", f"-DPITCH={pitch}", "-w",
                                     f"-DPITCH3={pitch}", "-I", KERNELS, stem + ".cpp", "-o", stem],
                                    LIMIT)
        if status:
            sys.exit(f"{kernel} does not compile\n{error}")
        status, _, error, _ = child([stem], LIMIT)
        match = re.match(r"(\d+) columns", error)
        if not status:
            break
        if not match or int(match[1]) <= pitch:
            sys.exit(f"{kernel} {size}: exit status {status}\n{error}")
        pitch = int(match[1])
    os.remove(stem), os.remove(stem + ".cpp")
    with open(stem + ".json", "w") as file:
        json.dump({"state": state, "pitch": pitch}, file)
    return pitch


def compile_object(folder, kernel, variant, build, size, command):
    """The record of the object: object, hash, seconds, text, nests; or failed."""
    stem = os.path.join(folder, re.sub(r"[^\w.-]", "_", f"{kernel}.{size}.{variant}.{build}"))
    state, record = kept(stem, kernel, command, identity(command[0]), machine()["cpu"])
    if record and os.path.exists(record["object"]):
        return record
    source = os.path.join(KERNELS, kernel + ".cpp")
    status, _, error, seconds = child(command + ["-c", source, "-o", stem + ".o"], LIMIT)
    record = {"state": state, "object": stem + ".o", "seconds": seconds}
    if status:
        record["failed"] = f"killed, limit {LIMIT} s" if status == KILLED else "does not compile"
        sys.stderr.write(error)
    else:
        with open(stem + ".o", "rb") as file:
            record["hash"] = hashlib.sha256(file.read()).hexdigest()
        record["text"] = int(subprocess.run(["size", stem + ".o"], stdout=subprocess.PIPE,
                                            text=True, check=True).stdout.split()[6])
        own = source_lines(kernel)
        record["nests"] = [n for n in read_remarks(error, kernel + ".cpp") if n[0] in own]
        with open(stem + ".json", "w") as file:
            json.dump(record, file)
    return record


def compile_all(options, work, size):
    """{(kernel, variant, build): record} for [(kernel, variant)]."""
    folder = os.path.join(options.build, "bench")
    os.makedirs(folder, exist_ok=True)
    names = list(dict.fromkeys(k for k, _ in work))
    with ThreadPoolExecutor(options.jobs) as pool:
        pitches = dict(zip(names, pool.map(lambda k: find_pitch(folder, k, size), names)))
    plan = {(k, v): commands(options, k, v, size, pitches[k]) for k, v in work}
    records, jobs = {}, {}
    for (kernel, _), builds in plan.items():
        for build, (of, command) in builds.items():
            jobs.setdefault((kernel, of, build), command)

    def finish(todo, done, total):
        for key, record in zip(todo, pool.map(
                lambda key: compile_object(folder, *key, size, jobs[key]), todo)):
            done += 1
            progress(done, total, " ".join(("compile", size, *key)))
            records[key] = record

    with ThreadPoolExecutor(options.jobs) as pool:
        first = [key for key in jobs if key[2] != "iESLT"]
        finish(first, 0, len(jobs))
        # Without a checkpoint there is nothing to leave out: iESLT would be the same object.
        second = []
        for key in jobs:
            if key[2] == "iESLT":
                optimized = records[key[0], key[1], "optimized"]
                if any(n[1].startswith("S ") for n in optimized.get("nests", [])):
                    second.append(key)
                else:
                    records[key] = dict(optimized)
        finish(second, len(jobs) - len(second), len(jobs))
    return {(kernel, variant, build): dict(records[kernel, of, build], pitch=pitches[kernel])
            for (kernel, variant), builds in plan.items() for build, (of, _) in builds.items()}


class Run:
    """One object at one throw: as many processes as its time allows."""

    def __init__(self, binary, size, throw, calls, repeats):
        self.command = [binary, size, "--throw-at", THROWS[throw], "--repeat", str(calls)]
        self.repeats = self.wanted = repeats
        self.seconds, self.whole, self.peak = [], [], 0
        self.arrays = self.left = self.gave_up = None

    def pending(self):
        return not self.gave_up and len(self.seconds) < self.wanted

    def once(self):
        status, output, error, whole = child(self.command, RUN_LIMIT)
        self.error = error
        if status == KILLED:
            self.gave_up = f"killed, limit {RUN_LIMIT} s"
            return
        time_of = re.search(r'time (\S+) row (-?\d+) of (\d+) exit "(.*)" hash (\w+)', output)
        memory = re.search(r"^peak (\d+) arrays (\d+) heap (\d+)$", error, re.M)
        if status or not time_of or not memory:
            sys.exit(f"{' '.join(self.command)}: exit status {status}\n{output}{error}")
        self.seconds.append(max(1e-6, float(time_of[1])))  # a microsecond is what is printed
        self.row, self.rows = int(time_of[2]), int(time_of[3])
        self.left = time_of.groups()[1:]
        self.whole.append(whole)
        self.peak = max(self.peak, int(memory[1]))
        self.arrays, self.heap = int(memory[2]), int(memory[3])
        if len(self.seconds) == 1:
            self.wanted = 1 if self.seconds[0] > SLOW else \
                max(self.repeats, min(3 * self.repeats, int(self.repeats * 0.3 / max(whole, 0.01))))


def count_calls(run, least=1):
    """How often each process calls the kernel that run has called once: ten times if it is short."""
    return least if run.gave_up or run.seconds[0] >= 0.005 else 10


def run_in_turn(runs):
    """All that are pending once, and again."""
    while pending := [run for run in runs if run.pending()]:
        for run in pending:
            run.once()


def is_measured(kernel, build, throw):
    """Throws: the stock compiler and this one; naive, as slow as the nest, on the paper's only."""
    return throw == "none" or build in (BASE, "optimized") or build == "naive" and kernel in PAPER


def measure(options, kernel, of, size, objects, folder):
    """The results of one kernel, all variants and throws in turn."""
    runs, cases, binaries = {}, [], {}
    for variant in of:
        for throw in options.throws:
            names = {}
            for (k, v, build), record in objects.items():
                if (k, v) != (kernel, variant) or not is_measured(kernel, build, throw):
                    continue
                if "failed" in record:
                    if build == BASE:
                        sys.exit(f"{kernel} {variant}: {build}: {record['failed']}")
                    names[build] = record["failed"]
                    continue
                key = record["hash"], throw
                if record["hash"] not in binaries:
                    binaries[record["hash"]] = link(record["object"], folder)
                if build == BASE and key not in runs:
                    # Short kernels are called ten times by each process, which prints the fastest.
                    run = Run(binaries[record["hash"]], size, throw, 1, options.repeats)
                    run.once()
                    calls = count_calls(run)
                    if calls > 1:
                        run = Run(binaries[record["hash"]], size, throw, calls, options.repeats)
                    runs[key] = run
                elif build == BASE:
                    calls = int(runs[key].command[-1])
                names[build] = runs.setdefault(
                    key, Run(binaries[record["hash"]], size, throw, calls, options.repeats))
            cases.append((variant, throw, calls, names))
    run_in_turn(runs.values())
    return [result(kernel, variant, size, throw, calls, names)
            for variant, throw, calls, names in cases]


def link(source, folder, *more, parallel=False):
    """With peak.c and more of bench/, and with libomp if the program has teams of threads."""
    binary, others = os.path.join(folder, os.path.basename(source)[:-2]), []
    for name in ("peak.c",) + more:
        others.append(os.path.join(folder, name[:-2] + ".o"))
        if not os.path.exists(others[-1]):
            subprocess.run([STOCK, "-x", "c", "-O2", "-c", os.path.join(TOP, "bench", name), "-o",
                            others[-1]], check=True)
    subprocess.run([STOCK, source, *others, "-Wl,--wrap=malloc,--wrap=free", "-o", binary,
                    *(["-fopenmp"] if parallel else [])], check=True)
    return binary


def result(kernel, variant, size, throw, calls, names):
    row = {"kernel": kernel, "variant": variant, "size": size, "throw": throw, "calls": calls,
           "seconds": {}, "all": {}, "whole": {}, "peak": {}, "heap": {}, "as": {}, "same": [],
           "gave_up": {}}
    for build, run in names.items():
        why = run if isinstance(run, str) else run.gave_up
        if why:
            row["gave_up"][build] = why
            continue
        row["seconds"][build] = statistics.median(run.seconds)
        row["all"][build] = run.seconds
        row["whole"][build] = statistics.median(run.whole)
        row["peak"][build], row["heap"][build] = run.peak, run.heap
        row.update(arrays=run.arrays, row=run.row, rows=run.rows)
        first = next(b for b, r in names.items() if r is run)
        if first != build:
            row["as"][build] = first
        if BASE in row["seconds"] and run.left == names[BASE].left:
            row["same"].append(build)
    return row


def spread(times):
    return (max(times) - min(times)) / statistics.median(times)


def load(path):
    with open(path) as file:
        return json.load(file)


def save(data, output):
    with open(output + ".json.new", "w") as file:
        json.dump(data, file, indent=1)
    os.replace(output + ".json.new", output + ".json")
    compiled = {(b["kernel"], b["variant"], b["size"], b["build"]): b for b in data["builds"]}
    with open(output + ".csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["kernel", "variant", "size", "throw", "build", "seconds", "spread",
                         "processes", "calls", "whole_seconds", "peak_kib", "heap_bytes",
                         "array_bytes", "same_object_as", "compile_seconds", "text_bytes"])
        for r in data["results"]:
            for build, seconds in r["seconds"].items():
                c = compiled.get((r["kernel"], r["variant"], r["size"], build), {})
                writer.writerow([r["kernel"], r["variant"], r["size"], r["throw"], build,
                                 f"{seconds:.6f}", f"{spread(r['all'][build]):.3f}",
                                 len(r["all"][build]), r["calls"], f"{r['whole'][build]:.6f}",
                                 r["peak"][build], r["heap"][build], r["arrays"],
                                 r["as"].get(build, ""),
                                 f"{c.get('seconds', 0):.2f}", c.get("text", "")])


def command_line():
    """Without the names of folders, which say nothing to others."""
    words = ["bench/run.py"] + sys.argv[1:]
    return " ".join(w for before, w in zip([""] + words, words)
                    if not {"--build", "--output"} & {before, w})


def start(options):
    """The record to add to, and where it is written."""
    output = options.output or os.path.join(options.build, "bench")
    at = dict(machine(), **{"under test": first_line([compiler(options.build), "--version"])})
    data = {"machine": at, "results": [], "builds": [], "plain": []}
    if options.append and os.path.exists(output + ".json"):
        old = load(output + ".json")
        if old["machine"] != at:
            sys.exit(f"{output}.json is of another machine or compiler: {old['machine']}")
        data = old
    data.update(date=datetime.date.today().isoformat(), load=os.getloadavg()[0],
                command=command_line())
    return data, output


def estimate(options, todo):
    """Prints how long it will take: as long as the last time, if FILE.json knows that."""
    path = (options.output or os.path.join(options.build, "bench")) + ".json"
    took = {}
    for r in load(path)["results"] if os.path.exists(path) else []:
        took[r["kernel"], r["size"]] = took.get((r["kernel"], r["size"]), 0) + r["took"]
    part = {size: options.repeats / 3 * (0.4 if options.quick or size != options.size[0] else 1)
            for size in options.size}
    seconds = sum(took.get((k, size), part[size] * EXPECTED[size]) for size, k in todo)
    print(f"{len(todo)} kernels to measure: about {seconds / 60:.0f} min, after they are compiled",
          flush=True)


def run_kernels(options):
    """Exit status of run.py time."""
    data, output = start(options)
    names, bad = kernels(options.kernels), []
    have = {(r["kernel"], r["size"]) for r in data["results"]}
    todo = [(size, k) for size in options.size for k in names
            if options.kernels or (k, size) not in have]
    estimate(options, todo)
    objects = {}
    for size in options.size:
        objects[size] = compile_all(options, [(k, v) for s, k in todo if s == size
                                              for v in variants(k, options.variants)], size)
        measured = {(size, k, v) for k, v, _ in objects[size]}
        data["builds"] = [b for b in data["builds"]
                          if (b["size"], b["kernel"], b["variant"]) not in measured]
        for (kernel, variant, build), record in objects[size].items():
            data["builds"].append({
                "kernel": kernel, "variant": variant, "size": size, "build": build,
                **{key: record.get(key)
                   for key in ("pitch", "seconds", "text", "nests", "failed")}})
    commit = first_line(["git", "-C", TOP, "describe", "--always", "--dirty"])
    if os.getloadavg()[0] > options.jobs + 0.5:
        print(f"load average {os.getloadavg()[0]:.1f}: times will not be reliable", file=sys.stderr)
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(everywhere)})
    with tempfile.TemporaryDirectory() as folder:
        for index, (size, kernel) in enumerate(todo):
            progress(index, len(todo), f"{size} {kernel}")
            begin = time.monotonic()
            rows = measure(options, kernel, variants(kernel, options.variants), size,
                           objects[size], folder)
            took = time.monotonic() - begin
            keys = {(kernel, size, r["variant"], r["throw"]) for r in rows}
            data["results"] = [r for r in data["results"] if
                               (r["kernel"], r["size"], r["variant"], r["throw"]) not in keys]
            for r in rows:
                r.update(commit=commit, took=took / len(rows))
                for policy in POLICIES + ("iESLT",):
                    if policy in r["seconds"] and policy not in r["same"]:
                        bad.append(f"{kernel} {r['variant']} {r['throw']} {policy}")
                if not sys.stderr.isatty():
                    print(f"{kernel:15} {r['variant']:8} {size:7} {r['throw']:7}"
                          + "".join(f" {n} {t:.6f}" for n, t in r["seconds"].items()), flush=True)
            data["results"] += rows
            save(data, output)
            for name in os.listdir(folder):
                if name != "peak.o":
                    os.remove(os.path.join(folder, name))
    os.sched_setaffinity(0, everywhere)
    progress(len(todo), len(todo), "measured")
    for size in options.size:
        summary([r for r in data["results"] if r["size"] == size], size)
    for r in data["results"]:
        for build, why in r["gave_up"].items():
            print("not measured:", r["kernel"], r["variant"], r["size"], r["throw"], build, why)
    print(f"wrote {output}.json and {output}.csv")
    return "memory or exception differs: " + ", ".join(bad) if bad else 0


def summary(results, size):
    """Geometric means of factors over the kernels, for each variant and throw."""
    print(f"{size}\n{'variant':8} {'throw':7} {'kernels':>7} {'naive':>8} {'optimized':>9} "
          f"{'worst':>7}   (times faster than clang -O3)  optimized / ceiling")
    for variant in GUARDED:
        for throw in THROWS:
            rows = [r["seconds"] for r in results if (r["variant"], r["throw"]) == (variant, throw)]
            rows = [r for r in rows if BASE in r and "optimized" in r]
            if not rows:
                continue
            gain = [r[BASE] / r["optimized"] for r in rows]
            line = (f"{variant:8} {throw:7} {len(rows):7} "
                    f"{geometric_mean([r[BASE] / r['naive'] for r in rows if 'naive' in r]):8.2f} "
                    f"{geometric_mean(gain):9.2f} {min(gain):7.2f}")
            over = [o for o in map(over_ceiling, rows) if o]
            if throw == "none" and over:
                line += f"   {geometric_mean(over):.3f}, at most {max(over):.2f}"
            print(line)


def over_ceiling(seconds):
    """optimized / the faster of the throw-free builds; 0: not measured."""
    free = [seconds[b] for b in FREE if b in seconds]
    return seconds["optimized"] / min(free) if free and "optimized" in seconds else 0


def compile_plain(options):
    """What the option costs where there is nothing to do: kernels without guards and harness."""
    data, output = start(options)
    # Nothing calls main any more, so all but the kernel's own function is dropped.
    flags = FLAGS + ["-DVARIANT_FREE", "-DPITCH=2856", "-Dmain=static __attribute__((unused)) run"]
    rows, names = [], kernels(options.kernels)
    for index, kernel in enumerate(names):
        progress(index, len(names), "compile without candidates: " + kernel)
        command = [compiler(options.build)] + flags + [
            "-c", os.path.join(KERNELS, kernel + ".cpp"), "-o", os.devnull]
        option = ["-fexception-safe-tiling"]
        status, _, error, _ = child(command + option + [
            "-Rpass=polly-escop", "-Rpass-missed=polly-escop"], LIMIT)
        if status:
            sys.exit(f"{kernel} does not compile\n{error}")
        if "polly-escop" in error:
            continue  # a search loop, say
        times = {"off": [], "on": []}
        for _ in range(options.repeats):
            times["off"].append(child(command, LIMIT)[3])
            times["on"].append(child(command + option, LIMIT)[3])
        rows.append({"kernel": kernel, **{n: statistics.median(t) for n, t in times.items()}})
    progress(len(names), len(names), "measured")
    data["plain"] = rows
    save(data, output)
    off, on = (sum(r[n] for r in rows) for n in ("off", "on"))
    print(f"{len(rows)} files without candidates: {off:.2f} s, with the option {on:.2f} s "
          f"({100 * (on / off - 1):+.1f} %); wrote {output}.json")
    return 0
