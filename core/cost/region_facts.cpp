#include "core/cost/region_facts.hpp"

#include "core/cost/task_times.hpp"

namespace mikpoly {

RegionFacts facts_of(const PlannedRegion& planned, const Accelerator& accelerator, const KernelLibrary& library) {
  const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
  const Region& region = planned.region;
  RegionFacts facts{.tasks = task_count(planned, kernel.tile),
                    .steps = kernel.steps(planned.depth()),
                    .slots = accelerator.pe.count * kernel.resources.occupancy,
                    .latency = TaskTimes(kernel, planned.depth()).largest(region.m.size(), region.n.size()),
                    .interval = {}};
  facts.interval = kernel.edge == EdgeRule::padded ? kernel.time.interval(facts.steps) : facts.latency;
  return facts;
}

}  // namespace mikpoly
