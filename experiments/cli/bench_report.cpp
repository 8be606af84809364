#include "experiments/cli/bench_report.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "experiments/cli/text_table.hpp"
#include "experiments/measure/bench_settings.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::cli {
namespace {

constexpr std::int64_t kFurthestBehind = 10;

std::vector<std::string> peers_of(const lab::BenchTable& table) {
  std::vector<std::string> peers;
  for (const lab::BenchEntry& entry : table.entries) {
    if (entry.is_subject || std::count(peers.begin(), peers.end(), entry.backend) > 0) continue;
    peers.push_back(entry.backend);
  }
  return peers;
}

std::int64_t processes_of(const lab::BenchTable& table) {
  std::set<std::int64_t> processes;
  for (const lab::BenchEntry& entry : table.entries) processes.insert(entry.process);
  return std::ssize(processes);
}

std::string ratio(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

std::string percent_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f} %", 100.0 * *value) : "-";
}

std::string heading_text(const lab::BenchTable& table) {
  const lab::BenchHeading& heading = table.heading;
  const std::vector<std::string> peers = peers_of(table);
  std::string text =
      fmt::format("{}: {} against {}; {}, {} calls, {}, {}, {} {}, {} {}\n", heading.workload, table.subject,
                  peers.empty() ? "no peer" : fmt::format("{}", fmt::join(peers, ", ")), heading.mode, heading.call,
                  heading.layout, heading.dtype, heading.threads, heading.threads == "1" ? "thread" : "threads",
                  processes_of(table), processes_of(table) == 1 ? "process" : "processes");
  if (heading.mode == "cold") {
    text += fmt::format("cold: operands come in rotation (column rotating_bytes); the last-level cache holds {} KiB\n",
                        lab::last_level_cache_bytes() / 1024);
  }
  return text;
}

std::string score_text(const lab::BenchTable& table, const std::vector<lab::GroupScore>& scores) {
  const std::vector<std::string> peers = peers_of(table);
  const bool has_limits = scores.back().of_limit.has_value();
  TableRow header{"group", "shapes"};
  if (!peers.empty()) header.insert(header.end(), {"best peer", "won", "best single", "its ratio"});
  header.insert(header.end(), peers.begin(), peers.end());
  if (has_limits) header.emplace_back("of limit");
  std::vector<TableRow> rows;
  for (const lab::GroupScore& score : scores) {
    TableRow row{score.group.empty() ? "-" : score.group, fmt::to_string(score.shapes)};
    if (!peers.empty()) {
      row.push_back(ratio(score.of_best));
      row.push_back(score.of_best ? percent_or_dash(score.won) : "-");
      row.push_back(score.best_single ? score.best_single->peer : "-");
      row.push_back(score.best_single ? ratio(score.best_single->speed) : "-");
    }
    for (const std::string& peer : peers) {
      const auto found = score.of_peer.find(peer);
      row.push_back(found == score.of_peer.end() ? "-" : ratio(found->second));
    }
    if (has_limits) row.push_back(percent_or_dash(score.of_limit));
    rows.push_back(row);
  }
  std::string text = aligned(header, rows, 1);
  if (peers.empty()) return text;
  text += fmt::format(
      "\nratios: time of the peer / time of {}, median over processes, geometric mean over shapes; above 1 {} is "
      "faster.\n",
      table.subject, table.subject);
  text +=
      table.heading.mode == "first"
          ? "best peer: of each shape, by the same single first call that it is scored with, so a little in its favour"
          : "best peer: of each shape, picked on the first rounds and scored on the last";
  text +=
      ";\nbest single: the one library fastest over the group; won: share of the shapes above 1 against the best "
      "peer.\n";
  return text;
}

std::string pass_text(const lab::BenchTable& table, const std::vector<lab::ShapeScore>& shapes) {
  const lab::PassTime pass = lab::pass_time(shapes);
  std::string text =
      fmt::format("\none pass over the workload, count x time: {} {:.4g} ms", table.subject, pass.subject_us / 1e3);
  for (const auto& [peer, ratio] : pass.of_peer) text += fmt::format("; {} {:.3f} times that", peer, ratio);
  return text + "\n";
}

