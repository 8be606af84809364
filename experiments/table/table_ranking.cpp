#include "experiments/table/table_ranking.hpp"

#include <algorithm>
#include <limits>

#include "core/tuning/ranking.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

constexpr float kHole = 1e3F;  // times the best: as rank_complementary() takes a shape without a kernel

ShapeTimes times_of(const TimingTable& table, std::span<const std::int64_t> shapes) {
  ShapeTimes times;
  times.weights.assign(shapes.size(), 1.0F);
  times.average_weights = times.weights;
  times.times.assign(table.kernels().size(), std::vector<float>(shapes.size(), 0.0F));
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    times.flops.push_back(2.0 * table.shapes()[static_cast<std::size_t>(shapes[s])].macs());
    float best = std::numeric_limits<float>::infinity();
    for (const auto& [program, time] : table.times(shapes[s])) {
      const auto ps = static_cast<float>(time.measured.median.count);
      float& least = times.times[static_cast<std::size_t>(program.kernel)][s];
      if (least == 0.0F || ps < least) least = ps;
      best = std::min(best, ps);
    }
    times.best.push_back(best);
    for (std::vector<float>& of_kernel : times.times) {
      if (of_kernel[s] == 0.0F) of_kernel[s] = kHole * best;
    }
  }
  return times;
}

}  // namespace

std::vector<std::int64_t> rank_kernels(const TimingTable& table, std::span<const std::int64_t> shapes,
                                       const std::string& criterion, std::int64_t count) {
  const Ranking rank = rankings().find(criterion);
  std::vector<std::int64_t> kernels;
  for (const std::size_t kernel : rank(times_of(table, shapes), count)) {
    kernels.push_back(static_cast<std::int64_t>(kernel));
  }
  return kernels;
}

KeptRegret regret_of_kept(const TimingTable& table, std::span<const std::int64_t> shapes,
                          std::span<const std::int64_t> kept) {
  std::vector<bool> is_kept(table.kernels().size(), false);
  for (const std::int64_t kernel : kept) is_kept[static_cast<std::size_t>(kernel)] = true;
  KeptRegret regret{.kept = std::ssize(kept)};
  std::vector<double> ratios;
  for (const std::int64_t shape : shapes) {
    double best = std::numeric_limits<double>::infinity();
    double best_kept = best;
    for (const auto& [program, time] : table.times(shape)) {
      const auto ps = static_cast<double>(time.measured.median.count);
      best = std::min(best, ps);
      if (is_kept[static_cast<std::size_t>(program.kernel)]) best_kept = std::min(best_kept, ps);
    }
    if (best_kept < std::numeric_limits<double>::infinity()) {
      ratios.push_back(best_kept / best);
    } else {
      ++regret.uncovered;
    }
  }
  regret.shapes = std::ssize(ratios);
  regret.mean = geometric_mean(ratios);
  regret.worst = quantile(ratios, 1.0);
  return regret;
}

std::vector<std::int64_t> shown_counts(std::int64_t kernels) {
  std::vector<std::int64_t> counts;
  for (std::int64_t power = 1; power < kernels; power *= 2) {
    counts.push_back(power);
    if (power >= 2 && power + power / 2 < kernels) counts.push_back(power + power / 2);
  }
  counts.push_back(kernels);
  return counts;
}

}  // namespace mikpoly::lab
