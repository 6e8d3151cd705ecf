"""The command line.  Only click is imported until a command runs, so that help is instant."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.machine import ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from verifier.papers.results import PaperResult
    from verifier.run.audit import Options
    from verifier.run.store import Store

Json = dict[str, Any]
FORMATS = ("text", "latex", "sympy", "python", "numpy")
DECIDE = "verifier.prove.portfolio:decide"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="verifier")
def cli() -> None:
    """pytest for theorems: audits the mathematics of machine-learning papers.

    Exit codes: 0 everything came out as it should; 1 a claim is refuted or an expectation is broken;
    2 bad input or usage; 3 nothing refuted, but something is undecided, ill-posed or only supported;
    4 no answer: it could not be written, or the program has a defect; 130 interrupted.
    """


def _number(context: click.Context, parameter: click.Parameter, value: float) -> float:
    if value != value:  # nan lies in every range that click knows
        raise click.BadParameter("nan is no number of seconds", context, parameter)
    return value


def shared(command: Callable[..., None]) -> Callable[..., None]:
    """The options of everything that decides."""
    for option in (
        click.option("--quiet", "-q", is_flag=True, help="No progress bar, no report; only the exit code."),
        click.option("--workers", type=click.IntRange(1, 256), default=None, help="Processes at a time."),
        click.option("--budget", type=click.FloatRange(0.01, 86400), default=10.0, show_default=True,
                     callback=_number, help="Seconds to search for each claim, of work as on a quiet machine."),
        click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout."),
    ):  # fmt: skip
        command = option(command)
    return command


@cli.command()
@click.argument("papers", nargs=-1, metavar="[PAPER|PATH]...")
@click.option("--item", "items", multiple=True, metavar="ID", help="Only this item (repeatable).")
@click.option("--fresh", is_flag=True, help="Search everything again; use no stored evidence.")
@click.option("--recheck", is_flag=True, help="Let the kernel verify all that is remembered.")
@click.option(
    "--markdown", type=click.Path(dir_okay=False, path_type=Path), help="Also write a Markdown report."
)
@click.option("--write-evidence", is_flag=True, help="Rewrite the evidence that ships with the paper.")
@shared
def audit(
    papers: tuple[str, ...], items: tuple[str, ...], fresh: bool, recheck: bool, markdown: Path | None,
    write_evidence: bool, as_json: bool, budget: float, workers: int | None, quiet: bool,
) -> None:  # fmt: skip
    """Audit papers: the shipped ones by default, your own by path.

    Evidence that ships with a paper is re-checked by the kernel; what has none is searched.
    """
    from verifier.papers.discover import find
    from verifier.run import audit as audits

    paths = find(papers)
    if not paths:
        raise click.ClickException("no shipped papers are installed; name a path")
    if items and len(paths) > 1:
        paths = _with_items(paths, items)
    options = audits.Options(budget, fresh, recheck, items, write_evidence, certificates=as_json)
    results: list[PaperResult] = []
    interrupted = False
    try:
        for result in _audited(paths, options, workers, quiet or as_json):
            results.append(result)
    except KeyboardInterrupt:  # the papers that are finished are reported all the same
        interrupted = True
    if markdown is not None:
        from verifier.report.markdown import report as as_markdown

        markdown.write_text(as_markdown(results), encoding="utf-8")
    if as_json:
        from verifier.report.jsonout import audit as flat
        from verifier.report.jsonout import dumps

        click.echo(dumps(flat(results)))
        for result in results:
            for line in (*result.faults, *result.notes):
                click.echo(line, err=True)
    elif not quiet:
        _print(results)
    if interrupted:
        raise KeyboardInterrupt
    sys.exit(audits.exit_code(results))


def _audited(paths: list[Path], options: Options, workers: int | None, quiet: bool) -> Iterator[PaperResult]:
    from dataclasses import replace

    from verifier.run.audit import remembered
    from verifier.run.runner import Runner
    from verifier.run.store import Store

    with Store() as store, Runner(workers) as runner:
        for path in paths:
            with _progress(path.name, quiet) as progress:
                asked = replace(options, progress=progress)
                result = remembered(path, asked, store)
                if result is None:
                    from verifier.run.compile import audit_paper  # much to load for a report that is there

                    result = audit_paper(path, asked, store, runner)
            yield result
        _tell(store)


def _tell(store: Store) -> None:
    """What went wrong with the store: a line on stderr, whatever the command; no verdict depends on it."""
    for line in store.faults:
        click.echo(f"verifier: {line}", err=True)


class _progress:
    """A progress bar on stderr where stderr is a terminal; nothing otherwise."""

    def __init__(self, name: str, quiet: bool) -> None:
        self.name = name
        self.bar: Any = None if quiet or not sys.stderr.isatty() else self._bar()

    @staticmethod
    def _bar() -> Any:
        from rich.console import Console
        from rich.progress import Progress

        return Progress(console=Console(stderr=True), transient=True)

    def __enter__(self) -> Callable[[int, int], None]:
        if self.bar is None:
            return lambda done, total: None
        bar = self.bar
        bar.start()
        task = bar.add_task(self.name, total=None)
        return lambda done, total: bar.update(task, completed=done, total=total) or None

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()


def _print(results: list[PaperResult]) -> None:
    from verifier.report import terminal
    from verifier.run.audit import judgements

    console = _console()
    for result in results:
        terminal.report(console, result)
        terminal.problems(console, [j for item in result.items for j in judgements(item)])


def _console() -> Any:
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160
    return Console(width=width, highlight=False)


def _with_items(paths: list[Path], items: tuple[str, ...]) -> list[Path]:
    """The papers that have all of the wanted items."""
    from verifier.run.loading import loaded

    found = [p for p in paths if set(items) <= {i.id for i in loaded(p).items}]
    if not found:
        raise click.ClickException(f"no paper has the item {', '.join(items)}")
    return found


@cli.command("list")
@click.argument("papers", nargs=-1, metavar="[PAPER|library|PATH]...")
@click.option("--find", multiple=True, metavar="TEXT",
              help="Only items with these words in their titles or formulas; _ stands for any term (repeatable).")
@click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout.")
def list_(papers: tuple[str, ...], find: tuple[str, ...], as_json: bool) -> None:
    """List the items of papers, with the verdicts of the last audit where nothing has changed since."""
    from verifier.papers import discover
    from verifier.papers.finding import finds
    from verifier.report.jsonout import dumps, listing
    from verifier.run.audit import Options, remembered
    from verifier.run.loading import loaded
    from verifier.run.store import Store

    rows: list[Json] = []
    faults: list[str] = []
    with Store() as store:
        for path in discover.find(papers):
            paper, known = loaded(path), remembered(path, Options(certificates=False), store)
            faults += paper.faults
            verdicts = {} if known is None else {i.id: i.verdict for i in known.items}
            rows += listing(paper.name, [i for i in paper.items if finds(find, i)], verdicts)
        _tell(store)
    if as_json:
        click.echo(dumps(rows))
    else:
        width = max((len(r["id"]) for r in rows), default=0)
        for number, row in enumerate(rows):
            if number == 0 or rows[number - 1]["paper"] != row["paper"]:
                click.echo(row["paper"])
            verdict = row["verdict"] or "not audited yet"
            click.echo(f"  {row['id']:{width}}  {row['kind']:11}  {verdict:15}  {row['title']}")
    for line in faults:
        click.echo(line, err=True)
    sys.exit(2 if faults else 0)


@cli.command()
@click.argument("paper")
@click.argument("item")
@click.option("--latex", is_flag=True, help="Also print the formal statement as LaTeX.")
@shared
def show(
    paper: str, item: str, latex: bool, as_json: bool, budget: float, workers: int | None, quiet: bool
) -> None:  # fmt: skip
    """Show one item: statement, steps, evidence, counterexample, repair."""
    from dataclasses import replace

    from verifier.papers.discover import find
    from verifier.run import audit as audits

    paths = find([paper])
    options = audits.Options(budget, items=(item,), decide=DECIDE)
    [result] = _audited(paths[:1], options, workers, quiet or as_json)
    [found] = result.items
    if as_json:
        from verifier.report import jsonout

        click.echo(jsonout.dumps(jsonout.item(found)))
    elif not quiet:
        from verifier.report import terminal

        terminal.show(_console(), found, _latex(paths[0], item) if latex else None)
    sys.exit(audits.exit_code([replace(result, faults=(found.fault,) if found.fault else ())]))


def _latex(path: Path, id: str) -> str:
    from verifier.papers.book import Book, Faulty
    from verifier.run.loading import loaded

    paper = loaded(path)
    try:
        entries = Book(paper).entries(paper.item(id))
    except Faulty as fault:
        raise click.ClickException(str(fault)) from None
    return "\n".join(e.claim.latex() for e in entries if e.role == "conclusion")


@cli.command()
@click.argument("goal", metavar="GOAL|FILE.toml")
@click.option("--var", "variables", multiple=True, metavar="NAME=DOMAIN", help="A variable (repeatable).")
@click.option("--given", multiple=True, metavar="EXPR", help="A hypothesis (repeatable).")
@click.option("--because", multiple=True, metavar="NAME", help="A theorem of the library to use (repeatable).")
@click.option("--only", metavar="ID", help="Only this claim of the file.")
@click.option("--explain", is_flag=True, help="Also the proof, one line a step, as the kernel checked it.")
@shared
def check(
    goal: str, variables: tuple[str, ...], given: tuple[str, ...], because: tuple[str, ...], only: str | None,
    explain: bool, as_json: bool, budget: float, workers: int | None, quiet: bool,
) -> None:  # fmt: skip
    """Decide one claim typed here, or the claims of a TOML file.

    Undeclared names are real on the command line, and an error in a file.
    """
    from verifier.run.runner import JUDGE, Runner, ahead

    if not goal.endswith(".toml"):
        ahead()
        ahead(JUDGE)
    from verifier.run import checks
    from verifier.run.store import Store

    if goal.endswith(".toml"):
        if variables or given:
            raise click.ClickException("--var and --given belong to a goal, not to a file")
        if because:
            raise click.ClickException("--because belongs to a goal; a claim of a file has `because`")
        claims = checks.from_file(Path(goal), only)
        undeclared: list[str] = []
    else:
        if os.path.splitext(goal)[1] and os.path.isfile(goal):
            raise click.ClickException(f"{goal}: the name of a file of claims ends in .toml")
        if only is not None:
            raise click.ClickException("--only belongs to a file, not to a goal")
        domains = _domains(variables)
        made, undeclared = checks.typed(goal, domains, given, because)
        claims = [made]
    with Store() as store, Runner(workers) as runner:
        decide = DECIDE
        found = checks.decide_all(claims, store, runner, budget, decide, only)
        _tell(store)
    if as_json:
        from verifier.report import jsonout

        click.echo(jsonout.dumps([jsonout.checked(one) for one in found]))
    elif not quiet:
        from verifier.report import wording

        if undeclared:
            click.echo(f"undeclared, taken as real: {', '.join(undeclared)}")
        for one in found:
            if one.expanded is not None:
                click.echo(f"{one.claim.id} means: {one.expanded}")
            click.echo(wording.line(one.claim))
            for remark in wording.remarks(one):
                click.echo(f"  {remark}")
            if explain and one.claim.certificate is not None:
                _explain(next(c for c in claims if c.id == one.claim.id), one.claim.certificate)
        if any(one.inference is not None for one in found):
            from verifier.report import terminal

            terminal.argument(_console(), found)
    sys.exit(checks.exit_code(found))


def _explain(claim: Any, certificate: Any) -> None:
    from verifier.report.explain import explain

    for line in explain(claim.statement(), certificate):
        click.echo(f"  {line}")


def _domains(variables: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in variables:
        name, equals, domain = (part.strip() for part in text.partition("="))
        if not equals or not name or not domain:
            raise click.ClickException(f"--var is written NAME=DOMAIN, not {text!r:.60}")
        if name in found:
            raise click.ClickException(f"--var gives {name!r:.60} twice")
        found[name] = domain
    return found


@cli.command()
@click.argument(
    "evidence", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="EVIDENCE.json"
)
@click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout.")
@click.option("--quiet", "-q", is_flag=True, help="Only the exit code.")
@click.option(
    "--trace", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Also write each step of each check, one line of JSON a certificate.",
)  # fmt: skip
def recheck(evidence: Path, as_json: bool, quiet: bool, trace: Path | None) -> None:
    """Re-check an evidence file with the kernel alone; no prover is imported."""
    from verifier.run.recheck import recheck_file

    found = recheck_file(evidence)
    if trace is not None:
        import json

        from verifier.run.traces import traces

        try:
            with trace.open("w", encoding="utf-8") as file:
                for one in traces(evidence):
                    file.write(json.dumps(one) + "\n")
        except OSError as error:
            raise click.ClickException(f"{trace}: {error.strerror}") from None
    bad = [r for r in found.rows if not r.ok]
    if as_json:
        import json

        click.echo(json.dumps([r.to_json() for r in found.rows], indent=1))
    elif not quiet:
        for row in bad:
            click.echo(f"{row.id}: rejected: {row.reason}")
        for row in found.rows:
            if row.given:
                click.echo(f"{row.id}: {row.verdict} given {', '.join(row.given)}")
        if found.assumed:
            from verifier.language.named import closed
            from verifier.language.text.printing import to_text

            for name, statement in found.assumed:
                click.echo(f"assumed, not checked here: {name}: {to_text(closed(statement))}")
        if axioms := sorted({a for r in found.rows if r.ok for a in r.axioms}):
            click.echo(f"axioms: {', '.join(axioms)}")
        click.echo(f"{len(found.rows) - len(bad)} accepted, {len(bad)} rejected, {found.open} without a certificate")
    sys.exit(found.exit_code)


@cli.command()
@click.argument("name")
def new(name: str) -> None:
    """Write a commented starting point for a paper of your own into the folder NAME."""
    from verifier.papers.template import write

    try:
        files = write(name, Path.cwd())
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename} exists already") from None
    for file in files:
        click.echo(f"wrote {file.relative_to(Path.cwd())}")
    click.echo(f"now run: verifier audit {files[0].parent.name}")


@cli.command()
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
def derive(**asked: Any) -> None:
    """Derive the answer to QUERY about MODEL, verified before it is shown.

    For given sizes (the model's own small ones unless --size says otherwise) or, with --all-sizes, for all of them.
    """
    from verifier.derive import command

    command.derive(**asked)


@cli.command(context_settings={"ignore_unknown_options": True})
@click.argument("numbers", nargs=-1, type=click.UNPROCESSED, metavar="M0 M1 ...")
@click.option("--atoms", type=click.IntRange(0, 40), help="As many atoms; as few as will do unless told.")
@click.option("--support", metavar="LOW,HIGH", help="Also ask for a measure on an interval; HIGH may be oo.")
@click.option("--digits", type=click.IntRange(5, 200), default=30, show_default=True, help="Of atoms and weights.")
@click.option("--pair", type=click.IntRange(1, 30), help="Two measures on 0, ..., N with the same moments 0, ..., N-1.")
@click.option("--chebyshev", type=click.IntRange(1, 60), help="The same on [-1, 1], with moments N farthest apart.")
@click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout.")
def moments(**asked: Any) -> None:
    """The measure with the moments M0 M1 ... (exact: 1/3 or 0.25), and whether a positive one can have them.

    2n moments determine n atoms.  With --pair or --chebyshev: two measures that so many moments do not tell apart.
    """
    from verifier.derive import counting_command

    counting_command.moments(**asked)


@cli.command()
@click.argument("neurons", type=click.IntRange(1, 2000))
@click.argument("terms", type=click.IntRange(1, 2000))
@click.option("--null-blocks", type=click.IntRange(0, 2000), default=0, help="Blocks of neurons that cancel; 0.")
@click.option("--list", "listing", is_flag=True, help="The spaces themselves.")
@click.option("--json", "as_json", is_flag=True, help="JSON alone on stdout.")
def partitions(**asked: Any) -> None:
    """The affine spaces of NEURONS neurons a_i e^(-w_i t) that equal a target of TERMS exponentials.

    One for each partition of the neurons into blocks labelled by the terms (and blocks whose amplitudes have the sum
    0): counted by Stirling numbers and, up to 7 neurons, one by one.
    """
    from verifier.derive import counting_command

    counting_command.partitions(**asked)


NO_ANSWER = 4  # an exit code that says nothing of any claim
INTERRUPTED = "interrupted; what was finished is kept, run the same command to resume"
INTERRUPTED_FRESH = "interrupted; what was finished is kept, run the command without --fresh to resume"


def main() -> None:
    """The console script: every error of the user is one line on stderr and exit code 2."""
    ending.open_standard_files()
    try:
        with cli.make_context("verifier", sys.argv[1:]) as context:  # `cli.main` ends with 1 where a pipe is broken
            cli.invoke(context)
        code = 0
    except click.exceptions.Exit as done:
        code = done.exit_code
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0
    except (click.Abort, KeyboardInterrupt):
        code = ending.fail(130, INTERRUPTED_FRESH if "--fresh" in sys.argv else INTERRUPTED)
    except click.ClickException as error:
        code = ending.fail(2, error.format_message())
    except (ValueError, OSError) as error:
        unwritten = ending.is_output(error)
        code = ending.fail(NO_ANSWER if unwritten else 2, (ending.unwritten if unwritten else ending.named)(error))
    except Exception as error:  # 1, which Python would end with, means that a claim is refuted
        code = ending.fail(NO_ANSWER, f"a defect of this program, no answer: {ending.where(error)}")
    try:
        sys.stdout.flush()
    except OSError as error:
        code = ending.fail(NO_ANSWER, ending.unwritten(error))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left is not tried again when Python ends
    sys.exit(code)
