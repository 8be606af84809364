// Text as it may stand in HTML and SVG that an XML parser reads too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mikpoly::lab {

/// The text with `<`, `>`, `&`, quotes and carriage returns written as entities; what XML cannot hold (other control
/// characters, U+FFFE, U+FFFF, bytes that are no UTF-8) as U+FFFD.
std::string escaped(std::string_view text);

/// At most `most` characters, the last an ellipsis where something was cut off.
std::string shortened(std::string_view text, std::int64_t most);

}  // namespace mikpoly::lab
