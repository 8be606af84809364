// The scores of a bench by group of shapes: geometric means of time ratios, and how often the subject wins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/measure/bench_table.hpp"

namespace mikpoly::lab {

/// The peer that is fastest over a whole group, if one had to be chosen for all of its shapes.
struct BestSingle {
  std::string peer;
  double speed = 0.0;  ///< geometric mean of its time / the subject's
};

struct GroupScore {
  std::string group;  ///< `all` for the last
  std::int64_t shapes = 0;
  std::optional<double> of_best;          ///< geometric mean of best peer's time / subject's time
  double won = 0.0;                       ///< share of the shapes with a best peer where that ratio is above 1
  std::optional<BestSingle> best_single;  ///< among peers that computed every shape of the group
  std::map<std::string, double> of_peer;  ///< over the shapes that the peer computed
  std::optional<double> of_limit;         ///< geometric mean
};

/// By group in order of appearance, then all shapes.
std::vector<GroupScore> group_scores(const std::vector<ShapeScore>& shapes);

/// Time of one pass over the workload, each shape as often as it occurs: of the subject, and the ratio of each peer
/// that computed every shape.
struct PassTime {
  double subject_us = 0.0;
  std::map<std::string, double> of_peer;
};

PassTime pass_time(const std::vector<ShapeScore>& shapes);

/// The `count` shapes where the subject is furthest behind the best peer, worst first.
std::vector<ShapeScore> furthest_behind(std::vector<ShapeScore> shapes, std::int64_t count);

}  // namespace mikpoly::lab
