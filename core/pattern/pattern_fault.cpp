// Whether a plan's regions are cut as its pattern says.
#include <optional>

#include <fmt/format.h>

#include "core/pattern/pattern.hpp"

namespace mikpoly {
namespace {

struct Part {
  Range rows;
  Range columns;

  bool operator==(const Part&) const = default;
};

std::vector<Part> parts_of(const Plan& plan) {
  std::vector<Part> parts;
  for (const PlannedRegion& planned : plan.regions()) {
    const Part part{planned.region.m, planned.region.n};
    if (parts.empty() || parts.back() != part) parts.push_back(part);  // else another k range of the same part
  }
  return parts;
}

// What the node's regions make together, taken in order from `at`; nothing when they do not meet along its cuts.
std::optional<Part> joined(const PolymerizationPattern& pattern, const PatternNode& node,
                           const std::vector<Part>& parts, std::size_t& at) {
  if (node.cut == Cut::none) return parts[at++];
  const std::optional<Part> first = joined(pattern, pattern.node(node.first), parts, at);
  if (!first) return std::nullopt;
  const std::optional<Part> second = joined(pattern, pattern.node(node.second), parts, at);
  if (!second) return std::nullopt;
  const bool by_rows = node.cut == Cut::rows;
  const bool meet = by_rows ? first->columns == second->columns && first->rows.end == second->rows.begin
                            : first->rows == second->rows && first->columns.end == second->columns.begin;
  if (!meet) return std::nullopt;
  return by_rows ? Part{{first->rows.begin, second->rows.end}, first->columns}
                 : Part{first->rows, {first->columns.begin, second->columns.end}};
}

}  // namespace

std::string pattern_fault(const Plan& plan) {
  if (plan.region_count == 0) return "";
  const PolymerizationPattern& pattern = find_pattern(plan.pattern);
  const std::vector<Part> parts = parts_of(plan);
  if (std::ssize(parts) != pattern.region_count()) {
    return fmt::format("pattern \"{}\" cuts the output into {}, the plan into {}", pattern.name, pattern.region_count(),
                       parts.size());
  }
  std::size_t at = 0;
  if (joined(pattern, pattern.node(pattern.root), parts, at)) return "";
  return fmt::format("the regions do not meet as pattern \"{}\" cuts the output", pattern.name);
}

}  // namespace mikpoly
