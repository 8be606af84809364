// The files that tables shape x kernel -> time come in. To add one: write its reader, declare it here, add its line to
// the table in timing_table_loader.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/config/csv_reader.hpp"
#include "experiments/table/timed_kernel.hpp"

namespace mikpoly::lab {

/// `m,n,k,kernel` and a column of times with its unit. Optional: batch, dtype; tile_m, tile_n, tile_k, else the tile
/// stands in the kernel's name as MxNxK; k_parts (or split_k), stages, warps, occupancy; samples, iqr_us; disposition;
/// time_source. Lines that begin with "#" are provenance.
/// Errors: ConfigError naming file and line of everything that is malformed.
TableRows read_plain_table(const CsvTable& table, const std::string& time_column);

/// What `cutlass_profiler --output=FILE` writes for GEMMs: a row per kernel and problem, Runtime in ms.
/// Errors: as above; also where operands of one type lie in two ways.
/// Source: NVIDIA/cutlass, tools/profiler/src/performance_report.cpp and enumerated_types.cpp.
TableRows read_cutlass_table(const CsvTable& table);

/// A CSV of autotuning by Triton: M, N, K, the configuration (BLOCK_M or BLOCK_SIZE_M ..., num_warps, num_stages,
/// GROUP_M, SPLIT_K ...) and a column of times with its unit.
/// Errors: as above.
TableRows read_triton_table(const CsvTable& table, const std::string& time_column);

/// The same as JSON or JSON Lines: records of those names, or what Triton's cache of autotuning holds: `key`, whose
/// first three numbers are M, N and K, and `configs_timings` in ms. Infinity and NaN, which Triton writes for a
/// configuration that does not run, count as no time.
/// Errors: ConfigError naming file, line and, in an entry, the JSON pointer of what is malformed.
/// Source: triton-lang/triton, python/triton/runtime/autotuner.py.
TableRows read_triton_json(std::string_view text, const std::string& file);

/// Whether that disposition leaves a time that counts: passed, or not checked.
bool disposition_counts(std::string_view disposition);

/// The first MxNxK in a name.
std::optional<TileShape> tile_in_name(std::string_view name);

}  // namespace mikpoly::lab
