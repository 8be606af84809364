// The loops a processor is measured with. Each does known work and nothing else, in registers of the instruction set.
#pragma once

#include <cstdint>
#include <span>

#include "backends/cpu/probe/instruction_set.hpp"

namespace mikpoly {

/// f32 multiply-adds in independent chains, none of which touches memory.
/// Returns: FLOP done, two for a multiply-add.
double multiply_add(InstructionSet set, std::int64_t rounds);

/// Reads the values `passes` times, as two streams, the halves of the data: what a product of two matrices reads. On
/// some processors one stream alone keeps too few cache lines on their way.
/// The size is rounded down to a multiple of 1024 bytes; `data` starts at a multiple of 64 bytes.
/// Returns: bytes read.
double read_values(InstructionSet set, std::span<const std::int32_t> data, std::int64_t passes);

/// Writes the values `passes` times, as one stream. Size and address as above, with blocks of 512 bytes.
/// Returns: bytes written.
double write_values(InstructionSet set, std::span<std::int32_t> data, std::int64_t passes);

/// Integer additions of which each needs the one before: a clock cycle each.
/// Returns: additions done.
double dependent_additions(std::int64_t rounds);

}  // namespace mikpoly
