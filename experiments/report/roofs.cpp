#include "experiments/report/roofs.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/manifest.hpp"

namespace mikpoly::lab {
namespace {

MachineRoofs read_roofs(const lab::MachineChoice& choice, const lab::Experiment& experiment,
                        const std::map<std::string, std::string>& inputs) {
  const HardwareFile file = lab::load_machine(choice);
  const std::string& name = file.accelerator.name;
  const auto then = inputs.find("hardware " + name);
  if (then == inputs.end() || then->second != file.hash) {
    return {.hardware = name, .reason = "its description is not the one that the run used"};
  }
  const std::optional<lab::MeasureRules>& measure = experiment.times.measure;
  return roofs_of(file.accelerator, experiment.space.dtype,
                  measure ? std::optional(measure->threads) : std::optional<std::int64_t>());
}

}  // namespace

MachineRoofs roofs_of(const Accelerator& machine, DataType type, std::optional<std::int64_t> threads) {
  MachineRoofs roofs{.hardware = machine.name};
  const ComputeRate* const rate = machine.rate_for(type);
  if (rate == nullptr) {
    roofs.reason = fmt::format("its description has no rate of {}", name_of(type));
    return roofs;
  }
  const std::int64_t used = std::min(threads.value_or(machine.pe.count), machine.pe.count);
  const double share = static_cast<double>(used) / static_cast<double>(machine.pe.count);
  roofs.gflops = rate->sustained * peak_flops(machine, *rate) * share / 1e9;
  for (const MemoryLevel& level : machine.memory) {
    const double reads = level.read_per_pe * static_cast<double>(used);
    const double most = used < machine.pe.count ? std::min(level.total, reads) : level.total;
    // 1 byte a cycle at 1 GHz is 1 GB/s.
    roofs.bandwidths.push_back({.level = level.name, .gbytes_per_second = most * machine.pe.clock_ghz});
  }
  roofs.reason.clear();
  return roofs;
}

RunRoofs roofs_of_run(const std::filesystem::path& folder) {
  RunRoofs roofs;
  try {
    const lab::Manifest manifest = lab::read_manifest(folder);
    const lab::Experiment experiment = lab::load_experiment((folder / "resolved.yaml").string(), {});
    for (const lab::MachineChoice& machine : experiment.space.hardware) {
      try {
        roofs.machines.push_back(read_roofs(machine, experiment, manifest.inputs));
      } catch (const Error& unreadable) {
        roofs.machines.push_back(
            {.hardware = machine.name.empty() ? std::filesystem::path(machine.base).stem().string() : machine.name,
             .reason = unreadable.what()});
      }
    }
  } catch (const Error& unreadable) {  // own selectors, or what the experiment named is gone
    roofs.reason = unreadable.what();
  }
  return roofs;
}

}  // namespace mikpoly::lab
