// A polymerized program: regions, the kernel of each, how tasks go to processing elements, and the predicted cost.
// Plain data; printable, serialisable, replayable.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/units.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/region.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// Most regions of a pattern (VIII and IX).
inline constexpr std::int64_t kMaxRegions = 5;

struct PlannedRegion {
  Region region;
  std::int64_t kernel = 0;   ///< position in the library the plan was made for; the text form carries the id
  std::int64_t k_parts = 1;  ///< split-K: so many tasks share an output tile, each with as much of the k range

  bool operator==(const PlannedRegion&) const = default;

  /// k extent of one task, that of the longest.
  [[nodiscard]] std::int64_t depth() const { return ceil_div(region.k.size(), k_parts); }
};

/// Tasks of a region under its kernel's tile: output tiles, times the parts of k.
inline std::int64_t task_count(const PlannedRegion& planned, const TileShape& tile) {
  return task_count(planned.region, tile) * planned.k_parts;
}

/// Holds its regions in place: planning allocates nothing.
struct Plan {
  GemmShape shape;
  std::string pattern;                 ///< "I" .. "IX"; short, so that it stays inside the string
  std::string allocation = "max_min";  ///< how tasks go to processing elements
  std::int64_t region_count = 0;
  std::array<PlannedRegion, kMaxRegions> storage;
  Picoseconds predicted;  ///< by the cost model that chose it

  [[nodiscard]] std::span<const PlannedRegion> regions() const {
    return {storage.data(), static_cast<std::size_t>(region_count)};
  }
  void add(const Region& region, std::int64_t kernel, std::int64_t k_parts = 1);
};

/// Nothing when the regions cover m, n, k and batch of the shape exactly once; else what is wrong, in one sentence.
std::string coverage_fault(const Plan& plan);

/// `p1|II|KERNEL@m0-m1:n0-n1:k0-k1|...|max_min`; `:b0-b1` follows where batch is not 1, `/PARTS` the k range where it
/// is split over tasks. No commas.
std::string to_text(const Plan& plan, const KernelLibrary& library);

/// Reads the text form for a shape.
/// Errors: ConfigError naming the part that is wrong: version, kernel, range, coverage. The pattern is taken as
/// it stands; pattern_fault() checks it.
Plan parse_plan(std::string_view text, const GemmShape& shape, const KernelLibrary& library);

}  // namespace mikpoly
