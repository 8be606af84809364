#include "experiments/engine/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

// What `pick` takes from each finished row, where it takes something. A product without output takes no time: there is
// nothing to win or to lose on it.
template <typename Pick>
std::vector<double> collected(const SelectorRows& rows, Pick pick) {
  std::vector<double> values;
  for (const RunRow* row : rows.rows) {
    if (!row->numbers || row->no_output) continue;
    if (const std::optional<double> value = pick(*row)) values.push_back(*value);
  }
  return values;
}

std::vector<double> regrets(const SelectorRows& rows) {
  return collected(rows, [](const RunRow& row) { return row.numbers->regret; });
}

// Judged time over Eq. 2: how far the judge is from the model it scores.
std::vector<double> judged(const SelectorRows& rows) {
  return collected(rows, [](const RunRow& row) -> std::optional<double> {
    const std::optional<double>& predicted = row.numbers->predicted;
    if (!predicted || *predicted <= 0.0 || row.numbers->time <= 0.0) return std::nullopt;
    return row.numbers->time / *predicted;
  });
}

double count_finished(const SelectorRows& rows) {
  return static_cast<double>(
      std::ranges::count_if(rows.rows, [](const RunRow* row) { return row->numbers.has_value(); }));
}

double count_no_output(const SelectorRows& rows) {
  const auto is_left_out = [](const RunRow* row) { return row->numbers && row->no_output; };
  return static_cast<double>(std::ranges::count_if(rows.rows, is_left_out));
}

double count_unsupported(const SelectorRows& rows) {
  return static_cast<double>(std::ranges::count_if(rows.rows, [](const RunRow* row) { return row->unsupported; }));
}

double count_failed(const SelectorRows& rows) {
  return static_cast<double>(rows.rows.size()) - count_finished(rows) - count_unsupported(rows);
}

double of_oracle(const SelectorRows& rows) {
  return 1.0 / geometric_mean(regrets(rows));
}

double of_all(const SelectorRows& rows) {
  return 1.0 / geometric_mean(collected(rows, [](const RunRow& row) { return row.numbers->regret_all; }));
}

template <int percent>
double regret_at(const SelectorRows& rows) {
  return quantile(regrets(rows), percent / 100.0);
}

template <int percent>
double judged_at(const SelectorRows& rows) {
  return quantile(judged(rows), percent / 100.0);
}

double win_rate(const SelectorRows& rows) {
  return mean(collected(rows, [](const RunRow& row) -> std::optional<double> {
    if (!row.peers.best) return std::nullopt;
    return row.numbers->time <= *row.peers.best ? 1.0 : 0.0;
  }));
}

double top_1(const SelectorRows& rows) {
  return mean(collected(rows, [](const RunRow& row) -> std::optional<double> {
    if (!row.peers.oracle) return std::nullopt;
    return row.numbers->time <= *row.peers.oracle ? 1.0 : 0.0;
  }));
}

// A shape whose gap is not known is not proven; where none is known, the run has no oracle.
double exact(const SelectorRows& rows) {
  const auto gap = [](const RunRow& row) { return row.peers.oracle_gap; };
  if (collected(rows, gap).empty()) return kNothing;
  return mean(collected(rows, [](const RunRow& row) -> std::optional<double> {
    return row.peers.oracle_gap == std::optional<double>(0.0) ? 1.0 : 0.0;
  }));
}

template <std::optional<double> RowNumbers::*prediction>
double tau(const SelectorRows& rows) {
  const auto predicted = collected(rows, [](const RunRow& row) { return (*row.numbers).*prediction; });
  const auto time = collected(rows, [](const RunRow& row) -> std::optional<double> {
    if (!((*row.numbers).*prediction)) return std::nullopt;
    return row.numbers->time;
  });
  return predicted.empty() ? kNothing : kendall_tau(predicted, time);
}

double tile_area(const SelectorRows& rows) {
  return mean(collected(rows, [](const RunRow& row) -> std::optional<double> {
    if (row.plan.empty()) return std::nullopt;
    return mean_tile_area(row.plan);
  }));
}

// Sums over the finished rows that have a regret, each as often as it is used.
struct UsedTime {
  double time = 0.0;
  double oracle = 0.0;  ///< of the reference that the regrets were taken against
};

UsedTime used_time(const SelectorRows& rows) {
  UsedTime sum;
  for (const RunRow* row : rows.rows) {
    if (!row->numbers || !row->numbers->regret) continue;
    const double time = row->use.total() * row->numbers->time;
    sum.time += time;
    sum.oracle += time / *row->numbers->regret;
  }
  return sum;
}

double use(const SelectorRows& rows) {
  double sum = 0.0;
  for (const RunRow* row : rows.rows) sum += row->numbers ? row->use.total() : 0.0;
  return sum;
}

double use_time(const SelectorRows& rows) {
  double sum = 0.0;
  for (const RunRow* row : rows.rows) sum += row->numbers ? row->use.total() * row->numbers->time : 0.0;
  return sum;
}

double use_regret(const SelectorRows& rows) {
  const UsedTime sum = used_time(rows);
  return sum.oracle > 0.0 ? sum.time / sum.oracle : kNothing;
}

