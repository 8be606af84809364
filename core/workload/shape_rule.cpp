#include "core/workload/shape_rule.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

using Values = std::array<std::vector<WeightedValue>, 4>;

// Calls `take(shape, use)` for each of the cross product.
template <typename Take>
void cross(const Values& values, const Use& entry, Take take) {
  for (const WeightedValue& m : values[0]) {
    for (const WeightedValue& n : values[1]) {
      for (const WeightedValue& k : values[2]) {
        for (const WeightedValue& batch : values[3]) {
          const GemmShape shape{.m = m.value, .n = n.value, .k = k.value, .batch = batch.value};
          take(shape, times(entry, times(times(m.use, n.use), times(k.use, batch.use))));
        }
      }
    }
  }
}

struct ShapeHash {
  std::size_t operator()(const GemmShape& shape) const {
    std::uint64_t hash = 0;
    for (const std::int64_t extent : {shape.m, shape.n, shape.k, shape.batch}) {
      hash = (hash ^ static_cast<std::uint64_t>(extent)) * 0x9E3779B97F4A7C15ULL;  // 2^64 over the golden ratio
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
  }
};

/// Distinct shapes with their uses, in the order in which they come first.
class MergedShapes {
 public:
  void add(const GemmShape& shape, const Use& use) {
    const auto [found, is_new] = place_.try_emplace(shape, shapes_.size());
    if (is_new) {
      shapes_.emplace_back(shape, use);
    } else {
      Use& sum = shapes_[found->second].second;
      sum = plus(sum, use);
    }
  }
  [[nodiscard]] const std::vector<std::pair<GemmShape, Use>>& shapes() const { return shapes_; }

 private:
  std::unordered_map<GemmShape, std::size_t, ShapeHash> place_;
  std::vector<std::pair<GemmShape, Use>> shapes_;
};

// The extent's values at one combination; the first fault of each of its formulas goes to `faults`.
void work_out(const Extent& extent, std::size_t number, const Combinations& combinations, std::int64_t index,
              std::vector<WeightedValue>& values, std::vector<RuleFault>& faults) {
  values.clear();
  for (const ExtentTerm& term : extent.terms) {
    WeightedValue& value = values.emplace_back(term.number);
    if (term.formula < 0) continue;
    const Formula& formula = extent.formulas[static_cast<std::size_t>(term.formula)];
    const FormulaValue found = formula.evaluate(combinations.of(index));
    value.value = found.value;
    const auto same = [&](const RuleFault& known) { return known.extent == number && known.formula == term.formula; };
    if (!found.fault || std::ranges::any_of(faults, same)) continue;
    faults.push_back({number, term.formula, combinations.placed(*found.fault, index, formula)});
  }
}

}  // namespace

bool ShapeRule::has_formula() const {
  return std::ranges::any_of(extents, [](const Extent& extent) { return !extent.formulas.empty(); });
}

bool ShapeRule::uses(std::int64_t position) const {
  return std::ranges::any_of(extents, [position](const Extent& extent) {
    return std::ranges::any_of(extent.formulas, [position](const Formula& formula) {
      return std::ranges::binary_search(formula.used(), position);
    });
  });
}

double ShapeRule::size() const {
  double size = 1.0;
  for (const Extent& extent : extents) size *= static_cast<double>(extent.terms.size());
  return size;
}

void add_product(const ShapeRule& rule, const WorkloadEntry& entry, WorkloadItems& items) {
  Values values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const ExtentTerm& term : rule.extents[i].terms) values[i].push_back(term.number);
  }
  items.reserve(static_cast<std::int64_t>(rule.size()));
  cross(values, entry.use, [&](const GemmShape& shape, const Use& use) { items.add(shape, entry.group, use); });
}

std::vector<RuleFault> add_combined(const ShapeRule& rule, const Combinations& combinations, const WorkloadEntry& entry,
                                    bool empty, WorkloadItems& items) {
  MergedShapes merged;
  Values values;
  std::vector<RuleFault> faults;
  for (std::int64_t index = 0; index < combinations.size(); ++index) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      work_out(rule.extents[i], i, combinations, index, values[i], faults);
    }
    if (!faults.empty()) continue;
    const Use use = times(entry.use, combinations.uses[static_cast<std::size_t>(index)]);
    cross(values, use, [&](const GemmShape& shape, const Use& times_used) {
      if (empty || !shape.empty()) merged.add(shape, times_used);
    });
  }
  if (!faults.empty()) return faults;
  if (std::ssize(merged.shapes()) + items.size() > kMaxWorkloadItems) {
    throw ConfigError(fmt::format("more than {} shapes in the workload; that is the limit", kMaxWorkloadItems));
  }
  for (const auto& [shape, use] : merged.shapes()) items.add(shape, entry.group, use);
  return faults;
}

}  // namespace mikpoly
