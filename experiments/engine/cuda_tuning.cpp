#include "experiments/engine/cuda_tuning.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/base/error.hpp"
#include "core/tuning/generator.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kMethod = "s1.1+cuda.1+sim.1";

// Leaves the candidates that the template can be, as it would run them.
void design_all(const Accelerator& accelerator, Candidates& candidates) {
  std::vector<MicroKernel> designed;
  for (MicroKernel& kernel : candidates.kernels) {
    const std::optional<cuda::KernelDesign> design = cuda::design_for(accelerator, kernel);
    if (!design) {
      ++candidates.refused["template"];
      continue;
    }
    kernel.variant = cuda::variant_of(*design);
    kernel.id = kernel_id(kernel.types.a, kernel.tile, kernel.variant);
    kernel.resources.load_buffers = design->stages;
    designed.push_back(std::move(kernel));
  }
  candidates.kernels = std::move(designed);
}

}  // namespace

LibraryKey cuda_library_key(const HardwareFile& hardware, const GemmTypes& types, const TuningParameters& parameters,
                            const std::string& layout) {
  const auto nvrtc = cuda::Nvrtc::open();
  return {.hardware = hardware.accelerator.name,
          .hardware_hash = hardware.hash,
          .method = std::string(kMethod),
          .types = types,
          .parameters = parameters,
          .device = {.isa = fmt::format("sm_{}", cuda::architecture_of(hardware)),
                     .kernel_source = cuda::kernel_source_hash(),
                     .compiler = nvrtc ? nvrtc->name() : "",
                     .layout = layout}};
}

TuningResult cuda_candidates(const Accelerator& accelerator, const LibraryKey& key) {
  check(key.parameters);
  Candidates candidates = generate_candidates(accelerator, key.types, key.parameters.n_gen);
  design_all(accelerator, candidates);
  if (candidates.kernels.empty()) {
    throw ConfigError(fmt::format("backend cuda has no kernel for {} on {}; it has f16, bf16, tf32 and f32",
                                  name_of(key.types.a), accelerator.name));
  }
  KernelLibrary untimed;
  untimed.key = key;
  const sim::Simulator timer(accelerator, untimed);
  TuningResult timed = timed_candidates(key, std::move(candidates), timer);
  timed.library.key.parameters.n_mik = kMostCudaCandidates;
  TuningResult pruned = keep_best(accelerator, std::move(timed));
  pruned.library.key = key;
  return pruned;
}

}  // namespace mikpoly::lab
