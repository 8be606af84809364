#include "core/tuning/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/splitmix64.hpp"
#include "core/cost/cost_models.hpp"

namespace mikpoly {
namespace {

constexpr std::uint64_t kOffGridSeed = 1433;

// Shapes off the grid per shape on it: see core/decisions/ranking.md.
constexpr std::size_t kOffGridShare = 2;

std::vector<std::size_t> best_by_score(const std::vector<double>& scores, std::int64_t n_mik) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(n_mik)));
  return order;
}

// Ranks by the weighted sum over the shapes of value(shape, time).
template <typename Value>
std::vector<std::size_t> rank_by_sum(const ShapeTimes& shapes, std::int64_t n_mik, Value value) {
  std::vector<double> scores;
  for (const std::vector<float>& times : shapes.times) {
    double sum = 0.0;
    for (std::size_t s = 0; s < times.size(); ++s) {
      if (shapes.average_weights[s] > 0.0F) sum += static_cast<double>(shapes.average_weights[s]) * value(s, times[s]);
    }
    scores.push_back(sum);
  }
  return best_by_score(scores, n_mik);
}

std::vector<std::size_t> rank_average(const ShapeTimes& shapes, std::int64_t n_mik) {
  return rank_by_sum(shapes, n_mik,
                     [&](std::size_t s, float time) { return shapes.flops[s] / static_cast<double>(time); });
}

std::vector<std::size_t> rank_average_relative(const ShapeTimes& shapes, std::int64_t n_mik) {
  return rank_by_sum(shapes, n_mik,
                     [&](std::size_t s, float time) { return static_cast<double>(shapes.best[s] / time); });
}

// Weighted sum over the shapes of min(kept, candidate) / best. Eight partial sums, so that the compiler can vectorise.
double regret_with(const std::vector<float>& kept, const std::vector<float>& candidate,
                   const std::vector<float>& weight_by_best) {
  std::array<float, 8> sums{};
  const std::size_t whole = kept.size() / sums.size() * sums.size();
  for (std::size_t s = 0; s < whole; s += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += std::min(kept[s + i], candidate[s + i]) * weight_by_best[s + i];
    }
  }
  double total = 0.0;
  for (const float sum : sums) total += static_cast<double>(sum);
  for (std::size_t s = whole; s < kept.size(); ++s) {
    total += static_cast<double>(std::min(kept[s], candidate[s]) * weight_by_best[s]);
  }
  return total;
}

std::vector<std::size_t> rank_complementary(const ShapeTimes& shapes, std::int64_t n_mik) {
  std::vector<float> weight_by_best(shapes.best.size());
  std::vector<float> kept(shapes.best.size());
  for (std::size_t s = 0; s < kept.size(); ++s) {
    weight_by_best[s] = shapes.weights[s] / shapes.best[s];
    kept[s] = 1e3F * shapes.best[s];  // without a kernel a shape counts as a thousand times too slow
  }
  std::vector<std::size_t> order;
  std::vector<bool> taken(shapes.times.size(), false);
  const auto wanted = std::min(static_cast<std::size_t>(n_mik), shapes.times.size());
  while (order.size() < wanted) {
    std::size_t pick = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < shapes.times.size(); ++c) {
      if (taken[c]) continue;
      const double regret = regret_with(kept, shapes.times[c], weight_by_best);
      if (regret < least) {
        least = regret;
        pick = c;
      }
    }
    taken[pick] = true;
    order.push_back(pick);
    for (std::size_t s = 0; s < kept.size(); ++s) kept[s] = std::min(kept[s], shapes.times[pick][s]);
  }
  return order;
}

}  // namespace

const Registry<Ranking>& rankings() {
  static const Registry<Ranking> table{"ranking",
                                       {{"complementary", &rank_complementary},
                                        {"average", &rank_average},
                                        {"average-relative", &rank_average_relative}}};
  return table;
}

