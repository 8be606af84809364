#include "core/planner/planned.hpp"

#include <utility>

namespace mikpoly {
namespace {

class PlannedSelector final : public Selector {
 public:
  explicit PlannedSelector(std::unique_ptr<Planner> planner) : planner_(std::move(planner)) {}

  Selection select(const GemmShape& shape) const override { return {.plan = planner_->plan(shape)}; }

 private:
  std::unique_ptr<Planner> planner_;
};

}  // namespace

std::unique_ptr<Selector> make_planned(std::unique_ptr<Planner> planner) {
  return std::make_unique<PlannedSelector>(std::move(planner));
}

std::unique_ptr<Selector> make_planned(std::string_view cost_model, const SelectorContext& context) {
  return make_planned(make_planner(cost_model, context.accelerator, context.library, context.patterns));
}

}  // namespace mikpoly
