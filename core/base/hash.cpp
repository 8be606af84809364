#include "core/base/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace mikpoly {

std::string content_hash(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

}  // namespace mikpoly
