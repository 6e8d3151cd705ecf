"""What a claim's process finds loaded, and that a claim whose time ends says so itself."""

import contextlib
import signal
import subprocess
import sys

import pytest

from verifier.language.claim import claim
from verifier.prove import portfolio
from verifier.prove.overdue import Overdue, alarm
from verifier.run import runner
from verifier.run.nursery import Limits
from verifier.run.runner import Job, Runner, ahead

pytestmark = pytest.mark.usefixtures("counted")

LIMITS = Limits(wall=60, cpu=60)


def run(*functions):
    """What the functions return, one after the other in one nursery."""
    with Runner(1) as running:
        return [reply.value for f in functions for _, reply in running.run([Job(f, f, (), LIMITS)])]


def test_what_a_function_needs_is_loaded_before_the_fork():
    before, after = run("nursery_fakes:loaded", "nursery_fakes:prepared")
    assert not [m for m in before if m.startswith("verifier.language")]
    prepared = {"verifier.language.text.text", "verifier.language.typing.typing"}
    assert prepared <= set(after)  # whatever else cannot be imported


def test_what_one_child_had_to_import_the_next_one_finds():
    first, second, third = run("nursery_fakes:loaded", "nursery_fakes:imports", "nursery_fakes:loaded")
    assert "verifier.report.wording" not in first and "calendar" not in first
    assert second == ["calendar", "verifier.report.wording"]
    assert "verifier.report.wording" in third and "calendar" not in third


def test_searching_finds_the_methods_and_rechecking_does_not():
    from verifier.run import judging, searching

    assert "verifier.prove.portfolio" in searching.PRELOAD["search"]
    assert not [m for m in judging.PRELOAD["recheck"] if "prove" in m]


def test_the_alarm_goes_through_those_who_survive_everything_else():
    def endless():
        while True:  # only the alarm ends it
            with contextlib.suppress(Exception):
                sum(range(1000))  # an alarm in seconds of the processor needs work to be done

    with pytest.raises(Overdue):
        alarm(0.2, endless)
    assert alarm(0.2, lambda: 7) == 7
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)  # it is off again


class Endless:
    NAME = "endless"

    @staticmethod
    def attempt(task):
        while True:
            Endless.nothing()

    @staticmethod
    def nothing():
        pass


def test_a_method_that_does_not_look_at_its_effort_is_stopped_and_named(monkeypatch):
    monkeypatch.setattr(portfolio, "METHODS", (Endless,))
    matrices = claim("c", "A*B == B*A", variables={"n": "positive integer", "A": "matrix(n, n)", "B": "matrix(n, n)"})
    verdict = portfolio.decide(matrices, 0.2)
    assert verdict.verdict == "undecided" and "effort was spent" in verdict.reason
    assert [word for word in verdict.tried if word.startswith("endless")]


def test_what_is_proved_is_kept_where_the_time_ends_before_an_example_is_found(monkeypatch):
    def examined(task, verdict):
        raise Overdue

    monkeypatch.setattr(portfolio.vacuity, "examined", examined)
    verdict = portfolio.decide(claim("c", "x**2 >= 0", variables={"x": "real"}, given=["x > 1"]), 5.0)
    assert (verdict.verdict, verdict.vacuity) == ("proved", "unknown")


def test_a_nursery_started_ahead_is_the_one_that_is_asked():
    ahead("nursery_fakes:prepared")
    (spare,) = runner._spare
    assert spare.process is not None
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:parent", (), LIMITS)])
        assert reply.value == spare.process.pid and not runner._spare


def test_a_nursery_started_ahead_in_vain_is_ended():
    ahead("nursery_fakes:prepared")
    (spare,) = runner._spare
    process = spare.process
    assert process is not None
    runner.close_all()
    assert process.poll() is not None and not runner._spare


def test_a_verdict_that_a_prover_forges_is_made_again_by_the_kernel(write, audit):
    page = write('''
        @paper.lemma("with-certificate", "")
        def one(item):
            item.let(a="real")
            item.conclude("a*a == a")

        @paper.lemma("bare", "")
        def two(item):
            item.let(a="real")
            item.conclude("a*a == a + 1")
    ''')
    report = audit(page, decide="audit_fakes:forging")
    assert [item["verdict"] for item in report["items"]] == ["undecided", "undecided"]
    assert all("Rejected" in note for note in report["notes"]) and len(report["notes"]) == 2


def test_what_makes_verdicts_has_loaded_neither_page_nor_prover(tmp_path):
    code = """
import sys
from verifier.run.nursery import prepare
from verifier.run.runner import CHECKING
for function in CHECKING:
    prepare(function)
provers = ("verifier.prove", "verifier.models", "verifier.derive", "sympy", "proofs")
print([m for m in sys.modules if m.startswith(provers) and m != "verifier.machine.roomy"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "[]"
