#include "experiments/engine/cuda_tuning.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/cuda/cuda_timer.hpp"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/base/error.hpp"
#include "core/tuning/generator.hpp"
#include "experiments/engine/timing_journal.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kMethod = "s1.1+cuda.1+sim.1";
constexpr std::string_view kDeviceMethod = "s1.1+cuda.1+device.1";

// k steps that a device is timed at: beyond them a curve goes on as it was.
constexpr std::array<std::int64_t, 14> kDeviceSteps{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};

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

// What the samples of a journal hold for.
std::string journal_header(const LibraryKey& key, const cuda::DeviceFacts& device) {
  return fmt::format("{} {} {} {} {} {} {} {}", key.hardware_hash, key.method, device.name, key.device.isa,
                     key.device.kernel_source, key.device.compiler, key.device.layout, name_of(key.types.a));
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

std::string cuda_timing_missing(const Accelerator& accelerator) {
  if (std::string missing = cuda::Driver::missing(); !missing.empty()) return missing;
  if (std::string missing = cuda::Nvrtc::missing(); !missing.empty()) return missing;
  const cuda::DeviceFacts device = cuda::Driver::open().device();
  if (cuda::describes(accelerator, device)) return "";
  return fmt::format("{} is no {}", device.name, accelerator.name);
}

TuningResult cuda_timed(const Accelerator& accelerator, TuningResult candidates, const CudaTimingRequest& request) {
  if (const std::string missing = cuda_timing_missing(accelerator); !missing.empty()) throw BackendUnavailable(missing);
  const cuda::Device device;
  KernelLibrary& library = candidates.library;
  library.key.method = kDeviceMethod;
  const cuda::Nvrtc nvrtc = *cuda::Nvrtc::open();
  const cuda::KernelArchive archive =
      cuda::compile_library(library, nvrtc, device.facts().architecture, request.compiled);
  const cuda::DeviceLibrary code(device, library, archive);
  const cuda::CudaTimer timer(device, accelerator, library, code);
  const JournaledTimer journaled(timer, request.journal, journal_header(library.key, device.facts()));
  std::vector<std::int64_t> steps;
  std::ranges::copy_if(kDeviceSteps, std::back_inserter(steps),
                       [&](std::int64_t t) { return t <= library.key.parameters.n_pred; });
  candidates.report.timed = std::ssize(library.kernels);
  candidates.report.max_fit_error = time_kernels(library.kernels, steps, journaled, request.timed);
  return candidates;
}

}  // namespace mikpoly::lab
