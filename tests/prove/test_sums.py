"""Finite and infinite sums and products: closed forms that are proved, and near misses that are not."""

from __future__ import annotations

import pytest
from driving import Claim, proves, refuted_at, statement_of

TRUE: list[Claim] = [
    ("Sum(k**3,(k,1,n))==(n*(n+1)/2)**2", {"n": "nonnegative integer"}, []),
    ("Sum(2*k-1,(k,1,n))==n**2", {"n": "nonnegative integer"}, []),
    ("Sum(k*factorial(k),(k,1,n))==factorial(n+1)-1", {"n": "nonnegative integer"}, []),
    ("Sum(k*2**k,(k,0,n))==(n-1)*2**(n+1)+2", {"n": "nonnegative integer"}, []),
    ("Sum(k*x**k,(k,0,n))*(x-1)**2==x-(n+1)*x**(n+1)+n*x**(n+2)", {"n": "nonnegative integer", "x": "real"}, []),
    ("Sum(x**k,(k,0,n))==(x**(n+1)-1)/(x-1)", {"n": "nonnegative integer", "x": "real"}, ["x != 1"]),
    ("Sum(binomial(n,k)**2,(k,0,n))==binomial(2*n,n)", {"n": "nonnegative integer"}, []),
    ("Sum(k*binomial(n,k),(k,0,n))==n*2**(n-1)", {"n": "positive integer"}, []),
    ("Sum((-1)**k*binomial(n,k),(k,0,n))==0", {"n": "positive integer"}, []),
    ("Sum(binomial(n,k),(k,0,n))==2**n", {"n": "nonnegative integer"}, []),
    ("Sum(binomial(m+k,k),(k,0,n))==binomial(m+n+1,n)", {"n": "nonnegative integer", "m": "nonnegative integer"}, []),
    ("Sum(1/(k*(k+1)*(k+2)),(k,1,n))==1/4-1/(2*(n+1)*(n+2))", {"n": "positive integer"}, []),
    ("Sum(fibonacci(k)**2,(k,0,n))==fibonacci(n)*fibonacci(n+1)", {"n": "nonnegative integer"}, []),
    ("Sum(fibonacci(2*k+1),(k,0,n))==fibonacci(2*n+2)", {"n": "nonnegative integer"}, []),
    ("Sum(harmonic(k),(k,1,n))==(n+1)*harmonic(n)-n", {"n": "positive integer"}, []),
    ("Sum(stirling1(n,k)*x**k,(k,0,n))==RisingFactorial(x,n)", {"n": "nonnegative integer", "x": "real"}, []),
    ("Sum(stirling2(n,k)*FallingFactorial(x,k),(k,0,n))==x**n", {"n": "nonnegative integer", "x": "real"}, []),
    ("Product(1-1/k**2,(k,2,n))==(n+1)/(2*n)", {"n": "integer"}, ["n>=2"]),
    ("Product(k/(k+1),(k,1,n))==1/(n+1)", {"n": "nonnegative integer"}, []),
    ("Product(2,(k,1,n))==2**n", {"n": "nonnegative integer"}, []),
    ("Product(x,(k,1,n))==x**n", {"n": "nonnegative integer", "x": "real"}, []),
    ("Sum(1/k,(k,1,n))<=1+log(n)", {"n": "positive integer"}, []),
    ("Sum(1/k,(k,1,n))>=log(n+1)", {"n": "positive integer"}, []),
    ("Sum(1/sqrt(k),(k,1,n))<=2*sqrt(n)", {"n": "positive integer"}, []),
    ("Sum(1/sqrt(k),(k,1,n))>=sqrt(n)", {"n": "positive integer"}, []),
    ("Sum(1/k**2,(k,1,n))<=2-1/n", {"n": "positive integer"}, []),
    ("Sum(Sum(i*j,(i,1,j)),(j,1,n))==n*(n+1)*(n+2)*(3*n+1)/24", {"n": "nonnegative integer"}, []),
    ("Sum(Sum(1,(i,1,j)),(j,1,n))==n*(n+1)/2", {"n": "nonnegative integer"}, []),
    ("Sum(cos(k*x),(k,1,n))*2*sin(x/2)==sin((n+1/2)*x)-sin(x/2)", {"n": "nonnegative integer", "x": "real"}, []),
    ("Sum(k**2,(k,1,100))==338350", {}, []),
    ("Sum((-1)**k*k,(k,1,2*n))==n", {"n": "nonnegative integer"}, []),
    ("Sum((-1)**(k+1)/k,(k,1,2*n))==harmonic(2*n)-harmonic(n)", {"n": "nonnegative integer"}, []),
    ("Sum(1/k,(k,n+1,2*n))>=1/2", {"n": "positive integer"}, []),
    ("factorial(2*n)==2**n*factorial(n)*Product(2*k-1,(k,1,n))", {"n": "nonnegative integer"}, []),
    ("Sum(k**2*binomial(n,k),(k,0,n))==n*(n+1)*2**(n-2)", {"n": "positive integer"}, ["n>=2"]),
    ("Sum(binomial(n,k)/(k+1),(k,0,n))==(2**(n+1)-1)/(n+1)", {"n": "nonnegative integer"}, []),
    ("Sum(x**k/factorial(k),(k,0,oo))==exp(x)", {"x": "real"}, []),
    ("Sum(1/factorial(k),(k,0,oo))==E", {}, []),
    ("Sum(k/factorial(k),(k,0,oo))==E", {}, []),
    ("Sum(k/2**k,(k,1,oo))==2", {}, []),
    ("Sum(k**2/2**k,(k,1,oo))==6", {}, []),
    ("Sum((-1)**k/(2*k+1),(k,0,oo))==pi/4", {}, []),
    ("Sum((-1)**(k+1)/k,(k,1,oo))==log(2)", {}, []),
    ("Sum(x**k/k,(k,1,oo))==-log(1-x)", {"x": "(-1,1)"}, []),
    ("Sum(1/(k*2**k),(k,1,oo))==log(2)", {}, []),
    ("Sum(1/((2*k-1)*(2*k+1)),(k,1,oo))==1/2", {}, []),
    ("Sum(1/(k*(k+1)*(k+2)),(k,1,oo))==1/4", {}, []),
    ("Product(1-1/k**2,(k,2,oo))==1/2", {}, []),
    ("Sum(1/(2*k+1)**2,(k,0,oo))==pi**2/8", {}, []),
    ("Sum((-1)**k/k**2,(k,1,oo))==-pi**2/12", {}, []),
    ("Sum(fibonacci(k)/2**k,(k,1,oo))==2", {}, []),
    ("Sum(1/k**2,(k,1,oo))<5/3", {}, []),
    ("Sum(1/k**3,(k,1,oo))<5/4", {}, []),
    ("Sum(1/k**2,(k,1,oo))>3/2", {}, []),
    ("Sum(r**k,(k,1,oo))==r/(1-r)", {"r": "(0,1)"}, []),
]

