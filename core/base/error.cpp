#include "core/base/error.hpp"

#include <fmt/format.h>

namespace mikpoly {

void fail_internal(std::string_view sentence, const char* file, int line) {
  throw InternalFault(fmt::format("internal fault at {}:{}: {}", file, line, sentence));
}

}  // namespace mikpoly
