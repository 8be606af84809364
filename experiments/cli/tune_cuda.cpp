#include "experiments/cli/tune_cuda.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

#include "backends/cuda/kernel_archive.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/config/library_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/tune_journal.hpp"
#include "experiments/engine/cuda_tuning.hpp"

namespace mikpoly::cli {
namespace {

void show_compiled(std::int64_t done, std::int64_t all) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\rcompiled {} of {} kernels{}", done, all, done == all ? "\n" : "");
}

nlohmann::ordered_json summary_of(const cuda::KernelArchive& archive, const std::string& path) {
  std::int64_t functions = 0;
  std::int64_t most_registers = 0;
  std::vector<std::string> spilling;
  for (const cuda::KernelCode& code : archive.kernels) {
    for (const cuda::FunctionReport& function : code.functions) {
      ++functions;
      most_registers = std::max(most_registers, function.registers);
      if (function.spill_bytes > 0) spilling.push_back(fmt::format("{} {}", code.kernel, function.name));
    }
  }
  return {{"written", path},
          {"architecture", fmt::format("sm_{}", archive.key.architecture)},
          {"compiler", archive.key.compiler},
          {"functions", functions},
          {"most_registers", most_registers},
          {"spilling", spilling}};
}

}  // namespace

CudaCandidates cuda_candidates_here(const HardwareFile& hardware, const LibraryKey& key, const std::string& path) {
  const Accelerator& machine = hardware.accelerator;
  CudaCandidates candidates{.tuning = lab::cuda_candidates(machine, key)};
  if (const std::string missing = lab::cuda_timing_missing(machine); !missing.empty()) {
    notify(fmt::format("times are simulated: {}", missing));
    candidates.simulated = true;
    return candidates;
  }
  remember_stop_signals();
  const std::string journal = journal_of(path);
  const auto timed = [&](std::int64_t done, std::int64_t all) { show_timed(done, all, journal); };
  candidates.tuning = lab::cuda_timed(machine, std::move(candidates.tuning),
                                      {.journal = journal, .compiled = &show_compiled, .timed = timed});
  return candidates;
}

nlohmann::ordered_json compile_code(const std::string& path, int architecture) {
  const auto nvrtc = cuda::Nvrtc::open();
  if (!nvrtc) return {{"missing", cuda::Nvrtc::missing()}};
  const cuda::KernelArchive archive = cuda::compile_library(load_library(path), *nvrtc, architecture, &show_compiled);
  const std::string written = cuda::archive_path(path);
  cuda::save_archive(archive, written);
  return summary_of(archive, written);
}

std::string code_text(const nlohmann::ordered_json& code) {
  if (code.contains("missing")) {
    return fmt::format("not compiled: {}; plans can be made with the library, not run\n",
                       code["missing"].get<std::string>());
  }
  const auto spilling = code["spilling"].get<std::vector<std::string>>();
  return fmt::format("{} functions compiled for {} by {}: at most {} registers a thread, {}\ncode written to {}\n",
                     code["functions"].get<std::int64_t>(), code["architecture"].get<std::string>(),
                     code["compiler"].get<std::string>(), code["most_registers"].get<std::int64_t>(),
                     spilling.empty() ? "no spills" : fmt::format("spills in {}", fmt::join(spilling, ", ")),
                     code["written"].get<std::string>());
}

}  // namespace mikpoly::cli
