#include "experiments/engine/library_choice.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/engine/engine_library.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/library_file.hpp"
#include "core/kernel/library_key.hpp"
#include "core/tuning/tuner.hpp"
#include "core/tuning/vendor_kernels.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

bool is_integer(DataType type) {
  return type == DataType::i8 || type == DataType::i32;
}

LibraryChoice tuned_now(const HardwareFile& hardware, const LibraryKey& key, const std::string& reason) {
  LibraryChoice choice{.library = tune_simulated(hardware.accelerator, key).library, .origin = "", .notice = ""};
  choice.origin = fmt::format("kernel library of {} {} tuned in memory ({} kernels): {}", key.hardware,
                              name_of(key.types.a), choice.library.kernels.size(), reason);
  choice.notice = choice.origin;
  return choice;
}

// What a person does about a library that does not fit.
std::string remedy(const HardwareFile& hardware) {
  return fmt::format("mikpoly tune --hardware {} makes one", hardware.path);
}

LibraryChoice given(const HardwareFile& hardware, const LibraryKey& key, const std::string& path) {
  KernelLibrary library = load_library(path);
  // Its own tuning parameters and workload are what the person chose; all else must fit.
  LibraryKey wanted = key;
  wanted.parameters = library.key.parameters;
  wanted.workload = library.key.workload;
  if (const KeyVerdict verdict = compare_keys(library.key, wanted); verdict.match != KeyMatch::exact) {
    throw ConfigError(fmt::format("library \"{}\" {}; needed: {} {} by method \"{}\"; {}", path, verdict.reason,
                                  key.hardware, name_of(key.types.a), key.method, remedy(hardware)));
  }
  std::string notice = workload_notice(library.key.workload, path);
  return {.library = std::move(library),
          .origin = fmt::format("kernel library read from {}", path),
          .notice = std::move(notice)};
}

// Of a real machine's class: what was timed on one, for operands that lie NN.
LibraryChoice of_cpu(const HardwareFile& hardware, const LibraryRequest& request) {
  const std::string& isa = hardware.accelerator.pe.isa;
  const bool shipped = request.path.empty();
  LibraryChoice choice{
      .library = shipped ? shipped_library(isa, "NN") : load_library(request.path),
      .origin = shipped ? fmt::format("the kernel library {} that is shipped", library_file_name(isa, "NN"))
                        : fmt::format("kernel library read from {}", request.path),
      .notice = ""};
  const LibraryKey& key = choice.library.key;
  choice.notice = workload_notice(key.workload, request.path);
  if (key.device.isa != isa) {
    throw ConfigError(fmt::format(
        "library \"{}\" was made for hardware \"{}\", instruction set \"{}\"; needed: instruction set {}; {}",
        request.path, key.hardware, key.device.isa, isa, remedy(hardware)));
  }
  if (key.hardware_hash != hardware.hash) {
    choice.notice = fmt::format("{} was made for another hardware description, of \"{}\"; its times are used, and {}",
                                choice.origin, key.hardware, remedy(hardware));
  }
  return choice;
}

}  // namespace

GemmTypes types_on(const Accelerator& accelerator, DataType input) {
  const ComputeRate* rate = accelerator.rate_for(input);
  if (rate == nullptr) {
    std::vector<std::string_view> known;
    for (const ComputeRate& candidate : accelerator.rates) known.push_back(name_of(candidate.input));
    throw ConfigError(fmt::format("hardware \"{}\" does not compute on \"{}\"; it computes on: {}", accelerator.name,
                                  name_of(input), fmt::join(known, ", ")));
  }
  return {.a = input, .b = input, .acc = rate->accumulator, .d = is_integer(input) ? rate->accumulator : input};
}

LibraryKey library_key(const HardwareFile& hardware, const GemmTypes& types, const TuningParameters& parameters) {
  return {.hardware = hardware.accelerator.name,
          .hardware_hash = hardware.hash,
          .method = std::string(kTuningMethod),
          .types = types,
          .parameters = parameters};
}

TuningResult simulated_candidates(const Accelerator& accelerator, const LibraryKey& key) {
  KernelLibrary untimed;
  untimed.key = key;
  const sim::Simulator timer(accelerator, untimed);
  return timed_candidates(accelerator, key, timer);
}

TuningResult tune_simulated(const Accelerator& accelerator, const LibraryKey& key) {
  TuningResult result = keep_best(accelerator, simulated_candidates(accelerator, key));
  result.library.hash = content_hash(library_text(result.library));
  return result;
}

KernelLibrary vendor_library(const HardwareFile& hardware, const GemmTypes& types) {
  KernelLibrary untimed;
  untimed.key = library_key(hardware, types, {});
  const sim::Simulator timer(hardware.accelerator, untimed);
  KernelLibrary library = vendor_kernels(hardware.accelerator, untimed.key, timer);
  library.hash = content_hash(library_text(library));
  return library;
}

LibraryChoice choose_library(const HardwareFile& hardware, const GemmTypes& types, const LibraryRequest& request) {
  if (hardware.accelerator.backend == "cpu" && types.a == DataType::f32) return of_cpu(hardware, request);
  const LibraryKey key = library_key(hardware, types, request.parameters);
  if (!request.path.empty()) return given(hardware, key, request.path);
  ShippedLibrary shipped = library_for(hardware, types.a);
  if (!shipped.library) return tuned_now(hardware, key, shipped.reason);
  const std::string path = shipped_library_path(hardware.accelerator, types.a);
  if (const KeyVerdict verdict = compare_keys(shipped.library->key, key); verdict.match != KeyMatch::exact) {
    return tuned_now(hardware, key, fmt::format("\"{}\" {}", path, verdict.reason));
  }
  return {.library = std::move(*shipped.library), .origin = fmt::format("kernel library read from {}", path)};
}

}  // namespace mikpoly::lab
