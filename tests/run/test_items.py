"""What is said of items: roles of hypotheses, the two answers of a step, readings, repairs, assumptions."""

from __future__ import annotations

from verifier.run.audit import exit_code

ORTHOGONAL = """
@paper.lemma("lemma-1", "Isometry")
def isometry(item):
    item.printed("If Q is orthogonal then |Qx| = |x|.")
    item.let(n="positive integer", Q="matrix(n, n)", x="matrix(n, 1)")
    item.suppose("orthogonal", "Q.T*Q == eye(n)")
    item.suppose("idle", "x == x")
    item.define("y := Q*x")
    item.conclude("y.T*y == x.T*x", expected="proved", example={"n": "1", "Q": "1", "x": "1"})
    item.step("s1", "y.T*y == x.T*Q.T*Q*x", because=["definitions"])
    item.step("s2", "y.T*y == x.T*x", because=["s1"], says="hence")
    item.without("orthogonal", counterexample={"n": "1", "Q": "2", "x": "1"})
"""


def test_a_true_line_that_needs_an_uncited_hypothesis_follows_with_it(write, audit):
    item = audit(write(ORTHOGONAL))["by_id"]["lemma-1"]
    assert item["verdict"] == "proved"
    assert item["steps"][0]["inference"]["answer"] == "follows"
    assert item["steps"][1]["conclusion"]["verdict"] == "proved"
    assert item["steps"][1]["inference"]["answer"] == "follows with"
    assert "orthogonal" in item["steps"][1]["inference"]["with"]
    assert item["proof"]["state"] == "sound with further facts"


def test_hypotheses_have_roles_with_a_witness(write, audit):
    item = audit(write(ORTHOGONAL))["by_id"]["lemma-1"]
    roles = {h["name"]: h for h in item["hypotheses"]}
    assert roles["orthogonal"]["role"] == "needed"
    assert roles["orthogonal"]["witness"] == {"n": "1", "Q": "2", "x": "1"}
    assert roles["idle"]["role"] == "superfluous"


def test_hypotheses_of_a_refuted_conclusion_have_the_roles_that_they_have_in_its_repair(write, audit):
    report = audit(
        write("""
        @paper.theorem("thm-1", "False, with a repair")
        def page(item):
            item.let(a="real", b="real", c="real")
            item.suppose("order", "a <= b")
            item.suppose("idle", "c == c")
            item.suppose("gone", "b > 0")
            item.conclude("a < b", expected="refuted")
            with item.repair("not strict", alone=True) as r:
                r.suppose("order", "a <= b")
                r.suppose("idle", "c == c")
                r.conclude("a <= b", expected="proved")
    """)
    )
    item = report["by_id"]["thm-1"]
    assert {h["name"]: h["role"] for h in item["repair"][0]["hypotheses"]} == {"order": "needed", "idle": "superfluous"}
    roles = {h["name"]: h for h in item["hypotheses"]}
    assert (roles["order"]["role"], roles["order"]["repair"]) == ("needed", "not strict")
    assert roles["order"]["witness"]
    assert (roles["idle"]["role"], roles["idle"]["repair"]) == ("superfluous", "not strict")
    assert roles["gone"]["role"] == "unknown"  # the repair does not have it
    assert "repair" not in roles["gone"]


def test_a_line_that_fails_under_its_premises_is_a_realised_error(write, audit):
    report = audit(
        write("""
        @paper.lemma("lemma-1", "Wrong middle")
        def page(item):
            item.let(a="real", b="real")
            item.suppose("equal", "a == b")
            item.conclude("a + b == 2*b")
            item.step("s1", "a*b == 1", because=["equal"])
            item.step("s2", "a + b == 2*b", because=["equal"])
    """)
    )
    item = report["by_id"]["lemma-1"]
    assert item["verdict"] == "proved"
    assert item["steps"][0]["conclusion"]["verdict"] == "refuted"
    assert item["steps"][0]["inference"]["witness"] == "realised"
    assert item["proof"]["state"] == "error at s1, which the result survives"
    assert exit_code([report["result"]]) == 1


def test_a_true_line_behind_a_false_argument_is_a_gap(write, audit):
    item = audit(
        write("""
        @paper.lemma("lemma-1", "Gap")
        def page(item):
            item.let(a="real", b="real")
            item.define("s := a + b")
            item.conclude("s == a + b")
            item.step("s1", "2*s == 2*a + 2*b", because=[])
    """)
    )["by_id"]["lemma-1"]
    inference = item["steps"][0]["inference"]
    assert inference["answer"] == "follows with" and inference["with"] == ["definitions"]
    assert item["proof"]["state"] == "sound"  # an abbreviation of the page is only notation


