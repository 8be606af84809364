// Stream-K: one tile for everything; the tail's k steps are dealt out evenly over the machine's places.
//
// Tiles that fill rounds run whole but for the last full one, which is divided together with what is left over: the
// two-tile hybrid. Fewer tiles than places are divided over a grid of g blocks, the g of the least
//   time(g) = b [peers > 1] + c * steps of a block + d * (peers - 1),   peers = blocks that share a tile
// with c the time of a k step by the kernel's curve, and b and d the times of writing and of reading a tile's partial
// sums at a PE's own rates of the nearest level; the paper's constant a is the same for every g. Nothing is fitted.
//
// Source: Stream-K (PPoPP'23), https://arxiv.org/abs/2301.03598, sections 4 and 5. One tile for each precision: the
// library's kernel that is nearest to the hardware file's standard tile. Known limits: machines that deal tasks out
// beforehand are declined, as blocks are what is divided; the simulator charges blocks that wait for each other
// nothing.
#include <limits>

#include <fmt/format.h>

#include "core/plan/stream_k.hpp"
#include "core/planner/fixed_tile.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

class StreamK final : public Selector {
 public:
  explicit StreamK(const SelectorContext& context)
      : accelerator_(context.accelerator),
        kernel_at_(standard_kernel(context.accelerator, context.library)),
        kernel_(context.library.kernels[static_cast<std::size_t>(kernel_at_)]) {}

  Selection select(const GemmShape& shape) const override {
    Selection selection{.plan = single_tile_plan(shape, kernel_at_)};
    if (accelerator_.dispatch.policy == "static") {
      selection.plan.region_count = 0;
      selection.unsupported =
          fmt::format("{} deals tasks out beforehand; stream_k divides blocks that are dispatched", accelerator_.name);
    } else if (!shape.empty() && kernel_.edge == EdgeRule::padded) {
      selection.plan.allocation = stream_k_allocation(grid_of(selection.plan));
    }
    return selection;
  }

 private:
  [[nodiscard]] std::int64_t grid_of(const Plan& plan) const {
    const std::int64_t places = accelerator_.pe.count * kernel_.resources.occupancy;
    const std::int64_t tiles = task_count(plan.regions()[0].region, kernel_.tile);
    if (tiles >= places) return places;
    const std::int64_t steps = std::max<std::int64_t>(1, kernel_.steps(plan.shape.k));
    const double step = static_cast<double>(kernel_.time.interval(steps).count) / static_cast<double>(steps);
    const double bytes = static_cast<double>(kernel_.tile.area() * bytes_of(kernel_.types.acc));
    const MemoryLevel& near = accelerator_.memory.front();
    const double store = static_cast<double>(accelerator_.to_time({bytes / near.write_per_pe}).count);
    const double load = static_cast<double>(accelerator_.to_time({bytes / near.read_per_pe}).count);
    std::int64_t best = tiles;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t grid = tiles; grid <= std::min(places, tiles * steps); ++grid) {
      const std::int64_t own = ceil_div(tiles * steps, grid);
      const std::int64_t peers = ceil_div(steps, own);
      const double time =
          (peers > 1 ? store : 0.0) + step * static_cast<double>(own) + load * static_cast<double>(peers - 1);
      if (time >= least) continue;
      least = time;
      best = grid;
    }
    return best;
  }

  const Accelerator& accelerator_;
  std::int64_t kernel_at_;
  const MicroKernel& kernel_;
};

}  // namespace

std::unique_ptr<Selector> make_stream_k(const SelectorContext& context) {
  return std::make_unique<StreamK>(context);
}

}  // namespace mikpoly
