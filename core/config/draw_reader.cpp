#include "core/config/draw_reader.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {
namespace {

constexpr IntegerRange kExtents{.least = 1, .most = kMaxExtent};

/// A distribution and how many numbers are wanted of it.
struct Order {
  DrawRange range;
  std::int64_t count = 0;
};

double read_exponent(MapReader& map) {
  const std::optional<YamlValue> exponent = map.required("exponent");
  if (!exponent) return 1.0;
  constexpr double kMost = 100.0;  // rank 2 is then never drawn
  const double number = read_number(*exponent, map.diagnostics());
  if (number > 0.0 && number <= kMost) return number;
  map.diagnostics().error(exponent->node->place, exponent->path,
                          fmt::format("{} is not an exponent above 0 and up to 100", described(*exponent->node)));
  return 1.0;
}

void read_order(MapReader& map, const std::string& distribution, Order& order) {
  if (takes_exponent(distribution)) order.range.exponent = read_exponent(map);
  order.count = map.integer("count", {.least = 1, .most = kMaxWorkloadItems});
  order.range.seed = map.integer("seed", {});
}

}  // namespace

std::vector<WeightedValue> read_drawn_values(MapReader& map, const std::string& distribution) {
  Diagnostics& diagnostics = map.diagnostics();
  const std::optional<YamlValue> bounds = map.required(distribution);
  Order order;
  read_order(map, distribution, order);
  map.finish();
  std::vector<WeightedValue> values;
  if (!bounds) return values;
  const std::vector<YamlValue> pair = read_list(*bounds, diagnostics);
  if (pair.size() != 2) {
    if (bounds->node->is_list()) diagnostics.error(bounds->node->place, bounds->path, "not a list [LOW, HIGH]");
    return values;
  }
  order.range.low = read_integer(pair[0], kExtents, diagnostics);
  order.range.high = read_integer(pair[1], {.least = order.range.low, .most = kMaxExtent}, diagnostics);
  const std::unique_ptr<Draw> draw = draws().find(distribution)(order.range);
  for (std::int64_t i = 0; i < order.count; ++i) values.push_back({draw->next(), {}});
  return values;
}

void add_drawn_shapes(MapReader& map, const std::string& distribution, const WorkloadEntry& entry,
                      WorkloadItems& items) {
  const std::optional<YamlValue> bounds = map.required(distribution);
  Order order;
  read_order(map, distribution, order);
  if (!bounds) return;
  MapReader range(*bounds, map.diagnostics());
  order.range.low = range.integer("low", kExtents);
  order.range.high = range.integer("high", {.least = order.range.low, .most = kMaxExtent});
  range.finish();
  if (order.count + items.size() > kMaxWorkloadItems) {
    throw ConfigError(fmt::format("more than {} shapes in the workload; that is the limit", kMaxWorkloadItems));
  }
  items.reserve(order.count);
  const std::unique_ptr<Draw> draw = draws().find(distribution)(order.range);
  for (std::int64_t i = 0; i < order.count; ++i) {
    const GemmShape shape{.m = draw->next(), .n = draw->next(), .k = draw->next(), .batch = entry.batch};
    items.add(shape, entry.group, entry.use);
  }
}

}  // namespace mikpoly
