#include "core/config/integer_span.hpp"

#include <charconv>

namespace mikpoly {
namespace {

bool parse_whole(std::string_view text, std::int64_t& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc{} && end == text.data() + text.size() && number >= 0;
}

}  // namespace

std::optional<IntegerSpan> parse_integer_span(std::string_view text) {
  IntegerSpan span;
  const std::size_t dots = text.find("..");
  const bool is_range = dots != std::string_view::npos;
  const std::size_t colon = is_range ? text.find(':', dots) : std::string_view::npos;
  const bool has_step = colon != std::string_view::npos;
  if (!parse_whole(text.substr(0, dots), span.first)) return std::nullopt;
  span.last = span.first;
  if (is_range && !parse_whole(text.substr(dots + 2, has_step ? colon - dots - 2 : colon), span.last)) {
    return std::nullopt;
  }
  if (has_step && !parse_whole(text.substr(colon + 1), span.step)) return std::nullopt;
  if (span.last < span.first || span.step < 1) return std::nullopt;
  return span;
}

}  // namespace mikpoly
