#include "experiments/accuracy/split.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

/// Rows of these (n, k).
std::vector<TimedRow> rows_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& nk) {
  std::vector<TimedRow> rows;
  for (const auto& [n, k] : nk) rows.push_back({.place = "", .shape = {std::ssize(rows) + 1, n, k}, .time_us = 1.0});
  return rows;
}

}  // namespace

// hashlib.sha256(b"64x64").digest()[-1] is 0x87; 64x256: 0x70; 256x64: 0x21; 512x64: 0xcc.
TEST_CASE("A row's half is the parity of the hash of its n and k", "[accuracy]") {
  CHECK(halves_of(rows_of({{64, 64}, {64, 256}, {256, 64}, {512, 64}})) == std::vector<int>{1, 0, 1, 0});
}

TEST_CASE("All m, batches and kinds of one n and k are in the same half", "[accuracy]") {
  std::vector<TimedRow> rows = rows_of({{64, 64}, {64, 64}, {64, 64}, {512, 64}, {512, 64}});
  rows[1].shape.m = 4096;
  rows[2].shape.batch = 7;
  rows[2].kind = "other";
  CHECK(halves_of(rows) == std::vector<int>{1, 1, 1, 0, 0});
}

// Last bytes 0x87, 0x1d, 0x6d, 0xf3: all odd; the bit before the last is 1, 0, 0, 1.
TEST_CASE("A table of one parity is halved by the next bit", "[accuracy]") {
  CHECK(halves_of(rows_of({{64, 64}, {64, 128}, {128, 64}, {128, 128}})) == std::vector<int>{1, 0, 0, 1});
}

// One odd row of four, 64x128 (0x1d) beside 0x72, 0xb6 and 0xcc, is a quarter. 64x64, 256x64 and 256x128 are odd (0x87,
// 0x21, 0xe9), 512x64 (0xcc) is even: one row of four is a quarter. With a fourth odd row, 128x64 (0x6d), one of five
// is not; of the bits before the last, 1, 0, 0, 0, 0, neither; of the next, 1, 0, 0, 1, 1, both are.
TEST_CASE("A half has at least a quarter of the rows", "[accuracy]") {
  CHECK(halves_of(rows_of({{64, 512}, {512, 128}, {512, 64}, {64, 128}})) == std::vector<int>{0, 0, 0, 1});
  CHECK(halves_of(rows_of({{64, 64}, {256, 64}, {256, 128}, {512, 64}})) == std::vector<int>{1, 1, 1, 0});
  CHECK(halves_of(rows_of({{64, 64}, {256, 64}, {256, 128}, {512, 64}, {128, 64}})) == std::vector<int>{1, 0, 0, 1, 1});
}

TEST_CASE("Texts are halved by their own hashes", "[accuracy]") {
  CHECK(halves_of(std::vector<std::string>{"64x64", "64x256", "256x64", "512x64"}) == std::vector<int>{1, 0, 1, 0});
}

TEST_CASE("A single n and k cannot be halved", "[accuracy]") {
  CHECK(halves_of(rows_of({{64, 64}, {64, 64}, {64, 64}})) == std::vector<int>{0, 0, 0});
  CHECK(halves_of(std::vector<TimedRow>{}).empty());
}

}  // namespace mikpoly::lab
