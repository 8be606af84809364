#include "backends/engine/engine_library.hpp"

#include <fmt/format.h>

#include "backends/engine/shipped_texts.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"

namespace mikpoly {
namespace {

std::string_view shipped_text(const std::string& name) {
  for (const ShippedText& each : shipped_texts()) {
    if (each.name == name) return each.text;
  }
  throw InternalFault(fmt::format("{} was not compiled into this program", name));
}

std::string lower(std::string_view text) {
  std::string result;
  for (const char letter : text) result += static_cast<char>(letter - 'A' + 'a');
  return result;
}

}  // namespace

Accelerator shipped_cpu(std::string_view isa, std::int64_t threads) {
  const std::string name = fmt::format("cpu-{}.yaml", isa);
  Accelerator machine = parse_hardware(shipped_text(name), name).accelerator;
  machine.pe.count = threads;
  return machine;
}

EngineLibrary engine_library(std::string_view isa, std::string_view layout, const std::string& path) {
  if (!path.empty()) return {load_library(path), ""};
  const std::string name = fmt::format("cpu-{}-f32-{}.yaml", isa, lower(layout));
  return {parse_library(shipped_text(name), name), ""};
}

}  // namespace mikpoly
