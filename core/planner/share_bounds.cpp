#include "core/planner/share_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

constexpr std::size_t kWork = 0;
constexpr std::size_t kLoads = 1;
constexpr std::size_t kFirstFunction = 2;

// Sums are kept in single precision: of a dozen terms, each rounded by 2^-24 at most.
constexpr float kRounding = 1.0F + 0x1.0p-18F;

// A share of which more than one does not fit, far above any number of PEs.
constexpr float kTooMuch = 1e9F;

constexpr Shares kInfinite{
    {3e38F, 3e38F, 3e38F, 3e38F, 3e38F, 3e38F, 3e38F, 3e38F}};  // above every sum, still a number

}  // namespace

double dual_feasible(double capacity, double share) {
  const double whole = std::floor(capacity);
  const double rest = capacity - whole;
  // Rounded down; the function does not jump.
  const double scaled = capacity * share * (1.0 - 1e-12);
  const double steps = std::floor(scaled);
  return (steps + std::max(0.0, (scaled - steps - rest) / (1.0 - rest))) / whole;
}

ShareBounds::ShareBounds(const PlanJudge& judge, std::vector<CutLeader> kernels, std::int64_t pes,
                         const GemmShape& shape, Picoseconds end)
    : kernels_(std::move(kernels)),
      task_(kernels_.size()),
      batch_(shape.batch),
      limit_(static_cast<float>(pes) * kRounding) {
  const PlanJudge::LoadShares loads = judge.least_loading(shape, end);
  row_ = static_cast<float>(loads.row);
  column_ = static_cast<float>(loads.column);
  once_.sums[kLoads] = static_cast<float>(loads.once);
  std::vector<double> shares;
  for (std::int64_t kernel = 0; kernel < kernel_count(); ++kernel) {
    const double share = judge.least_share(kernel, shape.k, end);
    Shares& task = task_[static_cast<std::size_t>(kernel)];
    task.sums[kWork] = share > 1.0 ? kTooMuch : static_cast<float>(share);
    task.sums[kLoads] = static_cast<float>(loads.task[static_cast<std::size_t>(kernel)]);
    shares.push_back(share);
  }
  choose_functions(std::move(shares), shape);
}

// Functions of the kernels that compute most of the shape per share: the candidates worth telling apart hold them.
void ShareBounds::choose_functions(std::vector<double> shares, const GemmShape& shape) {
  const auto rate = [&](std::size_t i) {
    const double rows = static_cast<double>(std::min(kernels_[i].tile_m, shape.m));
    return shares[i] / (rows * static_cast<double>(std::min(kernels_[i].tile_n, shape.n)));
  };
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return shares[i] > 1.0 || shares[i] <= 0.0; });
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(rate(a), a) < std::pair(rate(b), b); });
  for (std::size_t function = kFirstFunction; function < kShareSums; ++function) {
    const std::size_t place = function - kFirstFunction;
    const double capacity = place < order.size() ? 1.0 / shares[order[place]] : 1.0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      task_[i].sums[function] = shares[i] > 1.0 ? kTooMuch : static_cast<float>(dual_feasible(capacity, shares[i]));
    }
  }
}

Shares ShareBounds::of(std::int64_t kernel, const Rect& rect) const {
  const CutLeader& leader = kernels_[static_cast<std::size_t>(kernel)];
  const auto rows = static_cast<float>(rect.rows.size());
  const auto columns = static_cast<float>(rect.columns.size());
  const auto down = static_cast<float>(ceil_div(rect.rows.size(), leader.tile_m));
  const auto across = static_cast<float>(ceil_div(rect.columns.size(), leader.tile_n));
  const float tasks = down * across * static_cast<float>(batch_);
  Shares shares = task_[static_cast<std::size_t>(kernel)];
  for (float& sum : shares.sums) sum *= tasks;
  shares.sums[kLoads] += rows * across * row_ + columns * down * column_;
  return shares;
}

Shares ShareBounds::least_region(const Rect& rect) const {
  Shares least = kInfinite;
  for (std::int64_t kernel = 0; kernel < kernel_count(); ++kernel) least.lower_to(of(kernel, rect));
  return least;
}

Shares ShareBounds::least_cut(const PolymerizationPattern& pattern, const PatternNode& node, const Rect& rect,
                              std::int64_t leader) {
  const PatternNode& first = pattern.node(node.first);
  const PatternNode& second = pattern.node(node.second);
  Shares least = kInfinite;
  const std::int64_t from = leader == kAnyKernel ? 0 : leader;
  const std::int64_t to = leader == kAnyKernel ? kernel_count() : leader + 1;
  for (std::int64_t kernel = from; kernel < to; ++kernel) {
    const SplitPositions all = positions(kernel, node.cut, rect);
    for (const std::int64_t position : all.all()) {
      const auto [above, below] = split(rect, node.cut, position);
      least.lower_to(this->least(pattern, first, above, kernel) + this->least(pattern, second, below, kAnyKernel));
    }
  }
  return least;
}

Shares ShareBounds::least(const PolymerizationPattern& pattern, const PatternNode& node, const Rect& rect,
                          std::int64_t leader) {
  const bool region = node.cut == Cut::none;
  if (leader != kAnyKernel) return region ? of(leader, rect) : least_cut(pattern, node, rect, leader);
  const Asked asked{rect.rows.size(), rect.columns.size(), region ? nullptr : &node};
  if (const auto found = remembered_.find(asked); found != remembered_.end()) return found->second;
  const Shares least = region ? least_region(rect) : least_cut(pattern, node, rect, leader);
  remembered_.emplace(asked, least);
  return least;
}

}  // namespace mikpoly
