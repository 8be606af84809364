// One extent of a task on a kernel that works through it panel by panel.
//
// f(x) is sampled at a few knots and linear between and beyond them; x rounds up to the granule first. A last panel
// that is not full costs more than its share of a full one, so from two panels on whole panels and the rest are told
// apart:
//   f(p * panel + rest) = f(p * panel) + f(panel + rest) - f(panel),   0 < rest < panel
// Knots up to two panels therefore describe every remainder.
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
  /// and `most`; `coarse`: a granule, a panel and the last of these.
  static PanelAxis sampled(std::int64_t granule, std::int64_t panel, std::int64_t most, bool coarse);

  /// Below the first knot: f(first knot); a single knot: in proportion.
  /// Cost: some ten nanoseconds, no allocation.
  [[nodiscard]] Weights weights(std::int64_t extent) const;

  /// f of every extent is a sum of these, none counted negatively; each stands for `extent` of the axis.
  struct Part {
    Weights weights;
    double extent;
  };
  [[nodiscard]] std::vector<Part> parts() const;

  [[nodiscard]] std::int64_t granule() const { return granule_; }
  [[nodiscard]] std::int64_t panel() const { return panel_; }
  [[nodiscard]] std::span<const std::int64_t> knots() const { return {knots_.data(), count_}; }

 private:
  void add(std::int64_t extent, double sign, Weights& weights) const;

  std::int64_t granule_ = 1;
  std::int64_t panel_ = 1;
  std::size_t count_ = 0;
  std::array<std::int64_t, kMaxKnots> knots_{};
  std::array<double, kMaxKnots> inverse_{};  // 1 / distance to the next knot
};

}  // namespace mikpoly
