// The candidate plans of a pattern with at most one cut, visited one by one; and the best plan of several patterns.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "core/planner/cut_search.hpp"
#include "core/planner/planner.hpp"

namespace mikpoly {

/// What each line across a cut costs at least, by tile: bounds of both parts of the cut.
class LineCosts {
 public:
  LineCosts(const RegionCosts& work, bool rows, const GemmShape& shape) {
    for (std::int64_t i = 0; i < work.tile_count(); ++i) {
      const double line = work.per_line(i, rows, shape.m, shape.n);
      per_line_[static_cast<std::size_t>(i)] = line;
      least_ = std::min(least_, line);
    }
  }

  /// A cost that `lines` lines of the tile cannot be below; and of any tile.
  [[nodiscard]] Cost bound(std::int64_t tile, std::int64_t lines) const {
    return bounded(per_line_[static_cast<std::size_t>(tile)], lines);
  }
  [[nodiscard]] Cost bound(std::int64_t lines) const { return bounded(least_, lines); }

 private:
  static Cost bounded(double line, std::int64_t lines) {
    return static_cast<Cost>(std::min(line * static_cast<double>(lines), static_cast<double>(kLongestTime))) - 1;
  }

  std::array<double, kMaxPlannedKernels> per_line_;  // no initialiser: those of the tiles are written
  double least_ = 1e300;
};

/// Visits pattern I as visit_single_cut() does.
template <typename Visitor>
void visit_whole(const RegionCosts& work, const GemmShape& shape, Visitor& visitor) {
  const Rect whole{{0, shape.m}, {0, shape.n}};
  for (std::int64_t i = 0; i < work.tile_count(); ++i) {
    if (work.lower_bound_of(i, shape.m, shape.n) >= visitor.bound()) continue;
    const Cost cost = work.cost(i, shape.m, shape.n);
    if (cost >= visitor.bound() || visitor.useless(work.tile(i).kernel)) continue;
    visitor.visit({cost, 1, {{{whole, work.tile(i).kernel}}}});
  }
}

/// Visits every candidate of pattern I, II or III whose work is below the visitor's bound.
///
/// The visitor has `Cost bound()`, asked again before every candidate, `bool useless(kernel)`, whether no plan with
/// that kernel can be of interest any more, and `void visit(const Filling&)`, whose cost is the candidate's work.
/// `work` must charge Charge::work, every kernel in a class of its own. Cost: kernels * positions * kernels
/// comparisons; no allocation.
template <typename Visitor>
void visit_single_cut(const RegionCosts& work, const GemmShape& shape, const PatternNode& root, Visitor& visitor) {
  if (root.cut == Cut::none) return visit_whole(work, shape, visitor);
  const Rect whole{{0, shape.m}, {0, shape.n}};
  const bool rows = root.cut == Cut::rows;
  const std::int64_t extent = rows ? shape.m : shape.n;
  const auto fits = [&](std::int64_t i) { return extent <= (rows ? work.tile(i).m : work.tile(i).n); };
  std::int64_t leader = 0;
  while (leader < work.tile_count() && fits(leader)) ++leader;
  if (leader == work.tile_count()) return;  // no tile is small enough to end inside
  const LineCosts lines(work, rows, shape);
  for (; leader < work.tile_count() && lines.bound(extent) - 1 < visitor.bound(); ++leader) {
    if (fits(leader) || visitor.useless(work.tile(leader).kernel)) continue;
    const SplitPositions positions = positions_of(work, leader, root.cut, whole);
    for (const std::int64_t position : positions.all()) {
      const std::int64_t left = extent - position;
      if (lines.bound(leader, position) + lines.bound(left) >= visitor.bound()) continue;
      const auto [first, second] = split(whole, root.cut, position);
      const Cost placed = work.cost(leader, first.rows.size(), first.columns.size());
      if (placed + lines.bound(left) >= visitor.bound()) continue;
      if (placed + work.best(second.rows.size(), second.columns.size()).cost >= visitor.bound()) continue;
      for (std::int64_t i = 0; i < work.tile_count(); ++i) {
        if (placed + lines.bound(i, left) >= visitor.bound()) continue;
        const Cost cost = placed + work.cost(i, second.rows.size(), second.columns.size());
        if (cost >= visitor.bound() || visitor.useless(work.tile(i).kernel)) continue;
        visitor.visit({cost, 2, {{{first, work.tile(leader).kernel}, {second, work.tile(i).kernel}}}});
      }
    }
  }
}

/// The best plan of the patterns; where none of them has a cut inside the shape, of the whole shape as one region.
///
/// The search has `void try_pattern(pattern)`, `bool found()` and `best()`, the best plan of those tried.
/// Errors: as refuse_endless().
template <typename Search>
Plan best_of(Search& search, std::span<const PolymerizationPattern* const> patterns, const GemmShape& shape,
             const std::string& machine) {
  for (const PolymerizationPattern* each : patterns) search.try_pattern(*each);
  if (!search.found()) search.try_pattern(find_pattern("I"));
  Plan plan = search.best();
  refuse_endless(shape, plan.predicted, machine);
  return plan;
}

}  // namespace mikpoly
