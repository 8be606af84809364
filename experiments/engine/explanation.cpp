#include "experiments/engine/explanation.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/cost/cost_models.hpp"

namespace mikpoly::lab {
namespace {

// The oracle and the baselines that take what judged best, if only for another shape.
bool chosen_by_judge(const std::string& selector) {
  return selector == "oracle" || selector == kVendorSelector || selector == "bucketed" || selector == "symbolic" ||
         is_ranges(selector);
}

/// Costs plans as one selector does.
class Accountant {
 public:
  Accountant(const Workbench& bench, const std::string& selector) : bench_(bench) {
    const bool judges = chosen_by_judge(selector);
    objective_.terms_from = cost_models().contains(selector) ? selector : judges ? "makespan" : "mikpoly";
    objective_.name = judges ? "simulated time" : objective_.terms_from;
    model_ = cost_models().find(objective_.terms_from)(bench.accelerator(), bench.library());
    const std::optional<AdditiveForm> form = model_->additive();
    if (form && !form->pipe) objective_.unit = "waves";
    if (form && form->per_mac) objective_.unit = "ps per 2^20 MACs";
  }

  [[nodiscard]] const Objective& objective() const { return objective_; }

  [[nodiscard]] PlanAccount account(const Plan& plan, const std::string& chosen_by) const {
    PlanAccount account;
    account.chosen_by = chosen_by;
    account.plan = plan;
    if (plan.region_count == 0) return account;
    account.terms = model_->explain(plan);
    account.equation_2 = bench_.equation_2().cost(plan);
    account.makespan = bench_.makespan().cost(plan);
    account.report = bench_.simulator().run(plan);
    account.cost = objective_.name == objective_.terms_from ? model_->cost(plan) : account.report.time;
    return account;
  }

 private:
  const Workbench& bench_;
  Objective objective_;
  std::unique_ptr<CostModel> model_;
};

/// Tasks by kernel: what a plan computes, however it is cut.
std::map<std::int64_t, std::int64_t> work_of(const Plan& plan, const KernelLibrary& library) {
  std::map<std::int64_t, std::int64_t> tasks;
  for (const PlannedRegion& planned : plan.regions()) {
    tasks[planned.kernel] += task_count(planned, library.kernels[static_cast<std::size_t>(planned.kernel)].tile);
  }
  return tasks;
}

/// Collects the rivals, each kind of work once.
class Rivals {
 public:
  Rivals(const Workbench& bench, const Accountant& accountant, const Plan& chosen)
      : bench_(bench), accountant_(accountant), shape_(chosen.shape) {
    seen_.insert(work_of(chosen, bench.library()));
  }

  void add(const std::string& selector, const std::vector<std::string>& patterns, const std::string& name) {
    const Selection selection = bench_.selector(selector, patterns)->select(shape_);
    if (!selection.unsupported.empty()) return;
    const Plan& plan = selection.plan;
    if (seen_.insert(work_of(plan, bench_.library())).second) accounts_.push_back(accountant_.account(plan, name));
  }

  [[nodiscard]] std::vector<PlanAccount> cheapest_first() && {
    std::stable_sort(accounts_.begin(), accounts_.end(),
                     [](const PlanAccount& a, const PlanAccount& b) { return a.cost < b.cost; });
    return std::move(accounts_);
  }

 private:
  const Workbench& bench_;
  const Accountant& accountant_;
  GemmShape shape_;
  std::set<std::map<std::int64_t, std::int64_t>> seen_;
  std::vector<PlanAccount> accounts_;
};

bool terms_add_up(const PlanAccount& account) {
  Picoseconds sum;
  for (const CostTerm& term : account.terms) sum += term.amount;
  return sum == account.cost;
}

}  // namespace

std::vector<Flip> flips_between(const PlanAccount& chosen, const PlanAccount& rival) {
  const auto margin = static_cast<double>((rival.cost - chosen.cost).count);
  std::vector<Flip> flips;
  for (const CostTerm& term : chosen.terms) {
    const auto amount = static_cast<double>(term.amount.count);
    if (amount > 0.0) flips.push_back({.of_chosen = true, .term = term.name, .factor = (amount + margin) / amount});
  }
  for (const CostTerm& term : rival.terms) {
    const auto amount = static_cast<double>(term.amount.count);
    if (amount > margin) flips.push_back({.of_chosen = false, .term = term.name, .factor = (amount - margin) / amount});
  }
  return flips;
}

Explanation explain(const Workbench& bench, const GemmShape& shape, const std::string& selector,
                    const std::vector<std::string>& patterns) {
  const Accountant accountant(bench, selector);
  const Plan plan = accepted_plan(bench.selector(selector, patterns)->select(shape), selector);
  Explanation explanation{.objective = accountant.objective(),
                          .patterns = has_one_kernel(selector) ? std::vector<std::string>{"I"} : patterns,
                          .chosen = accountant.account(plan, selector),
                          .rivals = {},
                          .flips = {}};
  if (plan.region_count == 0) return explanation;
  Rivals rivals(bench, accountant, plan);
  for (const std::string& pattern : explanation.patterns) {
    if (pattern != plan.pattern) rivals.add(selector, {pattern}, fmt::format("{} with {}", selector, pattern));
  }
  for (const std::string& other : selectors().names()) {
    if (other != selector) rivals.add(other, patterns, other);
  }
  explanation.rivals = std::move(rivals).cheapest_first();
  if (explanation.rivals.empty()) return explanation;
  const PlanAccount& runner_up = explanation.rivals.front();
  if (terms_add_up(explanation.chosen) && terms_add_up(runner_up)) {
    explanation.flips = flips_between(explanation.chosen, runner_up);
  }
  return explanation;
}

}  // namespace mikpoly::lab
