"""Finds places in C++ source text by function and pattern, for mutate.py.

Sources and patterns are compared token by token. White space, comments and preprocessor directives
are not tokens and make no difference. The finder is not a parser. It matches brackets and tells
the definitions of functions from classes, namespaces and initialisers.
"""

import os
import re

TOKEN = re.compile(r"""
    (?P<space> \s+ | //[^\n]* | /\*.*?\*/ | \#(?:\\\n|[^\n])* )
  | (?:u8|[uUL])?R"(?P<delimiter>[^(]*)\(.*?\)(?P=delimiter)"
  | (?:u8|[uUL])?"(?:\\.|[^"\\])*"
  | (?:u8|[uUL])?'(?:\\.|[^'\\])+'
  | \.?\d(?:[eEpP][-+]|'?[\w.])*
  | \w+
  | :: | -> | \.\.\. | && | \|\| | \+\+ | -- | << | [-+*/%&|^!=<>]=
  | .
  """, re.DOTALL | re.VERBOSE)
CLOSING = {"(": ")", "[": "]", "{": "}"}
ANYTHING = "..."  # in a pattern: the fewest tokens of one statement that let the rest match
NAME = r"[A-Za-z_]\w*$"
MACRO = r"[A-Z]+(_[A-Z]+)+$"  # such as INITIALIZE_PASS_END, which may stand without a semicolon


class PlaceError(Exception):
    """A function or a pattern that is not found, or found more than once."""


def split(text):
    """The tokens of a text, as matches."""
    return [token for token in TOKEN.finditer(text) if token["space"] is None]


class Tokens:
    """The tokens of a text, where they begin and end, and the bracket that closes each bracket."""

    def __init__(self, text, name):
        found = split(text)
        self.text = [token[0] for token in found]
        self.begin = [token.start() for token in found]
        self.end = [token.end() for token in found]
        self.closing = {}
        opened = []
        for i, token in enumerate(self.text):
            if token in CLOSING:
                opened.append(i)
            elif token in CLOSING.values():
                if not opened or CLOSING[self.text[opened[-1]]] != token:
                    raise PlaceError("%s:%d: a bracket is not opened" % (
                        name, text.count("\n", 0, self.begin[i]) + 1))
                self.closing[opened.pop()] = i
        if opened:
            raise PlaceError("%s:%d: a bracket is not closed" % (
                name, text.count("\n", 0, self.begin[opened[-1]]) + 1))

    def next(self, i):
        """The token behind token i, or behind the brackets that token i opens."""
        return self.closing.get(i, i) + 1

    def outer(self, begin, end):
        """The tokens from begin to end, without what is in brackets."""
        while begin < end:
            yield begin
            begin = self.next(begin)


def declared(tokens, begin, end):
    """What the brace at end opens, whose declaration starts at begin: (kind, name).

    The kind is "scope" for a namespace or a class, "function" for a function, and None for
    anything else. The name is a list, empty if there is none.
    """
    if tokens.text[begin] == "template":
        depth = 0
        for begin in tokens.outer(begin + 1, end):
            depth += {"<": 1, ">": -1}.get(tokens.text[begin], 0)
            if depth == 0:
                return declared(tokens, begin + 1, end)
    outer = [tokens.text[i] for i in tokens.outer(begin, end)]
    if "namespace" in outer:
        return "scope", [word for word in outer[outer.index("namespace") + 1:] if word != "::"]
    if outer[:1] == ["extern"] and len(outer) == 2:
        return "scope", []
    head = outer
    for end_of_head in (":", "->"):  # of bases or initialisers; of the type of a result
        if end_of_head in head and "operator" not in head:
            head = head[:head.index(end_of_head)]
    if head and head[0] in ("class", "struct", "union") and "(" not in head:
        return "scope", [word for word in head[1:] if re.match(NAME, word) and word != "final"][-1:]
    if "=" in head and "operator" not in head:
        return None, []  # a variable and its initialiser
    if ":" in outer and re.match(r"\w|>", tokens.text[end - 1]):
        return None, []  # an initialiser of a constructor
    # The last parentheses that belong to no specifier are the parameters.
    for k in reversed(range(1, len(head))):
        if head[k] == "(" and head[k - 1] not in ("noexcept", "decltype", "alignas"):
            return name_before(head, k)
    return None, []


