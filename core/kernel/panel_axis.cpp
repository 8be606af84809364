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
  if (!coarse) {
    add(ceil_div(panel, 2));
    add(panel + granule);
    add(most);
  }
  return {granule, panel, {knots.begin(), knots.end()}};
}

// Adds the weights of the piecewise linear curve at `extent`.
void PanelAxis::add(std::int64_t extent, double sign, Weights& weights) const {
  if (count_ == 1) {
    weights[0] += sign * static_cast<double>(extent) / static_cast<double>(knots_[0]);
    return;
  }
  std::size_t i = 0;
  while (i + 2 < count_ && extent > knots_[i + 1]) ++i;
  const double along = static_cast<double>(std::max<std::int64_t>(extent - knots_[i], 0)) * inverse_[i];
  weights[i] += sign * (1.0 - along);
  weights[i + 1] += sign * along;
}

PanelAxis::Weights PanelAxis::weights(std::int64_t extent) const {
  Weights weights{};
  extent = (extent + granule_ - 1) & -granule_;
  if (extent <= 2 * panel_) {
    add(extent, 1.0, weights);
    return weights;
  }
  const std::int64_t rest = extent % panel_;
  add(extent - rest, 1.0, weights);
  if (rest > 0) {
    add(panel_ + rest, 1.0, weights);
    add(panel_, -1.0, weights);
  }
  return weights;
}

std::vector<PanelAxis::Part> PanelAxis::parts() const {
  std::vector<Part> all;
  const auto difference = [&](std::int64_t from, std::int64_t to) {
    Part part{.weights = {}, .extent = static_cast<double>(to - from)};
    add(to, 1.0, part.weights);
    add(from, -1.0, part.weights);
    all.push_back(part);
  };
  for (const std::int64_t knot : knots()) {
    Part part{.weights = {}, .extent = static_cast<double>(knot)};
    add(knot, 1.0, part.weights);
    all.push_back(part);
    if (knot > panel_ && knot < 2 * panel_) difference(panel_, knot);
  }
  if (count_ >= 2) difference(knots_[count_ - 2], knots_[count_ - 1]);
  difference(panel_, 2 * panel_);
  return all;
}

}  // namespace mikpoly
