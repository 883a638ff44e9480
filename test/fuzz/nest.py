"""A nest and its text in C++: what is accessed in which run, and a program of several nests."""

import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
NEVER = 1000  # A limit or counter value that no run reaches.
REGION, HEADS = 1 << 18, 12  # Bytes between two inaccessible pages, region; see harness.h.
OFFSETS = 8  # An array may begin so many rows behind its address, less one.


def literal(number):
    return "INT64_MIN" if number == -2**63 else str(number)


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


class Rounded(Aff):
    """The quotient ("/") or the remainder ("%") of an Aff and a positive number, rounded to zero as
    in C++, and a constant."""

    def __init__(self, of, operator, by, const=0):
        Aff.__init__(self, const=const)
        self.of, self.operator, self.by = of, operator, by

    def plus(self, const):
        return Rounded(self.of, self.operator, self.by, self.const + const)

    def range(self, env):
        lo, hi = self.of.range(env)
        if self.operator == "/":
            lo, hi = (x // self.by if x >= 0 else -(-x // self.by) for x in (lo, hi))
        else:
            lo, hi = max(min(lo, 0), 1 - self.by), min(max(hi, 0), self.by - 1)
        return lo + self.const, hi + self.const

    def text(self):
        text = "(%s) %s %d" % (self.of.text(), self.operator, self.by)
        return "%s + %d" % (text, self.const) if self.const else text


def clamp(env, name, lo, hi):
    """env with name between lo and hi, or None if that is empty."""
    a, b = max(env[name][0], lo), min(env[name][1], hi)
    return dict(env, **{name: (a, b)}) if a <= b else None


class Array:
    def __init__(self, element, **fields):
        self.of(element)
        self.restrict = self.poisonable = self.negative = False
        self.ld = "long"
        self.fixed = None  # Extent of a 1-D array with arbitrary subscripts.
        self.accessor = self.head = None  # Of a Mat: what is called; "ref" or "global".
        self.changes = False  # The nest changes the header.
        self.mod = False  # Only values below 12 are stored.
        self.own = False  # Only accessed by what made it.
        self.moved = False  # In some loop, it begins rows behind its address.
        self.__dict__.update(fields)
        self.shift = [0] * self.dims
        self.sizes = [1] * self.dims  # Of a global.

    def of(self, element):
        """Elements: the scalars they consist of, C++ type, number of scalars, types of members."""
        self.element = element
        self.code, self.type, self.lanes, self.members = element

    def is_vector(self):
        return "[0]" in self.members

    def size(self):
        return self.lanes * {"U8": 1, "U16": 2, "U32": 4, "I32": 4, "F80": 16}.get(self.code, 8)


# Types by which parts of elements are accessed (harness.h).
PARTS = {"Part32": "uint32_t", "Part16": "uint16_t", "Part8": "uint8_t"}


class Access:
    """member: what follows the element, or a type of PARTS and its subscript."""

    def __init__(self, array, subs, member=""):
        self.array, self.subs = array, subs  # Aff each, or the text of a non-affine one.
        self.member, part = member, PARTS.get(member.split("[")[0])
        self.part = bool(part)
        self.type = part or array.members.get(member, array.type)

    def whole(self):
        return not self.member and self.array.is_vector()

    def text(self, nest):
        if self.part:
            name, index = self.member.split("[")
            return "((%s *)&%s)[%s" % (name, self.element(nest), index)
        return self.element(nest) + self.member

    def element(self, nest):
        a = self.array
        subs = [s if isinstance(s, str) else s.plus(d).text() for s, d in zip(self.subs, a.shift)]
        if a.storage == "global":
            return nest.name(a) + "".join("[%s]" % s for s in subs)
        if a.storage == "rows":
            return "%s[%s][%s]" % (a.name, subs[0], subs[1])
        if a.storage == "matrix":
            return "%s(%s)" % (a.name, ", ".join(subs))
        if a.storage == "cmat":
            name = a.name if a.head == "ref" else nest.name(a)
            if a.accessor == "cell":
                return "cell(%s, %s)" % (name, ", ".join(subs))
            return "%s%s(%s)" % (name, a.accessor, ", ".join(subs))
        if nest.walked.get(a.name) and self.subs[0].terms == {nest.walked[a.name]: 1}:
            # A row pointer stands for the row of the counter.
            row = self.subs[0].const + a.shift[0]
            if row:
                return "row%s[(%d) * (long)ld1%s + (long)(%s)]" % (a.name, row, a.name, subs[1])
            return "row%s[%s]" % (a.name, subs[1])
        index = subs[0]
        for dim, s in enumerate(subs[1:], 1):
            index = "(%s) * ld%d%s + %s" % (index, dim, a.name, s)
        return "%s%s" % ("moved" * (a.name in nest.moved) + a.name,
                         (".at(%s)" if a.storage == "vector.at" else "[%s]") % index)


class Node:
    """A statement: kind "stmt" (text), "exit" (a guard: text is its condition), "if" (text is the
    condition), "block", "loop", "try" (its last part is a "handler"), or "switch" (text is the
    operand; its parts are of kind "case"). @0, @1… in the text stand for accesses; there may be
    more, which are made, too. After an exit and in an if with a clip (name, lo, hi), name is known
    to lie between these; they are Affs. A loop with a stop is left there if it comes so far. What
    follows in the body of one that moves an array accesses this through another pointer."""

    def __init__(self, kind, text="", accesses=(), body=None, **fields):
        self.kind, self.text, self.accesses, self.body = kind, text, list(accesses), body
        self.clip = self.stop = self.moves = None
        self.keep, self.walks = False, []
        self.__dict__.update(fields)


class Nest:
    def __init__(self, number):
        self.number = number
        self.types, self.arrays, self.scalars, self.body, self.runs = {}, [], {}, [], []
        self.alias = None
        self.deltas = [None, 0, 1, 2, -1, -3, 5, 20, -40]  # Elements between the two; None: apart.
        self.head_alias = None  # (B, A): in some runs, the data of B is the header of A.
        self.swaps = False  # Some Mats are swapped.
        self.mutated = set()  # Sizes that handlers make smaller.
        self.by_reference = False  # Sizes.
        self.tags = set()
        self.labels = set()
        self.local_catch = self.raii = False
        self.walked = {}  # Array: the counter of the loop around with which a row pointer moves.
        self.moved = set()  # Arrays that are accessed through another pointer.

    def name(self, a):
        return "n%d_%s" % (self.number, a.name)

    def unsigned(self, name):
        return self.types[name] in ("unsigned", "size_t")

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
                if node.stop:
                    end = min(end, node.stop.range(env)[1])
                if first[0] <= end:
                    yield from self.walk(node.body, dict(env, **{node.var: (first[0], end)}))
                continue
            inner = env
            if node.clip:
                name, lo, hi = node.clip
                inner = clamp(env, name, lo.range(env)[0], hi.range(env)[1])
            if node.kind in ("if", "block", "try", "handler", "case"):
                yield from self.walk([n for n in node.body if n.kind != "handler"], inner)
                yield from self.walk([n for n in node.body if n.kind == "handler"], inner)
            elif node.kind == "switch":
                for case in node.body:
                    yield from self.walk([case], inner)
            elif node.kind == "exit":
                env = inner

    def env(self, run):
        env = {name: (v, v) for name, v in run["sizes"].items()}
        for name, (rows, cols) in run["heads"].items():
            loose = self.loose(run)
            env[name + ".rows"] = (0, loose) if loose else (rows, rows)
            env[name + ".cols"] = (0, loose) if loose else (cols, cols)
        return env

    def loose(self, run):
        """What the extents of Mats may become in this run, if they may become larger."""
        if not self.swaps and not (self.head_alias and run["head_alias"]):
            return 0
        return max(12, *(x for head in run["heads"].values() for x in head))

    def extents(self, run, shifted=True):
        """The least and greatest subscript of each dimension of each array that is reached."""
        result = {}
        for node, env in self.walk(self.body, self.env(run)):
            for access in node.accesses:
                a = access.array
                ranges = result.setdefault(a.name, [None] * a.dims)
                for d, sub in enumerate(access.subs):
                    lo, hi = (0, a.fixed - 1) if a.fixed else sub.range(env)
                    hi += (OFFSETS - 1) * (a.moved and d == 0)
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
        signed = True
        for run in self.runs:
            for node, env in self.walk(self.body, self.env(run)):
                if node.kind != "loop":
                    continue
                lo = max(a.range(env)[0] for a in node.lo), max(a.range(env)[1] for a in node.lo)
                hi = min(a.range(env)[0] for a in node.hi)
                names = {n.split(".")[-1] for a in node.lo + node.hi for n in a.terms}
                if node.form == "!=" and (hi < lo[1] or names & (self.mutated | {"rows", "cols"})):
                    node.form = "<"
                if min(a.range(env)[0] for a in node.lo + node.hi) < 0:
                    signed = False
        if not signed or any(a.negative for a in self.arrays):
            for name in self.types:
                if self.unsigned(name):
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

    def emit_exit(self, node, here):
        """here: the loop that break and continue mean."""
        if node.exit in ("break", "next", "again"):
            word = {"break": "break;", "next": "continue;"}.get(node.exit)
            if word and node.target == here and node.id % 3:
                return word
            self.labels.add("%s_%s" % (node.exit, node.target))
            return "goto %s_%s;" % (node.exit, node.target)
        value = "(uint64_t)(long)(%s)" % node.value
        args = "%d, (long)%s, (long)%s, %s" % (node.id, node.payload[0], node.payload[1], value)
        return {"throw": "throw Err{%s};" % args, "call": "fail(%s);" % args,
                "goto": "goto done;", "rethrow": "throw;",
                "return": "return %d + (long)%s;" % (100 * node.id, node.payload[0]),
                "store": "{ out[13] = %s; return %d; }" % (value, node.id)}[node.exit]

    def emit_body(self, body, depth, here=None):
        pad, moved = "  " * depth, self.moved
        for number, node in enumerate(body):
            if node.kind == "stmt":
                yield pad + self.expand(node)
                if node.moves:
                    self.moved = self.moved | {node.moves.name}
            elif node.kind == "exit":
                exit = self.emit_exit(node, here)
                if node.text:
                    yield pad + "if (%s)" % self.expand(node)
                    exit = "  " + exit
                yield pad + exit
            elif node.kind == "loop":
                walks = [a for a in node.walks if a.name not in self.walked and
                         node.form in ("<", "!=") and node.step == 1]
                self.walked.update((a.name, node.var) for a in walks)
                lines = list(self.emit_body(node.body, depth + 1, node.var))
                for a in walks:
                    del self.walked[a.name]
                head, tail = self.emit_loop(
                    node, [a for a in walks if any("row%s[" % a.name in x for x in lines)])
                yield pad + head
                yield from lines
                if "next_" + node.var in self.labels:
                    yield pad + "  next_%s:;" % node.var
                yield pad + tail
                if "break_" + node.var in self.labels:
                    yield pad + "break_%s:;" % node.var
            elif node.kind == "try":
                lines = list(self.emit_body(node.body, depth + 1, here))
                handled = any(n.kind == "handler" for n in node.body)
                if "again_%s" % node.id in self.labels:
                    yield pad + "again_%s:" % node.id
                yield pad + ("try {" if handled else "{")
                yield from lines
                yield pad + "}"
            elif node.kind == "handler":
                self.moved = moved
                yield pad[2:] + "} catch (%s) {" % node.catch
                if "Err" in node.catch:
                    yield pad + "out[17] = out[17] * 31 + e.id + e.a;"
                yield from self.emit_body(node.body, depth, here)
                if node.catch_too:
                    yield pad[2:] + "} catch (%s) {" % node.catch_too
                    yield pad + "out[16] = out[16] * 5 + 1;"
            elif node.kind == "case":
                yield pad + ("case %d: {" % number if number + 1 < len(body) else "default: {")
                yield from self.emit_body(node.body, depth + 1, None)
                yield pad + "  break;"
                yield pad + "}"
            else:
                head = {"if": "if (%s) {", "switch": "switch (%s) {"}.get(node.kind, "{%.0s")
                yield pad + head % self.expand(node)
                yield from self.emit_body(node.body, depth + 1, here)
                yield pad + "}"
        self.moved = moved

    def emit_loop(self, node, walks=()):
        def of(affs, op):
            text = affs[0].text()
            for a in affs[1:]:
                text = "((long)(%s) %s (long)(%s) ? (long)(%s) : (long)(%s))" % (
                    text, op, a.text(), text, a.text())
            return text
        v, lo, hi = node.var, of(node.lo, ">"), of(node.hi, "<")
        if node.form == "forever":
            return "for (%s%s = %s;; %s) { if (%s >= %s) break;" % (
                "" if node.outside else self.types[v] + " ", v, lo,
                "++" + v if node.step == 1 else "%s += %d" % (v, node.step), v, hi), "}"
        begin = ("" if node.outside else self.types[v] + " ") + v + " = "
        step = "++" + v if node.step == 1 else "%s += %d" % (v, node.step)
        if node.form == "do":
            return "{ %s%s; do {" % (begin, lo), "} while ((%s) < %s); }" % (step, hi)
        if walks:
            # Signed, since a row may lie in front of the array.
            rows = ["%s%s *row%s = %s + (long)(%s) * (long)ld1%s;" % (
                "" if a.role == "rw" else "const ", a.type, a.name, a.name, lo, a.name)
                for a in walks]
            step += "".join(", row%s += ld1%s" % (a.name, a.name) for a in walks)
            return "{ %s for (%s%s; %s %s %s; %s) {" % (
                " ".join(rows), begin, lo, v, node.form, hi, step), "} }"
        if node.form != "down":
            return "for (%s%s; %s %s %s; %s) {" % (begin, lo, v, node.form, hi, step), "}"
        if self.unsigned(v):
            return "for (%s%s; %s-- > %s;) {" % (begin, hi, v, lo), "}"
        if any(self.unsigned(name) for a in node.lo + node.hi for name in a.terms):
            lo, hi = "(long)(%s)" % lo, "(long)(%s)" % hi  # The counter may become negative.
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
            elif a.storage == "rows":
                yield ("%s%s **%s" % (const, a.type, a.name),
                       "(%s%s **)r.rows(%d, sizeof(%s))" % (const, a.type, slot, a.type))
            elif a.storage == "matrix":
                yield ("Matrix<%s%s> %s%s" % (const, a.type, "&" * a.restrict, a.name),
                       "m%d" % slot)
            elif a.storage == "cmat":
                if a.head == "ref":
                    const = "const " if a.role == "ro" and not a.changes else ""
                    yield "%sMat<%s> &%s" % (const, a.type, a.name), \
                        "*(Mat<%s> *)r.head(%d)" % (a.type, slot)
            elif a.storage != "global":
                yield "%sstd::vector<%s> &%s" % (const, a.type, a.name), self.name(a)
            if a.storage in ("pointer", "vector", "vector.at"):
                for d in range(1, a.dims):
                    yield "%s ld%d%s" % (a.ld, d, a.name), "(%s)r.a[%d].ld[%d]" % (a.ld, slot, d)
        order = list(self.runs[0]["sizes"])
        for n in names:
            if n in order:
                if self.by_reference:
                    const = "" if n in self.mutated else "const "
                    yield const + self.types[n] + " &" + n, n
                else:
                    yield self.types[n] + " " + n, "(%s)r.size[%d]" % (self.types[n],
                                                                     order.index(n))

    def emit(self):
        arrays, _ = self.used()
        out = []
        for a in arrays:
            if a.storage == "global":
                reached = [e[a.name] for e in map(self.extents, self.runs) if a.name in e]
                # A reduced nest keeps the sizes that it had.
                a.sizes = [max([a.sizes[d]] + [e[d][1] + 1 for e in reached])
                           for d in range(a.dims)]
                out.append("%s%s %s%s;" % ("static " * a.restrict, a.type, self.name(a),
                                           "".join("[%d]" % s for s in a.sizes)))
            elif a.storage.startswith("vector"):
                out.append("static std::vector<%s> %s;" % (a.type, self.name(a)))
            elif a.head == "global":
                out.append("%sMat<%s> %s;" % ("static " * a.restrict, a.type, self.name(a)))
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
        self.labels = set()
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
        if self.by_reference:
            for k, n in enumerate(self.runs[0]["sizes"]):
                if any(p[1] == n for p in pairs):
                    out.append("  %s %s = (%s)r.size[%d];" % (self.types[n], n, self.types[n], k))
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
            "{%s, %d, %d, %s, %d, %s}, " % (
                a.code, a.lanes, a.fill,
                "get_" + self.name(a) if a.storage not in ("pointer", "rows", "matrix", "cmat")
                else "nullptr", a.storage == "cmat",
                "&" + self.name(a) if a.head == "global" else "nullptr") for a in arrays)))
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
            elif a.storage == "rows":
                ld[0] = ranges[0][1]
            elif a.storage == "matrix":
                ld = [max(0, ranges[0][1] + 1 - short), ranges[1][1] + 1]
                count = ld[0] * ld[1]
            elif a.storage == "cmat":
                high, wide = run["heads"][a.name]
                drawn = self.swaps or self.head_alias
                if a.name + ".rows" not in self.types and not drawn:
                    high = max(0, ranges[0][1] + 1 + pad // 2 - short)
                if a.name + ".cols" not in self.types and not drawn:
                    wide = ranges[1][1] + 1 + pad // 2
                loose = self.loose(run)
                ld, low = [high, wide], 0
                count = loose * loose if loose else high * wide
            elif a.storage == "vector.at":
                count = max(0, count - short)
            if a.fill == 6:  # What lies behind the last subscript with a value other than zero.
                row = a.sizes[-1] if a.storage == "global" else ld[-1] or count
                ld = [0, row, run["sizes"]["mask"] + a.shift[-1]]
            end = REGION - count * a.size()
            begin = [0, end, min(end, REGION // 2)][place]
            if a.type.endswith("U") and a.storage in ("pointer", "rows"):
                begin = abs(begin - rng.choice([0, 8]))
            home = slot
            if a.storage == "pointer" and a.name not in extents and null == 0 and \
                    not a.moved and not any(a in n.walks for n in self.nodes()):
                home, count = -1, 0
            if self.alias and run["delta"] is not None and a.name in self.alias:
                other = self.alias[a.name == self.alias[0]]
                home, begin = where.get(other, (slot, REGION // 2))
                if other in where:
                    begin += run["delta"] * a.size()
                begin = max(0, min(begin, end))
            if self.head_alias and run["head_alias"] and a.name == self.head_alias[0]:
                of = next(i for i, b in enumerate(arrays) if b.name == self.head_alias[1]) \
                    if self.head_alias[1] in [b.name for b in arrays] else slot
                home, begin, count = HEADS, of * 2048 + 8, 144
            where[a.name] = home, begin
            rows.append("{%d, %d, %d, %d, {%s}}" % (
                home, begin, count, -low * a.size(), ", ".join(map(str, ld))))
        poison = [(i, int(f * 1e6)) for i, a in enumerate(arrays)
                  for name, f in run["poison"] if name == a.name]
        return "{%d, {%s}, %d, {%s}, {%s}}" % (
            run["seed"] % 2**31, ", ".join(map(literal, run["sizes"].values())), len(poison),
            ", ".join("{%d, %d}" % p for p in poison), ", ".join(rows))


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
