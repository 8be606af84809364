// The search for the fastest tiling.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/integer_math.hpp"
#include "core/kernel/feasibility.hpp"
#include "sim/tiling.hpp"

namespace mikpoly::sim {
namespace {

constexpr std::int64_t kMostSteps = 32;

// Up to the extent, rounded up to whole fractals.
std::vector<std::int64_t> extents_up_to(std::int64_t extent) {
  std::vector<std::int64_t> extents;
  for (const std::int64_t each : {16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 512}) {
    extents.push_back(each);
    if (each >= extent) break;
  }
  return extents;
}

class Search {
 public:
  Search(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape)
      : accelerator_(accelerator), types_(types), shape_(shape) {
    best_.time = {std::numeric_limits<std::int64_t>::max()};
  }

  BestTiling run() {
    const std::int64_t cores = accelerator_.pe.count;
    for (std::int64_t batch = 1; batch <= std::min(cores, shape_.batch); ++batch) {
      for (std::int64_t m = 1; m <= std::min(cores / batch, ceil_div(shape_.m, 16)); ++m) {
        for (std::int64_t n = 1; n <= std::min(cores / (batch * m), ceil_div(shape_.n, 16)); ++n) {
          // A split that leaves cores idle is worth a look only where one more does not fit.
          const bool fills = 2 * batch * m * n > cores || n == ceil_div(shape_.n, 16) || m == ceil_div(shape_.m, 16) ||
                             batch == shape_.batch;
          if (fills) try_split(m, n, batch);
        }
      }
    }
    return best_;
  }

 private:
  void try_split(std::int64_t m, std::int64_t n, std::int64_t batch) {
    const std::int64_t rows = ceil_div(ceil_div(shape_.m, 16), m) * 16;
    const std::int64_t columns = ceil_div(ceil_div(shape_.n, 16), n) * 16;
    for (const std::int64_t tile_m : extents_up_to(rows)) {
      for (const std::int64_t tile_n : extents_up_to(columns)) {
        for (const std::int64_t tile_k : extents_up_to(std::min<std::int64_t>(shape_.k, 256))) {
          Tiling tiling{.cores_m = m, .cores_n = n, .cores_batch = batch, .tile = {tile_m, tile_n, tile_k}};
          if (slower_than_best(tiling, rows, columns)) continue;
          try_residencies(tiling);
        }
      }
    }
  }

  // By the matrix unit alone.
  [[nodiscard]] bool slower_than_best(const Tiling& tiling, std::int64_t rows, std::int64_t columns) const {
    const ComputeRate& rate = *accelerator_.rate_for(types_.a);
    const TileShape& t = tiling.tile;
    const double blocks =
        static_cast<double>(ceil_div(t.m, rate.unit.m) * ceil_div(t.n, rate.unit.n) * ceil_div(t.k, rate.unit.k)) +
        rate.issue_cycles;
    const double mads = static_cast<double>(ceil_div(rows, t.m) * ceil_div(columns, t.n) * ceil_div(shape_.k, t.k) *
                                            ceil_div(shape_.batch, tiling.cores_batch));
    return accelerator_.to_time({mads * blocks / rate.sustained}) >= best_.time;
  }

  // As many accumulators as fit, and of L1 as many steps.
  void try_residencies(Tiling tiling) {
    for (const std::int64_t accumulators : {2, 1}) {
      tiling.accumulators = accumulators;
      for (const auto& [a_whole, b_whole] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
        tiling.a = {.steps = 1, .whole = a_whole, .copies = a_whole ? 1 : 2};
        tiling.b = {.steps = 1, .whole = b_whole, .copies = b_whole ? 1 : 2};
        std::int64_t steps = 1;
        while (steps < kMostSteps && fits(tiling, 2 * steps)) steps *= 2;
        if (!fits(tiling, steps)) continue;
        tiling.a.steps = tiling.b.steps = steps;
        consider(tiling);
      }
    }
  }

  [[nodiscard]] bool fits(Tiling tiling, std::int64_t steps) const {
    tiling.a.steps = tiling.b.steps = steps;
    return tiling_fault(accelerator_, types_, shape_, tiling).empty();
  }

  void consider(const Tiling& tiling) {
    const Picoseconds time = tiling_time(accelerator_, types_, shape_, tiling);
    if (time < best_.time) best_ = {tiling, time};
  }

  const Accelerator& accelerator_;
  const GemmTypes& types_;
  const GemmShape& shape_;
  BestTiling best_;
};

}  // namespace

BestTiling best_tiling(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape) {
  return Search(accelerator, types, shape).run();
}

}  // namespace mikpoly::sim
