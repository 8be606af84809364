#include "experiments/table/table_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/tuning/ranking.hpp"
#include "experiments/statistics.hpp"
#include "experiments/table/table_selectors.hpp"

namespace mikpoly::lab {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::size_t, 3> kFirst{1, 3, 5};
constexpr std::size_t kWorstShown = 10;

const TableProgram* fastest(const std::map<TableProgram, TableTime>& times) {
  const auto best = std::ranges::min_element(times, {}, [](const auto& each) { return each.second.measured.median; });
  return best == times.end() ? nullptr : &best->first;
}

/// Collects what a selector chose, shape by shape.
struct Choices {
  std::vector<double> regrets;
  std::int64_t holes = 0;
  std::vector<WorstChoice> all;
};

Choices choices_of(const TableHalves& halves, int learned, const Selector& selector) {
  const TableModels& models = halves.learned_from(learned);
  const TimingTable& table = models.table();
  Choices choices;
  for (const std::int64_t shape : halves.shapes(1 - learned)) {
    const TableProgram* best = fastest(table.times(shape));
    Plan plan;
    try {
      plan = selector.select(table.shapes()[static_cast<std::size_t>(shape)]).plan;
    } catch (const Error&) {  // nothing to choose from: a hole
      ++choices.holes;
      continue;
    }
    const TableTime* time = table.time(shape, models.program(plan));
    if (time == nullptr) {
      ++choices.holes;
      continue;
    }
    const double regret = static_cast<double>(time->measured.median.count) /
                          static_cast<double>(table.time(shape, *best)->measured.median.count);
    choices.regrets.push_back(regret);
    choices.all.push_back({.shape = shape,
                           .regret = regret,
                           .chosen = to_text(plan, models.library()),
                           .best = to_text(models.plan(plan.shape, *best), models.library())});
  }
  return choices;
}

ChoiceScore score_of(const Choices& choices) {
  return {.shapes = std::ssize(choices.regrets),
          .holes = choices.holes,
          .of_oracle = 1.0 / geometric_mean(choices.regrets),
          .median = quantile(choices.regrets, 0.5),
          .p95 = quantile(choices.regrets, 0.95),
          .worst = quantile(choices.regrets, 1.0)};
}

OrderScore order_of(const TableHalves& halves, int learned, const std::string& model) {
  const TableModels& models = halves.learned_from(learned);
  const ProgramOrder order(models, model);
  const TimingTable& table = models.table();
  std::vector<double> all_costs;
  std::vector<double> all_times;
  std::vector<double> taus;
  std::array<std::vector<double>, kFirst.size()> hits;
  for (const std::int64_t shape : halves.shapes(1 - learned)) {
    std::vector<ProgramOrder::Rank> ranks;
    std::vector<double> costs;
    std::vector<double> times;
    for (const auto& [program, time] : table.times(shape)) {
      const Plan plan = models.plan(table.shapes()[static_cast<std::size_t>(shape)], program);
      if (!models.is_fitted(plan.storage[0].kernel)) continue;
      ranks.push_back(order.rank(plan));
      costs.push_back(static_cast<double>(ranks.back().cost.count));
      times.push_back(static_cast<double>(time.measured.median.count));
    }
    if (times.empty()) continue;
    const double tau = kendall_tau(costs, times);
    if (!std::isnan(tau)) taus.push_back(tau);
    const auto best = static_cast<std::size_t>(std::ranges::min_element(times) - times.begin());
    const auto before = std::ranges::count_if(ranks, [&](const auto& rank) { return rank < ranks[best]; });
    for (std::size_t i = 0; i < kFirst.size(); ++i) {
      hits[i].push_back(static_cast<std::size_t>(before) < kFirst[i] ? 1.0 : 0.0);
    }
    all_costs.insert(all_costs.end(), costs.begin(), costs.end());
    all_times.insert(all_times.end(), times.begin(), times.end());
  }
  const double all = all_times.empty() ? kNothing : kendall_tau(all_costs, all_times);
  return {.tau_within = mean(taus), .tau_all = all, .hits = {mean(hits[0]), mean(hits[1]), mean(hits[2])}};
}

// Eq. 2 leaves out what a launch takes, which was fitted beside it.
void take_errors(const TableHalves& halves, HeldOut& held_out) {
  const TableModels& models = halves.learned_from(held_out.learned);
  const TimingTable& table = models.table();
  std::map<std::int64_t, std::vector<PredictedRow>> rows;
  std::vector<PredictedRow> all;
  for (const std::int64_t position : halves.shapes(1 - held_out.learned)) {
    const GemmShape& shape = table.shapes()[static_cast<std::size_t>(position)];
    for (const auto& [program, time] : table.times(position)) {
      const Plan plan = models.plan(shape, program);
      if (!models.is_fitted(plan.storage[0].kernel)) continue;
      const Picoseconds predicted = models.model("mikpoly").cost(plan) + held_out.fixed;
      const PredictedRow row{
          .shape = shape, .measured_us = time.measured.median.microseconds(), .predicted_us = predicted.microseconds()};
      rows[program.kernel].push_back(row);
      all.push_back(row);
    }
  }
  held_out.accuracy = accuracy_of(all);
  for (const auto& [kernel, of_kernel] : rows) held_out.kernels.push_back({kernel, accuracy_of(of_kernel)});
}

}  // namespace

HeldOut score_held_out(const TableHalves& halves, int learned) {
  const TableModels& models = halves.learned_from(learned);
  const TableJudge judge(models);
  HeldOut held_out{.learned = learned, .fixed = models.accelerator().fixed.start};
  take_errors(halves, held_out);
  for (const std::string& name : selectors().names()) {
    if (name == "oracle" || name == "best-tile") continue;  // what the others are compared with
    const Choices choices = choices_of(halves, learned, *make_table_selector(name, models, judge));
    SelectorScore score{.selector = name, .choice = score_of(choices), .order = {kNothing, kNothing, {}}};
    score.order.hits.fill(kNothing);
    if (cost_models().contains(name)) score.order = order_of(halves, learned, name);
    held_out.selectors.push_back(score);
    if (name == "mikpoly") held_out.worst = choices.all;
  }
  std::erase_if(held_out.worst, [](const WorstChoice& choice) { return choice.regret <= 1.0; });
  std::ranges::stable_sort(held_out.worst, std::ranges::greater{}, &WorstChoice::regret);
  held_out.worst.resize(std::min(held_out.worst.size(), kWorstShown));
  return held_out;
}

std::vector<KeptCurve> kept_curves(const TimingTable& table, const std::vector<int>& halves) {
  std::array<std::vector<std::int64_t>, 2> shapes;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    shapes[static_cast<std::size_t>(halves[i])].push_back(static_cast<std::int64_t>(i));
  }
  if (shapes[1].empty()) shapes[1] = shapes[0];  // one (n, k): nothing to hold out
  std::vector<KeptCurve> curves;
  for (const std::string& criterion : rankings().names()) {
    for (const int learned : {0, 1}) {
      KeptCurve& curve = curves.emplace_back(KeptCurve{.criterion = criterion, .learned = learned, .regrets = {}});
      const std::int64_t all = std::ssize(table.kernels());
      const std::vector<std::int64_t> order =
          rank_kernels(table, shapes[static_cast<std::size_t>(learned)], criterion, all);
      for (const std::int64_t count : shown_counts(all)) {
        const std::span<const std::int64_t> kept(order.data(), static_cast<std::size_t>(count));
        curve.regrets.push_back(regret_of_kept(table, shapes[static_cast<std::size_t>(1 - learned)], kept));
      }
    }
  }
  return curves;
}

}  // namespace mikpoly::lab
