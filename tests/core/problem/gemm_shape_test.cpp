#include "core/problem/gemm_shape.hpp"

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("a shape reads and prints as MxNxK, with the batch first", "[problem]") {
  CHECK(parse_gemm_shape("105x1024x12544") == GemmShape{105, 1024, 12544, 1});
  CHECK(parse_gemm_shape("5x0x7x9") == GemmShape{0, 7, 9, 5});
  CHECK(to_text(GemmShape{1, 2, 3, 4}) == "4x1x2x3");
  CHECK(to_text(GemmShape{1, 2, 3, 1}) == "1x2x3");
}

TEST_CASE("text that is no shape is refused whole", "[problem]") {
  for (const char* text : {"", "1", "1x2", "1x2x", "1x2x3x4x5", "axbxc", "1x2x3 ", "-1x2x3", "1.5x2x3", "1X2X3",
                           "99999999999999999999x1x1"}) {
    CHECK_THROWS_AS(parse_gemm_shape(text), ShapeError);
  }
  CHECK_THROWS_WITH(parse_gemm_shape("axbxc"),
                    "GEMM shape \"axbxc\" is not MxNxK (or BATCHxMxNxK) with extents in 0..1099511627776");
}

TEST_CASE("extents beyond 2^40 and products beyond 2^62 are refused", "[problem]") {
  CHECK_NOTHROW(parse_gemm_shape("1099511627776x1x1"));
  CHECK_THROWS_WITH(parse_gemm_shape("1099511627777x1x1"),
                    "GEMM shape \"1099511627777x1x1\": extent m = 1099511627777 is not in 0..1099511627776");
  CHECK_THROWS_WITH(parse_gemm_shape("1099511627776x8388608x1"),
                    "GEMM shape \"1099511627776x8388608x1\": m * n = 1099511627776 * 8388608 passes 2^62");
}

// 46341^2 = 2,147,488,281 passes 2^31; 16,777,216 * 128 = 2^31.
TEST_CASE("products past 2^31 and 2^53 stay exact", "[problem]") {
  CHECK(GemmShape{46341, 46341, 1}.macs() == 2147488281.0);
  CHECK(GemmShape{16777216, 128, 1}.macs() == 2147483648.0);
}
