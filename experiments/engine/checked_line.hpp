// Lines of text that notice when a bit of them changes: the content hash stands behind a separator at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::lab {

/// The line with its check, without a line feed.
std::string with_check(std::string_view line, char separator);

/// The line without its check; nothing when it is damaged.
std::optional<std::string_view> without_check(std::string_view line, char separator);

/// `FILE: damaged or cut short: lines 3, 7`; at most ten lines are named.
std::string damaged_lines_text(std::string_view file, const std::vector<std::int64_t>& lines);

}  // namespace mikpoly::lab
