// mikpoly workload: the workloads that are here, and what one of them holds.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/workload_loader.hpp"
#include "core/workload/workload_summary.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExtentNames[] = {"m", "n", "k", "batch"};
constexpr std::int64_t kShown = 10;  ///< items in the text
struct WorkloadFlags {
  std::string workload;
  std::string format;
  std::int64_t limit = 0;  ///< 0: not given
};

/// The items that are shown, the first of the workload.
struct Shown {
  const Workload& workload;
  std::int64_t count;
};

std::string range_text(std::int64_t least, std::int64_t most) {
  return least == most ? fmt::to_string(least) : fmt::format("{}..{}", least, most);
}

std::string facts_text(const WorkloadSummary& summary) {
  const std::vector<TableRow> rows{
      {"items", fmt::to_string(summary.items), "shapes that a run plans, each once"},
      {"distinct shapes", fmt::to_string(summary.distinct), "different m, n, k and batch"},
      {"products", fmt::format("{:.0f}", summary.products), "sum of count"},
      {"use", fmt::format("{:.6g}", summary.use), "sum of count x weight"},
      {"TFLOP", fmt::format("{:.4g}", summary.flop / 1e12), "2 x m x n x k x batch, as often as used"}};
  std::string text = aligned({}, rows, 1, 1);
  for (std::size_t i = 0; i < summary.extents.size(); ++i) {
    const ExtentSpread& spread = summary.extents[i];
    text += fmt::format("{}{} {}{}", i == 0 ? "" : ", ", kExtentNames[i], range_text(spread.least, spread.most),
                        spread.distinct > 1 ? fmt::format(" ({} values)", spread.distinct) : "");
  }
  return text + "\n";
}

std::string histogram_text(const WorkloadSummary& summary) {
  constexpr double kWidest = 40.0;
  std::vector<TableRow> rows;
  for (const ExtentBucket& bucket : summary.by_m) {
    const double share = summary.use > 0.0 ? bucket.use / summary.use : 0.0;
    rows.push_back({range_text(bucket.least, bucket.most), fmt::to_string(bucket.items),
                    fmt::format("{:.1f} %", 100.0 * share),
                    std::string(static_cast<std::size_t>(std::lround(share * kWidest)), '#')});
  }
  return aligned({"m", "items", "of use", ""}, rows, 1, 1);
}

std::string replay_text(const ReplaySummary& replay) {
  return fmt::format("replay of {}, {}: {} requests, {} failed; {} steps, {} rows of prompts, {} rows of decoding\n",
                     replay.trace, replay.mode, replay.requests, replay.failed, replay.steps, replay.prompt_rows,
                     replay.decode_rows);
}

std::string items_text(const Shown& shown) {
  std::vector<TableRow> rows;
  for (std::int64_t i = 0; i < shown.count; ++i) {
    const WorkloadItem& item = shown.workload.items[static_cast<std::size_t>(i)];
    rows.push_back({item.id, item.group.empty() ? "-" : item.group, fmt::to_string(item.count),
                    fmt::format("{:.6g}", item.weight)});
  }
  return aligned({"shape", "group", "count", "weight"}, rows, 2);
}

std::string show_text(const Shown& shown) {
  const Workload& workload = shown.workload;
  const WorkloadSummary summary = summary_of(workload);
  std::string text =
      fmt::format("{}: {}\n\n{}\n{}\n", workload.name, workload.source, facts_text(summary), histogram_text(summary));
  for (const ReplaySummary& replay : workload.replays) text += replay_text(replay);
  if (!workload.replays.empty()) text += "\n";
  text += fmt::format("the first {} of {} items\n{}", shown.count, workload.items.size(), items_text(shown));
  return text;
}

// A table that is itself a workload.
std::string show_csv(const Shown& shown) {
  std::string text = "m,n,k,batch,group,count,weight\n";
  for (std::int64_t i = 0; i < shown.count; ++i) {
    const WorkloadItem& item = shown.workload.items[static_cast<std::size_t>(i)];
    text += lab::csv_record({fmt::to_string(item.shape.m), fmt::to_string(item.shape.n), fmt::to_string(item.shape.k),
                             fmt::to_string(item.shape.batch), item.group, fmt::to_string(item.count),
                             fmt::format("{}", item.weight)});
  }
  return text;
}

