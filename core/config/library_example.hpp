// What a kernel library says, by example: the schema is learnt from reading it.
#pragma once

#include <string_view>
#include <vector>

namespace mikpoly {

/// Examples that together have every key of library/v1, each explained behind it. The checksum is not theirs.
std::vector<std::string_view> library_examples();

}  // namespace mikpoly
