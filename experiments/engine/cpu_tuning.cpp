#include "experiments/engine/cpu_tuning.hpp"

#include <utility>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/cpu_timer.hpp"
#include "backends/cpu/device_key.hpp"
#include "core/base/error.hpp"
#include "experiments/engine/timing_journal.hpp"

namespace mikpoly::lab {
namespace {

// Tiles from one register tile high to whole matrices, for few workers and many.
const TileExtents kTiles{
    .row_panels = {1, 4, 16, 128}, .columns = {64, 256, 1024, 4096}, .depths = {256, 384, 512, 1024}};
const TileExtents kQuickTiles{.row_panels = {4, 128}, .columns = {256, 4096}, .depths = {192, 384}};

constexpr std::int64_t kSampleUs = 1500;
constexpr std::int64_t kQuickSampleUs = 600;

// What the samples of a journal hold for; the parameters of the ranking are not in it.
std::string journal_header(const LibraryKey& key, std::int64_t threads, std::int64_t sample_us) {
  const DeviceKey& device = key.device;
  return fmt::format("{} {} {} {} {} {} {} threads {} sample {} us", key.hardware_hash, key.method, device.isa,
                     device.caches, device.kernel_source, device.compiler, device.layout, threads, sample_us);
}

}  // namespace

std::string isa_of(const CpuTuningRequest& request) {
  if (request.isa.empty()) return std::string(cpu::best_isa());
  if (cpu::runs_here(request.isa)) return request.isa;
  throw BackendUnavailable(
      fmt::format("instruction set \"{}\" does not run here; the best that does is {}", request.isa, cpu::best_isa()));
}

LibraryKey cpu_library_key(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request) {
  return {.hardware = hardware.accelerator.name,
          .hardware_hash = hardware.hash,
          .method = std::string(cpu::kTuningMethod),
          .types = types,
          .parameters = request.parameters,
          .device = cpu::device_key(isa_of(request), request.layout)};
}

CpuCandidates cpu_candidates(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request,
                             const TuningProgress& progress, const std::function<void(const std::string&)>& notice) {
  if (types.a != DataType::f32) {
    throw ConfigError(fmt::format("backend cpu has no kernels for \"{}\"; it has them for f32", name_of(types.a)));
  }
  const LibraryKey key = cpu_library_key(hardware, types, request);
  check(key.parameters);  // before a journal is begun
  ThreadPool pool(request.threads);
  pool.pin();
  const std::int64_t sample_us = request.quick ? kQuickSampleUs : kSampleUs;
  const cpu::CpuTimer timer(pool, {.layout = request.layout, .sample_us = sample_us});
  const JournaledTimer journaled(timer, request.journal, journal_header(key, pool.threads(), sample_us));
  if (!journaled.damage().empty()) notice(journaled.damage());
  const auto candidates = trimmed_candidates(types, cpu::register_tiles(key.device.isa, timer),
                                             request.quick ? kQuickTiles : kTiles, request.quick);
  Accelerator machine = hardware.accelerator;
  machine.pe.count = pool.threads();
  TuningResult timed = timed_candidates(machine, key, candidates, journaled, progress);
  return {.machine = std::move(machine), .timed = std::move(timed), .resumed = journaled.resumed()};
}

}  // namespace mikpoly::lab
