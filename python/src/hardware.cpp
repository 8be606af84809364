#include "python/src/hardware.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/config/hardware_loader.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/report/hardware_report.hpp"

namespace mikpoly::python {
namespace {

std::string value_text(py::handle value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::str(value);
}

Hardware load(const std::filesystem::path& name, const py::dict& set, bool strict) {
  std::vector<std::string> sets;
  for (const auto& [path, value] : set) {
    sets.push_back(fmt::format("{}={}", std::string(py::str(path)), value_text(value)));
  }
  return {std::make_shared<const HardwareFile>(load_hardware(name.string(), sets, strict))};
}

std::vector<std::string> types_of(const Hardware& hardware) {
  std::vector<std::string> names;
  for (const ComputeRate& rate : hardware.machine().rates) names.emplace_back(name_of(rate.input));
  return names;
}

double peak_tflops(const Hardware& hardware, const std::optional<std::string>& dtype) {
  const Accelerator& machine = hardware.machine();
  const GemmTypes types = lab::types_on(machine, input_type(hardware, dtype));
  return peak_flops(machine, *machine.rate_for(types.a)) / 1e12;
}

std::string hardware_repr(const Hardware& hardware) {
  const Accelerator& machine = hardware.machine();
  return fmt::format("<Hardware {}: {} x {} at {} GHz>", machine.name, machine.pe.count, machine.pe.name,
                     machine.pe.clock_ghz);
}

}  // namespace

DataType input_type(const Hardware& hardware, const std::optional<std::string>& name) {
  return name ? parse_data_type(*name) : hardware.machine().rates.front().input;
}

py::object to_python(const nlohmann::ordered_json& json) {
  return py::module_::import("json").attr("loads")(
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void add_hardware(py::module_& module) {
  py::class_<Hardware>(module, "Hardware", "A machine as its file in configs/hardware describes it.")
      .def_property_readonly("name", [](const Hardware& self) { return self.machine().name; })
      .def_property_readonly("description", [](const Hardware& self) { return self.file->description; })
      .def_property_readonly("path", [](const Hardware& self) { return self.file->path; })
      .def_property_readonly("hash", [](const Hardware& self) { return self.file->hash; })
      .def_property_readonly("backend", [](const Hardware& self) { return self.machine().backend; })
      .def_property_readonly("pe_count", [](const Hardware& self) { return self.machine().pe.count; })
      .def_property_readonly("clock_ghz", [](const Hardware& self) { return self.machine().pe.clock_ghz; })
      .def_property_readonly("dtypes", &types_of, "Element types it computes on; the first is the default.")
      .def_property_readonly("warnings", [](const Hardware& self) { return self.file->warnings; })
      .def("peak_tflops", &peak_tflops, "dtype"_a = py::none(), "Peak rate of all processing elements.")
      .def(
          "show", [](const Hardware& self) { return lab::hardware_text(*self.file); },
          "Peaks, ridge points, limits and the source of every number: what `mikpoly hw show` prints.")
      .def(
          "to_dict", [](const Hardware& self) { return to_python(lab::hardware_json(*self.file)); },
          "The same as a dict: `mikpoly hw show --format json`.")
      .def("__repr__", &hardware_repr);
  module.def("hardware", &load, "name"_a, py::kw_only(), "set"_a = py::dict(), "strict"_a = false,
             "Reads a hardware description by its name in configs/hardware, or a path.\n\n"
             "set:     changed values, such as {\"pe.count\": 16, \"pe.clock\": \"1.2 GHz\"}\n"
             "strict:  keys that the machine does not use are errors\n"
             "Raises:  ConfigError with every fault of the file.");
  module.def("hardware_names", &hardware_names, "The names in configs/hardware, sorted.");
}

}  // namespace mikpoly::python
