// Lines of text that notice when a bit of them changes: the content hash of what stands before it stands at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::lab {

/// What stands around the hash, so that the line stays of its file's format.
struct CheckForm {
  std::string_view before;
  std::string_view behind;
};
inline constexpr CheckForm kWordCheck{" ", ""};                 ///< one more word
inline constexpr CheckForm kCsvCheck{",", ""};                  ///< one more field
inline constexpr CheckForm kJsonCheck{",\"check\":\"", "\"}"};  ///< the last member of an object not yet closed

/// The line with its check, without a line feed.
std::string with_check(std::string_view line, const CheckForm& form);

/// The line without its check; nothing when it is damaged.
std::optional<std::string_view> without_check(std::string_view line, const CheckForm& form);

/// `FILE: damaged or cut short: lines 3, 7`; at most ten lines are named.
std::string damaged_lines_text(std::string_view file, const std::vector<std::int64_t>& lines);

}  // namespace mikpoly::lab
