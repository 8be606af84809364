#include "experiments/engine/failures.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

namespace mikpoly::lab {
namespace {

/// The rows of one reason.
struct Failure {
  const RunRow* first = nullptr;
  std::int64_t rows = 0;
};

// A row with wrong values has its times and a reason.
bool has_failed(const RunRow& row) {
  return !row.unsupported && (!row.numbers || !row.reason.empty());
}

// In the order of their first rows.
std::vector<Failure> failures_of(const std::vector<SelectorRows>& groups) {
  std::vector<Failure> failures;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (const SelectorRows& group : groups) {
    for (const RunRow* row : group.rows) {
      if (!has_failed(*row)) continue;
      const auto [known, is_new] = positions.try_emplace(row->reason, failures.size());
      if (is_new) failures.push_back({.first = row, .rows = 0});
      ++failures[known->second].rows;
    }
  }
  return failures;
}

std::string sentence(const Failure& failure) {
  const RunRow& row = *failure.first;
  const bool is_one = failure.rows == 1;
  return fmt::format("{} {} {}, {}{} with {} on {}: {}", failure.rows, is_one ? "row" : "rows",
                     row.numbers ? "of wrong values" : "failed", is_one ? "" : "first ", row.shape, row.key.selector,
                     row.key.hardware, row.reason);
}

}  // namespace

std::vector<std::string> failure_sentences(const std::vector<SelectorRows>& groups, std::int64_t most) {
  std::vector<Failure> failures = failures_of(groups);
  std::ranges::stable_sort(failures, std::ranges::greater{}, &Failure::rows);
  std::vector<std::string> sentences;
  for (const Failure& failure : failures) {
    if (std::ssize(sentences) == most) {
      const std::int64_t others = std::ssize(failures) - most;
      sentences.push_back(
          fmt::format("and {} other {}, in results.csv under \"reason\"", others, others == 1 ? "reason" : "reasons"));
      break;
    }
    sentences.push_back(sentence(failure));
  }
  return sentences;
}

}  // namespace mikpoly::lab
