"""Arguments of other types and ranges: one sentence each, whatever function they are given to."""

import inspect
import pathlib

import mikpoly
import numpy as np
import pytest
from conftest import sentence_of
from mikpoly import _native

A, B = np.ones((3, 4), np.float32), np.ones((4, 2), np.float32)


@pytest.fixture(scope="module")
def planner():
    return mikpoly.Planner("toy")


def functions_of(owner):
    """Names of what people call: functions and methods, and constructors where there is one."""
    for name, member in vars(owner).items():
        if inspect.isclass(member) and owner is _native and not issubclass(member, Exception):
            yield from (f"{member.__name__}.{each}" for each in functions_of(member))
        elif callable(member) and not inspect.isclass(member) and not name.startswith("__"):
            yield name


@pytest.mark.parametrize("name", sorted(functions_of(_native)))
def test_every_compiled_function_names_its_arguments_to_a_call_that_does_not_fit(name):
    function = _native
    for part in name.split("."):
        function = getattr(function, part)
    with pytest.raises(TypeError) as error:
        function(unheard_of=1)

    assert sentence_of(error).startswith(f"{name.split('.')[-1]}(): ")
    assert "its arguments are: " in sentence_of(error)


WRONG = [
    (lambda planner: mikpoly.Engine(threads="a"), 'threads is "a" of type "str"; give an integer'),
    (lambda planner: mikpoly.Engine(threads=1.5), 'threads is "1.5" of type "float"; give an integer'),
    (lambda planner: mikpoly.Engine(threads=np.float32(1.5)), 'threads is "1.5" of type "float32"; give an integer'),
    (lambda planner: mikpoly.Engine(threads=True), 'threads is "True" of type "bool"; give an integer'),
    (lambda planner: mikpoly.Engine(threads=None), 'threads is "None" of type "NoneType"; give an integer'),
    (lambda planner: mikpoly.Engine(threads=2**70), f'threads is "{2**70}" of type "int"; give an integer of 64 bits'),
    (lambda planner: mikpoly.Engine(isa=5), 'isa is "5" of type "int"; give a text'),
    (lambda planner: mikpoly.Engine(library=5), 'library is "5" of type "int"; give a path'),
    (lambda planner: mikpoly.Engine(pinned="no"), 'pinned is "no" of type "str"; give True or False'),
    (
        lambda planner: mikpoly.Engine(threds=1),
        "Engine(): got an unexpected keyword argument 'threds'; "
        "its arguments are: threads, library, isa, selector, patterns, pinned",
    ),
    (
        lambda planner: mikpoly.Engine(1),
        "Engine(): too many positional arguments; its arguments are: threads, library, isa, selector, patterns, pinned",
    ),
    (
        lambda planner: mikpoly.gemm(A),
        "gemm(): missing a required argument: 'b'; "
        "its arguments are: a, b, c, alpha, beta, bias, activation, residual, out, copy",
    ),
    (lambda planner: mikpoly.gemm(A, B, alpha="2"), 'alpha is "2" of type "str"; give a number'),
    (lambda planner: mikpoly.gemm(A, B, alpha=[2]), 'alpha is a "list"; give a number'),
    (lambda planner: mikpoly.gemm(A, B, activation=None), 'activation is "None" of type "NoneType"; give a text'),
    (lambda planner: planner.plan(1, 1, 1, threads="a"), 'threads is "a" of type "str"; give an integer'),
    (lambda planner: planner.simulate("plans"), 'plans is "plans" of type "str"; give a Plans'),
    (lambda planner: planner.explain(1.5, 2, 3), 'm has elements of type "float64"; extents are integers'),
    (
        lambda planner: planner.plan([[1], [2, 3]], 1, 1),
        'm is a "list" that is no array; extents are integers, one or an array',
    ),
    (lambda planner: planner.parse(["p1|I"], "1", 1, 1), 'm has elements of type "<U1"; extents are integers'),
    (lambda planner: planner.plan(1, 1, 1)[0].draw(1.5), 'columns is "1.5" of type "float"; give an integer'),
    (lambda planner: mikpoly.Planner("toy", dtype=5), 'dtype is "5" of type "int"; give a text or None'),
    (lambda planner: mikpoly.Planner("toy", library="x"), 'library is "x" of type "str"; give a Library or None'),
    (lambda planner: mikpoly.Planner("toy", patterns=["I"]), 'patterns is a "list"; give a text'),
    (lambda planner: mikpoly.Planner("toy", judge="warm"), 'judge is "warm" of type "str"; give a dict'),
    (
        lambda planner: mikpoly.Planner("toy", judge={"warm": "yes"}),
        'judge is a "dict"; give a dict, each key a text and each value True or False',
    ),
    (lambda planner: mikpoly.hardware(5), 'name is "5" of type "int"; give a path'),
    (lambda planner: mikpoly.hardware("toy", set=["a"]), 'set is a "list"; give a dict'),
    (lambda planner: mikpoly.library(5), 'hardware is "5" of type "int"; give a Hardware or a path'),
    (lambda planner: mikpoly.tune("toy", n_mik=True), 'n_mik is "True" of type "bool"; give an integer'),
    (lambda planner: planner.library.g_predict(planner.library.kernel_ids[0], [0.5]), 'steps has elements of type "float64"; k steps are integers'),
    (lambda planner: planner.library.save(5), 'path is "5" of type "int"; give a path'),
    (lambda planner: mikpoly.run("quickstart", jobs=1.5), 'jobs is "1.5" of type "float"; give an integer'),
    (lambda planner: mikpoly.run("quickstart", set=5), 'set is "5" of type "int"; give a dict'),
    (lambda planner: mikpoly.run("quickstart", selectors=5), 'selectors is "5" of type "int"; give a list of names and objects'),
    (lambda planner: mikpoly.run("quickstart", progress=5), 'progress is "5" of type "int"; give a function of three numbers'),
]


