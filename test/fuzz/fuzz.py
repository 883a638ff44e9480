#!/usr/bin/env python3
"""Random nests with abnormal exits: what the compiler makes of them must behave as -O0 does.

usage: fuzz.py [--seed S] [--count N | --seconds T] [--build DIR] [--jobs J] [--out DIR]

A *batch* is one C++ file with some 24 nests; its random numbers come from (seed + number of the
batch), those of a nest from that and the nest's number alone, so that a nest can be generated again
by itself (--only). Each nest is called for a table of *runs*: sizes, thresholds of the guards, and
places of poison values in the data, which decide whether and where a guard fires. A run prints what
left the function, what it returned or threw, errno, and a hash of each array with the memory around
it. The reference is the stock compiler at -O0; the compiler under test is run in both modes, with
options drawn at random.

No run has undefined behaviour in an iteration that is executed, by construction: subscripts are
affine, so their extrema over the loops are known for each run (class Aff, Nest.extents), and arrays
are made as large. They are no larger, though: an array may end at a page that cannot be accessed,
and an iteration behind the one that leaves the nest may reach for it. Arithmetic is exact: modulo
2^n, or of integers that stay far below 2^53 (a statement adds a bounded value to at most one value
that the nest wrote, so values grow linearly).

A failing nest is generated alone, statements and guards are dropped while it still fails, and the
result is written to --out. Status 1 if anything failed.
"""

import argparse
import collections
import concurrent.futures
import copy
import os
import random
import re
import shlex
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILE_LIMIT, RUN_LIMIT = 120, 60  # seconds
NEVER = 1000  # A limit or counter value that no run reaches.
REGION = 1 << 18  # Bytes between two inaccessible pages; see HARNESS.

# ---- Affine expressions ---------------------------------------------------------------------


class Aff:
    """A sum of coefficients times names (loop counters, sizes), and a constant."""

    def __init__(self, terms=(), const=0):
        self.terms, self.const = {n: c for n, c in dict(terms).items() if c}, const

    def plus(self, const):
        return Aff(self.terms, self.const + const)

    def range(self, env):
        lo = hi = self.const
        for name, c in self.terms.items():
            a, b = env[name]
            lo, hi = lo + min(a * c, b * c), hi + max(a * c, b * c)
        return lo, hi

    def text(self):
        """What is added first, then what is subtracted: if no variable and no result is negative,
        no partial sum is, so that unsigned operands do no harm."""
        def term(name, c):
            return name if c == 1 else "%d * %s" % (c, name)
        plus = [term(n, c) for n, c in self.terms.items() if c > 0]
        minus = [term(n, -c) for n, c in self.terms.items() if c < 0]
        if self.const > 0 or (self.const == 0 and not plus):
            plus.append(str(self.const))
        elif self.const < 0:
            minus.append(str(-self.const))
        return " + ".join(plus or ["0"]) + "".join(" - " + m for m in minus)


def clamp(env, name, lo, hi):
    """@p env with name between lo and hi, or None if that is empty."""
    a, b = max(env[name][0], lo), min(env[name][1], hi)
    return dict(env, **{name: (a, b)}) if a <= b else None


# ---- The nest -------------------------------------------------------------------------------


class Array:
    def __init__(self, **fields):
        self.restrict = self.poisonable = self.negative = False
        self.ld = "long"
        self.fixed = None  # Extent of a 1-D array with arbitrary subscripts.
        self.__dict__.update(fields)
        self.shift = [0] * self.dims


class Access:
    def __init__(self, array, subs):
        self.array, self.subs = array, subs  # Aff each, or the text of a non-affine one.

    def text(self, nest):
        a = self.array
        subs = [s if isinstance(s, str) else s.plus(d).text() for s, d in zip(self.subs, a.shift)]
        if a.storage == "global":
            return nest.name(a) + "".join("[%s]" % s for s in subs)
        if a.storage == "matrix":
            return "%s(%s)" % (a.name, ", ".join(subs))
        index = subs[0]
        for dim, s in enumerate(subs[1:], 1):
            index = "(%s) * ld%d%s + %s" % (index, dim, a.name, s)
        return "%s%s" % (a.name, (".at(%s)" if a.storage == "vector.at" else "[%s]") % index)


class Node:
    """A statement: kind "stmt" (text), "exit" (a guard: text is its condition), "if" (text is the
    condition), "block" or "loop". @0, @1… in the text stand for accesses. After an exit and in an
    if with a clip (name, lo, hi), name is known to lie between these; they are Affs."""

    def __init__(self, kind, text="", accesses=(), body=None, **fields):
        self.kind, self.text, self.accesses, self.body = kind, text, list(accesses), body
        self.clip, self.keep = None, False
        self.__dict__.update(fields)


