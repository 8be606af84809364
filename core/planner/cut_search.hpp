// The cheapest way to fill a pattern when regions do not know each other: a search over cuts.
//
// Given the cuts, the kernels of an additive cost are independent: each region takes its own best kernel, except the
// leading region of a cut, whose kernel decided where the cut may fall. So the search walks (leading kernel, position)
// pairs, not kernel tuples, and drops a pair as soon as what is placed plus a lower bound of the rest reaches the best
// complete plan. Exact for patterns with one cut; beyond, pruning may cost at most `slack` of the minimum.
//
// Source: MikPoly (ASPLOS'24), Algorithm 1, pruning by partial sums; the lower bounds and the search over cuts are
// ours.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "core/pattern/pattern.hpp"
#include "core/pattern/split_positions.hpp"
#include "core/planner/region_costs.hpp"

namespace mikpoly {

/// A rectangle of the output.
struct Rect {
  Range rows;
  Range columns;
};

/// Regions with kernels and their summed cost.
struct Filling {
  Cost cost = kNoCost;
  std::int64_t count = 0;
  struct Part {
    Rect rect;
    std::int64_t kernel;  ///< position in the library
  };
  std::array<Part, kMaxRegions> parts;
};

/// The two parts of a rectangle cut at `position`, counted from its upper or left edge.
std::pair<Rect, Rect> split(const Rect& rect, Cut cut, std::int64_t position);

/// What decides where a kernel that leads a cut may end its region.
struct CutLeader {
  std::int64_t tile_m;
  std::int64_t tile_n;
  std::int64_t slots;  ///< tasks that run at once
};

/// Where the leader may end its region when it leads a cut of the rectangle, of `batch` elements.
SplitPositions positions_of(const CutLeader& leader, std::int64_t batch, Cut cut, const Rect& rect);
/// The same of the tile `leader`.
SplitPositions positions_of(const RegionCosts& costs, std::int64_t leader, Cut cut, const Rect& rect);

/// Plans that are looked at of a pattern with more than one cut, however much they cost: ORACLE judges them before its
/// search, a CandidateList has no others of the pattern. Why as many: core/decisions/oracle_search.md.
inline constexpr std::size_t kCheapestFew = 32;

class CutSearch {
 public:
  /// The costs must outlive the search.
  CutSearch(const RegionCosts& costs, const PolymerizationPattern& pattern) : costs_(costs), pattern_(pattern) {}

  /// The cheapest filling of the whole rectangle with cost below `bound`; cost kNoCost when there is none.
  /// Cost: microseconds; no allocation.
  [[nodiscard]] Filling cheapest(const Rect& whole, Cost bound) const;

  /// Up to `out.size()` cheapest fillings with different leading tiles, cheapest first.
  /// Returns: how many were found below `bound`.
  std::size_t cheapest_few(const Rect& whole, Cost bound, std::span<Filling> out) const;

 private:
  static constexpr std::int64_t kAnyTile = -1;

  void fill(const PatternNode& node, const Rect& rect, std::int64_t leader, Cost bound, Filling& best) const;
  void fill_leaf(const Rect& rect, std::int64_t leader, Cost bound, Filling& best) const;
  void cut_by(const PatternNode& node, const Rect& rect, std::int64_t leader, Cost bound, Filling& best) const;

  const RegionCosts& costs_;
  const PolymerizationPattern& pattern_;
};

}  // namespace mikpoly
