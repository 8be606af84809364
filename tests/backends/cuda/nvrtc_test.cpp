// The kernel's source compiled by NVRTC for every architecture it knows; skipped, and said, where there is no NVRTC.
#include "backends/cuda/nvrtc.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backends/cuda/compiler_report.hpp"
#include "backends/cuda/kernel_design.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

using cuda::KernelDesign;
using cuda::OperandAccess;

const std::array kDesigns{
    KernelDesign{.type = DataType::f16, .tile = {256, 128, 32}, .warp_rows = 4, .warp_columns = 2, .stages = 3},
    KernelDesign{
        .type = DataType::bf16, .tile = {64, 64, 64}, .warp_rows = 2, .warp_columns = 2, .stages = 4, .residents = 2},
    KernelDesign{.type = DataType::tf32, .tile = {128, 64, 16}, .warp_rows = 2, .warp_columns = 2, .stages = 3},
    KernelDesign{.type = DataType::f32, .tile = {64, 64, 16}, .warp_rows = 2, .warp_columns = 2, .stages = 2}};

}  // namespace

TEST_CASE("Every type and access compiles as planned for every architecture", "[cuda]") {
  const auto nvrtc = cuda::Nvrtc::open();
  if (!nvrtc) {
    WARN("skipped: " + cuda::Nvrtc::missing());
    return;
  }
  const std::array accesses{OperandAccess{true, false, 16}, OperandAccess{false, true, 4}};
  for (const int architecture : nvrtc->architectures()) {
    if (architecture != 80 && architecture != 90 && architecture != 120) continue;
    for (const KernelDesign& design : kDesigns) {
      CAPTURE(architecture, design.tile.m, design.tile.n);
      const cuda::Compiled compiled = nvrtc->compile(cuda::translation_unit(design, accesses), architecture);
      CHECK(compiled.cubin.starts_with("\177ELF"));
      const auto functions = cuda::read_report(compiled.log);
      REQUIRE(functions.size() == accesses.size());
      for (const cuda::FunctionReport& function : functions) {
        CAPTURE(function.name, function.registers);
        CHECK(function.spill_bytes == 0);
        CHECK(function.registers <= cuda::register_limit(design));
        CHECK(function.shared_bytes == 0);
      }
    }
  }
}

TEST_CASE("The source's hash is the same each time", "[cuda]") {
  CHECK(cuda::kernel_source_hash() == cuda::kernel_source_hash());
  CHECK(cuda::kernel_source_hash().size() == 16);
}

}  // namespace mikpoly::test
