"""Draws nests at random."""

import random

from nest import NEVER, Access, Aff, Array, Nest, Node


class Generator:
    """Draws one nest. Two kinds of arithmetic: "wrap" (unsigned, anything goes) and "linear"
    (double, or long without overflow)."""

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
            body, scope = r.choice(self.bodies + self.bodies[-1:])
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
                code = "F64" if self.compute == "double" else "I64"
                ctype = "double" if self.compute == "double" else "int64_t"
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
        role = "ro" if self.chance(0.5) else None
        x = self.access(scope, role, poisonable=True, inner=True) or self.access(scope, inner=True)
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
