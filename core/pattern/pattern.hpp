// A polymerization pattern: a way to cut the output into regions by nested straight cuts.
//
// Written as an expression: `a` is a region, `x/y` puts x above y (row cut), `x|y` puts x left of y (column cut).
// The leading region of a cut is the first region of its first part: its kernel decides where the cut may fall.
//
// Source: MikPoly (ASPLOS'24), Figure 5. Every published pattern is such an expression of depth at most 3.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"

namespace mikpoly {

enum class Cut { none, rows, columns };

/// A node of the expression: a region (cut none) or a cut into two nodes.
struct PatternNode {
  Cut cut = Cut::none;
  std::int8_t first = -1;   ///< node above or left
  std::int8_t second = -1;  ///< node below or right
  std::int8_t regions = 1;  ///< regions in the subtree
};

struct PolymerizationPattern {
  std::string_view name;
  std::array<PatternNode, 2 * kMaxRegions - 1> nodes;
  std::int8_t root = 0;

  [[nodiscard]] std::int64_t region_count() const { return nodes[static_cast<std::size_t>(root)].regions; }
  [[nodiscard]] const PatternNode& node(std::int64_t index) const { return nodes[static_cast<std::size_t>(index)]; }
};

/// Reads an expression; `transposed` swaps row and column cuts.
/// Errors: InternalFault on a malformed expression: they stand in our table, not in a user's file.
PolymerizationPattern parse_pattern(std::string_view name, std::string_view expression, bool transposed = false);

/// All patterns, I to IX, in report order.
std::span<const PolymerizationPattern> patterns();

/// The pattern of that name.
/// Errors: ConfigError naming the known ones.
const PolymerizationPattern& find_pattern(std::string_view name);

/// Nothing when the plan's regions, in order, are parts of the output as its pattern cuts it, each whole or in k
/// ranges; else what is wrong, in one sentence. For a plan that covers its shape. Errors: ConfigError for an unknown
/// pattern, naming the known ones.
std::string pattern_fault(const Plan& plan);

/// Reads `I,II`, `I..III` or `all` into names in table order.
/// Errors: ConfigError as above, and for a pattern that stands twice.
std::vector<std::string> parse_pattern_set(std::string_view text);

}  // namespace mikpoly
