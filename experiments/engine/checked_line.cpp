#include "experiments/engine/checked_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/hash.hpp"

namespace mikpoly::lab {

std::string with_check(std::string_view line, char separator) {
  return fmt::format("{}{}{}", line, separator, content_hash(line));
}

std::optional<std::string_view> without_check(std::string_view line, char separator) {
  const std::size_t end = line.rfind(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view checked = line.substr(0, end);
  if (line.substr(end + 1) != content_hash(checked)) return std::nullopt;
  return checked;
}

std::string damaged_lines_text(std::string_view file, const std::vector<std::int64_t>& lines) {
  constexpr std::int64_t kNamed = 10;
  const std::int64_t named = std::min(kNamed, std::ssize(lines));
  const std::int64_t more = std::ssize(lines) - named;
  return fmt::format("{}: damaged or cut short: line{} {}{}", file, lines.size() == 1 ? "" : "s",
                     fmt::join(lines.begin(), lines.begin() + named, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace mikpoly::lab
