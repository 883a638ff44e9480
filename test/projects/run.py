#!/usr/bin/env python3
"""Programs of others: Debian source packages, built with the flag on, must pass their own tests.

usage: run.py [--projects NAME…] [--build DIR | --clangxx CXX] [--stockxx CXX] [--cache DIR]
              [--out DIR] [--extra FLAGS] [--report] [--repeats N] [--jobs N] [--only-fetch]

Each project is fetched with apt, which checks signature and hashes, into DIR of --cache (default:
$ESCOP_CACHE_DIR or ~/.cache/escop-clang, as build.sh), and unpacked into DIR of --out (default:
build/projects). It is built there twice at -O3, by the stock compiler (default: clang++-19) and by
the compiler under test (default: build/bin/clang++) with -fexception-safe-tiling and all remarks.
The tests of both builds are run in turn, N times each (default: 3). Compared are the tests that
pass. The table says, for each project,

  tests      how many pass, stock/ours
  nests      remarks "tiled exception-safe nest", and at how many places in the source
  build      processor time of compiling, stock/ours, in seconds; -: it was not built now
  run        processor time of running all tests, stock/ours, the least of N, in seconds

and, below, how many nests were declined with which reason key. What failed, and the log of each
build, remain in --out; a build is used again unless the compiler or its flags have changed.

llvm is the other half of this test: lib/Support, the unit tests of ADT and Support, and gtest, of
the source package of the compiler itself, with assertions, and the flag forced on: what does not
seem profitable is transformed, too. The stock compiler builds it only if a test fails.

--extra FLAGS   added wherever the flag is used, e.g. --extra='-mllvm -polly-escop-first-chunk=1'
--report        programs count what becomes of their nests (-polly-escop-report): how many nests the
                tests came to, how often, how often they were executed to their end
--only-fetch    fetch and unpack, and stop; later runs need no network

The last line is `N passed, N failed`: tests, a check for each project that it builds, and one that
as many nests were transformed as `transformed` below says. Tests that fail with the stock compiler,
too, are not counted. Exit status: 0; 1 if something failed; 2 if a package cannot be fetched or is
not installed.
"""

import argparse
import collections
import fnmatch
import glob
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TEST_LIMIT = 900  # seconds for all tests of a project
SKIPPED = ("disabled", "notrun")
FLAG = "-fexception-safe-tiling"
REMARKS = "-Rpass=polly-escop -Rpass-missed=polly-escop"


class Project:
    """What to do with a source package.

    Commands are lists of words after shlex.split; then {source}, {build}, {cxx}, {cc}, {flags},
    {jobs} and {here}, the project's folder beside this file, are filled in, and for tests {xml},
    the JUnit file that the command writes.
    """

    def __init__(self, package, build, tests, *, flags="", transformed=1, needs=(), edits=(),
                 unpack=(), create=(), environment=None, lines=None, reference=True,
                 version=None):
        self.package = package  # source package
        self.version = version  # that of this binary package (default: what apt finds)
        self.build = build  # commands
        self.tests = tests  # commands
        self.flags = flags  # added to the flag
        self.transformed = transformed  # at least as many nests
        self.needs = needs  # packages that have to be installed
        self.edits = edits  # (file, old, new): mostly where the source does not compile
        self.unpack = unpack  # patterns of the upstream archive (default: all, patched)
        self.create = create  # empty files
        self.environment = environment or {}  # of tests
        self.lines = lines  # (passed[, failed]): patterns of a test in the output of a program
        self.reference = reference  # False: the stock compiler builds only if a test fails


def cmake(options, targets, source="{source}"):
    """Commands that configure and build with CMake, the compiler being all that differs."""
    return [f"cmake -S {source} -B {{build}} -G Ninja -DCMAKE_BUILD_TYPE=Release "
            "-DCMAKE_C_COMPILER={cc} -DCMAKE_CXX_COMPILER={cxx} " + options,
            "cmake --build {build} -j {jobs} --target " + targets]


