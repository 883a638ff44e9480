"""The programs of bench/run.py sweep: checks and containers of a kernel, and the C++.

A program is named KERNEL/TYPE/CHECK/CONTAINER/INDEX/FLAGS. statement() says where checks stand,
access() what A[i,j] is in a container.
"""

import re

from sweep_kernels import FLOATS, INTEGERS, KERNELS, TYPES

# A, B, C have two dimensions, F, G three, X, Y, Z one, K is one of indices.
DIMENSIONS = {**dict.fromkeys("ABC", 2), **dict.fromkeys("FG", 3), **dict.fromkeys("XYZK", 1)}
INDICES = {"int": "int", "long": "long", "unsigned": "unsigned", "size_t": "std::size_t"}
FLAGS = {"sse2": [], "avx2": ["-mavx2", "-mfma"], "native": ["-march=native"]}
# No index is checked, or it cannot fail: they need a check of values. All but raw have fixed sizes.
UNCHECKED = ("raw", "carray", "array")
CONTAINERS = ("raw", "carray", "array", "ptr", "flat", "rows", "shuffled", "matrix", "small")
# Which values: what is read, what is written, what is added or stored, the first of each row.
PLACES = ("value", "result", "product", "row")
TESTS = {"finite": "!std::isfinite({})", "range": "outside({}, lo, hi)"}
EXITS = {"throw": 'throw std::domain_error("check");', "fail": "fail(i);", "return": "return -2;",
         "break": "break;"}
CHECKS = ["bounds"] + [f"overflow.{e}" for e in EXITS] + [
    f"{p}.{t}.{e}" for p in PLACES for t in TESTS for e in EXITS]
REFERENCE = re.compile(r"\b([ABCFGXYZK])\[([^][]*)\]")
STATEMENT = re.compile(r"(let )?(\S+) ([+-]?=) (.*)")
BUILTIN = {"+": "add", "-": "sub", "*": "mul"}


