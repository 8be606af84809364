#include "backends/cpu/l1_cache.hpp"

#include "backends/cpu/kernel_functions.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::cpu {
namespace {

TEST_CASE("rows a page apart are few, and twice as many half a page apart") {
  constexpr std::ptrdiff_t kPage = 1024;
  const std::int64_t of_page = rows_in_l1(kPage);
  CHECK(of_page >= 1);
  CHECK(rows_in_l1(16 * kPage) == of_page);
  CHECK(rows_in_l1(kPage / 2) > of_page);
}

TEST_CASE("rows an odd number of cache lines apart, or that shift within lines, are not limited") {
  for (const std::ptrdiff_t stride : {1, 15, 16 * 63, 16 * 65, 1000, 1025}) CHECK(rows_in_l1(stride) >= kMaxTileRows);
}

}  // namespace
}  // namespace mikpoly::cpu
