#include "core/kernel/library_key.hpp"

#include <fmt/format.h>

namespace mikpoly {
namespace {

// The first difference in what numbers of any machine depend on.
std::string foreign_reason(const LibraryKey& has, const LibraryKey& wants) {
  if (has.types != wants.types) return fmt::format("was made for {}", name_of(has.types.a));
  if (has.method != wants.method) return fmt::format("was made by method \"{}\"", has.method);
  if (has.parameters != wants.parameters) return "was made with other tuning parameters";
  if (has.workload != wants.workload) return chosen_for(has.workload);
  const DeviceKey& device = has.device;
  if (device.isa != wants.device.isa) {
    return fmt::format("was made for instruction set \"{}\", not \"{}\"", device.isa, wants.device.isa);
  }
  if (device.layout != wants.device.layout) {
    return fmt::format("was made for operands \"{}\", not \"{}\"", device.layout, wants.device.layout);
  }
  if (device.caches != wants.device.caches) {
    return fmt::format("was made for caches \"{}\", not \"{}\"", device.caches, wants.device.caches);
  }
  if (device.kernel_source != wants.device.kernel_source) {
    return fmt::format("was made from kernel source \"{}\", not \"{}\"", device.kernel_source,
                       wants.device.kernel_source);
  }
  return "";
}

// The first difference in which machine and build it was.
std::string machine_reason(const LibraryKey& has, const LibraryKey& wants) {
  if (has.hardware != wants.hardware) return fmt::format("was made for hardware \"{}\"", has.hardware);
  if (has.hardware_hash != wants.hardware_hash) return "was made for another version of the hardware file";
  if (has.device.compiler != wants.device.compiler) {
    return fmt::format("was made with compiler \"{}\"", has.device.compiler);
  }
  return "";
}

}  // namespace

std::string chosen_for(const WorkloadKey& workload) {
  if (workload == WorkloadKey{}) return "was not chosen for a workload";
  return fmt::format("was chosen for the workload \"{}\"", workload.name);
}

std::string workload_notice(const WorkloadKey& workload, const std::string& path) {
  return workload == WorkloadKey{} ? "" : fmt::format("library \"{}\" {}", path, chosen_for(workload));
}

KeyVerdict compare_keys(const LibraryKey& has, const LibraryKey& wants) {
  const std::string machine = machine_reason(has, wants);
  const std::string foreign = foreign_reason(has, wants);
  const bool simulated = wants.device == DeviceKey{};
  if (simulated && !machine.empty()) return {KeyMatch::foreign, machine};
  if (!foreign.empty()) return {KeyMatch::foreign, foreign};
  if (!machine.empty()) return {KeyMatch::same_class, machine};
  return {};
}

}  // namespace mikpoly
