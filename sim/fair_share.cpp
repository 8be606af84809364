#include "sim/fair_share.hpp"

#include <algorithm>
#include <limits>

namespace mikpoly::sim {
namespace {

// Rate at which `level` is full when the open flows rise together, given what the settled flows take.
double filling_rate(std::span<const Flow> flows, std::size_t level, double total, double open_rate) {
  double used = 0.0;
  double weight = 0.0;
  for (const Flow& flow : flows) {
    const double share = flow.pes * flow.shares[level];
    if (flow.rate == open_rate) {
      weight += share;
    } else {
      used += share * flow.rate;
    }
  }
  return weight > 0.0 ? std::max(0.0, total - used) / weight : std::numeric_limits<double>::infinity();
}

}  // namespace

bool share_fairly(std::span<Flow> flows, const std::array<double, kMaxLevels>& totals) {
  bool enough = true;
  for (std::size_t level = 0; level < kMaxLevels; ++level) {
    double asked = 0.0;
    for (const Flow& flow : flows) asked += flow.pes * flow.shares[level] * flow.demand;
    enough = enough && asked <= totals[level];
  }
  constexpr double kOpen = -1.0;
  for (Flow& flow : flows) flow.rate = enough ? flow.demand : kOpen;
  while (!enough) {
    // The next thing to happen while the open flows rise: a demand is met, or a level is full.
    double rise = std::numeric_limits<double>::infinity();
    for (const Flow& flow : flows) {
      if (flow.rate == kOpen) rise = std::min(rise, flow.demand);
    }
    std::size_t full_level = kMaxLevels;
    for (std::size_t level = 0; level < kMaxLevels; ++level) {
      const double rate = filling_rate(flows, level, totals[level], kOpen);
      if (rate < rise) {
        rise = rate;
        full_level = level;
      }
    }
    if (rise == std::numeric_limits<double>::infinity()) return true;
    for (Flow& flow : flows) {
      const bool held = full_level < kMaxLevels ? flow.shares[full_level] > 0.0 : flow.demand <= rise;
      if (flow.rate == kOpen && held) flow.rate = rise;
    }
  }
  return false;
}

}  // namespace mikpoly::sim
