"""Selectors written in Python, in the studies and beside the published ones."""

import os
import re
import signal
import sys
import time

import mikpoly
import numpy as np
import pytest
from conftest import sentence_of

FEW = {"limit": 4, "regret_all": False}


class Equation2:
    """MikPoly's own cost, written anew."""

    name = "mine"

    def cost(self, plans):
        return (np.ceil(plans.tasks / np.maximum(plans.slots, 1)) * plans.task_us).sum(axis=-1)


class Fixed:
    """Always one kernel on the whole output."""

    name = "fixed"

    def select(self, shapes):
        return [
            f"p1|I|f16_256x128x64@0-{m}:0-{n}:0-{k}|max_min" for m, n, k in zip(shapes.m, shapes.n, shapes.k)
        ]


class Asking:
    """Asks a planner of its own for the plan."""

    name = "asking"

    def select(self, shapes):
        return shapes.planner("wave").plan(shapes.m, shapes.n, shapes.k, shapes.batch)


def times(run, selector):
    return [row["time_us"] for row in run.records() if row["selector"] == selector]


def test_a_cost_model_and_a_chooser_are_scored_beside_the_published_ones(tmp_path, program_json):
    run = mikpoly.run("quickstart", selectors=["mikpoly", "wave", "oracle", Equation2(), Fixed(), Asking()], set=FEW, out=tmp_path)

    assert (run.points, run.rows, run.failed_rows, run.wrong_rows) == (4, 24, 0, 0)
    assert times(run, "mine") == times(run, "mikpoly")
    assert times(run, "asking") == times(run, "wave")
    plans = {row["selector"]: row["plan"] for row in run.records() if row["m"] > 256}
    assert plans["fixed"].startswith("p1|I|f16_256x128x64@0-")
    # The program reads the folder as any other.
    told = {row["selector"]: row["of_oracle"] for row in program_json("compare", str(run.folder))["selectors"]}
    assert list(told) == ["mikpoly", "wave", "oracle", "mine", "fixed", "asking"]
    assert told == {row["selector"]: row["of_oracle"] for row in run.compare()}


def test_a_cost_model_is_asked_about_every_candidate_once_a_shape():
    asked = []

    class Counting(Equation2):
        def cost(self, plans):
            asked.append(plans)
            return super().cost(plans)

    planner = mikpoly.Planner("toy", selector=Counting(), patterns="I,II")
    plans = planner.plan([100, 200], 70, 500)

    assert len(asked) == 2 and all(len(set(each.m)) == 1 for each in asked)
    assert set(asked[0].pattern) == {"I", "II"}
    assert len(plans.library) <= len(asked[0])
    assert (plans.predicted_us == mikpoly.Planner("toy", patterns="I,II").plan([100, 200], 70, 500).predicted_us).all()


def test_of_equal_costs_the_first_candidate_is_chosen_which_has_fewest_regions():
    class Indifferent:
        name = "indifferent"

        def cost(self, plans):
            return np.zeros(len(plans))

    assert mikpoly.Planner("toy", selector=Indifferent()).plan(100, 100, 100).pattern == "I"


def without_place(sentence):
    """A sentence less the line that it ends with."""
    return re.sub(rf" \({os.path.basename(__file__)}:\d+\)$", "", sentence)


def test_an_error_of_a_selector_names_the_line_of_its_method():
    class Failing:
        name = "failing"

        def cost(self, plans):
            return plans.m / self.missing

    line = Failing.cost.__code__.co_firstlineno + 1
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.Planner("toy", selector=Failing()).plan(1, 1, 1)

    assert sentence_of(error).startswith('selector "failing": cost() raised AttributeError: ')
    assert sentence_of(error).endswith(f" ({os.path.basename(__file__)}:{line})")


def broken(answer):
    class Broken:
        name = "broken"

        def cost(self, plans):
            return answer(plans)

    return Broken()


def raising(plans):
    raise ValueError("no idea\nat all")


WRONG = [
    (raising, "cost() raised ValueError: no idea"),
    (lambda plans: np.full(len(plans), np.nan), 'cost() returned "nan" for the plan "PLAN"; costs are finite microseconds, 0 or more'),
    (lambda plans: -plans.predicted_us, 'cost() returned "COST" for the plan "PLAN"; costs are finite microseconds, 0 or more'),
    (lambda plans: plans.predicted_us[1:], 'cost() returned LESS of type "float64"; it returns COUNT numbers of microseconds, one a plan'),
    (lambda plans: plans.task_us, 'cost() returned COUNTx5 of type "float64"; it returns COUNT numbers of microseconds, one a plan'),
    (lambda plans: None, 'cost() returned a "NoneType"; it returns COUNT numbers of microseconds, one a plan'),
    (lambda plans: [1, 2], "cost() returned 2 in a list; it returns COUNT numbers of microseconds, one a plan"),
    (lambda plans: [1, [2]], "cost() returned 2 in a list; it returns COUNT numbers of microseconds, one a plan"),
    (lambda plans: sys.exit(3), "cost() raised SystemExit: 3"),
    (lambda plans: plans.texts(), "cost() returned COUNT in a list; it returns COUNT numbers of microseconds, one a plan"),
]


