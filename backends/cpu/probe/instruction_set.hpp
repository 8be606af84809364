// The vector instruction sets our kernels come in, and what this processor calls itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// Widest last.
enum class InstructionSet { portable, avx2, avx512 };

/// "portable", "avx2" (with FMA) or "avx512" (F, BW, DQ and VL): the value of pe.isa.
std::string_view name_of(InstructionSet set);

/// Errors: ConfigError naming the nearest and all known ones.
InstructionSet parse_instruction_set(std::string_view name);

/// f32 values in a register.
std::int64_t lanes_of(InstructionSet set);

/// Vector registers.
std::int64_t registers_of(InstructionSet set);

/// Whether processor and operating system have it.
bool is_here(InstructionSet set);

/// The widest that is here.
InstructionSet widest_instruction_set();

/// The processor's name for itself, blanks trimmed; "unknown processor" where it has none.
std::string processor_name();

}  // namespace mikpoly
