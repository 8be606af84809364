#include "backends/engine/engine_library.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
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
  for (const EmbeddedText& each : shipped_texts()) {
    if (each.name == name) return each.text;
  }
  throw InternalFault(fmt::format("{} was not compiled into this program", name));
}

// Against the key of a library made here and now, whatever parameters it was tuned with and workload it was chosen for.
KeyVerdict verdict_on(const KernelLibrary& library, const HardwareFile& machine, const std::string& layout) {
  LibraryKey wants = library.key;
  wants.hardware = machine.accelerator.name;
  wants.hardware_hash = machine.hash;
  wants.method = std::string(cpu::kTuningMethod);
  wants.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  wants.device = cpu::device_key(machine.accelerator.pe.isa, layout);
  return compare_keys(library.key, wants);
}

// What no tuning writes, and the kernels cannot take; else nothing. A packed B is read in whole panels.
// Errors: ConfigError for a variant that is none.
std::string kernel_fault(const KernelLibrary& library, std::string_view isa) {
  if (library.kernels.empty()) return "has no kernels";
  for (const MicroKernel& kernel : library.kernels) {
    const cpu::CpuKernel& code = cpu::find_cpu_kernel(kernel.variant);
    if (code.functions->name != isa) {
      return fmt::format("has kernel \"{}\" of instruction set \"{}\", not \"{}\"", kernel.id, code.functions->name,
                         isa);
    }
    if (code.family == cpu::Family::tile && kernel.tile.n % code.columns() != 0) {
      return fmt::format("has kernel \"{}\" with a tile of {} columns, which is no multiple of its {}", kernel.id,
                         kernel.tile.n, code.columns());
    }
  }
  return "";
}

// A library read from a file: refused when it does not fit.
EngineLibrary fitting(KernelLibrary library, const HardwareFile& machine, const std::string& layout,
                      const std::string& path) {
  EngineLibrary found{std::move(library), ""};
  const KeyVerdict verdict = verdict_on(found.library, machine, layout);
  if (verdict.match == KeyMatch::foreign) {
    throw ConfigError(
        fmt::format("library \"{}\" {}; mikpoly tune --backend cpu makes one for this machine", path, verdict.reason));
  }
  if (const std::string fault = kernel_fault(found.library, machine.accelerator.pe.isa); !fault.empty()) {
    throw ConfigError(fmt::format("library \"{}\" {}; mikpoly tune --backend cpu makes one anew", path, fault));
  }
  if (verdict.match == KeyMatch::same_class) {
    found.notice = fmt::format("library \"{}\" {}; it is of this machine's class and is used", path, verdict.reason);
  }
  return found;
}

// The library that tune left for this machine: nothing, with the reason, when it no longer fits.
std::optional<EngineLibrary> tuned_library(const HardwareFile& machine, const std::string& layout,
                                           const std::string& folder, std::string& reason) {
  if (folder.empty()) return std::nullopt;
  const std::string path =
      (std::filesystem::path(folder) / library_file_name(machine.accelerator.pe.isa, layout)).string();
  std::error_code unreadable;
  if (!std::filesystem::exists(path, unreadable)) {
    if (unreadable) reason = fmt::format("library \"{}\" cannot be read: {}", path, unreadable.message());
    return std::nullopt;
  }
  try {
    KernelLibrary tuned = load_library(path);
    if (const WorkloadKey& workload = tuned.key.workload; workload != WorkloadKey{}) {
      reason = fmt::format("library \"{}\" {} and is used only where it is given by path", path, chosen_for(workload));
      return std::nullopt;
    }
    return fitting(std::move(tuned), machine, layout, path);
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

HardwareFile shipped_hardware(std::string_view isa) {
  const std::string name = fmt::format("cpu-{}.yaml", isa);
  return parse_hardware(shipped_text(name), name);
}

KernelLibrary shipped_library(std::string_view isa, const std::string& layout) {
  const std::string name = library_file_name(isa, layout);
  return parse_library(shipped_text(name), name);
}

EngineLibrary named_library(const HardwareFile& machine, const std::string& path) {
  KernelLibrary named = load_library(path);
  const std::string made_for = named.key.device.layout;
  const bool is_known = std::ranges::find(cpu::kOperandLayouts, made_for) != cpu::kOperandLayouts.end();
  // What is of no layout is refused as not being of the first.
  EngineLibrary found =
      fitting(std::move(named), machine, is_known ? made_for : std::string(cpu::kOperandLayouts.front()), path);
  if (found.notice.empty()) found.notice = workload_notice(found.library.key.workload, path);
  return found;
}

EngineLibrary engine_library(const HardwareFile& machine, const std::string& layout, const std::string& tuned_folder) {
  std::string refused;
  if (std::optional<EngineLibrary> tuned = tuned_library(machine, layout, tuned_folder, refused)) {
    return *std::move(tuned);
  }
  const std::string& isa = machine.accelerator.pe.isa;
  EngineLibrary shipped{shipped_library(isa, layout), ""};
  const KeyVerdict verdict = verdict_on(shipped.library, machine, layout);
  if (verdict.match != KeyMatch::exact) {
    shipped.notice = fmt::format(
        "the shipped {} library {}; it is used until mikpoly tune --backend cpu makes one here", isa, verdict.reason);
  }
  if (!refused.empty()) shipped.notice = fmt::format("{}; the shipped one is used", refused);
  return shipped;
}

}  // namespace mikpoly