double use_of_oracle(const SelectorRows& rows) {
  return 1.0 / use_regret(rows);
}

std::int64_t pattern_count(std::string_view set) {
  if (set == "all") return std::numeric_limits<std::int64_t>::max();
  return 1 + std::count(set.begin(), set.end(), '+');
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> table{
      {"shapes", "shapes", "rows that finished", 0, &count_finished},
      {"failed", "failed", "rows that did not, unsupported ones left out", 0, &count_failed},
      {"of_oracle", "of ORACLE", "geometric mean of 1/regret", 4, &of_oracle},
      {"regret_median", "median", "median regret", 4, &regret_at<50>},
      {"regret_p95", "p95", "95th percentile of regret", 4, &regret_at<95>},
      {"regret_worst", "worst", "largest regret", 4, &regret_at<100>},
      {"of_all", "of ALL", "geometric mean of 1/regret_all: best single kernel of all feasible candidates", 4, &of_all},
      {"win_rate", "wins", "share of shapes on which no other selector but the oracle is faster", 3, &win_rate},
      {"top1", "top-1", "share of shapes on which the oracle is not faster", 3, &top_1},
      {"exact", "exact", "share of shapes on which the oracle is proven best (gap 0)", 3, &exact},
      {"tau_eq2", "tau Eq.2", "Kendall's tau of Eq. 2 and time over the shapes", 3, &tau<&RowNumbers::predicted>},
      {"tau_makespan", "tau span", "Kendall's tau of the makespan model and time over the shapes", 3,
       &tau<&RowNumbers::predicted_makespan>},
      {"tile_area", "tile area", "mean output tile of the picks, in elements", 0, &tile_area},
      {"judged_p10", "t/Eq.2 p10", "10th percentile of time over Eq. 2", 3, &judged_at<10>},
      {"judged_median", "median", "median of time over Eq. 2", 3, &judged_at<50>},
      {"judged_p90", "p90", "90th percentile of time over Eq. 2", 3, &judged_at<90>},
      {"use", "use", "sum of count x weight over the rows that finished", 0, &use, MetricTable::by_use},
      {"use_time_us", "time us", "sum of count x weight x time over the rows that finished", 1, &use_time,
       MetricTable::by_use},
      {"use_regret", "regret", "that time over the oracle's, both over the rows that have a regret", 4, &use_regret,
       MetricTable::by_use},
      {"use_of_oracle", "of ORACLE", "1/use_regret", 4, &use_of_oracle, MetricTable::by_use},
      {kUnsupportedMetric, kUnsupportedMetric,
       "rows of disposition unsupported: outside what the selector was made for", 0, &count_unsupported},
      {kNoOutputMetric, "no output", "rows that finished in no time, for an extent of 0: in no share, regret or tau", 0,
       &count_no_output},
  };
  return table;
}

const Metric& find_metric(std::string_view name) {
  std::vector<std::string> known;
  for (const Metric& metric : metrics()) {
    if (metric.name == name) return metric;
    known.emplace_back(metric.name);
  }
  throw ConfigError(fmt::format("unknown gate variable \"{}\"{}", name, nearest_and_known(name, known)));
}

std::vector<SelectorRows> by_selector(const RunTable& table) {
  std::vector<SelectorRows> groups;
  for (const RunRow& row : table.rows) {
    const auto same = [&row](const SelectorRows& group) {
      return group.hardware == row.key.hardware && group.pattern_set == row.key.pattern_set &&
             group.selector == row.key.selector;
    };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) {
      groups.push_back({.hardware = std::string(row.key.hardware),
                        .pattern_set = std::string(row.key.pattern_set),
                        .selector = std::string(row.key.selector),
                        .rows = {}});
      group = std::prev(groups.end());
    }
    group->rows.push_back(&row);
  }
  return groups;
}

std::string largest_pattern_set(const RunTable& table) {
  std::string largest;
  for (const RunRow& row : table.rows) {
    if (largest.empty() || pattern_count(row.key.pattern_set) > pattern_count(largest)) largest = row.key.pattern_set;
  }
  return largest;
}

std::vector<const RunRow*> worst_of(const std::vector<const RunRow*>& rows, std::int64_t count) {
  std::vector<const RunRow*> worst;
  std::ranges::copy_if(rows, std::back_inserter(worst),
                       [](const RunRow* row) { return row->numbers && row->numbers->regret; });
  std::ranges::stable_sort(worst, std::ranges::greater{}, [](const RunRow* row) { return *row->numbers->regret; });
  worst.resize(std::min<std::size_t>(worst.size(), static_cast<std::size_t>(count)));
  return worst;
}

std::vector<const RunRow*> worst_rows(const RunTable& table, std::string_view selector, std::int64_t count) {
  const std::string set = largest_pattern_set(table);
  std::vector<const RunRow*> rows;
  for (const RunRow& row : table.rows) {
    if (row.key.selector == selector && row.key.pattern_set == set) rows.push_back(&row);
  }
  return worst_of(rows, count);
}

}  // namespace mikpoly::lab