def ctest(pattern, folder="{build}"):
    return (f"ctest --test-dir {folder} --timeout 300 -R '^({pattern})$' --output-junit {{xml}} "
            "--test-output-size-passed 1000000")


EIGEN = [f"{name}_{part}" for name, parts in (
    ("array_for_matrix", (2, 4, 6)), ("cholesky", (2, 4, 5, 6)), ("lu", (2, 3, 5)),
    ("eigensolver_generic", (2,)), ("product_extra", (2, 4)), ("product_selfadjoint", (2, 5)),
    ("nomalloc", (2,)), ("sparse_product", (2,))) for part in parts]

VIGRA = ["test_" + name for name in (
    "math", "optimization", "registration", "unsupervised", "classifier", "polygon", "filters",
    "integral_image", "tensorimaging")]

ARMADILLO = ("main bounds decomp_eig_sym fn_accu fn_conv fn_cov fn_det fn_diagmat fn_symmat "
             "fn_trans gen_ones gmm mat_mul_real mat_plus").split()

GSL = """sys err bst const complex cheb block vector matrix permutation combination multiset sort
    ieee-utils cblas linalg eigen specfunc dht qrng rng randist fft poly fit multifit
    multifit_nlinear multilarge multilarge_nlinear filter movstat rstat statistics siman sum
    integration interpolation histogram ode-initval ode-initval2 roots multiroots min multimin monte
    ntuple diff deriv cdf wavelet bspline spblas spmatrix splinalg""".split()