class Nest:
    def __init__(self, number):
        self.number = number
        self.types, self.arrays, self.scalars, self.body, self.runs = {}, [], {}, [], []
        self.alias = None
        self.local_catch = self.raii = False

    def name(self, a):
        return "n%d_%s" % (self.number, a.name)

    def nodes(self, body=None):
        for node in self.body if body is None else body:
            yield node
            if node.body is not None:
                yield from self.nodes(node.body)

    def walk(self, body, env):
        """All (node, env) that a run may reach; env maps names to ranges. Generous: it may name
        more than is reached."""
        for node in body:
            if env is None:
                return
            yield node, env
            if node.kind == "loop":
                lo = [a.range(env) for a in node.lo]
                hi = [a.range(env) for a in node.hi]
                first = max(r[0] for r in lo), max(r[1] for r in lo)
                end = min(r[1] for r in hi) - 1
                if node.form == "do":
                    end = max(end, first[1])
                if first[0] <= end:
                    yield from self.walk(node.body, dict(env, **{node.var: (first[0], end)}))
                continue
            inner = env
            if node.clip:
                name, lo, hi = node.clip
                inner = clamp(env, name, lo.range(env)[0], hi.range(env)[1])
            if node.kind in ("if", "block"):
                yield from self.walk(node.body, inner)
            elif node.kind == "exit":
                env = inner

    def env(self, run):
        return {name: (v, v) for name, v in run["sizes"].items()}

    def extents(self, run, shifted=True):
        """The least and greatest subscript of each dimension of each array that is reached."""
        result = {}
        for node, env in self.walk(self.body, self.env(run)):
            for access in node.accesses:
                a = access.array
                ranges = result.setdefault(a.name, [None] * a.dims)
                for d, sub in enumerate(access.subs):
                    lo, hi = (0, a.fixed - 1) if a.fixed else sub.range(env)
                    shift = a.shift[d] if shifted else 0
                    old = ranges[d] or (lo + shift, hi + shift)
                    ranges[d] = min(old[0], lo + shift), max(old[1], hi + shift)
        return result

    def used(self):
        """Names of the arrays and of the parameters that are used."""
        text = " ".join(self.emit_body(self.body, 1)) + " ".join(self.liveouts())
        words = set(re.findall(r"\w+", text))
        return [a for a in self.arrays if {a.name, self.name(a)} & words], \
            [n for n in self.types if n in words]

    def settle(self):
        """Correct what the runs show to be wrong: bounds that wrap, subscripts below zero."""
        def unsigned(name):
            return self.types[name] in ("unsigned", "size_t")
        signed = True
        for run in self.runs:
            for node, env in self.walk(self.body, self.env(run)):
                if node.kind != "loop":
                    continue
                lo = max(a.range(env)[0] for a in node.lo), max(a.range(env)[1] for a in node.lo)
                hi = min(a.range(env)[0] for a in node.hi)
                if node.form == "!=" and hi < lo[1]:
                    node.form = "<"
                if min(a.range(env)[0] for a in node.lo + node.hi) < 0:
                    signed = False
        if not signed or any(a.negative for a in self.arrays):
            for name in self.types:
                if unsigned(name):
                    self.types[name] = "int" if self.types[name] == "unsigned" else "long"
            for a in self.arrays:
                a.ld = {"unsigned": "int", "size_t": "long"}.get(a.ld, a.ld)
        for a in self.arrays:
            if a.negative or a.fixed:
                continue
            for run in self.runs:
                for d, r in enumerate(self.extents(run, False).get(a.name, [])):
                    a.shift[d] = max(a.shift[d], -r[0])

    # -- C++ --

    def expand(self, node):
        return re.sub(r"@(\d)", lambda m: node.accesses[int(m[1])].text(self), node.text)

    def emit_exit(self, node):
        value = "(uint64_t)(long)(%s)" % node.value
        args = "%d, (long)%s, (long)%s, %s" % (node.id, node.payload[0], node.payload[1], value)
        return {"throw": "throw Err{%s};" % args, "call": "fail(%s);" % args,
                "goto": "goto done;",
                "return": "return %d + (long)%s;" % (100 * node.id, node.payload[0]),
                "store": "{ out[13] = %s; return %d; }" % (value, node.id)}[node.exit]

    def emit_body(self, body, depth):
        pad = "  " * depth
        for node in body:
            if node.kind == "stmt":
                yield pad + self.expand(node)
            elif node.kind == "exit":
                yield pad + "if (%s)" % self.expand(node)
                yield pad + "  " + self.emit_exit(node)
            else:
                tail = "}"
                if node.kind == "loop":
                    head, tail = self.emit_loop(node)
                else:
                    head = "if (%s) {" % self.expand(node) if node.kind == "if" else "{"
                yield pad + head
                yield from self.emit_body(node.body, depth + 1)
                yield pad + tail

    def emit_loop(self, node):
        def of(affs, op):
            text = affs[0].text()
            for a in affs[1:]:
                text = "((long)(%s) %s (long)(%s) ? (long)(%s) : (long)(%s))" % (
                    text, op, a.text(), text, a.text())
            return text
        v, lo, hi = node.var, of(node.lo, ">"), of(node.hi, "<")
        begin = ("" if node.outside else self.types[v] + " ") + v + " = "
        step = "++" + v if node.step == 1 else "%s += %d" % (v, node.step)
        if node.form == "do":
            return "{ %s%s; do {" % (begin, lo), "} while ((%s) < %s); }" % (step, hi)
        if node.form != "down":
            return "for (%s%s; %s %s %s; %s) {" % (begin, lo, v, node.form, hi, step), "}"
        if self.types[v] in ("unsigned", "size_t"):
            return "for (%s%s; %s-- > %s;) {" % (begin, hi, v, lo), "}"
        step = "--" + v if node.step == 1 else "%s -= %d" % (v, node.step)
        return "for (%s%s - 1; %s >= %s; %s) {" % (begin, hi, v, lo, step), "}"

    def liveouts(self):
        return list(self.scalars) + [n.var for n in self.nodes() if n.kind == "loop" and n.outside]

    def parameters(self):
        """(declaration, argument) pairs."""
        arrays, names = self.used()
        for slot, a in enumerate(arrays):
            const = "" if a.role == "rw" else "const "
            if a.storage == "pointer":
                yield ("%s%s *%s%s" % (const, a.type, "__restrict " * a.restrict, a.name),
                       "(%s *)r.at(%d)" % (a.type, slot))
            elif a.storage == "matrix":
                yield ("Matrix<%s%s> %s%s" % (const, a.type, "&" * a.restrict, a.name),
                       "m%d" % slot)
            elif a.storage != "global":
                yield "%sstd::vector<%s> &%s" % (const, a.type, a.name), self.name(a)
            if a.storage in ("pointer", "vector", "vector.at"):
                for d in range(1, a.dims):
                    yield "%s ld%d%s" % (a.ld, d, a.name), "(%s)r.a[%d].ld[%d]" % (a.ld, slot, d)
        order = list(self.runs[0]["sizes"])
        for n in names:
            if n in order:
                yield self.types[n] + " " + n, "(%s)r.size[%d]" % (self.types[n], order.index(n))

    def emit(self):
        arrays, _ = self.used()
        out = []
        for a in arrays:
            if a.storage == "global":
                sizes = [max(e[a.name][d][1] + 1 for e in map(self.extents, self.runs) if a.name in e)
                         if any(a.name in self.extents(run) for run in self.runs) else 1
                         for d in range(a.dims)]
                a.sizes = sizes
                out.append("%s%s %s%s;" % ("static " * a.restrict, a.type, self.name(a),
                                           "".join("[%d]" % s for s in sizes)))
            elif a.storage.startswith("vector"):
                out.append("static std::vector<%s> %s;" % (a.type, self.name(a)))
        pairs = list(self.parameters())
        out.append("NOINLINE long n%d(%s) {" % (
            self.number, ", ".join([p[0] for p in pairs] + ["uint64_t *out"])))
        out += ["  %s %s = %s;" % (t, s, v) for s, (t, v) in self.scalars.items()]
        out += ["  %s %s = 7;" % (self.types[n.var], n.var)
                for n in self.nodes() if n.kind == "loop" and n.outside]
        writes = ["out[%d] = (uint64_t)(long)%s;" % x for x in enumerate(self.liveouts())]
        if self.raii:
            out.append("  Cleanup cleanup{out};")
        if self.local_catch:
            out.append("  try {")
        out += self.emit_body(self.body, 1)
        if self.local_catch:
            out.append("  } catch (const Err &e) { %s out[14] = e.v; return e.id; }" %
                       " ".join(writes))
        out.append("done:" if any(n.kind == "exit" and n.exit == "goto" for n in self.nodes())
                   else "")
        out += ["  " + w for w in writes] + ["  return 1;", "}"]
        out.append("static long call%d(const Run &r, uint64_t *out) {" % self.number)
        for slot, a in enumerate(arrays):
            if a.storage == "matrix":
                out.append("  Matrix<%s%s> m%d{(%s *)r.at(%d), r.a[%d].ld[0], r.a[%d].ld[1]};" % (
                    "" if a.role == "rw" else "const ", a.type, slot, a.type, slot, slot, slot))
        out.append("  return n%d(%s);\n}" % (self.number,
                                              ", ".join([p[1] for p in pairs] + ["out"])))
        for a in arrays:
            size = "(void)count; return (void *)%s;"
            if a.storage.startswith("vector"):
                size = "%s.resize(count); return (void *)%s.data();" % ((self.name(a),) * 2)
            elif a.storage == "global":
                size = "return (void *)%s;" % self.name(a)
            else:
                continue
            out.append("static void *get_%s(size_t count) { %s }" % (self.name(a), size))
        out.append("static const Array arrays%d[] = {%s{}};" % (self.number, "".join(
            "{%s, %d, %s}, " % (
                a.code, a.fill, "get_" + self.name(a) if a.storage not in ("pointer", "matrix")
                else "nullptr") for a in arrays)))
        out.append("static const Run runs%d[] = {" % self.number)
        for run in self.runs:
            out.append("  " + self.emit_run(run, arrays) + ",")
        out.append("};\n")
        return "\n".join(out)

    def emit_run(self, run, arrays):
        extents = self.extents(run)
        rows, where = [], {}
        rng = random.Random(run["seed"])
        for slot, a in enumerate(arrays):
            size = {"U8": 1, "U16": 2, "U32": 4, "I32": 4}.get(a.code, 8)
            pad, place, cut, null = (rng.randrange(3), rng.randrange(3), rng.randrange(1, 4),
                                     rng.randrange(3))
            ranges = extents.get(a.name) or [(0, 0)] * a.dims
            ranges = [(min(lo, 0), max(hi, 0)) for lo, hi in ranges]
            ld = [0] + [hi - lo + 1 + pad // 2 for lo, hi in ranges[1:]]
            def linear(subs):
                index = 0
                for d, s in enumerate(subs):
                    index = index * ld[d] + s
                return index
            low = linear([lo for lo, _ in ranges])
            count = linear([hi for _, hi in ranges]) - low + 1
            short = cut if run["short"] == a.name else 0
            if a.storage == "global":
                count, low = 1, 0
                for s in a.sizes:
                    count *= s
            elif a.storage == "matrix":
                ld = [max(0, ranges[0][1] + 1 - short), ranges[1][1] + 1]
                count = ld[0] * ld[1]
            elif a.storage == "vector.at":
                count = max(0, count - short)
            begin = [0, REGION - count * size, REGION // 2][place]
            home = slot
            if a.storage == "pointer" and a.name not in extents and null == 0:
                home, count = -1, 0
            if self.alias and run["delta"] is not None and a.name in self.alias:
                other = self.alias[a.name == self.alias[0]]
                home, begin = where.get(other, (slot, REGION // 2))
                if other in where:
                    begin += run["delta"] * size
            where[a.name] = home, begin
            rows.append("{%d, %d, %d, %d, {%s}}" % (
                home, begin, count, -low * size, ", ".join(map(str, ld))))
        poison = [(i, int(f * 1e6)) for i, a in enumerate(arrays)
                  for name, f in run["poison"] if name == a.name]
        return "{%d, {%s}, %d, {%s}, {%s}}" % (
            run["seed"] % 2**31, ", ".join(map(str, run["sizes"].values())), len(poison),
            ", ".join("{%d, %d}" % p for p in poison), ", ".join(rows))


# ---- Random nests ---------------------------------------------------------------------------


class Generator:
    """Draws one nest. Two kinds of arithmetic: "wrap" (unsigned, anything goes) and "linear" (double
    or long without overflow)."""

    WRAP = [("U64", "uint64_t")] * 4 + [("U32", "uint32_t")] * 3 + [
        ("I32", "int32_t"), ("I64", "int64_t"), ("U16", "uint16_t"), ("U8", "uint8_t")]

    def __init__(self, seed, number):
        self.r = random.Random("%s/%d" % (seed, number))
        self.nest = Nest(number)
        self.wrap = self.r.random() < 0.5
        self.exits = self.thresholds = self.temporaries = 0

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *options):
        return self.r.choice(options)

    def nest_of(self):
        r, nest = self.r, self.nest
        # A tame nest is likelier to be transformed, a wild one finds more in front of that.
        self.wild = self.chance(0.25)
        self.signed = self.chance(0.65)
        counters = ["int", "long", "int", "long", "short"] if self.signed else \
            ["int", "long", "unsigned", "size_t", "size_t"]
        self.counter = lambda: r.choice(counters)
        if not self.wild:
            one = r.choice(counters[:4] if self.signed else counters)
            self.counter = lambda: one
        for name in ("n", "m", "p", "lim"):
            nest.types[name] = self.counter().replace("short", "int")
        self.compute = self.pick("uint64_t", "uint64_t", "uint32_t") if self.wrap else \
            self.pick("double", "double", "long")
        self.make_arrays()
        if self.chance(0.5):
            nest.scalars["s"] = (self.compute, "3")
        self.depth = r.choices([1, 2, 3], [1, 12, 11])[0]
        self.names = iter("ijkluvwxyz")
        self.bodies = []
        nest.body = [self.loop(1, [])]
        for _ in range(r.choices([1, 2, 3, 4], [50, 30, 12, 8])[0]):
            body, scope = r.choice(self.bodies + self.bodies[-1:] * 2)
            self.insert_guard(body, scope)
        nest.local_catch = self.chance(0.1)
        nest.raii = self.chance(0.1)
        self.make_runs()
        nest.settle()
        return nest

    def make_arrays(self):
        r, nest = self.r, self.nest
        restrict = self.chance(0.3)
        dims = self.pick(2, 2, 2, None)
        for index in range(r.randint(2, 5)):
            if self.wrap:
                code, ctype = r.choice(self.WRAP)
                if self.chance(0.5):
                    code, ctype = self.compute.replace("uint", "U")[:3], self.compute
            else:
                code, ctype = {"double": ("F64", "double"), "long": ("I64", "int64_t")}[self.compute]
            role = "rw" if index == 0 or self.chance(0.35) else "ro"
            storage = r.choices(["global", "pointer", "vector", "vector.at", "matrix"],
                                [7, 8, 2, 1, 2])[0]
            d = {"vector.at": r.randint(1, 2), "vector": r.randint(1, 2), "matrix": 2}.get(
                storage, dims or r.choices([1, 2, 3], [3, 4, 2])[0])
            nest.arrays.append(Array(
                name="ABCDE"[index], code=code, type=ctype, role=role, storage=storage, dims=d,
                restrict=restrict or storage == "global" and self.chance(0.5),
                poisonable=role == "ro" and index % 2 == 0 or self.wrap,
                negative=self.signed and storage == "pointer" and self.chance(0.3),
                ld=self.counter().replace("short", "int"),
                fill=self.pick(2, 2, 4) if self.wrap else 1 if role == "rw" else 0))
        free = [a for a in nest.arrays if a.storage == "pointer" and not a.restrict]
        if self.wrap and len(free) >= 2 and self.chance(0.6):
            a, b = r.sample(free, 2)
            b.code, b.type = a.code, a.type
            nest.alias = sorted([a.name, b.name])

    # -- Loops --

    def loop(self, level, scope):
        r, nest = self.r, self.nest
        var = next(self.names)
        nest.types[var] = self.counter()
        size = self.pick("n", "m", "p")
        lo, hi = Aff(const=self.pick(0, 0, 0, 0, 1, 2)), Aff(
            {size: 1}, self.pick(0, 0, 0, 0, -1 if self.signed else 0, 1))
        if self.signed and self.chance(0.05):
            lo = Aff(const=-2)
        los, his = [lo], [hi]
        if scope and self.chance(0.35):
            outer = r.choice(scope)
            shape = r.choice(range(7) if self.signed else [0, 1, 3, 4])
            if shape == 0:
                los = [Aff({outer: 1}, self.pick(0, 1))]
            elif shape == 1:
                his = [Aff({outer: 1}, self.pick(0, 1, 2))]
            elif shape == 2:
                his = [Aff({size: 1, outer: -1})]
            elif shape == 3:
                los, his = [Aff({outer: 1})], [Aff({outer: 1}, r.randint(1, 4))]
            elif shape == 4:
                his = [hi, Aff({outer: 1}, r.randint(1, 4))]
            elif shape == 5:
                los = [lo, Aff({outer: 1}, -r.randint(1, 3))]
            else:
                his = [Aff({outer: 1, size: 1}, -1)]
        elif self.chance(0.05):
            his = [Aff(const=r.randint(1, 7))]
        node = Node("loop", body=[], var=var, lo=los, hi=his,
                    form=r.choices(["<", "!=", "down", "do"],
                                   [16, 2, 3, 1] if self.wild else [30, 2, 3, 0])[0],
                    step=2 if self.chance(0.2 if self.wild else 0.05) else 1,
                    outside=self.chance(0.15 if self.wild else 0.05))
        if node.form == "!=" or node.form == "down" and nest.types[var] in ("unsigned", "size_t"):
            node.step = 1
        inner = scope + [var]
        self.bodies.append((node.body, inner))
        if level == self.depth:
            for _ in range(r.choices([1, 2, 3], [6, 4, 1])[0]):
                node.body.append(self.statement(inner))
            return node
        if self.chance(0.1):
            node.body.append(self.limit_guard(inner))
        if self.chance(0.35):
            node.body.append(self.statement(inner))
        node.body.append(self.loop(level + 1, inner))
        if self.chance(0.25):
            node.body.append(self.statement(inner))
        if level == self.depth - 1 and self.chance(0.12):
            node.body.append(self.loop(level + 1, inner))
        return node

    def limit_guard(self, scope):
        var = scope[-1]
        return self.guard("%s >= lim" % var, [], scope,
                          clip=(var, Aff(const=-NEVER), Aff({"lim": 1}, -1)))

    # -- Operands --

    def subscript(self, var, scope):
        r = self.r
        kind = r.choices(["plain", "offset", "sum", "twice", "back", "constant"],
                         [60, 25, 4, 2, 4, 4] if self.wild else [72, 22, 2, 1, 2, 1])[0]
        if kind == "offset":
            return Aff({var: 1}, self.pick(-2, -1, -1, 1, 1, 2))
        if kind == "sum" and len(scope) > 1:
            a, b = r.sample(scope, 2)
            return Aff({a: 1, b: self.pick(1, -1)})
        if kind == "twice":
            return Aff({var: 2}, self.pick(0, 1))
        if kind == "back":
            return Aff({"n": 1, var: -1}, -1)
        if kind == "constant":
            return Aff(const=r.randrange(3))
        return Aff({var: 1})

    def access(self, scope, role=None, poisonable=None, small=False, inner=False):
        r = self.r
        fits = [a for a in self.nest.arrays if not a.fixed and a.role in (role or a.role) and
                (poisonable is None or a.poisonable == poisonable)]
        if not fits:
            return None
        a = r.choice(small and [a for a in fits if a.fill == 4] or fits)
        names = r.sample(scope, min(a.dims, len(scope)))
        if inner and scope[-1] not in names and self.chance(0.9):
            names[-1] = scope[-1]
        if self.chance(0.6):
            names.sort(key=scope.index)
        subs = [self.subscript(v, scope) for v in names]
        while len(subs) < a.dims:
            subs.insert(r.randrange(len(subs) + 1), Aff(const=r.randrange(2)))
        return Access(a, subs)

    def value(self, accesses, access):
        accesses.append(access)
        text = "@%d" % (len(accesses) - 1)
        return text if access.array.type == self.compute else "(%s)%s" % (self.compute, text)

    def addend(self, scope, accesses):
        """Linear: bounded by 8 times a poison value whatever the nest does."""
        r = self.r
        x = self.access(scope, "ro")
        kind = r.randrange(6)
        if x is None or kind == 0:
            return "(%s)%s" % (self.compute, r.choice(scope)) if self.chance(0.5) else "2"
        text = self.value(accesses, x)
        if kind == 1:
            return "%d * %s" % (self.pick(2, 3, -1), text)
        y = self.access(scope, "ro", poisonable=False)
        return "%s * %s" % (text, self.value(accesses, y)) if kind < 5 and y else text

    def expression(self, scope, accesses):
        """Wrap: anything of up to three operands."""
        r, text = self.r, ""
        for index in range(r.choices([1, 2, 3], [2, 5, 3])[0]):
            kind = r.randrange(10)
            if kind == 0:
                operand = "(%s)%s" % (self.compute, r.choice(scope))
            elif kind == 1:
                operand = "(%s)%d" % (self.compute, r.randrange(1, 99))
            elif kind == 2 and "s" in self.nest.scalars:
                operand = "s"
            else:
                operand = self.value(accesses, self.access(scope))
            text = "(%s %s %s)" % (text, r.choice("++-**^&|"), operand) if text else operand
        return text

    # -- Statements --

    def statement(self, scope):
        r = self.r
        kind = r.randrange(100)
        if kind < 7:
            return self.live_out(scope)
        if kind < 13:
            return self.branch(scope)
        if kind < 20 and self.wrap:
            return self.protected(scope)
        if kind < 20 + self.wild:
            return self.indirect(scope)
        if "s" in self.nest.scalars and kind < 32:
            accesses = []
            if self.wrap:
                text = self.pick("s += %s;", "s += %s;", "s ^= %s;", "s = s * 31 + %s;")
                return Node("stmt", text % self.expression(scope, accesses), accesses)
            x = self.pick(self.addend(scope, accesses), None) or \
                self.value(accesses, self.access(scope, "rw"))
            return Node("stmt", "s += %s;" % x, accesses)
        return self.assignment(scope)

    def assignment(self, scope):
        target = self.access(scope, "rw", inner=self.chance(0.7))
        accesses = [target]
        if self.wrap:
            e = self.expression(scope, accesses)
            op = self.pick("", "", "+", "^", "*", "-")
            if op and target.array.type == self.compute:
                return Node("stmt", "@0 %s= %s;" % (op, e), accesses)
            if op:
                e = "(%s)@0 %s %s" % (self.compute, op, e)
            return Node("stmt", "@0 = (%s)(%s);" % (target.array.type, e), accesses)
        form = self.r.randrange(6)
        if form < 3:
            op = self.pick("+=", "+=", "-=")
            return Node("stmt", "@0 %s %s;" % (op, self.addend(scope, accesses)), accesses)
        x = self.value(accesses, self.access(scope, "rw"))
        if form == 3:
            y = self.value(accesses, self.access(scope, "rw"))
            return Node("stmt", "@0 = %s > %s ? %s : %s;" % (x, y, x, y), accesses)
        e = self.addend(scope, accesses)
        return Node("stmt", "@0 = %s;" % (e if form == 4 else "%s + %s" % (x, e)), accesses)

    def live_out(self, scope):
        x, var = self.access(scope), self.r.choice(scope)
        kind = self.r.randrange(4)
        if kind == 0:
            self.nest.scalars["last"] = ("long", "-1")
            return Node("stmt", self.pick("last = (long)%s;", "if (@0 > 3) last = (long)%s;") % var,
                        [x])
        name, op = self.pick(("hi", ">"), ("lo", "<"))
        self.nest.scalars.setdefault(name, (x.array.type if self.wrap else self.compute, "0"))
        if kind == 1:
            self.nest.scalars["at"] = ("long", "-1")
            return Node("stmt", "if (@0 %s %s) { %s = @0; at = (long)%s; }" % (op, name, name, var),
                        [x])
        return Node("stmt", "%s = @0 %s %s ? (%s)@0 : %s;" % (
            name, op, name, self.nest.scalars[name][0], name), [x])

    def branch(self, scope):
        """A statement of which the nest executes only some instances."""
        body = [self.statement(scope) if self.chance(0.3) else self.assignment(scope)]
        self.bodies.insert(0, (body, scope))
        var, kind = self.r.choice(scope), self.r.randrange(4)
        if kind == 0:
            c = self.r.randrange(1, 3)
            return Node("if", "%s >= %d" % (var, c), [], body,
                        clip=(var, Aff(const=c), Aff(const=NEVER)))
        if kind == 1:
            return Node("if", "%s %s %s" % (var, self.pick("<", "==", "!="), self.r.choice(scope)),
                        [], body)
        x = self.access(scope)
        return Node("if", "(long)@0 & 1" if self.chance(0.5) else "@0 > 0", [x], body)

    def temporary(self):
        self.temporaries += 1
        return "t%d" % self.temporaries

    def protected(self, scope):
        """Arithmetic that is defined only because a guard did not fire, or a value that is checked
        before it is stored."""
        target, x, t = self.access(scope, "rw"), self.access(scope, small=True), self.temporary()
        kind, ctype = self.r.randrange(4), target.array.type
        if kind == 0:
            decl, cond = "int32_t %s = (int32_t)@0;", "{0} > 32767 || {0} < 0"
            use = "@0 = (%s)({0} * 65521 + 7);" % ctype
        elif kind == 1:
            decl, cond, use = "uint32_t %s = (uint32_t)@0;", "{0} == 0", \
                "@0 = (%s)((uint32_t)@0 / {0});" % ctype
        elif kind == 2:
            decl, cond, use = "uint32_t %s = (uint32_t)@0;", "{0} >= 32", \
                "@0 = (%s)((uint32_t)@0 << {0});" % ctype
        else:
            accesses = []
            e = self.expression(scope, accesses)
            return Node("block", body=[
                Node("stmt", "%s %s = %s;" % (self.compute, t, e), accesses, keep=True),
                self.guard("(%s & 63) == %s" % (t, self.threshold()), [], scope),
                Node("stmt", "@0 = (%s)%s;" % (ctype, t), [target])])
        return Node("block", body=[
            Node("stmt", decl % t, [x], keep=True),
            self.guard(cond.format(t), [], scope, keep=True),
            Node("stmt", use.format(t), [target])])

    def indirect(self, scope):
        """A subscript read from memory, checked before use."""
        arrays = self.nest.arrays
        index = next((a for a in arrays if a.name == "X"), None)
        if not index:
            index = Array(name="X", code="I32", type="int32_t", role="ro", fill=3, dims=1,
                          storage=self.pick("global", "pointer"), poisonable=True)
            wide = ("U64", "uint64_t") if self.wrap else ("I64", "int64_t")
            arrays += [index, Array(name="Y", code=wide[0], type=wide[1], role="rw", fill=1,
                                    dims=1, storage=self.pick("global", "pointer"), fixed=8)]
        y, t = next(a for a in arrays if a.name == "Y"), self.temporary()
        at = Access(index, [self.subscript(scope[-1], scope)])
        return Node("block", body=[
            Node("stmt", "int32_t %s = @0;" % t, [at], keep=True),
            self.guard("%s < 0 || %s >= 8" % (t, t), [], scope, keep=True),
            Node("stmt", "@0 += 3;", [Access(y, [t])])])

    # -- Guards --

    def threshold(self):
        name = "t%s" % "abcdefgh"[self.thresholds % 8]
        self.thresholds += 1
        self.nest.types[name] = "long" if not self.wrap else "uint64_t"
        return name

    def guard(self, text, accesses, scope, clip=None, keep=False):
        self.exits += 1
        payload = [self.r.choice(scope), self.r.choice(scope)]
        value = "s" if "s" in self.nest.scalars and self.chance(0.3) else payload[0]
        return Node("exit", text, accesses, clip=clip, keep=keep, id=self.exits, payload=payload,
                    value=value, exit=self.r.choices(
                        ["throw", "call", "goto", "return", "store"], [10, 2, 3, 2, 1])[0])

    def condition(self, scope, accesses):
        r = self.r
        kind = r.choices(["data", "affine", "carried"], [12, 3, 2])[0]
        if kind == "affine":
            name = "c%s" % "abcdefgh"[self.thresholds % 8]
            self.thresholds += 1
            self.nest.types[name] = "long"
            a, b = scope[-1], scope[0]
            if self.chance(0.3):
                a, b = r.choice(scope), r.choice(scope)
            return self.pick("(long)%s == %s", "(long)%s >= %s", "(long)%s + (long){} == %s") \
                .format(b) % (a, name)
        if kind == "carried" and "s" in self.nest.scalars:
            return "(s & 255) == %s" % self.threshold() if self.wrap else \
                "s > %s" % self.threshold()
        x = self.access(scope, poisonable=True, inner=True) or self.access(scope, inner=True)
        if x.array.role == "rw" and self.wrap:
            accesses.append(x)
            return "(@%d & 63) == %s" % (len(accesses) - 1, self.threshold())
        accesses.append(x)
        return ("@%d == (%s)-1" % (len(accesses) - 1, x.array.type) if self.wrap else
                "@%d > %s" % (len(accesses) - 1, self.pick("1000000", self.threshold())))

    def insert_guard(self, body, scope):
        r = self.r
        place = r.randrange(len(body) + 1)
        before = body[place - 1] if place else None
        if before and before.kind == "stmt" and before.text.startswith("@0") and self.chance(0.4):
            # The value just written.
            text = "(@0 & 63) == %s" % self.threshold() if self.wrap else \
                self.pick("@0 > 1000000", "@0 > %s" % self.threshold())
            body.insert(place, self.guard(text, before.accesses[:1], scope))
            return
        if self.chance(0.08):
            body.insert(0, self.limit_guard(scope))
            return
        accesses = []
        text = self.condition(scope, accesses)
        if self.chance(0.2):
            text = "%s %s %s" % (text, self.pick("&&", "&&", "||"), self.condition(scope, accesses))
        body.insert(place, self.guard(text, accesses, scope))

    # -- Runs --

    def make_runs(self):
        r, nest = self.r, self.nest
        thresholds = [n for n in nest.types if len(n) == 2 and n[0] in "tc"]
        cap = 13 if self.depth == 3 or any(a.dims == 3 for a in nest.arrays) else 40
        for index in range(28):
            n, m, p = ([12, 12, 12], [cap, cap, cap], [1, 1, 1], [0, 5, 5], [5, 0, 5])[index] \
                if index < 5 else [r.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12])
                                   for _ in "nmp"]
            if index % 5 == 1:
                n, m, p = [self.pick(x, x, cap) for x in (n, m, p)]
            sizes = {"n": n, "m": m, "p": p, "lim": NEVER}
            for t in thresholds:
                sizes[t] = -NEVER if t[0] == "c" else 10**15
            run = {"sizes": sizes, "poison": [], "short": None, "seed": r.randrange(1 << 30),
                   "delta": self.pick(None, 0, 1, 2, -1, -3, 5) if nest.alias else None}
            events = self.pick(0, 1, 1, 2) if index else 0
            for _ in range(events):
                kind = r.randrange(4)
                if kind == 0:
                    sizes["lim"] = r.randrange(1, 13)
                elif kind == 1 and thresholds:
                    t = r.choice(thresholds)
                    sizes[t] = r.randrange(0, 14) if t[0] == "c" else \
                        r.randrange(64) if self.wrap else r.randrange(-20, 400)
                elif kind == 2:
                    run["short"] = r.choice([a.name for a in nest.arrays])
                else:
                    fits = [a.name for a in nest.arrays if a.poisonable]
                    run["poison"] += [(r.choice(fits), r.random()) for _ in fits[:2]]
            nest.runs.append(run)


def program(nests):
    with open(os.path.join(HERE, "harness.h")) as f:
        harness = f.read()
    text = [harness] + [n.emit() for n in nests]
    text.append("static const Nest nests[] = {")
    text += ["  {%d, call%d, arrays%d, runs%d, %d}," % ((n.number,) * 4 + (len(n.runs),))
             for n in nests]
    text.append("};\n#pragma clang optimize off\nint main(int argc, char **argv) {\n"
                "  return run_all(nests, %d, argc > 1 ? argv[1] : \"0\");\n}\n" % len(nests))
    return "\n".join(text)


# ---- Compiling, running, comparing ------------------------------------------------------------

OPTIONS = [  # (probability, choices)
    (0.4, ["-march=native"]),
    (0.5, ["-mllvm -polly-escop-first-chunk=%d" % n for n in (1, 2, 3)]),
    (0.3, ["-mllvm -polly-escop-max-chunk=2"]),
    (0.2, ["-mllvm -polly-escop-min-budget=0"]),
    (0.5, ["-mllvm -polly-default-tile-size=%d" % n for n in (2, 3, 4, 5, 8)]),
    (0.3, ["-mllvm -force-vector-interleave=1"]),
    (0.1, ["-mllvm -force-vector-width=%d" % n for n in (2, 4)]),
]


def draw_flags(seed, mode):
    rng = random.Random("%s/%s" % (seed, mode))
    flags = "-O3 -fexception-safe-tiling=" + mode
    for probability, choices in OPTIONS:
        if rng.random() < probability:
            flags += " " + rng.choice(choices)
    return flags


class Tool:
    """Compiles and runs programs in one folder."""

    def __init__(self, options, folder):
        self.o, self.folder = options, folder
        os.makedirs(folder, exist_ok=True)

    def compile(self, source, flags, binary):
        """(status, messages); flags None: the reference."""
        argv = [self.o.reference, "-O0"]
        if flags is not None:
            argv = [os.path.join(self.o.build, "bin", "clang++")] + shlex.split(flags)
            if "-fexception-safe-tiling" in flags:
                argv += ["-fverify-intermediate-code", "-Rpass=polly-escop",
                         "-Rpass-missed=polly-escop"]
        argv += ["-w", "-std=c++17", source, "-o", binary]
        try:
            done = subprocess.run(argv, stderr=subprocess.PIPE, timeout=COMPILE_LIMIT)
        except subprocess.TimeoutExpired:
            return "no end after %d s" % COMPILE_LIMIT, ""
        except OSError as e:
            return str(e), ""
        return done.returncode, done.stderr.decode(errors="replace")

    def execute(self, binary, nests):
        """{number: lines}; a run that crashes is its nest's last line."""
        lines, first = collections.OrderedDict((n.number, []) for n in nests), nests[0].number
        while first is not None:
            try:
                done = subprocess.run([binary, str(first)], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, timeout=RUN_LIMIT)
                status, text = done.returncode, done.stdout
            except subprocess.TimeoutExpired as e:
                status, text = "no end", e.stdout or b""
            last = first
            for line in text.decode(errors="replace").splitlines():
                last = int(line.split()[1])
                lines[last].append(line)
            if status == 0:
                return lines
            lines[last] = (lines[last] or ["nest %d:" % last])
            lines[last][-1] += " <ends with status %s>" % status
            first = next((n.number for n in nests if n.number > last), None)
        return lines

    def check(self, nests, flags, want=None):
        """Compile and run with @p flags. \returns (messages, want, {number: failure})."""
        source, binary = os.path.join(self.folder, "nests.cpp"), os.path.join(self.folder, "nests")
        if want is None:
            with open(source, "w") as f:
                f.write(program(nests))
            status, messages = self.compile(source, None, binary)
            if status:
                return messages, None, {n.number: "the reference does not compile" for n in nests}
            want = self.execute(binary, nests)
            for number, lines in want.items():
                if "<ends" in lines[-1]:
                    return "", None, {number: "the reference fails: " + lines[-1]}
        status, messages = self.compile(source, flags, binary)
        if status:
            failure = "does not compile (%s)" % status
            return messages, want, {n.number: failure for n in nests}
        got, bad = self.execute(binary, nests), {}
        for n in nests:
            pairs = zip(want[n.number], got[n.number] + ["<nothing>"] * len(want[n.number]))
            wrong = [(k, a, b) for k, (a, b) in enumerate(pairs) if a != b]
            if wrong:
                bad[n.number] = wrong
        return messages, want, bad


def kind_of(failure):
    return failure.split("(")[0] if isinstance(failure, str) else "output"


def describe(failure):
    if isinstance(failure, str):
        return failure
    return "\n".join("expected: %s\ngot:      %s" % (a, b) for _, a, b in failure[:3]) + \
        "\n%d runs differ" % len(failure)


def positions(body):
    """(body, index) of every node, the largest parts first."""
    for index, node in enumerate(body):
        yield body, index
    for node in body:
        if node.body is not None:
            yield from positions(node.body)


def reduce(tool, nest, flags, failure, deadline):
    """A smaller nest that fails in the same way."""
    def attempt(candidate):
        nonlocal nest, failure
        if time.time() > deadline or not candidate.body:
            return False
        candidate.settle()
        _, _, bad = tool.check([candidate], flags)
        again = bad.get(candidate.number)
        if again is None or kind_of(again) != kind_of(failure):
            return False
        nest, failure = candidate, again
        return True

    if not isinstance(failure, str):
        for keep in ([failure[0][0]], [k for k, _, _ in failure[:4]]):
            candidate = copy.deepcopy(nest)
            candidate.runs = [candidate.runs[k] for k in keep]
            if attempt(candidate):
                break
    for flag in re.findall(r" (-march=native|-mllvm \S+)", flags):
        old, flags = flags, flags.replace(" " + flag, "")
        if not attempt(copy.deepcopy(nest)):
            flags = old
    progress = True
    while progress:
        progress, k = False, 0
        while True:
            candidate = copy.deepcopy(nest)
            place = next((p for n, p in enumerate(positions(candidate.body)) if n == k), None)
            if not place:
                break
            body, index = place
            node = body[index]
            if not node.keep:
                del body[index]
                if attempt(candidate):
                    progress = True
                    continue
                if node.kind == "if" and not node.clip:  # Its body without the condition.
                    candidate = copy.deepcopy(nest)
                    body, index = next(p for n, p in enumerate(positions(candidate.body)) if n == k)
                    body[index:index + 1] = body[index].body
                    if attempt(candidate):
                        progress = True
                        continue
            k += 1
        for field in ("local_catch", "raii"):
            candidate = copy.deepcopy(nest)
            if getattr(nest, field) and not setattr(candidate, field, False) and attempt(candidate):
                progress = True
        for name in nest.scalars:
            candidate = copy.deepcopy(nest)
            del candidate.scalars[name]
            if name not in " ".join(candidate.emit_body(candidate.body, 0)) and attempt(candidate):
                progress = True
    return nest, flags, failure


class Statistics:
    def __init__(self):
        self.nests = 0
        self.seconds = collections.Counter()
        self.remarks = collections.Counter()

    def add(self, mode, nests, messages, seconds):
        self.nests += nests
        self.seconds[mode] += seconds
        for line in messages.splitlines():
            m = re.search(r"remark: (tiled) exception-safe nest \((.*?)\)|remark: not (tiled): ([\w-]+)",
                          line)
            if m:
                self.remarks["%-9s %s" % (mode, "tiled (%s)" % m[2] if m[1] else m[4])] += 1

    def show(self):
        tiled = sum(v for k, v in self.remarks.items() if "tiled (" in k)
        text = ["%d nests compiled, %.1f%% of %d remarks say tiled; %s" % (
            self.nests, 100.0 * tiled / max(1, sum(self.remarks.values())),
            sum(self.remarks.values()),
            ", ".join("%s %.0f s" % x for x in self.seconds.items()))]
        return "\n".join(text + ["  %6d  %s" % (v, k) for k, v in sorted(self.remarks.items())])


def make_nests(seed, options):
    numbers = [options.only] if options.only is not None else range(options.nests)
    return [Generator(seed, n).nest_of() for n in numbers]


def batch(seed, options):
    """Check one batch. \returns (seed, [(mode, nests, messages, seconds)], number of failures)."""
    tool = Tool(options, os.path.join(options.out, "work.%d" % seed))
    nests, want, failures, done = make_nests(seed, options), None, 0, []
    for mode in options.modes:
        flags = options.flags or draw_flags(seed, mode)
        began = time.time()
        messages, want, bad = tool.check(nests, flags, want)
        done.append((mode, len(nests), messages, time.time() - began))
        if bad and any(isinstance(f, str) for f in bad.values()) and len(nests) > 1:
            print("seed %d [%s]: %s; trying the nests one by one\n%s" % (
                seed, flags, describe(next(iter(bad.values()))), messages[-1500:]), flush=True)
            one, bad = Tool(options, tool.folder + ".one"), {}
            for n in nests:
                bad.update(one.check([n], flags)[2])
            failures += not bad
        for number, failure in bad.items():
            failures += 1
            print("FAIL seed %d nest %d [%s]\n%s" % (seed, number, flags, describe(failure)),
                  flush=True)
            save(seed, number, mode, flags, failure, options)
    if not failures and not options.keep:
        for name in ("nests", "nests.cpp"):
            os.unlink(os.path.join(tool.folder, name))
        os.rmdir(tool.folder)
    return seed, done, failures


def save(seed, number, mode, flags, failure, options):
    """Reduce a failing nest and write it to a file of its own."""
    nest = Generator(seed, number).nest_of()
    small = Tool(options, os.path.join(options.out, "reduce.%d.%d.%s" % (seed, number, mode)))
    _, _, bad = small.check([nest], flags)
    alone = number in bad
    flags_now = flags
    if alone:
        nest, flags_now, failure = reduce(small, nest, flags, bad[number],
                                          time.time() + options.reduce)
    path = os.path.join(options.out, "seed%d-nest%d-%s.cpp" % (seed, number, mode))
    messages, _, _ = small.check([nest], flags_now)
    remarks = [m for m in messages.splitlines() if "remark:" in m or "error:" in m]
    note = "seed %d, nest %d%s\nflags: %s\n%s\n%s" % (
        seed, number, "" if alone else " (does not fail alone)", flags_now, describe(failure),
        "\n".join(remarks))
    with open(path, "w") as f:
        f.write("".join("// %s\n" % line for line in note.splitlines()) + program([nest]))
    print("  %s\n  %s\n%s" % (path, note.replace("\n", "\n  "), nest.emit()), flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, help="batches (default: 1, or what --seconds allows)")
    p.add_argument("--seconds", type=float)
    p.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"))
    p.add_argument("--reference", default="clang++-19")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--out", default="fuzz.out")
    p.add_argument("--nests", type=int, default=24, help="nests of a batch")
    p.add_argument("--only", type=int, help="generate this nest only")
    p.add_argument("--modes", type=lambda s: s.split(","), default=["optimized", "naive"])
    p.add_argument("--flags", help="compile with these instead of flags drawn at random")
    p.add_argument("--reduce", type=float, default=240, help="seconds to reduce a failing nest")
    p.add_argument("--keep", action="store_true", help="keep the generated files")
    p.add_argument("--print", action="store_true", help="print the program and stop")
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    if o.print:
        print(program(make_nests(o.seed, o)))
        return 0
    began, statistics, failures, programs = time.time(), Statistics(), 0, 0
    count = o.count or (1 if o.seconds is None else 10**9)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        running, seed = set(), o.seed
        while True:
            while len(running) < o.jobs and seed < o.seed + count and \
                    (o.seconds is None or time.time() - began < o.seconds):
                running.add(pool.submit(batch, seed, o))
                seed += 1
            if not running:
                break
            finished, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for f in finished:
                number, done, bad = f.result()
                programs += len(done)
                failures += bad
                for mode, nests, messages, seconds in done:
                    statistics.add(mode, nests, messages, seconds)
                print("seed %d: %s, %d failures" % (number, ", ".join(
                    "%s %.0f s" % (mode, seconds) for mode, _, _, seconds in done), bad),
                    flush=True)
    print("%d programs; %s" % (programs, statistics.show()))
    print("%d failures" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
