"""Selectors of your own: an object with a name and either cost(plans) or select(shapes).

    class Mine:
        name = "mine"

        def cost(self, plans):      # microseconds, one a plan; the cheapest candidate is chosen
            return (np.ceil(plans.tasks / np.maximum(plans.slots, 1)) * plans.task_us).sum(axis=-1)

cost() is asked once for each shape, with all candidates: every plan of the patterns I to III, the 32 with the least work
of each further pattern, and what every published model would choose.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
from types import CodeType
from typing import Any, Callable, Protocol, Sequence, Union

import numpy as np
import numpy.typing as npt

from mikpoly import _native
from mikpoly.arguments import integers

Integers = npt.NDArray[np.int64]


class CostModel(Protocol):
    """Chooses the plan it predicts to be the fastest."""

    name: str

    def cost(self, plans: _native.Plans) -> npt.ArrayLike:
        """Microseconds of every plan: finite, 0 or more. Of equal ones the first is chosen."""


class PlanChooser(Protocol):
    """Chooses plans in its own way."""

    name: str

    def select(self, shapes: Shapes) -> Sequence[Union[str, _native.Plan]]:
        """A plan of every shape, as a text or a Plan of `shapes.planner`."""


Own = Union[CostModel, PlanChooser]


class Shapes:
    """Shapes that a selector of your own is asked about, and the machine they are for."""

    def __init__(self, arrays: Sequence[Integers], bench: Any, patterns: str) -> None:
        self.m, self.n, self.k, self.batch = arrays
        self._bench = bench
        self._patterns = patterns

    def __len__(self) -> int:
        return len(self.m)

    def planner(self, selector: str = "mikpoly") -> _native.PlannerBase:
        """A planner for the machine, library and patterns that the choice is for."""
        from mikpoly.planning import Planner

        made = Planner.__new__(Planner)
        _native.PlannerBase.__init__(made, self._bench, selector, self._patterns, None)
        return made


def extents(m: Any, n: Any, k: Any, batch: Any) -> tuple[list[Integers], tuple[int, ...]]:
    """The four extents broadcast against each other and laid flat, and the shape they had."""
    arrays = []
    for name, value in (("m", m), ("n", n), ("k", k), ("batch", batch)):
        arrays.append(integers(name, value, "extents"))
    try:
        arrays = np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise _native.ShapeError(f"m, n, k and batch have the shapes {shapes}, which do not broadcast") from None
    return [np.ascontiguousarray(array).reshape(-1) for array in arrays], arrays[0].shape


def name_of(selector: Own) -> str:
    """Raises ConfigError for the name of a published selector, and for one that rows cannot have."""
    name = getattr(selector, "name", None)
    if not isinstance(name, str):
        raise _native.ConfigError(
            f'selector of class "{type(selector).__name__}" has no name; give it the attribute name, a text'
        )
    _native.check_own_name(name)
    return name


def kind_of(selector: Own) -> str:
    """"costs" or "plan": what it is asked."""
    kinds = [kind for kind, method in (("costs", "cost"), ("plan", "select")) if callable(getattr(selector, method, None))]
    if len(kinds) != 1:
        has = "both" if kinds else "neither"
        raise _native.ConfigError(f'selector "{name_of(selector)}" has {has} of cost(plans) and select(shapes); one is needed')
    return kinds[0]


def question(selector: Own) -> Callable[..., Any]:
    """What the native selector calls: the answers of `selector`, checked."""
    if kind_of(selector) == "costs":
        return _cheapest(selector)
    return _chosen(selector)


def _asked(selector: Any, method: str, argument: Any) -> Any:
    try:
        return getattr(selector, method)(argument)
    except (Exception, SystemExit) as error:
        text = str(error).split("\n")[0]
        raise _native.ConfigError(
            f'selector "{selector.name}": {method}() raised {type(error).__name__}: {text}{_place_of(error)}'
        ) from error


def _place_of(error: BaseException) -> str:
    """" (FILE:LINE)" of the method that was called; "" where the call itself failed."""
    inner = error.__traceback__.tb_next if error.__traceback__ else None
    return f" ({os.path.basename(inner.tb_frame.f_code.co_filename)}:{inner.tb_lineno})" if inner else ""


def _described(answer: Any) -> str:
    if isinstance(answer, np.ndarray):
        return f'{"x".join(map(str, answer.shape)) or "one"} of type "{answer.dtype}"'
    if isinstance(answer, (list, tuple)):
        return f"{len(answer)} in a {type(answer).__name__}"
    return f'a "{type(answer).__name__}"'


def _cheapest(model: Any) -> Callable[[_native.Plans], int]:
    def answer(plans: _native.Plans) -> int:
        given = _asked(model, "cost", plans)
        try:
            costs = np.asarray(given)
        except Exception:  # of lists within lists, say
            costs = np.asarray(None)
        if costs.shape != (len(plans),) or costs.dtype.kind not in "fiu":
            raise _native.ConfigError(
                f'selector "{model.name}": cost() returned {_described(given)}; '
                f"it returns {len(plans)} numbers of microseconds, one a plan"
            )
        wrong = ~(np.isfinite(costs) & (costs >= 0))
        if wrong.any():
            first = int(np.argmax(wrong))
            raise _native.ConfigError(
                f'selector "{model.name}": cost() returned "{costs[first]}" for the plan "{plans[first].text}"; '
                "costs are finite microseconds, 0 or more"
            )
        return int(np.argmin(costs))

    return answer


def _chosen(selector: Any) -> Callable[..., str]:
    def answer(bench: Any, patterns: list[str], m: int, n: int, k: int, batch: int) -> str:
        shapes = Shapes([np.array([extent]) for extent in (m, n, k, batch)], bench, ",".join(patterns))
        given = _asked(selector, "select", shapes)
        plans = [given] if isinstance(given, (str, _native.Plan)) else list(given) if hasattr(given, "__len__") else []
        if len(plans) != 1 or not isinstance(plans[0], (str, _native.Plan)):
            raise _native.ConfigError(
                f'selector "{selector.name}": select() returned {_described(given)}; it returns 1 plan, as a text or a Plan'
            )
        return str(plans[0])

    return answer


def identity(selector: Own) -> str:
    """What tells two versions of a selector apart: its class, and a hash of its source and its attributes.

    The source is that of its class and of those it is derived from; what it calls elsewhere is not seen. A text
    attribute `version` stands for the attributes.
    """
    kind = type(selector)
    parts = [_source_of(base) for base in kind.__mro__ if base not in (object, Protocol)]
    digest = hashlib.sha256("\n".join(parts).encode() + _state_of(selector)).hexdigest()
    return f"python {kind.__module__}.{kind.__qualname__} {digest[:16]}"


def _state_of(selector: Own) -> bytes:
    version = getattr(selector, "version", None)
    if isinstance(version, str):
        return version.encode()
    try:
        return pickle.dumps(vars(selector))
    except Exception as error:
        raise _native.ConfigError(
            f'selector "{name_of(selector)}" has attributes that cannot be told apart from other versions\' '
            f"({type(error).__name__}: {error}); give it the attribute version, a text"
        ) from error


def _source_of(kind: type) -> str:
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):  # typed at a prompt: its code then
        members = sorted(vars(kind).items(), key=lambda item: item[0])
        return "\n".join(f"{name} {_code_of(member)}" for name, member in members if not name.startswith("__"))


def _code_of(member: Any) -> str:
    code = getattr(getattr(member, "__func__", member), "__code__", None)
    return _code_text(code) if isinstance(code, CodeType) else repr(member)


def _code_text(code: CodeType) -> str:
    constants = [_code_text(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"
