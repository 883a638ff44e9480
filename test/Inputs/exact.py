#!/usr/bin/env python3
"""Exactness check: a program must print the same, and exit the same, however it is compiled.

usage: exact.py [options] SOURCE [--args ARG...]

The reference is the stock compiler at -O0. Every configuration of the compiler under test is
compiled, run with the same arguments and compared with it, line by line. Configurations:

  optimized   -O3 -fexception-safe-tiling=optimized
  naive       -O3 -fexception-safe-tiling=naive
  native      -O3 -fexception-safe-tiling=optimized -march=native

--config 'FLAGS' replaces these (repeatable); @optimized and @naive in FLAGS stand for the option.
--later 'FLAGS' are added to the last two.
--cflags 'FLAGS' go to the reference as well. --tiled N demands N remarks "tiled exception-safe
nest" at least, in each configuration whose flags are not empty. --threads N… executes each
configuration with OMP_NUM_THREADS set to each N.
"""

import argparse
import itertools
import os
import re
import shlex
import subprocess
import sys

DEFAULT = ["-O3 @optimized", "-O3 @naive", "-O3 @optimized -march=native"]
RUN_LIMIT = 300  # seconds; a replay that does not terminate must not hang the suite


def command(argv, **kwargs):
    print("+ " + shlex.join(argv), flush=True)
    return subprocess.run(argv, stdout=subprocess.PIPE, **kwargs)


def execute(binary, args, threads=None):
    """(exit status, output lines); a negative status is the signal."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads)) if threads else None
    try:
        done = command([binary] + args, timeout=RUN_LIMIT, env=environment)
    except subprocess.TimeoutExpired:
        return "no end after %d s" % RUN_LIMIT, []
    return done.returncode, done.stdout.decode(errors="replace").splitlines()


def first_differences(want, got, limit=5):
    shown = 0
    for number, (a, b) in enumerate(itertools.zip_longest(want, got, fillvalue="<nothing>"), 1):
        if a != b:
            yield "  line %d\n    reference: %s\n    got:       %s" % (number, a[:300], b[:300])
            shown += 1
            if shown == limit:
                return


def main():
    p = argparse.ArgumentParser()
    p.add_argument("source")
    p.add_argument("--cxx", required=True)
    p.add_argument("--cc", required=True)
    p.add_argument("--ref-cxx", required=True)
    p.add_argument("--ref-cc", required=True)
    p.add_argument("--optimized", default="")
    p.add_argument("--naive", default="")
    p.add_argument("--out", required=True)
    p.add_argument("--config", action="append")
    p.add_argument("--later", default="")
    p.add_argument("--cflags", default="")
    p.add_argument("--ref-opt", default="-O0", help="where -O0 would take minutes")
    p.add_argument("--tiled", type=int, default=0)
    p.add_argument("--threads", type=int, nargs="+", default=[None])
    p.add_argument("--remarks")
    p.add_argument("--args", nargs=argparse.REMAINDER, default=[], help="the rest of the line")
    o = p.parse_args()

    is_c = o.source.endswith(".c")
    common = shlex.split(o.cflags) + ["-I", os.path.dirname(os.path.abspath(__file__))]
    reference = o.out + ".ref"
    ref_cc = o.ref_cc if is_c else o.ref_cxx
    done = command([ref_cc] + shlex.split(o.ref_opt) + common + [o.source, "-o", reference, "-lm"])
    if done.returncode:
        return "the reference does not compile"
    want = execute(reference, o.args)
    if want[0] != 0:
        return "the reference itself fails: %s" % want[0]
    if not want[1]:
        return "the reference prints nothing: nothing would be compared"

    bad = 0
    defaults = DEFAULT[:1] + [(c + " " + o.later).strip() for c in DEFAULT[1:]]
    for number, config in enumerate(o.config or defaults):
        escop = {"@optimized": o.optimized, "@naive": o.naive}
        flags = config
        for name, value in escop.items():
            flags = flags.replace(name, value)
        uses = any(name in config and value for name, value in escop.items())
        binary = "%s.%d" % (o.out, number)
        argv = [o.cc if is_c else o.cxx] + shlex.split(flags) + common
        if uses:
            # Release compilers do not verify their IR: broken IR would show as a crash elsewhere.
            argv += ["-Rpass=polly-escop", "-Rpass-missed=polly-escop", "-fverify-intermediate-code"]
        done = command(argv + [o.source, "-o", binary, "-lm"], stderr=subprocess.PIPE)
        messages = done.stderr.decode(errors="replace")
        sys.stdout.write(messages)
        if o.remarks:
            with open(o.remarks, "a") as f:
                for line in messages.splitlines():
                    if "remark:" in line:
                        f.write("[%s] %s\n" % (config, line))
        if done.returncode:
            print("FAIL [%s]: does not compile (status %d)" % (config, done.returncode))
            bad += 1
            continue
        tiled = len(re.findall(r"remark: tiled exception-safe nest", messages))
        if uses and tiled < o.tiled:
            print("FAIL [%s]: %d nests tiled, %d expected" % (config, tiled, o.tiled))
            bad += 1
        for threads in o.threads:
            got = execute(binary, o.args, threads)
            if got != want:
                where = config + (", %d threads" % threads if threads else "")
                print("FAIL [%s]: status %s, reference 0; first differences:" % (where, got[0]))
                for text in first_differences(want[1], got[1]):
                    print(text)
                bad += 1
    if bad:
        return "%d failures" % bad
    print("exact: %d lines" % len(want[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
