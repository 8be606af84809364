#include "experiments/cli/tune_for_report.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "experiments/cli/text_table.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kEnoughExcess = 0.01;

// Of the chosen kernels, those that the general set has too.
std::int64_t shared_kernels(const lab::PurposeTuning& tuning) {
  std::set<std::string> general;
  for (const MicroKernel& kernel : tuning.general.kernels) general.insert(kernel.id);
  return std::ranges::count_if(tuning.chosen.kernels,
                               [&](const MicroKernel& kernel) { return general.contains(kernel.id); });
}

std::string workload_text(const lab::PurposeTuning& tuning) {
  const Purpose& purpose = tuning.purpose;
  std::string text =
      fmt::format("workload {}: {} items, {} distinct shapes", purpose.key.name, purpose.items, purpose.distinct);
  if (purpose.left_out > 0) text += fmt::format("; {} without a product or weight left out", purpose.left_out);
  if (std::ssize(purpose.shapes) < purpose.distinct) {
    text += fmt::format("; {} of them stand for all, by weight", purpose.shapes.size());
  }
  text += fmt::format("\nkept {} kernels for it, {} of them as in the general set of {}", tuning.chosen.kernels.size(),
                      shared_kernels(tuning), tuning.general.kernels.size());
  const double share = purpose.key.general_share;
  if (share > 0.0) text += fmt::format("; synthetic shapes had {:g} % of the weight", 100.0 * share);
  return text + "\n";
}

void add_rows(std::vector<TableRow>& rows, const lab::JudgedPart& part) {
  for (const lab::SetComparison& each : part.times) {
    const bool first = &each == part.times.data();
    rows.push_back({first ? part.name : "", each.patterns, std::string(name_of(each.source)),
                    first ? fmt::to_string(part.shapes.size()) : "",
                    first && !part.outside ? percent(part.weight, 2) : "", fmt::format("{:.3f}", each.general_us),
                    fmt::format("{:.3f}", each.chosen_us), percent(each.gain(), 2),
                    fmt::format("{:.4f}", lab::geometric_mean(each.ratios)),
                    fmt::format("{:.4f}", lab::quantile(each.ratios, 0.95)),
                    fmt::format("{:.4f}", std::ranges::max(each.ratios))});
  }
}

std::string gains_text(const lab::PurposeTuning& tuning, std::span<const lab::JudgedPart> parts) {
  const TableRow header{"shapes",    "patterns", "time",    "count", "weight", "general us",
                        "chosen us", "gain",     "geomean", "p95",   "worst"};
  std::vector<TableRow> rows;
  for (const lab::JudgedPart& part : parts) add_rows(rows, part);
  std::string text = fmt::format(
      "\nPlans by makespan with the general set and with the one chosen for {}: mean time by weight, and the ratio\n"
      "chosen / general of each shape\n{}",
      tuning.purpose.key.name, aligned(header, rows, 3));
  return text + (tuning.halves.empty()
                     ? "Nothing was held out: the shapes cannot be halved.\n"
                     : "Halves: by a bit of SHA-256 of {n}x{k}, so that all m of one layer are in one.\n");
}

/// A column of the table of counts.
struct CountColumn {
  const char* heading;
  const char* name;
  const std::vector<double>& regrets;
};

std::vector<CountColumn> count_columns(const lab::RegretsByCount& regrets) {
  return {{"chosen", "chosen", regrets.chosen},
          {"held out", "held_out", regrets.held_out},
          {"general", "general", regrets.general},
          {"synthetic: chosen", "chosen_synthetic", regrets.chosen_synthetic},
          {"general", "general_synthetic", regrets.general_synthetic}};
}

// 1, 2, 4, 8, 16, 40 as far as there are kernels, and all.
std::vector<std::size_t> shown_counts(std::size_t kernels) {
  std::vector<std::size_t> counts;
  for (const std::size_t count : {1U, 2U, 4U, 8U, 16U, 40U}) {
    if (count < kernels) counts.push_back(count);
  }
  counts.push_back(kernels);
  return counts;
}

std::string counts_text(const lab::PurposeTuning& tuning) {
  const std::vector<CountColumn> columns = count_columns(tuning.regrets);
  TableRow header{"kernels"};
  for (const CountColumn& column : columns) header.emplace_back(column.heading);
  std::vector<TableRow> rows;
  for (const std::size_t count : shown_counts(tuning.chosen.kernels.size())) {
    TableRow& row = rows.emplace_back(TableRow{fmt::to_string(count)});
    for (const CountColumn& column : columns) {
      row.push_back(count > column.regrets.size() ? "-" : fmt::format("{:.4f}", column.regrets[count - 1]));
    }
  }
  TableRow& last = rows.emplace_back(TableRow{"within 1 %"});
  for (const CountColumn& column : columns) {
    const std::int64_t count = lab::enough(column.regrets, kEnoughExcess);
    last.push_back(count == 0 ? "-" : fmt::to_string(count));
  }
  return fmt::format(
      "\nMean regret against all {} candidates of the first kernels alone, and how many are enough for 1 % "
      "(predicted,\n"
      "pattern I): on the workload, then on the synthetic shapes\n{}",
      tuning.report.timed, aligned(header, rows, 0));
}

Json part_json(const lab::JudgedPart& part) {
  Json json{{"name", part.name}, {"outside", part.outside}, {"shapes", part.shapes.size()}, {"times", Json::array()}};
  if (!part.outside) json["weight"] = part.weight;
  for (const lab::SetComparison& each : part.times) {
    json["times"].push_back({{"patterns", each.patterns},
                             {"time_source", name_of(each.source)},
                             {"general_us", each.general_us},
                             {"chosen_us", each.chosen_us},
                             {"gain", each.gain()},
                             {"ratio_geomean", lab::geometric_mean(each.ratios)},
                             {"ratio_p95", lab::quantile(each.ratios, 0.95)},
                             {"ratio_worst", std::ranges::max(each.ratios)}});
  }
  return json;
}

}  // namespace

std::string purpose_text(const lab::PurposeTuning& tuning, std::span<const lab::JudgedPart> parts) {
  return workload_text(tuning) + gains_text(tuning, parts) + counts_text(tuning);
}

Json purpose_json(const lab::PurposeTuning& tuning, std::span<const lab::JudgedPart> parts) {
  const Purpose& purpose = tuning.purpose;
  Json json{{"name", purpose.key.name},
            {"hash", purpose.key.hash},
            {"general_share", purpose.key.general_share},
            {"items", purpose.items},
            {"left_out", purpose.left_out},
            {"distinct", purpose.distinct},
            {"shapes", purpose.shapes.size()},
            {"in_general_set", shared_kernels(tuning)},
            {"judged", Json::array()}};
  for (const lab::JudgedPart& part : parts) json["judged"].push_back(part_json(part));
  for (const CountColumn& column : count_columns(tuning.regrets)) {
    const std::int64_t count = lab::enough(column.regrets, kEnoughExcess);
    json["regret_by_kernels"][column.name] = column.regrets;
    json["within_1_percent"][column.name] = count == 0 ? Json(nullptr) : Json(count);
  }
  return json;
}

}  // namespace mikpoly::cli
