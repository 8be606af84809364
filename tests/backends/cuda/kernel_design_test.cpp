// Designs: what the planner assumes of a kernel is what the template takes, and names lead back to designs.
#include "backends/cuda/kernel_design.hpp"

#include <array>

#include "backends/cuda/kernel/gemm.cuh"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

using cuda::KernelDesign;
using cuda::OperandAccess;

template <typename Atom, typename T, typename Block, bool kA, bool kB>
std::int64_t taken() {
  return cuda::GemmKernel<Atom, T, T, Block, cuda::Access<kA, 16>, cuda::Access<kB, 16>>::kSharedBytes;
}

template <typename Atom, typename T, typename Block>
void check_shared_bytes(DataType type) {
  const KernelDesign design{.type = type,
                            .tile = {.m = Block::kM, .n = Block::kN, .k = Block::kK},
                            .warp_rows = Block::kThreads / 32 / Block::kWarpColumns,
                            .warp_columns = Block::kWarpColumns,
                            .stages = Block::kStages};
  CAPTURE(Block::kM, Block::kN, Block::kK);
  CHECK(cuda::fault_of(design).empty());
  CHECK(design.threads() == Block::kThreads);
  CHECK(cuda::shared_bytes(design, {true, false}) == taken<Atom, T, Block, true, false>());
  CHECK(cuda::shared_bytes(design, {true, true}) == taken<Atom, T, Block, true, true>());
  CHECK(cuda::shared_bytes(design, {false, false}) == taken<Atom, T, Block, false, false>());
  CHECK(cuda::shared_bytes(design, {false, true}) == taken<Atom, T, Block, false, true>());
}

MicroKernel candidate(const Accelerator& machine, const TileShape& tile, DataType type = DataType::f16) {
  const GemmTypes types{.a = type, .b = type, .acc = DataType::f32, .d = type};
  return {.id = kernel_id(type, tile),
          .tile = tile,
          .types = types,
          .resources = check_tile(machine, types, tile).resources};
}

}  // namespace

TEST_CASE("Shared memory of a design is what the template takes", "[cuda]") {
  using cuda::BlockTile;
  check_shared_bytes<cuda::TensorAtom<cuda::Half>, cuda::Half, BlockTile<128, 256, 32, 2, 4, 3>>(DataType::f16);
  check_shared_bytes<cuda::TensorAtom<cuda::Bfloat>, cuda::Bfloat, BlockTile<16, 48, 48, 1, 1, 2>>(DataType::bf16);
  check_shared_bytes<cuda::TensorAtom<cuda::Half>, cuda::Half, BlockTile<16, 240, 32, 1, 5, 2>>(DataType::f16);
  check_shared_bytes<cuda::Tf32Atom, float, BlockTile<80, 112, 16, 1, 7, 4>>(DataType::tf32);
  check_shared_bytes<cuda::PlainAtom, float, BlockTile<64, 64, 16, 2, 2, 2>>(DataType::f32);
}

TEST_CASE("A design runs a candidate as it was planned", "[cuda]") {
  const Accelerator machine = load_hardware("a100-40").accelerator;
  const auto large = cuda::design_for(machine, candidate(machine, {256, 128, 32}));
  REQUIRE(large);
  CHECK(cuda::variant_of(*large) == "w4x2s4");
  CHECK(cuda::register_limit(*large) == 255);
  const auto small = cuda::design_for(machine, candidate(machine, {64, 64, 64}));
  REQUIRE(small);
  CHECK(cuda::variant_of(*small) == "w2x2s4r2");
  // One 16x16 piece is one warp's, whatever the rule says.
  const auto least = cuda::design_for(machine, candidate(machine, {16, 16, 32}));
  REQUIRE(least);
  CHECK(least->threads() == 32);
  // 256 x 128 x 64 in four stages would be 192 KiB.
  const auto deep = cuda::design_for(machine, candidate(machine, {256, 128, 64}));
  REQUIRE(deep);
  CHECK(deep->stages == 3);
  CHECK_FALSE(cuda::design_for(machine, candidate(machine, {64, 64, 16})));    // half a sector a line
  CHECK_FALSE(cuda::design_for(machine, candidate(machine, {208, 208, 32})));  // 169 sums of a thread
  CHECK_FALSE(cuda::design_for(machine, candidate(machine, {144, 112, 32})));  // seven warps, twice: 146 registers
  CHECK_FALSE(cuda::design_for(machine, candidate(machine, {64, 64, 64}, DataType::i8)));
}

TEST_CASE("A variant leads back to its design", "[cuda]") {
  const Accelerator machine = load_hardware("a100-40").accelerator;
  for (const TileShape& tile : {TileShape{256, 128, 32}, TileShape{64, 64, 64}, TileShape{48, 80, 32}}) {
    MicroKernel kernel = candidate(machine, tile);
    const auto design = cuda::design_for(machine, kernel);
    REQUIRE(design);
    kernel.variant = cuda::variant_of(*design);
    CHECK(cuda::design_of(kernel) == *design);
  }
  for (const char* wrong : {"", "w2", "w2x2", "w2x2s3r", "w2x2s3r0", "w2x2s3x", "w0x2s3", "w2x2s1", "w2x2s99",
                            "w99999999999999999999x1s2", "w3x1s2", "avx512-14x32"}) {
    MicroKernel kernel = candidate(machine, {64, 64, 32});
    kernel.variant = wrong;
    CAPTURE(wrong);
    CHECK_THROWS_AS(cuda::design_of(kernel), ConfigError);
  }
}

TEST_CASE("What the template cannot be is said", "[cuda]") {
  const auto fault = [](KernelDesign design) { return cuda::fault_of(design); };
  CHECK_THAT(fault({.type = DataType::i8, .tile = {64, 64, 64}}), Contains("has no i8"));
  CHECK_THAT(fault({.tile = {64, 64, 24}}), Contains("uK 24"));
  CHECK_THAT(fault({.tile = {48, 64, 32}, .warp_rows = 2}), Contains("48x64"));
  CHECK_THAT(fault({.tile = {128, 128, 32}}), Contains("648 registers"));
  CHECK_THAT(fault({.tile = {64, 64, 32}, .stages = 1}), Contains("1 stages"));
}

}  // namespace mikpoly::test
