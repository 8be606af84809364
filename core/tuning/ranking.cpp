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

std::vector<std::size_t> rank_average(const SyntheticTimes& synthetic, std::int64_t n_mik) {
  std::vector<double> scores;
  for (const std::vector<float>& times : synthetic.times) {
    double sum = 0.0;
    for (std::size_t s = 0; s < synthetic.grid; ++s) sum += synthetic.flops[s] / static_cast<double>(times[s]);
    scores.push_back(sum);
  }
  return best_by_score(scores, n_mik);
}

std::vector<std::size_t> rank_average_relative(const SyntheticTimes& synthetic, std::int64_t n_mik) {
  std::vector<double> scores;
  for (const std::vector<float>& times : synthetic.times) {
    double sum = 0.0;
    for (std::size_t s = 0; s < synthetic.grid; ++s) sum += static_cast<double>(synthetic.best[s] / times[s]);
    scores.push_back(sum);
  }
  return best_by_score(scores, n_mik);
}

// Sum over the shapes of min(kept, candidate) / best. Eight partial sums, so that the compiler can vectorise.
double regret_with(const std::vector<float>& kept, const std::vector<float>& candidate,
                   const std::vector<float>& inverse) {
  std::array<float, 8> sums{};
  const std::size_t whole = kept.size() / sums.size() * sums.size();
  for (std::size_t s = 0; s < whole; s += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += std::min(kept[s + i], candidate[s + i]) * inverse[s + i];
    }
  }
  double total = 0.0;
  for (const float sum : sums) total += static_cast<double>(sum);
  for (std::size_t s = whole; s < kept.size(); ++s) {
    total += static_cast<double>(std::min(kept[s], candidate[s]) * inverse[s]);
  }
  return total;
}

std::vector<std::size_t> rank_complementary(const SyntheticTimes& synthetic, std::int64_t n_mik) {
  const std::size_t shapes = synthetic.best.size();
  std::vector<float> inverse(shapes);
  std::vector<float> kept(shapes);
  for (std::size_t s = 0; s < shapes; ++s) {
    inverse[s] = 1.0F / synthetic.best[s];
    kept[s] = 1e3F * synthetic.best[s];  // without a kernel a shape counts as a thousand times too slow
  }
  std::vector<std::size_t> order;
  std::vector<bool> taken(synthetic.times.size(), false);
  const auto wanted = std::min(static_cast<std::size_t>(n_mik), synthetic.times.size());
  while (order.size() < wanted) {
    std::size_t pick = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < synthetic.times.size(); ++c) {
      if (taken[c]) continue;
      const double regret = regret_with(kept, synthetic.times[c], inverse);
      if (regret < least) {
        least = regret;
        pick = c;
      }
    }
    taken[pick] = true;
    order.push_back(pick);
    for (std::size_t s = 0; s < shapes; ++s) kept[s] = std::min(kept[s], synthetic.times[pick][s]);
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

SyntheticTimes time_synthetic(const Accelerator& accelerator, const KernelLibrary& candidates, std::int64_t n_syn) {
  const auto model = cost_models().find("makespan")(accelerator, candidates);
  std::vector<GemmShape> shapes = grid_shapes(n_syn);
  SyntheticTimes synthetic;
  synthetic.grid = shapes.size();
  const std::vector<GemmShape> between =
      off_grid_shapes(accelerator.tiles.granule, n_syn, kOffGridShare * shapes.size());
  shapes.insert(shapes.end(), between.begin(), between.end());
  for (const GemmShape& shape : shapes) synthetic.flops.push_back(2.0 * shape.macs());
  synthetic.best.assign(shapes.size(), std::numeric_limits<float>::infinity());
  Plan plan;
  plan.pattern = "I";
  for (std::size_t c = 0; c < candidates.kernels.size(); ++c) {
    std::vector<float>& times = synthetic.times.emplace_back();
    times.reserve(shapes.size());
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      plan.shape = shapes[s];
      plan.region_count = 0;
      plan.add({{0, shapes[s].m}, {0, shapes[s].n}, {0, shapes[s].k}}, static_cast<std::int64_t>(c));
      times.push_back(static_cast<float>(model->cost(plan).count));
      synthetic.best[s] = std::min(synthetic.best[s], times.back());
    }
  }
  return synthetic;
}

double mean_regret(const SyntheticTimes& synthetic, const std::vector<std::size_t>& kept) {
  double sum = 0.0;
  for (std::size_t s = 0; s < synthetic.best.size(); ++s) {
    float least = std::numeric_limits<float>::infinity();
    for (const std::size_t c : kept) least = std::min(least, synthetic.times[c][s]);
    sum += static_cast<double>(least / synthetic.best[s]);
  }
  return sum / static_cast<double>(synthetic.best.size());
}

}  // namespace mikpoly
