// Every plan of a pattern with several cuts that may end before the best one known: branch and bound.
//
// A node of the pattern is filled by all that its parts' fillings make together, less those whose shares of the PEs,
// with the least shares of everything else, are too much (share_bounds.hpp). The pattern's own two parts are not put
// together but handed out pair by pair. Work is counted in steps, so that what a search finds does not depend on the
// machine that it runs on.
//
// Source: branch and bound over cuts, ours.
#pragma once

#include <cstdint>
#include <vector>

#include "core/planner/cut_search.hpp"
#include "core/planner/share_bounds.hpp"

namespace mikpoly {

/// Steps that a search may still make. One is a candidate, whole or in part, that was looked at.
struct StepBudget {
  std::int64_t left = 0;

  [[nodiscard]] bool spent() const { return left <= 0; }
};

class DeepSearch {
 public:
  /// Bounds and budget must outlive the search. Their shape is `whole`.
  DeepSearch(ShareBounds& bounds, const PolymerizationPattern& pattern, const Rect& whole, StepBudget& budget)
      : bounds_(bounds), pattern_(pattern), whole_(whole), budget_(budget) {}

  /// Calls `visit(const Filling&)`, whose cost says nothing, for every candidate that is led by the kernel and cannot
  /// be ruled out, until it returns false or the budget is spent.
  /// Returns: whether all were visited.
  template <typename Visit>
  bool each_led_by(std::int64_t leader, Visit&& visit);

 private:
  /// Fillings of a node, each with its shares; in ascending mean work.
  struct Fillings {
    std::vector<Shares> shares;
    std::vector<Filling> parts;

    void add(const Shares& sum, const Filling& filling) {
      shares.push_back(sum);
      parts.push_back(filling);
    }
    void sort();
  };

  /// The two sides of a cut; `others` is what everything outside them takes at least.
  struct Halves {
    Fillings first;
    Fillings second;
    Shares others;
  };

  /// Adds to `out` the fillings of the node that fit beside what `others` take.
  void fill(const PatternNode& node, const Rect& rect, std::int64_t leader, const Shares& others, Fillings& out);
  void fill_region(const Rect& rect, std::int64_t leader, const Shares& others, Fillings& out);
  /// Both sides of the node, cut at the position; none where nothing fits.
  Halves halve(const PatternNode& node, const Rect& rect, std::int64_t leader, std::int64_t position,
               const Shares& others);

  /// Hands out every pair of the halves that fits, with its shares: visit(shares, filling). Returns: whether all were.
  template <typename Visit>
  bool each_pair(const Halves& halves, Visit&& visit);

  static Filling joined(const Filling& first, const Filling& second);

  ShareBounds& bounds_;
  const PolymerizationPattern& pattern_;
  Rect whole_;
  StepBudget& budget_;
};

template <typename Visit>
bool DeepSearch::each_led_by(std::int64_t leader, Visit&& visit) {
  const PatternNode& root = pattern_.node(pattern_.root);
  const SplitPositions positions = bounds_.positions(leader, root.cut, whole_);
  for (const std::int64_t position : positions.all()) {
    const Halves halves = halve(root, whole_, leader, position, bounds_.once());
    const bool all = each_pair(halves, [&](const Shares&, const Filling& filling) { return visit(filling); });
    if (!all || budget_.spent()) return false;
  }
  return true;
}

template <typename Visit>
bool DeepSearch::each_pair(const Halves& halves, Visit&& visit) {
  for (std::size_t i = 0; i < halves.first.parts.size(); ++i) {
    const Shares placed = halves.first.shares[i] + halves.others;
    for (std::size_t j = 0; j < halves.second.parts.size(); ++j) {
      --budget_.left;
      const Shares sum = placed + halves.second.shares[j];
      if (bounds_.exceeds_work(sum)) break;
      if (bounds_.exceeds(sum)) continue;
      if (budget_.spent()) return false;
      const Shares own = halves.first.shares[i] + halves.second.shares[j];
      if (!visit(own, joined(halves.first.parts[i], halves.second.parts[j]))) return false;
    }
  }
  return true;
}

}  // namespace mikpoly
