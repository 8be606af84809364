#include "core/plan/stream_k.hpp"

#include <charconv>

#include <fmt/format.h>

namespace mikpoly {
namespace {

constexpr std::string_view kPrefix = "stream_k/";

}  // namespace

std::string stream_k_allocation(std::int64_t grid) {
  return fmt::format("{}{}", kPrefix, grid);
}

std::int64_t stream_k_grid(std::string_view allocation) {
  if (!allocation.starts_with(kPrefix)) return 0;
  const std::string_view text = allocation.substr(kPrefix.size());
  std::int64_t grid = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), grid);
  return status == std::errc{} && end == text.data() + text.size() && grid > 0 ? grid : 0;
}

}  // namespace mikpoly
