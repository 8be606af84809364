#include "core/planner/work_screen.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

// Some thirty roundings to single precision, 2^-24 each, lie between a surface and a bound.
constexpr float kSlack = 0x1p-18F;

bool same(const PanelAxis& a, const PanelAxis& b) {
  return a.granule() == b.granule() && a.panel() == b.panel() && std::ranges::equal(a.knots(), b.knots());
}

// Position of what `is_it` holds for, at the end when there is none yet.
template <typename Element, typename IsIt>
std::int32_t found(std::vector<Element>& elements, const Element& made, IsIt is_it) {
  const auto place = std::find_if(elements.begin(), elements.end(), is_it);
  const auto index = static_cast<std::int32_t>(place - elements.begin());
  if (place == elements.end()) elements.push_back(made);
  return index;
}

// Weights of one extent, those that are not zero: three at most, the others of weight 0.
struct FewWeights {
  std::array<std::size_t, 3> knots;
  std::array<float, 3> weights;
};

FewWeights few_of(const PanelAxis::Weights& weights) {
  FewWeights few{};
  std::size_t count = 0;
  for (std::size_t knot = 0; knot < weights.size(); ++knot) {
    if (weights[knot] == 0.0) continue;
    ensure(count < few.knots.size(), "an extent depends on three knots at most");
    few.knots[count] = knot;
    few.weights[count++] = static_cast<float>(weights[knot]);
  }
  return few;
}

}  // namespace

ScreenTables::ScreenTables(const TileClasses& classes, const KernelLibrary& library) {
  for (const TileClasses::Member& member : classes.members) {
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(member.kernel)];
    usable_ = usable_ && kernel.edge == EdgeRule::trimmed;
    if (!usable_) return;
    const SurfaceAxes& axes = kernel.surface.axes();
    const auto tiling = [](std::vector<Tiling>& tilings, const PanelAxis& axis, std::int64_t tile) {
      return found(tilings, Tiling{axis, tile, axis.weights(tile)},
                   [&](const Tiling& known) { return known.tile == tile && same(known.axis, axis); });
    };
    kernels_.push_back(
        {.index = member.kernel,
         .rows = tiling(rows_, axes.rows, kernel.tile.m),
         .columns = tiling(columns_, axes.columns, kernel.tile.n),
         .depth = found(depths_, axes.depth, [&](const PanelAxis& known) { return same(known, axes.depth); }),
         .planes = static_cast<std::int32_t>(planes_.size())});
    const std::size_t rows = axes.rows.knots().size();
    const std::size_t columns = axes.columns.knots().size();
    planes_.resize(planes_.size() + axes.depth.knots().size(), Plane{});
    Plane* const first = &planes_[static_cast<std::size_t>(kernels_.back().planes)];
    for (std::size_t at = 0; at < kernel.surface.times().size(); ++at) {
      first[at / (rows * columns)][at % columns * kLanes + at / columns % rows] =
          static_cast<float>(kernel.surface.times()[at]);
    }
  }
}

WorkScreen::Tiled WorkScreen::tiled(const ScreenTables::Tiling& tiling, std::int64_t extent) {
  const std::int64_t whole = extent / tiling.tile;
  const std::int64_t rest = extent - whole * tiling.tile;
  PanelAxis::Weights weights{};
  if (rest > 0) weights = tiling.axis.weights(rest);
  Tiled result{
      {}, static_cast<float>(whole + (rest > 0 ? 1 : 0)), static_cast<float>(std::max<std::int64_t>(whole, 1)), {}};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    result.weights[i] = static_cast<float>(weights[i] + static_cast<double>(whole) * tiling.whole[i]);
    result.one[i] = static_cast<float>(whole > 0 ? tiling.whole[i] : weights[i]);
  }
  return result;
}

