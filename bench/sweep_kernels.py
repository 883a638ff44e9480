"""The loop nests of bench/run.py sweep, without checks and containers."""

import textwrap

INTEGERS = {f"{sign}int{bits}": f"{sign}int{bits}_t"
            for sign in ("", "u") for bits in (8, 16, 32, 64)}
FLOATS = {"float": "float", "double": "double"}
TYPES = {**INTEGERS, **FLOATS}


class Kernel:
    """dims: 1 has size^2 elements, 2 size^2, 3 about size^2. exits: leaves loops by itself."""

    def __init__(self, dims, text, types=TYPES, values="Mixed", exits=False):
        self.dims, self.types, self.values, self.exits = dims, types, values, exits
        self.lines = textwrap.dedent(text).strip("\n").splitlines()


def product(order, a="A[i,k]", b="B[k,j]"):
    loops = "".join(f"{'  ' * depth}for {v} in 0..n\n" for depth, v in enumerate(order))
    return Kernel(2, f"{loops}      C[i,j] += {a} * {b}")


def two(statement, first="i in 0..n", second="j in 0..n", **more):
    return Kernel(2, f"for {first}\n  for {second}\n    {statement}", **more)


def one(statement, loop="i in 0..n", **more):
    return Kernel(1, f"for {loop}\n  {statement}", **more)


def reduction(dims, statement, begin="0", **more):
    """Of all elements, to Z[0]."""
    loops = ["for i in 0..n", "for j in 0..n", "for k in 0..n"][:dims]
    text = "".join("  " * d + loop + "\n" for d, loop in enumerate(loops))
    body = textwrap.indent(statement, "  " * dims)
    return Kernel(dims, f"let s = {begin}\n{text}{body}\n! Z[0] = s", values="Sparse", **more)


