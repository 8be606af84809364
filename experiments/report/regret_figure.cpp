#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"
#include "experiments/report/svg_plot.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kMostSteps = 500;  // more than a line of that length can show

std::vector<double> regrets_of(const lab::SelectorRows& rows) {
  std::vector<double> regrets;
  for (const lab::RunRow* row : rows.rows) {
    if (row->numbers && row->numbers->regret) regrets.push_back(*row->numbers->regret);
  }
  std::ranges::sort(regrets);
  return regrets;
}

// From 0 % at the least regret to 100 % at the largest.
std::vector<DataPoint> steps_of(const std::vector<double>& sorted) {
  const std::int64_t count = std::ssize(sorted);
  const std::int64_t steps = std::min(count, kMostSteps);
  std::vector<DataPoint> points{{sorted.front(), 0.0}};
  for (std::int64_t i = 1; i <= steps; ++i) {
    const std::int64_t rank = i * count / steps;
    points.push_back(
        {sorted[static_cast<std::size_t>(rank - 1)], 100.0 * static_cast<double>(rank) / static_cast<double>(count)});
  }
  return points;
}

std::string sentence(const std::string& selector, const std::vector<double>& regrets) {
  return fmt::format(" {}: geometric mean {:.4f}, p95 {:.4f}, worst {:.4f} over {}.", selector,
                     lab::geometric_mean(regrets), lab::quantile(regrets, 0.95), regrets.back(), regrets.size());
}

}  // namespace

Figure regret_figure(const ReportSection& section) {
  Figure figure{.heading = "Regret", .svg = {}, .caption = {}};
  std::vector<Series> lines;
  std::vector<double> all{1.0};
  std::string description = "Cumulative distribution of regret.";
  for (std::size_t i = 0; i < section.selectors.size(); ++i) {
    const lab::SelectorRows& rows = section.selectors[i];
    const std::vector<double> regrets = regrets_of(rows);
    if (regrets.empty()) continue;
    lines.push_back({.label = rows.selector,
                     .kind = Series::Kind::steps,
                     .look = look_of(rows.selector, static_cast<std::int64_t>(i)),
                     .points = steps_of(regrets)});
    all.insert(all.end(), {regrets.front(), regrets.back()});
    description += sentence(rows.selector, regrets);
  }
  const std::string counts = counts_text(tally_of(section.selectors), section.time_source);
  if (lines.empty()) {
    figure.caption =
        fmt::format("No row has a regret: the run has no oracle, or none of its rows finished. {}.", counts);
    return figure;
  }
  figure.svg = svg_of({.title = fmt::format("Regret on {}, patterns {}", section.hardware, section.pattern_set),
                       .description = description,
                       .x = Axis("regret: time / time of the oracle (ratio, log scale)", Scale::logarithmic, all),
                       .y = Axis("shapes with at most this regret (%)", Scale::linear, 0.0, 100.0),
                       .series = lines});
  figure.caption = fmt::format(
      "Higher is better: of the shapes on which a selector has a regret, the share whose plan takes at most so many "
      "times the time of the oracle's with the run's largest pattern set. {}.",
      counts);
  return figure;
}

}  // namespace mikpoly::lab