float WorkScreen::dot(const float* a, const float* b) {
  return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

WorkScreen::Lanes WorkScreen::across_columns(const ScreenTables::Plane& plane, const Lanes& weights) {
  Lanes sum{};
  for (std::size_t c = 0; c < PanelAxis::kMaxKnots; ++c) {
    const float* const knots = &plane[c * sum.size()];
    for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += weights[c] * knots[r];
  }
  return sum;
}

WorkScreen::Lanes WorkScreen::across_rows(const ScreenTables::Plane& plane, const Lanes& weights) {
  Lanes sums{};
  for (std::size_t c = 0; c < PanelAxis::kMaxKnots; ++c) {
    sums[c] = dot(weights.data(), &plane[c * ScreenTables::kLanes]);
  }
  return sums;
}

WorkScreen::WorkScreen(const ScreenTables& tables, const GemmShape& shape, std::int64_t slots)
    : tables_(tables), shape_(shape), slots_(static_cast<float>(slots)) {
  for (std::size_t i = 0; i < tables_.rows_.size(); ++i) rows_[i] = tiled(tables_.rows_[i], shape.m);
  const float batch = static_cast<float>(shape.batch) * (1.0F - kSlack);
  for (std::size_t i = 0; i < tables_.columns_.size(); ++i) {
    columns_[i] = tiled(tables_.columns_[i], shape.n);
    for (float& weight : columns_[i].weights) weight *= batch;
    for (float& weight : columns_[i].one) weight *= 1.0F - kSlack;
  }
  make_planes();
  for (std::size_t i = 0; i < tables_.kernels_.size(); ++i) {
    const ScreenTables::Kernel& kernel = tables_.kernels_[i];
    const Tiled& columns = columns_[static_cast<std::size_t>(kernel.columns)];
    const Tiled& rows = rows_[static_cast<std::size_t>(kernel.rows)];
    Profile& profile = by_rows_[i];
    const Lanes sum = across_columns(planes_[i], columns.weights);
    profile.values = sum;
    profile.across = columns.tiles * static_cast<float>(shape.batch);
    whole_[i] = spread(dot(rows.weights.data(), sum.data()), rows.tiles * profile.across);
    if (slots == 1) continue;
    profile.single = across_columns(planes_[i], columns.one);
    profile.widest = columns.full_tiles * static_cast<float>(shape.batch);
    const float task = dot(rows.one.data(), profile.single.data());
    whole_[i] = std::max(whole_[i], rounds(rows.full_tiles * profile.widest) * task);
  }
}

void WorkScreen::make_planes() {
  std::array<FewWeights, kMaxTrimmedKernels> depths;
  for (std::size_t i = 0; i < tables_.depths_.size(); ++i) depths[i] = few_of(tables_.depths_[i].weights(shape_.k));
  for (std::size_t i = 0; i < tables_.kernels_.size(); ++i) {
    const ScreenTables::Kernel& kernel = tables_.kernels_[i];
    const auto& [knots, weights] = depths[static_cast<std::size_t>(kernel.depth)];
    const ScreenTables::Plane* const grids = &tables_.planes_[static_cast<std::size_t>(kernel.planes)];
    const float* const first = grids[knots[0]].data();
    const float* const second = grids[knots[1]].data();
    const float* const third = grids[knots[2]].data();
    ScreenTables::Plane sum;
    for (std::size_t at = 0; at < sum.size(); ++at) {
      sum[at] = weights[0] * first[at] + weights[1] * second[at] + weights[2] * third[at];
    }
    planes_[i] = sum;
  }
}

void WorkScreen::prepare_cut(bool rows) {
  cuts_rows_ = rows;
  profiles_ = rows ? by_rows_.data() : by_columns_.data();
  rest_ = -1;
  least_line_ = 1e30F;
  for (std::size_t i = 0; i < tables_.kernels_.size(); ++i) {
    const ScreenTables::Kernel& kernel = tables_.kernels_[i];
    Profile& profile = rows ? by_rows_[i] : by_columns_[i];
    if (!rows) {
      const Tiled& across = rows_[static_cast<std::size_t>(kernel.rows)];
      const auto batch = static_cast<float>(shape_.batch);
      profile.values = across_rows(planes_[i], across.weights);
      for (float& value : profile.values) value *= batch * (1.0F - kSlack);
      profile.across = across.tiles * batch;
      profile.single = across_rows(planes_[i], across.one);
      for (float& value : profile.single) value *= 1.0F - kSlack;
      profile.widest = across.full_tiles * batch;
    }
    const ScreenTables::Tiling& own = rows ? tables_.rows_[static_cast<std::size_t>(kernel.rows)]
                                           : tables_.columns_[static_cast<std::size_t>(kernel.columns)];
    const std::span<const std::int64_t> knots = own.axis.knots();
    profile.line = 1e30F;
    for (std::size_t knot = 0; knot < knots.size(); ++knot) {
      profile.line = std::min(profile.line, profile.values[knot] / static_cast<float>(knots[knot]));
    }
    Lanes whole{};
    for (std::size_t knot = 0; knot < own.whole.size(); ++knot) whole[knot] = static_cast<float>(own.whole[knot]);
    profile.tile = dot(whole.data(), profile.values.data());
    profile.task = slots_ > 1.0F ? dot(whole.data(), profile.single.data()) : profile.tile;
    least_line_ = std::min(least_line_, profile.line);
  }
}

const WorkScreen::Tiled& WorkScreen::of_rest(std::int32_t tiling, std::int64_t extent) {
  if (rest_ != extent) {
    rest_ = extent;
    made_.reset();
  }
  const auto at = static_cast<std::size_t>(tiling);
  if (!made_[at]) {
    made_[at] = true;
    of_rest_[at] = tiled((cuts_rows_ ? tables_.rows_ : tables_.columns_)[at], extent);
  }
  return of_rest_[at];
}

}  // namespace mikpoly
