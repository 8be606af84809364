#include "experiments/engine/selection_yaml.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/yaml_writer.hpp"
#include "experiments/engine/experiment_values.hpp"

namespace mikpoly::lab {
namespace {

template <typename Value>
using Member = std::pair<std::string_view, std::vector<Value> PointFilter::*>;

constexpr std::array<Member<IntegerSpan>, 4> kExtents{
    {{"m", &PointFilter::m}, {"n", &PointFilter::n}, {"k", &PointFilter::k}, {"batch", &PointFilter::batch}}};
constexpr std::array<Member<std::string>, 3> kTexts{
    {{"group", &PointFilter::groups}, {"workload", &PointFilter::workloads}, {"hardware", &PointFilter::hardware}}};

IntegerSpan read_extents(const YamlValue& value, Diagnostics& diagnostics) {
  if (const std::optional<IntegerSpan> span = read_span(value, diagnostics)) return *span;
  diagnostics.error(
      value.node->place, value.path,
      fmt::format("{} is not an extent such as \"105\", \"1..4096\" or \"1..4096:256\"", described(*value.node)));
  return {};
}

PointFilter read_filter(const YamlValue& value, Diagnostics& diagnostics) {
  PointFilter filter;
  MapReader map(value, diagnostics);
  for (const auto& [key, member] : kExtents) {
    const std::optional<YamlValue> extents = map.optional(key);
    if (!extents) continue;
    for (const YamlValue& item : one_or_more(*extents, diagnostics)) {
      (filter.*member).push_back(read_extents(item, diagnostics));
    }
  }
  if (const std::optional<YamlValue> shapes = map.optional("shape")) {
    for (const YamlValue& item : one_or_more(*shapes, diagnostics)) {
      filter.shapes.push_back(read_gemm_shape(item, diagnostics).value_or(GemmShape{}));
    }
  }
  for (const auto& [key, member] : kTexts) {
    const std::optional<YamlValue> texts = map.optional(key);
    if (!texts) continue;
    for (const YamlValue& item : one_or_more(*texts, diagnostics)) {
      (filter.*member).push_back(read_text(item, diagnostics));
    }
  }
  map.finish();
  if (value.node->is_map() && filter.empty()) {
    diagnostics.error(value.node->place, value.path, "the map is empty; it would fit every point");
  }
  return filter;
}

// `without`: what the experiment does where the key is left out.
std::vector<PointFilter> read_filters(MapReader& map, std::string_view key, std::string_view without) {
  std::vector<PointFilter> filters;
  const std::optional<YamlValue> value = map.optional(key);
  if (!value) return filters;
  for (const YamlValue& item : read_list(*value, map.diagnostics())) {
    filters.push_back(read_filter(item, map.diagnostics()));
  }
  if (value->node->is_list() && filters.empty()) {
    map.diagnostics().error(value->node->place, value->path,
                            fmt::format("the list is empty; leave the key out to {}", without));
  }
  return filters;
}

std::optional<ShapeSample> read_sample(MapReader& map) {
  const std::optional<YamlValue> value = map.optional("sample");
  if (!value) return std::nullopt;
  MapReader reader(*value, map.diagnostics());
  ShapeSample sample{.count = reader.integer("count", kCount), .seed = {}};
  if (const std::optional<YamlValue> seed = reader.optional("seed")) {
    sample.seed = static_cast<std::uint64_t>(read_integer(*seed, {}, map.diagnostics()));
  }
  reader.finish();
  return sample;
}

std::string text_of(const IntegerSpan& span) {
  if (span.first == span.last) return fmt::to_string(span.first);
  return fmt::format("{}..{}{}", span.first, span.last, span.step == 1 ? "" : fmt::format(":{}", span.step));
}
std::string text_of(const GemmShape& shape) {
  return mikpoly::to_text(shape);
}
std::string text_of(const std::string& text) {
  return yaml_scalar(text);
}

template <typename Value>
void add(std::vector<std::string>& parts, std::string_view key, const std::vector<Value>& values) {
  if (values.empty()) return;
  std::vector<std::string> texts;
  for (const Value& value : values) texts.push_back(text_of(value));
  parts.push_back(fmt::format("{}: [{}]", key, fmt::join(texts, ", ")));
}

std::string filters_yaml(std::string_view key, const std::vector<PointFilter>& filters) {
  if (filters.empty()) return "";
  std::string text = fmt::format("{}:\n", key);
  for (const PointFilter& filter : filters) text += fmt::format("  - {}\n", to_yaml(filter));
  return text;
}

}  // namespace

PointSelection read_selection(MapReader& map) {
  PointSelection selection;
  selection.include = read_filters(map, "include", "include all");
  selection.exclude = read_filters(map, "exclude", "exclude none");
  selection.sample = read_sample(map);
  selection.limit = map.integer_or("limit", 0, kCount);
  return selection;
}

std::string to_yaml(const PointFilter& filter) {
  std::vector<std::string> parts;
  for (const auto& [key, member] : kExtents) add(parts, key, filter.*member);
  add(parts, "shape", filter.shapes);
  for (const auto& [key, member] : kTexts) add(parts, key, filter.*member);
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::string to_yaml(const PointSelection& selection, std::uint64_t seed) {
  std::string text = filters_yaml("include", selection.include) + filters_yaml("exclude", selection.exclude);
  if (const std::optional<ShapeSample>& sample = selection.sample) {
    text += fmt::format("sample: {{count: {}, seed: {}}}\n", sample->count, sample->seed.value_or(seed));
  }
  if (selection.limit > 0) text += fmt::format("limit: {}\n", selection.limit);
  return text;
}

}  // namespace mikpoly::lab