FALSE: list[Claim] = [
    ("Sum(k**3,(k,1,n))==(n*(n-1)/2)**2", {"n": "nonnegative integer"}, []),
    ("Sum(k*factorial(k),(k,1,n))==factorial(n+1)", {"n": "nonnegative integer"}, []),
    ("Sum(binomial(n,k)**2,(k,0,n-1))==binomial(2*n,n)", {"n": "nonnegative integer"}, []),
    ("Sum((-1)**k*binomial(n,k),(k,0,n))==1", {"n": "nonnegative integer"}, []),
    ("Sum(k*binomial(n,k),(k,0,n))==n*2**n", {"n": "nonnegative integer"}, []),
    ("Sum(1/k,(k,1,n))<=log(n)", {"n": "positive integer"}, []),
    ("Sum(1/k**2,(k,1,oo))==8/5", {}, []),
    ("Sum(1/2**k,(k,0,oo))==1", {}, []),
    ("Sum(k/2**k,(k,1,oo))==3/2", {}, []),
    ("Product(1-1/k**2,(k,2,oo))==2/3", {}, []),
    ("Sum(x**k,(k,0,oo))==1/(1+x)", {"x": "(-1,1)"}, []),
    ("Sum(k,(k,1,n))==n*(n+1)/2", {"n": "integer"}, []),
    ("Product(k,(k,1,n))==factorial(n+1)/(n+1)+1", {"n": "nonnegative integer"}, []),
    ("Sum(harmonic(k),(k,1,n))==(n+1)*harmonic(n)-n-1", {"n": "positive integer"}, []),
    ("Sum(k**2,(k,1,100))==338351", {}, []),
    ("Sum(1/(k*(k+1)),(k,1,n))==1-1/n", {"n": "positive integer"}, []),
    ("Sum(binomial(n,k)*x**k,(k,1,n))==(1+x)**n", {"n": "nonnegative integer", "x": "real"}, []),
    ("Sum(x**k,(k,0,n))==(x**(n+1)-1)/(x-1)", {"n": "nonnegative integer", "x": "real"}, []),
    ("Product(1-1/k**2,(k,1,n))==(n+1)/(2*n)", {"n": "positive integer"}, []),
    ("Sum(stirling1(n,k),(k,1,n))==factorial(n)", {"n": "nonnegative integer"}, []),
    ("Sum(x**k,(k,0,oo))==1/(1-x)", {"x": "[-1,1)"}, []),
    ("Sum(1/k**2,(k,1,oo))<8/5", {}, []),
    ("Sum(1/k**2,(k,1,oo))==pi**2/6+1/10**30", {}, []),
    ("Sum(k,(k,1,n))==n*(n+1)/2", {"n": "integer"}, ["n>=-2"]),
]

AT: list[tuple[str, dict[str, str], dict[str, int]]] = [
    ("Sum(k,(k,1,n))==n*(n-1)/2", {"n": "nonnegative integer"}, {"n": 1}),
    ("Sum(binomial(n,k),(k,1,n))==2**n", {"n": "nonnegative integer"}, {"n": 0}),
    ("Sum(stirling2(n,k),(k,0,n))==bell(n+1)", {"n": "nonnegative integer"}, {"n": 1}),
    ("Product(k,(k,0,n))==factorial(n)", {"n": "nonnegative integer"}, {"n": 0}),
    ("Sum(k,(k,1,n))==n*(n+1)/2", {"n": "integer"}, {"n": -2}),
    ("Sum(1/k**2,(k,1,oo))==8/5", {}, {}),
    ("Sum(k/2**k,(k,1,oo))==3/2", {}, {}),
    ("Sum(1/k,(k,1,n))<1+log(n)", {"n": "positive integer"}, {"n": 1}),
]


@pytest.mark.parametrize(("text", "variables", "given"), TRUE, ids=[c[0] for c in TRUE])
def test_is_proved(text: str, variables: dict[str, str], given: list[str]) -> None:
    assert proves(statement_of(text, variables, given), 30)


@pytest.mark.parametrize(("text", "variables", "given"), FALSE, ids=[c[0] for c in FALSE])
def test_is_not_proved(text: str, variables: dict[str, str], given: list[str]) -> None:
    assert not proves(statement_of(text, variables, given), 2)


@pytest.mark.parametrize(("text", "variables", "point"), AT, ids=[c[0] for c in AT])
def test_is_refuted_at_a_point(text: str, variables: dict[str, str], point: dict[str, int]) -> None:
    assert refuted_at(statement_of(text, variables, []), point)
