#include "core/cost/additive.hpp"

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
    return form_.waves ? ceil_div(task_count(planned.region, kernel.tile), slots) : 1;
  }

  Picoseconds pipe(const PlannedRegion& planned) const {
    const MicroKernel& kernel = kernel_of(planned);
    return wave_cost(kernel, planned.region.k.size(), form_);
  }

  const MicroKernel& kernel_of(const PlannedRegion& planned) const {
    return library_.kernels[static_cast<std::size_t>(planned.kernel)];
  }

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  AdditiveForm form_;
};

}  // namespace

Picoseconds wave_cost(const MicroKernel& kernel, std::int64_t k, const AdditiveForm& form) {
  if (!form.pipe) return {1};
  const std::int64_t steps = kernel.steps(k);
  const Picoseconds time = kernel.time.latency(steps);
  if (!form.per_mac || steps == 0) return time;
  const double macs = static_cast<double>(kernel.tile.area()) * static_cast<double>(steps * kernel.tile.k);
  return {std::llround(static_cast<double>(time.count) * 0x1.0p20 / macs)};
}

std::unique_ptr<CostModel> make_additive(const Accelerator& accelerator, const KernelLibrary& library,
                                         AdditiveForm form) {
  return std::make_unique<AdditiveCostModel>(accelerator, library, form);
}

}  // namespace mikpoly
