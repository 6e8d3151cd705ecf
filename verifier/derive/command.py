"""`verifier derive`: a query about a model, or about a loss of one's own.  Only click is imported until it runs."""

from __future__ import annotations

from typing import Any

import click

FORMATS = ("text", "latex", "sympy", "python", "numpy")


@click.command()
@click.argument("query", metavar="QUERY", required=False)
@click.argument("model", metavar="[MODEL]", required=False)
@click.option("--size", "sizes", multiple=True, metavar="NAME=N", help="A size, as in --size d=3 (repeatable).")
@click.option("--all-sizes", is_flag=True, help="The formula for all sizes, proved for all of them.")
@click.option("--wrt", metavar="LETTER", help="Only this parameter.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--loss", metavar="TEXT", help="A loss of your own in place of a model, in the language of claims.")
@click.option("--field", "rates", multiple=True, metavar="LETTER=TEXT",
              help="A vector field of your own: the time derivative of a letter (repeatable; for conserved).")
@click.option("--var", "variables", multiple=True, metavar="NAME=DOMAIN", help="A letter of that loss (repeatable).")
@click.option("--train", multiple=True, metavar="LETTER", help="A trained letter of that loss (repeatable).")
@click.option("--set", "data", multiple=True, metavar="SYMBOL=NUMBER", help="A number for a symbol of the data.")
@click.option("--transform", metavar="TEXT", help="Laplace transform in s of a target: exponential-sums-transform.")
@click.option(
    "--degree",
    type=click.IntRange(1, 6),
    help="Of the conserved polynomials (2 unless told), or how many coefficients of a characteristic polynomial (3).",
)
@click.option("--balanced", is_flag=True, help="Suppose a strictly balanced start (several neurons).")
@click.option("--confirm", is_flag=True, help="Integrate flows to 40 digits against the potential as well.")
@click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout.")
@click.option("--list", "listing", is_flag=True, help="The models and the queries.")
def derive(
    query: str | None, model: str | None, sizes: tuple[str, ...], all_sizes: bool, wrt: str | None, form: str,
    loss: str | None, rates: tuple[str, ...], variables: tuple[str, ...], train: tuple[str, ...],
    data: tuple[str, ...], degree: int | None, transform: str | None, balanced: bool, confirm: bool, as_json: bool,
    listing: bool,
) -> None:  # fmt: skip
    """Derive the answer to QUERY about MODEL, verified before it is shown.

    For given sizes (the model's own small ones unless --size says otherwise) or, with --all-sizes, for all of them.
    """
    from verifier.derive import derive as derived

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
        from verifier.derive import numpy_source

        click.echo(numpy_source(query, asked, _sizes(sizes), wrt=wrt).rstrip("\n"))  # needs no formula written out
        return
    found = derived(query, asked, _sizes(sizes), all_sizes=all_sizes, wrt=wrt, **options)
    if as_json:
        import json

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
    from verifier.models.model import own_field, own_loss

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
    from fractions import Fraction

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
    from verifier.derive import QUERIES
    from verifier.models import MODELS
    from verifier.models.linear_rnn import OPTIONS

    click.echo(f"queries: {', '.join(QUERIES)}")
    width = max(map(len, MODELS))
    for name, model in MODELS.items():
        shapes = ", ".join(f"{x}: {text}" for x, text in model.parameters.items())
        click.echo(f"  {name:{width}}  {model.title}  ({shapes})")
    click.echo(f"also: {OPTIONS}; linear-network-1 to -8")
