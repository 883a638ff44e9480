# End-to-end tests of -fexception-safe-tiling: C and C++ programs are compiled, run and compared.
#
#   lit test                                     compiler under test: build/bin/clang++
#   lit test --param build=DIR                   ... DIR/bin/clang++
#   lit test --param clangxx=CXX                 ... CXX (C compiler: the same name without "++")
#   lit test --param clangxx=clang++-19 --param escop_flags=
#                                                stock compiler, flag dropped: checks the tests themselves
#   lit test --param escop_extra='-mllvm X'      options added wherever the flag is used
#   lit test --param remarks=FILE                append every remark that exact.py saw to FILE

import os
import shlex
import subprocess
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)
param = lit_config.params.get

config.name = "exception-safe-tiling"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".c", ".test"]
config.excludes = ["Inputs", "demo"]
config.test_source_root = here

build = os.path.abspath(param("build") or os.path.join(top, "build"))
config.test_exec_root = os.path.join(build, "test")

llvm_bin = param("llvm_bin") or "/usr/lib/llvm-19/bin"
config.environment["PATH"] = os.pathsep.join([llvm_bin, os.environ.get("PATH", "")])

clangxx = param("clangxx") or os.environ.get("ESCOP_CLANGXX") or os.path.join(build, "bin", "clang++")
clang = param("clang") or os.environ.get("ESCOP_CLANG") or "".join(clangxx.rsplit("++", 1))
stockxx = param("stockxx") or "clang++-19"
stock = param("stock") or "".join(stockxx.rsplit("++", 1))
opt = param("opt") or os.path.join(build, "bin", "opt")

# With --param escop_flags= (empty) the compiler is asked for nothing; tests that look at remarks
# then have nothing to look at and declare REQUIRES: escop.
has_flag = param("escop_flags") != ""
extra = param("escop_extra") or ""
optimized = ("-fexception-safe-tiling=optimized " + extra).strip() if has_flag else ""
naive = ("-fexception-safe-tiling=naive " + extra).strip() if has_flag else ""
if has_flag:
    config.available_features.add("escop")

# The sanitizers' run-time libraries are a package of their own.
def links(argv):
    done = subprocess.run(argv + ["-x", "c++", "-", "-o", os.devnull], input=b"int main() {}",
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


if links([clangxx, "-fsanitize=address,undefined"]):
    config.available_features.add("sanitizers")

# What is compiled for x86-64-v4 is executed only where it can be.
def has_avx512():
    try:
        return "avx512vl" in open("/proc/cpuinfo").read()
    except OSError:
        return False


if has_avx512():
    config.available_features.add("avx512")

# Exactness is checked of nests from which no gain is expected, too.
always = " -mllvm -polly-escop-process-unprofitable" if has_flag else ""
exact = [sys.executable, os.path.join(here, "Inputs", "exact.py"),
         "--cxx", clangxx, "--cc", clang, "--ref-cxx", stockxx, "--ref-cc", stock,
         "--optimized=" + optimized + always, "--naive=" + naive + always]
if param("remarks"):
    exact += ["--remarks", os.path.abspath(param("remarks"))]

# Without Polly's matrix multiplication, for which isl takes seconds a nest.
unpacked = "-mllvm -polly-pattern-matching-based-opts=false" if has_flag else ""

# Longer names first: lit replaces in this order, and a shorter name may be a prefix.
config.substitutions += [
    # In many programs Polly's packed product, for which isl takes seconds, is not the point: most
    # pack in the first configuration only.
    ("%exact_unpacked", " ".join(shlex.quote(a) for a in exact) + " --out %t" + "".join(
        f" --config '-O3 {config} {unpacked}'"
        for config in ("@optimized", "@naive", "@optimized -march=native"))),
    ("%exact_packed", " ".join(shlex.quote(a) for a in exact) + " --out %t"),
    ("%exact", " ".join(shlex.quote(a) for a in exact) + f" '--later={unpacked}' --out %t"),
    ("%kernels", os.path.join(top, "bench", "kernels")),
    ("%inputs", os.path.join(here, "Inputs")),
    ("%unpacked", unpacked),
    ("%clangxx", clangxx),
    ("%clang", clang),
    ("%stockxx", stockxx),
    ("%gxx", param("gxx") or "g++"),
    ("%optimized", optimized),
    ("%naive", naive),
    ("%opt", opt),
    ("%python", sys.executable),
]
