#include "experiments/engine/unwritable.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {

void throw_unwritable(const std::filesystem::path& file, int error_number) {
  constexpr int kResumable = 75;
  const std::string reason = std::generic_category().message(error_number);
  if (error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG) {
    throw Error(fmt::format("\"{}\" cannot be written: {}; make room and call again, a run with --resume",
                            file.string(), reason),
                kResumable);
  }
  throw OutputError(fmt::format("\"{}\" cannot be written: {}", file.string(), reason));
}

}  // namespace mikpoly::lab
