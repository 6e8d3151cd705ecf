"""`verifier moments` and `verifier partitions`: discrete measures by their moments, and set partitions counted."""

from __future__ import annotations

import json
from typing import Any

import click

from verifier.derive.exact_numbers import rational, symbol_free
from verifier.derive.measures.discrete_measures import chebyshev_pair, matching_pair
from verifier.derive.measures.hankel_positivity import TooFewMoments, moment_conditions
from verifier.derive.measures.moment_recovery import NotMoments, recover
from verifier.derive.stationary.minima_counting import count, minimising_spaces

MOST_LISTED = 60
MOST_MOMENTS = 80


def moments(
    numbers: tuple[str, ...], atoms: int | None, support: str | None, digits: int, pair: int | None,
    chebyshev: int | None, as_json: bool,
) -> None:  # fmt: skip
    """What `verifier.cli.moments` does, with its options as they were given."""
    if sum((bool(numbers), pair is not None, chebyshev is not None)) != 1:
        raise click.ClickException("give moments, as in `verifier moments 1 0 1/3 0`, or --pair N, or --chebyshev N")
    if pair is not None or chebyshev is not None:
        if support is not None or atoms is not None:
            raise click.ClickException("--atoms and --support belong to moments")
        found = _pair(pair, chebyshev)
    else:
        option = next((n for n in numbers if n.startswith("--")), None)
        if option is not None:
            raise click.ClickException(f"no such option {option:.40}")
        if len(numbers) > MOST_MOMENTS:
            raise click.ClickException(f"{len(numbers)} moments, over {MOST_MOMENTS}")
        found = _measure(numbers, atoms, support, digits)
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    for key, value in found.items():
        lines = value if isinstance(value, list) else [value]
        click.echo(f"{key}:" + (f" {lines[0]}" if len(lines) == 1 else ""))
        for line in lines if len(lines) > 1 else ():
            click.echo(f"  {line}")


def _measure(texts: tuple[str, ...], atoms: int | None, support: str | None, digits: int) -> dict[str, Any]:
    long = next((t for t in texts if len(t) > 400), None)
    if long is not None or any("e" in t.lower() for t in texts):
        raise click.ClickException("moments are written as 2, -3/4 or 0.25")
    known = [rational(t, "a moment") for t in texts]
    conditions = moment_conditions(known, _support(support))
    found: dict[str, Any] = {"Hankel matrices": [_condition(c) for c in conditions]}

    def recovered(count: int | None) -> tuple[Any, str]:
        try:
            return recover(known, count), ""
        except (NotMoments, TooFewMoments) as error:
            return None, str(error)

    few, _ = recovered(None)
    made, why = recovered(atoms)
    where = "the line" if support is None else f"[{support}]"
    found["positive measure"] = _positive(conditions, few, _support(support), where)
    if made is None:
        found["atoms and weights"] = f"not determined: {why}"
        return found
    exact = made.measure
    found["atoms and weights"] = [f"{x}: {w}" for x, w in zip(exact.atoms, exact.weights, strict=True)] or "none"
    if made.order and not made.rational:
        found["in decimals"] = [
            f"{x.middle} +- {x.radius}: {w.middle} +- {w.radius}" for x, w in made.numbers(digits)
        ]
    found["checked"] = f"all {len(known)} moments by exact traces; simple real roots ({made.order}) by Sturm's theorem"
    return found


def _positive(conditions: Any, few: Any, support: tuple[Any, Any] | None, where: str) -> str:
    """Whether a positive measure has the moments; `few` is the measure with as few atoms as the moments determine.

    Where the Hankel matrix itself is singular a positive measure has as many atoms as its rank, and is `few`.
    """
    if not all(c.holds for c in conditions):
        return f"none on {where} has these moments"
    if all(c.kind == "positive definite" for c in conditions):
        return f"there is one on {where} with these moments"
    here = few is not None and few.measure.positive and _inside(few.measure.atoms, support)
    if conditions[0].kind == "positive definite":
        return f"there is one on {where}" if here else "not decided: a weighted Hankel matrix is singular"
    return f"exactly one on {where}: {_atoms(few.measure)}" if here else f"none on {where} has these moments"