@pytest.mark.parametrize("call, sentence", WRONG)
def test_another_type_is_refused_in_one_sentence(planner, call, sentence):
    with pytest.raises(TypeError) as error:
        call(planner)

    assert sentence_of(error) == sentence


@pytest.mark.parametrize("threads", [-1, 10**6, np.int64(10**6)])
def test_threads_beyond_the_range_are_refused_with_it(planner, threads):
    for call in (lambda: mikpoly.Engine(threads=threads), lambda: planner.plan(1, 1, 1, threads=threads)):
        with pytest.raises(mikpoly.ConfigError, match=f'^threads "{threads}" is not in 0..[0-9]+; 0 means all usable cores$'):
            call()


def test_integers_of_numpy_are_integers(planner):
    assert mikpoly.Engine(threads=np.int32(1), isa="portable").threads == 1
    assert planner.plan(5, 6, 7, threads=np.uint8(1)).texts() == planner.plan(5, 6, 7).texts()
    assert planner.explain(np.int16(5), 6, np.array(7))["shape"] == "5x6x7"


@pytest.mark.parametrize("extent", [2**40 + 1, 2**63, 2**70, -1, -(2**70)])
def test_extents_beyond_the_range_are_refused_by_every_method(planner, extent):
    for call in (planner.plan, planner.explain):
        with pytest.raises(mikpoly.ShapeError) as error:
            call(extent, 1, 1)

        assert str(extent) in sentence_of(error)


@pytest.mark.parametrize("columns", [0, -5, 10**6, 2**62])
def test_a_drawing_has_a_width_that_can_be_looked_at(planner, columns):
    with pytest.raises(mikpoly.ConfigError, match=f'^columns "{columns}" is not in 1..1000$'):
        planner.plan(1, 1, 1)[0].draw(columns)


def test_one_plan_is_explained_at_a_time(planner):
    with pytest.raises(mikpoly.ShapeError, match=r"^the extents are arrays of shape \(2,\); one plan is explained at a time$"):
        planner.explain([1, 2], 3, 4)


def test_k_steps_are_those_of_extents(planner):
    library = planner.library

    assert library.g_predict(library.kernel_ids[0], []).shape == (0,)
    assert library.g_predict(library.kernel_ids[0], 2**40) > 0
    with pytest.raises(mikpoly.ShapeError, match=r"^steps is \"1099511627777\"; k steps are in 0\.\.2\^40$"):
        library.g_predict(library.kernel_ids[0], [1, 2**40 + 1])


def test_paths_are_taken_where_files_are(planner, tmp_path):
    machine = mikpoly.hardware(pathlib.Path(planner.hardware.path))
    planner.library.save(tmp_path / "library.yaml")

    assert machine.hash == planner.hardware.hash
    assert mikpoly.library(pathlib.Path(machine.path), path=tmp_path / "library.yaml").hash == planner.library.hash
    assert mikpoly.Planner(pathlib.Path(machine.path)).hardware.hash == machine.hash


def test_a_type_error_of_a_callback_is_its_own():
    class Array:
        def __dlpack__(self):
            raise TypeError("foo(): incompatible function arguments, says another library")

    with pytest.raises(TypeError, match="^foo\\(\\): incompatible function arguments, says another library$"):
        mikpoly.gemm(Array(), B)
