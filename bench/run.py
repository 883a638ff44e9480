#!/usr/bin/env python3
"""The benchmarks: what is transformed, and what it gains.

usage: run.py [--build DIR] coverage [--kernels K…] [--check] [--output FILE]
       run.py [--build DIR] time [--kernels K…] [--variants V…] [--throws T…] [--size SIZE]
                                 [--repeats R] [--quick] [--output FILE]
       run.py [--build DIR] idioms [--programs P…] [--size N] [--repeats R] [--report]
                                   [--output FILE]

coverage   compiles every kernel of bench/kernels in each of its variants under both policies, reads
           the remarks and writes a table in Markdown (docs/Coverage.md): for each nest of the
           kernel, in the order of the file, its scheme (I inspect, S speculate) and who optimised
           its shadow (Polly or plain), or the key of the reason why it was declined. --check
           compares with FILE instead and exits with 1 if they differ.
time       compiles each kernel with the stock compiler, g++, stock Polly (throw-free) and both
           policies, all with -O3 -march=native, and runs them in turn, each pinned to one core, R
           times. Seconds, the median of R, as CSV (FILE.csv) and with everything measured and the
           machine as JSON (FILE.json). Memory and exceptions are compared: all builds of a variant
           by Clang must leave the same; exit status 1 if they do not. --quick: medium sizes, two
           repetitions.
idioms     compiles each program of test/idioms with the stock compiler and with =optimized, both
           with -O3 -march=native, times its kernels without a throw, the two programs in turn, R
           times, and writes a table in Markdown: what became of each kernel's nests, as for
           coverage, the median of the processor time in seconds, and the gain. N is the number of
           iterations of each loop, 600 where the program does not say "// Time: [KERNEL…] N".
           --report: what each run-time check decided, to stderr. Exit status 1 if memory differs.

Without a command: time. Variants: free, ro, rw, checked (bench/kernels/harness.h). Throws: none, first, middle, last.
"""

import argparse
import csv
import datetime
import json
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(TOP, "bench/kernels")
IDIOMS = os.path.join(TOP, "test/idioms")
with open(os.path.join(TOP, "versions.json")) as versions:
    MAJOR = json.load(versions)["llvm"].split(".")[0]
STOCK = f"clang++-{MAJOR}"
GUARDED = ("ro", "rw", "checked")
POLICIES = ("optimized", "naive")
# At Polly's default position store-to-load forwarding has spoilt products (harness.h).
POLLY = ["-mllvm", "-polly", "-mllvm", "-polly-position=early"]
THROWS = {"none": "none", "first": "0", "middle": "0.5", "last": "0.999999"}
LIMIT = 600  # seconds; of a compilation or a run


def kernels(names):
    known = sorted(n[:-4] for n in os.listdir(KERNELS) if n.endswith(".cpp"))
    for name in names or []:
        if name not in known:
            sys.exit(f"no kernel {name}; there are: {' '.join(known)}")
    return names or known


def variants(kernel, wanted):
    with open(os.path.join(KERNELS, kernel + ".cpp")) as file:
        text = file.read()
    return [v for v in wanted if v != "ro" or "#define NO_RO" not in text]


def source_lines(kernel):
    """First and last line of the functions under test, which begin with KERNEL."""
    lines, inside = set(), False
    with open(os.path.join(KERNELS, kernel + ".cpp")) as file:
        for number, line in enumerate(file, 1):
            inside = inside or line.startswith("KERNEL ")
            if inside:
                lines.add(number)
            inside = inside and not line.startswith("}")
    return lines


def compiler(build):
    path = os.path.join(build, "bin/clang++")
    if not os.path.exists(path):
        sys.exit(f"{path} does not exist; run ./build.sh first")
    return path


def dispositions(build, kernel, variant, policy):
    """[(line, disposition)] of the kernel's nests; None: does not compile."""
    command = [compiler(build), "-O3", f"-fexception-safe-tiling={policy}",
               f"-DVARIANT_{variant.upper()}", "-c", os.path.join(KERNELS, kernel + ".cpp"),
               "-o", os.devnull, "-fverify-intermediate-code"]
    own, found = source_lines(kernel), remarks(command, kernel)
    return found if found is None else [n for n in found if n[0] in own]


