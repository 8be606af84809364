// Max-min fair division of the shared levels' rates among the flows that ask at one moment.
//
// Progressive filling: all flows rise together in bytes per cycle and PE until a flow has what it asks for, or a level
// is full and holds back everyone who uses it.
// Source: Bertsekas, Gallager, Data Networks, 2nd ed., section 6.5.2.
#pragma once

#include <array>
#include <span>

namespace mikpoly::sim {

/// Shared levels a machine may have: the nearest one and main memory.
inline constexpr std::size_t kMaxLevels = 2;

/// A stream of bytes between PEs and the shared levels. Loads and stores of a group of alike PEs are one flow each.
struct Flow {
  double pes = 0.0;                         ///< how many PEs move bytes like this
  double demand = 0.0;                      ///< bytes per cycle that one PE asks for
  std::array<double, kMaxLevels> shares{};  ///< of each byte, how much passes each level
  double rate = 0.0;                        ///< result: bytes per cycle that one PE gets
};

/// Sets every flow's rate. `totals`: bytes per cycle of each level.
/// Returns: whether some flow gets less than it asks for.
/// Cost: flows^2 * levels in the worst case, flows * levels when everybody gets what he asks.
bool share_fairly(std::span<Flow> flows, const std::array<double, kMaxLevels>& totals);

}  // namespace mikpoly::sim
