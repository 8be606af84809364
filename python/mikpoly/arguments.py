"""What people give, read; what does not fit is refused in one sentence."""

from __future__ import annotations

import ast
import inspect
import operator
import os
import re
from typing import Any, Mapping, Union

import numpy as np
import numpy.typing as npt

from mikpoly import _native

_SIMPLE = (str, bytes, int, float, complex, np.generic, type(None))
_LONGEST = 40


def described(value: Any) -> str:
    """'"1.5" of type "float"', or 'a "list"' of what is long."""
    kind = type(value).__name__
    if not isinstance(value, _SIMPLE):
        return f'a "{kind}"'
    text = str(value).split("\n")[0]
    return f'"{text if len(text) <= _LONGEST else text[:_LONGEST] + "..."}" of type "{kind}"'


def integer(name: str, value: Any) -> int:
    """Raises TypeError for what is no integer of Python or NumPy."""
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} is {described(value)}; give an integer")


def integers(name: str, value: Any, what: str) -> npt.NDArray[np.int64]:
    """An array of integers; `what` is what they are called.

    Raises:  TypeError for other elements, ShapeError for integers that int64 does not hold.
    """
    try:
        array = np.asarray(value)
    except ValueError as error:  # lists of different lengths
        raise TypeError(f"{name} is {described(value)} that is no array; {what} are integers, one or an array") from error
    if array.dtype.kind not in "iu" and array.size:
        large = [each for each in array.flat if type(each) is int and abs(each) > 2**40]
        if array.dtype.kind != "O" or not large:
            raise TypeError(f'{name} has elements of type "{array.dtype}"; {what} are integers')
        raise _native.ShapeError(f'{name} is "{large[0]}"; {what} are in 0..2^40')
    if array.size and int(array.max()) > np.iinfo(np.int64).max:  # what int64 would turn round
        raise _native.ShapeError(f'{name} is "{array.max()}"; {what} are in 0..2^40')
    return array.astype(np.int64)


def mapping(name: str, value: Any) -> dict[str, Any]:
    """A dict; empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is {described(value)}; give a dict")
    return dict(value)


def sentence(refusal: str, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Union[str, None]:
    """What is wrong with a call that pybind11 refused, from the signature in its text; None for another text."""
    found = re.match(r"(\w+)\(\): incompatible (function|constructor) arguments.*\n +1\. ([\w.]*)(\(.*\))", refusal)
    if not found:
        return None
    name, called, of_class, parameters = found.groups()
    if called == "constructor":  # its signature leaves out self
        name, arguments = of_class.split(".")[-1], arguments[1:]
    function = ast.parse(f"def call{parameters}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    kinds = {each.arg: each.annotation for each in [*function.args.args, *function.args.kwonlyargs]}
    try:
        bound = _signature(function).bind(*arguments, **named)
    except TypeError as error:
        known = ", ".join(each for each in kinds if each != "self")
        return f'{name}(): {error}; its arguments are: {known or "none"}'
    for argument, value in bound.arguments.items():
        kind = kinds[argument]
        if kind is not None and not _fits(kind, value):
            return f"{argument} is {described(value)}; give {_wanted(kind, value)}"
    return f"{name}(): its arguments do not fit; they are {parameters[1:-1]}"


def _signature(function: ast.FunctionDef) -> inspect.Signature:
    arguments = function.args
    kinds = inspect.Parameter
    with_default = len(arguments.args) - len(arguments.defaults)
    parameters = [
        kinds(each.arg, kinds.POSITIONAL_OR_KEYWORD, default=None if i >= with_default else kinds.empty)
        for i, each in enumerate(arguments.args)
    ]
    parameters += [
        kinds(each.arg, kinds.KEYWORD_ONLY, default=kinds.empty if default is None else None)
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
    ]
    return inspect.Signature(parameters)


def _parts(kind: ast.expr) -> tuple[str, list[ast.expr]]:
    """Of Union[A, B] "Union" and its parts; of a name itself."""
    if not isinstance(kind, ast.Subscript):
        return ast.unparse(kind), []
    inner = kind.slice
    return ast.unparse(kind.value), list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]


def _fits(kind: ast.expr, value: Any) -> bool:
    name, parts = _parts(kind)
    if name in ("Optional", "Union"):
        return (name == "Optional" and value is None) or any(_fits(part, value) for part in parts)
    if name == "List":
        return isinstance(value, (list, tuple)) and all(_fits(parts[0], each) for each in value)
    if name == "Dict":
        return isinstance(value, dict) and all(_fits(parts[0], k) and _fits(parts[1], v) for k, v in value.items())
    if name == "int":
        return _is_integer(value) and -(2**63) <= operator.index(value) < 2**63
    if name.startswith("mikpoly."):
        return isinstance(value, getattr(_native, name.split(".")[-1]))
    if name == "bool":
        return value is None or hasattr(value, "__bool__")
    if name == "float":
        return _is_number(value)
    if name == "os.PathLike":
        return isinstance(value, (str, bytes, os.PathLike))
    kinds = {"str": (str, bytes), "dict": (dict,)}
    return name not in kinds or isinstance(value, kinds[name])


def _is_integer(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_))


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, (str, bytes)) and float(value) is not None
    except (TypeError, ValueError, OverflowError):
        return False


_WANTED = {
    "int": "an integer",
    "float": "a number",
    "bool": "True or False",
    "str": "a text",
    "dict": "a dict",
    "os.PathLike": "a path",
}


def _wanted(kind: ast.expr, value: Any) -> str:
    name, parts = _parts(kind)
    if name == "Optional":
        return f"{_wanted(parts[0], value)} or None"
    if name == "Union":
        return " or ".join(_wanted(part, value) for part in parts)
    if name == "List":
        return f"a list, each {_wanted(parts[0], value)}"
    if name == "Dict":
        return f"a dict, each key {_wanted(parts[0], value)} and each value {_wanted(parts[1], value)}"
    if name == "int" and _is_integer(value):
        return "an integer of 64 bits"
    return _WANTED.get(name, f'a {name.split(".")[-1]}')