# The options that make containers check their indices are those that each project has for it.
PROJECTS = {
    "eigen": Project(  # assertions throw; C++03
        "eigen3",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -w'", " ".join(EIGEN)),
        [ctest("|".join(EIGEN))],
        transformed=40,
        environment={"EIGEN_SEED": "1"}),
    "vigra": Project(  # accesses of images and matrices throw; C++14
        "libvigraimpex",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -DVIGRA_CHECK_BOUNDS -w' -DCMAKE_CXX_STANDARD=14 "
              "-DWITH_VIGRANUMPY=0 -DWITH_HDF5=0 -DAUTOEXEC_TESTS=0", " ".join(VIGRA)),
        [ctest("|".join(VIGRA))],
        edits=[("include/vigra/multi_iterator_coupled.hxx", " --this;", " --*this;")],
        transformed=60,
        lines=(r"^All \(\d+\) tests passed in test suite .*", r"^Failure in .*")),
    "armadillo": Project(  # sizes and indices are checked as in every program that uses it
        "armadillo",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -w' -DBUILD_SHARED_LIBS=OFF", "all") + [
            "mkdir -p {build}/tests2",
            "make -C {build}/tests2 -f {source}/tests2/Makefile -O -j {jobs} VPATH={source}/tests2 "
            "CXX={cxx} 'CXX_FLAGS=-std=c++14 -O3 -w {flags} -I{build}/tmp/include' "
            "'LIB_FLAGS=-L{build} -larmadillo -llapack -lblas' "
            f"'OBJECTS={' '.join(n + '.o' for n in ARMADILLO)}' main"],
        [ctest(".*"), "{build}/tests2/main -r junit -o {xml}"],
        transformed=9,
        needs=("liblapack-dev", "libblas-dev")),
    "geographiclib": Project(  # everything, with the assertions of the C++ library
        "geographiclib",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -D_GLIBCXX_ASSERTIONS -w'", "all"),
        [ctest(".*")]),
    "gsl": Project(  # indices are checked by the library, too; C, and handlers that return
        "gsl",
        ["mkdir -p {build}",
         "env -C {build} {source}/configure --disable-shared CC={cc} 'CFLAGS=-O3 -w'",
         # libtool, which links, would take -Rpass for a run path.
         *("make -C {build} -O -j {jobs} " + goal + " 'CPPFLAGS=-DGSL_RANGE_CHECK=1 {flags}'"
           for goal in ("all", "check TESTS=")),
         f"cmake -S {{here}} -B {{build}}/ctest -DBUILD={{build}} '-DTESTS={' '.join(GSL)}'"],
        [ctest(".*", "{build}/ctest")],
        edits=[("Makefile.in", "splinalg doc\n", "splinalg\n"),  # Debian leaves out the manual
               # "Completed [N/N]" gets a hash of all results, to the last bit.
               ("test/results.c", "static unsigned int verbose = 0;\n",
                "static unsigned int verbose = 0;\n"
                "static unsigned long hash;\n"
                "static void note (double result) {\n"
                "  union { double d; unsigned long u; } bits = {result};\n"
                "  hash = hash * 6364136223846793005 + bits.u;\n"
                "}\n"),
               ("test/results.c", "  int status ;\n", "  int status ;\n  note (result);\n"),
               ("test/results.c", 'Completed [%d/%d]\\n", passed, tests',
                'Completed [%d/%d] %lx\\n", passed, tests, hash')],
        transformed=2000,
        lines=(r"^Completed .*",)),
    "ublas": Project(  # without NDEBUG: sizes and indices are checked
        "boost1.74",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -w' -DCMAKE_CXX_FLAGS_RELEASE=-O3 -DSOURCE={source}",
              "all", "{here}"),
        [ctest(".*")],
        transformed=2000,
        environment={"BOOST_TEST_COLOR_OUTPUT": "no"},
        lines=(r"^(?!polly-escop|.* sec real).+",),
        needs=("libboost-test-dev", "libboost-timer-dev"),
        unpack=("*/libs/numeric/ublas/test/*",)),
    "quantlib": Project(  # ql/math, with QL_EXTRA_SAFETY_CHECKS
        "quantlib",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -w' -DSOURCE={source}", "all", "{here}"),
        ["{build}/tests --logger=JUNIT,success,{xml}"],
        transformed=250,
        needs=("libboost-test-dev",)),
    "llvm": Project(
        "llvm-toolchain-19",
        cmake("'-DCMAKE_CXX_FLAGS={flags} -w' '-DCMAKE_C_FLAGS={flags} -w' "
              "-DLLVM_ENABLE_ASSERTIONS=ON -DLLVM_TARGETS_TO_BUILD=X86 "
              "-DLLVM_INCLUDE_BENCHMARKS=OFF -DLLVM_INCLUDE_EXAMPLES=OFF -DLLVM_INCLUDE_DOCS=OFF "
              "-DLLVM_TABLEGEN=/usr/lib/llvm-19/bin/llvm-tblgen", "ADTTests SupportTests",
              "{source}/llvm"),
        ["{build}/unittests/ADT/ADTTests --gtest_output=xml:{xml}",
         "{build}/unittests/Support/SupportTests --gtest_output=xml:{xml}"],
        flags="-mllvm -polly-escop-process-unprofitable",
        needs=("llvm-19-tools", "zlib1g-dev", "libzstd-dev", "libxml2-dev"),
        unpack=("*/cmake/*", "*/third-party/*", "*/llvm/*"),
        create=("llvm/test/CMakeLists.txt",), reference=False, version="libclang-19-dev"),
}


class Failure(Exception):
    """No network, no package: nothing was tested."""


def run(*command, **keywords):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **keywords)


def check_installed(names):
    needs = {"cmake", "ninja-build", "make", "dpkg-dev"}.union(*(PROJECTS[n].needs for n in names))
    missing = [p for p in sorted(needs) if not run(
        "dpkg-query", "-W", "-f=${db:Status-Abbrev}", p).stdout.startswith("ii")]
    if missing:
        raise Failure("packages are missing; run:  sudo apt-get install -y " + " ".join(missing))


# Fetching.


