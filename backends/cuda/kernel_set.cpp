#include "backends/cuda/kernel_set.hpp"

#include <algorithm>
#include <utility>

#include "core/pattern/pattern.hpp"
#include "core/planner/split_k_planner.hpp"

namespace mikpoly::cuda {
namespace {

KernelLibrary narrow_part(const KernelLibrary& library) {
  KernelLibrary narrow = library;
  narrow.kernels.resize(std::min<std::size_t>(narrow.kernels.size(), kNarrowKernels));
  return narrow;
}

std::size_t lane_of(const PlanNeeds& needs) {
  return (needs.narrow ? 2U : 0U) + (needs.may_split ? 1U : 0U);
}

}  // namespace

KernelSet::KernelSet(const Device& device, Accelerator accelerator, KernelLibrary library, const KernelArchive& archive)
    : accelerator_(std::move(accelerator)),
      library_(std::move(library)),
      narrow_(narrow_part(library_)),
      code_(device, library_, archive) {
  for (const bool narrow : {false, true}) {
    for (const bool may_split : {false, true}) {
      lanes_[lane_of({.narrow = narrow, .may_split = may_split})].planner =
          planner_for(narrow ? narrow_ : library_, may_split);
    }
  }
}

std::unique_ptr<Planner> KernelSet::planner_for(const KernelLibrary& library, bool may_split) const {
  auto unsplit = make_planner("makespan", accelerator_, library, parse_pattern_set("all"));
  if (!may_split) return unsplit;
  return std::make_unique<SplitKPlanner>(std::move(unsplit), accelerator_, library);
}

Plan KernelSet::plan(const GemmShape& shape, const PlanNeeds& needs) {
  Lane& lane = lanes_[lane_of(needs)];
  {
    const std::scoped_lock lock(mutex_);
    if (const Plan* known = lane.cache.find(shape)) return *known;
  }
  const Plan plan = lane.planner->plan(shape);
  const std::scoped_lock lock(mutex_);
  if (lane.cache.find(shape) == nullptr) lane.cache.insert(shape, plan);
  return plan;
}

}  // namespace mikpoly::cuda