class Program:
    def __init__(self, spec):
        parts = spec.split("/")
        if len(parts) != 6:
            raise ValueError(f"{spec}: not KERNEL/TYPE/CHECK/CONTAINER/INDEX/FLAGS")
        self.spec, self.loop = spec, None
        self.name, self.type, self.check, container, self.index, self.flags = parts
        self.container = container.rstrip("0123456789")
        self.fixed = int(container[len(self.container):] or 0)
        for part, known in (
                (self.name, KERNELS), (self.type, TYPES), (self.check, CHECKS),
                (self.container, CONTAINERS), (self.index, INDICES), (self.flags, FLAGS)):
            if part not in known:
                raise ValueError(f"{spec}: no {part}; there are: {' '.join(known)}")
        self.kernel = KERNELS[self.name]
        self.place, self.test, self.exit = (["", ""] + self.check.split("."))[-3:]
        if self.test == "overflow":
            self.place, self.test = "overflow", ""
        text = "\n".join(self.kernel.lines)
        self.arrays = list(dict.fromkeys(re.findall(r"\b([ABCFGXYZK])\[", text)))
        self.written = {name for name in self.arrays
                        if re.search(rf"^[! ]*{name}\[\S+ [+-]?=", text, re.M)}
        self.read = next((m[0] for line in self.kernel.lines for m in REFERENCE.findall(
            line.split("= ")[-1]) if m[0] != "K"), self.arrays[0])
        self.checks = 0
        self.body = self.make_body()

    def is_valid(self):
        if bool(self.fixed) != (self.container in UNCHECKED[1:]):
            return False
        if self.type not in self.kernel.types:
            return False
        if self.check == "bounds":
            return self.container not in UNCHECKED or self.kernel.exits
        return self.checks > 0 and (self.test != "finite" or self.type in FLOATS) and (
            self.place != "overflow" or self.type in INTEGERS)

    def extent(self, size):
        return {1: size * size, 2: size, 3: max(4, round(size ** (2 / 3)))}[self.kernel.dims]

    # -- The loops --

    def access(self, text):
        """A[i,j] as it is written with this container; of nested ones the inner one first."""
        def one(match):
            name, inside = match[1], match[2].split(",")
            if self.container in ("raw", "ptr", "flat"):
                inside = [s if s.isalnum() else f"({s})" for s in inside]
                flat = ("{}", "{} * n + {}", "({} * n + {}) * n + {}")[len(inside) - 1]
                flat = flat.format(*inside)
                form = {"raw": "\2{}\3", "ptr": f"\2checked({{}}\4 {name}_size)\3",
                        "flat": ".at({})"}
                return "\1" + name + form[self.container].format(flat)
            if self.container in ("matrix", "small"):
                return f"\1{name}({', '.join(inside)})"
            form = "\2{}\3" if self.container == "carray" else ".at({})"
            return "\1" + name + "".join(form.format(s) for s in inside)
        while REFERENCE.search(text):
            text = REFERENCE.sub(one, text)
        return text.translate({1: "", 2: "[", 3: "]", 4: ","})

    def leave_if(self, condition):
        self.checks += 1
        leave = EXITS[self.exit].replace("(i)", f"({self.loop or 0})")
        return f"if ({condition}) {leave}"

    def guard(self, value):
        return self.leave_if(TESTS[self.test].format(value))

    def overflow(self, target, operation, value):
        """The statement with overflow checks; None: it is more than one product and one sum."""
        match = re.fullmatch(r"(\S+)(?: ([*+-]) (\S+))?", value)
        if not match or operation == "=" and not match[2]:
            return None
        tests, last = [], match[1]
        if match[2]:
            tests.append(f"__builtin_{BUILTIN[match[2]]}_overflow({match[1]}, {match[3]}, &p)")
            last = "p"
        if operation != "=":
            tests.append(f"__builtin_{BUILTIN[operation[0]]}_overflow({target}, {last}, &r)")
        return (f"{{ T p, r; {self.leave_if(' || '.join(tests))} "
                f"{target} = {'p' if operation == '=' else 'r'}; }}")

    def statement(self, line):
        match = STATEMENT.fullmatch(line)
        if line.startswith("! "):
            return line[2:] + ";"
        assert match, line
        declared, target, operation, value = match.groups()
        plain = f"{'T ' if declared else ''}{target} {operation} {value};"
        first = next((f"{m[0]}[{m[1]}]" for m in REFERENCE.findall(value) if m[0] != "K"), None)
        if self.loop is None and self.exit == "break" or value == "0":
            return plain
        if self.place == "value" and first:
            return f"{self.guard(first)}\n{plain}"
        if self.place == "result" or self.place == "product" and declared:
            return f"{plain}\n{self.guard(target)}"
        if self.place == "product":
            return f"{{ T p = {value}; {self.guard('p')} {target} {operation} p; }}"
        if self.place == "overflow":
            checked = self.overflow(target, operation, value)
            return plain if not checked else (f"T {target};\n" if declared else "") + checked
        return plain

    def make_body(self):
        """The statements in C++; self.loop is the innermost loop's counter."""
        out, open_blocks, lines = [], [], self.kernel.lines
        for line in lines + [""]:
            depth = (len(line) - len(line.lstrip())) // 2
            while len(open_blocks) > depth:
                out.append("  " * len(open_blocks) + "}")
                open_blocks.pop()
            line = line.strip()
            if not line:
                continue
            self.loop = next((v for v in reversed(open_blocks) if v), None)
            loop = re.fullmatch(r"for (\w) in (.+)\.\.(.+)", line)
            if loop:
                v, low, high = loop.groups()
                made = [f"for (I {v} = {low}; {v} < {high}; {v}++) {{"]
            elif line.startswith("if "):
                made = [f"if ({line[3:]}) {{"]
            else:
                made = self.statement(line).split("\n")
            indent = "  " * (depth + 1)
            out += [indent + self.access(m) for m in made]
            if loop or line.startswith("if "):
                open_blocks.append(loop and loop[1])
            if loop and depth == 0 and self.place == "row" and any(
                    line.startswith("  for") for line in lines) and self.kernel.dims > 1:
                self.loop = loop[1]
                zeros = ",".join([loop[1]] + ["0"] * (DIMENSIONS[self.read] - 1))
                out.append(indent + "  " + self.access(self.guard(f"{self.read}[{zeros}]")))
        return "\n".join(out)

    # -- The file --

    def held(self, name):
        """(the parameters of the kernel, what main holds, what it passes)"""
        element, dims = "I" if name == "K" else "T", DIMENSIONS[name]
        const = "" if name in self.written else "const "
        if self.container in ("raw", "ptr"):
            size = self.container == "ptr"
            return (f"{const}{element} *{name}" + f", I {name}_size" * size,
                    f"Flat<{element}, {dims}>",
                    f"{name}.Data.data()" + f", I({name}.Data.size())" * size)
        if self.fixed:
            extent = self.extent(self.fixed)
            extents = [max(extent, 16)] if dims == 1 else [extent] * dims
            declared = f"{element} {{}}" + "".join(f"[{e}]" for e in extents)
            if self.container == "carray":
                return (const + declared.format(f"(&{name})"),
                        f"Fixed<{element}, {declared.format('').replace(' ', '')}>", f"{name}.Data")
            inner = element
            for e in reversed(extents):
                inner = f"std::array<{inner}, {e}>"
            return f"{const}{inner} &{name}", f"Fixed<{element}, {inner}>", f"{name}.Data"
        nested = element
        for _ in range(dims):
            nested = f"std::vector<{nested}>"
        shuffled = str(self.container == "shuffled").lower()
        sizes = {"matrix": "std::size_t", "small": "int"}.get(self.container)
        kernel, main = {
            "flat": (f"std::vector<{element}>", f"Flat<{element}, {dims}>"),
            "rows": (nested, f"Nested<{element}, {dims}, {shuffled}>")}.get(
                self.container.replace("shuffled", "rows"),
                (f"Matrix<{element}, {sizes}>", f"Classes<{element}, {dims}, {sizes}>"))
        return f"{const}{kernel} &{name}", main, f"{name}.Data"

    def source(self):
        held = {name: self.held(name) for name in self.arrays}
        fixed = f"  constexpr I n = {self.extent(self.fixed)};\n" if self.fixed else ""
        parameters = ["I n"] * (not fixed) + ["T lo", "T hi"] + [h[0] for h in held.values()]
        parameters = ", ".join(parameters)
        passed = ["n"] * (not fixed) + ["Low", "High"] + [h[2] for h in held.values()]
        passed = ", ".join(passed)
        members, made, filled = "", ["n(I(Size))"], ""
        shrunk = self.arrays[0] if self.check == "bounds" and not self.kernel.exits else None
        for index, (name, (_, main, _)) in enumerate(held.items()):
            rows = "std::max(Size, 16L)" if DIMENSIONS[name] == 1 else "Size"
            if name == shrunk:
                rows = f"Fault < 0 ? {rows} : Size * Fault / 100"
            members += f"  {main} {name};\n"
            made.append(f"{name}({rows}, Size)")
            values = self.kernel.values
            if values == "Diagonal" and DIMENSIONS[name] != 2:
                values = "Mixed"
            filled += (f"    fill_indices({name}, Size);\n" if name == "K" else
                       f"    fill({name}, Values::{values}, {index}, Size);\n")
        kind = "Infinite" if self.test == "finite" else "Largest" if self.place == "overflow" else \
            "Large" if self.test == "range" or self.kernel.exits else "None"
        # In the left half of the row.
        column = "" if self.place == "row" else " + std::min(Row, Size / 2)"
        at = {1: "Row", 2: f"Row * Size{column}", 3: "Row * Size * Size"}
        spoiled = "X" if self.name == "break_outer" and self.check == "bounds" else self.read
        if kind != "None":
            filled += (f"    long Row = Size * Fault / 100;\n    if (Fault >= 0)\n"
                       f"      spoil({spoiled}, Bad::{kind}, {at[DIMENSIONS[spoiled]]});\n")
        return f"""// {self.spec}

#include <cstddef>
#include <cstdint>

using T = {"std::" * (self.type in INTEGERS)}{TYPES[self.type]};
using I = {INDICES[self.index]};

#include "sweep.h"

#ifndef MAIN

extern "C" long kernel({parameters}) {{
{fixed}{self.body}
  return -1;
}}

#else

extern "C" long kernel_a({parameters});
extern "C" long kernel_b({parameters});

struct Problem {{
  static constexpr bool Goes_on = {str(self.exit == "break" or self.kernel.exits).lower()};
  I n;
{members}
  Problem(long Size, int Fault) : {', '.join(made)} {{
{filled}  }}
  template <class Function> void each(Function Call) {{
    {' '.join(f'{name}.each(Call);' for name in held)}
  }}
  long call(bool Other) {{ return (Other ? kernel_b : kernel_a)({passed}); }}
}};

int main(int Count, char **Arguments) {{ return harness<Problem>(Count, Arguments); }}

#endif
"""
