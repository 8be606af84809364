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
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

bool is_integer(DataType type) {
  return type == DataType::i8 || type == DataType::i32;
}

LibraryChoice tuned_now(const HardwareFile& hardware, const LibraryKey& key, const std::string& reason) {
  LibraryChoice choice{.library = tune_simulated(hardware.accelerator, key).library, .origin = "", .tuned = true};
  choice.origin = fmt::format("kernel library of {} {} tuned in memory ({} kernels): {}", key.hardware,
                              name_of(key.types.a), choice.library.kernels.size(), reason);
  return choice;
}

LibraryChoice given(const LibraryKey& key, const std::string& path) {
  KernelLibrary library = load_library(path);
  // Its own tuning parameters are what the person chose; all else must fit.
  LibraryKey wanted = key;
  wanted.parameters = library.key.parameters;
  if (const KeyVerdict verdict = compare_keys(library.key, wanted); verdict.match != KeyMatch::exact) {
    throw ConfigError(fmt::format("library \"{}\" {}; needed: {} {} by method \"{}\"", path, verdict.reason,
                                  key.hardware, name_of(key.types.a), key.method));
  }
  return {.library = std::move(library), .origin = fmt::format("kernel library read from {}", path)};
}

// Of a real machine's class: what was timed on one, for operands that lie NN.
LibraryChoice of_cpu(const HardwareFile& hardware, const LibraryRequest& request) {
  const std::string& isa = hardware.accelerator.pe.isa;
  if (request.path.empty()) {
    return {.library = shipped_library(isa, "NN"),
            .origin = fmt::format("the kernel library {} that is shipped", library_file_name(isa, "NN"))};
  }
  KernelLibrary library = load_library(request.path);
  if (library.key.device.isa != isa) {
    throw ConfigError(fmt::format("library \"{}\" was made for instruction set \"{}\"; needed: {}", request.path,
                                  library.key.device.isa, isa));
  }
  return {.library = std::move(library), .origin = fmt::format("kernel library read from {}", request.path)};
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

TuningResult tune_simulated(const Accelerator& accelerator, const LibraryKey& key) {
  KernelLibrary untimed;
  untimed.key = key;
  const sim::Simulator timer(accelerator, untimed);
  TuningResult result = tune(accelerator, key, timer);
  result.library.hash = content_hash(library_text(result.library));
  return result;
}

LibraryChoice choose_library(const HardwareFile& hardware, const GemmTypes& types, const LibraryRequest& request) {
  if (hardware.accelerator.backend == "cpu" && types.a == DataType::f32) return of_cpu(hardware, request);
  const LibraryKey key = library_key(hardware, types, request.parameters);
  if (!request.path.empty()) return given(key, request.path);
  ShippedLibrary shipped = library_for(hardware, types.a);
  if (!shipped.library) return tuned_now(hardware, key, shipped.reason);
  const std::string path = shipped_library_path(hardware.accelerator, types.a);
  if (const KeyVerdict verdict = compare_keys(shipped.library->key, key); verdict.match != KeyMatch::exact) {
    return tuned_now(hardware, key, fmt::format("\"{}\" {}", path, verdict.reason));
  }
  return {.library = std::move(*shipped.library), .origin = fmt::format("kernel library read from {}", path)};
}

}  // namespace mikpoly::lab
