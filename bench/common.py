"""What the benchmarks share: places, the kernels, the compilers, remarks, the machine, progress."""

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(TOP, "bench/kernels")
with open(os.path.join(TOP, "versions.json")) as versions:
    MAJOR = json.load(versions)["llvm"].split(".")[0]
STOCK = f"clang++-{MAJOR}"
GUARDED = ("ro", "rw", "checked")
POLICIES = ("optimized", "naive")
SIZES = ("mini", "small", "medium", "large", "extralarge")
PAPER = ("2mm", "3mm", "gemm", "syrk", "syr2k", "doitgen")  # the kernels of the paper
LIMIT = 600  # seconds; of a compilation or a run
SHORT, SLACK = 20, 2  # nanoseconds; of a call
begun = [time.monotonic()]  # what progress() shows


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
    """The lines of the functions under test, which begin with KERNEL."""
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


def read_remarks(text, file):
    """[(line, disposition)] of the nests in this file, from the compiler's standard error."""
    found = []
    for line, remark in re.findall(
            rf"\b{re.escape(file)}:(\d+):\d+: remark: (.*?) \[-Rpass", text):
        tiled = re.match(r"tiled exception-safe nest \((\w)\w*, (\w+)\)", remark)
        declined = re.match(r"not tiled: ([\w-]+)", remark)
        if tiled:
            found.append((int(line), f"{tiled[1].upper()} {tiled[2]}"))
        elif declined:
            found.append((int(line), declined[1]))
    return sorted(set(found))


def remarks(command, program):
    """The same for a compilation; None: does not compile."""
    done = subprocess.run(command + ["-Rpass=polly-escop", "-Rpass-missed=polly-escop"],
                          stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    if done.returncode:
        sys.stderr.write(done.stderr)
        return None
    return read_remarks(done.stderr, program + ".cpp")


def is_kept(nest):
    return nest[1][:2] in ("I ", "S ", "B ")


def write(text, path):
    """To the file, if there is a path, or else to standard output."""
    if path:
        with open(path, "w") as file:
            file.write(text)
        print(f"wrote {path}")
    else:
        print(text, end="")


def progress(done, total, what):
    """One line, on a terminal only: a bar, the time since 0, and what is left at this speed."""
    if not sys.stderr.isatty():
        return
    if done == 0:
        begun[0] = time.monotonic()
    filled = 30 * done // max(1, total)
    gone = time.monotonic() - begun[0]
    left = f", {gone / done * (total - done) / 60:.0f} min left" if 0 < done < total else ""
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} "
                     f"{what + f' ({gone / 60:.0f} min{left})':<60}")
    if done == total:
        sys.stderr.write("\n")


def first_line(command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True).stdout.partition("\n")[0].strip()
    except FileNotFoundError:
        return ""


def machine():
    with open("/proc/cpuinfo") as file:
        match = re.search(r"model name\s*: (.*)", file.read())
    return {"cpu": match[1] if match else platform.processor(), "cores": os.cpu_count(),
            "memory": f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB",
            "kernel": platform.release(), "compiler": first_line([STOCK, "--version"]),
            "g++": first_line(["g++", "--version"])}


def is_slow(stock, ours, ratio):
    """Above this ratio; and a call below SHORT nanoseconds if it takes SLACK more."""
    return ours > max(ratio * stock, stock + SLACK if stock < SHORT else 0)


def geometric_mean(values):
    values = [v for v in values if v > 0]
    return statistics.geometric_mean(values) if values else float("nan")