INNER = {"first": "i in 1..n-1", "second": "j in 1..n-1"}
CROSS = "A[i-1,j] + A[i+1,j] + A[i,j-1] + A[i,j+1]"
# "let" declares, "!" is not checked, others are.
KERNELS = {
    **{order: product(order) for order in ("ijk", "ikj", "jik", "jki", "kij", "kji")},
    "abt": product("ijk", "A[i,k]", "B[j,k]"),
    "atb": product("ijk", "A[k,i]", "B[k,j]"),
    "atb_k": product("kij", "A[k,i]", "B[k,j]"),
    "ijk_sum": Kernel(2, """
        for i in 0..n
          for j in 0..n
            let s = 0
            for k in 0..n
              s += A[i,k] * B[k,j]
            ! C[i,j] = s"""),
    "trmm": Kernel(2, "for i in 0..n\n  for j in 0..n\n    for k in 0..i+1\n"
                      "      C[i,j] += A[i,k] * B[k,j]"),
    "trmm_left": Kernel(2, "for i in 0..n\n  for j in 0..i+1\n    for k in j..i+1\n"
                           "      C[i,j] += A[i,k] * B[k,j]"),
    "syrk": Kernel(2, "for i in 0..n\n  for j in 0..i+1\n    for k in 0..n\n"
                      "      C[i,j] += A[i,k] * A[j,k]"),
    "floyd": Kernel(2, """
        for k in 0..n
          for i in 0..n
            for j in 0..n
              let s = C[i,k] + C[k,j]
              if s < C[i,j]
                C[i,j] = s""", values="Positive"),
    "floyd_min": Kernel(2, "for k in 0..n\n  for i in 0..n\n    for j in 0..n\n"
                           "      C[i,j] = std::min<T>(C[i,j], C[i,k] + C[k,j])",
                        values="Positive"),
    "minplus": Kernel(2, "for i in 0..n\n  for j in 0..n\n    for k in 0..n\n"
                         "      C[i,j] = std::min<T>(C[i,j], A[i,k] + B[k,j])"),
    "maxtimes": Kernel(2, "for i in 0..n\n  for k in 0..n\n    for j in 0..n\n"
                          "      C[i,j] = std::max<T>(C[i,j], A[i,k] * B[k,j])"),
    "distances": Kernel(2, """
        for i in 0..n
          for j in 0..n
            for k in 0..n
              let s = A[i,k] - B[j,k]
              C[i,j] += s * s""", types=[t for t in TYPES if t != "uint16"]),  # 65535^2 in int
    "lu": Kernel(2, """
        for k in 0..n
          for i in k+1..n
            C[i,k] = C[i,k] / C[k,k]
            for j in k+1..n
              C[i,j] -= C[i,k] * C[k,j]""", types=FLOATS, values="Diagonal"),
    "solve": Kernel(2, """
        for i in 0..n
          let s = X[i]
          for j in 0..i
            s -= A[i,j] * Y[j]
          ! Y[i] = s / A[i,i]""", types=FLOATS, values="Diagonal"),
    "solve_columns": Kernel(2, """
        for j in 0..n
          Y[j] = Y[j] / A[j,j]
          for i in j+1..n
            Y[i] -= A[i,j] * Y[j]""", types=FLOATS, values="Diagonal"),
    "st5": two(f"B[i,j] = (A[i,j] + {CROSS}) / 5", **INNER),
    "st9": two("B[i,j] = (A[i-1,j-1] + A[i-1,j] + A[i-1,j+1] + A[i,j-1] + A[i,j] + A[i,j+1] "
               "+ A[i+1,j-1] + A[i+1,j] + A[i+1,j+1]) / 9", **INNER),
    "st7": Kernel(3, "for i in 1..n-1\n  for j in 1..n-1\n    for k in 1..n-1\n"
                     "      G[i,j,k] = (F[i,j,k] + F[i-1,j,k] + F[i+1,j,k] + F[i,j-1,k] "
                     "+ F[i,j+1,k] + F[i,j,k-1] + F[i,j,k+1]) / 7"),
    "jacobi": Kernel(2, f"""
        for t in 0..4
          for i in 1..n-1
            for j in 1..n-1
              B[i,j] = ({CROSS}) / 4
          for i in 1..n-1
            for j in 1..n-1
              A[i,j] = ({CROSS.replace("A", "B")}) / 4"""),
    "seidel": two(f"A[i,j] = ({CROSS}) / 4", **INNER),
    "add": two("C[i,j] = A[i,j] + B[i,j]"),
    "add_to": two("C[i,j] += A[i,j]"),
    "add_transposed": two("C[i,j] = A[i,j] + B[j,i]"),
    "add_columns": two("C[i,j] = A[i,j] + B[i,j]", "j in 0..n", "i in 0..n"),
    "scale_columns": two("C[i,j] = A[i,j] * X[j]"),
    "outer": two("C[i,j] += X[i] * Y[j]"),
    "transpose": two("C[i,j] = A[j,i]"),
    "transpose_self": Kernel(2, """
        for i in 0..n
          for j in i+1..n
            let s = C[i,j]
            C[i,j] = C[j,i]
            C[j,i] = s"""),
    "lower": two("C[i,j] = A[i,j]", second="j in 0..i+1"),
    "row_sums": Kernel(2, """
        for i in 0..n
          let s = 0
          for j in 0..n
            s += A[i,j]
          ! Y[i] = s"""),
    "row_sums_to": two("Y[i] += A[i,j]"),
    "column_sums": two("Y[j] += A[i,j]", "j in 0..n", "i in 0..n"),
    "column_sums_rows": two("Y[j] += A[i,j]"),
    "matvec": Kernel(2, """
        for i in 0..n
          let s = 0
          for j in 0..n
            s += A[i,j] * X[j]
          ! Y[i] = s"""),
    "matvec_to": two("Y[i] += A[i,j] * X[j]"),
    "matvec_columns": two("Y[i] += A[i,j] * X[j]", "j in 0..n", "i in 0..n"),
    "vecmat": two("Y[j] += A[i,j] * X[i]"),
    "prefix_2d": two("C[i,j] = A[i,j] + C[i-1,j] + C[i,j-1] - C[i-1,j-1]",
                     "i in 1..n", "j in 1..n", values="Sparse"),
    "levenshtein": two("C[i,j] = std::min({C[i-1,j] + 1, C[i,j-1] + 1, "
                       "C[i-1,j-1] + (X[i] != Y[j])})",
                       "i in 1..n", "j in 1..n", types=INTEGERS, values="Positive"),
    "max_2d": reduction(2, "if A[i,j] > s\n  s = A[i,j]", "A[0,0]"),
    "argmax_2d": Kernel(2, """
        let s = A[0,0]
        ! I at = 0
        for i in 0..n
          for j in 0..n
            if A[i,j] > s
              s = A[i,j]
              ! at = i * n + j
        ! return at""", values="Sparse"),
    "row_max": two("Y[i] = std::max<T>(Y[i], A[i,j])"),
    "count_2d": Kernel(2, """
        for i in 0..n
          ! I count = 0
          for j in 0..n
            let s = A[i,j]
            if s > X[j]
              ! count++
          ! K[i] = count"""),
    "sum_2d": reduction(2, "s += A[i,j]"),
    "sum_3d": reduction(3, "s += F[i,j,k]"),
    "sum_lower": Kernel(2, "let s = 0\nfor i in 0..n\n  for j in 0..i+1\n    s += A[i,j]\n"
                           "! Z[0] = s", values="Sparse"),
    "add_3d": Kernel(3, "for i in 0..n\n  for j in 0..n\n    for k in 0..n\n"
                        "      G[i,j,k] += F[i,j,k]"),
    "break_inner": Kernel(2, """
        for i in 0..n
          for j in 0..n
            if outside(A[i,j], lo, hi)
              ! break
            Y[i] += A[i,j]""", exits=True),
    "break_outer": Kernel(2, """
        for i in 0..n
          if outside(X[i], lo, hi)
            ! break
          for j in 0..n
            C[i,j] = A[i,j] * X[i]""", exits=True),
    "search_2d": Kernel(2, """
        for i in 0..n
          for j in 0..n
            if outside(A[i,j], lo, hi)
              ! return i * n + j""", exits=True),
    "normalise_rows": Kernel(2, """
        for i in 0..n
          let s = 0
          for j in 0..n
            s += A[i,j]
          for j in 0..n
            C[i,j] = A[i,j] / s""", types=FLOATS),
    "convolution_2d": Kernel(2, """
        for i in 0..n-2
          for j in 0..n-2
            let s = 0
            for k in 0..3
              for l in 0..3
                s += A[i+k,j+l] * X[3*k+l]
            ! C[i,j] = s"""),
    "copy": one("Y[i] = X[i]"),
    "axpy": one("Y[i] += 3 * X[i]"),
    "add_1d": one("Z[i] = X[i] + Y[i]"),
    "reverse": one("Y[i] = X[n-1-i]"),
    "dot": reduction(1, "s += X[i] * Y[i]"),
    "sum": reduction(1, "s += X[i]"),
    "max": reduction(1, "s = std::max<T>(s, X[i])"),
    "argmax": Kernel(1, """
        let s = X[0]
        ! I at = 0
        for i in 0..n
          if X[i] > s
            s = X[i]
            ! at = i
        ! return at""", values="Sparse"),
    "prefix": one("Y[i] = Y[i-1] + X[i]", "i in 1..n", values="Sparse"),
    "histogram": one("Y[K[i]&15] += 1"),
    "gather": one("Y[i] = X[K[i]]"),
    "scatter": one("Y[K[i]] += X[i]"),
    "count": Kernel(1, """
        ! I count = 0
        for i in 0..n
          let s = X[i]
          if s > 0 && s < 1
            ! count++
        ! return count"""),
    "saturate": one("Y[i] = std::min<long>(X[i] + Y[i], 100)", types=INTEGERS),
    "smooth": one("Y[i] = (X[i-1] + X[i] + X[i+1]) / 3", "i in 1..n-1"),
    "horner": Kernel(1, """
        for i in 0..n
          let s = 0
          for k in 0..8
            s = s * X[i] + Z[k]
          ! Y[i] = s"""),
    "search": Kernel(1, "for i in 0..n\n  if outside(X[i], lo, hi)\n    ! return i", exits=True),
    "convolution": Kernel(1, "for i in 0..n-7\n  for k in 0..8\n    Y[i] += X[i+k] * Z[k]"),
    "autocorrelation": Kernel(1, "for k in 0..8\n  for i in 0..n-k\n    Y[k] += X[i] * X[i+k]",
                              values="Sparse"),
    "normalise": Kernel(1, "let s = 0\nfor i in 0..n\n  s += X[i]\nfor i in 0..n\n"
                           "  Y[i] = X[i] / s", types=FLOATS),
}
