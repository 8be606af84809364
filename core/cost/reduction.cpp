#include "core/cost/reduction.hpp"

namespace mikpoly {

Picoseconds reduction_time(const Plan& plan, const Accelerator& accelerator, const GemmTypes& types) {
  Picoseconds time;
  for (const PlannedRegion& planned : plan.regions()) {
    if (planned.k_parts == 1) continue;
    const Region& region = planned.region;
    const double outputs = static_cast<double>(region.m.size()) * static_cast<double>(region.n.size()) *
                           static_cast<double>(region.batch.size());
    const double bytes = 2.0 * static_cast<double>(planned.k_parts * bytes_of(types.acc)) * outputs;
    time += accelerator.fixed.reduction + accelerator.to_time({bytes / accelerator.memory.front().total});
  }
  return time;
}

}  // namespace mikpoly