def remarks(command, program):
    """[(line, disposition)] of the nests in program.cpp; None: does not compile."""
    done = subprocess.run(command + ["-Rpass=polly-escop", "-Rpass-missed=polly-escop"],
                          stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    if done.returncode:
        sys.stderr.write(done.stderr)
        return None
    found = []
    for line, text in re.findall(
            rf"{re.escape(program)}\.cpp:(\d+):\d+: remark: (.*?) \[-Rpass", done.stderr):
        tiled = re.match(r"tiled exception-safe nest \((\w)\w*, (\w+)\)", text)
        declined = re.match(r"not tiled: ([\w-]+)", text)
        if tiled:
            found.append((int(line), f"{tiled[1].upper()} {tiled[2]}"))
        elif declined:
            found.append((int(line), declined[1]))
    return sorted(set(found))


def coverage(options):
    columns = [(p, v) for p in POLICIES for v in GUARDED]
    rows, kept = [], {column: 0 for column in columns}
    whole, broken = dict(kept), []
    kept_guarded = {policy: set() for policy in POLICIES}
    names = kernels(options.kernels)
    for index, kernel in enumerate(names):
        progress(index, len(names), kernel)
        row = [kernel]
        for policy, variant in columns:
            if not variants(kernel, [variant]):
                row.append("–")
                continue
            nests = dispositions(options.build, kernel, variant, policy)
            if nests is None:
                broken.append(f"{kernel} {variant} {policy}")
                row.append("**does not compile**")
                continue
            is_kept = [n for n in nests if n[1][:2] in ("I ", "S ")]
            kept[policy, variant] += bool(is_kept)
            whole[policy, variant] += bool(nests) and len(is_kept) == len(nests)
            if is_kept and variant != "checked":
                kept_guarded[policy].add(kernel)
            row.append("; ".join(n[1] for n in nests) or "no abnormal exit")
        rows.append(row)
    progress(len(names), len(names), "")

    text = "# Coverage\n\n"
    text += ("Written by `bench/run.py coverage`; `-O3`, baseline x86-64. Each cell lists the nests "
             "of the kernel in the order of its file: I inspect, S speculate; optimised by Polly or "
             "plain (the vectorisers); or the key of the reason why the nest stays as it is "
             "([manual](UsersManual.md)). – : every operand is written, so there is no guard on one "
             "that is only read.\n\n")
    for policy in POLICIES:
        text += f"## `-fexception-safe-tiling={policy}`\n\n| kernel | ro | rw | checked |\n|---|---|---|---|\n"
        first = 1 + POLICIES.index(policy) * len(GUARDED)
        for row in rows:
            text += "| " + " | ".join([row[0]] + row[first:first + len(GUARDED)]) + " |\n"
        text += (f"\nA nest is transformed in {len(kept_guarded[policy])} of {len(rows)} kernels with a "
                 f"guard on values (ro or rw) and in {kept[policy, 'checked']} with checked indices; "
                 f"all nests in {whole[policy, 'ro']} (ro), {whole[policy, 'rw']} (rw) and "
                 f"{whole[policy, 'checked']} (checked).\n\n")
    path = options.output or os.path.join(TOP, "docs/Coverage.md")
    text = text.rstrip("\n") + "\n"
    if options.check:
        with open(path) as file:
            if file.read() != text:
                sys.exit(f"{path} is not what bench/run.py coverage writes")
    else:
        with open(path, "w") as file:
            file.write(text)
        print(f"wrote {path}")
    return f"{len(broken)} do not compile: {', '.join(broken)}" if broken else 0


def progress(done, total, what):
    if sys.stderr.isatty():
        filled = 30 * done // max(1, total)
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} {what:<40}")
        if done == total:
            sys.stderr.write("\n")


