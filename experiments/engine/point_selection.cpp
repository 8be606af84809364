#include "experiments/engine/point_selection.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/base/splitmix64.hpp"
#include "experiments/engine/selection_yaml.hpp"

namespace mikpoly::lab {
namespace {

// The shapes of all machines together: machine 0 stands for each.
using Shapes = std::vector<PointPlace>;

bool fits(const std::vector<IntegerSpan>& spans, std::int64_t extent) {
  const auto holds = [extent](const IntegerSpan& span) {
    return span.first <= extent && extent <= span.last && (extent - span.first) % span.step == 0;
  };
  return spans.empty() || std::ranges::any_of(spans, holds);
}

template <typename Value>
bool fits(const std::vector<Value>& values, const Value& value) {
  return values.empty() || std::ranges::find(values, value) != values.end();
}

bool fits(const PointFilter& filter, const PointGrid& grid, const PointPlace& place) {
  const Workload& workload = (*grid.workloads)[static_cast<std::size_t>(place.workload)];
  const WorkloadItem& item = workload.items[static_cast<std::size_t>(place.item)];
  const GemmShape& shape = item.shape;
  return fits(filter.m, shape.m) && fits(filter.n, shape.n) && fits(filter.k, shape.k) &&
         fits(filter.batch, shape.batch) && fits(filter.shapes, shape) && fits(filter.groups, item.group) &&
         fits(filter.workloads, workload.name) &&
         fits(filter.hardware, grid.hardware[static_cast<std::size_t>(place.hardware)]);
}

std::vector<PointPlace> all_points(const PointGrid& grid) {
  std::vector<PointPlace> points;
  for (std::int32_t hardware = 0; hardware < std::ssize(grid.hardware); ++hardware) {
    for (std::int32_t workload = 0; workload < std::ssize(*grid.workloads); ++workload) {
      const std::int64_t items = std::ssize((*grid.workloads)[static_cast<std::size_t>(workload)].items);
      for (std::int64_t item = 0; item < items; ++item) points.push_back({hardware, workload, item});
    }
  }
  return points;
}

void check_named(const std::vector<std::string>& wanted, const std::vector<std::string>& known, std::string_view key,
                 const std::string& where) {
  for (const std::string& name : wanted) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw ConfigError(
        fmt::format("{}: {} \"{}\" is not in this experiment{}", where, key, name, nearest_and_known(name, known)));
  }
}

// A misspelt name would take out nothing, and nobody would see it.
void check_names(const std::vector<PointFilter>& filters, std::string_view key, const PointGrid& grid) {
  if (filters.empty()) return;
  std::vector<std::string> workloads;
  std::set<std::string> groups;
  for (const Workload& workload : *grid.workloads) {
    workloads.push_back(workload.name);
    for (const WorkloadItem& item : workload.items) groups.insert(item.group);
  }
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const std::string where = fmt::format("{}[{}]", key, i);
    check_named(filters[i].hardware, grid.hardware, "hardware", where);
    check_named(filters[i].workloads, workloads, "workload", where);
    check_named(filters[i].groups, {groups.begin(), groups.end()}, "group", where);
  }
}

void keep_included(std::vector<PointPlace>& points, const std::vector<PointFilter>& include, const PointGrid& grid) {
  if (include.empty()) return;
  const std::size_t before = points.size();
  std::erase_if(points, [&](const PointPlace& place) {
    return std::ranges::none_of(include, [&](const PointFilter& filter) { return fits(filter, grid, place); });
  });
  if (!points.empty()) return;
  std::vector<std::string> texts;
  for (const PointFilter& filter : include) texts.push_back(to_yaml(filter));
  throw ConfigError(fmt::format("include keeps none of the {} points: none fits {}", before, fmt::join(texts, " or ")));
}

void drop_excluded(std::vector<PointPlace>& points, const std::vector<PointFilter>& exclude, const PointGrid& grid) {
  for (std::size_t i = 0; i < exclude.size(); ++i) {
    const std::size_t before = points.size();
    std::erase_if(points, [&](const PointPlace& place) { return fits(exclude[i], grid, place); });
    if (!points.empty()) continue;
    throw ConfigError(fmt::format("exclude[{}] leaves no point: the last {} fit {}", i, before, to_yaml(exclude[i])));
  }
}

Shapes shapes_of(const std::vector<PointPlace>& points) {
  Shapes shapes = points;
  for (PointPlace& shape : shapes) shape.hardware = 0;
  std::ranges::sort(shapes);
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  return shapes;
}

// Each shape is drawn with the probability wanted / left.
// Source: Knuth, The Art of Computer Programming, volume 2, section 3.4.2, algorithm S.
Shapes drawn(const Shapes& shapes, std::int64_t count, std::uint64_t seed) {
  SplitMix64 generator(seed);
  Shapes taken;
  std::int64_t left = std::ssize(shapes);
  for (const PointPlace& shape : shapes) {
    const auto wanted = static_cast<double>(count - std::ssize(taken));
    if (static_cast<double>(left--) * generator.uniform() < wanted) taken.push_back(shape);
  }
  return taken;
}

// Of each workload those at i * size / taken.
Shapes evenly_spaced(const Shapes& shapes, std::int64_t limit) {
  Shapes taken;
  for (auto first = shapes.begin(); first != shapes.end();) {
    const auto last =
        std::find_if(first, shapes.end(), [&](const PointPlace& shape) { return shape.workload != first->workload; });
    const std::int64_t size = last - first;
    const std::int64_t count = std::min(limit, size);
    for (std::int64_t i = 0; i < count; ++i) taken.push_back(first[i * size / count]);
    first = last;
  }
  return taken;
}

void keep_shapes(std::vector<PointPlace>& points, const Shapes& shapes) {
  std::erase_if(points, [&shapes](PointPlace place) {
    place.hardware = 0;
    return !std::ranges::binary_search(shapes, place);
  });
}

}  // namespace

bool PointFilter::empty() const {
  return m.empty() && n.empty() && k.empty() && batch.empty() && shapes.empty() && groups.empty() &&
         workloads.empty() && hardware.empty();
}

std::vector<PointPlace> select_points(const PointSelection& selection, std::uint64_t seed, const PointGrid& grid) {
  check_names(selection.include, "include", grid);
  check_names(selection.exclude, "exclude", grid);
  std::vector<PointPlace> points = all_points(grid);
  keep_included(points, selection.include, grid);
  drop_excluded(points, selection.exclude, grid);
  if (!selection.sample && selection.limit == 0) return points;
  Shapes shapes = shapes_of(points);
  if (selection.sample) shapes = drawn(shapes, selection.sample->count, selection.sample->seed.value_or(seed));
  if (selection.limit > 0) shapes = evenly_spaced(shapes, selection.limit);
  keep_shapes(points, shapes);
  return points;
}

}  // namespace mikpoly::lab
