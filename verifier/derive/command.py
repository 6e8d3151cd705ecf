"""`verifier derive`: a query about a model, or about a loss of one's own."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from verifier.derive.query import QUERIES, numpy_source
from verifier.derive.query import derive as derived
from verifier.models import MODELS
from verifier.models.linear_rnn import OPTIONS
from verifier.models.model import own_field, own_loss


def derive(
    query: str | None, model: str | None, sizes: tuple[str, ...], all_sizes: bool, wrt: str | None, form: str,
    loss: str | None, rates: tuple[str, ...], variables: tuple[str, ...], train: tuple[str, ...],
    data: tuple[str, ...], degree: int | None, transform: str | None, balanced: bool, confirm: bool, as_json: bool,
    listing: bool,
) -> None:  # fmt: skip
    """What `verifier.cli.derive` does, with its options as they were given."""
    if listing or query is None:
        if query is not None:
            raise click.ClickException("--list stands alone")
        _list()
        return
    if as_json and form != "text":
        raise click.ClickException("--json holds text and LaTeX at once: leave --format away")
    asked = _model(model, loss, rates, variables, train)
    options: dict[str, Any] = {"data": _numbers(data)} if data else {}
    options |= ({"degree": degree} if degree is not None else {}) | ({"balanced": True} if balanced else {})
    options |= ({"transform": transform} if transform is not None else {}) | ({"confirm": True} if confirm else {})
    if (
        form == "numpy"
        and not all_sizes
        and not options
        and query in ("loss", "gradient", "flow", "descent-step", "momentum-step")
    ):
        click.echo(numpy_source(query, asked, _sizes(sizes), wrt=wrt).rstrip("\n"))  # needs no formula written out
        return
    found = derived(query, asked, _sizes(sizes), all_sizes=all_sizes, wrt=wrt, **options)
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=1))
        return
    if found.formulas or form != "text":
        click.echo(_shown(found, form))
    if form == "text":
        at = ", ".join(f"{n} = {v}" for n, v in (found.sizes or {}).items())
        where = "for all sizes" if found.sizes is None else f"at {at}" if at else ""
        click.echo("  " + "; ".join(part for part in (found.model.title, where, found.model.source) if part))
        for line in (*found.notes, *map(str, found.checks)):
            click.echo(f"  {line}")


def _model(
    name: str | None, loss: str | None, rates: tuple[str, ...], variables: tuple[str, ...], train: tuple[str, ...]
) -> Any:
    if rates:
        if name is not None or loss is not None or train:
            raise click.ClickException("--field stands in place of a model, of --loss and of --train")
        field = dict(_pair(text, "--field is written LETTER=TEXT") for text in rates)
        if len(field) < len(rates):
            raise click.ClickException("--field gives the time derivative of a letter twice")
        return own_field(field, dict(_pair(text, "--var is written NAME=DOMAIN") for text in variables))
    if loss is None:
        if name is None:
            raise click.ClickException("name a model (verifier derive --list shows them), or give --loss or --field")
        if variables or train:
            raise click.ClickException("--var and --train belong to --loss (--var to --field, too)")
        return name
    if name is not None:
        raise click.ClickException("a model and --loss are given: choose one")
    if not train:
        raise click.ClickException("--loss needs --train LETTER for what is trained")
    letters = [_pair(text, "--var is written NAME=DOMAIN") for text in variables]
    for given, option in (([n for n, _ in letters], "--var"), (list(train), "--train")):
        twice = next((n for n in given if given.count(n) > 1), None)
        if twice is not None:
            raise click.ClickException(f"{option} gives {twice!r:.20} twice")
    return own_loss(loss, dict(letters), train)


def _sizes(texts: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        name, value = _pair(text, "--size is written NAME=N")
        if not (value.isascii() and value.isdigit() and len(value) < 6):
            raise click.ClickException(f"--size {text:.60}: {value!r:.20} is no positive integer")
        if name in found:
            raise click.ClickException(f"--size gives {name!r:.20} twice")
        found[name] = int(value)
    return found


def _numbers(texts: tuple[str, ...]) -> dict[str, Any]:
    found = {}
    for text in texts:
        name, value = _pair(text, "--set is written SYMBOL=NUMBER")
        if name in found:
            raise click.ClickException(f"--set gives {name!r:.20} twice")
        try:
            found[name] = Fraction(value) if len(value) < 40 else None
        except (ValueError, ZeroDivisionError):
            found[name] = None
        if found[name] is None:
            raise click.ClickException(f"--set {text:.60}: {value!r:.20} is no rational number")
    return found


def _pair(text: str, how: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise click.ClickException(f"{how}, not {text!r:.60}")
    return name, value


def _shown(found: Any, form: str) -> str:
    if form == "sympy":
        return "\n".join(f"{name} = {value}" for name, value in found.sympy().items())
    return str(getattr(found, form)()).rstrip("\n")


def _list() -> None:
    click.echo(f"queries: {', '.join(QUERIES)}")
    width = max(map(len, MODELS))
    for name, model in MODELS.items():
        shapes = ", ".join(f"{x}: {text}" for x, text in model.parameters.items())
        click.echo(f"  {name:{width}}  {model.title}  ({shapes})")
    click.echo(f"also: {OPTIONS}; linear-network-1 to -8")
