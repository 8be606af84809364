// Whole numbers `7`, `1..4096` and `1..4096:256`: first, last and step.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mikpoly {

struct IntegerSpan {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t step = 1;

  [[nodiscard]] std::int64_t size() const { return (last - first) / step + 1; }
};

/// Returns: nothing when the text is no span of numbers >= 0 with first <= last and step >= 1.
std::optional<IntegerSpan> parse_integer_span(std::string_view text);

}  // namespace mikpoly
