"""Claims about integers: recurrences, induction and finite checks, and near misses that are not proved."""

from __future__ import annotations

import pytest
from driving import Claim, proves, refuted_at, statement_of

TWIN = 1.2  # seconds, three times what a true one that is like a false one needs

TRUE: list[Claim] = [
    ("x[n] <= Max(c, x[n])", {"n": "nonnegative integer", "x": "real sequence", "c": "real"}, []),
    ("1 + n*(1/x) <= (1 + 1/x)**n", {"n": "positive integer", "x": "real"}, ["-1 < 1/x"]),
    ("fibonacci(n-1)*fibonacci(n+1)-fibonacci(n)**2==(-1)**n", {"n": "positive integer"}, []),
    ("fibonacci(n)==(GoldenRatio**n-(-1/GoldenRatio)**n)/sqrt(5)", {"n": "nonnegative integer"}, []),
    ("stirling2(n,n)==1", {"n": "nonnegative integer"}, []),
    ("stirling2(n,1)==1", {"n": "positive integer"}, []),
    ("stirling2(n,2)==2**(n-1)-1", {"n": "positive integer"}, []),
    ("stirling1(n,1)==factorial(n-1)", {"n": "positive integer"}, []),
    ("2**n<factorial(n)", {"n": "integer"}, ["n>=4"]),
    ("2**n>n", {"n": "nonnegative integer"}, []),
    ("2**n>=n**2", {"n": "integer"}, ["n>=4"]),
    ("3**n>=n**3", {"n": "nonnegative integer"}, []),
    ("factorial(n)>=2**(n-1)", {"n": "positive integer"}, []),
    ("4**n<=2*n*binomial(2*n,n)", {"n": "positive integer"}, []),
    ("binomial(2*n,n)<=4**n", {"n": "nonnegative integer"}, []),
    ("binomial(2*n,n)<4**n", {"n": "positive integer"}, []),
    ("harmonic(n)>=1", {"n": "positive integer"}, []),
    ("(1+x)**n>=1+n*x", {"n": "nonnegative integer", "x": "real"}, ["x>=-1"]),
    ("fibonacci(n)>=0", {"n": "nonnegative integer"}, []),
    ("fibonacci(n)<2**n", {"n": "nonnegative integer"}, []),
    ("fibonacci(n)>=n", {"n": "integer"}, ["n>=5"]),
    ("n<=n*n", {"n": "nonnegative integer"}, []),
    (
        "floor(m/p)<=floor(n/p)",
        {"m": "nonnegative integer", "n": "nonnegative integer", "p": "positive integer"}, ["m<=n"],
    ),
    ("(cos(x)+I*sin(x))**n==cos(n*x)+I*sin(n*x)", {"n": "nonnegative integer", "x": "real"}, []),
    ("sin(pi/2+pi*k)==(-1)**k", {"k": "integer"}, []),
    ("cos(pi*n)==(-1)**n", {"n": "integer"}, []),
    ("0<factorial(n)", {"n": "nonnegative integer"}, []),
    ("Mod(n*(n+1),2)==0", {"n": "nonnegative integer"}, []),
    ("Mod(n**3-n,6)==0", {"n": "nonnegative integer"}, []),
    ("(-1)**n*(-1)**n==1", {"n": "nonnegative integer"}, []),
    ("(-1)**(2*n)==1", {"n": "integer"}, []),
    ("floor(86*x/256)==floor(x/3)", {"x": "nonnegative integer"}, ["x<=127"]),
    ("-floor(h*log(2)/log(5))*log(5) <= 54*log(2)", {"h": "integer"}, ["-53 <= h", "h <= 0"]),
    ("binomial(n,k)==binomial(n,n-k)", {"n": "nonnegative integer", "k": "nonnegative integer"}, ["k<=n"]),
    ("n*binomial(n-1,k-1)==k*binomial(n,k)", {"n": "positive integer", "k": "positive integer"}, []),
    (
        "stirling2(5,2)==15 and bell(4)==15 and stirling1(4,2)==11 and "
        "binomial(10,3)==120 and fibonacci(10)==55 and harmonic(4)==25/12",
        {}, [],
    ),
]