@pytest.mark.parametrize("answer, sentence", WRONG)
def test_a_cost_model_that_answers_wrongly_is_told_so_in_one_sentence(answer, sentence):
    candidates = []
    seen = broken(lambda plans: candidates.append(plans) or plans.predicted_us)
    mikpoly.Planner("toy", selector=seen, patterns="I").plan(100, 70, 500)
    first = candidates[0]
    for word, value in (("PLAN", first[0].text), ("COST", -first.predicted_us[0]), ("LESS", len(first) - 1), ("COUNT", len(first))):
        sentence = sentence.replace(word, str(value))

    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.Planner("toy", selector=broken(answer), patterns="I").plan(100, 70, 500)

    assert without_place(sentence_of(error)) == f'selector "broken": {sentence}'


def choosing(answer):
    class Choosing:
        name = "choosing"

        def select(self, shapes):
            return answer(shapes)

    return Choosing()


@pytest.mark.parametrize(
    "answer, sentence",
    [
        (lambda shapes: 1 / 0, 'selector "choosing": select() raised ZeroDivisionError: division by zero'),
        (lambda shapes: [], 'selector "choosing": select() returned 0 in a list; it returns 1 plan, as a text or a Plan'),
        (lambda shapes: 7, 'selector "choosing": select() returned a "int"; it returns 1 plan, as a text or a Plan'),
        (
            lambda shapes: "p1|I|f16_16x16x16@0-1:0-1:0-1|max_min",
            'plan: "p1|I|f16_16x16x16@0-1:0-1:0-1|max_min" does not cover the shape: the regions leave a part of 100x70x500 uncovered',
        ),
        (lambda shapes: ["p9|I"], 'plan: version "p9" is unknown; known: p1'),
        (
            lambda shapes: "p1|I|f16_16x16x17@0-100:0-70:0-500|max_min",
            "plan: kernel \"f16_16x16x17\" is not among the 40 kernels of the library of toy; a plan is for the library that it was made with",
        ),
    ],
)
def test_a_chooser_that_answers_wrongly_is_told_so_in_one_sentence(answer, sentence):
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.Planner("toy", selector=choosing(answer)).plan(100, 70, 500)

    assert without_place(sentence_of(error)) == sentence


def test_a_selector_that_fails_is_a_failed_row_and_nothing_else_is_lost(tmp_path):
    class Moody(Equation2):
        name = "moody"

        def cost(self, plans):
            if plans.n[0] > 1000:
                raise RuntimeError("too large for me")
            return super().cost(plans)

    run = mikpoly.run("quickstart", selectors=["mikpoly", Moody()], set=FEW, out=tmp_path)
    rows = run.records()

    failed = [row for row in rows if row["status"] == "failed"]
    assert 0 < len(failed) == run.failed_rows < 4
    assert {without_place(row["reason"]) for row in failed} == {'selector "moody": cost() raised RuntimeError: too large for me'}
    assert all(row["n"] > 1000 and row["selector"] == "moody" for row in failed)
    assert [row["status"] for row in rows if row["selector"] == "mikpoly"] == ["done"] * 4


INTERRUPT_AT = -1
calls = []


class Interrupting(Equation2):
    name = "interrupting"

    def cost(self, plans):
        calls.append(len(plans))
        if len(calls) == INTERRUPT_AT:
            raise KeyboardInterrupt
        return super().cost(plans)


def test_a_run_that_a_selector_interrupts_is_resumed_with_the_same_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.INTERRUPT_AT", 3)
    calls.clear()
    with pytest.raises(KeyboardInterrupt):
        mikpoly.run("quickstart", selectors=["mikpoly", Interrupting()], set=FEW, out=tmp_path, jobs=1)
    monkeypatch.setattr(f"{__name__}.INTERRUPT_AT", -1)
    resumed = mikpoly.run("quickstart", selectors=["mikpoly", Interrupting()], set=FEW, out=tmp_path, resume=True)
    whole = mikpoly.run("quickstart", selectors=["mikpoly", Interrupting()], set=FEW, out=tmp_path / "whole")

    assert resumed.resumed == 2
    assert (resumed.folder / "results.csv").read_bytes() == (whole.folder / "results.csv").read_bytes()


slow_calls = []


class Slow(Equation2):
    name = "slow"

    def cost(self, plans):
        slow_calls.append(len(plans))
        if len(slow_calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)  # as a terminal does on Ctrl-C; Python's main thread hears of it
        time.sleep(0.1)
        return super().cost(plans)


def test_ctrl_c_stops_a_run_resumably(tmp_path):
    slow_calls.clear()
    with pytest.raises(KeyboardInterrupt):
        mikpoly.run("quickstart", selectors=[Slow()], set={"limit": 20, "regret_all": False}, out=tmp_path, jobs=1)
    stopped_after = len(slow_calls)
    resumed = mikpoly.run(
        "quickstart", selectors=[Slow()], set={"limit": 20, "regret_all": False}, out=tmp_path, resume=True, jobs=4
    )

    assert resumed.resumed == stopped_after and 3 <= stopped_after < 20
    assert len(slow_calls) == resumed.points == 20


