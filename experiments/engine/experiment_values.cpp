#include "experiments/engine/experiment_values.hpp"

#include "core/base/error.hpp"

namespace mikpoly::lab {

std::vector<YamlValue> one_or_more(const YamlValue& value, Diagnostics& diagnostics) {
  if (value.node->is_scalar()) return {value};
  std::vector<YamlValue> items = read_list(value, diagnostics);
  if (value.node->is_list() && items.empty()) {
    diagnostics.error(value.node->place, value.path, "the list is empty; an experiment needs at least one");
  }
  return items;
}

bool bool_or(MapReader& map, std::string_view key, bool fallback) {
  const std::optional<YamlValue> value = map.optional(key);
  return value ? read_bool(*value, map.diagnostics()) : fallback;
}

std::optional<GemmShape> read_gemm_shape(const YamlValue& value, Diagnostics& diagnostics) {
  const ScalarForm form{
      .kind = ScalarForm::Kind::pattern, .pattern = "^[0-9]+(x[0-9]+){2,3}$", .wanted = "a shape such as 512x3072x768"};
  const std::string text = read_text(value, form, diagnostics);
  if (!value.node->is_scalar() || value.node->is_null()) return std::nullopt;  // read_text() has told it
  try {
    return parse_gemm_shape(text);
  } catch (const ShapeError& error) {
    diagnostics.error(value.node->place, value.path, error.what());
    return std::nullopt;
  }
}

}  // namespace mikpoly::lab
