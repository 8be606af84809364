// Arguments as people give them: what does not fit is refused in one sentence, where pybind11 would list its
// signatures.
#pragma once

#include <cstdint>

#include "python/src/bindings.hpp"

namespace mikpoly::python {

/// An integer of 64 bits, of Python or of NumPy. pybind11 would take True for one, and numpy.float32(1.5).
struct Integer {
  std::int64_t value = 0;
};

/// Reads a number of threads; 0 means all usable cores.
/// Errors: ConfigError beyond what a pool of threads has at most.
std::int64_t thread_count(Integer threads);

/// Changes the functions and classes that the module has: a call that their signatures do not fit raises a TypeError
/// with the sentence of mikpoly/arguments.py.
void refuse_in_one_sentence(const py::module_& module);

}  // namespace mikpoly::python

namespace pybind11::detail {

template <>
struct type_caster<mikpoly::python::Integer> {
  PYBIND11_TYPE_CASTER(mikpoly::python::Integer, const_name("int"));

  bool load(handle source, bool /*convert*/) {
    if (PyBool_Check(source.ptr()) != 0 || PyIndex_Check(source.ptr()) == 0) return false;
    const auto index = reinterpret_steal<object>(PyNumber_Index(source.ptr()));
    if (index) value.value = PyLong_AsLongLong(index.ptr());
    if (PyErr_Occurred() == nullptr) return true;
    PyErr_Clear();
    return false;
  }
};

}  // namespace pybind11::detail
