#include "core/problem/dtype.hpp"

#include <array>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly {
namespace {

struct TypeFacts {
  DataType type;
  std::string_view name;
  std::int64_t bytes;
};

constexpr std::array<TypeFacts, 7> kTypes{{{DataType::f32, "f32", 4},
                                           {DataType::f64, "f64", 8},
                                           {DataType::f16, "f16", 2},
                                           {DataType::bf16, "bf16", 2},
                                           {DataType::tf32, "tf32", 4},
                                           {DataType::i8, "i8", 1},
                                           {DataType::i32, "i32", 4}}};

const TypeFacts& facts_of(DataType type) {
  for (const TypeFacts& facts : kTypes) {
    if (facts.type == type) return facts;
  }
  fail_internal("a data type stands in no table", __FILE__, __LINE__);
}

}  // namespace

std::string_view name_of(DataType type) {
  return facts_of(type).name;
}

std::int64_t bytes_of(DataType type) {
  return facts_of(type).bytes;
}

std::vector<std::string> data_type_names() {
  std::vector<std::string> names;
  for (const TypeFacts& facts : kTypes) names.emplace_back(facts.name);
  return names;
}

DataType parse_data_type(std::string_view text) {
  for (const TypeFacts& facts : kTypes) {
    if (facts.name == text) return facts.type;
  }
  throw ConfigError(fmt::format("unknown data type \"{}\"{}", text, nearest_and_known(text, data_type_names())));
}

}  // namespace mikpoly
