#include "core/config/diagnostics.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

std::string line_of(const YamlPlace& place, std::string_view path, std::string_view sentence) {
  return path.empty() ? fmt::format("{}: {}", place.text(), sentence)
                      : fmt::format("{}: {}: {}", place.text(), path, sentence);
}

std::string file_of(const YamlPlace& place) {
  return place.file ? *place.file : "";
}

}  // namespace

void Diagnostics::error(const YamlPlace& place, std::string_view path, std::string_view sentence) {
  errors_.push_back({place, line_of(place, path, sentence)});
}

void Diagnostics::warning(const YamlPlace& place, std::string_view path, std::string_view sentence) {
  warnings_.push_back({place, line_of(place, path, sentence)});
}

std::vector<std::string> Diagnostics::warnings() const {
  std::vector<std::string> lines;
  for (const Finding& finding : warnings_) lines.push_back(finding.line);
  return lines;
}

void Diagnostics::take(const Diagnostics& other) {
  errors_.insert(errors_.end(), other.errors_.begin(), other.errors_.end());
  warnings_.insert(warnings_.end(), other.warnings_.begin(), other.warnings_.end());
}

void Diagnostics::promote_warnings() {
  errors_.insert(errors_.end(), warnings_.begin(), warnings_.end());
  warnings_.clear();
}

void Diagnostics::throw_if_errors() const {
  constexpr std::size_t kMost = 50;
  if (errors_.empty()) return;
  // Files in the order in which they were first named; inside a file the lines ascend.
  std::map<std::string, std::size_t> rank;
  for (const Finding& finding : errors_) rank.try_emplace(file_of(finding.place), rank.size());
  std::vector<Finding> sorted = errors_;
  const auto key = [&rank](const Finding& finding) {
    return std::tuple(rank.at(file_of(finding.place)), finding.place.line, finding.place.column);
  };
  std::ranges::stable_sort(sorted, {}, key);
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i) {
    text += (i == 0 ? "" : "\n") + sorted[i].line;
  }
  if (sorted.size() > kMost) text += fmt::format("\nand {} more errors", sorted.size() - kMost);
  throw ConfigError(text);
}

}  // namespace mikpoly