FALSE: list[Claim] = [
    ("x[n] < Max(c, x[n])", {"n": "nonnegative integer", "x": "real sequence", "c": "real"}, []),
    ("1 + n*(1/x) <= (1 + 1/x)**n", {"n": "positive integer", "x": "real"}, ["-3 < 1/x"]),
    ("2**n<factorial(n)", {"n": "nonnegative integer"}, []),
    ("2**n>n**2", {"n": "nonnegative integer"}, []),
    ("binomial(2*n,n)<4**n", {"n": "nonnegative integer"}, []),
    ("fibonacci(n)>0", {"n": "nonnegative integer"}, []),
    ("(1+x)**n>=1+n*x", {"n": "nonnegative integer", "x": "real"}, ["x>=-3"]),
    ("(1+x)**n>1+n*x", {"n": "nonnegative integer", "x": "real"}, ["x>=-1"]),
    ("Mod(n*(n+1),4)==0", {"n": "nonnegative integer"}, []),
    ("(-1)**n==1", {"n": "nonnegative integer"}, []),
    ("stirling2(n,2)==2**n-1", {"n": "positive integer"}, []),
    ("n*floor(m/n)==m", {"m": "nonnegative integer", "n": "positive integer"}, []),
    ("floor(86*x/256) == floor(x/3)", {"x": "nonnegative integer"}, ["x<=128"]),
    ("fibonacci(n)==GoldenRatio**n/sqrt(5)", {"n": "nonnegative integer"}, []),
    ("bell(5)==51", {}, []),
    ("2**n>n**2", {"n": "integer"}, ["n>=4"]),
    ("2**n<factorial(n)", {"n": "integer"}, ["n>=3"]),
    ("4**n<2*n*binomial(2*n,n)", {"n": "positive integer"}, []),
    ("fibonacci(n+1)*fibonacci(n-1)-fibonacci(n)**2==(-1)**(n+1)", {"n": "positive integer"}, []),
    ("floor(n/2)==n/2", {"n": "integer"}, []),
    ("binomial(n,k)==binomial(n,n-k)", {"n": "nonnegative integer", "k": "integer"}, []),
    ("(1+x)**n>=1+n*x", {"n": "nonnegative integer", "x": "real"}, ["x>=-2-1/10**9"]),
]

AT: list[tuple[str, dict[str, str], dict[str, int]]] = [
    ("2**n<factorial(n)", {"n": "integer"}, {"n": 3}),
    ("binomial(2*n,n)<4**n", {"n": "nonnegative integer"}, {"n": 0}),
    ("bell(n)==2**n-1", {"n": "positive integer"}, {"n": 3}),
    ("harmonic(n)<=1+log(n)/2", {"n": "positive integer"}, {"n": 2}),
    ("fibonacci(n)>0", {"n": "nonnegative integer"}, {"n": 0}),
    ("(-1)**n==1", {"n": "integer"}, {"n": -3}),
]


@pytest.mark.parametrize(("text", "variables", "given"), TRUE, ids=[c[0] for c in TRUE])
def test_is_proved(text: str, variables: dict[str, str], given: list[str]) -> None:
    assert proves(statement_of(text, variables, given), 30)


@pytest.mark.parametrize(("text", "variables", "given"), FALSE, ids=[c[0] for c in FALSE])
def test_is_not_proved(text: str, variables: dict[str, str], given: list[str]) -> None:
    assert not proves(statement_of(text, variables, given), TWIN)


@pytest.mark.parametrize(("text", "variables", "point"), AT, ids=[c[0] for c in AT])
def test_is_refuted_at_a_point(text: str, variables: dict[str, str], point: dict[str, int]) -> None:
    assert refuted_at(statement_of(text, variables, []), point)
