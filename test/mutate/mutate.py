#!/usr/bin/env python3
"""Mutation check: does a fast test catch each deliberate defect of the transformation?

usage: test/mutate/mutate.py [--list] [--check] [--keep] [DEFECT...]

For each defect of defects.py (by default all): makes a copy of each source file that has a place of
the defect, compiles it with the command of the build, links clang, opt or the unit tests with the
objects in front of the others, and runs tests until one fails: those that the defect names first,
then the others that take seconds (polly/test/ESCoP, the unit tests, test/exact, test/idioms,
test/options, test/remarks). A test counts only if it passes with the compiler as it is, which is
tried the first time that it is met. What no test catches survives. Tests of test/faults,
test/threads and test/parallel are run only where a defect names them. A file of lib/ESCoP/Runtime
becomes bitcode, which is embedded into the compiler together with that of the others; the unit tests,
which include it, are compiled again.

The places of a defect are given by function and pattern (defects.py, places.py). Functions are
looked for in the source files of lib/ESCoP, with its subfolders, and of the patched Polly.

Neither the sources nor the build are changed: all files are below build/mutate, and are removed.

  --list    print the defects and where their places are, and check them
  --check   only see whether each defect has its places and tests; compiles nothing
  --keep    keep build/mutate/DEFECT, with the log of each test

Prints a Markdown table: the defect, its source files, the test that caught it, the seconds that the
tests took until then (compiling and linking the compiler is not counted). A defect that hangs a
program or the compiler is caught after CPU_LIMIT seconds. The last line is "N passed, N failed",
a survivor or a defect that cannot be built being a failure; the exit status is 1 if there is one.
"""

import argparse
import glob
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

from defects import DEFECTS
from places import PlaceError, Sources

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(TOP, "build")
TREE = os.path.join(BUILD, "llvm-project")
OVERLAY = os.path.join(TOP, "llvm-project-overlay")
WORK = os.path.join(BUILD, "mutate")
with open(os.path.join(TOP, "versions.json")) as versions:
    PREFIX = "/usr/lib/llvm-" + json.load(versions)["llvm"].split(".")[0]
CLANG = os.path.basename(PREFIX).replace("llvm", "clang")

CPU_LIMIT = 60  # seconds for one process of a test
TIME_LIMIT = 600  # seconds for one test

RUNTIME = os.path.join(OVERLAY, "polly/lib/ESCoP/Runtime")
EMBEDS = os.path.join(OVERLAY, "polly/lib/ESCoP/Support/RuntimeLibrary.cpp")  # their bitcode

# What a kind of tests runs, as a target of the build.
TARGETS = {"polly": "bin/opt", "unit": "unittests/ESCoPTests", "exact": "bin/" + CLANG,
           "faults": "bin/" + CLANG, "threads": "bin/" + CLANG,
           "parallel": "bin/" + CLANG,
           "idioms": "bin/" + CLANG, "options": "bin/" + CLANG, "remarks": "bin/" + CLANG}


class BuildError(Exception):
    pass


def build(argv, log):
    """Runs a compiler or linker in the build folder."""
    with open(log, "a") as file:
        file.write(shlex.join(argv) + "\n")
        file.flush()
        status = subprocess.run(argv, cwd=BUILD, stdout=file, stderr=file).returncode
    if status:
        with open(log) as file:
            raise BuildError("%s...\nstatus %d" % (file.read()[-2000:], status))


def limit():
    """For a test: defects make compilers and programs loop or crash."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ninja(*argv):
    return subprocess.run(
        ["ninja", "-C", BUILD, *argv], check=True, text=True, stdout=subprocess.PIPE).stdout


def source_files():
    """The source files of lib/ESCoP, and those that a patch may edit; and the runtime's headers."""
    files = [file for top in (OVERLAY, TREE)
             for file in glob.glob(top + "/polly/lib/**/*.cpp", recursive=True)]
    files += glob.glob(RUNTIME + "/*.h")
    return sorted(file for file in files if "/External/" not in file)


def short(file):
    """The path below polly/lib."""
    return file.split("/polly/lib/")[-1]


def mutated(defect, sources):
    """The text of each source file that has a place of the defect, with the defect."""
    places = {}
    for function, old, new in defect.edits:
        if old == new:
            raise BuildError("%s: an edit changes nothing:\n    %s" % (defect.name, old))
        try:
            file, begin, end = sources.find(function, old)
        except PlaceError as error:
            raise BuildError("%s: %s" % (defect.name, error)) from None
        places.setdefault(file, []).append((begin, end, new))
    texts = {}
    for file, edits in places.items():
        texts[file] = sources.texts[file]
        for begin, end, new in sorted(edits, reverse=True):
            texts[file] = texts[file][:begin] + new + texts[file][end:]
    return texts


