#include "core/base/nearest_name.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

namespace mikpoly {
namespace {

// Levenshtein distance by the two-row dynamic programme.
std::int64_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::int64_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::int64_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i) + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::int64_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

std::int64_t common_prefix(std::string_view a, std::string_view b) {
  return std::ranges::mismatch(a, b).in1 - a.begin();
}

}  // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestName = 64;  // hostile input must not buy quadratic work
  if (name.size() > kLongestName) return "";
  std::int64_t least = std::max<std::int64_t>(2, static_cast<std::int64_t>(name.size()) / 3) + 1;
  std::string_view nearest;
  for (const std::string& candidate : known) {
    const std::int64_t distance = edit_distance(name, candidate);
    const bool ties = distance == least && !nearest.empty();  // of equals the one that begins alike for longest
    if (distance < least || (ties && common_prefix(name, candidate) > common_prefix(name, nearest))) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

std::string nearest_and_known(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = did_you_mean(name, known);
  return fmt::format("{} known: {}", nearest.empty() ? ";" : nearest, fmt::join(known, ", "));
}

}  // namespace mikpoly