class Apt:
    """The package lists for sources live in the cache; the user's apt configuration stays."""

    def __init__(self, folder):
        self.folder = folder
        self.options = []

    def get(self, *command, **keywords):
        done = run("apt-get", *self.options, *command, **keywords)
        if done.returncode:
            errors = re.findall(r"^(?:E|Err):.*", done.stdout, re.M) or done.stdout.splitlines()
            raise Failure("apt-get " + " ".join(command) + " failed; is there a network?\n  "
                          + "\n  ".join(errors[-3:]))

    def update(self):
        """Once, in front of the first package that has to be fetched."""
        if self.options:
            return
        origin = re.search(
            r"(https?://\S+) ([^/\s-]+)/main .*\n\s*release .*\bo=Debian,.*l=Debian,",
            run("apt-cache", "policy").stdout)
        if not origin:
            raise Failure("apt knows no Debian release; run:  sudo apt-get update")
        for part in ("lists/partial", "archives/partial"):
            os.makedirs(os.path.join(self.folder, part), exist_ok=True)
        with open(os.path.join(self.folder, "sources.list"), "w") as file:
            file.write("deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] "
                       "{} {} main\n".format(*origin.groups()))
        self.options = [o for key, value in (
            ("Dir::Etc::SourceList", self.folder + "/sources.list"), ("Dir::Etc::SourceParts", "-"),
            ("Dir::State::Lists", self.folder + "/lists"), ("Dir::Cache", self.folder),
            ("APT::Sandbox::User", "root"), ("APT::Update::Error-Mode", "any"),
            ("Acquire::Retries", "2")) for o in ("-o", f"{key}={value}")]
        self.get("update")


def fetch(project, cache, apt):
    """Folder with the files of the source package. No network is used if they are there."""
    version, folder = None, os.path.join(cache, "projects", project.package)
    pattern = "*.dsc"
    if project.version:  # where build.sh has put it
        version = run("dpkg-query", "-W", "-f=${source:Version}", project.version).stdout
        folder = os.path.join(cache, "downloads", re.sub("[:~]", "_", version))
        pattern = "*.orig.tar.*"
    if not glob.glob(os.path.join(folder, pattern)):
        print(f"==> fetch {project.package}", flush=True)
        apt.update()
        name = project.package + ("=" + version if version else "")
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as part:
            apt.get("source", "--download-only", name, cwd=part)
            # The file that says that all are there comes last.
            for file in sorted(os.listdir(part), key=lambda f: fnmatch.fnmatch(f, pattern)):
                os.replace(os.path.join(part, file), os.path.join(folder, file))
    return folder


def unpack(project, files, out):
    """Folder of the sources, with Debian's patches and our edits."""
    source = os.path.join(out, "source")
    if os.path.exists(source):
        return source
    part = source + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(out, exist_ok=True)
    print(f"==> unpack {project.package}", flush=True)
    if project.unpack:
        os.makedirs(part)
        archive, = glob.glob(os.path.join(files, "*.orig.tar.*"))
        done = run("tar", "-xf", archive, "-C", part, "--strip-components=1",
                   "--exclude=*/llvm/test/*", "--exclude=*/llvm/docs/*", "--wildcards",
                   *project.unpack)
    else:
        description, = glob.glob(os.path.join(files, "*.dsc"))
        done = run("dpkg-source", "-x", description, part)
    if done.returncode:
        raise Failure(f"cannot unpack {files}:\n{done.stdout}")
    for name, old, new in project.edits:
        with open(os.path.join(part, name), encoding="latin-1") as file:
            text = file.read()
        with open(os.path.join(part, name), "w", encoding="latin-1") as file:
            file.write(text.replace(old, new))
    for name in project.create:
        os.makedirs(os.path.dirname(os.path.join(part, name)), exist_ok=True)
        open(os.path.join(part, name), "w").close()
    os.rename(part, source)
    return source


