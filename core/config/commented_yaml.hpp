// Example files in which keys that may be left out stand as comments.
#pragma once

#include <string>
#include <string_view>

namespace mikpoly {

/// The text with those keys: the `#` is taken from lines that begin with it and go on with no blank, or more than one.
/// Lines that begin with `# ` and a word are prose and stay.
std::string with_optional_keys(std::string_view text);

}  // namespace mikpoly
