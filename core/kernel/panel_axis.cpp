#include "core/kernel/panel_axis.hpp"

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"

namespace mikpoly {

PanelAxis::PanelAxis(std::int64_t granule, std::int64_t panel, const std::vector<std::int64_t>& knots)
    : granule_(granule), panel_(panel), count_(knots.size()) {
  ensure(granule >= 1 && (granule & (granule - 1)) == 0, "the granule of an axis is a power of two");
  ensure(panel >= 1, "the panel of an axis is positive");
  ensure(count_ >= 1 && count_ <= kMaxKnots && knots.front() >= 1, "an axis has 1 to 6 knots from 1 on");
  std::copy(knots.begin(), knots.end(), knots_.begin());
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    ensure(knots_[i] < knots_[i + 1], "knots of an axis ascend");
    inverse_[i] = 1.0 / static_cast<double>(knots_[i + 1] - knots_[i]);
  }
}

PanelAxis PanelAxis::sampled(std::int64_t granule, std::int64_t panel, std::int64_t most, bool coarse) {
  std::set<std::int64_t> knots;
  const auto add = [&](std::int64_t knot) { knots.insert(std::min(round_up(knot, granule), most)); };
  add(granule);
  add(panel);
  add(2 * panel);
  add(most);
  if (!coarse) {
    add(ceil_div(panel, 2));
    add(panel + granule);
  }
  return {granule, panel, {knots.begin(), knots.end()}};
}

// Adds `share` of the curve that is linear between the knots and in proportion beyond the last.
void PanelAxis::add(double extent, double share, Weights& weights) const {
  const double last = static_cast<double>(knots_[count_ - 1]);
  if (extent >= last) {
    weights[count_ - 1] += share * extent / last;
    return;
  }
  std::size_t i = 0;
  while (i + 2 < count_ && extent > static_cast<double>(knots_[i + 1])) ++i;
  const double along = std::max(extent - static_cast<double>(knots_[i]), 0.0) * inverse_[i];
  weights[i] += share * (1.0 - along);
  weights[i + 1] += share * along;
}

PanelAxis::Weights PanelAxis::weights(std::int64_t extent) const {
  Weights weights{};
  extent = (extent + granule_ - 1) & -granule_;
  const auto x = static_cast<double>(extent);
  if (extent <= 2 * panel_) {
    add(x, 1.0, weights);
    return weights;
  }
  const std::int64_t last = knots_[count_ - 1];
  double far = 0.0;
  if (last > 2 * panel_) {
    far = std::min(static_cast<double>(extent - 2 * panel_) / static_cast<double>(last - 2 * panel_), 1.0);
    weights[count_ - 1] += far * x / static_cast<double>(last);
    if (far == 1.0) return weights;
  }
  const auto panels = static_cast<double>(ceil_div(extent, panel_));
  add(2.0 * x / panels, (1.0 - far) * panels / 2.0, weights);
  return weights;
}

double PanelAxis::least_per_unit(const Weights& values, std::int64_t most) const {
  double least = 1e300;
  for (std::size_t i = 0; i < count_; ++i) {
    least = std::min(least, values[i] / static_cast<double>(knots_[i]));
    if (knots_[i] >= most) break;
  }
  return least * (1.0 - 0x1.0p-40);
}

}  // namespace mikpoly
