#include "backends/engine/engine_library.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/device_key.hpp"
#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/shipped_texts.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/kernel/library_key.hpp"

namespace mikpoly {
namespace {

std::string_view shipped_text(const std::string& name) {
  for (const ShippedText& each : shipped_texts()) {
    if (each.name == name) return each.text;
  }
  throw InternalFault(fmt::format("{} was not compiled into this program", name));
}

// The key of a library made here and now, whatever parameters it was tuned with.
KeyVerdict verdict_on(const KernelLibrary& library, std::string_view isa, const std::string& layout) {
  const HardwareFile hardware = shipped_hardware(isa);
  LibraryKey wants = library.key;
  wants.hardware = hardware.accelerator.name;
  wants.hardware_hash = hardware.hash;
  wants.method = std::string(cpu::kTuningMethod);
  wants.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  wants.device = cpu::device_key(isa, layout);
  return compare_keys(library.key, wants);
}

// A library read from a file: refused when it does not fit.
EngineLibrary fitting(KernelLibrary library, std::string_view isa, const std::string& layout, const std::string& path) {
  EngineLibrary found{std::move(library), ""};
  const KeyVerdict verdict = verdict_on(found.library, isa, layout);
  if (verdict.match == KeyMatch::foreign) {
    throw ConfigError(
        fmt::format("library \"{}\" {}; mikpoly tune --backend cpu makes one for this machine", path, verdict.reason));
  }
  if (verdict.match == KeyMatch::same_class) {
    found.notice = fmt::format("library \"{}\" {}; it is of this machine's class and is used", path, verdict.reason);
  }
  return found;
}

// The library that tune left for this machine: nothing, with the reason, when it no longer fits.
std::optional<EngineLibrary> tuned_library(std::string_view isa, const std::string& layout, std::string& reason) {
  const std::string path = tuned_library_path(isa, layout);
  if (const char* folder = std::getenv("MIKPOLY_LIBRARIES");
      folder != nullptr && !std::filesystem::is_directory(folder)) {
    reason = fmt::format("MIKPOLY_LIBRARIES is \"{}\", which is no folder", folder);
    return std::nullopt;
  }
  if (path.empty() || !std::filesystem::exists(path)) return std::nullopt;
  try {
    return fitting(load_library(path), isa, layout, path);
  } catch (const ConfigError& error) {
    reason = error.what();
    return std::nullopt;
  }
}

}  // namespace

std::string library_file_name(std::string_view isa, const std::string& layout) {
  std::string lower;
  for (const char letter : layout) lower += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  return fmt::format("cpu-{}-f32-{}.yaml", isa, lower);
}

std::string tuned_library_path(std::string_view isa, const std::string& layout) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  std::filesystem::path folder = variable("MIKPOLY_LIBRARIES");
  if (folder.empty() && !variable("XDG_CACHE_HOME").empty()) folder = variable("XDG_CACHE_HOME") / "mikpoly";
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".cache" / "mikpoly";
  return folder.empty() ? "" : (folder / library_file_name(isa, layout)).string();
}

HardwareFile shipped_hardware(std::string_view isa) {
  const std::string name = fmt::format("cpu-{}.yaml", isa);
  return parse_hardware(shipped_text(name), name);
}

KernelLibrary shipped_library(std::string_view isa, const std::string& layout) {
  const std::string name = library_file_name(isa, layout);
  return parse_library(shipped_text(name), name);
}

Accelerator shipped_cpu(std::string_view isa, std::int64_t threads) {
  Accelerator machine = shipped_hardware(isa).accelerator;
  machine.pe.count = threads;
  return machine;
}

EngineLibrary engine_library(std::string_view isa, const std::string& layout, const std::string& path) {
  if (!path.empty()) {
    KernelLibrary named = load_library(path);
    const std::string& made_for = named.key.device.layout;
    const bool is_known = std::ranges::find(cpu::kOperandLayouts, made_for) != cpu::kOperandLayouts.end();
    // What is of no layout is refused there.
    if (!is_known || made_for == layout) return fitting(std::move(named), isa, layout, path);
  }
  std::string refused;
  if (std::optional<EngineLibrary> tuned = tuned_library(isa, layout, refused)) return *std::move(tuned);
  EngineLibrary shipped{shipped_library(isa, layout), ""};
  const KeyVerdict verdict = verdict_on(shipped.library, isa, layout);
  if (verdict.match != KeyMatch::exact) {
    shipped.notice = fmt::format(
        "the shipped {} library {}; it is used until mikpoly tune --backend cpu makes one here", isa, verdict.reason);
  }
  if (!refused.empty()) shipped.notice = fmt::format("{}; the shipped one is used", refused);
  return shipped;
}

}  // namespace mikpoly