def name_before(head, k):
    """The qualified name of a function whose parameters are word k of its declaration."""
    if "operator" in head[:k]:
        first = head.index("operator")
        name = ["operator" + "".join(head[first + 1:k]).replace("(", "()").replace("[", "[]")]
    elif re.match(NAME, head[k - 1]):
        first = k - 1 - (head[k - 2:k - 1] == ["~"])
        name = ["".join(head[first:k])]
    else:
        return None, []
    while first >= 2 and head[first - 1] == "::":
        first -= 2
        if head[first] == ">":  # the arguments of a class template
            first -= head[first::-1].index("<") + 1
        name.insert(0, head[first])
    return "function", name


def functions(tokens):
    """The definitions of functions: (qualified name, first token, last token)."""
    result = []

    def scan(begin, end, scope):
        head = i = begin
        while i < end:
            token, behind = tokens.text[i], tokens.next(i)
            if token == "{":
                kind, name = declared(tokens, head, i)
                if kind == "scope":
                    scan(i + 1, behind - 1, scope + name)
                elif kind == "function":
                    result.append((scope + name, head, behind - 1))
                if kind:
                    head = behind
            elif token == ";" or (
                    token == ":" and tokens.text[i - 1] in ("public", "protected", "private")):
                head = behind
            elif token == "(" and i == head + 1 and re.match(MACRO, tokens.text[head]):
                head = behind
            i = behind

    scan(0, len(tokens.text), [])
    return result


def match(tokens, i, end, pattern):
    """The token behind the pattern if the tokens from i to end begin with it, or None."""
    for k, wanted in enumerate(pattern):
        if wanted == ANYTHING:
            while i < end:
                behind = match(tokens, i, end, pattern[k + 1:])
                if behind is not None or tokens.text[i] in (";", *CLOSING.values()):
                    return behind
                i = tokens.next(i)
            return None
        if i >= end or tokens.text[i] != wanted:
            return None
        i += 1
    return i


def names(seen):
    """The functions that have a place, and their files."""
    found = ["%s (%s)" % (name, os.path.basename(file)) for name, file, places in seen if places]
    return ", ".join(dict.fromkeys(found))


class Sources:
    """The source files in which functions are looked for, and what is known of them so far."""

    def __init__(self, files):
        self.texts = {}
        for file in files:
            with open(file) as source:
                self.texts[file] = source.read()
        self.parsed = {}  # file -> (its tokens, its functions)

    def matches(self, function, pattern):
        """The functions of that name, or all if it is "": (name, file, places of the pattern)."""
        name = function.split("::") if function else []
        wanted = [token[0] for token in split(pattern)]
        for file, text in self.texts.items():
            if name and name[-1].removeprefix("operator") not in text:
                continue
            if file not in self.parsed:
                tokens = Tokens(text, file)
                self.parsed[file] = tokens, functions(tokens)
            tokens, found = self.parsed[file]
            for qualified, first, last in found:
                if qualified[len(qualified) - len(name):] == name:
                    ends = ((i, match(tokens, i, last + 1, wanted)) for i in range(first, last))
                    yield "::".join(qualified), file, [
                        (tokens.begin[i], tokens.end[end - 1]) for i, end in ends if end]

    def find(self, function, pattern):
        """The one place of the pattern in the functions of that name: (file, begin, end)."""
        seen = list(self.matches(function, pattern))
        places = [(file, *place) for _, file, found in seen for place in found]
        if len(places) == 1:
            return places[0]
        if places:
            problem = "%d places, not 1, are in %s" % (len(places), names(seen))
        else:
            problem = ("no place is in " if seen else "there is no function ") + function
            elsewhere = names(self.matches("", pattern))
            problem += ", but there is one in " + elsewhere if elsewhere else ""
        raise PlaceError("%s:\n    %s" % (problem, pattern))
