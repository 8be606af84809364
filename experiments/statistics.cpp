#include "experiments/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

using Pair = std::pair<double, double>;

std::int64_t pairs_among(std::int64_t count) {
  return count * (count - 1) / 2;
}

// Pairs of neighbours in a sorted sequence that `same` holds equal.
template <typename Sequence, typename Same>
std::int64_t tied_pairs(const Sequence& sorted, Same same) {
  std::int64_t tied = 0;
  for (auto first = sorted.begin(); first != sorted.end();) {
    auto last = first;
    while (last != sorted.end() && same(*first, *last)) ++last;
    tied += pairs_among(last - first);
    first = last;
  }
  return tied;
}

// Exchanges a merge sort needs: the discordant pairs. Sorts [begin, end) of `values`.
std::int64_t exchanges(std::vector<double>& values, std::vector<double>& scratch, std::int64_t begin,
                       std::int64_t end) {
  if (end - begin < 2) return 0;
  const std::int64_t middle = begin + (end - begin) / 2;
  std::int64_t count = exchanges(values, scratch, begin, middle) + exchanges(values, scratch, middle, end);
  std::int64_t left = begin;
  std::int64_t right = middle;
  for (std::int64_t out = begin; out < end; ++out) {
    if (left < middle && (right == end || values[left] <= values[right])) {
      scratch[out] = values[left++];
    } else {
      count += middle - left;
      scratch[out] = values[right++];
    }
  }
  std::copy(scratch.begin() + begin, scratch.begin() + end, values.begin() + begin);
  return count;
}

}  // namespace

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return kNothing;
  double sum = 0.0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double mean(std::span<const double> values) {
  if (values.empty()) return kNothing;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::span<const double> values, double q) {
  if (values.empty()) return kNothing;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double kendall_tau(std::span<const double> x, std::span<const double> y) {
  ensure(x.size() == y.size(), "kendall_tau needs as many x as y");
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < x.size(); ++i) pairs.emplace_back(x[i], y[i]);
  std::sort(pairs.begin(), pairs.end());
  const auto count = static_cast<std::int64_t>(pairs.size());
  const std::int64_t tied_x = tied_pairs(pairs, [](const Pair& a, const Pair& b) { return a.first == b.first; });
  const std::int64_t tied_both = tied_pairs(pairs, [](const Pair& a, const Pair& b) { return a == b; });

  std::vector<double> second;
  for (const Pair& pair : pairs) second.push_back(pair.second);
  std::vector<double> scratch(second.size());
  const std::int64_t discordant = exchanges(second, scratch, 0, count);
  const std::int64_t tied_y = tied_pairs(second, [](double a, double b) { return a == b; });

  const std::int64_t all = pairs_among(count);
  const double untied = std::sqrt(static_cast<double>(all - tied_x)) * std::sqrt(static_cast<double>(all - tied_y));
  if (untied == 0.0) return kNothing;
  return static_cast<double>(all - tied_x - tied_y + tied_both - 2 * discordant) / untied;
}

}  // namespace mikpoly::lab
