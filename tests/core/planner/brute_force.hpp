// Every candidate plan of a pattern, by loops written out pattern by pattern: the planner's search is checked against
// it.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/splitmix64.hpp"
#include "core/cost/cost_model.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::test {

struct Box {
  std::int64_t m0, m1, n0, n1;
};

class BruteForce {
 public:
  BruteForce(const Accelerator& machine, const KernelLibrary& library, const GemmShape& shape)
      : machine_(machine), library_(library), shape_(shape) {}

  /// Calls `visit` with every candidate of the pattern.
  void each(const std::string& pattern, const std::function<void(const Plan&)>& visit) const {
    const Box all{0, shape_.m, 0, shape_.n};
    if (pattern == "I") one(all, {}, pattern, visit);
    if (pattern == "II") rows(all, [&](Plan p, Box, Box low) { one(low, p, pattern, visit); });
    if (pattern == "III") columns(all, [&](Plan p, Box, Box right) { one(right, p, pattern, visit); });
    if (pattern == "IV") {
      columns(all, [&](Plan p, Box, Box right) {
        rows(right, [&](Plan q, Box, Box low) { one(low, join(p, q), pattern, visit); });
      });
    }
    if (pattern == "VI") {
      rows(all, [&](Plan p, Box, Box low) {
        columns(low, [&](Plan q, Box, Box right) { one(right, join(p, q), pattern, visit); });
      });
    }
    if (pattern == "V" || pattern == "IX") {
      corner(all, true, [&](Plan p, Box beside, Box below) {
        rows(beside, [&](Plan q, Box, Box low) {
          for_each_kernel(low, [&](Plan r) {
            if (pattern == "V") return one(below, join(join(p, q), r), pattern, visit);
            columns(below, [&](Plan s, Box, Box right) { one(right, join(join(join(p, q), r), s), pattern, visit); });
          });
        });
      });
    }
    if (pattern == "VII" || pattern == "VIII") {
      corner(all, false, [&](Plan p, Box below, Box beside) {
        columns(below, [&](Plan q, Box, Box right) {
          for_each_kernel(right, [&](Plan r) {
            if (pattern == "VII") return one(beside, join(join(p, q), r), pattern, visit);
            rows(beside, [&](Plan s, Box, Box low) { one(low, join(join(join(p, q), r), s), pattern, visit); });
          });
        });
      });
    }
  }

 private:
  using Then = std::function<void(Plan, Box, Box)>;

  // Where a kernel may end its region along an extent, by the text of the definition.
  std::set<std::int64_t> cuts(std::int64_t extent, std::int64_t tile, std::int64_t across) const {
    const std::int64_t slots = machine_.pe.count;
    std::set<std::int64_t> found;
    const std::int64_t tasks = (extent + tile - 1) / tile * across;
    for (const std::int64_t waves : {tasks / slots, tasks / slots - 1}) found.insert(waves * slots / across * tile);
    found.insert((extent - 1) / tile * tile);
    found.insert(static_cast<std::int64_t>(0.75 * static_cast<double>(extent) / static_cast<double>(tile) + 0.5) *
                 tile);
    std::erase_if(found, [&](std::int64_t cut) { return cut <= 0 || cut >= extent; });
    return found;
  }

  Plan with(const Box& box, std::size_t kernel) const {
    Plan plan;
    plan.shape = shape_;
    plan.add({{box.m0, box.m1}, {box.n0, box.n1}, {0, shape_.k}, {0, shape_.batch}}, static_cast<std::int64_t>(kernel));
    return plan;
  }

  static Plan join(Plan a, const Plan& b) {
    for (const PlannedRegion& region : b.regions()) a.add(region.region, region.kernel);
    return a;
  }

  void for_each_kernel(const Box& box, const std::function<void(Plan)>& then) const {
    for (std::size_t k = 0; k < library_.kernels.size(); ++k) then(with(box, k));
  }

  void one(const Box& box, const Plan& before, const std::string& pattern,
           const std::function<void(const Plan&)>& visit) const {
    for_each_kernel(box, [&](const Plan& last) {
      Plan plan = join(before, last);
      plan.shape = shape_;
      plan.pattern = pattern;
      visit(plan);
    });
  }

