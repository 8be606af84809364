"""Plans of any number of shapes on one machine."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from mikpoly import _native, arguments, selectors

Extents = Union[int, npt.ArrayLike]


class Planner(_native.PlannerBase):
    """Plans, simulates and explains on one machine.

    hardware:  a name in configs/hardware, a path, or what mikpoly.hardware() returned
    dtype:     element type of A and B; the machine's first when not given
    library:   what mikpoly.library() or tune() returned; else the shipped one, else one tuned now
    selector:  a name of selector_names(), or an object with cost(plans) or select(shapes)
    patterns:  what it may use: "I,II", "I..III" or "all"
    judge:     switches of the simulator, such as {"warm": True, "contention": False}
    Raises:    ConfigError for unknown names, and for a library that was made for something else.
    """

    def __init__(
        self,
        hardware: Union[str, os.PathLike[str], _native.Hardware],
        *,
        dtype: Union[str, None] = None,
        library: Union[_native.Library, None] = None,
        selector: Union[str, selectors.Own] = "mikpoly",
        patterns: str = "all",
        judge: Union[Mapping[str, bool], None] = None,
    ) -> None:
        machine = _native.hardware(hardware) if isinstance(hardware, (str, os.PathLike)) else hardware
        if not isinstance(machine, _native.Hardware):
            raise TypeError(f"hardware is {arguments.described(machine)}; give a name, a path or a Hardware")
        name = selector if isinstance(selector, str) else selectors.name_of(selector)
        bench = _native.workbench(machine, dtype, library, name, arguments.mapping("judge", judge))
        own = None if isinstance(selector, str) else (selectors.kind_of(selector), selectors.question(selector))
        super().__init__(bench, name, patterns, own)

    def plan(self, m: Extents, n: Extents, k: Extents, batch: Extents = 1, *, threads: int = 0) -> _native.Plans:
        """Plans of the shapes that the extents broadcast to.

        Shapes that the selector declines have a plan without regions and NaN as predicted_us; plans.declined tells them.

        threads:  0: all usable cores
        Memory:   57 bytes a plan and 80 for each of its regions; at most three times as much while it works
        Raises:   TypeError for extents that are no integers, ShapeError for ones out of range.
        """
        arrays, shape = selectors.extents(m, n, k, batch)
        return self._plan(arrays, shape, threads)

    def parse(self, texts: Sequence[str], m: Extents, n: Extents, k: Extents, batch: Extents = 1) -> _native.Plans:
        """Plans from their text forms, one for each shape that the extents broadcast to.

        Raises:  ConfigError naming what is wrong with the first text that does not cover its shape.
        """
        arrays, shape = selectors.extents(m, n, k, batch)
        given = [texts] if isinstance(texts, str) else texts
        return self._parse([str(text) for text in given], arrays, shape)

    def simulate(self, plans: _native.Plans, *, threads: int = 0) -> dict[str, npt.NDArray[Any]]:
        """What the simulated machine makes of each plan: time_us, tasks, waves, tail_util, pad_waste, bound_by.

        Of a shape that the selector declined time_us, tail_util and pad_waste are NaN.

        Raises:  ConfigError for plans of another machine or library.
        """
        return self._simulate(plans, threads)

    def explain(self, m: int, n: int, k: int, batch: int = 1) -> dict[str, Any]:
        """The chosen plan, its rivals and what would flip the choice: `mikpoly explain --format json`."""
        arrays, shape = selectors.extents(m, n, k, batch)
        if shape != ():
            raise _native.ShapeError(f"the extents are arrays of shape {shape}; one plan is explained at a time")
        return self._explain(*(int(array[0]) for array in arrays))