def builds(build, variant):
    """{name: compile command without source and output}; throw-free ones under a name of their own."""
    flags = ["-O3", "-march=native", f"-DPITCH={PITCH}"]
    this = [f"-DVARIANT_{variant.upper()}"]
    free = ["-DVARIANT_FREE"]
    result = {"clang -O3": [STOCK] + flags + this}
    if shutil.which("g++"):
        result["g++ -O3"] = ["g++"] + flags + this
    result["free -O3"] = [STOCK] + flags + free
    result["free Polly"] = [STOCK] + flags + free + POLLY
    for policy in POLICIES:
        result[policy] = [compiler(build)] + flags + this + [f"-fexception-safe-tiling={policy}"]
    # The paper's iESLT: guards, but nothing to recover with. Differs where nothing throws only in time.
    result["iESLT"] = result["optimized"] + ["-mllvm", "-polly-escop-no-checkpoint"]
    return result


PITCH = 2856


def run_once(binary, size, throw):
    command = ["taskset", "-c", "0", binary, size, "--throw-at", THROWS[throw]]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
    match = re.search(r'time (\S+) row (-?\d+) of \d+ exit "(.*)" hash (\w+)', done.stdout)
    if done.returncode or not match:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return float(match[1]), (match[2], match[3], match[4])


def machine():
    model = ""
    with open("/proc/cpuinfo") as file:
        match = re.search(r"model name\s*: (.*)", file.read())
        model = match[1] if match else platform.processor()
    version = subprocess.run([STOCK, "--version"], stdout=subprocess.PIPE, text=True).stdout
    return {"cpu": model, "cores": os.cpu_count(), "kernel": platform.release(),
            "compiler": version.splitlines()[0], "date": datetime.date.today().isoformat()}


def time(options):
    size = "medium" if options.quick else options.size
    repeats = 2 if options.quick else options.repeats
    results, bad = [], []
    work = [(k, v) for k in kernels(options.kernels) for v in variants(k, options.variants)]
    with tempfile.TemporaryDirectory() as folder:
        for index, (kernel, variant) in enumerate(work):
            progress(index, len(work), f"{kernel} {variant}")
            binaries, compile_time, code_size = {}, {}, {}
            for name, command in builds(options.build, variant).items():
                binary = os.path.join(folder, re.sub(r"\W", "_", name))
                begin = os.times()
                done = subprocess.run(command + [os.path.join(KERNELS, kernel + ".cpp"), "-o", binary],
                                      timeout=LIMIT)
                if done.returncode:
                    sys.exit(f"{kernel} {variant}: {name} does not compile")
                end = os.times()
                compile_time[name] = end.children_user - begin.children_user
                code_size[name] = os.path.getsize(binary)
                binaries[name] = binary
            for throw in options.throws:
                times = {}
                outcome = {}
                for _ in range(repeats):
                    for name, binary in binaries.items():
                        if throw != "none" and (name.startswith("free") or name == "iESLT"):
                            continue
                        seconds, left = run_once(binary, size, throw)
                        times.setdefault(name, []).append(seconds)
                        outcome[name] = left
                want = outcome["clang -O3"]
                for policy in POLICIES:
                    if outcome[policy] != want:
                        bad.append(f"{kernel} {variant} {throw} {policy}")
                results.append({
                    "kernel": kernel, "variant": variant, "size": size, "throw": throw,
                    "seconds": {n: statistics.median(t) for n, t in times.items()},
                    "all": times, "compile": compile_time, "bytes": code_size,
                    "same": [p for p in POLICIES if outcome[p] == want]})
                if not sys.stderr.isatty() or options.verbose:
                    row = results[-1]["seconds"]
                    print(f"{kernel:15} {variant:8} {throw:7}"
                          + "".join(f" {n} {t:.6f}" for n, t in row.items()), flush=True)
    progress(len(work), len(work), "")
    output = options.output or os.path.join(options.build, "bench")
    with open(output + ".json", "w") as file:
        json.dump({"machine": machine(), "results": results}, file, indent=1)
    names = list(builds(options.build, "ro"))
    with open(output + ".csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["kernel", "variant", "size", "throw"] + names)
        for r in results:
            writer.writerow([r[k] for k in ("kernel", "variant", "size", "throw")]
                            + [r["seconds"].get(n, "") for n in names])
    summary(results)
    print(f"wrote {output}.json and {output}.csv")
    return "memory or exception differs: " + ", ".join(bad) if bad else 0


def idiom_variants(program):
    """[(label, compiler options)], one for each RUN line; ["// Time:" lines as (kernels, size)];
    {name: its lines} of the kernels, and None: the lines in front of main that are no kernel's."""
    variants, times, functions, name = [], [], {None: set()}, None
    with open(os.path.join(IDIOMS, program + ".cpp")) as file:
        for number, line in enumerate(file, 1):
            if match := re.match(r"// RUN: %exact %s.*?--cflags[ =](.*)", line):
                flags = shlex.split(shlex.split(match[1])[0])
                label = [re.sub(".*=", "", f) for f in flags if f.startswith("-DELEMENT=")]
                variants.append((program + "".join(f" ({l})" for l in label), flags))
            elif match := re.match(r"// Time: (.*)", line):
                *kernels_of, size = match[1].split()
                times.append((kernels_of, int(size)))
            elif match := re.match(r"( *)(?:template <.*> )?NOINLINE .*?(\w+)\(", line):
                name, end = match[2], match[1] + "}"
            elif line.startswith("int main"):
                break
            functions.setdefault(name, set()).add(number)
            if name and line.startswith(end):
                name = None
    return variants or [(program, [])], times, functions


def time_idiom(binary, size, kernels_of, report):
    """{kernel: (seconds, hash)}"""
    command = [binary, "--time", str(size), "1"] + kernels_of
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT,
                          stderr=None if report else subprocess.DEVNULL)
    found = re.findall(r"^kernel (\S+) seconds (\S+) hash (\w+)$", done.stdout, re.M)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return {name: (float(seconds), left) for name, seconds, left in found}


