#include "core/workload/weight_range.hpp"

#include <fmt/format.h>

namespace mikpoly {

std::string max_weight_text() {
  std::string text = fmt::format("{:g}", kMaxWeight);
  std::erase(text, '+');
  return text;
}

std::string weight_range_text() {
  return fmt::format("a weight in 0..{}", max_weight_text());
}

}  // namespace mikpoly
