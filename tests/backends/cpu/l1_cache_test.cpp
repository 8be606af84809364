#include "backends/cpu/l1_cache.hpp"

#include "backends/cpu/kernel_functions.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::cpu {
namespace {

TEST_CASE("rows a large power of two apart are few, and the more the nearer they lie") {
  constexpr std::ptrdiff_t kFar = std::ptrdiff_t{1} << 20;  // more than any L1 holds
  CHECK(rows_in_l1(kFar) >= 1);
  CHECK(rows_in_l1(kFar) < kMaxTileRows);
  CHECK(rows_in_l1(2 * kFar) == rows_in_l1(kFar));
  CHECK(rows_in_l1(3 * kFar) == rows_in_l1(kFar));
  CHECK(rows_in_l1(kLineFloats) > rows_in_l1(kFar));
}

TEST_CASE("rows an odd number of cache lines apart, or that shift within lines, are not limited") {
  for (const std::ptrdiff_t stride : {1, 15, 16 * 63, 16 * 65, 1000, 1025}) CHECK(rows_in_l1(stride) >= kMaxTileRows);
}

}  // namespace
}  // namespace mikpoly::cpu
