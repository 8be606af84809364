// A probed machine as hardware/v1 text. What the parts of the file mean on a CPU: core/decisions/cpu_as_accelerator.md.
#pragma once

#include <string>

#include "backends/cpu/probe/cpu_facts.hpp"

namespace mikpoly {

/// The class of a machine, which its file is named after: "cpu-avx512".
std::string class_name(InstructionSet isa);

/// A complete hardware file: the same facts give the same bytes, and load_hardware() takes them without a warning.
std::string hardware_yaml(const CpuFacts& facts);

}  // namespace mikpoly