  std::int64_t tiles(std::int64_t extent, std::int64_t tile) const { return (extent + tile - 1) / tile; }

  std::set<std::int64_t> row_cuts(const Box& box, std::size_t kernel) const {
    const TileShape& tile = library_.kernels[kernel].tile;
    return cuts(box.m1 - box.m0, tile.m, tiles(box.n1 - box.n0, tile.n) * shape_.batch);
  }
  std::set<std::int64_t> column_cuts(const Box& box, std::size_t kernel) const {
    const TileShape& tile = library_.kernels[kernel].tile;
    return cuts(box.n1 - box.n0, tile.n, tiles(box.m1 - box.m0, tile.m) * shape_.batch);
  }

  // A region above a cut that its own kernel chose; `then` gets the upper and the lower box.
  void rows(const Box& box, const Then& then) const {
    for (std::size_t k = 0; k < library_.kernels.size(); ++k) {
      for (const std::int64_t cut : row_cuts(box, k)) {
        const Box top{box.m0, box.m0 + cut, box.n0, box.n1};
        then(with(top, k), top, {box.m0 + cut, box.m1, box.n0, box.n1});
      }
    }
  }
  void columns(const Box& box, const Then& then) const {
    for (std::size_t k = 0; k < library_.kernels.size(); ++k) {
      for (const std::int64_t cut : column_cuts(box, k)) {
        const Box left{box.m0, box.m1, box.n0, box.n0 + cut};
        then(with(left, k), left, {box.m0, box.m1, box.n0 + cut, box.n1});
      }
    }
  }

  // A corner region whose kernel chose both cuts, the outer one first; `then` gets the box inside the outer cut and the
  // box outside it.
  void corner(const Box& box, bool rows_first, const Then& then) const {
    for (std::size_t k = 0; k < library_.kernels.size(); ++k) {
      for (const std::int64_t outer : rows_first ? row_cuts(box, k) : column_cuts(box, k)) {
        const Box band =
            rows_first ? Box{box.m0, box.m0 + outer, box.n0, box.n1} : Box{box.m0, box.m1, box.n0, box.n0 + outer};
        const Box outside =
            rows_first ? Box{box.m0 + outer, box.m1, box.n0, box.n1} : Box{box.m0, box.m1, box.n0 + outer, box.n1};
        for (const std::int64_t inner : rows_first ? column_cuts(band, k) : row_cuts(band, k)) {
          const Box own = rows_first ? Box{band.m0, band.m1, band.n0, band.n0 + inner}
                                     : Box{band.m0, band.m0 + inner, band.n0, band.n1};
          const Box inside = rows_first ? Box{band.m0, band.m1, band.n0 + inner, band.n1}
                                        : Box{band.m0 + inner, band.m1, band.n0, band.n1};
          then(with(own, k), inside, outside);
        }
      }
    }
  }

  const Accelerator& machine_;
  const KernelLibrary& library_;
  GemmShape shape_;
};

/// The least cost of all candidates of these patterns.
inline Picoseconds least_cost(const BruteForce& candidates, const CostModel& model,
                              const std::vector<std::string>& patterns) {
  Picoseconds least{std::int64_t{1} << 62};
  for (const std::string& pattern : patterns) {
    candidates.each(pattern, [&](const Plan& plan) { least = std::min(least, model.cost(plan)); });
  }
  return least;
}

/// Shapes with m, n up to `most` and k up to 200; every fifth is a batch of three.
inline std::vector<GemmShape> random_shapes(std::uint64_t seed, int count, std::uint64_t most) {
  SplitMix64 random(seed);
  const auto extent = [&](std::uint64_t limit) { return 1 + static_cast<std::int64_t>(random.next() % limit); };
  std::vector<GemmShape> shapes;
  for (int i = 0; i < count; ++i) shapes.push_back({extent(most), extent(most), extent(200), i % 5 == 0 ? 3 : 1});
  return shapes;
}

}  // namespace mikpoly::test
