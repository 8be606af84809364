#include "backends/cpu/l1_cache.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unistd.h>

namespace mikpoly::cpu {
namespace {

constexpr std::int64_t kLineBytes = kLineFloats * std::int64_t{sizeof(float)};

struct L1Cache {
  std::int64_t ways = 8;
  std::int64_t sets = 64;
};

L1Cache told_by_system() {
  const long bytes = sysconf(_SC_LEVEL1_DCACHE_SIZE);
  const long ways = sysconf(_SC_LEVEL1_DCACHE_ASSOC);
  if (bytes <= 0 || ways <= 0 || bytes < ways * kLineBytes) return {};
  return {ways, bytes / (ways * kLineBytes)};
}

}  // namespace

std::int64_t rows_in_l1(std::ptrdiff_t stride) {
  static const L1Cache l1 = told_by_system();
  constexpr std::int64_t kOthers = 2;
  if (stride % kLineFloats != 0) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t sets = l1.sets / std::gcd(l1.sets, stride / kLineFloats);
  return std::max<std::int64_t>(sets * l1.ways - kOthers, 1);
}

}  // namespace mikpoly::cpu