class Compiler:
    """A folder with the tools of one defect, or with those of the build (no defect)."""

    def __init__(self, defect=None, entries=()):
        """entries: the build's compilation database."""
        self.folder = os.path.join(WORK, defect.name if defect else "none")
        self.log = os.path.join(self.folder, "build.log")
        self.defect, self.entries = defect, {entry["file"]: entry for entry in entries}
        self.objects = []
        self.has_runtime = False  # of its own
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "bin"))
        os.makedirs(os.path.join(self.folder, "lib/clang"))
        os.makedirs(os.path.join(self.folder, "unittests"))
        version = os.path.basename(PREFIX).split("-")[1]
        os.symlink(PREFIX + "/lib/clang/" + version, self.path("lib/clang/" + version))
        # The driver looks for it beside itself (build.sh, link_companions).
        for library in glob.glob(PREFIX + "/lib/libomp*"):
            os.symlink(library, self.path("lib/" + os.path.basename(library)))
        for tool in ("clang", "clang++"):
            os.symlink(CLANG, self.path("bin/" + tool))
        for tool in os.listdir(PREFIX + "/bin"):
            if tool not in ("clang", "clang++", CLANG, "opt"):
                os.symlink(PREFIX + "/bin/" + tool, self.path("bin/" + tool))
        # The tests on IR, as tools/run-tests sets them up.
        work = self.path("polly")
        os.makedirs(work + "/test")
        with open(work + "/test/lit.site.cfg.py", "w") as file:
            arguments = dict(project="polly", tree=TREE, tools=self.path("bin"), work=work,
                             prefix=PREFIX, sources=os.path.join(OVERLAY, "polly/test"))
            file.write("import sys; sys.path.insert(0, %r); import lit_site\n"
                       "lit_site.load(lit_config, config, **%r)\n"
                       % (os.path.join(TOP, "cmake"), arguments))

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, texts):
        """Compiles the mutated files as the build compiles the originals."""
        runtime = {file: text for file, text in texts.items() if os.path.dirname(file) == RUNTIME}
        if runtime:
            with_header = any(file.endswith(".h") for file in runtime)
            for file in glob.glob(RUNTIME + ("/*" if with_header else "/*.h")):
                if file.endswith((".h", ".cpp")) and file not in runtime:
                    with open(file) as text:
                        runtime[file] = text.read()
            self.embed(runtime)
            with open(EMBEDS) as file:
                texts = {EMBEDS: file.read(), **texts}
        for original, text in texts.items():
            if original not in runtime:
                copy = self.path(short(original).replace("/", "-"))
                with open(copy, "w") as file:
                    file.write(text)
                self.objects.append(self.compile_file(original, copy))

    def compile_file(self, original, file):
        """Compiles a file with the command of another one; the object."""
        if original not in self.entries:
            raise BuildError("the build does not compile " + original)
        result = self.path(os.path.basename(file) + ".o")
        argv = shlex.split(self.entries[original]["command"])
        for option, value in (("-o", result), ("-MF", result + ".d"), ("-c", file)):
            argv[argv.index(option) + 1] = value
        # In front of what the build has: Runtime/, and the include file of its bitcode.
        build(argv + ["-w", "-iquote", self.folder, "-iquote", os.path.dirname(original)], self.log)
        return result

    def embed(self, runtime):
        """Makes the include file of the run-time functions, with these files in place of some."""
        self.has_runtime = True
        os.makedirs(self.path("Runtime"))
        replaced = {"%s/%s" % (BUILD, name): self.path(os.path.basename(name))
                    for name in ("escop-runtime/Runtime.bc", "generated/ESCoPRuntime.inc")}
        targets = []
        for original, text in runtime.items():
            copy = self.path(os.path.join("Runtime", os.path.basename(original)))
            with open(copy, "w") as file:
                file.write(text)
            if original.endswith(".h"):
                continue
            targets.append("escop-runtime/%s.bc" % os.path.basename(original)[:-len(".cpp")])
            replaced[original] = copy
            replaced["%s/%s" % (BUILD, targets[-1])] = copy + ".bc"
        for target in (*targets, "generated/ESCoPRuntime.inc"):
            command = ninja("-t", "commands", "-s", target)
            for old, new in replaced.items():
                command = command.replace(old, new)
            build(["sh", "-c", command], self.log)

    def link(self, target):
        if os.path.exists(self.path(target)):
            return
        if not self.defect:
            os.link(os.path.join(BUILD, target), self.path(target))
            return
        # The first object that defines a symbol is taken. The archive's is not looked at.
        steps = ninja("-t", "commands", "-s", target).split(" && ")
        argv = next(shlex.split(step) for step in steps if " -o %s " % target in step)
        argv[argv.index(target)] = self.path(target)
        first = argv.index("libPolly.a")
        argv[first:first] = self.objects
        if self.has_runtime and target == TARGETS["unit"]:
            for file, entry in self.entries.items():
                if "/polly/unittests/" in file and entry["output"] in argv:
                    argv[argv.index(entry["output"])] = self.compile_file(file, file)
        build(argv, self.log)

    def passes(self, test):
        """Runs a test, such as exact/payload.cpp."""
        kind, _, name = test.partition("/")
        self.link(TARGETS[kind])
        if kind == "unit":
            argv = [self.path(TARGETS[kind]), "--gtest_brief=1", "--gtest_fail_fast"]
        else:
            argv = [sys.executable, os.path.join(TREE, "llvm/utils/lit/lit.py"), "-v", "-j1"]
            if kind == "polly":
                argv.append(self.path("polly/test/ESCoP/" + name))
            else:
                argv += ["--param=build=" + self.folder, "--param=llvm_bin=" + PREFIX + "/bin",
                         "--param=stockxx=clang++-" + CLANG.split("-")[1],
                         os.path.join(TOP, "test", test)]
        with open(self.path(test.replace("/", "-") + ".log"), "w") as log:
            process = subprocess.Popen(argv, stdout=log, stderr=log, start_new_session=True,
                                       preexec_fn=limit)
            try:
                return process.wait(TIME_LIMIT) == 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return False
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def all_tests(named=False):
    """The tests that take seconds; if named, those that are run only where a defect names them."""
    tests = ["unit"]
    for kind, folder in (("polly", OVERLAY + "/polly/test/ESCoP"), ("exact", TOP + "/test/exact"),
                         ("idioms", TOP + "/test/idioms"), ("options", TOP + "/test/options"),
                         ("remarks", TOP + "/test/remarks"), ("faults", TOP + "/test/faults"),
                         ("threads", TOP + "/test/threads"),
                         ("parallel", TOP + "/test/parallel")):
        if kind in ("faults", "threads", "parallel") and not named:
            continue
        tests += ["%s/%s" % (kind, name) for name in sorted(os.listdir(folder))
                  if name.endswith((".ll", ".cpp", ".c") + ((".test",) if named else ()))]
    return tests