# Building and running.


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Build:
    """One project, built by one compiler."""

    def __init__(self, name, project, source, out, cxx, flags, jobs):
        self.name, self.project, self.folder = name, project, os.path.join(out, name)
        self.log = self.folder + ".log"
        self.values = {"source": source, "build": self.folder, "cxx": cxx, "flags": flags,
                       "here": os.path.join(HERE, os.path.basename(out)),
                       "cc": "".join(cxx.rsplit("++", 1)), "jobs": jobs}
        self.time = None

    def fill(self, command, **values):
        return [word.format(**self.values, **values) for word in shlex.split(command)]

    def compile(self):
        """True if it builds, or is built."""
        binary = os.path.realpath(shutil.which(self.values["cxx"]) or self.values["cxx"])
        with open(binary, "rb") as file:
            compiler = hashlib.sha256(file.read()).hexdigest()
        stamp = json.dumps([compiler, [self.fill(c) for c in self.project.build]])
        if os.path.exists(self.folder + ".stamp"):
            with open(self.folder + ".stamp") as file:
                if file.read() == stamp:
                    return True
            os.unlink(self.folder + ".stamp")
        shutil.rmtree(self.folder, ignore_errors=True)
        start = processor_time()
        with open(self.log, "w") as log:
            for command in self.project.build:
                if subprocess.run(self.fill(command), stdout=log, stderr=log).returncode:
                    return False
        self.time = processor_time() - start
        with open(self.folder + ".stamp", "w") as file:
            file.write(stamp)
        return True

    def test(self):
        """({test: passed}, processor time in seconds, output)."""
        results, output, start = {}, "", processor_time()
        for index, command in enumerate(self.project.tests):
            xml = f"{self.folder}.{index}.xml"
            if os.path.exists(xml):
                os.unlink(xml)
            command = self.fill(command, xml=xml)
            try:
                done = run(*command, cwd=self.folder, timeout=TEST_LIMIT, stdin=subprocess.DEVNULL,
                           env=dict(os.environ, **self.project.environment))
                output += done.stdout
            except subprocess.TimeoutExpired:
                pass
            try:
                root = ElementTree.parse(xml).getroot()
            except (OSError, ElementTree.ParseError):
                results[os.path.basename(command[0]) + ": runs to its end"] = False
                continue
            results[os.path.basename(command[0]) + ": runs to its end"] = True
            for case in root.iter("testcase"):
                name, group = case.get("name"), case.get("classname")
                if group and group != name:
                    name = f"{group}.{name}"
                if case.find("skipped") is None and case.get("status") not in SKIPPED:
                    good = case.find("failure") is None and case.find("error") is None
                    results[name] = good and results.get(name, True)
                text = case.findtext("system-out", "")
                output += text
                for pattern, good in zip(self.project.lines or (), (True, False)):
                    for line in re.findall(pattern, text, re.M):
                        results[f"{name}: {line}"] = good
        with open(self.folder + ".tests.log", "w") as log:
            log.write(output)
        return results, processor_time() - start, output

    def remarks(self):
        """(transformed, places, {reason key: declined}) of the build's log."""
        with open(self.log, errors="replace") as log:
            text = log.read()
        tiled = re.findall(r"^(\S+?:\d+:\d+): remark: tiled exception-safe nest", text, re.M)
        keys = re.findall(r"remark: not tiled: ([a-z-]+)", text)
        return len(tiled), len(set(tiled)), collections.Counter(keys)


def executed(output):
    """What -polly-escop-report printed: nests, calls of drivers, complete ones."""
    lines = set()
    calls = complete = 0
    pattern = r"^polly-escop: (.*): (\d+) calls?: (.*)$"
    for place, count, events in re.findall(pattern, output, re.M):
        lines.add(place)
        calls += int(count)
        complete += sum(int(n) for n in re.findall(r"(\d+) complete", events))
    return len(lines), calls, complete


