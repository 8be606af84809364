#include "core/kernel/micro_kernel.hpp"

#include <fmt/format.h>

#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

std::string kernel_id(DataType input, const TileShape& tile, std::string_view variant) {
  return fmt::format("{}_{}x{}x{}{}{}", name_of(input), tile.m, tile.n, tile.k, variant.empty() ? "" : "_", variant);
}

std::int64_t KernelLibrary::find(std::string_view id) const {
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].id == id) return static_cast<std::int64_t>(i);
  }
  return -1;
}

bool KernelLibrary::trimmed() const {
  for (const MicroKernel& kernel : kernels) {
    if (kernel.edge == EdgeRule::trimmed) return true;
  }
  return false;
}

}  // namespace mikpoly
