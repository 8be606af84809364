// Every kernel of the libraries that `mikpoly tune --backend cuda` makes, compiled for every architecture: no spills,
// and as many registers and as much shared memory as the planner assumes. Skipped, and said, where there is no NVRTC.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/cuda/kernel_archive.hpp"
#include "core/config/hardware_loader.hpp"
#include "experiments/engine/cuda_tuning.hpp"
#include "experiments/engine/library_choice.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

KernelLibrary default_library(const HardwareFile& hardware, DataType type) {
  const GemmTypes types = lab::types_on(hardware.accelerator, type);
  const LibraryKey key = lab::cuda_library_key(hardware, types, {}, "NN");
  return keep_best(hardware.accelerator, lab::cuda_candidates(hardware.accelerator, key)).library;
}

// Returns: functions looked at.
std::int64_t check_code(const KernelLibrary& library, const cuda::KernelArchive& archive) {
  std::int64_t functions = 0;
  for (const MicroKernel& kernel : library.kernels) {
    const cuda::KernelCode* const code = archive.find(kernel.id);
    REQUIRE(code != nullptr);
    const cuda::KernelDesign design = cuda::design_of(kernel);
    for (const cuda::FunctionReport& function : code->functions) {
      CAPTURE(kernel.id, function.name, archive.key.architecture);
      CHECK(function.spill_bytes == 0);
      CHECK(function.registers > 0);
      CHECK(function.registers <= cuda::register_limit(design));
      CHECK(function.shared_bytes == 0);
      ++functions;
    }
  }
  return functions;
}

}  // namespace

TEST_CASE("Default libraries compile without spills and within what the planner assumes", "[cuda]") {
  const auto nvrtc = cuda::Nvrtc::open();
  if (!nvrtc) {
    WARN("skipped: " + cuda::Nvrtc::missing());
    return;
  }
  const HardwareFile hardware = load_hardware("a100-80");
  const std::vector<int> known = nvrtc->architectures();
  std::int64_t functions = 0;
  const std::array<std::pair<DataType, std::vector<int>>, 3> libraries{
      {{DataType::f16, {80, 90, 120}}, {DataType::tf32, {80}}, {DataType::f32, {120}}}};
  for (const auto& [type, architectures] : libraries) {
    const KernelLibrary library = default_library(hardware, type);
    REQUIRE(library.kernels.size() == 40);
    for (const int architecture : architectures) {
      if (std::ranges::find(known, architecture) == known.end()) {
        WARN(fmt::format("skipped: {} does not know sm_{}", nvrtc->name(), architecture));
        continue;
      }
      const cuda::CompileProgress unseen = [](std::int64_t, std::int64_t) {};
      functions += check_code(library, cuda::compile_library(library, *nvrtc, architecture, unseen));
    }
  }
  WARN(fmt::format("{} functions compiled and compared with the plan", functions));
}

}  // namespace mikpoly::test
