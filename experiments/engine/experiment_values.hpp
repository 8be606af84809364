// Values that several parts of an experiment are written with.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/config/map_reader.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::lab {

/// Of what an experiment counts: shapes, kernels, rounds, threads.
inline constexpr IntegerRange kCount{.least = 1, .most = 1'000'000};

/// One scalar, or a list of at least one value. Returns: empty after an error.
std::vector<YamlValue> one_or_more(const YamlValue& value, Diagnostics& diagnostics);

bool bool_or(MapReader& map, std::string_view key, bool fallback);

/// `MxNxK` or `BATCHxMxNxK`. Returns: nothing after an error.
std::optional<GemmShape> read_gemm_shape(const YamlValue& value, Diagnostics& diagnostics);

}  // namespace mikpoly::lab
