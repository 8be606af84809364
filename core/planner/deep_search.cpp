#include "core/planner/deep_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mikpoly {

void DeepSearch::Fillings::sort() {
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return std::pair(shares[a].sums.front(), a) < std::pair(shares[b].sums.front(), b);
  });
  Fillings sorted;
  for (const std::size_t i : order) sorted.add(shares[i], parts[i]);
  *this = std::move(sorted);
}

Filling DeepSearch::joined(const Filling& first, const Filling& second) {
  Filling both = first;
  for (std::int64_t i = 0; i < second.count; ++i) {
    both.parts[static_cast<std::size_t>(both.count++)] = second.parts[static_cast<std::size_t>(i)];
  }
  return both;
}

void DeepSearch::fill_region(const Rect& rect, std::int64_t leader, const Shares& others, Fillings& out) {
  const std::int64_t from = leader == ShareBounds::kAnyKernel ? 0 : leader;
  const std::int64_t to = leader == ShareBounds::kAnyKernel ? bounds_.kernel_count() : leader + 1;
  for (std::int64_t kernel = from; kernel < to; ++kernel) {
    --budget_.left;
    const Shares shares = bounds_.of(kernel, rect);
    if (bounds_.exceeds(shares + others)) continue;
    Filling filling;
    filling.count = 1;
    filling.parts[0] = {rect, kernel};
    out.add(shares, filling);
  }
}

DeepSearch::Halves DeepSearch::halve(const PatternNode& node, const Rect& rect, std::int64_t leader,
                                     std::int64_t position, const Shares& others) {
  --budget_.left;
  const PatternNode& first = pattern_.node(node.first);
  const PatternNode& second = pattern_.node(node.second);
  const auto [first_rect, second_rect] = split(rect, node.cut, position);
  Halves halves;
  halves.others = others;
  const Shares rest = bounds_.least(pattern_, second, second_rect, ShareBounds::kAnyKernel) + others;
  const Shares placed = bounds_.least(pattern_, first, first_rect, leader);
  if (bounds_.exceeds(placed + rest)) return halves;
  fill(first, first_rect, leader, rest, halves.first);
  if (halves.first.parts.empty()) return halves;
  Shares least = halves.first.shares.front();
  for (const Shares& each : halves.first.shares) least.lower_to(each);
  fill(second, second_rect, ShareBounds::kAnyKernel, least + others, halves.second);
  halves.second.sort();
  return halves;
}

void DeepSearch::fill(const PatternNode& node, const Rect& rect, std::int64_t leader, const Shares& others,
                      Fillings& out) {
  if (node.cut == Cut::none) return fill_region(rect, leader, others, out);
  const std::int64_t from = leader == ShareBounds::kAnyKernel ? 0 : leader;
  const std::int64_t to = leader == ShareBounds::kAnyKernel ? bounds_.kernel_count() : leader + 1;
  for (std::int64_t kernel = from; kernel < to && !budget_.spent(); ++kernel) {
    const SplitPositions positions = bounds_.positions(kernel, node.cut, rect);
    for (const std::int64_t position : positions.all()) {
      each_pair(halve(node, rect, kernel, position, others), [&](const Shares& sum, const Filling& filling) {
        out.add(sum, filling);
        return true;
      });
    }
  }
}

}  // namespace mikpoly