def test_disagreeing_readings_leave_an_item_undecided(write, audit):
    item = audit(
        write("""
        @paper.theorem("thm-1", "Ambiguous")
        def page(item):
            item.let(a="real")
            with item.reading("weak") as r:
                r.conclude("a*a == a**2")
            with item.reading("strong") as r:
                r.conclude("a*a == a", expected="refuted")
    """)
    )["by_id"]["thm-1"]
    assert item["verdict"] == "undecided"
    assert [r["verdict"] for r in item["readings"]] == ["proved", "refuted"]


def test_a_repair_has_its_own_verdict_and_replaces_hypotheses(write, audit):
    report = audit(
        write("""
        @paper.theorem("thm-1", "False, with a repair")
        def page(item):
            item.let(a="real")
            item.suppose("any", "a == a")
            item.conclude("a*a == a", expected="refuted")
            with item.repair("idempotent") as r:
                r.omit("any")
                r.suppose("one", "a == 1")
                r.conclude("a*a == a", example={"a": "1"})
    """)
    )
    item = report["by_id"]["thm-1"]
    assert item["verdict"] == "refuted" and item["repair"][0]["verdict"] == "proved"
    assert exit_code([report["result"]]) == 0


def test_special_cases_and_fragments_do_not_decide(write, audit):
    items = audit(
        write("""
        @paper.theorem("special", "")
        def special(item):
            item.let(a="real")
            item.conclude("a*a == a**2", fidelity="special case")

        @paper.theorem("fragment", "")
        def fragment(item):
            item.let(a="real")
            item.conclude("a*a == a**2", fidelity="fragment")
    """)
    )["by_id"]
    assert items["special"]["verdict"] == "supported"
    assert items["fragment"]["verdict"] == "undecided"
    assert not items["special"]["counts"] and not items["fragment"]["counts"]


def test_figures_are_declared_and_citations_are_assumed(write, audit):
    items = audit(
        write("""
        @paper.figure("fig-1", "Loss against time")
        def figure(item):
            item.criterion("the loss ends below 1e-3")

        @paper.cited("ext-1", "A theorem from elsewhere")
        def cited(item):
            item.cites("Somebody 1997")

        @paper.lemma("lemma-1", "Uses it")
        def lemma(item):
            item.let(a="real")
            item.conclude("a*a == a**2")
            item.step("s1", "a*a == a**2", because=["ext-1"])
    """)
    )["by_id"]
    assert items["fig-1"]["reason"] == "declared; reproduction not run"
    assert items["ext-1"]["verdict"] == "assumed"
    assert items["lemma-1"]["proof"]["given"] == ["ext-1"]


def test_a_definition_is_well_typed_and_inhabited(write, audit):
    items = audit(
        write("""
        @paper.definition("def-1", "Idempotent")
        def idempotent(item):
            item.let(a="real")
            item.suppose("idempotent", "a*a == a")
    """)
    )["by_id"]
    assert items["def-1"]["verdict"] == "proved"
    assert items["def-1"]["reason"] == "well typed and inhabited"


def test_only_the_variables_in_use_become_variables(write, audit):
    item = audit(
        write("""
        from verifier.papers.setting import Setting
        notation = Setting(let={"a": "real", "b": "positive", "A": "matrix(2, 2)"}, define=["f(x) := x*x"])

        @paper.equation("eq-1", "")
        def page(item):
            item.use(notation)
            item.conclude("f(a) == a**2")
    """)
    )["by_id"]["eq-1"]
    assert item["formal"] == "f(x) := x*x\na: real\n|- f(a) == a**2"


def test_instances_are_other_claims(write, audit):
    item = audit(
        write("""
        @paper.lemma("lemma-1", "")
        def page(item):
            item.let(n="positive integer", A="matrix(n, n)")
            item.suppose("small", "n < 2")
            item.conclude("A*A.T == A.T*A")
            item.instance("n=2", {"n": 2}, drop=["small"], expected="refuted",
                          counterexample={"A": "Matrix([[0, 1], [0, 0]])"})
    """)
    )["by_id"]["lemma-1"]
    [instance] = item["instances"]
    assert instance["id"] == "lemma-1@n=2" and instance["instance_of"] == "lemma-1"
    assert instance["verdict"] == "refuted"
