#include "experiments/table/table_summary.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/tuning/ranking.hpp"
#include "experiments/statistics.hpp"
#include "experiments/table/table_selectors.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::array<std::size_t, 3> kFirst{1, 3, 5};
constexpr std::size_t kWorstShown = 10;

const TableProgram* fastest(const std::map<TableProgram, TableTime>& times) {
  const auto best = std::ranges::min_element(times, {}, [](const auto& each) { return each.second.measured.median; });
  return best == times.end() ? nullptr : &best->first;
}

/// Collects what a selector chose, shape by shape.
struct Choices {
  std::vector<std::optional<double>> regrets;  ///< by shape of the half; nothing in a hole
  std::vector<WorstChoice> all;
};

// What the selector chose on a shape; nothing where that has no time, or there is nothing to choose from.
std::optional<WorstChoice> choice_of(const TableModels& models, const Selector& selector, std::int64_t shape) {
  const TimingTable& table = models.table();
  Plan plan;
  try {
    plan = selector.select(table.shapes()[static_cast<std::size_t>(shape)]).plan;
  } catch (const Error&) {
    return std::nullopt;
  }
  const TableTime* time = table.time(shape, models.program(plan));
  if (time == nullptr) return std::nullopt;
  const TableProgram& best = *fastest(table.times(shape));
  return WorstChoice{.shape = shape,
                     .regret = static_cast<double>(time->measured.median.count) /
                               static_cast<double>(table.time(shape, best)->measured.median.count),
                     .chosen = to_text(plan, models.library()),
                     .best = to_text(models.plan(plan.shape, best), models.library())};
}

Choices choices_of(const TableHalves& halves, int learned, const Selector& selector) {
  Choices choices;
  for (const std::int64_t shape : halves.shapes(1 - learned)) {
    const std::optional<WorstChoice> choice = choice_of(halves.learned_from(learned), selector, shape);
    choices.regrets.push_back(choice ? std::optional(choice->regret) : std::nullopt);
    if (choice) choices.all.push_back(*choice);
  }
  return choices;
}

// Which shapes of the half have a time of what every selector chose.
std::vector<bool> common_of(const std::vector<Choices>& selectors) {
  std::vector<bool> common(selectors.front().regrets.size(), true);
  for (const Choices& choices : selectors) {
    for (std::size_t i = 0; i < common.size(); ++i) common[i] = common[i] && choices.regrets[i].has_value();
  }
  return common;
}

ChoiceScore score_of(const Choices& choices, const std::vector<bool>& is_common) {
  std::vector<double> regrets;
  std::vector<double> common;
  for (std::size_t i = 0; i < is_common.size(); ++i) {
    if (choices.regrets[i]) regrets.push_back(*choices.regrets[i]);
    if (is_common[i]) common.push_back(*choices.regrets[i]);
  }
  return {.shapes = std::ssize(regrets),
          .holes = std::ssize(choices.regrets) - std::ssize(regrets),
          .of_oracle = 1.0 / geometric_mean(regrets),
          .median = quantile(regrets, 0.5),
          .p95 = quantile(regrets, 0.95),
          .worst = quantile(regrets, 1.0),
          .of_oracle_common = 1.0 / geometric_mean(common)};
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
  std::vector<Choices> all;
  for (const std::string& name : selectors().names()) {
    if (name == "oracle" || name == "best-tile") continue;  // what the others are compared with
    all.push_back(choices_of(halves, learned, *make_table_selector(name, models, judge)));
    SelectorScore& score = held_out.selectors.emplace_back(
        SelectorScore{.selector = name, .choice = {}, .order = {kNothing, kNothing, {}}});
    score.order.hits.fill(kNothing);
    if (cost_models().contains(name)) score.order = order_of(halves, learned, name);
    if (name == "mikpoly") held_out.worst = all.back().all;
  }
  const std::vector<bool> common = common_of(all);
  held_out.scored = std::ssize(common);
  held_out.common = std::ranges::count(common, true);
  for (std::size_t i = 0; i < all.size(); ++i) held_out.selectors[i].choice = score_of(all[i], common);
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
  const bool is_halved = !shapes[1].empty();
  if (!is_halved) shapes[1] = shapes[0];
  std::vector<KeptCurve> curves;
  for (const std::string& criterion : rankings().names()) {
    for (const int learned : is_halved ? std::vector{0, 1} : std::vector{0}) {
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
