"""Networks with a linear predictor: parameters, the predictor w(theta), and what holds at the start.

Two descriptions.  `Network`: finitely many parameters and a predictor with finitely many coordinates; with `copies`
it is one coordinate of a network in which each coordinate has parameters of its own, and stands for every dimension.
`VectorNetwork`: scalars s and vectors v_j in R^d, and w = sum_j f_j v_j with polynomials f_j in the scalars and the
inner products <v_j, v_l>; it stands for every dimension d.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


class NetworkError(ValueError):
    """The data do not describe a network with a polynomial linear predictor; one line says why."""


def _polynomial(e: Any, letters: Sequence[Any], what: str) -> Any:
    """`e` as a SymPy expression, if it is a polynomial in `letters` with rational coefficients."""
    import sympy

    if isinstance(e, str):  # never parsed: SymPy would evaluate the text
        raise NetworkError(f"{what} is a text; give a SymPy expression")
    e = sympy.sympify(e)
    if e.atoms(sympy.Float):
        raise NetworkError(f"{what} contains a float; give rational numbers")
    if extra := e.free_symbols - set(letters):
        raise NetworkError(f"{what} contains {min(map(str, extra))}, which is no parameter of the network")
    try:
        sympy.Poly(e, *letters, domain=sympy.QQ)
    except sympy.polys.polyerrors.PolynomialError:
        raise NetworkError(f"{what} is no polynomial in the parameters with rational coefficients") from None
    except sympy.polys.polyerrors.CoercionFailed:
        raise NetworkError(f"{what} has a coefficient that is no rational number") from None
    return e


def _distinct(letters: Sequence[Any]) -> None:
    import sympy

    if not letters:
        raise NetworkError("a network has at least one parameter")
    for s in letters:
        if not isinstance(s, sympy.Symbol) or s.is_real is False:
            raise NetworkError(f"{s} is no real SymPy symbol")
    if len({str(s) for s in letters}) < len(letters):
        raise NetworkError("two parameters have the same name")


@dataclass(frozen=True)
class Network:
    """Parameters (SymPy symbols, taken as real), the predictor's coordinates, and polynomials that vanish at the start.

    With `copies` the predictor has one coordinate and the network is d of them for any d, each with its own
    parameters.  `slope` is that of a leaky ReLU, sigma(w'x) (1: a linear output).  Raises `NetworkError`.

    >>> from sympy import symbols
    >>> u, v = symbols("u v", real=True)
    >>> Network("product", (u, v), (u * v,), copies=True).predictor
    (u*v,)
    """

    name: str
    parameters: tuple[Any, ...]
    predictor: tuple[Any, ...]
    start: tuple[Any, ...] = ()
    copies: bool = False
    slope: Any = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", tuple(self.parameters))
        _distinct(self.parameters)
        for what, name in (("a coordinate of the predictor", "predictor"), ("a relation of the start", "start")):
            read = tuple(_polynomial(e, self.parameters, what) for e in getattr(self, name))
            object.__setattr__(self, name, read)
        if not self.predictor:
            raise NetworkError("the predictor has at least one coordinate")
        if self.copies and len(self.predictor) != 1:
            raise NetworkError("a network of copies is given by one coordinate of its predictor")
        _check_slope(self.slope)

    def at(self, d: int) -> Network:
        """The network with d coordinates.  Raises `NetworkError` where d is not a positive integer that fits."""
        import sympy

        if not isinstance(d, int) or d < 1:
            raise NetworkError(f"the dimension must be a positive integer, not {d!r}")
        if not self.copies:
            if d != len(self.predictor):
                raise NetworkError(f"{self.name} has {len(self.predictor)} coordinates; d = {d} does not fit")
            return self
        letters, predictor, start = [], [], []
        for i in range(1, d + 1):
            own = {s: sympy.Symbol(f"{s.name}_{i}", real=True) for s in self.parameters}
            letters += list(own.values())
            predictor.append(self.predictor[0].subs(own, simultaneous=True))
            start += [sympy.sympify(e).subs(own, simultaneous=True) for e in self.start]
        return replace(
            self, parameters=tuple(letters), predictor=tuple(predictor), start=tuple(start), copies=False
        )


def _check_slope(slope: Any) -> None:
    import sympy

    value = sympy.sympify(slope)
    if not (value.is_Rational and value > 0):
        raise NetworkError("the slope of a leaky ReLU is a positive rational number (0 stops the flow of a neuron)")


def inner(u: str, v: str) -> Any:
    """The symbol of the inner product of two vectors of a `VectorNetwork`; the order does not matter.

    >>> inner("w", "v")
    v.w
    """
    import sympy

    a, b = sorted((u, v))
    return sympy.Symbol(f"{a}.{b}", real=True)


@dataclass(frozen=True)
class VectorNetwork:
    """w = sum_j coefficients[j] * vectors[j], for vectors in R^d with any d.

    `scalars`: SymPy symbols; `vectors`: names; `coefficients` and the relations of the `start`: polynomials in the
    scalars and in the inner products (`inner`).  Raises `NetworkError`.
    """

    name: str
    scalars: tuple[Any, ...]
    vectors: tuple[str, ...]
    coefficients: tuple[Any, ...]
    start: tuple[Any, ...] = ()
    slope: Any = 1

    def __post_init__(self) -> None:
        for name in ("scalars", "vectors"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not self.vectors or len(self.coefficients) != len(self.vectors):
            raise NetworkError("a vector network has one coefficient for each of its vectors")
        _distinct(self.letters)
        for what, name in (("a coefficient", "coefficients"), ("a relation of the start", "start")):
            object.__setattr__(self, name, tuple(_polynomial(e, self.letters, what) for e in getattr(self, name)))
        _check_slope(self.slope)
        if self.slope != 1 and len(self.vectors) != 1:
            raise NetworkError("a leaky ReLU is understood for one vector v: w'x stands for f sigma(v'x)")

    @property
    def products(self) -> tuple[tuple[int, int, Any], ...]:
        """The inner products (i, j, symbol) with i <= j."""
        n = len(self.vectors)
        return tuple((i, j, inner(self.vectors[i], self.vectors[j])) for i in range(n) for j in range(i, n))

    def gram(self) -> Any:
        """The Gram matrix of the vectors, in the letters."""
        import sympy

        names = self.vectors
        return sympy.Matrix(len(names), len(names), lambda i, j: inner(names[i], names[j]))

    @property
    def letters(self) -> tuple[Any, ...]:
        """Inner products and scalars: the letters of every invariant polynomial (products first)."""
        return (*(s for _, _, s in self.products), *self.scalars)

    def at(self, d: int) -> Network:
        """The network for one dimension, with the components of the vectors as parameters."""
        import sympy

        if not isinstance(d, int) or d < 1:
            raise NetworkError(f"the dimension must be a positive integer, not {d!r}")
        parts = {v: sympy.symbols(f"{v}_1:{d + 1}", real=True) for v in self.vectors}
        values = {
            s: sum(a * b for a, b in zip(parts[self.vectors[i]], parts[self.vectors[j]], strict=True))
            for i, j, s in self.products
        }
        f = [sympy.sympify(c).subs(values, simultaneous=True) for c in self.coefficients]
        predictor = tuple(sum(c * parts[v][i] for c, v in zip(f, self.vectors, strict=True)) for i in range(d))
        start = tuple(sympy.expand(sympy.sympify(e).subs(values, simultaneous=True)) for e in self.start)
        flat = tuple(x for v in self.vectors for x in parts[v])
        return Network(self.name, (*self.scalars, *flat), predictor, start, slope=self.slope)


def diagonal(unbiased: bool = True) -> Network:
    """The diagonal network w = u+ v+ - u- v- (entrywise) for every d; unbiased: u+ = u-, v+ = v- at the start."""
    import sympy

    up, vp, um, vm = sympy.symbols("u_plus v_plus u_minus v_minus", real=True)
    start = (um - up, vm - vp) if unbiased else ()
    return Network("diagonal network", (um, vm, up, vp), (up * vp - um * vm,), start, copies=True)


def tied_diagonal(unbiased: bool = True) -> Network:
    """The diagonal network with shared weights, w = u+^2 - u-^2 (entrywise), for every d; unbiased: u+ = u-."""
    import sympy

    up, um = sympy.symbols("u_plus u_minus", real=True)
    start = (um - up,) if unbiased else ()
    return Network("tied diagonal network", (um, up), (up**2 - um**2,), start, copies=True)


def single_neuron() -> VectorNetwork:
    """One linear neuron with a trained output weight, w = a v, for every d."""
    import sympy

    a = sympy.Symbol("a", real=True)
    return VectorNetwork("single linear neuron", (a,), ("v",), (a,))


def leaky_relu_neuron(slope: Any) -> VectorNetwork:
    """A leaky ReLU neuron a sigma(v'x), sigma(z) = z for z >= 0 and slope z below: the metric of the linear neuron.

    Where v'x_n is negative the sample x_n enters with the factor `slope` > 0, so p stays in the range of the data.
    """
    return replace(single_neuron(), name="leaky ReLU neuron", slope=slope)


def fully_connected(m: int, balanced: bool = False) -> VectorNetwork:
    """Two layers, linear, m neurons: w = sum_i a_i v_i for every d; balanced: a_i a_j = <v_i, v_j> at the start."""
    import sympy

    if not isinstance(m, int) or m < 1:
        raise NetworkError(f"the number of neurons must be a positive integer, not {m!r}")
    a = sympy.symbols(f"a_1:{m + 1}", real=True)
    v = tuple(f"v{i}" for i in range(1, m + 1))
    start: tuple[Any, ...] = ()
    if balanced:
        start = tuple(inner(v[i], v[j]) - a[i] * a[j] for i in range(m) for j in range(i, m))
    name = f"{'strictly balanced' if balanced else 'fully connected'} network of {m} neurons"
    return VectorNetwork(name, a, v, a, start)


#: The networks of this module by name; each is a function whose arguments have the meaning given there.
SHIPPED: Mapping[str, Any] = {
    "diagonal": diagonal, "tied-diagonal": tied_diagonal, "single-neuron": single_neuron,
    "leaky-relu-neuron": leaky_relu_neuron, "fully-connected": fully_connected,
}  # fmt: skip
