#include "core/cost/additive.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace mikpoly {
namespace {

class AdditiveCostModel final : public CostModel {
 public:
  AdditiveCostModel(const Accelerator& accelerator, const KernelLibrary& library, AdditiveForm form)
      : accelerator_(accelerator), library_(library), form_(form) {}

  Picoseconds cost(const Plan& plan) const override {
    Picoseconds sum;
    for (const PlannedRegion& planned : plan.regions()) sum += pipe(planned) * waves(planned);
    return sum;
  }

  std::vector<CostTerm> explain(const Plan& plan) const override {
    std::vector<CostTerm> terms;
    for (const PlannedRegion& planned : plan.regions()) {
      const Picoseconds amount = pipe(planned) * waves(planned);
      terms.push_back({fmt::format("region {}: {} waves x {:.6g} us", static_cast<char>('a' + terms.size()),
                                   waves(planned), pipe(planned).microseconds()),
                       amount});
    }
    return terms;
  }

  std::optional<AdditiveForm> additive() const override { return form_; }

 private:
  std::int64_t waves(const PlannedRegion& planned) const {
    const MicroKernel& kernel = kernel_of(planned);
    const std::int64_t slots = accelerator_.pe.count * kernel.resources.occupancy;
    return form_.waves ? ceil_div(task_count(planned, kernel.tile), slots) : 1;
  }

  Picoseconds pipe(const PlannedRegion& planned) const {
    const Region& region = planned.region;
    const TaskTimes times(kernel_of(planned), planned.depth());
    return wave_cost(times, region.m.size(), region.n.size(), planned.depth(), form_);
  }

  const MicroKernel& kernel_of(const PlannedRegion& planned) const {
    return library_.kernels[static_cast<std::size_t>(planned.kernel)];
  }

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  AdditiveForm form_;
};

}  // namespace

namespace {

Picoseconds per_mac(Picoseconds time, std::int64_t outputs, std::int64_t depth) {
  if (depth == 0) return time;
  const double macs = static_cast<double>(outputs) * static_cast<double>(depth);
  return {std::llround(static_cast<double>(time.count) * 0x1.0p20 / macs)};
}

}  // namespace

Picoseconds wave_cost(const MicroKernel& kernel, std::int64_t k, const AdditiveForm& form) {
  if (!form.pipe) return {1};
  const std::int64_t steps = kernel.steps(k);
  const Picoseconds time = kernel.time.latency(steps);
  return form.per_mac ? per_mac(time, kernel.tile.area(), steps * kernel.tile.k) : time;
}

Picoseconds wave_cost(const TaskTimes& times, std::int64_t rows, std::int64_t columns, std::int64_t k,
                      const AdditiveForm& form) {
  const MicroKernel& kernel = times.kernel();
  if (kernel.edge == EdgeRule::padded) return wave_cost(kernel, k, form);
  if (!form.pipe) return {1};
  const Picoseconds time = times.largest(rows, columns);
  if (!form.per_mac) return time;
  return per_mac(time, std::min(rows, kernel.tile.m) * std::min(columns, kernel.tile.n), k);
}

std::unique_ptr<CostModel> make_additive(const Accelerator& accelerator, const KernelLibrary& library,
                                         AdditiveForm form) {
  return std::make_unique<AdditiveCostModel>(accelerator, library, form);
}

}  // namespace mikpoly