namespace {

// 2^i x 2^j x 2^l, i, j, l = 0..n_syn.
std::vector<GemmShape> grid_shapes(std::int64_t n_syn) {
  std::vector<GemmShape> shapes;
  for (std::int64_t m = 0; m <= n_syn; ++m) {
    for (std::int64_t n = 0; n <= n_syn; ++n) {
      for (std::int64_t k = 0; k <= n_syn; ++k) {
        shapes.push_back({std::int64_t{1} << m, std::int64_t{1} << n, std::int64_t{1} << k});
      }
    }
  }
  return shapes;
}

// Shapes with extents log-uniform from a granule to twice the grid's largest extent. The grid has five
// points that one granule of 16 covers; these shapes give the larger ones their weight back.
std::vector<GemmShape> off_grid_shapes(const TileShape& granule, std::int64_t n_syn, std::size_t count) {
  SplitMix64 random(kOffGridSeed);
  const auto draw = [&](std::int64_t low) {
    const double octaves = static_cast<double>(n_syn) + 1.0 - std::log2(static_cast<double>(low));
    return std::llround(static_cast<double>(low) * std::exp2(std::max(0.0, octaves) * random.uniform()));
  };
  std::vector<GemmShape> shapes;
  while (shapes.size() < count) {
    const std::int64_t m = draw(granule.m);
    const std::int64_t n = draw(granule.n);
    shapes.push_back({m, n, draw(granule.k)});
  }
  return shapes;
}

}  // namespace

ShapeTimes time_synthetic(const Accelerator& accelerator, const KernelLibrary& candidates, std::int64_t n_syn) {
  std::vector<GemmShape> shapes = grid_shapes(n_syn);
  const std::size_t grid = shapes.size();
  const std::vector<GemmShape> between = off_grid_shapes(accelerator.tiles.granule, n_syn, kOffGridShare * grid);
  shapes.insert(shapes.end(), between.begin(), between.end());
  ShapeTimes synthetic;
  add_shapes(synthetic, accelerator, candidates, shapes);
  std::fill(synthetic.weights.begin(), synthetic.weights.end(), 1.0F);
  std::fill_n(synthetic.average_weights.begin(), grid, 1.0F);
  return synthetic;
}

void add_shapes(ShapeTimes& times, const Accelerator& accelerator, const KernelLibrary& candidates,
                std::span<const GemmShape> shapes) {
  const auto model = cost_models().find("makespan")(accelerator, candidates);
  const std::size_t before = times.best.size();
  const std::size_t after = before + shapes.size();
  for (const GemmShape& shape : shapes) times.flops.push_back(2.0 * shape.macs());
  times.weights.resize(after, 0.0F);
  times.average_weights.resize(after, 0.0F);
  times.best.resize(after, std::numeric_limits<float>::infinity());
  times.times.resize(candidates.kernels.size());
  Plan plan;
  plan.pattern = "I";
  for (std::size_t c = 0; c < candidates.kernels.size(); ++c) {
    std::vector<float>& row = times.times[c];
    row.reserve(after);
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      const GemmShape& shape = plan.shape = shapes[s];
      plan.region_count = 0;
      plan.add({{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}}, static_cast<std::int64_t>(c));
      row.push_back(static_cast<float>(model->cost(plan).count));
      times.best[before + s] = std::min(times.best[before + s], row.back());
    }
  }
}

double mean_regret(const ShapeTimes& times, std::span<const std::size_t> kept) {
  double sum = 0.0;
  double weights = 0.0;
  for (std::size_t s = 0; s < times.best.size(); ++s) {
    float least = std::numeric_limits<float>::infinity();
    for (const std::size_t c : kept) least = std::min(least, times.times[c][s]);
    sum += static_cast<double>(times.weights[s]) * static_cast<double>(least / times.best[s]);
    weights += static_cast<double>(times.weights[s]);
  }
  return sum / weights;
}

}  // namespace mikpoly
