// The emulated instructions against the tables of the PTX ISA, element by element, and what they refuse.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "backends/cuda/kernel/device.cuh"
#include "tests/support/catch.hpp"
#include "tests/support/simt/block.hpp"

namespace mikpoly::cuda {
namespace {

constexpr int kLanes = simt::kLanes;

Half half(float x) {
  Half value{};
  from_float(x, value);
  return value;
}

unsigned pair_of(float low, float high) {
  return half(low).bits | static_cast<unsigned>(half(high).bits) << 16U;
}

simt::Counts warp(std::size_t shared_bytes, const std::function<void()>& kernel) {
  return simt::launch({.threads = kLanes, .shared_bytes = shared_bytes}, kernel);
}

// Four 8x8 matrices, each of 128 bytes, of the numbers 64 matrix + 8 row + column.
void write_matrices() {
  if (thread_index() == 0) {
    for (unsigned short i = 0; i < 4 * 64; ++i) std::memcpy(shared_memory() + std::size_t{i} * 2, &i, sizeof i);
  }
  synchronize();
}

}  // namespace

TEST_CASE("ldmatrix gives lane l the elements 2 (l mod 4) and the next of row l / 4", "[simt]") {
  std::array<std::array<unsigned, 4>, kLanes> plain{};
  std::array<std::array<unsigned, 4>, kLanes> transposed{};
  const simt::Counts counts = warp(512, [&] {
    write_matrices();
    const int lane = thread_index();
    unsigned r[4];
    load_matrices(r, shared_memory() + lane * 16);
    std::copy_n(r, 4, plain[static_cast<std::size_t>(lane)].begin());
    load_matrices_transposed(r, shared_memory() + lane * 16);
    std::copy_n(r, 4, transposed[static_cast<std::size_t>(lane)].begin());
  });

  for (unsigned lane = 0; lane < kLanes; ++lane) {
    for (unsigned matrix = 0; matrix < 4; ++matrix) {
      const unsigned first = 64 * matrix + 8 * (lane / 4) + 2 * (lane % 4);
      CHECK(plain[lane][matrix] == (first | (first + 1) << 16U));
      const unsigned below = 64 * matrix + 16 * (lane % 4) + lane / 4;  // row 2 (l mod 4), column l / 4
      CHECK(transposed[lane][matrix] == (below | (below + 8) << 16U));
    }
  }
  CHECK(counts.matrix_loads == 2);
  CHECK(counts.conflicts == 0);
}

TEST_CASE("Rows of a matrix in the same banks are counted", "[simt]") {
  const simt::Counts counts = warp(std::size_t{32} * 128, [] {
    unsigned r[4];
    load_matrices(r, shared_memory() + thread_index() * 128);
  });
  CHECK(counts.conflicts == 4 * 7);
}

TEST_CASE("mma.m16n8k16 multiplies what its lane maps say", "[simt]") {
  // A has one 1, at (row, k); B at (k, column): the product one 1, at (row, column).
  for (const auto& [row, k, column] :
       {std::array{0, 0, 0}, std::array{3, 5, 6}, std::array{11, 4, 1}, std::array{2, 13, 7}, std::array{15, 15, 5}}) {
    std::array<std::array<float, 4>, kLanes> sums{};
    static_cast<void>(warp(16, [&, row = row, k = k, column = column] {
      const int group = thread_index() / 4;
      const int within = thread_index() % 4;
      const auto is = [](bool condition) { return condition ? 1.0F : 0.0F; };
      unsigned a[4];
      for (int i = 0; i < 4; ++i) {  // a0, a1: k 0-7 of rows 0-7 and 8-15; a2, a3: k 8-15
        const int own_row = group + (i == 1 || i == 3 ? 8 : 0);
        const int own_k = within * 2 + (i >= 2 ? 8 : 0);
        a[i] = pair_of(is(own_row == row && own_k == k), is(own_row == row && own_k + 1 == k));
      }
      unsigned b[2];
      for (int i = 0; i < 2; ++i) {
        const int own_k = within * 2 + i * 8;
        b[i] = pair_of(is(group == column && own_k == k), is(group == column && own_k + 1 == k));
      }
      float c[4] = {};
      multiply_add(c, a, b, Half{});
      std::copy_n(c, 4, sums[static_cast<std::size_t>(thread_index())].begin());
    }));

    CAPTURE(row, k, column);
    for (int lane = 0; lane < kLanes; ++lane) {
      for (int i = 0; i < 4; ++i) {
        const bool here = lane / 4 + i / 2 * 8 == row && lane % 4 * 2 + i % 2 == column;
        CHECK(sums[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)] == (here ? 1.0F : 0.0F));
      }
    }
  }
}