class Check:
    def __init__(self, keep):
        self.keep = keep
        self.entries = json.loads(ninja("-t", "compdb"))
        self.unchanged = Compiler()
        self.good = {}  # whether a test passes without a defect

    def is_good(self, test):
        if test not in self.good:
            self.good[test] = self.unchanged.passes(test)
            if not self.good[test]:
                print("note: %s fails without a defect" % test, file=sys.stderr)
        return self.good[test]

    def catch(self, defect, texts):
        """(the test that catches the defect or None, seconds of tests)"""
        compiler = Compiler(defect, self.entries)
        try:
            compiler.compile(texts)
            tests = list(dict.fromkeys([*defect.tests, *all_tests()]))
            seconds = 0.0
            for test in tests:
                compiler.link(TARGETS[test.partition("/")[0]])
                start = time.monotonic()
                passed = compiler.passes(test)
                seconds += time.monotonic() - start
                if not passed and self.is_good(test):
                    return test, seconds
            return None, seconds
        finally:
            if not self.keep:
                compiler.remove()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="DEFECT")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    unknown = set(options.names) - {defect.name for defect in DEFECTS}
    if unknown:
        parser.error("there is no defect " + ", ".join(sorted(unknown)))
    chosen = [d for d in DEFECTS if not options.names or d.name in options.names]

    # All of them first: a defect that cannot be applied is found at once.
    sources = Sources(source_files())
    texts, tests = {}, set(all_tests(named=True))
    for defect in chosen:
        try:
            for test in defect.tests:
                if test not in tests:
                    raise BuildError("%s: there is no test %s" % (defect.name, test))
            texts[defect.name] = mutated(defect, sources)
            if options.list:
                functions = dict.fromkeys(function for function, _, _ in defect.edits)
                print("%-34s %-30s %-32s %s" % (
                    defect.name, ", ".join(map(short, texts[defect.name])), ", ".join(functions),
                    defect.what))
        except BuildError as error:
            print(error, file=sys.stderr)
    if options.list or options.check or len(texts) < len(chosen):
        print("%d passed, %d failed" % (len(texts), len(chosen) - len(texts)))
        return 0 if len(texts) == len(chosen) else 1

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    print(ninja(*sorted(set(TARGETS.values()))).splitlines()[-1], file=sys.stderr)
    check = Check(options.keep)
    passed = 0
    print("| defect | where | caught by | seconds |\n|---|---|---|---|", flush=True)
    try:
        for defect in chosen:
            try:
                test, seconds = check.catch(defect, texts[defect.name])
                row = "`%s` | %.1f" % (test, seconds) if test else "**nothing** | %.0f" % seconds
                passed += test is not None
            except BuildError as error:
                print(error, file=sys.stderr)
                row = "**does not build** | -"
            where = ", ".join("`%s`" % short(file) for file in texts[defect.name])
            print("| %s: %s | %s | %s |" % (defect.name, defect.what, where, row), flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(WORK, ignore_errors=True)
    print("%d passed, %d failed" % (passed, len(chosen) - passed))
    return 0 if passed == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
