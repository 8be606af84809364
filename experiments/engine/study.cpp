#include "experiments/engine/study.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/engine/engine_library.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/workload_loader.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/accuracy/split.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/engine_selectors.hpp"
#include "experiments/table/timing_table_loader.hpp"

namespace mikpoly::lab {
namespace {

std::string hash_of(const Workload& workload) {
  ContentHasher hasher;
  for (const WorkloadItem& item : workload.items) {
    hasher.add(fmt::format("{},{},{},{},{}\n", item.id, item.group, to_text(item.shape), item.count, item.weight));
  }
  return hasher.text();
}

void check_backend(const std::string& backend) {
  const auto& simulated = kSimulatedBackends;
  const bool is_other = backend == kMeasuredBackend || backend == kTableBackend;
  if (is_other || std::ranges::find(simulated, backend) != simulated.end()) return;
  throw BackendUnavailable(fmt::format("backend \"{}\" runs no experiments here; available: {}, {}, {}", backend,
                                       fmt::join(simulated, ", "), kMeasuredBackend, kTableBackend));
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

void check_engine_selectors(const ExperimentSpace& space) {
  for (const std::string& name : space.selectors) static_cast<void>(find_engine_selector(name));
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

// The table that an experiment of backend table names. It times whole products.
TimingTable table_of(const Experiment& experiment) {
  for (const PatternSet& set : experiment.space.pattern_sets) {
    if (set == PatternSet{"I"}) continue;
    throw ConfigError(
        fmt::format("patterns: \"{}\" cannot be timed by backend table, which holds times of whole products; give [I]",
                    name_of(set)));
  }
  TableRequest request = experiment.times.table->request;
  request.type = experiment.space.dtype;
  return load_timing_table(request);
}

Workload workload_of(const TimingTable& table) {
  Workload workload{.name = table.origin().name, .source = table.origin().file, .items = {}};
  const std::vector<int> halves = halves_of_shapes(table.shapes());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const GemmShape& shape = table.shapes()[i];
    workload.items.push_back({.id = to_text(shape), .group = fmt::format("half {}", halves[i]), .shape = shape});
  }
  return workload;
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

// `does` is what the backend does with selectors.
void refuse_own(const std::vector<OwnSelector>& own, std::string_view backend, std::string_view does) {
  if (own.empty()) return;
  throw ConfigError(fmt::format(
      "selector \"{}\" is not one of this program's, and backend {} {} only those; take a simulated machine",
      own.front().name, backend, does));
}

std::vector<PointPlace> places_of(const Study& study, const Experiment& experiment) {
  PointGrid grid{.hardware = {}, .workloads = &study.workloads};
  for (const HardwareFile& file : study.hardware) grid.hardware.push_back(file.accelerator.name);
  return select_points(experiment.space.selection, experiment.seed, grid);
}

// A workload of which a table has no shape says nothing about it.
void refuse_foreign(const TimingTable& table, const Workload& workload) {
  const auto has = [&table](const WorkloadItem& item) { return table.find(item.shape) >= 0; };
  if (std::ranges::any_of(workload.items, has)) return;
  throw ConfigError(fmt::format("workload \"{}\" has no shape of table \"{}\"; leave it out to take the table's",
                                workload.name, table.origin().name));
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
  if (experiment.times.table) {
    study.table = table_of(experiment);
    study.inputs["table " + study.table->origin().name] = study.table->origin().hash;
  }
  check_selectors(experiment.space.selectors, own);
  if (study.table) refuse_own(own, kTableBackend, "judges");
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
  if (study.measured) {
    refuse_own(own, kMeasuredBackend, "measures");
    check_engine_selectors(experiment.space);
    check_oracle(experiment.space);
  }
  if (study.measured && !experiment.times.measure) experiment.times.measure = MeasureRules{};
  for (const std::string& name : experiment.space.workloads) {
    const bool is_table = study.table && name == kTableWorkload;
    const Workload& workload = study.workloads.emplace_back(is_table ? workload_of(*study.table) : load_workload(name));
    if (study.table && !is_table) refuse_foreign(*study.table, workload);
    study.inputs["workload " + workload.name] = hash_of(workload);
  }
  study.points = places_of(study, experiment);
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

std::int64_t point_count(const Study& study) {
  return std::ssize(study.points);
}

Point point_at(const Study& study, std::int64_t number) {
  const PointPlace& place = study.points[static_cast<std::size_t>(number)];
  const Workload& workload = study.workloads[static_cast<std::size_t>(place.workload)];
  return {.hardware = place.hardware,
          .workload = place.workload,
          .item = workload.items[static_cast<std::size_t>(place.item)]};
}

std::int64_t rows_per_point(const Experiment& experiment) {
  return std::ssize(experiment.space.selectors) * std::ssize(experiment.space.pattern_sets);
}

}  // namespace mikpoly::lab
