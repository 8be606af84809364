#include "experiments/table/table_selectors.hpp"

#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"

namespace mikpoly::lab {
namespace {

class ModelSelector final : public Selector {
 public:
  ModelSelector(const TableModels& models, std::string_view name)
      : models_(models), order_(models, name), candidates_(models.candidates()) {}

  Selection select(const GemmShape& shape) const override {
    std::optional<Plan> best;
    std::optional<ProgramOrder::Rank> least;
    for (const TableProgram& program : candidates_) {
      Plan plan = models_.plan(shape, program);
      const PlannedRegion& planned = plan.storage[0];
      if (!models_.is_fitted(planned.kernel)) continue;
      const MicroKernel& kernel = models_.library().kernels[static_cast<std::size_t>(planned.kernel)];
      if (planned.k_parts > kernel.steps(shape.k) || !is_countable(shape, kernel.tile, planned.k_parts)) continue;
      const ProgramOrder::Rank rank = order_.rank(plan);
      if (least && *least <= rank) continue;
      least = rank;
      plan.predicted = rank.cost;
      best = plan;
    }
    if (!best) throw ConfigError("no kernel of the table has a time on the other half of its shapes");
    return {.plan = *best};
  }

 private:
  const TableModels& models_;
  ProgramOrder order_;
  std::vector<TableProgram> candidates_;
};

class TableOracle final : public Selector {
 public:
  explicit TableOracle(const TableModels& models) : models_(models) {}

  Selection select(const GemmShape& shape) const override {
    const TimingTable& table = models_.table();
    const std::int64_t position = table.find(shape);
    if (position < 0) throw ConfigError(unmeasured(shape));
    const TableTime* best = nullptr;
    TableProgram chosen;
    for (const auto& [program, time] : table.times(position)) {
      if (!models_.is_kept(program.kernel) || (best != nullptr && best->measured.median <= time.measured.median)) {
        continue;
      }
      best = &time;
      chosen = program;
    }
    if (best == nullptr) throw ConfigError(fmt::format("the table times no kept kernel on {}", to_text(shape)));
    Plan plan = models_.plan(shape, chosen);
    plan.predicted = best->measured.median;
    return {.plan = plan, .gap = 0.0};
  }

 private:
  const TableModels& models_;
};

}  // namespace

ProgramOrder::ProgramOrder(const TableModels& models, std::string_view cost_model)
    : models_(models), model_(models.model(cost_model)) {
  const std::optional<AdditiveForm> form = model_.additive();
  if (form && form->ties_by_pipe) ties_ = &models.model("pipe");
}

ProgramOrder::Rank ProgramOrder::rank(const Plan& plan) const {
  const PlannedRegion& planned = plan.storage[0];
  const MicroKernel& kernel = models_.library().kernels[static_cast<std::size_t>(planned.kernel)];
  return {.cost = model_.cost(plan),
          .tie = ties_ == nullptr ? Picoseconds{} : ties_->cost(plan),
          .area = -kernel.tile.area(),
          .kernel = kernel.id,
          .k_parts = planned.k_parts};
}

std::string unmeasured(const GemmShape& shape) {
  return fmt::format("the table has no times of {}", to_text(shape));
}

Measurement TableJudge::judge(const Plan& plan) const {
  const TimingTable& table = models_.table();
  const std::int64_t shape = table.find(plan.shape);
  if (shape < 0) throw ConfigError(unmeasured(plan.shape));
  const TableTime* time = plan.region_count == 1 ? table.time(shape, models_.program(plan)) : nullptr;
  if (time != nullptr) return time->measured;
  return {.median = {kLongestTime}, .source = table.origin().source};
}

Picoseconds TableJudge::least_time(const GemmShape& shape) const {
  const std::int64_t position = models_.table().find(shape);
  if (position < 0) return {};
  Picoseconds least{kLongestTime};
  for (const auto& [program, time] : models_.table().times(position)) least = std::min(least, time.measured.median);
  return least;
}

namespace {

// Why a table cannot tell what the selector would do; null when it can.
const char* meaning_lacks(std::string_view name) {
  if (name == kVendorSelector) return "it does not say what the vendor's library chose";
  if (name == "stream_k") return "it has no times of plans that divide tasks";
  if (name == "symbolic") return "the shape that it is tuned for is not in it";
  return nullptr;
}

}  // namespace

std::unique_ptr<Selector> make_table_selector(const std::string& name, const TableModels& models,
                                              const TableJudge& judge) {
  if (const char* reason = meaning_lacks(name)) {
    throw ConfigError(fmt::format("selector {} has no meaning on a table: {}", name, reason));
  }
  if (name == "oracle" || name == "best-tile") return std::make_unique<TableOracle>(models);
  if (name == "makespan-split-k") return std::make_unique<ModelSelector>(models, "makespan");
  if (cost_models().contains(name)) return std::make_unique<ModelSelector>(models, name);
  return find_selector(name)(SelectorContext{
      .accelerator = models.accelerator(), .library = models.library(), .patterns = {"I"}, .judge = &judge});
}

}  // namespace mikpoly::lab
