// A file that was compiled into the program, by mikpoly_embed() of cmake/embed.cmake.
#pragma once

#include <string_view>

namespace mikpoly {

struct EmbeddedText {
  std::string_view name;  ///< of the file without its folder, e.g. "cpu-avx512.yaml"
  std::string_view text;
};

}  // namespace mikpoly
