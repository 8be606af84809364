// One extent of a task on a kernel that works through it panel by panel.
//
// f(x) is sampled at a few knots; x rounds up to the granule first. Up to two panels f is linear between the knots.
// Beyond, x is split evenly over q = ceil(x / panel) panels, which take as long as q / 2 pairs of such panels:
//   near(x) = q / 2 * f(2 x / q),   panel < 2 x / q <= 2 panels
// so that knots up to two panels describe every remainder. Where the last knot L lies beyond two panels, it says what
// larger extents cost:
//   far(x) = x / L * f(L),   f(x) = (1 - t) near(x) + t far(x),   t from 0 at two panels to 1 at L and beyond
//
// No sample counts negatively: noise is never amplified into times that are negative or wild, and the least time per
// unit of the samples bounds that of every extent.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mikpoly {

class PanelAxis {
 public:
  static constexpr std::size_t kMaxKnots = 6;
  /// f(x) = sum over the knots of weight * f(knot).
  using Weights = std::array<double, kMaxKnots>;

  PanelAxis() = default;
  /// `granule`: a power of two; `knots`: 1 to kMaxKnots, ascending from at least 1.
  PanelAxis(std::int64_t granule, std::int64_t panel, const std::vector<std::int64_t>& knots);

  /// The knots worth sampling for extents up to `most`: a granule, half a panel, a panel, one more granule, two panels
  /// and `most`; `coarse`: without half a panel and the granule more.
  static PanelAxis sampled(std::int64_t granule, std::int64_t panel, std::int64_t most, bool coarse);

  /// Below the first knot: f(first knot). Knots that do not reach two panels go on in proportion.
  /// Cost: some ten nanoseconds, no allocation.
  [[nodiscard]] Weights weights(std::int64_t extent) const;

  /// Least of values[i] / knot i over the knots that extents up to `most` depend on.
  [[nodiscard]] double least_per_unit(const Weights& values, std::int64_t most) const;

  [[nodiscard]] std::int64_t granule() const { return granule_; }
  [[nodiscard]] std::int64_t panel() const { return panel_; }
  [[nodiscard]] std::span<const std::int64_t> knots() const { return {knots_.data(), count_}; }

 private:
  void add(double extent, double share, Weights& weights) const;

  std::int64_t granule_ = 1;
  std::int64_t panel_ = 1;
  std::size_t count_ = 0;
  std::array<std::int64_t, kMaxKnots> knots_{};
  std::array<double, kMaxKnots> inverse_{};  // 1 / distance to the next knot
};

}  // namespace mikpoly