def idioms(options):
    known = sorted(n[:-4] for n in os.listdir(IDIOMS) if n.endswith(".cpp"))
    work = [(p, v) for p in options.programs or known for v in idiom_variants(p)[0]]
    rows, gains, bad = [], [], []
    report = ["-mllvm", "-polly-escop-report"] if options.report else []
    with tempfile.TemporaryDirectory() as folder:
        for index, (program, (label, flags)) in enumerate(work):
            progress(index, len(work), label)
            _, times, functions = idiom_variants(program)
            own = [k for named, _ in times for k in named]
            if [] not in [named for named, _ in times]:
                times = [([k for k in functions if own and k and k not in own], 600)] + times
            measured, nests = {}, None
            for kernels_of, size in times:
                size = options.size or size
                common = ["-O3", "-march=native", f"-DEXTENT={size}", *flags, "-I",
                          os.path.join(TOP, "test/Inputs"), os.path.join(IDIOMS, program + ".cpp")]
                binaries = [os.path.join(folder, name) for name in ("stock", "optimized")]
                if subprocess.run([STOCK] + common + ["-o", binaries[0]], timeout=LIMIT).returncode:
                    sys.exit(f"{label} does not compile with {STOCK}")
                nests = remarks([compiler(options.build), "-fexception-safe-tiling=optimized",
                                 *report, *common, "-o", binaries[1]], program)
                if nests is None:
                    sys.exit(f"{label} does not compile")
                for _ in range(options.repeats):
                    for which, binary in enumerate(binaries):
                        for name, result in time_idiom(binary, size, kernels_of, which and report).items():
                            measured.setdefault(name, ([], []))[which].append(result)
            for name, results in measured.items():
                lines = functions[name.split(":")[0]]
                of = [n for n in nests if n[0] in lines]
                of = of or [n for n in nests if n[0] in functions[None]]
                stock, optimized = (statistics.median(s for s, _ in r) for r in results)
                if len({left for r in results for _, left in r}) > 1:
                    bad.append(f"{label}: {name}")
                tiled = any(n[1][:2] in ("I ", "S ") for n in of)
                gains += [stock / optimized] * tiled
                rows.append(f"| {label}: {name} | {'; '.join(n[1] for n in of) or 'no abnormal exit'} "
                            f"| {stock:.4f} | {optimized:.4f} | {stock / optimized:.2f} |")
                if not sys.stderr.isatty():
                    print(rows[-1], flush=True)
    progress(len(work), len(work), "")
    at = machine()
    text = ("# Idioms\n\n"
            f"Written by `bench/run.py idioms`; {at['cpu']}, {at['compiler']}; both with `-O3 "
            "-march=native`. No check fires. Each row is a kernel of a program of `test/idioms`; "
            "its nests as in [Coverage](Coverage.md); processor time in seconds, the median of "
            f"{options.repeats} runs.\n\n"
            f"| program: kernel | nests | {STOCK} -O3 | optimized | gain |\n|---|---|---|---|---|\n"
            + "\n".join(rows) + f"\n\nGeometric mean of the gains of the {len(gains)} kernels with a "
            f"transformed nest: {geometric_mean(gains):.2f}.\n")
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
        print(f"wrote {options.output}")
    else:
        print(text, end="")
    return "memory differs: " + ", ".join(bad) if bad else 0


