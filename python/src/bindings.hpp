// The parts of the module, each in its own file: they translate, and leave the work to the libraries below.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace mikpoly::python {

namespace py = pybind11;
using namespace pybind11::literals;

/// Exceptions come first: the others' functions raise them.
void add_errors(py::module_& module);
void add_hardware(py::module_& module);
void add_library(py::module_& module);
void add_plans(py::module_& module);
void add_planner(py::module_& module);
void add_studies(py::module_& module);
void add_engine(py::module_& module);

}  // namespace mikpoly::python
