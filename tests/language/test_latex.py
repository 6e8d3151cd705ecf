"""Expressions and claims as LaTeX: snapshots."""

from __future__ import annotations

import pytest

from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.text.latex import name_latex, to_latex
from verifier.language.text.text import parse

DECLARED: dict[str, Expr] = {
    **dict.fromkeys(("a", "b", "c", "x", "eta"), ("real",)), "n": ("integer", 1, "oo"),
    "A": ("matrix", "n", "n"), "B": ("matrix", "n", 1), "C": ("matrix", 1, "n"), "s": ("sequence", ("real",)),
}  # fmt: skip

SNAPSHOTS = [
    ("C*A**n*B == 0", r"C A^{n} B = 0"),
    ("(a + b)*c - (a - b)", r"\left(a + b\right) c - \left(a - b\right)"),
    ("a - (b + c)", r"a - \left(b + c\right)"),
    ("-(a + b)**2", r"-\left(a + b\right)^{2}"),
    ("a*-3 + 2*3", r"a \left(-3\right) + 2 \cdot 3"),
    ("a/(b + 1)", r"\frac{a}{b + 1}"),
    ("(a/b)**2", r"\left(\frac{a}{b}\right)^{2}"),
    ("(a**b)**c", r"\left(a^{b}\right)^{c}"),
    ("A.T*A", r"A^{\top} A"),
    ("(A*B).T", r"\left(A B\right)^{\top}"),
    ("inverse(A)", r"A^{-1}"),
    ("A[0, n-1]", r"A_{0,n - 1}"),
    ("s[n+1]", r"s_{n + 1}"),
    ("norm2(A)", r"\left\lVert A \right\rVert_F^{2}"),
    ("trace(A)", r"\operatorname{tr}\left(A\right)"),
    ("a + Sum(x**j, (j, 0, n))", r"a + \sum_{j=0}^{n} x^{j}"),
    ("Sum(x + j, (j, 0, n))*a", r"\left(\sum_{j=0}^{n} \left(x + j\right)\right) a"),
    ("Product(j, (j, 1, n))", r"\prod_{j=1}^{n} j"),
    ("Sum(1/j, (j, 1, oo))", r"\sum_{j=1}^{\infty} \frac{1}{j}"),
    ("eta*grad(trace(A), A)", r"\eta \left(\nabla_{A} \operatorname{tr}\left(A\right)\right)"),
    ("expect(x**2)", r"\mathbb{E}\left[x^{2}\right]"),
    ("sqrt(Abs(x))", r"\sqrt{\left\lvert x \right\rvert}"),
    ("Min(a, b)", r"\min\left(a, b\right)"),
    ("eye(n) + zeros(n, n)", r"I_{n} + 0_{n \times n}"),
    ("Matrix([[1, a], [0, 1]])", r"\begin{pmatrix} 1 & a \\ 0 & 1 \end{pmatrix}"),
    ("exp(-x) + sin(x)", r"\exp\left(-x\right) + \sin\left(x\right)"),
    ("binomial(n, 2)", r"\left({n \atop 2}\right)"),
    ("integrate(x, (x, 0, pi))", r"\int_{0}^{\pi} x \, \mathrm{d}x"),
    ("limit(1/x, x, 0, '+')", r"\lim_{x \to 0^{+}} \frac{1}{x}"),
    ("diff(x**2, x, 2)", r"\frac{\mathrm{d}^{2}}{\mathrm{d}x^{2}} x^{2}"),
    ("a <= b < c", r"a \le b < c"),
    ("a == b and c > 0 or a != 0", r"a = b \land c > 0 \lor a \ne 0"),
    ("forall(t, positive integer, s[t] == 0)", r"\forall t \in \mathbb{Z}_{\ge 1} :\; s_{t} = 0"),
    ("exists(P, matrix(n, n), P == A)", r"\exists P \in \mathbb{R}^{n \times n} :\; P = A"),
    ("forall(i, integer[0, n-1], a > 0)", r"\forall i \in \{0, \dots, n - 1\} :\; a > 0"),
    ("implies(a > 0, implies(b > 0, c > 0))", r"a > 0 \implies b > 0 \implies c > 0"),
    ("implies(implies(a > 0, b > 0), c > 0)", r"\left(a > 0 \implies b > 0\right) \implies c > 0"),
    ("tends(s[t], t, 0)", r"\lim_{t \to \infty} s_{t} = 0"),
]


@pytest.mark.parametrize(("text", "latex"), SNAPSHOTS)
def test_snapshots(text: str, latex: str) -> None:
    assert to_latex(parse(text, declared=DECLARED)) == latex


@pytest.mark.parametrize(
    ("name", "latex"),
    [("x", "x"), ("eta", r"\eta"), ("lam", r"\lambda"), ("A1", "A_{1}"), ("w_max", r"w_{\mathrm{max}}"),
     ("loss", r"\mathrm{loss}"), ("sigma2", r"\sigma_{2}"), ("a_1_j", "a_{1,j}")],
)  # fmt: skip
def test_names(name: str, latex: str) -> None:
    assert name_latex(name) == latex


def test_a_claim_is_declarations_hypotheses_conclusion() -> None:
    c = claim(
        "c", "A == A", given={"long": "k > d"},
        variables={"d": "positive integer", "k": "positive integer", "A": "psd matrix(d)", "t": "(0, 1]"},
    )  # fmt: skip
    assert c.latex() == (
        r"\begin{aligned} &\text{Let } d \in \mathbb{Z}_{\ge 1},\quad k \in \mathbb{Z}_{\ge 1},\quad "
        r"A \in \mathbb{R}^{d \times d} \text{ positive semidefinite},\quad "
        r"t \in \mathbb{R},\ t > 0,\ t \le 1. \\ "
        r"&\text{Suppose } k > d \\ &\text{Then } A = A. \end{aligned}"
    )
    assert c._repr_latex_() == f"$\\displaystyle {c.latex()}$"


def test_brackets_balance_in_every_snapshot() -> None:
    for text, _ in SNAPSHOTS:
        latex = to_latex(parse(text, declared=DECLARED))
        assert latex.count(r"\left") == latex.count(r"\right")
        assert latex.replace(r"\{", "").count("{") == latex.replace(r"\}", "").count("}")
