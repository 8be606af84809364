#include "core/tuning/purpose.hpp"

#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"

namespace mikpoly {
namespace {

/// Shapes of one layer at several m are neighbours.
struct ByLayer {
  static auto key(const GemmShape& shape) { return std::tuple(shape.n, shape.k, shape.batch, shape.m); }
  bool operator()(const GemmShape& a, const GemmShape& b) const { return key(a) < key(b); }
};

double weight_of(const WorkloadItem& item, const std::string& workload) {
  if (!std::isfinite(item.weight) || item.weight < 0.0) {
    throw ConfigError(fmt::format("workload \"{}\": the weight \"{}\" of \"{}\" is not a number of at least 0",
                                  workload, item.weight, item.id));
  }
  return static_cast<double>(item.count) * item.weight;
}

std::string shapes_hash(const std::vector<WeightedShape>& shapes) {
  std::string text;
  for (const WeightedShape& each : shapes) text += fmt::format("{} {}\n", to_text(each.shape), each.weight);
  return content_hash(text);
}

// As the head comment says.
std::vector<WeightedShape> thinned_out(const std::vector<WeightedShape>& shapes, double total) {
  if (std::ssize(shapes) <= kMostPurposeShapes) return shapes;
  const double part = total / static_cast<double>(kMostPurposeShapes);
  std::vector<WeightedShape> kept;
  double end = 0.0;
  std::int64_t read = 0;
  for (const WeightedShape& each : shapes) {
    end += each.weight;
    const std::int64_t before = read;
    while (read < kMostPurposeShapes && (static_cast<double>(read) + 0.5) * part < end) ++read;
    if (read > before) kept.push_back({each.shape, static_cast<double>(read - before) * part});
  }
  return kept;
}

}  // namespace

Purpose purpose_of(const Workload& workload, double general_share) {
  if (!(general_share >= 0.0 && general_share < 1.0)) {
    throw ConfigError(
        fmt::format("the share \"{}\" of the synthetic shapes is not at least 0 and below 1", general_share));
  }
  Purpose purpose{.key = {.name = workload.name, .hash = "", .general_share = general_share},
                  .items = std::ssize(workload.items)};
  std::map<GemmShape, double, ByLayer> weights;
  double total = 0.0;
  for (const WorkloadItem& item : workload.items) {
    const double weight = weight_of(item, workload.name);
    if (weight == 0.0 || item.shape.macs() == 0.0) {
      ++purpose.left_out;
      continue;
    }
    weights[item.shape] += weight;
    total += weight;
  }
  if (weights.empty()) {
    throw ConfigError(
        fmt::format("workload \"{}\" has no weight to choose kernels by: {} of its {} items have an extent or a count "
                    "times weight of 0; at least one needs both",
                    workload.name, purpose.left_out, purpose.items));
  }
  if (!std::isfinite(total)) {
    throw ConfigError(fmt::format("workload \"{}\": the sum of its weights is no finite number", workload.name));
  }
  for (const auto& [shape, weight] : weights) purpose.shapes.push_back({shape, weight});
  purpose.distinct = std::ssize(purpose.shapes);
  purpose.key.hash = shapes_hash(purpose.shapes);
  purpose.shapes = thinned_out(purpose.shapes, total);
  for (WeightedShape& each : purpose.shapes) each.weight /= total;
  return purpose;
}

}  // namespace mikpoly