def parametrised(factor, version=None):
    class Parametrised(Equation2):
        name = "parametrised"

        def __init__(self):
            self.factor = factor
            self.unpicklable = (lambda: 0) if version else None
            if version:
                self.version = version

    return Parametrised()


def folder_of(selector, out):
    return mikpoly.run("quickstart", selectors=[selector], set=FEW, out=out, resume=True).folder.name


def test_runs_of_two_versions_of_a_selector_are_never_mixed(tmp_path):
    class Equation2(object):
        name = "mine"

        def cost(self, plans):
            return plans.predicted_us  # another source under the same name

    assert folder_of(Equation2(), tmp_path) != folder_of(globals()["Equation2"](), tmp_path)
    assert folder_of(parametrised(1), tmp_path) == folder_of(parametrised(1), tmp_path)
    assert folder_of(parametrised(1), tmp_path) != folder_of(parametrised(2), tmp_path)
    assert folder_of(parametrised(1, "a"), tmp_path) != folder_of(parametrised(1, "b"), tmp_path)


def test_the_run_says_that_a_python_object_chose(tmp_path):
    run = mikpoly.run("quickstart", selectors=[Equation2()], set=FEW, out=tmp_path)
    inputs = __import__("json").loads((run.folder / "run.json").read_text())["inputs"]

    assert inputs["selector mine"].startswith("python own_selectors_test.Equation2 ")
    resolved = (run.folder / "resolved.yaml").read_text()
    assert resolved.startswith("# Everything that decides the rows; runs where its own selectors are given.\n")
    assert f"# selector mine: {inputs['selector mine']}\n" in resolved


def test_a_class_without_source_has_an_identity_by_its_code():
    def made(constant):
        space = {}
        exec(f"class Typed:\n    name = 'typed'\n    def cost(self, plans):\n        return plans.predicted_us * {constant}\n", space)
        return mikpoly.selectors.identity(space["Typed"]())

    assert made(2) == made(2) != made(3)


@pytest.mark.parametrize(
    "selector, sentence",
    [
        (type("A", (), {"cost": lambda self, plans: 0})(), 'selector of class "A" has no name; give it the attribute name, a text'),
        (type("A", (), {"name": "a"})(), 'selector "a" has neither of cost(plans) and select(shapes); one is needed'),
        (
            type("A", (), {"name": "a", "cost": len, "select": len})(),
            'selector "a" has both of cost(plans) and select(shapes); one is needed',
        ),
        (
            type("A", (), {"name": "wave", "cost": lambda self, plans: 0})(),
            'selector "wave" is one of this program\'s; give your own another name',
        ),
        (
            type("A", (), {"name": "ranges-5", "cost": lambda self, plans: 0})(),
            'selector "ranges-5" is one of this program\'s; give your own another name',
        ),
        (
            type("A", (), {"name": "My Model", "cost": lambda self, plans: 0})(),
            'selector name "My Model" is not 1 to 64 lower-case letters, digits, "-" and "_"',
        ),
    ],
)
def test_a_selector_that_cannot_be_run_is_refused_before_the_work(selector, sentence, tmp_path):
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.run("quickstart", selectors=["mikpoly", selector], out=tmp_path)

    assert sentence_of(error) == sentence
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.Planner("toy", selector=selector)
    assert sentence_of(error) == sentence


@pytest.mark.parametrize("name", [*mikpoly.selector_names(), "ranges-128"])
def test_no_selector_takes_the_name_of_a_published_one(name):
    with pytest.raises(mikpoly.ConfigError, match=f"^selector \"{name}\" is one of this program's; give your own another name$"):
        mikpoly.Planner("toy", selector=type("A", (), {"name": name, "cost": lambda self, plans: 0})())


def test_attributes_that_tell_no_versions_apart_are_refused(tmp_path):
    selector = Equation2()
    selector.helper = lambda: 0

    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.run("quickstart", selectors=[selector], out=tmp_path)

    assert sentence_of(error).startswith('selector "mine" has attributes that cannot be told apart from other versions\' (')
    assert sentence_of(error).endswith("); give it the attribute version, a text")


def test_backend_cpu_measures_only_the_programs_selectors(tmp_path):
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.run("cpu", selectors=["mikpoly", Equation2()], out=tmp_path)

    assert sentence_of(error) == (
        'selector "mine" is not one of this program\'s, and backend cpu measures only those; take a simulated machine'
    )


def test_backend_table_judges_only_the_programs_selectors(tmp_path):
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.run("your-own-truth", selectors=["mikpoly", Equation2()], out=tmp_path)

    assert sentence_of(error) == (
        'selector "mine" is not one of this program\'s, and backend table judges only those; take a simulated machine'
    )


def test_an_own_selector_gives_no_terms():
    with pytest.raises(mikpoly.ConfigError, match='^selector "mine" is your own, and gives no terms; explain one of: mikpoly, '):
        mikpoly.Planner("toy", selector=Equation2()).explain(1, 1, 1)
