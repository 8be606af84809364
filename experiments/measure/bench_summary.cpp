#include "experiments/measure/bench_summary.hpp"

#include <algorithm>

#include "experiments/measure/yardstick.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

std::optional<double> mean_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(geometric_mean(values));
}

GroupScore score_of(const std::string& group, const std::vector<const ShapeScore*>& shapes) {
  GroupScore score{.group = group, .shapes = std::ssize(shapes)};
  std::vector<double> of_best;
  std::vector<double> of_limit;
  std::map<std::string, std::vector<double>> of_peer;
  for (const ShapeScore* shape : shapes) {
    if (shape->of_best) of_best.push_back(*shape->of_best);
    if (shape->of_limit) of_limit.push_back(*shape->of_limit);
    for (const auto& [peer, ratio] : shape->of_peer) of_peer[peer].push_back(ratio);
  }
  score.of_best = mean_of(of_best);
  score.of_limit = mean_of(of_limit);
  const auto won = std::count_if(of_best.begin(), of_best.end(), [](double ratio) { return ratio > 1.0; });
  if (!of_best.empty()) score.won = static_cast<double>(won) / static_cast<double>(of_best.size());
  for (const auto& [peer, ratios] : of_peer) {
    const double speed = geometric_mean(ratios);
    score.of_peer[peer] = speed;
    if (std::ssize(ratios) != score.shapes || !counts_for_yardstick(peer)) continue;
    // The fastest peer leaves the subject the least ratio.
    if (!score.best_single || speed < score.best_single->speed) score.best_single = BestSingle{peer, speed};
  }
  return score;
}

}  // namespace

std::vector<GroupScore> group_scores(const std::vector<ShapeScore>& shapes) {
  std::vector<std::pair<std::string, std::vector<const ShapeScore*>>> groups;
  std::vector<const ShapeScore*> all;
  for (const ShapeScore& shape : shapes) {
    const auto known =
        std::find_if(groups.begin(), groups.end(), [&shape](const auto& group) { return group.first == shape.group; });
    if (known == groups.end()) {
      groups.emplace_back(shape.group, std::vector{&shape});
    } else {
      known->second.push_back(&shape);
    }
    all.push_back(&shape);
  }
  std::vector<GroupScore> scores;
  if (groups.size() > 1) {
    for (const auto& [group, members] : groups) scores.push_back(score_of(group, members));
  }
  scores.push_back(score_of("all", all));
  return scores;
}

PassTime pass_time(const std::vector<ShapeScore>& shapes) {
  PassTime pass;
  std::map<std::string, std::pair<std::int64_t, double>> peers;  // shapes computed, and their time
  for (const ShapeScore& shape : shapes) {
    const double subject_us = static_cast<double>(shape.count) * shape.time_us;
    pass.subject_us += subject_us;
    for (const auto& [peer, ratio] : shape.of_peer) {
      auto& [computed, peer_us] = peers[peer];
      ++computed;
      peer_us += ratio * subject_us;
    }
  }
  for (const auto& [peer, sum] : peers) {
    if (sum.first == std::ssize(shapes)) pass.of_peer[peer] = sum.second / pass.subject_us;
  }
  return pass;
}

std::vector<ShapeScore> furthest_behind(std::vector<ShapeScore> shapes, std::int64_t count) {
  std::erase_if(shapes, [](const ShapeScore& shape) { return !shape.of_best; });
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const ShapeScore& a, const ShapeScore& b) { return *a.of_best < *b.of_best; });
  shapes.resize(static_cast<std::size_t>(std::min(count, std::ssize(shapes))));
  return shapes;
}

}  // namespace mikpoly::lab
