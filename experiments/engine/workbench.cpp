#include "experiments/engine/workbench.hpp"

#include <utility>

#include "core/cost/cost_models.hpp"

namespace mikpoly::lab {

Workbench::Workbench(HardwareFile hardware, KernelLibrary library, const sim::SimulationOptions& options)
    : hardware_(std::move(hardware)),
      library_(std::move(library)),
      simulator_(hardware_.accelerator, library_, options),
      equation_2_(cost_models().find("mikpoly")(hardware_.accelerator, library_)),
      makespan_(cost_models().find("makespan")(hardware_.accelerator, library_)) {}

std::unique_ptr<Selector> Workbench::selector(const std::string& name, std::vector<std::string> patterns,
                                              const SelectorSettings& settings) const {
  return make_selector(name, {.accelerator = hardware_.accelerator,
                              .library = library_,
                              .patterns = std::move(patterns),
                              .judge = &simulator_,
                              .settings = settings});
}

}  // namespace mikpoly::lab
