// The known name nearest to a misspelt one, for error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// `; did you mean "NAME"?`, or nothing when no known name is near (edit distance at most 2, or a third of the length).
/// Cost: |name| * |known| per known name.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

/// The end of a sentence about an unknown name: `; did you mean "NAME"? known: A, B` or `; known: A, B`.
std::string nearest_and_known(std::string_view name, const std::vector<std::string>& known);

}  // namespace mikpoly
