#include "experiments/engine/region_phases.hpp"

#include <algorithm>

namespace mikpoly::lab {

std::vector<RegionPhases> phases_of(const Plan& plan, const KernelLibrary& library) {
  std::vector<RegionPhases> phases;
  for (const PlannedRegion& planned : plan.regions()) {
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
    const std::int64_t steps = kernel.steps(planned.depth());
    const Picoseconds latency = kernel.time.latency(steps);
    const Picoseconds steady = std::min(latency, kernel.time.latency(2 * steps) - latency);
    const Picoseconds hidden = std::max(Picoseconds{}, latency - kernel.time.interval(steps));
    phases.push_back({.kernel = kernel.id,
                      .tasks = task_count(planned, kernel.tile),
                      .steps = steps,
                      .latency = latency,
                      .steady = steady,
                      .hidden = hidden});
  }
  return phases;
}

}  // namespace mikpoly::lab
