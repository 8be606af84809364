// The configuration files that are compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace mikpoly {

struct ShippedText {
  std::string_view name;  ///< of the file, e.g. "cpu-avx512.yaml"
  std::string_view text;
};

std::span<const ShippedText> shipped_texts();

}  // namespace mikpoly
