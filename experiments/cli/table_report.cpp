#include "experiments/cli/table_report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "core/tuning/ranking.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::cli {
namespace {

constexpr std::size_t kKernelsShown = 12;

std::string shape_of(const lab::TimingTable& table, std::int64_t shape) {
  return to_text(table.shapes()[static_cast<std::size_t>(shape)]);
}

std::string name_of_kernel(const lab::TimingTable& table, std::int64_t kernel) {
  const lab::TableKernel& named = table.kernels()[static_cast<std::size_t>(kernel)];
  return fmt::format("{} ({}x{}x{})", named.name, named.tile.m, named.tile.n, named.tile.k);
}

std::string head(const TableFindings& findings) {
  const lab::TimingTable& table = findings.table;
  const lab::TableOrigin& origin = table.origin();
  std::string text = fmt::format("{}: {} table, {} rows, times are {}\n", origin.file, origin.format,
                                 table.report().rows, name_of(origin.source));
  for (const std::string& line : origin.provenance) text += fmt::format("  {}\n", line);
  const std::int64_t pairs = std::ssize(table.shapes()) * std::ssize(table.kernels());
  text += fmt::format("{} shapes x {} kernels, {} of {} pairs without a time\n", table.shapes().size(),
                      table.kernels().size(), table.holes(), pairs);
  if (!findings.is_halved) text += fmt::format("{}\n", lab::kNotHalved);
  return text;
}

// Which half learned; the other is scored.
std::string direction(const TableFindings& findings, int learned) {
  return findings.is_halved ? fmt::format("{} -> {}", learned, 1 - learned) : "all";
}

// Behind the heading of what is held out.
std::string_view held_out_on(const TableFindings& findings) {
  return findings.is_halved ? ", on shapes not learned from" : "";
}

std::string fit_text(const TableFindings& findings) {
  std::string text = fmt::format("\nfit of time = launch + waves x g(t){}\n\n", held_out_on(findings));
  std::vector<TableRow> rows;
  for (const lab::HeldOut& held : findings.held_out) {
    const auto add = [&](const std::string& name, const lab::Accuracy& accuracy) {
      rows.push_back({name, direction(findings, held.learned), fmt::to_string(accuracy.rows),
                      percent(accuracy.median, 1), percent(accuracy.p90, 1), percent(accuracy.bias, 1),
                      number(accuracy.tau, 3)});
    };
    add(fmt::format("all kernels; launch {:.3f} us", held.fixed.microseconds()), held.accuracy);
    std::vector<lab::KernelError> worst = held.kernels;
    std::ranges::stable_sort(worst, std::ranges::greater{}, [](const auto& each) { return each.accuracy.median; });
    for (std::size_t i = 0; i < std::min(worst.size(), kKernelsShown); ++i) {
      add("  " + name_of_kernel(findings.table, worst[i].kernel), worst[i].accuracy);
    }
    if (worst.size() > kKernelsShown) {
      rows.push_back(
          {fmt::format("  and {} kernels with smaller errors", worst.size() - kKernelsShown), "", "", "", "", "", ""});
    }
  }
  return text + aligned({"kernel", "halves", "times", "median", "p90", "bias", "tau"}, rows, 2);
}

std::string selector_text(const TableFindings& findings) {
  std::string text = fmt::format("\nchoices over the best in the table, and the order of the kernels of a shape{}\n\n",
                                 held_out_on(findings));
  std::vector<TableRow> rows;
  for (const lab::HeldOut& held : findings.held_out) {
    for (const lab::SelectorScore& score : held.selectors) {
      const lab::ChoiceScore& choice = score.choice;
      const lab::OrderScore& order = score.order;
      rows.push_back({score.selector, direction(findings, held.learned), fmt::to_string(choice.shapes),
                      fmt::to_string(choice.holes), number(choice.of_oracle, 4), number(choice.of_oracle_common, 4),
                      number(choice.median, 4), number(choice.p95, 4), number(choice.worst, 4),
                      number(order.tau_within, 3), number(order.tau_all, 3), number(order.hits[0], 3),
                      number(order.hits[1], 3), number(order.hits[2], 3)});
    }
  }
  text += aligned({"selector", "halves", "shapes", "holes", "of best", "common", "median", "p95", "worst",
                   "tau in shape", "tau", "top-1", "top-3", "top-5"},
                  rows, 2);
  for (const lab::HeldOut& held : findings.held_out) {
    text += fmt::format("common, {}: of best on the {} of {} shapes that every choice has a time on\n",
                        direction(findings, held.learned), held.common, held.scored);
  }
  return text;
}

std::string worst_text(const TableFindings& findings) {
  const auto chose_best = [](const lab::HeldOut& held) { return held.worst.empty(); };
  if (std::ranges::all_of(findings.held_out, chose_best)) return "\nmikpoly chose the best on every shape\n";
  std::string text = "\nworst shapes of mikpoly\n";
  for (const lab::HeldOut& held : findings.held_out) {
    for (const lab::WorstChoice& worst : held.worst) {
      text += fmt::format("{:.4f}  {}, halves {}\n        chosen {}\n        best   {}\n", worst.regret,
                          shape_of(findings.table, worst.shape), direction(findings, held.learned), worst.chosen,
                          worst.best);
    }
  }
  return text;
}

std::string kept_text(const TableFindings& findings) {
  std::string text =
      fmt::format("\nbest of the kept kernels over best of all{}: geometric mean (worst)\n\n", held_out_on(findings));
  TableRow header{"kept by", "halves"};
  for (const lab::KeptRegret& regret : findings.kept.front().regrets) header.push_back(fmt::to_string(regret.kept));
  std::vector<TableRow> rows;
  std::int64_t uncovered = 0;
  for (const lab::KeptCurve& curve : findings.kept) {
    TableRow& row = rows.emplace_back(TableRow{curve.criterion, direction(findings, curve.learned)});
    for (const lab::KeptRegret& regret : curve.regrets) {
      const std::string mark = regret.uncovered > 0 ? "*" : "";
      uncovered = std::max(uncovered, regret.uncovered);
      row.push_back(fmt::format("{} ({}){}", number(regret.mean, 3), number(regret.worst, 2), mark));
    }
  }
  text += aligned(header, rows, 2);
  if (uncovered > 0) text += fmt::format("* without up to {} shapes that no kept kernel has a time on\n", uncovered);
  for (const std::string& criterion : rankings().names()) {
    if (findings.keep == 0) break;
    text += fmt::format("\nkept by {}, from all shapes:\n", criterion);
    for (const std::string& name : kept_names(findings, criterion)) text += fmt::format("  {}\n", name);
  }
  return text;
}

nlohmann::ordered_json as_json(const lab::Accuracy& accuracy) {
  return {{"times", accuracy.rows}, {"median", accuracy.median}, {"mape", accuracy.mape},
          {"p90", accuracy.p90},    {"bias", accuracy.bias},     {"tau", accuracy.tau}};
}

nlohmann::ordered_json as_json(const lab::SelectorScore& score) {
  const lab::ChoiceScore& choice = score.choice;
  const lab::OrderScore& order = score.order;
  return {{"selector", score.selector},
          {"shapes", choice.shapes},
          {"holes", choice.holes},
          {"of_best", choice.of_oracle},
          {"regret_median", choice.median},
          {"regret_p95", choice.p95},
          {"regret_worst", choice.worst},
          {"tau_in_shape", order.tau_within},
          {"tau", order.tau_all},
          {"top1", order.hits[0]},
          {"top3", order.hits[1]},
          {"top5", order.hits[2]},
          {"of_best_common", choice.of_oracle_common}};
}

// Null where there are no halves.
nlohmann::ordered_json half_json(const TableFindings& findings, int learned) {
  return findings.is_halved ? nlohmann::ordered_json(learned) : nlohmann::ordered_json();
}

// Empty where there are no halves.
std::string half_field(const TableFindings& findings, int learned) {
  return findings.is_halved ? fmt::to_string(learned) : "";
}

nlohmann::ordered_json as_json(const TableFindings& findings, const lab::HeldOut& held) {
  const lab::TimingTable& table = findings.table;
  nlohmann::ordered_json json{{"learned_half", half_json(findings, held.learned)},
                              {"launch_us", held.fixed.microseconds()},
                              {"fit", as_json(held.accuracy)},
                              {"common_shapes", held.common}};
  for (const lab::KernelError& error : held.kernels) {
    json["kernels"].push_back(
        {{"kernel", table.kernels()[static_cast<std::size_t>(error.kernel)].name}, {"fit", as_json(error.accuracy)}});
  }
  for (const lab::SelectorScore& score : held.selectors) json["selectors"].push_back(as_json(score));
  for (const lab::WorstChoice& worst : held.worst) {
    json["worst_of_mikpoly"].push_back({{"shape", shape_of(table, worst.shape)},
                                        {"regret", worst.regret},
                                        {"chosen", worst.chosen},
                                        {"best", worst.best}});
  }
  return json;
}

std::string kept_csv(const TableFindings& findings) {
  std::string text = "criterion,learned_half,kept,shapes,uncovered,regret_mean,regret_worst\n";
  for (const lab::KeptCurve& curve : findings.kept) {
    for (const lab::KeptRegret& regret : curve.regrets) {
      text += fmt::format("{},{},{},{},{},{},{}\n", curve.criterion, half_field(findings, curve.learned), regret.kept,
                          regret.shapes, regret.uncovered, number(regret.mean, 4), number(regret.worst, 4));
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> kept_names(const TableFindings& findings, const std::string& criterion) {
  std::vector<std::int64_t> all(findings.table.shapes().size());
  std::iota(all.begin(), all.end(), std::int64_t{0});
  std::vector<std::string> names;
  for (const std::int64_t kernel : lab::rank_kernels(findings.table, all, criterion, findings.keep)) {
    names.push_back(findings.table.kernels()[static_cast<std::size_t>(kernel)].name);
  }
  return names;
}

std::string table_text(const TableFindings& findings) {
  std::string text = head(findings);
  if (findings.held_out.empty()) {
    text += "no --hardware: nothing is predicted or chosen\n";
  } else {
    text += fit_text(findings) + selector_text(findings) + worst_text(findings);
  }
  return text + kept_text(findings);
}

std::string table_csv(const TableFindings& findings) {
  if (findings.held_out.empty()) return kept_csv(findings);
  std::string text =
      "selector,learned_half,shapes,holes,of_best,regret_median,regret_p95,regret_worst,tau_in_shape,tau,top1,top3,"
      "top5,common_shapes,of_best_common\n";
  const auto field = [](double value) { return std::isnan(value) ? "" : fmt::format("{:.6f}", value); };
  for (const lab::HeldOut& held : findings.held_out) {
    for (const lab::SelectorScore& score : held.selectors) {
      const lab::ChoiceScore& choice = score.choice;
      std::vector<std::string> fields{score.selector, half_field(findings, held.learned), fmt::to_string(choice.shapes),
                                      fmt::to_string(choice.holes)};
      for (const double value : {choice.of_oracle, choice.median, choice.p95, choice.worst, score.order.tau_within,
                                 score.order.tau_all, score.order.hits[0], score.order.hits[1], score.order.hits[2]}) {
        fields.push_back(field(value));
      }
      fields.push_back(fmt::to_string(held.common));
      fields.push_back(field(choice.of_oracle_common));
      text += lab::csv_record(fields);
    }
  }
  return text;
}

nlohmann::ordered_json table_json(const TableFindings& findings) {
  const lab::TimingTable& table = findings.table;
  const lab::TableOrigin& origin = table.origin();
  nlohmann::ordered_json json{{"file", origin.file},
                              {"format", origin.format},
                              {"time_source", std::string(name_of(origin.source))},
                              {"provenance", origin.provenance},
                              {"rows", table.report().rows},
                              {"skipped", table.report().skipped},
                              {"repeated", table.report().repeated},
                              {"shapes", table.shapes().size()},
                              {"kernels", table.kernels().size()},
                              {"holes", table.holes()},
                              {"held_out", findings.is_halved}};
  if (!findings.hardware.empty()) json["hardware"] = findings.hardware;
  for (const lab::HeldOut& held : findings.held_out) json["halves"].push_back(as_json(findings, held));
  for (const lab::KeptCurve& curve : findings.kept) {
    nlohmann::ordered_json regrets = nlohmann::ordered_json::array();
    for (const lab::KeptRegret& regret : curve.regrets) {
      regrets.push_back({{"kept", regret.kept},
                         {"shapes", regret.shapes},
                         {"uncovered", regret.uncovered},
                         {"regret_mean", regret.mean},
                         {"regret_worst", regret.worst}});
    }
    json["ranking"].push_back(
        {{"criterion", curve.criterion}, {"learned_half", half_json(findings, curve.learned)}, {"regrets", regrets}});
  }
  for (const std::string& criterion : rankings().names()) {
    if (findings.keep > 0) json["keep"][criterion] = kept_names(findings, criterion);
  }
  return json;
}

}  // namespace mikpoly::cli
