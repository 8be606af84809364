#include "experiments/engine/study.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/engine/engine_library.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/workload_loader.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

std::string content_of(const Workload& workload) {
  std::string text;
  for (const WorkloadItem& item : workload.items) {
    text += fmt::format("{},{},{},{},{}\n", item.id, item.group, to_text(item.shape), item.count, item.weight);
  }
  return text;
}

void check_backend(const std::string& backend) {
  const auto& simulated = kSimulatedBackends;
  if (backend == kMeasuredBackend || std::ranges::find(simulated, backend) != simulated.end()) return;
  throw BackendUnavailable(fmt::format("backend \"{}\" runs no experiments here; available: {}, {}", backend,
                                       fmt::join(simulated, ", "), kMeasuredBackend));
}

// The engine plans with the descriptions that travel with it.
void check_measurable(const HardwareFile& file) {
  const std::string& name = file.accelerator.name;
  const std::string& isa = file.accelerator.pe.isa;
  if (isa.empty() || shipped_hardware(isa).hash != file.hash) {
    throw ConfigError(
        fmt::format("hardware \"{}\" is not what backend cpu plans with; give cpu-avx512, cpu-avx2, cpu-portable or "
                    "here",
                    name));
  }
  if (cpu::runs_here(isa)) return;
  throw BackendUnavailable(fmt::format("hardware \"{}\" needs {}, which this processor does not have; it has {}", name,
                                       isa, cpu::best_isa()));
}

// What it finds by measuring has at most one cut: two regions.
void check_oracle(const ExperimentSpace& space) {
  if (std::ranges::find(space.selectors, "oracle") == space.selectors.end()) return;
  for (const PatternSet& set : space.pattern_sets) {
    for (const std::string& name : set) {
      if (find_pattern(name).region_count() <= 2) continue;
      throw ConfigError(fmt::format(
          "selector oracle on backend cpu searches patterns I to III; pattern \"{}\" has more than one cut", name));
    }
  }
}

// "here" is one of the shipped descriptions too.
void refuse_repeated(const std::vector<HardwareFile>& files) {
  const auto same = [&](const HardwareFile& file) { return file.accelerator.name == files.back().accelerator.name; };
  if (std::count_if(files.begin(), files.end(), same) == 1) return;
  throw ConfigError(
      fmt::format("hardware \"{}\" stands twice; its shapes would count twice", files.back().accelerator.name));
}

void refuse_mixed(const HardwareFile& first, const HardwareFile& other, bool first_measured) {
  throw ConfigError(fmt::format("hardware \"{}\" is {} and \"{}\" is {}; times of one experiment are of one source",
                                first.accelerator.name, first_measured ? "measured" : "simulated",
                                other.accelerator.name, first_measured ? "simulated" : "measured"));
}

HardwareFile load_machine(const MachineChoice& machine) {
  std::vector<std::string> sets = machine.sets;
  if (!machine.name.empty()) sets.push_back("name=" + machine.name);
  return load_hardware(machine.base, sets);
}

void refuse_own(const std::vector<OwnSelector>& own) {
  if (own.empty()) return;
  throw ConfigError(
      fmt::format("selector \"{}\" is not one of this program's, and backend cpu measures only those; take "
                  "a simulated machine",
                  own.front().name));
}

std::vector<WorkloadItem> evenly_spaced(const std::vector<WorkloadItem>& items, std::int64_t limit) {
  const std::int64_t count = std::ssize(items);
  if (limit == 0 || limit >= count) return items;
  std::vector<WorkloadItem> taken;
  for (std::int64_t i = 0; i < limit; ++i) taken.push_back(items[i * count / limit]);
  return taken;
}

}  // namespace

LibraryRequest library_of(const Study& study, std::int64_t hardware) {
  LibraryRequest request = study.experiment.library;
  const MachineChoice& machine = study.experiment.space.hardware[static_cast<std::size_t>(hardware)];
  if (machine.tuning) request.parameters = *machine.tuning;
  return request;
}

Study prepare(Experiment experiment, const std::vector<OwnSelector>& own) {
  Study study;
  check_selectors(experiment.space.selectors, own);
  for (MachineChoice& machine : experiment.space.hardware) {
    if (machine.base == kHere) machine.base = fmt::format("cpu-{}", cpu::best_isa());
    HardwareFile& file = study.hardware.emplace_back(load_machine(machine));
    const std::string& backend = experiment.space.backend.empty() ? file.accelerator.backend : experiment.space.backend;
    check_backend(backend);
    refuse_repeated(study.hardware);
    const bool measured = backend == kMeasuredBackend;
    if (measured) check_measurable(file);
    if (study.hardware.size() == 1) study.measured = measured;
    if (measured != study.measured) refuse_mixed(study.hardware.front(), file, study.measured);
    types_on(file.accelerator, experiment.space.dtype);
    study.inputs["hardware " + file.accelerator.name] = file.hash;
  }
  if (study.measured) refuse_own(own);
  if (study.measured) check_oracle(experiment.space);
  if (study.measured && !experiment.measure) experiment.measure = MeasureRules{};
  for (const std::string& name : experiment.space.workloads) {
    const Workload& workload = study.workloads.emplace_back(load_workload(name));
    study.inputs["workload " + workload.name] = content_hash(content_of(workload));
  }
  for (const OwnSelector& selector : own) study.inputs["selector " + selector.name] = selector.identity;
  study.resolved =
      fmt::format("# Everything that decides the rows; {}.\n# mikpoly: {}\n",
                  own.empty() ? "runs as it stands" : "runs where its own selectors are given", build_info().version);
  for (const auto& [input, hash] : study.inputs) study.resolved += fmt::format("# {}: {}\n", input, hash);
  study.resolved += to_yaml(experiment);
  study.hash = content_hash(study.resolved);
  study.experiment = std::move(experiment);
  return study;
}

std::vector<Point> points_of(const Study& study) {
  std::vector<Point> points;
  for (std::int64_t hardware = 0; hardware < std::ssize(study.hardware); ++hardware) {
    for (std::int64_t workload = 0; workload < std::ssize(study.workloads); ++workload) {
      for (WorkloadItem& item : evenly_spaced(study.workloads[workload].items, study.experiment.space.limit)) {
        points.push_back({.hardware = hardware, .workload = workload, .item = std::move(item)});
      }
    }
  }
  return points;
}

std::int64_t rows_per_point(const Experiment& experiment) {
  return std::ssize(experiment.space.selectors) * std::ssize(experiment.space.pattern_sets);
}

}  // namespace mikpoly::lab
