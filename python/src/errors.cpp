#include <string>

#include "core/base/error.hpp"
#include "experiments/engine/own_selector.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {
namespace {

// The exception types; the module owns them, and outlives every call.
struct ErrorTypes {
  PyObject* error = nullptr;
  PyObject* config = nullptr;
  PyObject* shape = nullptr;
  PyObject* output = nullptr;
  PyObject* unavailable = nullptr;
  PyObject* device = nullptr;
  PyObject* internal = nullptr;
};

ErrorTypes& types() {
  static ErrorTypes all;
  return all;
}

PyObject* add_type(py::module_& module, const char* name, const char* doc, const py::tuple& bases) {
  const std::string full = std::string("mikpoly.") + name;
  auto type = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.ptr(), nullptr));
  if (!type) throw py::error_already_set();
  module.add_object(name, type);
  return type.ptr();
}

PyObject* type_of(const Error& error) {
  if (dynamic_cast<const ConfigError*>(&error) != nullptr) return types().config;
  if (dynamic_cast<const ShapeError*>(&error) != nullptr) return types().shape;
  if (dynamic_cast<const OutputError*>(&error) != nullptr) return types().output;
  if (dynamic_cast<const BackendUnavailable*>(&error) != nullptr) return types().unavailable;
  if (dynamic_cast<const DeviceError*>(&error) != nullptr) return types().device;
  return types().error;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants a function of this type
void translate(std::exception_ptr fault) {
  try {
    if (fault) std::rethrow_exception(fault);
  } catch (const Error& error) {
    PyErr_SetString(type_of(error), error.what());
  } catch (const InternalFault& error) {
    PyErr_SetString(types().internal, error.what());
  } catch (const lab::SelectionStopped&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

}  // namespace

void add_errors(py::module_& module) {
  const auto builtin = [](PyObject* type) { return py::reinterpret_borrow<py::object>(type); };
  ErrorTypes& all = types();
  all.error = add_type(module, "Error", "What a person gave cannot be used; the message is one sentence.",
                       py::make_tuple(builtin(PyExc_Exception)));
  const py::object error = builtin(all.error);
  all.config = add_type(module, "ConfigError", "A file, name or option that is not what it must be.",
                        py::make_tuple(error, builtin(PyExc_ValueError)));
  all.shape = add_type(module, "ShapeError", "A problem whose extents, strides or operands do not fit.",
                       py::make_tuple(error, builtin(PyExc_ValueError)));
  all.output = add_type(module, "OutputError", "A file or folder that cannot be written.",
                        py::make_tuple(error, builtin(PyExc_OSError)));
  all.unavailable = add_type(module, "BackendUnavailable", "A backend that is not here, or cannot do what was asked.",
                             py::make_tuple(error, builtin(PyExc_RuntimeError)));
  all.device = add_type(module, "DeviceError", "A device that failed while it worked.",
                        py::make_tuple(error, builtin(PyExc_RuntimeError)));
  all.internal = add_type(module, "InternalFault", "A bug of mikpoly, found by one of its own checks.",
                          py::make_tuple(builtin(PyExc_RuntimeError)));
  py::register_exception_translator(&translate);
}

}  // namespace mikpoly::python
