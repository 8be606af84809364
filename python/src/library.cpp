#include "python/src/library.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/problem/gemm_shape.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/library_choice.hpp"
#include "python/src/arguments.hpp"
#include "python/src/hardware.hpp"

namespace mikpoly::python {
namespace {

Library owned(KernelLibrary library, std::string origin) {
  return {std::make_shared<const KernelLibrary>(std::move(library)), std::move(origin)};
}

using Machine = std::variant<Hardware, std::filesystem::path>;  ///< or its name

Hardware hardware_of(const Machine& machine) {
  if (const auto* loaded = std::get_if<Hardware>(&machine)) return *loaded;
  return {std::make_shared<const HardwareFile>(load_hardware(std::get<std::filesystem::path>(machine).string()))};
}

Library choose(const Machine& named, const std::optional<std::string>& dtype, const std::filesystem::path& path) {
  const Hardware hardware = hardware_of(named);
  const GemmTypes types = lab::types_on(hardware.machine(), input_type(hardware, dtype));
  lab::LibraryChoice choice = lab::choose_library(*hardware.file, types, {.path = path.string(), .parameters = {}});
  return owned(std::move(choice.library), choice.notice.empty() ? choice.origin : choice.notice);
}

Library tune(const Machine& named, const std::optional<std::string>& dtype, const TuningParameters& parameters) {
  const Hardware hardware = hardware_of(named);
  const Accelerator& machine = hardware.machine();
  if (machine.backend == lab::kMeasuredBackend) {
    throw ConfigError(fmt::format(
        "hardware \"{}\" is tuned on its own cores, by the program: mikpoly tune --backend cpu", machine.name));
  }
  const GemmTypes types = lab::types_on(machine, input_type(hardware, dtype));
  TuningResult result = lab::tune_simulated(machine, lab::library_key(*hardware.file, types, parameters));
  return owned(std::move(result.library), fmt::format("tuned in memory for {}", machine.name));
}

std::vector<std::string> ids_of(const Library& self) {
  std::vector<std::string> ids;
  for (const MicroKernel& kernel : self.library->kernels) ids.push_back(kernel.id);
  return ids;
}

py::array_t<std::int64_t> tiles_of(const Library& self) {
  const auto& kernels = self.library->kernels;
  py::array_t<std::int64_t> tiles({std::ssize(kernels), py::ssize_t{3}});
  auto out = tiles.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < std::ssize(kernels); ++i) {
    const TileShape& tile = kernels[static_cast<std::size_t>(i)].tile;
    out(i, 0) = tile.m;
    out(i, 1) = tile.n;
    out(i, 2) = tile.k;
  }
  return tiles;
}

py::array_t<std::int64_t> occupancy_of(const Library& self) {
  const auto& kernels = self.library->kernels;
  py::array_t<std::int64_t> occupancy(std::ssize(kernels));
  std::ranges::transform(kernels, occupancy.mutable_data(),
                         [](const MicroKernel& kernel) { return kernel.resources.occupancy; });
  return occupancy;
}

const MicroKernel& kernel_named(const Library& self, const std::string& id) {
  const std::int64_t position = self.library->find(id);
  if (position >= 0) return self.library->kernels[static_cast<std::size_t>(position)];
  throw ConfigError(fmt::format("unknown kernel \"{}\"{}", id, nearest_and_known(id, ids_of(self))));
}

py::array_t<double> g_predict(const Library& self, const std::string& id, const py::object& counts) {
  const MicroKernel& kernel = kernel_named(self, id);
  const auto integers = py::module_::import("mikpoly.arguments").attr("integers");
  const py::array_t<std::int64_t, py::array::c_style> steps = integers("steps", counts, "k steps");
  py::array_t<double> times(std::vector<py::ssize_t>(steps.shape(), steps.shape() + steps.ndim()));
  std::transform(steps.data(), steps.data() + steps.size(), times.mutable_data(), [&](std::int64_t count) {
    if (count < 0 || count > kMaxExtent) {
      throw ShapeError(fmt::format("steps is \"{}\"; k steps are in 0..2^40", count));
    }
    return kernel.time.latency(count).microseconds();
  });
  return times;
}

std::string library_repr(const Library& self) {
  const LibraryKey& key = self.library->key;
  return fmt::format("<Library of {} {}: {} kernels>", key.hardware, name_of(key.types.a),
                     self.library->kernels.size());
}

}  // namespace

void add_library(py::module_& module) {
  py::class_<Library>(module, "Library", "The micro-kernels of one machine, best first, with their time curves.")
      .def("__len__", [](const Library& self) { return self.library->kernels.size(); })
      .def_property_readonly("kernel_ids", &ids_of, "Ids by position: what Plans.kernels counts in.")
      .def_property_readonly("tiles", &tiles_of, "uM, uN and uK of every kernel.")
      .def_property_readonly("occupancy", &occupancy_of, "Tasks of every kernel that a processing element holds.")
      .def_property_readonly("hardware", [](const Library& self) { return self.library->key.hardware; })
      .def_property_readonly("dtype",
                             [](const Library& self) { return std::string(name_of(self.library->key.types.a)); })
      .def_property_readonly("hash", [](const Library& self) { return self.library->hash; })
      .def_property_readonly(
          "origin", [](const Library& self) { return self.origin; }, "Where it comes from.")
      .def("g_predict", &g_predict, "kernel"_a, "steps"_a,
           "Microseconds of one task of so many k steps: of an array of counts, an array.")
      .def(
          "save",
          [](const Library& self, const std::filesystem::path& path) { save_library(*self.library, path.string()); },
          "path"_a, "Writes it as a library/v1 file, all or nothing.")
      .def("__repr__", &library_repr);
  module.def("library", &choose, "hardware"_a, py::kw_only(), "dtype"_a = py::none(), "path"_a = "",
             "The kernels a machine plans with: of the file at `path`, else the shipped ones, else tuned now.\n\n"
             "Raises:  ConfigError when the file was made for something else.");
  const TuningParameters standard;
  module.def(
      "tune",
      [](const Machine& hardware, const std::optional<std::string>& dtype, Integer n_gen, Integer n_syn, Integer n_mik,
         Integer n_pred, const std::string& ranking) {
        const py::gil_scoped_release released;
        return tune(hardware, dtype, {n_gen.value, n_syn.value, n_mik.value, n_pred.value, ranking});
      },
      "hardware"_a, py::kw_only(), "dtype"_a = py::none(), "n_gen"_a = standard.n_gen, "n_syn"_a = standard.n_syn,
      "n_mik"_a = standard.n_mik, "n_pred"_a = standard.n_pred, "ranking"_a = standard.ranking,
      "S1: generates candidate tiles, times them in the simulator and keeps the n_mik best.");
}

}  // namespace mikpoly::python