TEST_CASE("mma.m16n8k8 reads tf32: low bits do not count", "[simt]") {
  std::array<float, kLanes> sums{};
  static_cast<void>(warp(16, [&] {
    const float dirty = std::bit_cast<float>(std::bit_cast<unsigned>(1.0F) | 0x1FFFU);
    unsigned a[4];
    unsigned b[2];
    for (unsigned& each : a) each = std::bit_cast<unsigned>(dirty);
    for (unsigned& each : b) each = std::bit_cast<unsigned>(dirty);
    float c[4] = {};
    multiply_add_tf32(c, a, b);
    sums[static_cast<std::size_t>(thread_index())] = c[0] + c[1] + c[2] + c[3];
  }));
  for (const float sum : sums) CHECK(sum == 32.0F);
}

TEST_CASE("f16 and bf16 are rounded to the nearest, ties to even", "[simt]") {
  for (unsigned bits = 0; bits < 0x10000U; ++bits) {
    const Half value{static_cast<unsigned short>(bits)};
    const float x = to_float(value);
    if (std::isnan(x)) continue;
    if (half(x).bits != bits) FAIL("f16 " << bits);
  }
  CHECK(half(1.0F + 0x1p-11F).bits == half(1.0F).bits);
  CHECK(half(1.0F + 0x3p-11F).bits == half(1.0F + 0x1p-9F).bits);
  CHECK(half(65519.0F).bits == half(65504.0F).bits);
  CHECK(std::isinf(to_float(half(65520.0F))));
  CHECK(half(0x1p-25F).bits == 0);
  CHECK(half(0x3p-25F).bits == 2);
  CHECK(std::isnan(to_float(half(NAN))));
  Bfloat low{};
  from_float(1.0F + 0x1p-8F, low);
  CHECK(to_float(low) == 1.0F);
  from_float(1.0F + 0x3p-8F, low);
  CHECK(to_float(low) == 1.0F + 0x1p-6F);
}

TEST_CASE("A copy is late until it is waited for, and zeros follow what is valid", "[simt]") {
  alignas(16) const std::array<float, 4> source{1.0F, 2.0F, 3.0F, 4.0F};
  for (const simt::Copies copies : {simt::Copies::early, simt::Copies::late}) {
    static_cast<void>(simt::launch({.threads = 1, .shared_bytes = 32, .copies = copies}, [&] {
      const auto* const shared = reinterpret_cast<const float*>(shared_memory());
      copy_async<16>(shared_memory(), source.data(), 8);
      commit_copies();
      copy_async<16>(shared_memory() + 16, source.data(), 0);
      commit_copies();
      CHECK(std::isnan(shared[0]) == (copies == simt::Copies::late));
      wait_for_copies<1>();
      CHECK((shared[1] == 2.0F && shared[2] == 0.0F));
      CHECK(std::isnan(shared[4]) == (copies == simt::Copies::late));
      wait_for_copies<0>();
      CHECK(shared[4] == 0.0F);
    }));
  }
}

TEST_CASE("What hardware refuses or hangs at is an error", "[simt]") {
  const auto refused = [](const std::function<void()>& kernel) { CHECK_THROWS_AS(warp(64, kernel), std::logic_error); };
  unsigned r[4];
  refused([&] { load_matrices(r, shared_memory() + 8); });
  refused([&] { load_matrices(r, shared_memory() + 64); });
  refused([] { copy_async<16>(shared_memory(), reinterpret_cast<const void*>(8), 0); });
  refused([] {
    if (thread_index() < 16) synchronize_warp();
  });
  refused([&] {
    unsigned own[4];
    if (thread_index() == 0) {
      synchronize_warp();
    } else {
      load_matrices(own, shared_memory());
    }
  });
}

}  // namespace mikpoly::cuda
