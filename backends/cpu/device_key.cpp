#include "backends/cpu/device_key.hpp"

#include <algorithm>
#include <unistd.h>

#include <fmt/format.h>

namespace mikpoly::cpu {
namespace {

// L1d of a core, L2 and L3 in KiB; 0 where the system does not tell.
std::string caches() {
  const auto kib = [](int name) { return std::max(sysconf(name), 0L) / 1024; };
  return fmt::format("{}K-{}K-{}K", kib(_SC_LEVEL1_DCACHE_SIZE), kib(_SC_LEVEL2_CACHE_SIZE),
                     kib(_SC_LEVEL3_CACHE_SIZE));
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GNU {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

DeviceKey device_key(std::string_view isa, const std::string& layout) {
  return {.isa = std::string(isa),
          .caches = caches(),
          .kernel_source = std::string(kKernelSource),
          .compiler = compiler(),
          .layout = layout};
}

}  // namespace mikpoly::cpu
