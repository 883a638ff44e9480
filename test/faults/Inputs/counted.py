#!/usr/bin/env python3
"""Demands that a program's nests end the way that a test is about.

usage: counted.py --cxx CXX --flags FLAGS --out FILE [--args 'ARGS'] SOURCE NEST:WHAT,... ...

Compiles SOURCE with -O3 FLAGS so that it counts how the calls of its drivers end (-mllvm
-polly-escop-report), runs it, and demands for each function template or function NEST that each
WHAT is true:

  inspect speculate    its scheme, as the remark says
  complete early few bounds budget pages memory rtc rows
                       at least one call ended so (docs/UsersManual.md; rtc: Polly's run-time check)

The sums over all functions of that name count. Without FLAGS (the stock compiler) nothing is done.
Exit status: 0, or 1 and what is missing.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys

EVENTS = {"complete": "complete", "early": "left early", "few": "declined: few iterations",
          "bounds": "declined: bounds or overlap", "budget": "declined: checkpoint beyond budget",
          "pages": "declined: pages", "memory": "declined: out of memory",
          "rtc": "declined: Polly's run-time check", "rows": "declined: rows"}
OPTIONS = ["-mllvm", "-polly-escop-process-unprofitable", "-mllvm", "-polly-escop-report",
           "-Rpass=polly-escop"]


def run(argv):
    print("+ " + shlex.join(argv), flush=True)
    done = subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    text = done.stderr.decode(errors="replace")
    sys.stdout.write(text)
    if done.returncode:
        sys.exit("exit status %d" % done.returncode)
    return text


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--cxx", required=True)
    p.add_argument("--flags", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--args", default="")
    p.add_argument("source")
    p.add_argument("demands", nargs="+")
    o = p.parse_args()
    if not o.flags.strip():
        return 0
    here = os.path.dirname(os.path.abspath(__file__))
    inputs = os.path.join(here, "..", "..", "Inputs")
    remarks = run([o.cxx, "-O3"] + shlex.split(o.flags) + OPTIONS +
                  ["-I", inputs, o.source, "-o", o.out])
    counts = run([o.out] + shlex.split(o.args))

    schemes = {}  # "file:line" of a nest: its scheme. The folders may be written differently.
    for place, scheme in re.findall(r"^(.*:\d+):\d+: remark: tiled exception-safe nest \((\w+),",
                                    remarks, re.M):
        schemes[os.path.basename(place)] = scheme
    seen = {}
    for place, name, line in re.findall(r"^polly-escop: (.*:\d+): (.*?): \d+ calls: (.*)$", counts,
                                        re.M):
        nest = re.search(r"(\w+)(<[^(]*>)?($|\()", name)
        if not nest:  # of the C++ library
            continue
        got = seen.setdefault(nest.group(1), {})
        got[schemes.get(os.path.basename(place))] = 1
        for event, text in EVENTS.items():
            number = re.search(r"(\d+) " + re.escape(text), line).group(1)
            got[event] = got.get(event, 0) + int(number)
    missing = []
    for demand in o.demands:
        nest, _, wanted = demand.partition(":")
        missing += ["%s: %s" % (nest, what) for what in wanted.split(",")
                    if not seen.get(nest, {}).get(what)]
    for text in missing:
        print("never happened: " + text)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
