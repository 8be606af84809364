// Plans of many shapes in a few arrays: what planning a million shapes leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/plan.hpp"

namespace mikpoly {

/// Memory: 57 bytes a plan and 80 for each of its regions, so at most 457 a plan.
class PlanTable {
 public:
  /// In patterns(), of a plan without regions.
  static constexpr std::int8_t kNoPattern = -1;

  /// Of a plan whose allocation is the one that a Plan has by itself.
  static constexpr std::int64_t kNoGrid = 0;

  /// Errors: ConfigError when the plan has regions and an unknown pattern.
  void add(const Plan& plan);

  /// Adds the plans of another table behind those here.
  void append(const PlanTable& other);

  [[nodiscard]] std::int64_t size() const { return std::ssize(shapes_); }
  [[nodiscard]] const std::vector<GemmShape>& shapes() const { return shapes_; }
  /// Positions in mikpoly::patterns(), or kNoPattern.
  [[nodiscard]] const std::vector<std::int8_t>& patterns() const { return patterns_; }
  [[nodiscard]] const std::vector<Picoseconds>& predicted() const { return predicted_; }
  [[nodiscard]] std::span<const PlannedRegion> regions_of(std::int64_t index) const;
  /// Whether the shape has an output and the plan no regions: its selector declined it.
  [[nodiscard]] bool declined(std::int64_t index) const;

  /// The plan as it was added.
  [[nodiscard]] Plan plan(std::int64_t index) const;

 private:
  std::vector<GemmShape> shapes_;
  std::vector<std::int8_t> patterns_;
  std::vector<Picoseconds> predicted_;
  std::vector<std::int64_t> grids_;  ///< of stream_k.hpp, or kNoGrid
  std::vector<std::int64_t> ends_;   ///< of each plan's regions, in regions_
  std::vector<PlannedRegion> regions_;
};

}  // namespace mikpoly