std::string worst_text(const std::vector<lab::ShapeScore>& shapes) {
  const std::vector<lab::ShapeScore> worst = lab::furthest_behind(shapes, kFurthestBehind);
  if (worst.empty()) return "";
  std::vector<TableRow> rows;
  for (const lab::ShapeScore& shape : worst) {
    rows.push_back({shape.problem, shape.group, ratio(shape.of_best), fmt::format("{:.3f}", shape.time_us),
                    percent_or_dash(shape.of_limit), shape.best_peer});
  }
  return fmt::format("\nthe {} shapes furthest behind the best peer\n", worst.size()) +
         aligned({"shape", "group", "ratio", "us", "of limit", "best peer"}, rows, 2, 1);
}

std::string first_call_text(const lab::BenchTable& table) {
  std::vector<std::string> backends{table.subject};
  const std::vector<std::string> peers = peers_of(table);
  backends.insert(backends.end(), peers.begin(), peers.end());
  std::string text;
  for (const std::string& backend : backends) {
    std::vector<double> ratios;
    for (const auto& [problem, value] : lab::first_call_ratios(table.entries, backend)) ratios.push_back(value);
    if (ratios.empty()) continue;
    text += fmt::format("{}{} {:.3f}", text.empty() ? "\nfirst call / later calls, median over shapes: " : ", ",
                        backend, lab::quantile(ratios, 0.5));
  }
  return text.empty() ? "" : text + "\n";
}

// Rows that are not in the scores, and rows that are less sure.
std::string remarks_text(const lab::BenchTable& table) {
  std::int64_t noisy = 0;
  std::map<std::string, std::pair<std::int64_t, const lab::BenchEntry*>> missing;  // by backend and status
  for (const lab::BenchEntry& entry : table.entries) {
    noisy += entry.noisy ? 1 : 0;
    if (entry.status == "done") continue;
    auto& [count, first] = missing[entry.backend + " " + entry.status];
    if (count++ == 0) first = &entry;
  }
  std::string text;
  for (const auto& [what, rows] : missing) {
    text += fmt::format("{}: {} rows, such as {}: {}\n", what, rows.first, rows.second->problem, rows.second->reason);
  }
  if (noisy > 0) {
    text += fmt::format("noisy (others used more than 0.06 processors meanwhile): {} of {} rows\n", noisy,
                        table.entries.size());
  }
  return text.empty() ? "" : "\n" + text;
}

nlohmann::ordered_json optional_json(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string bench_text(const lab::BenchTable& table) {
  const std::vector<lab::ShapeScore> shapes = lab::shape_scores(table.entries);
  if (shapes.empty())
    return heading_text(table) + fmt::format("\n{} has no time of any shape\n", table.subject) + remarks_text(table);
  return heading_text(table) + "\n" + score_text(table, lab::group_scores(shapes)) + pass_text(table, shapes) +
         first_call_text(table) + worst_text(shapes) + remarks_text(table);
}

nlohmann::ordered_json bench_json(const lab::BenchTable& table) {
  const std::vector<lab::ShapeScore> shapes = lab::shape_scores(table.entries);
  const lab::BenchHeading& heading = table.heading;
  nlohmann::ordered_json json{
      {"workload", heading.workload}, {"subject", table.subject},   {"peers", peers_of(table)},
      {"mode", heading.mode},         {"call", heading.call},       {"layout", heading.layout},
      {"dtype", heading.dtype},       {"threads", heading.threads}, {"processes", processes_of(table)}};
  const lab::PassTime pass = lab::pass_time(shapes);
  json["pass_us"] = pass.subject_us;
  json["pass_of_peer"] = pass.of_peer;
  json["groups"] = nlohmann::ordered_json::array();
  for (const lab::GroupScore& score : lab::group_scores(shapes)) {
    nlohmann::ordered_json group{{"group", score.group},
                                 {"shapes", score.shapes},
                                 {"of_best_peer", optional_json(score.of_best)},
                                 {"won", score.won},
                                 {"best_single", score.best_single ? score.best_single->peer : ""},
                                 {"of_peer", score.of_peer},
                                 {"of_limit", optional_json(score.of_limit)}};
    json["groups"].push_back(group);
  }
  json["furthest_behind"] = nlohmann::ordered_json::array();
  for (const lab::ShapeScore& shape : lab::furthest_behind(shapes, kFurthestBehind)) {
    json["furthest_behind"].push_back({{"problem", shape.problem},
                                       {"group", shape.group},
                                       {"of_best_peer", optional_json(shape.of_best)},
                                       {"best_peer", shape.best_peer},
                                       {"time_us", shape.time_us}});
  }
  return json;
}

}  // namespace mikpoly::cli
