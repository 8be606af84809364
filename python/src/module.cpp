#include "experiments/engine/build_info.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"

// Before pybind11 2.12 arrays of NumPy 2 are read wrongly.
#define MIKPOLY_READS_NUMPY_2 (PYBIND11_VERSION_HEX >= 0x020C0000)

PYBIND11_MODULE(_native, module) {
  using namespace mikpoly;
  module.doc() = "The compiled part of mikpoly.";
  module.attr("version") = std::string(lab::build_info().version);
  module.attr("reads_numpy_2") = MIKPOLY_READS_NUMPY_2;
  python::add_errors(module);
  python::add_hardware(module);
  python::add_library(module);
  python::add_plans(module);
  python::add_planner(module);
  python::add_studies(module);
  python::add_engine(module);
  python::refuse_in_one_sentence(module);
}
