#include "experiments/engine/study.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/workload_loader.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::array<std::string_view, 2> kSimulated{"npu", "gpu_sim"};

std::string content_of(const Workload& workload) {
  std::string text;
  for (const WorkloadItem& item : workload.items) {
    text += fmt::format("{},{},{},{},{}\n", item.id, item.group, to_text(item.shape), item.count, item.weight);
  }
  return text;
}

void check_backend(const std::string& backend) {
  if (std::find(kSimulated.begin(), kSimulated.end(), backend) != kSimulated.end()) return;
  throw BackendUnavailable(
      fmt::format("backend \"{}\" runs no experiments here; available: {}", backend, fmt::join(kSimulated, ", ")));
}

std::vector<WorkloadItem> evenly_spaced(const std::vector<WorkloadItem>& items, std::int64_t limit) {
  const std::int64_t count = std::ssize(items);
  if (limit == 0 || limit >= count) return items;
  std::vector<WorkloadItem> taken;
  for (std::int64_t i = 0; i < limit; ++i) taken.push_back(items[i * count / limit]);
  return taken;
}

}  // namespace

Study prepare(Experiment experiment) {
  Study study;
  for (const std::string& name : experiment.space.hardware) {
    HardwareFile& file = study.hardware.emplace_back(load_hardware(name, {}));
    types_on(file.accelerator, experiment.space.dtype);
    check_backend(experiment.space.backend.empty() ? file.accelerator.backend : experiment.space.backend);
    study.inputs["hardware " + file.accelerator.name] = file.hash;
  }
  for (const std::string& name : experiment.space.workloads) {
    const Workload& workload = study.workloads.emplace_back(load_workload(name));
    study.inputs["workload " + workload.name] = content_hash(content_of(workload));
  }
  study.resolved =
      fmt::format("# Everything that decides the rows; runs as it stands.\n# mikpoly: {}\n", build_info().version);
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
