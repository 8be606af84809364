// The configuration files that are compiled into the program.
#pragma once

#include <span>

#include "core/base/embedded_text.hpp"

namespace mikpoly {

std::span<const EmbeddedText> shipped_texts();

}  // namespace mikpoly