Json facts_json(const WorkloadSummary& summary) {
  Json json{{"items", summary.items},
            {"distinct_shapes", summary.distinct},
            {"products", summary.products},
            {"use", summary.use},
            {"flop", summary.flop}};
  for (std::size_t i = 0; i < summary.extents.size(); ++i) {
    const ExtentSpread& spread = summary.extents[i];
    json[kExtentNames[i]] = {{"least", spread.least}, {"most", spread.most}, {"distinct", spread.distinct}};
  }
  for (const ExtentBucket& bucket : summary.by_m) {
    json["m_histogram"].push_back(
        {{"least", bucket.least}, {"most", bucket.most}, {"items", bucket.items}, {"use", bucket.use}});
  }
  return json;
}

std::string show_json(const Shown& shown) {
  const Workload& workload = shown.workload;
  Json json{{"name", workload.name}, {"source", workload.source}};
  json.update(facts_json(summary_of(workload)));
  json["replays"] = Json::array();
  for (const ReplaySummary& replay : workload.replays) {
    json["replays"].push_back({{"trace", replay.trace},
                               {"mode", replay.mode},
                               {"requests", replay.requests},
                               {"failed", replay.failed},
                               {"steps", replay.steps},
                               {"prompt_rows", replay.prompt_rows},
                               {"decode_rows", replay.decode_rows}});
  }
  json["notices"] = workload.notices;
  json["shapes"] = Json::array();
  for (std::int64_t i = 0; i < shown.count; ++i) {
    const WorkloadItem& item = workload.items[static_cast<std::size_t>(i)];
    json["shapes"].push_back({{"id", item.id},
                              {"group", item.group},
                              {"m", item.shape.m},
                              {"n", item.shape.n},
                              {"k", item.shape.k},
                              {"batch", item.shape.batch},
                              {"count", item.count},
                              {"weight", item.weight}});
  }
  return json.dump(2) + "\n";
}

int show_workload(const WorkloadFlags& flags) {
  const Format format = parse_format(flags.format, kTextCsvJson);
  const Workload workload = load_workload(flags.workload);
  for (const std::string& notice : workload.notices) notify("notice: " + notice);
  const std::int64_t all = std::ssize(workload.items);
  const std::int64_t wanted = flags.limit > 0 ? flags.limit : format == Format::text ? kShown : all;
  const Shown shown{workload, std::min(wanted, all)};
  if (format == Format::csv) {
    print(show_csv(shown));
  } else {
    print(format == Format::json ? show_json(shown) : show_text(shown));
  }
  return 0;
}

int list_workloads() {
  std::vector<TableRow> rows;
  for (const std::string& name : workload_names()) {
    try {
      const WorkloadSummary summary = summary_of(load_workload(name));
      rows.push_back({name, fmt::to_string(summary.items), fmt::to_string(summary.distinct),
                      fmt::format("{:.0f}", summary.products), fmt::format("{:.4g}", summary.flop / 1e12)});
    } catch (const ConfigError&) {
      rows.push_back({name, "-", "-", "-", fmt::format("has errors; see mikpoly workload show {}", name)});
    }
  }
  print(aligned({"name", "items", "distinct", "products", "TFLOP"}, rows, 1));
  return 0;
}

}  // namespace

void add_workload_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<WorkloadFlags>();
  CLI::App* verb = app.add_subcommand("workload", "workloads: list, show");
  verb->require_subcommand(1);
  verb->footer("Example: mikpoly workload show bert-base");

  CLI::App* list = verb->add_subcommand("list", "the workloads in configs/workloads");
  list->footer("Example: mikpoly workload list");
  list->callback([&invocation] { invocation.run = &list_workloads; });

  CLI::App* show = verb->add_subcommand("show", "how many shapes, how often used, what a replay did; csv: a workload");
  show->add_option("workload", flags->workload, "a name in configs/workloads, or a path to YAML or CSV")
      ->required()
      ->type_name("W");
  show->add_option("--limit", flags->limit, "show the first N items; default: 10 as text, else all")
      ->type_name("N")
      ->check(integer_in(1, kMaxWorkloadItems));
  add_format_flag(*show, flags->format, kTextCsvJson);
  show->footer("Example: mikpoly workload show deepbench --format csv");
  show->callback([flags, &invocation] { invocation.run = [flags] { return show_workload(*flags); }; });
}

}  // namespace mikpoly::cli
