#include "experiments/engine/checked_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/hash.hpp"

namespace mikpoly::lab {
namespace {

std::string check_of(std::string_view line, const CheckForm& form) {
  return fmt::format("{}{}{}", form.before, content_hash(line), form.behind);
}

}  // namespace

std::string with_check(std::string_view line, const CheckForm& form) {
  return std::string(line) + check_of(line, form);
}

std::optional<std::string_view> without_check(std::string_view line, const CheckForm& form) {
  const std::size_t size = check_of("", form).size();  // of every line's
  if (line.size() < size) return std::nullopt;
  const std::string_view checked = line.substr(0, line.size() - size);
  if (line.substr(checked.size()) != check_of(checked, form)) return std::nullopt;
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