def geometric_mean(values):
    return statistics.geometric_mean(values) if values else float("nan")


def summary(results):
    """Geometric means of factors over the kernels, for each variant and throw."""
    print(f"{'variant':8} {'throw':7} {'kernels':>7} {'naive':>8} {'optimized':>9} {'worst':>7}   "
          "(times faster than clang -O3)  optimized / ceiling")
    for variant in GUARDED:
        for throw in THROWS:
            rows = [r["seconds"] for r in results if (r["variant"], r["throw"]) == (variant, throw)]
            rows = [r for r in rows if min(r.values()) > 0]
            if not rows:
                continue
            gain = [r["clang -O3"] / r["optimized"] for r in rows]
            line = (f"{variant:8} {throw:7} {len(rows):7} "
                    f"{geometric_mean([r['clang -O3'] / r['naive'] for r in rows]):8.2f} "
                    f"{geometric_mean(gain):9.2f} {min(gain):7.2f}")
            if throw == "none":
                over = [r["optimized"] / min(r["free -O3"], r["free Polly"]) for r in rows]
                line += f"   {geometric_mean(over):.3f}, at most {max(over):.2f}"
            print(line)


def main():
    p = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter,
                                description=__doc__)
    p.add_argument("--build", default=os.path.join(TOP, "build"))
    commands = p.add_subparsers(dest="command")
    c = commands.add_parser("coverage")
    c.add_argument("--kernels", nargs="+")
    c.add_argument("--check", action="store_true")
    c.add_argument("--output")
    t = commands.add_parser("time")
    t.add_argument("--kernels", nargs="+")
    t.add_argument("--variants", nargs="+", default=["ro", "rw"], choices=GUARDED)
    t.add_argument("--throws", nargs="+", default=list(THROWS), choices=list(THROWS))
    t.add_argument("--size", default="large",
                   choices=["mini", "small", "medium", "large", "extralarge"])
    t.add_argument("--repeats", type=int, default=3)
    t.add_argument("--quick", action="store_true")
    t.add_argument("--verbose", action="store_true")
    t.add_argument("--output")
    i = commands.add_parser("idioms")
    i.add_argument("--programs", nargs="+")
    i.add_argument("--size", type=int)
    i.add_argument("--repeats", type=int, default=3)
    i.add_argument("--report", action="store_true")
    i.add_argument("--output")
    options = p.parse_args()
    if not options.command:
        options = p.parse_args(sys.argv[1:] + ["time"])
    return {"coverage": coverage, "idioms": idioms, "time": time}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
