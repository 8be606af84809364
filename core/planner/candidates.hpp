// The candidate plans of a pattern with at most one cut, visited one by one.
#pragma once

#include <array>

#include "core/planner/cut_search.hpp"

namespace mikpoly {

/// Visits every candidate of pattern I, II or III whose work is below the visitor's bound.
///
/// The visitor has `Cost bound()`, asked again before every candidate, `bool useless(kernel)`, whether no plan with
/// that kernel can be of interest any more, and `void visit(const Filling&)`, whose cost is the candidate's work.
/// `work` must charge Charge::work, every kernel in a class of its own. Cost: kernels * positions * kernels
/// comparisons; no allocation.
template <typename Visitor>
void visit_single_cut(const RegionCosts& work, const GemmShape& shape, const PatternNode& root, Visitor& visitor) {
  const Rect whole{{0, shape.m}, {0, shape.n}};
  if (root.cut == Cut::none) {
    for (std::int64_t i = 0; i < work.tile_count(); ++i) {
      if (work.lower_bound_of(i, shape.m, shape.n) >= visitor.bound()) continue;
      const Cost cost = work.cost(i, shape.m, shape.n);
      if (cost >= visitor.bound() || visitor.useless(work.tile(i).kernel)) continue;
      visitor.visit({cost, 1, {{{whole, work.tile(i).kernel}}}});
    }
    return;
  }
  for (std::int64_t leader = 0; leader < work.tile_count(); ++leader) {
    if (visitor.useless(work.tile(leader).kernel)) continue;
    const SplitPositions positions = positions_of(work, leader, root.cut, whole);
    for (const std::int64_t position : positions.all()) {
      const auto [first, second] = split(whole, root.cut, position);
      if (work.lower_bound_of(leader, first.rows.size(), first.columns.size()) +
              work.lower_bound(1, second.rows.size(), second.columns.size()) >=
          visitor.bound()) {
        continue;
      }
      const Cost placed = work.cost(leader, first.rows.size(), first.columns.size());
      if (placed + work.lower_bound(1, second.rows.size(), second.columns.size()) >= visitor.bound()) continue;
      if (placed + work.best(second.rows.size(), second.columns.size()).cost >= visitor.bound()) continue;
      for (std::int64_t i = 0; i < work.tile_count(); ++i) {
        if (placed + work.lower_bound_of(i, second.rows.size(), second.columns.size()) >= visitor.bound()) continue;
        const Cost cost = placed + work.cost(i, second.rows.size(), second.columns.size());
        if (cost >= visitor.bound() || visitor.useless(work.tile(i).kernel)) continue;
        visitor.visit({cost, 2, {{{first, work.tile(leader).kernel}, {second, work.tile(i).kernel}}}});
      }
    }
  }
}

}  // namespace mikpoly
