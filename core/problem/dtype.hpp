// Element types by the names people write: f32, f64, f16, bf16, tf32, i8, i32.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

enum class DataType { f32, f64, f16, bf16, tf32, i8, i32 };

std::string_view name_of(DataType type);

/// Bytes of one element in memory (tf32 is stored in 4).
std::int64_t bytes_of(DataType type);

/// In the order of the enumerators.
std::vector<std::string> data_type_names();

/// Errors: ConfigError naming the known types.
DataType parse_data_type(std::string_view text);

/// The types of one GEMM: A, B, accumulator and D.
struct GemmTypes {
  DataType a = DataType::f16;
  DataType b = DataType::f16;
  DataType acc = DataType::f32;
  DataType d = DataType::f16;

  bool operator==(const GemmTypes&) const = default;
};

}  // namespace mikpoly
