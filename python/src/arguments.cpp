#include "python/src/arguments.hpp"

#include <exception>

#include <fmt/format.h>

#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"

namespace mikpoly::python {
namespace {

// What all functions of pybind11 call: it looks for a signature that fits.
PyCFunctionWithKeywords dispatcher = nullptr;

PyCFunctionWithKeywords method_of(const PyMethodDef& definition) {
  return reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(definition.ml_meth));
}

// Puts a sentence in place of the error, if that is pybind11's about arguments. Called from C: nothing may be thrown.
void say_in_one_sentence(PyObject* arguments, PyObject* names) noexcept {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  try {
    const py::object named = names == nullptr ? py::dict() : py::reinterpret_borrow<py::object>(names);
    const py::object sentence = py::module_::import("mikpoly.arguments")
                                    .attr("sentence")(py::str(py::handle(value)), py::handle(arguments), named);
    if (!sentence.is_none()) {
      PyErr_SetObject(PyExc_TypeError, sentence.ptr());
      Py_XDECREF(type);
      Py_XDECREF(value);
      Py_XDECREF(trace);
      return;
    }
  } catch (const std::exception&) {
    PyErr_Clear();  // the first error is told
  }
  PyErr_Restore(type, value, trace);
}

PyObject* dispatch(PyObject* record, PyObject* arguments, PyObject* names) {
  PyObject* result = dispatcher(record, arguments, names);
  if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) say_in_one_sentence(arguments, names);
  return result;
}

// pybind11 keeps a function in a PyCFunction, and that of a class in a PyInstanceMethod.
void redirect(PyObject* member) {
  PyObject* function = PyInstanceMethod_Check(member) ? PyInstanceMethod_Function(member) : member;
  if (PyCFunction_Check(function) == 0) return;
  PyMethodDef& definition = *reinterpret_cast<PyCFunctionObject*>(function)->m_ml;
  if (definition.ml_flags != (METH_VARARGS | METH_KEYWORDS)) return;
  if (dispatcher == nullptr) dispatcher = method_of(definition);
  if (method_of(definition) != dispatcher) return;
  definition.ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&dispatch));
}

}  // namespace

std::int64_t thread_count(Integer threads) {
  const std::int64_t most = ThreadPool::most_threads(default_threads());
  if (threads.value >= 0 && threads.value <= most) return threads.value;
  throw ConfigError(fmt::format("threads \"{}\" is not in 0..{}; 0 means all usable cores", threads.value, most));
}

void refuse_in_one_sentence(const py::module_& module) {
  for (const auto& [name, member] : module.attr("__dict__").cast<py::dict>()) {
    redirect(member.ptr());
    if (!py::isinstance<py::type>(member)) continue;
    for (const auto& [inner_name, inner] : py::dict(member.attr("__dict__"))) redirect(inner.ptr());
  }
}

}  // namespace mikpoly::python
