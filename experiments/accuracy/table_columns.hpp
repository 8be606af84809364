// What tables of measured times have in common, whoever wrote them: the column of times with its unit, names of types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/config/csv_reader.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly::lab {

/// Times below a picosecond are none.
inline constexpr double kLeastTimeUs = 1e-6;

/// Microseconds of one of the unit that the column's name says: _s, _ms, _us or _ns at its end, or the unit alone.
/// Returns: 0 where the name says none.
double time_unit(std::string_view column);

/// Position of the column of times: `wanted`, or the only one when that is empty; those of a spread, iqr, are none.
/// Errors: ConfigError when it is none, or when there are none or several.
std::int64_t find_time_column(const CsvTable& table, const std::string& wanted);

/// The type, also as others spell it: fp16, half, float16, torch.float16 ...
/// Errors: ConfigError naming the known types.
DataType type_named(std::string_view text);

}  // namespace mikpoly::lab
