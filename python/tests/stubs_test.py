"""The stub of the compiled module says what is there, and the package is typed."""

import ast
import inspect
import pathlib
import subprocess
import sys

import mikpoly
import pytest
from mikpoly import _native

PACKAGE = pathlib.Path(mikpoly.__file__).parent
STUB = ast.parse((PACKAGE / "_native.pyi").read_text())
IGNORED = {"__init__", "__repr__", "__str__"}


def parameters_of(function):
    """Names in order, "*" before those that are given by name only, and defaults as they are written."""
    arguments = function.args
    assert arguments.vararg is None and arguments.kwarg is None
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    named = [(argument.arg, default) for argument, default in zip(positional, defaults) if argument.arg != "self"]
    if arguments.kwonlyargs:
        named += [("*", None)] + [(argument.arg, default) for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [(name, default and ast.unparse(default)) for name, default in named]


def signature_in_docstring(function):
    line = function.__doc__.split("\n")[0]
    return ast.parse(f"def {line}: ...").body[0]


def members(body):
    return {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def assert_same_members(where, stubbed, real):
    names = {name for name in vars(real) if not name.startswith("__") or name in ("__len__", "__getitem__", "__call__")}
    assert names == {name for name in stubbed if name not in IGNORED}, where
    for name, node in stubbed.items():
        if name in IGNORED:
            continue
        member = inspect.getattr_static(real, name)
        is_property = any(getattr(each, "id", "") == "property" for each in node.decorator_list)
        assert isinstance(member, property) == is_property, f"{where}.{name}"
        if not is_property:
            # A slot of Python's own has no signature of ours.
            function = getattr(real, name)
            assert parameters_of(node) == parameters_of(signature_in_docstring(function)), f"{where}.{name}"


def test_classes_and_functions_are_those_of_the_stub():
    stubbed = members(STUB.body)
    named = {name for name in vars(_native) if not name.startswith("__")}
    variables = {node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign)}

    assert named == set(stubbed) | variables
    for name, node in stubbed.items():
        real = getattr(_native, name)
        if isinstance(node, ast.FunctionDef):
            assert parameters_of(node) == parameters_of(signature_in_docstring(real)), name
        elif issubclass(real, Exception):
            bases = [base.__name__ for base in real.__bases__]
            assert bases == [base.id for base in node.bases], name
        else:
            assert_same_members(name, members(node.body), real)


def test_constructors_are_those_of_the_stub():
    for name in ("Engine", "PlannerBase"):
        node = members(members(STUB.body)[name].body)["__init__"]
        assert parameters_of(node) == parameters_of(signature_in_docstring(getattr(_native, name).__init__)), name


def test_what_people_use_has_a_docstring():
    for name in mikpoly.__all__:
        member = getattr(mikpoly, name)
        assert member.__doc__ and len(member.__doc__.split("\n")[0]) > 10, name


def test_the_package_is_typed_strictly():
    pytest.importorskip("mypy", reason="package mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "-p", "mikpoly"]
    checked = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert (PACKAGE / "py.typed").exists()
