// Content hashes of files and results: a fingerprint against accidents, not against an attacker.
#pragma once

#include <string>
#include <string_view>

namespace mikpoly {

/// XXH3 (64 bit) of `bytes` as 16 lower-case hexadecimal digits.
std::string content_hash(std::string_view bytes);

}  // namespace mikpoly