def test(name, options, row):
    """[(what, passed, message)] of the project; fills the row of the table."""
    project, out = PROJECTS[name], os.path.join(options.out, name)
    source = os.path.join(out, "source")
    flags = " ".join(filter(None, (
        FLAG, REMARKS, project.flags, options.extra,
        "-mllvm -polly-escop-report" if options.report else "")))
    stock = Build("stock", project, source, out, options.stockxx, "", options.jobs)
    ours = Build("escop", project, source, out, options.clangxx, flags, options.jobs)

    def compile(build):
        print(f"==> build {name} ({build.name})", flush=True)
        return build.compile()

    if project.reference and not compile(stock):
        return [(f"{name}: builds with the stock compiler", False, "see " + stock.log)]
    if not compile(ours):
        return [(f"{name}: builds", False, "see " + ours.log)]
    checks = [(f"{name}: builds", True, "")]
    tiled, places, row["declined"] = ours.remarks()
    row["nests"] = f"{tiled} at {places}"
    checks.append((f"{name}: at least {project.transformed} nests are transformed",
                   tiled >= project.transformed, f"{tiled} are; see {ours.log}"))

    print(f"==> test {name}", flush=True)
    times = {"stock": [], "escop": []}
    results = {"stock": {}, "escop": {}}

    def test_once(build):
        found, seconds, output = build.test()
        times[build.name].append(seconds)
        for key, good in found.items():
            results[build.name][key] = good and results[build.name].get(key, True)
        return output

    for _ in range(options.repeats):
        if project.reference:
            test_once(stock)
        output = test_once(ours)
    if options.report:
        row["executed"] = executed(output)
    if not project.reference and not all(results["escop"].values()):
        if not compile(stock):
            return checks + [(f"{name}: builds with the stock compiler", False, "see " + stock.log)]
        test_once(stock)
    both = 0
    for key in sorted({**results["stock"], **results["escop"]}):
        # A failure of which the stock build says nothing is one of ours.
        expected = results["stock"].get(key, key in results["escop"])
        if expected:
            checks.append((f"{name}: {key}", results["escop"].get(key, False),
                           f"passes with the stock compiler; see {ours.folder}.tests.log"))
        both += not expected and not results["escop"].get(key, False)
    row["both"] = both
    row["tests"] = "/".join(str(sum(r.values())) if r else "-" for r in results.values())
    row["build"] = "/".join("-" if b.time is None else f"{b.time:.0f}" for b in (stock, ours))
    row["run"] = "/".join(f"{min(t):.2f}" if t else "-" for t in times.values())
    return checks


def table(rows):
    titles = {"project": "project", "tests": "tests", "nests": "nests", "build": "build, s",
              "run": "run, s"}
    lines = [titles] + rows
    widths = {k: max(len(str(line.get(k, "-"))) for line in lines) for k in titles}
    for line in lines:
        print("  ".join(str(line.get(k, "-")).ljust(w) for k, w in widths.items()).rstrip())
    for row in rows:
        declined = row.get("declined", {})
        print(f"{row['project']}: declined {sum(declined.values())}: " + ", ".join(
            f"{key} {count}" for key, count in declined.most_common()) if declined else
            f"{row['project']}: none declined")
        if "executed" in row:
            print("{}: the tests came to {} nests, {} times; {} times to the end".format(
                row["project"], *row["executed"]))
        if row.get("both"):
            print(f"{row['project']}: {row['both']} tests fail with the stock compiler, too")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--projects", nargs="+", choices=PROJECTS, default=list(PROJECTS))
    parser.add_argument("--build", default=os.path.join(TOP, "build"))
    parser.add_argument("--clangxx")
    parser.add_argument("--stockxx", default="clang++-19")
    parser.add_argument("--cache", default=os.environ.get("ESCOP_CACHE_DIR") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "escop-clang"))
    parser.add_argument("--out", default=os.path.join(TOP, "build", "projects"))
    parser.add_argument("--extra", default="")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only-fetch", action="store_true")
    options = parser.parse_args()
    options.clangxx = os.path.abspath(options.clangxx or os.path.join(options.build, "bin/clang++"))
    options.out, options.cache = os.path.abspath(options.out), os.path.abspath(options.cache)

    try:
        check_installed(options.projects)
        apt = Apt(os.path.join(options.cache, "projects", "apt"))
        for name in options.projects:
            files = fetch(PROJECTS[name], options.cache, apt)
            unpack(PROJECTS[name], files, os.path.join(options.out, name))
    except Failure as failure:
        print(f"run.py: {failure}", file=sys.stderr)
        return 2
    if options.only_fetch:
        return 0
    rows, checks = [], []
    for name in options.projects:
        rows.append({"project": name})
        checks += test(name, options, rows[-1])
    table(rows)
    failures = [f"  {what} ({message})" for what, good, message in checks if not good]
    if failures:
        print("failed:", *failures, sep="\n")
    print(f"{len(checks) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
