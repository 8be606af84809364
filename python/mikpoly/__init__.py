"""MikPoly in Python: plan matrix products of dynamic shape, simulate and study the choices, and run them on the cpu.

    hardware, hardware_names        machines as their files describe them
    library, tune                   their micro-kernels
    Planner                         plans of one shape or a million, simulated and explained
    run, compare                    experiments, with selectors of your own beside the published ones
    gemm, Engine                    products on this machine's cores, on arrays that stay where they are
"""

import numpy

from mikpoly import _native
from mikpoly._native import (
    BackendUnavailable,
    ConfigError,
    DeviceError,
    Engine,
    Error,
    Hardware,
    InternalFault,
    Library,
    OutputError,
    PackedB,
    Plan,
    Plans,
    PreparedProduct,
    ShapeError,
    gemm,
    hardware,
    hardware_names,
    library,
    selector_names,
    tune,
)
from mikpoly.planning import Planner
from mikpoly.selectors import CostModel, PlanChooser, Shapes
from mikpoly.studies import Records, Run, compare, run

if int(numpy.__version__.split(".")[0]) >= 2 and not _native.reads_numpy_2:
    raise ImportError(
        f'NumPy "{numpy.__version__}" is not read by the pybind11 that mikpoly was built with; '
        "take NumPy 1, or build with pybind11 2.12 or newer"
    )

__version__ = _native.version

__all__ = [
    "BackendUnavailable",
    "ConfigError",
    "CostModel",
    "DeviceError",
    "Engine",
    "Error",
    "Hardware",
    "InternalFault",
    "Library",
    "OutputError",
    "PackedB",
    "Plan",
    "PlanChooser",
    "Planner",
    "Plans",
    "PreparedProduct",
    "Records",
    "Run",
    "ShapeError",
    "Shapes",
    "compare",
    "gemm",
    "hardware",
    "hardware_names",
    "library",
    "run",
    "selector_names",
    "tune",
]
