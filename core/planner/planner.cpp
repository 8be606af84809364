#include "core/planner/planner.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/additive_planner.hpp"
#include "core/planner/makespan_planner.hpp"
#include "core/planner/trimmed_planner.hpp"
#include "core/planner/trimmed_times.hpp"

namespace mikpoly {

void refuse_endless(const GemmShape& shape, Picoseconds time, const std::string& machine) {
  if (time.count < kLongestTime) return;
  throw ShapeError(fmt::format("GEMM shape \"{}\" takes longer than 13 days (2^60 ps) on {}; times end there",
                               to_text(shape), machine));
}

Plan plan_of(const GemmShape& shape, std::string_view pattern, const Filling& filling) {
  Plan plan;
  plan.shape = shape;
  plan.pattern = pattern;
  for (std::int64_t i = 0; i < filling.count; ++i) {
    const Filling::Part& part = filling.parts[static_cast<std::size_t>(i)];
    plan.add({part.rect.rows, part.rect.columns, {0, shape.k}, {0, shape.batch}}, part.kernel);
  }
  return plan;
}

std::unique_ptr<Planner> make_planner(std::string_view cost_model, const Accelerator& accelerator,
                                      const KernelLibrary& library, const std::vector<std::string>& pattern_names) {
  if (library.kernels.empty() || library.kernels.size() > kMaxPlannedKernels) {
    throw ConfigError(fmt::format("a library of \"{}\" kernels cannot be planned with; 1 to {} can",
                                  library.kernels.size(), kMaxPlannedKernels));
  }
  if (library.trimmed() && library.kernels.size() > kMaxTrimmedKernels) {
    throw ConfigError(
        fmt::format("a library of \"{}\" kernels that trim their edges cannot be planned with; 1 to {} can",
                    library.kernels.size(), kMaxTrimmedKernels));
  }
  std::vector<const PolymerizationPattern*> chosen;
  for (const std::string& name : pattern_names) chosen.push_back(&find_pattern(name));
  // Of equal costs the plan with fewer regions wins, because it is found first.
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto* a, const auto* b) { return a->region_count() < b->region_count(); });
  if (chosen.empty()) throw ConfigError("the pattern set is empty; name at least one of I to IX");
  const auto model = cost_models().find(cost_model)(accelerator, library);
  if (model->additive()) return make_additive_planner(*model->additive(), accelerator, library, std::move(chosen));
  ensure(cost_model == "makespan" || cost_model == "makespan-bare", "a cost model that is not additive has a planner");
  if (library.trimmed()) {
    return make_trimmed_planner(cost_model == "makespan-bare", accelerator, library, std::move(chosen));
  }
  return make_makespan_planner(cost_model == "makespan-bare", accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