def _atoms(found: Any) -> str:
    pairs = zip(found.atoms, found.weights, strict=True)
    return ", ".join(f"{w} at {x}" for x, w in pairs) or "0"


def _inside(atoms: Any, support: tuple[Any, Any] | None) -> bool:
    if support is None:
        return True
    low, high = support
    return all(bool(x >= low) and (high is None or bool(x <= high)) for x in atoms)


def _support(text: str | None) -> tuple[Any, Any] | None:
    if text is None:
        return None
    low, comma, high = (part.strip() for part in text.partition(","))
    if not (low and comma and high):
        raise click.ClickException(f"--support is written LOW,HIGH, as in --support=-1,1 or 0,oo, not {text!r:.40}")
    return (symbol_free(rational(low, "the lower end")),
            None if high == "oo" else symbol_free(rational(high, "the upper end")))  # fmt: skip


def _condition(c: Any) -> str:
    weight = "" if c.weight == 1 else f" for {c.weight} times the measure"
    witness = ""
    if c.witness:
        witness = f"; the square of the polynomial with coefficients {list(c.witness)} has a negative mean"
    return f"{c.matrix.rows} by {c.matrix.rows}{weight}: {c.kind}{witness}"


def _pair(pair: int | None, chebyshev: int | None) -> dict[str, Any]:
    made = matching_pair(list(range(pair + 1))) if pair is not None else chebyshev_pair(chebyshev or 1)
    sides = {name: [f"{x}: {w}" for x, w in zip(side.atoms, side.weights, strict=True)]
             for name, side in (("first measure", made.first), ("second measure", made.second))}  # fmt: skip
    return {**sides, "same moments": f"0, ..., {made.agree - 1}" if made.agree > 1 else "0",
            f"difference of the moments {made.agree}": str(made.difference),
            "checked": "all of these moments compared exactly; weights positive with the sum 1"}  # fmt: skip


def partitions(neurons: int, terms: int, null_blocks: int, listing: bool, as_json: bool) -> None:
    """What `verifier.cli.partitions` does, with its options as they were given."""
    found = count(neurons, terms, null_blocks)
    plain: dict[str, Any] = {
        "number": str(found.formula), "enumerated": None if found.enumerated is None else str(found.enumerated),
        "dimension of each": found.dimension,
    }  # fmt: skip
    if null_blocks:
        plain["dimension with the exponents of the null blocks"] = found.family_dimension
    if listing:
        if found.formula > MOST_LISTED:
            raise click.ClickException(f"{found.formula} spaces, over {MOST_LISTED}: take fewer neurons")
        target = [(1, j + 1) for j in range(terms)]
        plain["spaces"] = [_space(s.blocks, s.null_blocks) for s in minimising_spaces(neurons, target, null_blocks)]
    if as_json:
        click.echo(json.dumps(plain, indent=1))
        return
    formula = "(n+r)!/r! S(m, n+r)" if null_blocks else "n! S(m, n)"
    again = f"enumerated: {found.enumerated}" if found.enumerated is not None else "enumerated up to 7 neurons"
    click.echo(f"{formula} = {plain['number']} spaces of dimension {found.dimension}; {again}")
    if null_blocks:
        click.echo(f"families of dimension {found.family_dimension} with the exponents of the null blocks")
    for line in plain.get("spaces", ()):
        click.echo(f"  {line}")


def _space(blocks: Any, null_blocks: Any) -> str:
    def neurons(block: Any) -> str:
        return "{" + ", ".join(str(i + 1) for i in block) + "}"

    parts = [f"term {j}: {neurons(b)}" for j, b in enumerate(blocks, 1)]
    return "; ".join([*parts, *(f"sum 0: {neurons(b)}" for b in null_blocks)])
