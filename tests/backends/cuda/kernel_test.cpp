// The kernel under the emulator: every edge, layout, alignment and epilogue, exact on small integers.
#include <algorithm>
#include <array>
#include <vector>

#include "tests/backends/cuda/emulated_gemm.hpp"

namespace mikpoly::test {
namespace {

using cuda::Bfloat;
using cuda::BlockTile;
using cuda::Half;
using HalfAtom = cuda::TensorAtom<Half>;
using Small = BlockTile<32, 32, 16, 2, 1, 3>;

template <typename Gemm>
void check(const EmulatedCase& problem) {
  Gemm gemm(problem);
  const simt::Counts counts = gemm.run(whole_grid<typename Gemm::Tile>(problem));
  CAPTURE(problem.m, problem.n, problem.k, problem.batches, problem.gap, problem.parts);
  CHECK(gemm.largest_error() == 0.0);
  CHECK(counts.conflicts == 0);
}

template <typename Block, int kCopy = 16, typename T = Half, typename Atom = cuda::TensorAtom<T>>
void check_layouts(const EmulatedCase& problem) {
  check<EmulatedGemm<Atom, T, Block, true, true, kCopy>>(problem);
  check<EmulatedGemm<Atom, T, Block, true, false, kCopy>>(problem);
  check<EmulatedGemm<Atom, T, Block, false, true, kCopy>>(problem);
  check<EmulatedGemm<Atom, T, Block, false, false, kCopy>>(problem);
}

// Sums that f16 holds exactly: |values| of at most 3, so up to 9 k.
constexpr std::int64_t kExactK = 100;

}  // namespace

TEST_CASE("Every edge of tile and k is exact, in every layout, for early and late copies", "[cuda]") {
  for (const simt::Copies copies : {simt::Copies::early, simt::Copies::late}) {
    // Leading dimensions are multiples of 8 elements, as 16-byte copies need.
    for (const auto& [m, n, k] :
         {std::array<std::int64_t, 3>{32, 32, 16}, {8, 8, 8}, {40, 72, 24}, {64, 32, kExactK - 4}}) {
      check_layouts<Small>({.m = m, .n = n, .k = k, .copies = copies});
    }
  }
  check_layouts<Small>({.m = 8, .n = 8, .k = 0});
}

TEST_CASE("Lines at any address: copies of 16, 8 and 4 bytes, and loads of one element", "[cuda]") {
  check_layouts<Small, 8>({.m = 36, .n = 44, .k = 20});
  check_layouts<Small, 4>({.m = 34, .n = 46, .k = 18});
  for (const std::int64_t k : {1, 2, 3, 15, 17, 33, 35, 84})
    check_layouts<Small, 2>({.m = 33, .n = 31, .k = k, .gap = k % 3});
  check_layouts<Small, 2>({.m = 1, .n = 1, .k = 1});
}

TEST_CASE("Memory between the lines is left alone", "[cuda]") {
  check_layouts<Small>({.m = 40, .n = 24, .k = 32, .gap = 8});
  check_layouts<Small, 2>({.m = 33, .n = 35, .k = 34, .gap = 5});
}

TEST_CASE("Blocks of other tiles, warps and stages compute the same", "[cuda]") {
  const EmulatedCase problem{.m = 104, .n = 72, .k = 88};
  check_layouts<BlockTile<16, 16, 16, 1, 1, 2>>(problem);
  check_layouts<BlockTile<48, 80, 32, 1, 1, 3>>(problem);  // lines of six and ten chunks: padded, not swizzled
  check_layouts<BlockTile<64, 32, 64, 1, 2, 4>>(problem);
  check_layouts<BlockTile<64, 64, 48, 2, 2, 5>>(problem);
}

TEST_CASE("bf16, tf32 and f32 are exact on small integers", "[cuda]") {
  const EmulatedCase problem{.m = 36, .n = 40, .k = 28};
  check_layouts<Small, 8, Bfloat>({.m = 36, .n = 40, .k = 4});
  check_layouts<Small, 16, float, cuda::Tf32Atom>(problem);
  check_layouts<Small, 16, float, cuda::PlainAtom>(problem);
  check_layouts<Small, 4, float, cuda::PlainAtom>({.m = 33, .n = 37, .k = 35, .gap = 1});
}

TEST_CASE("Batch elements are computed beside each other", "[cuda]") {
  check_layouts<Small>({.m = 40, .n = 40, .k = 24, .batches = 3, .gap = 8});
  check_layouts<Small, 2>({.m = 5, .n = 7, .k = 3, .batches = 11});
}

TEST_CASE("k in parts is added up in order, parts without work included", "[cuda]") {
  using Gemm = EmulatedGemm<HalfAtom, Half, Small, true, false, 16>;
  for (const std::int64_t parts : {2, 5, 9}) {
    check<Gemm>({.m = 24, .n = 40, .k = 88, .batches = 2, .parts = parts});
  }
}

TEST_CASE("alpha, beta, bias and residual are exact, activations near", "[cuda]") {
  using Gemm = EmulatedGemm<HalfAtom, Half, Small, true, false, 16>;
  EmulatedCase problem{.m = 40, .n = 24, .k = 8};
  problem.finish.alpha = -2.0F;
  problem.finish.beta = 3.0F;
  problem.residual = true;
  for (const std::int64_t parts : {1, 2}) {
    problem.parts = parts;
    for (const cuda::BiasOf bias : {cuda::BiasOf::none, cuda::BiasOf::rows, cuda::BiasOf::columns}) {
      problem.finish.bias_of = bias;
      check<Gemm>(problem);
    }
  }
  problem.finish.nonlinearity = cuda::Nonlinearity::relu;
  check<Gemm>(problem);
  for (const cuda::Nonlinearity each :
       {cuda::Nonlinearity::gelu_erf, cuda::Nonlinearity::gelu_tanh, cuda::Nonlinearity::silu}) {
    using Plain = EmulatedGemm<cuda::PlainAtom, float, Small, true, false, 16>;
    problem.finish.nonlinearity = each;
    Plain gemm(problem);
    static_cast<void>(gemm.run(whole_grid<Small>(problem)));
    CHECK(gemm.largest_error() < 1e-4);
  }
}

TEST_CASE("Regions of one launch each compute their rectangle", "[cuda]") {
  using Gemm = EmulatedGemm<HalfAtom, Half, Small, true, false, 16>;
  const EmulatedCase problem{.m = 88, .n = 72, .k = 24, .batches = 2, .parts = 2};
  const std::int64_t shares = problem.batches * problem.parts;
  Gemm gemm(problem);
  cuda::Grid grid{.band = 1, .regions = 3, .region = {}};
  grid.region[0] = {.rows = 40, .columns = 72, .tile_rows = 2, .tile_columns = 3};
  grid.region[1] = {.row = 40, .rows = 48, .columns = 32, .first_block = 6 * shares, .tile_rows = 2, .tile_columns = 1};
  grid.region[2] = {
      .row = 40, .column = 32, .rows = 48, .columns = 40, .first_block = 8 * shares, .tile_rows = 2, .tile_columns = 2};

  static_cast<void>(gemm.run(grid));

  CHECK(gemm.largest_error() == 0.0);
}

TEST_CASE("Tiles of a region are each placed once, whatever the band", "[cuda]") {
  for (const std::int64_t band : {1, 2, 3, 8}) {
    const cuda::LaunchRegion region{.tile_rows = 7, .tile_columns = 5};
    std::vector<int> seen(35);
    for (long long number = 0; number < 35; ++number) {
      long long row = -1;
      long long column = -1;
      cuda::place_tile(region, band, number, row, column);
      REQUIRE((row >= 0 && row < 7 && column >= 0 && column < 5));
      ++seen[static_cast<std::size_t>(row * 5 + column)];
    }
    CHECK(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  }
}

TEST_CASE("Tasks beyond 2^31 blocks, rows and elements are where they should be", "[cuda]") {
  cuda::Grid grid{.band = 8, .regions = 1, .region = {}};
  constexpr long long kRows = 1LL << 36;
  grid.region[0] = {.rows = kRows, .columns = 64, .tile_rows = kRows / 32, .tile_columns = 2};

  const cuda::Task last = cuda::task_of(grid, 1, kRows / 32 * 2 * 65536 - 1, 32, 32);

  CHECK(last.batch == 65535);
  CHECK(last.row == kRows - 32);
  CHECK(last.column == 32);
  CHECK(cuda::offset_of({.line = 64, .batch = kRows}, {.batch = 2, .row = kRows - 1, .column = 5}) ==
        2 * kRows + 64 * (kRows - 1) + 5);
}

}  // namespace mikpoly::test
