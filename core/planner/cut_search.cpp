#include "core/planner/cut_search.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

// Share of the minimum that pruning may give away on patterns with more than one cut.
constexpr double kBoundSlack = 0.0095;

}  // namespace

std::pair<Rect, Rect> split(const Rect& rect, Cut cut, std::int64_t position) {
  std::pair<Rect, Rect> parts{rect, rect};
  Range& before = cut == Cut::rows ? parts.first.rows : parts.first.columns;
  Range& after = cut == Cut::rows ? parts.second.rows : parts.second.columns;
  before.end = before.begin + position;
  after.begin = before.end;
  return parts;
}

SplitPositions positions_of(const CutLeader& leader, std::int64_t batch, Cut cut, const Rect& rect) {
  const std::int64_t rows = rect.rows.size();
  const std::int64_t columns = rect.columns.size();
  if (cut == Cut::rows) return {rows, leader.tile_m, ceil_div(columns, leader.tile_n) * batch, leader.slots};
  return {columns, leader.tile_n, ceil_div(rows, leader.tile_m) * batch, leader.slots};
}

SplitPositions positions_of(const RegionCosts& costs, std::int64_t leader, Cut cut, const Rect& rect) {
  const RegionCosts::Tile& tile = costs.tile(leader);
  return positions_of({tile.m, tile.n, tile.slots}, costs.batch(), cut, rect);
}

Filling CutSearch::cheapest(const Rect& whole, Cost bound) const {
  Filling best;
  const PatternNode& root = pattern_.node(pattern_.root);
  if (root.regions > 2) bound -= static_cast<Cost>(static_cast<double>(bound) * kBoundSlack);
  if (costs_.lower_bound(root.regions, whole.rows.size(), whole.columns.size()) >= bound) return best;
  fill(root, whole, kAnyTile, bound, best);
  return best;
}

std::size_t CutSearch::cheapest_few(const Rect& whole, Cost bound, std::span<Filling> out) const {
  const PatternNode& root = pattern_.node(pattern_.root);
  std::size_t found = 0;
  for (std::int64_t leader = 0; leader < costs_.tile_count(); ++leader) {
    Filling best;
    const Cost limit = found == out.size() ? std::min(bound, out[found - 1].cost) : bound;
    fill(root, whole, leader, limit, best);
    if (best.cost >= limit) continue;
    std::size_t at = found < out.size() ? found++ : found - 1;
    for (; at > 0 && out[at - 1].cost > best.cost; --at) out[at] = out[at - 1];
    out[at] = best;
  }
  return found;
}

void CutSearch::fill(const PatternNode& node, const Rect& rect, std::int64_t leader, Cost bound, Filling& best) const {
  if (node.cut == Cut::none) return fill_leaf(rect, leader, bound, best);
  if (leader != kAnyTile) return cut_by(node, rect, leader, bound, best);
  bound = std::min(bound, best.cost);
  for (std::int64_t each = 0; each < costs_.tile_count(); ++each) {
    if (costs_.least_with(each, node.regions) >= bound) continue;
    cut_by(node, rect, each, bound, best);
    bound = std::min(bound, best.cost);
  }
}

void CutSearch::fill_leaf(const Rect& rect, std::int64_t leader, Cost bound, Filling& best) const {
  const RegionCosts::Choice choice =
      leader == kAnyTile ? costs_.best(rect.rows.size(), rect.columns.size())
                         : RegionCosts::Choice{costs_.cost(leader, rect.rows.size(), rect.columns.size()), leader};
  if (choice.cost >= bound) return;
  best.cost = choice.cost;
  best.count = 1;
  best.parts[0] = {rect, costs_.tile(choice.tile).kernel};
}

void CutSearch::cut_by(const PatternNode& node, const Rect& rect, std::int64_t leader, Cost bound,
                       Filling& best) const {
  const PatternNode& first_node = pattern_.node(node.first);
  const PatternNode& second_node = pattern_.node(node.second);
  const SplitPositions positions = positions_of(costs_, leader, node.cut, rect);
  for (const std::int64_t position : positions.all()) {
    const auto [first_rect, second_rect] = split(rect, node.cut, position);
    // Before a first part that has to be searched, a second one that has not is worth its exact cost, and a pair its
    // sharper bound.
    const bool alone = first_node.cut == Cut::none;
    const std::int64_t rows = second_rect.rows.size();
    const std::int64_t columns = second_rect.columns.size();
    Cost rest = !alone && second_node.cut == Cut::none ? costs_.best(rows, columns).cost
                                                       : costs_.lower_bound(second_node.regions, rows, columns);
    if (rest >= bound) continue;
    // Most candidates end here, before anything is filled in, and many without a division.
    const std::int64_t height = first_rect.rows.size();
    const std::int64_t width = first_rect.columns.size();
    if (alone && costs_.lower_bound_of(leader, height, width) >= bound - rest) continue;
    const Cost placed = alone ? costs_.cost(leader, height, width) : 0;
    if (placed >= bound - rest) continue;
    if (second_node.regions == 2) {
      rest = std::max(rest, costs_.pair_bound(second_node.cut == Cut::rows, rows, columns));
      if (placed >= bound - rest) continue;
    }
    Filling first;
    fill(first_node, first_rect, leader, bound - rest, first);
    if (first.cost >= bound - rest) continue;
    Filling second;
    fill(second_node, second_rect, kAnyTile, bound - first.cost, second);
    if (second.cost >= bound - first.cost) continue;
    bound = first.cost + second.cost;
    best = first;
    best.cost = bound;
    for (std::int64_t i = 0; i < second.count; ++i) {
      best.parts[static_cast<std::size_t>(best.count++)] = second.parts[static_cast<std::size_t>(i)];
    }
  }
}

}  // namespace mikpoly
