#include "core/cost/traffic.hpp"

#include <algorithm>

namespace mikpoly {
namespace {

double fit(double capacity, double bytes) {
  return bytes <= capacity ? 1.0 : std::max(0.0, capacity) / bytes;
}

double panel_bytes(const Range& along, const Range& depth, std::int64_t element) {
  return static_cast<double>(along.size()) * static_cast<double>(depth.size()) * static_cast<double>(element);
}

// Share of a region's range on an axis that earlier regions (of the same depth and batch) have covered: the union of at
// most four ranges, walked from left to right.
double touched_before(const Plan& plan, std::size_t index, Range Region::*axis) {
  const Region& region = plan.regions()[index].region;
  const Range& mine = region.*axis;
  std::int64_t covered = 0;
  for (std::int64_t at = mine.begin; at < mine.end;) {
    std::int64_t reach = at;       // end of what covers `at`
    std::int64_t next = mine.end;  // begin of the next range to the right
    for (std::size_t i = 0; i < index; ++i) {
      const Region& earlier = plan.regions()[i].region;
      if (earlier.k != region.k || earlier.batch != region.batch) continue;
      const Range& theirs = earlier.*axis;
      if (theirs.begin <= at) reach = std::max(reach, std::min(theirs.end, mine.end));
      if (theirs.begin > at) next = std::min(next, theirs.begin);
    }
    covered += reach - at;
    at = reach > at ? reach : next;
  }
  return mine.size() == 0 ? 0.0 : static_cast<double>(covered) / static_cast<double>(mine.size());
}

// The numbering of one region's tasks, per batch element.
struct Raster {
  double tile_rows;
  double tile_columns;
  double band;        // tile rows of a band
  double cold;        // tasks that touch B for the first time
  double sweeps;      // passes over B
  double band_waves;  // waves of one band
};

Raster raster_of(const Region& region, const MicroKernel& kernel, const Accelerator& accelerator) {
  const double slots = static_cast<double>(accelerator.pe.count * kernel.resources.occupancy);
  const double rows = static_cast<double>(ceil_div(region.m.size(), kernel.tile.m));
  const double columns = static_cast<double>(ceil_div(region.n.size(), kernel.tile.n));
  const double band = std::min(rows, static_cast<double>(accelerator.dispatch.raster_band));
  const double cold = std::min(rows * columns, std::max(band * columns, slots));
  return {rows, columns, band, cold, std::max(1.0, rows * columns / cold), std::max(1.0, band * columns / slots)};
}

}  // namespace

double load_share(const Datapath& datapath, Operand operand, std::int64_t stride) {
  for (const Stage& stage : datapath.stages) {
    if (stage.kind != StageKind::load || std::ranges::count(stage.operands, operand) == 0) continue;
    for (const StrideRate& rate : stage.strides) {
      if (stride % rate.multiple == 0) return rate.share;
    }
  }
  return 1.0;
}

double footprint(const GemmShape& shape, const GemmTypes& types) {
  const Range m{0, shape.m};
  const Range n{0, shape.n};
  const Range k{0, shape.k};
  return static_cast<double>(shape.batch) *
         (panel_bytes(m, k, bytes_of(types.a)) + panel_bytes(n, k, bytes_of(types.b)) +
          panel_bytes(m, n, bytes_of(types.d)));
}

PlanTraffic traffic_of(const Plan& plan, const KernelLibrary& library, const Accelerator& accelerator,
                       const TrafficOptions& options) {
  PlanTraffic traffic;
  const double capacity =
      options.infinite_cache ? 1e30 : static_cast<double>(accelerator.memory.front().capacity.count);
  const double whole_fit = fit(capacity, footprint(plan.shape, library.key.types));
  const double a_share = load_share(accelerator.datapath, Operand::a, plan.shape.k);
  const double b_share = load_share(accelerator.datapath, Operand::b, plan.shape.n);
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const Region& region = plan.regions()[i].region;
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(plan.regions()[i].kernel)];
    const Raster raster = raster_of(region, kernel, accelerator);
    const double batch = static_cast<double>(region.batch.size());
    const double a = panel_bytes(region.m, region.k, bytes_of(kernel.types.a));
    const double b = panel_bytes(region.n, region.k, bytes_of(kernel.types.b));
    const double band_a = a * raster.band / raster.tile_rows;

    const double again_a = a * (raster.band_waves - 1.0) * (1.0 - fit(capacity, band_a));
    const double again_b = b * (raster.sweeps - 1.0) * (1.0 - fit(capacity - band_a, b));
    const double kept = options.warm ? whole_fit : 0.0;
    const double first_a = a * (1.0 - std::max(kept, whole_fit * touched_before(plan, i, &Region::m)));
    const double first_b = b * (1.0 - std::max(kept, whole_fit * touched_before(plan, i, &Region::n)));

    RegionTraffic& out = traffic[i];
    const double a_reads = a * raster.tile_columns;
    const double b_reads = b * raster.tile_rows;
    out.near_reads = batch * (a_reads + b_reads);
    out.slowdown = a_reads + b_reads > 0.0 ? (a_reads / a_share + b_reads / b_share) / (a_reads + b_reads) : 1.0;
    out.main_reads = std::min(out.near_reads, batch * (first_a + again_a + first_b + again_b));
    out.cold_share = raster.cold / (raster.tile_rows * raster.tile_columns);
    out.cold_main_reads = std::min(out.main_reads, batch * (first_b + out.cold_share * (first_a + again_a)));
    out.writes = batch * panel_bytes(region.m, region.n, bytes_of(kernel.types.d));
    out.main_writes = out.writes * (1.0 - whole_fit);
  }
  return traffic;
}

}  // namespace mikpoly
