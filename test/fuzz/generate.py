"""Draws nests at random."""

import random

from nest import NEVER, OFFSETS, Access, Aff, Array, Nest, Node, Rounded

LONGEST = 2**63 - 1


def scalar(code, ctype):
    return code, ctype, 1, {}


def vector(code, ctype, lanes, name):
    return [(code, name + end, lanes, {"[%d]" % k: ctype for k in range(lanes)}) for end in ("", "U")]


class Generator:
    """Draws one nest. Two kinds of arithmetic: "wrap" (unsigned, anything goes) and "linear"
    (double, or long without overflow)."""

    # Elements that have parts, for each type of computation.
    RECORDS = {
        "uint32_t": [("U32", "Sample", 1, {".v": "uint32_t", ".w": "uint8_t"}),
                     ("U32", "Body<uint32_t>", 4, {".%s" % m: "uint32_t" for m in "vwxy"})],
        "uint64_t": [("U64", "Entry", 1, {".v": "uint64_t", ".w": "uint16_t"}),
                     ("U64", "Body<uint64_t>", 4, {".%s" % m: "uint64_t" for m in "vwxy"})],
        "long": [("I64", "Balance", 1, {".v": "int64_t", ".w": "int16_t"})],
        "double": [("F80", "Record", 1, {".v": "Real", ".w": "int16_t", ".x": "int32_t"}),
                   ("F64", "Body<double>", 4, {".%s" % m: "double" for m in "vwxy"})]}
    VECTORS = {
        "uint32_t": vector("U32", "uint32_t", 4, "Words"),
        "uint64_t": vector("U64", "uint64_t", 4, "Longs"),
        "double": vector("F64", "double", 2, "Two") + vector("F64", "double", 4, "Four")}
    # Accesses of other sizes than the array's.
    PARTS = {"U32": ["Part16[0]", "Part16[1]", "Part8[1]"],
             "U64": ["Part32[0]", "Part32[1]", "Part16[1]", "Part8[7]"]}
    # Limits, as good as none some of them.
    ENDS = [-LONGEST - 1, -LONGEST + 4, -200, -60, -7, -1, 0, 1, 3, 6, 9, 12, 45, 200, 1 << 56,
            1 << 57, (1 << 57) + 1, 1 << 58, LONGEST - 40, LONGEST - 1, LONGEST]

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
        self.wild = self.chance(0.12)
        # What happens at an exit: it leaves the nest; one or two loops; is caught in the nest.
        self.resumes = self.chance(0.6)
        # Guards do not read what the nest writes, but where arrays overlap.
        self.guarded = "ro" if self.chance(0.2) else None
        self.tries = 0
        self.signed = self.chance(0.65)
        counters = ["int", "long", "int", "long", "short"] if self.signed else \
            ["int", "long", "unsigned", "size_t", "size_t"]
        self.counter = lambda: r.choice(counters)
        if not self.wild:
            one = r.choice(counters[:4] if self.signed else counters)
            self.counter = lambda: one
        for name in ("n", "m", "p", "lim"):
            nest.types[name] = self.counter().replace("short", "int")
        # What is stored as a 64-bit integer may, to the compiler, be an extent in memory.
        self.mixed = self.wild or self.chance(0.2)
        self.compute = r.choices(["uint64_t", "uint32_t"], [2, 1] if self.mixed else [1, 3])[0] \
            if self.wrap else r.choices(["double", "long"], [2, 1] if self.mixed else [6, 1])[0]
        self.elements = self.chance(0.15) and self.RECORDS[self.compute] or \
            self.chance(0.1) and self.VECTORS.get(self.compute)
        self.make_arrays()
        if self.chance(0.5):
            nest.scalars["s"] = (self.compute, "3")
        nest.by_reference = self.chance(0.15 if self.wild else 0.05)
        self.depth = r.choices([1, 2, 3], [10, 30, 30] if self.wild else [20, 38, 50])[0]
        self.names = iter("ijkluvwxyz")
        self.bodies = []
        nest.body = [self.loop(1, [])]
        if self.chance(0.08):
            nest.body.append(self.loop(1, []))
            nest.tags.add("two nests")
        # Error handlers that return may be the nest's only exits.
        handlers = self.chance(0.12)
        for index in range(r.choices([1, 2, 3, 4], [50, 30, 12, 8])[0]):
            if handlers:
                self.insert(self.cold_call)
                nest.tags.add("handlers only")
                continue
            body, scope = r.choice(self.bodies + self.bodies[-1:])
            # Without an exit that leaves the nest, only its inner loops are looked at.
            self.insert_guard(body, scope, leave=not index and not self.wild)
        if self.chance(0.1):
            self.insert(self.cold_call)
        self.resumes &= not handlers
        if self.chance(0.07) and (self.wild or self.depth > 1):
            self.insert(self.switch)
        if self.resumes and self.chance(0.6):
            for _ in range(self.pick(1, 1, 1, 2)):
                self.insert_try()
        if self.wrap and self.guarded and not nest.alias and self.chance(0.3):
            self.insert_divisor()
        if self.chance(0.02):
            self.insert(lambda scope: Node("stmt", "errno = 5;"))
            self.insert(lambda scope: self.guard("errno == 33", [], scope))
            nest.tags.add("errno written")
        nest.local_catch = self.chance(0.1)
        nest.raii = self.chance(0.1)
        self.make_runs()
        nest.settle()
        # Shifted subscripts reach farther.
        for _ in range(6):
            for run in nest.runs:
                if self.bytes(run) > 250000:
                    self.shrink(run)
                    nest.settle()
        nest.runs = [run for run in nest.runs if self.bytes(run) <= 250000]
        return nest

    def make_arrays(self):
        r, nest = self.r, self.nest
        restrict = self.chance(0.3)
        dims = self.pick(2, 2, 2, None)
        mats = 14 if self.chance(0.4) else 0
        rows = 12 if self.chance(0.2) else 0
        share = [7, 8, 2, 1, 1, mats, rows] if self.wild else [7, 9, 1, 0.5, 0.4, mats, rows]
        for index in range(r.randint(2, 5)):
            if self.wrap:
                code, ctype = r.choice(self.WRAP)
                if self.chance(0.5 if self.mixed else 0.85):
                    code, ctype = self.compute.replace("uint", "U")[:3], self.compute
            else:
                code = "F64" if self.compute == "double" else "I64"
                ctype = "double" if self.compute == "double" else "int64_t"
            element = scalar(code, ctype)
            if self.elements and self.chance(0.5):
                element = r.choice(self.elements)
                nest.tags.add("elements: " + element[1])
            role = "rw" if index == 0 or self.chance(0.35) else "ro"
            storage = r.choices(["global", "pointer", "vector", "vector.at", "matrix", "cmat", "rows"],
                                share)[0]
            d = {"vector.at": r.randint(1, 2), "vector": r.randint(1, 2), "matrix": 2,
                 "cmat": 2, "rows": 2}.get(storage, dims or r.choices([1, 2, 3], [3, 4, 2])[0])
            nest.arrays.append(Array(
                element, name="ABCDE"[index], role=role, storage=storage, dims=d,
                restrict=restrict or storage == "global" and self.chance(0.5),
                poisonable=role == "ro" and index % 2 == 0 or self.wrap,
                negative=self.signed and storage == "pointer" and self.chance(0.3),
                ld=self.counter().replace("short", "int"),
                fill=self.pick(2, 2, 4) if self.wrap else 1 if role == "rw" else 0))
        free = [a for a in nest.arrays if a.storage == "pointer" and not a.restrict]
        if self.wrap and len(free) >= 2 and self.chance(0.6):
            a, b = r.sample(free, 2)
            b.of(a.element)
            nest.alias = sorted([a.name, b.name])
        self.mats = [a for a in nest.arrays if a.storage == "cmat"]
        if self.mats:
            nest.tags.add("mat")
        if any(a.storage == "rows" for a in nest.arrays):
            nest.tags.add("table of rows")
        for a in self.mats:
            a.accessor = self.pick("", "", "", ".get", ".get", ".flat", "cell")
            a.head = self.pick("ref", "ref", "ref", "global")
        if self.wrap and len(self.mats) >= 2 and not nest.alias and self.chance(0.3):
            a, b = r.sample(self.mats, 2)
            b.of(a.element)
            nest.alias = sorted([a.name, b.name])
            nest.tags.add("mats overlap")
        fits = [a for a in self.mats if a.name not in (nest.alias or [])]
        if self.wrap and fits and self.chance(0.35):
            b, a = r.choice(fits), r.choice(self.mats)
            b.of(self.pick(scalar("U64", "uint64_t"), scalar("I64", "int64_t")))
            a.head, b.mod = "ref", True
            b.role = "rw"
            nest.head_alias = (b.name, a.name)
            nest.tags.add("header alias")

    # -- Loops --

    def loop(self, level, scope):
        r, nest = self.r, self.nest
        var = next(self.names)
        nest.types[var] = self.counter()
        size = self.pick("n", "m", "p")
        refs = [a for a in self.mats if a.head == "ref"]
        if refs and self.chance(0.35 if self.wild else 0.25 if scope else 0.06):
            size = r.choice(refs).name + self.pick(".rows", ".cols")
            nest.types[size] = "long"
            nest.tags.add("header bound")
        lo, hi = Aff(const=self.pick(0, 0, 0, 0, 1, 2)), Aff(
            {size: 1}, self.pick(0, 0, 0, 0, -1 if self.signed else 0, 1))
        if self.signed and self.chance(0.05):
            lo = Aff(const=-2)
        los, his = [lo], [hi]
        if scope and self.chance(0.22):
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
        elif self.chance(0.02):
            his = [Aff(const=r.randint(1, 7))]
        node = Node("loop", body=[], var=var, lo=los, hi=his,
                    form=r.choices(["<", "!=", "down", "do", "forever"],
                                   [16, 2, 3, 1, 1] if self.wild else [30, 2, 3, 0.3, 0.5])[0],
                    step=2 if self.chance(0.15 if self.wild else 0.02) else 1,
                    outside=self.chance(0.15 if self.wild else 0.05))
        if node.form == "!=" or node.form == "down" and nest.types[var] in ("unsigned", "size_t"):
            node.step = 1
        inner = scope + [var]
        body = self.unlimited(node, inner) if self.chance(0.02) else node.body
        self.bodies.append((body, inner))
        if level < self.depth and self.chance(0.06):
            self.move_array(body, var)
        if node.step == 1 and node.form in ("<", "!=") and self.chance(0.12):
            self.walk_rows(node)
        if level == self.depth and level > 1 and self.chance(0.06):
            body.append(self.row(inner))
            return node
        if level == self.depth:
            for _ in range(r.choices([1, 2, 3], [6, 4, 1])[0]):
                body.append(self.statement(inner))
            return node
        if self.chance(0.1):
            body.append(self.limit_guard(inner))
        if self.chance(0.35):
            body.append(self.statement(inner))
        last = level == self.depth - 1
        body.append((self.sum if last and self.chance(0.15) else self.loop)(level + 1, inner))
        if self.chance(0.25):
            body.append(self.statement(inner))
        if last and self.chance(0.12):
            body.append(self.loop(level + 1, inner))
        return node

    def unlimited(self, node, scope):
        """A loop that data end, and a limit that may be none. Returns the rest of its body."""
        at, clip = self.mask(scope)
        self.nest.types["inf"] = "long"
        node.lo, node.hi, node.form, node.step = [Aff()], [Aff({"inf": 1})], "<", 1
        node.stop = Aff({"mask": 1})
        rest = Node("block", body=[])
        node.body += [self.guard("@0 == 0", [at], scope, clip, keep=True, resume=False), rest]
        self.nest.tags.add("no limit")
        return rest.body

    def move_array(self, body, var):
        """An array begins elsewhere in each iteration, as a table says."""
        fits = [a for a in self.free() if a.storage == "pointer" and not a.negative and a.dims < 3]
        if fits:
            a = self.r.choice(fits)
            a.moved = True
            table = self.own_array("O", scalar("I64", "int64_t"), fill=3)
            body.append(Node("stmt", "{0}{1} *moved{2}; moved{2} = {2} + @0{3};".format(
                "const " * (a.role == "ro"), a.type, a.name, " * ld1" + a.name if a.dims > 1 else ""),
                [Access(table, [Aff({var: 1})])], moves=a))
            self.nest.tags.add("table of offsets")

    def sum(self, level, scope):
        """The innermost loop adds up in a local variable, which may be wider than its element."""
        to = self.access(scope, "rw", parts=self.chance(0.7))
        if to.array.is_vector() and self.chance(0.7):
            to = Access(to.array, to.subs)
            ctype, addend = to.type, lambda *where: self.vector(to.array, *where)
        else:
            ctype = self.pick("uint64_t", "uint32_t") if self.wrap else self.compute
            addend = self.expression if self.wrap else self.addend
        t, factor, at, accesses = self.temporary(), "", None, []
        parts = [Node("stmt", "%s %s = {};" % (ctype, t), keep=True)]
        if self.wrap and self.chance(0.3):
            # What is copied and overwritten is still an operand.
            x, copy, saved = self.access(scope, "rw"), self.access(scope, "rw"), self.temporary()
            factor = "%s * " % saved
            parts += [Node("stmt", "{0} {1} = ({0})@0;".format(self.compute, saved), [x], keep=True),
                      Node("stmt", self.store(copy, saved), [copy]), self.assignment(scope, x)]
            self.nest.tags.add("saved operand")
        parts.append(self.loop(level, scope))
        body, inner = self.bodies[-1]
        if self.chance(0.3):
            at, clip = self.mask(inner)
            accesses.append(at)
            factor += "@0 * "
        add = Node("stmt", "%s += %s(%s);" % (t, factor, addend(inner, accesses)), accesses)
        body.append(Node("if", "@0 != 0", [at], [add], clip=clip) if at else add)
        parts.append(Node("stmt", self.store(to, t), [to]))
        self.nest.tags.add("sum" + " of vectors" * to.whole() + " read conditionally" * bool(at))
        return Node("block", body=parts)

    def walk_rows(self, node):
        """Let a pointer that moves with this loop stand for rows of an array."""
        fits = [a for a in self.nest.arrays if a.storage == "pointer" and a.dims == 2]
        if fits:
            node.walks = [self.r.choice(fits)]
            self.nest.tags.add("row pointer")

    def row(self, scope):
        """What is recognised as a memset or memcpy."""
        def of_row(a):
            return Access(a, self.lead(a, scope[:-1]) + [Aff({scope[-1]: 1})])
        to = self.r.choice(self.free("rw"))
        same = [a for a in self.free() if a.type == to.type and a is not to and not to.mod]
        self.nest.tags.add("row set or copied")
        if same and self.chance(0.5):
            return Node("stmt", "@0 = @1;", [of_row(to), of_row(self.r.choice(same))])
        return Node("stmt", "@0 = {};" if to.members else "@0 = 0;", [of_row(to)])

    def lead(self, a, scope):
        """Subscripts in front of the last one."""
        lead = [Aff({v: 1}) for v in self.r.sample(scope, min(a.dims - 1, len(scope)))]
        return lead + [Aff(const=1)] * (a.dims - 1 - len(lead))

    def move(self, scope):
        """memset, memcpy or memmove of a part of a row, beside stores to its elements."""
        def fit(a):
            return a.storage in ("global", "pointer", "rows", "matrix", "vector")
        fits = list(filter(fit, self.free("rw")))
        if not fits:
            return self.assignment(scope)
        to = self.r.choice(fits)
        lead = self.lead(to, scope)
        length = self.pick(Aff(const=self.r.randint(2, 40)), Aff({self.pick("n", "m", "p"): 1}))
        def part(a, lead):
            first = Aff({}, self.r.randrange(3)) if self.chance(0.7) else Aff({scope[-1]: 1})
            last = Aff({**first.terms, **length.terms}, first.const + length.const - 1)
            return [Access(a, lead + [first]), Access(a, lead + [last])]
        (first, last), source = part(to, lead), self.r.choice(
            [to, self.r.choice([a for a in filter(fit, self.free()) if a.type == to.type])])
        if self.chance(0.3):
            text, more = "memset(&@0, %d, (%s) * sizeof @0);" % (
                self.pick(0, 1, 255) if self.wrap else 0, length.text()), []
        else:
            more = part(source, lead if source is to else self.lead(source, scope))
            text = "%s(&@0, &@2, (%s) * sizeof @0);" % (
                "memmove" if source is to or self.nest.alias else "memcpy", length.text())
        single = [self.assignment(scope, Access(to, lead + [self.pick(
            first.subs[-1], last.subs[-1], Aff(const=self.r.randrange(4)), Aff({scope[-1]: 1}))],
            self.member(to))) for _ in range(2)]
        self.nest.tags.add(text[:text.index("(")])
        return Node("block", body=single[:self.r.randrange(2)] + [
            Node("stmt", text, [first, last] + more)] + single[:self.r.randrange(2)])

    def limit_guard(self, scope):
        var = scope[-1]
        return self.guard("%s >= lim" % var, [], scope,
                          clip=(var, Aff(const=-NEVER), Aff({"lim": 1}, -1)))

    # -- Operands --

    def subscript(self, var, scope):
        r = self.r
        kind = r.choices(["plain", "offset", "sum", "twice", "back", "constant", "/", "%"],
                         [60, 25, 4, 2, 4, 4, 4, 4] if self.wild else
                         [78, 19, 1, 0.5, 1, 0.5, 0.15, 0.15])[0]
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
        if kind in "/%":
            self.nest.tags.add("subscript " + kind)
            of = Aff({v: 1 for v in r.sample(scope, min(self.pick(1, 1, 2), len(scope)))},
                     r.randrange(3))
            return Rounded(of, kind, self.pick(2, 3, 4, 8))
        return Aff({var: 1})

    def access(self, scope, role=None, poisonable=None, small=False, inner=False, parts=False):
        fits = [a for a in self.free(role) if poisonable is None or a.poisonable == poisonable]
        if not fits:
            return None
        a = self.r.choice(small and [a for a in fits if a.fill == 4] or
                          parts and [a for a in fits if a.members] or fits)
        return Access(a, self.subscripts(a, scope, inner), self.member(a))

    def free(self, role=None):
        return [a for a in self.nest.arrays if not a.own and a.role in (role or a.role)]

    def member(self, a):
        if self.wrap and a.fill == 2 and a.code in self.PARTS and not (a.members or a.mod) and \
                self.chance(0.04):
            self.nest.tags.add("part of an element")
            return self.pick(*self.PARTS[a.code])
        return self.r.choice(list(a.members) or [""])

    def own_array(self, name, element, **fields):
        """A one-dimensional array that only certain nodes access, or that there is already."""
        arrays = self.nest.arrays
        if name not in [a.name for a in arrays]:
            fields = dict(dict(role="ro", dims=1, storage=self.pick("global", "pointer")), **fields)
            arrays.append(Array(element, name=name, own=True, **fields))
        return next(a for a in arrays if a.name == name)

    def mask(self, scope):
        """An access to data that are zero from subscript "mask" on, and what may be concluded where
        they are not."""
        scalars = {"double": "F64", "long": "I64", "uint32_t": "U32", "uint64_t": "U64"}
        a = self.own_array("Z", scalar(scalars[self.compute], self.compute), fill=6,
                           dims=self.pick(1, 2))
        return Access(a, self.lead(a, scope[:-1]) + [Aff({scope[-1]: 1})]), \
            (scope[-1], Aff(const=-NEVER), Aff({"mask": 1}, -1))

    def vectors(self, role=None):
        return [a for a in self.free(role) if a.is_vector()]

    def whole(self, arrays, scope):
        a = self.r.choice(arrays)
        return Access(a, self.subscripts(a, scope))

    def vector(self, to, scope, accesses):
        """What may be added to a vector: bounded, if linear."""
        x = self.access(scope, "ro", poisonable=False)
        text = self.value(accesses, x) if x and self.chance(0.7) else "(%s)%s" % (
            self.compute, self.pick("2", self.r.choice(scope)))
        same = [a for a in self.vectors(None if self.wrap else "ro") if a.lanes == to.lanes]
        if same:
            accesses.append(self.whole(same, scope))
            text += self.pick(" * @%d", " + @%d") % (len(accesses) - 1)
        return text

    def subscripts(self, a, scope, inner=False):
        r = self.r
        names = r.sample(scope, min(a.dims, len(scope)))
        if (inner or not self.wild and self.chance(0.6)) and scope[-1] not in names and \
                self.chance(0.9):
            names[-1] = scope[-1]
        if self.chance(0.6 if self.wild else 0.85):
            names.sort(key=scope.index)
        subs = [self.subscript(v, scope) for v in names]
        while len(subs) < a.dims:
            subs.insert(r.randrange(len(subs) + 1), Aff(const=r.randrange(2)))
        return subs

    def value(self, accesses, access):
        accesses.append(access)
        text = "@%d" % (len(accesses) - 1)
        if access.array.role == "ro" and not access.array.members and self.chance(0.02):
            bad = "-1" if self.wrap else "3000000"
            self.nest.tags.add("checking callee")
            text = "checked<%s>(%s, (%s)%s)" % (access.type, text, access.type, bad)
        # Bit-fields are promoted to int.
        same = access.type == self.compute and not access.member
        return text if same else "(%s)%s" % (self.compute, text)

    def store(self, target, text):
        if target.array.mod:
            text = "(uint64_t)(%s) %% 12" % text
        elif target.type.startswith("int"):
            text = "(long)(%s)" % text  # A double may be too large.
        return "@0 = (%s)(%s);" % (target.type, text)

    def update(self, target, op, text):
        if op and target.type == self.compute and not target.array.mod:
            return "@0 %s= %s;" % (op, text)
        return self.store(target, "(%s)@0 %s %s" % (self.compute, op, text) if op else text)

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
            op = r.choice("++-**^&|" if self.mixed else "++-*^&|")
            text = "(%s %s %s)" % (text, op, operand) if text else operand
        return text

    # -- Statements --

    def statement(self, scope):
        r = self.r
        kind = r.randrange(100)
        if kind < (7 if self.wild else 4):
            return self.live_out(scope)
        if kind < (13 if self.wild else 11):
            return self.branch(scope)
        if kind < (20 if self.wild else 16) and self.wrap:
            return self.protected(scope)
        if kind == 21:
            return self.local_array(scope)
        if kind == 20 and (self.wild or self.chance(0.4)):
            return self.indirect(scope)
        if kind > 96 and self.depth > 1:
            return self.move(scope)
        if kind == 96:
            self.nest.tags.add("counting callee")
            return Node("stmt", self.pick("tally();", "tally_here();"))
        vectors = self.vectors("rw")
        if kind > 75 and vectors:
            to = self.whole(vectors, scope)
            accesses = [to]
            return Node("stmt", "@0 %s= %s;" % (
                self.pick("+", "+", "-", *"*^" * self.wrap), self.vector(to.array, scope, accesses)),
                accesses)
        if "s" in self.nest.scalars and 21 < kind < (32 if self.wild else 27):
            accesses = []
            if self.wrap:
                text = self.pick("s += %s;", "s += %s;", "s ^= %s;", "s = s * 31 + %s;")
                return Node("stmt", text % self.expression(scope, accesses), accesses)
            x = self.pick(self.addend(scope, accesses), None) or \
                self.value(accesses, self.access(scope, "rw"))
            return Node("stmt", "s += %s;" % x, accesses)
        one = self.assignment(scope)
        x = one.accesses[0]
        return Node("block", body=[one, self.assignment(
            scope, Access(x.array, x.subs, self.member(x.array)))]) if x.member else one

    def assignment(self, scope, target=None):
        target = target or self.access(scope, "rw", inner=self.chance(0.7))
        accesses = [target]
        if self.wrap:
            e = self.expression(scope, accesses)
            op = self.pick("", "", "+", "^", "*", "-")
            if op == "+" and self.chance(0.05) and target.array.type == self.compute and \
                    not (target.array.mod or target.part):
                self.nest.tags.add("checking callee")
                return Node("stmt", "add_checked<%s>(@0, %s, 77);" % (self.compute, e), accesses)
            return Node("stmt", self.update(target, op, e), accesses)
        if self.chance(0.08):
            self.nest.tags.add("errno")
            x = self.value(accesses, self.access(scope, "ro", small=True) or self.access(scope))
            return Node("stmt", self.update(target, "+", "(%s ? 2 : 1)" % self.pick(
                "sqrt((double)%s + 9) >= 3", "sqrt((double)%s + 9) >= 3", "exp((double)%s) > 20",
                "log((double)%s + 9) > 1", "sqrt((double)%s) > 2", "pow((double)%s, 3.0) > 9") % x),
                accesses)
        form = self.r.randrange(6)
        if form < 3:
            op = self.pick("+", "+", "-")
            return Node("stmt", self.update(target, op, self.addend(scope, accesses)), accesses)
        x = self.value(accesses, self.access(scope, "rw"))
        if form == 3 and (self.wild or self.depth > 2 or self.chance(0.3)):
            y = self.value(accesses, self.access(scope, "rw"))
            return Node("stmt", self.store(target, "%s > %s ? %s : %s" % (x, y, x, y)), accesses)
        e = self.addend(scope, accesses)
        return Node("stmt", self.store(target, e if form == 4 else "%s + %s" % (x, e)), accesses)

    def live_out(self, scope):
        x, var = self.access(scope), self.r.choice(scope)
        kind = self.r.randrange(4)
        if kind == 0:
            self.nest.scalars["last"] = ("long", "-1")
            return Node("stmt", self.pick("last = (long)%s;", "if (@0 > 3) last = (long)%s;") % var,
                        [x])
        name, op = self.pick(("hi", ">"), ("lo", "<"))
        self.nest.scalars.setdefault(name, (x.type if self.wrap else self.compute, "0"))
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
        var, kind = self.r.choice(scope), self.r.randrange(8)
        if kind == 7:
            at, clip = self.mask(scope)
            self.nest.tags.add("read conditionally")
            return Node("if", "@0 != 0", [at], body, clip=clip)
        if kind > 3:
            return Node("if", self.limit(scope), [], body)
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
        target, t = self.access(scope, "rw"), self.temporary()
        x = self.access(scope, self.guarded, small=True) or target
        kind = self.r.randrange(4)
        if kind == 0:
            decl, cond = "int32_t %s = (int32_t)@0;", "{0} > 32767 || {0} < 0"
            use = self.store(target, "{0} * 65521 + 7")
        elif kind == 1:
            decl, cond, use = "uint32_t %s = (uint32_t)@0;", "{0} == 0", \
                self.store(target, "(uint32_t)@0 / {0}")
        elif kind == 2:
            decl, cond, use = "uint32_t %s = (uint32_t)@0;", "{0} >= 32", \
                self.store(target, "(uint32_t)@0 << {0}")
        else:
            accesses = []
            e = self.expression(scope, accesses)
            return Node("block", body=[
                Node("stmt", "%s %s = %s;" % (self.compute, t, e), accesses, keep=True),
                self.guard("(%s & 63) == %s" % (t, self.threshold()), [], scope),
                Node("stmt", self.store(target, t), [target])])
        return Node("block", body=[
            Node("stmt", decl % t, [x], keep=True),
            self.guard(cond.format(t), [], scope, keep=True),
            Node("stmt", use.format(t), [target])])

    def local_array(self, scope):
        """An array of the loop's body."""
        target, x, t = self.access(scope, "rw", inner=True), self.access(scope, "ro"), \
            self.temporary()
        if x is None:
            return self.assignment(scope)
        size, at = self.pick(3, 4, 9), self.r.randrange(3)
        self.nest.tags.add("local array")
        value = self.value([target], x)
        fill = "for (int q = 0; q < %d; ++q) %s[q] = q + %s;" % (
            size, t, value) if self.chance(0.5) else " ".join(
                "%s[%d] = %s;" % (t, q, value if q == at else q) for q in range(size))
        return Node("stmt", "{ %s %s[%d]; %s %s }" % (self.compute, t, size, fill, self.update(
            target, "" if self.wrap else self.pick("", "+"), "%s[%d]" % (t, at))), [target, x])

    def indirect(self, scope):
        """A subscript read from memory, checked before use."""
        index = self.own_array("X", scalar("I32", "int32_t"), fill=3, poisonable=True)
        wide = scalar("U64", "uint64_t") if self.wrap else scalar("I64", "int64_t")
        y, t = self.own_array("Y", wide, role="rw", fill=1, fixed=8), self.temporary()
        at = Access(index, [self.subscript(scope[-1], scope)])
        return Node("block", body=[
            Node("stmt", "int32_t %s = @0;" % t, [at], keep=True),
            self.guard("%s < 0 || %s >= 8" % (t, t), [], scope, keep=True),
            Node("stmt", "@0 += 3;", [Access(y, [t])])])

    # -- Guards --

    def threshold(self, prefix="t"):
        name = prefix + "abcdefgh"[self.thresholds % 8]
        self.thresholds += 1
        self.nest.types[name] = "uint64_t" if self.wrap and prefix == "t" else "long"
        return name

    def affine(self, scope, name, *forms):
        a, b = scope[-1], scope[0]
        if self.chance(0.3):
            a, b = self.r.choice(scope), self.r.choice(scope)
        return self.pick(*forms).format(a, b, name)

    def limit(self, scope):
        self.nest.tags.add("far limit")
        return self.affine(
            scope, self.threshold("e"), "(long){0} >= {2}", "(long){0} != {2}", "(long){0} <= {2}",
            "(long){0} - (long){1} <= {2}", "(long){0} + (long){1} < {2}")

    def quotient(self, scope):
        """A check that divides by a size."""
        self.nest.tags.add("quotient")
        form = "({3}){0} %s ({2} - ({3}){1}) / (({3})(%s & 7) + %d)" % (
            self.pick(">", ">", ">=", "<", "<="), self.pick("n", "m", "p"), self.pick(1, 1, 2, -9))
        ctype = self.pick("uint64_t", "uint32_t", "long")
        if ctype == "long":
            return self.affine(scope, self.threshold("c"), form.replace("{3}", ctype))
        form = form.replace("-9", "1").replace("{2}", "(%s){2}" % ctype).replace("{3}", ctype)
        return self.affine(scope, self.threshold(self.pick("c", "e")), form)

    def guard(self, text, accesses, scope, clip=None, keep=False, resume=True):
        self.exits += 1
        if self.resumes and resume and self.chance(0.4):
            target = scope[-1] if self.chance(0.5) else self.r.choice(scope)
            exit = self.pick("break", "break", "next")
            self.nest.tags.add("%s %d of %d" % (exit, len(scope) - scope.index(target), len(scope)))
            return Node("exit", text, accesses, clip=clip, keep=keep, id=self.exits, exit=exit,
                        target=target, payload=[target] * 2, value=target)
        payload = [self.r.choice(scope), self.r.choice(scope)]
        value = "s" if "s" in self.nest.scalars and self.chance(0.3) else payload[0]
        return Node("exit", text, accesses, clip=clip, keep=keep, id=self.exits, payload=payload,
                    value=value, exit=self.r.choices(
                        ["throw", "call", "goto", "return", "store"], [10, 2, 3, 2, 1])[0])

    def condition(self, scope, accesses):
        r = self.r
        # Guards that can be evaluated without their loop are inspected in single loops only.
        kind = r.choices(["data", "affine", "carried"],
                         [8, 8, 1] if self.depth == 1 else [12, 3, 2])[0]
        if kind == "affine":
            if self.chance(0.2):
                return self.limit(scope)
            if self.chance(0.15):
                return self.quotient(scope)
            return self.affine(scope, self.threshold("c"), "(long){0} == {2}", "(long){0} >= {2}",
                               "(long){0} + (long){1} == {2}")
        if kind == "carried" and "s" in self.nest.scalars and not self.guarded:
            return "(s & 255) == %s" % self.threshold() if self.wrap else \
                "s > %s" % self.threshold()
        role = "ro" if self.chance(0.5) else self.guarded
        x = self.access(scope, role, poisonable=True, inner=True) or \
            self.access(scope, self.guarded, inner=True) or self.access(scope, inner=True)
        if x.array.role == "rw" and self.wrap:
            accesses.append(x)
            return "(@%d & 63) == %s" % (len(accesses) - 1, self.threshold())
        if self.wrap and self.chance(0.08):
            self.nest.tags.add("remainder")
            x = self.value(accesses, x)
            y = self.value(accesses, self.access(scope, "ro", small=True) or self.access(scope))
            return "%s != 0 && %s %% (%s) == %s" % (y, x, y, self.threshold())
        accesses.append(x)
        return ("@%d == (%s)-1" % (len(accesses) - 1, x.type) if self.wrap else
                "@%d > %s" % (len(accesses) - 1, self.pick("1000000", self.threshold())))

    def insert_guard(self, body, scope, leave=False):
        r = self.r
        # Behind the last statement, it makes a loop that is not left at its end.
        place = r.randrange(len(body) + (self.wild or self.chance(0.5)))
        before = body[place - 1] if place else None
        if before and before.kind == "stmt" and before.text.startswith("@0") and \
                self.chance(0.4) and not self.guarded:
            # The value just written.
            x = before.accesses[0]
            x = Access(x.array, x.subs, x.member or self.member(x.array))
            text = "(@0 & 63) == %s" % self.threshold() if self.wrap else \
                self.pick("@0 > 1000000", "@0 > %s" % self.threshold())
            body.insert(place, self.guard(text, [x], scope, resume=not leave))
            return
        if self.chance(0.08):
            body.insert(0, self.limit_guard(scope))
            return
        accesses = []
        text = self.condition(scope, accesses)
        if self.chance(0.2):
            text = "%s %s %s" % (text, self.pick("&&", "&&", "||"), self.condition(scope, accesses))
        body.insert(place, self.guard(text, accesses, scope, resume=not leave))

    def insert_divisor(self):
        """A guard divides by what the nest wrote, in some runs, which may be zero before."""
        r, nest = self.r, self.nest
        p, q = [self.own_array(name, scalar("U32", "uint32_t"), storage="pointer", **fields)
                for name, fields in (("P", {"fill": 5}), ("Q", {"fill": 3, "role": "rw"}))]
        nest.alias, nest.deltas = ["P", "Q"], [None, 0]
        body, scope = r.choice(self.bodies)
        inside, where = r.choice([(b, s) for b, s in self.bodies if b is body or
                                  any(n.body is b for n in nest.nodes(body))])
        written, divisor = [Access(a, [Aff({scope[-1]: 1})]) for a in (q, p)]
        accesses = [divisor]
        x = self.value(accesses, self.access(where))
        inside.insert(r.randrange(len(inside) + 1), self.guard(
            "%s %% @0 == %s" % (x, self.threshold()), accesses, where))
        accesses = [written, divisor]  # Both arrays have the same extent.
        x = self.value(accesses, self.access(scope))
        body.insert(0, Node("stmt", "@0 = (uint32_t)%s | 1;" % x, accesses, keep=True))
        nest.tags.add("divisor written")

    # -- What goes on after an exit --

    def insert(self, make):
        body, scope = self.r.choice(self.bodies)
        body.insert(self.r.randrange(len(body) + 1), make(scope))

    def cold_call(self, scope):
        accesses = []
        text = self.condition(scope, accesses)
        call = self.pick("note(%s, 1);", "note_cold(%s, 2);", "note_far(%s, 3);",
                         "note_label(%s, 4);", "note_out(out, %s);") % self.r.choice(scope)
        body = [Node("stmt", call)]
        if self.chance(0.3):
            body.append(self.assignment(scope))
        self.nest.tags.add("cold call")
        return Node("if", text, accesses, body)

    def switch(self, scope):
        x = self.access(scope, inner=True)
        cases = []
        for _ in range(self.r.randint(2, 4)):
            body = []
            if self.chance(0.7):
                body.append(self.guard("", [], scope))
            else:
                body.append(self.assignment(scope))
            cases.append(Node("case", "", [], body))
        cases.append(Node("case", "", [], [self.assignment(scope)] * self.chance(0.3), keep=True))
        self.nest.tags.add("switch")
        return Node("switch", self.pick("(unsigned long)(long)@0 & 31", "(long)@0 - 14"), [x], cases)

    def insert_try(self):
        body, scope = self.r.choice(self.bodies + self.bodies[-1:])
        first = self.r.choice([0, 0, self.r.randrange(len(body))])
        last = self.r.choice([len(body), len(body), self.r.randrange(first, len(body)) + 1])
        self.tries += 1
        node = Node("try", body=body[first:last], id=self.tries)
        body[first:last] = [node]
        if not any(n.kind == "exit" for n in self.nest.nodes(node.body)) or self.chance(0.3):
            inside = [(b, s) for b, s in self.bodies if b is not body and
                      any(n.body is b for n in self.nest.nodes(node.body))]
            b, s = self.r.choice(inside + [(node.body, scope)])
            accesses = []
            text = self.condition(s, accesses)
            b.insert(self.r.randrange(len(b) + 1), self.guard(text, accesses, s, resume=False))
        if self.chance(0.06):
            self.nest.scalars["cnt"] = ("long", "0")
            node.body.insert(0, Node("stmt", "Counted counted%d{cnt};" % node.id))
            self.nest.tags.add("destructor")
        handler = self.handler(scope, node)
        both = self.pick(("const Err &e", "const Range &"), ("const Err &e", ""), ("...", ""))
        node.body.append(Node("handler", body=handler, keep=True, catch=both[0], catch_too=both[1]))
        self.nest.tags.add("catch %d of %d" % (self.depth - len(scope) + 1, self.depth))

    def handler(self, scope, node):
        r, nest = self.r, self.nest
        result = [Node("stmt", "++out[16];")]
        for _ in range(r.choice([0, 1, 1, 2])):
            kind = r.randrange(9)
            if kind == 0:
                target = self.access(scope, "rw")
                result.append(Node("stmt", "@0 = 2;", [target]))
                nest.tags.add("repair")
            elif kind == 1:
                nest.scalars["errs"] = ("long", "0")
                exit = self.pick("rethrow", "rethrow", "throw", "return", "goto", "break", "next")
                result.append(Node("stmt", "++errs;", keep=True))
                self.exits += 1
                result.append(Node("exit", "errs > %d" % r.randrange(4), id=self.exits, exit=exit,
                                   target=r.choice(scope), payload=[scope[0]] * 2, value=scope[0]))
                nest.tags.add("handler leaves")
            elif kind == 2:
                exit = self.pick("break", "next")
                self.exits += 1
                result.append(Node("exit", "", id=self.exits, exit=exit, target=r.choice(scope),
                                   payload=[scope[0]] * 2, value=scope[0]))
                nest.tags.add("handler leaves")
                break
            elif kind == 3:
                result.append(Node("stmt", self.pick("note(%s, 9);", "note_cold(%s, 8);") % scope[0]))
            elif kind == 4:
                name = self.pick("lim", self.threshold(), *"mp" * (self.wild or self.chance(0.3)))
                if name in ("m", "p", "lim"):
                    result.append(Node("stmt", "%s = %s > 1 ? %s - 1 : %s;" % ((name,) * 4)))
                else:
                    result.append(Node("stmt", "%s += 1;" % name))
                nest.mutated.add(name)
                nest.tags.add("limit changed")
            elif kind == 5 and self.mats:
                a = r.choice(self.mats)
                a.changes = True
                name = a.name if a.head == "ref" else nest.name(a)
                field = name + self.pick(".rows", ".cols")
                result.append(Node("stmt", self.pick(
                    "%s = %s > 1 ? %s - 1 : %s;" % ((field,) * 4), "shrink(%s);" % name)))
                nest.tags.add("header changed")
            elif kind == 6 and len(self.mats) > 1 and self.wrap and not nest.head_alias:
                a, b = r.sample(self.mats, 2)
                if a.type == b.type:
                    a.changes = b.changes = nest.swaps = True
                    x, y = [m.name if m.head == "ref" else nest.name(m) for m in (a, b)]
                    result.append(Node("stmt", "{ Mat<%s> mat = %s; %s = %s; %s = mat; }" % (
                        a.type, x, x, y, y)))
                    nest.tags.add("mats swapped")
            elif kind == 7:
                nest.scalars["again"] = ("long", "0")
                self.exits += 1
                result.append(Node("exit", "again++ < 3", id=self.exits, exit="again",
                                   target=str(node.id), payload=[scope[0]] * 2, value=scope[0]))
                nest.tags.add("retry")
            elif kind == 8:
                result.append(self.assignment(scope))
                nest.tags.add("repair")
        return result

    # -- Runs --

    def bytes(self, run):
        """The size of the largest array."""
        most = self.nest.loose(run)
        most *= most
        for ranges in self.nest.extents(run).values():
            size = 1
            for lo, hi in ranges:
                size *= max(hi, 0) - min(lo, 0) + 2
            most = max(most, size)
        for rows, cols in run["heads"].values():
            most = max(most, rows * cols)
        return most * max(8, *(a.size() for a in self.nest.arrays))

    def shrink(self, run):
        for name in ("n", "m", "p", "mask"):
            run["sizes"][name] = max(run["sizes"][name] // 2, 1)
        for head in run["heads"].values():
            head[:] = [max(x // 2, 1) for x in head]

    def iterations(self, run):
        """How often the innermost statements may be executed."""
        loops = [n for n in self.nest.nodes() if n.kind == "loop"]
        most = 0
        for _, env in self.nest.walk(self.nest.body, self.nest.env(run)):
            count = 1
            for loop in loops:
                lo, hi = env.get(loop.var, (0, 0))
                count *= hi - lo + 1
            most = max(most, count)
        return most

    def make_runs(self):
        r, nest = self.r, self.nest
        thresholds = [n for n in nest.types if len(n) == 2 and n[0] in "tce"]
        stops = "no limit" in nest.tags
        cap = 13 if self.depth == 3 or any(a.dims == 3 for a in nest.arrays) else 40
        for index in range(28):
            n, m, p = ([12, 12, 12], [cap, cap, cap], [1, 1, 1], [0, 5, 5], [5, 0, 5])[index] \
                if index < 5 else [r.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12])
                                   for _ in "nmp"]
            if index % 5 == 1:
                n, m, p = [self.pick(x, x, cap) for x in (n, m, p)]
            sizes = {"n": n, "m": m, "p": p, "lim": NEVER,
                     "mask": r.randrange(cap) if stops or self.chance(0.5) else NEVER,
                     "inf": self.pick(LONGEST, LONGEST - 1, LONGEST // 3, 500)}
            for t in thresholds:
                sizes[t] = {"c": -NEVER, "e": r.choice(self.ENDS), "t": 10**15}[t[0]]
            run = {"sizes": sizes, "poison": [], "short": None, "seed": r.randrange(1 << 30),
                   "delta": r.choice(nest.deltas) if nest.alias else None,
                   "head_alias": self.chance(0.4), "heads": {}}
            for a in self.mats:
                run["heads"][a.name] = [self.pick(x, x + 1, x + 2, r.randrange(13))
                                        for x in [min(max(n, m, p), 16)] * 2]
            if index in (5, 6, 7) or self.chance(0.1):
                # The driver's chunks grow, and it is called again after a replay.
                first = next(iter(nest.body[0].hi[0].terms), "n")
                for name in "nmp":
                    sizes[name] = min(sizes[name], 4)
                if first in sizes:
                    sizes[first] = 64
                for head in run["heads"].values():
                    head[:] = [64 if first.endswith("rows") or self.chance(0.6) else 5,
                               64 if first.endswith("cols") else 5]
            if nest.head_alias:
                for head in run["heads"].values():
                    head[:] = [min(x, 12) for x in head]
            if index in (8, 9) or self.depth == 1 and index % 3:
                # A loop that is transformed alone is not called for a few iterations.
                last = [n for n in nest.nodes() if n.kind == "loop"][-1]
                for name in {n for a in last.lo + last.hi for n in a.terms}:
                    if name in sizes:
                        sizes[name] = r.randint(256, 300)
            while self.bytes(run) > 200000 or self.iterations(run) > 300000:
                self.shrink(run)
            events = self.pick(0, 1, 1, 2) if index else 0
            most = max(13, *(sizes[name] for name in "nmp"))
            for _ in range(events):
                kind = r.randrange(4)
                if kind == 0:
                    sizes["lim"] = r.randrange(1, self.pick(13, 13, most + 1))
                elif kind == 1 and thresholds:
                    t = r.choice(thresholds)
                    sizes[t] = r.randrange(0, self.pick(14, 14, most + 1)) if t[0] in "ce" else \
                        r.randrange(64) if self.wrap else r.randrange(-20, 400)
                elif kind == 2:
                    run["short"] = r.choice([a.name for a in nest.arrays])
                else:
                    fits = [a.name for a in nest.arrays if a.poisonable]
                    run["poison"] += [(r.choice(fits), r.random()) for _ in fits[:2]]
            nest.runs.append(run)
