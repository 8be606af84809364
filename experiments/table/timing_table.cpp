#include "experiments/table/timing_table.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

Picoseconds picoseconds(double microseconds) {
  return Picoseconds::rounded(microseconds * 1e6);
}

// The median of several timings; their spread is that between them.
TableTime put_together(const std::vector<RowTiming>& timings, TimeSource source) {
  std::vector<double> times;
  std::int64_t samples = 0;
  for (const RowTiming& timing : timings) {
    times.push_back(timing.time_us);
    samples += timing.samples;
  }
  const double spread = timings.size() == 1 ? timings.front().iqr_us : quantile(times, 0.75) - quantile(times, 0.25);
  return {.measured = {.median = picoseconds(quantile(times, 0.5)),
                       .source = source,
                       .interquartile_range = picoseconds(spread),
                       .samples = samples},
          .passed = std::ranges::all_of(timings, &RowTiming::passed)};
}

void refuse_uncountable(const TimedKernel& row) {
  if (is_countable(row.shape, row.kernel.tile, row.k_parts)) return;
  throw ConfigError(fmt::format("{}: {} by {}x{} tiles in {} parts of k is more than 2^62 tasks", row.place,
                                to_text(row.shape), row.kernel.tile.m, row.kernel.tile.n, row.k_parts));
}

}  // namespace

bool is_countable(const GemmShape& shape, const TileShape& tile, std::int64_t k_parts) {
  const auto tiles = [](std::int64_t extent, std::int64_t size) { return static_cast<double>(ceil_div(extent, size)); };
  const double tasks =
      tiles(shape.m, tile.m) * tiles(shape.n, tile.n) * static_cast<double>(shape.batch) * static_cast<double>(k_parts);
  return tasks <= static_cast<double>(kMaxProduct);
}

TimingTable::TimingTable(TableOrigin origin, TableRows rows) : origin_(std::move(origin)) {
  report_.rows = std::ssize(rows.rows);
  report_.skipped = std::move(rows.skipped);
  report_.ignored = std::move(rows.ignored);
  std::vector<std::map<TableProgram, std::vector<RowTiming>>> timings;
  for (const TimedKernel& row : rows.rows) {
    refuse_uncountable(row);
    const auto shape = static_cast<std::size_t>(shape_position(row.shape));
    timings.resize(shapes_.size());
    const TableProgram program{kernel_position(row), row.k_parts};
    timings[shape][program].push_back(row.timing);
  }
  std::set<TableProgram> all;
  for (const auto& programs : timings) {
    auto& of_shape = times_.emplace_back();
    for (const auto& [program, several] : programs) {
      of_shape.emplace(program, put_together(several, origin_.source));
      all.insert(program);
      report_.repeated += several.size() > 1 ? 1 : 0;
    }
  }
  programs_.assign(all.begin(), all.end());
}

std::int64_t TimingTable::shape_position(const GemmShape& shape) {
  const auto [found, is_new] = shape_index_.try_emplace({shape.m, shape.n, shape.k, shape.batch}, std::ssize(shapes_));
  if (is_new) shapes_.push_back(shape);
  return found->second;
}

std::int64_t TimingTable::kernel_position(const TimedKernel& row) {
  const auto [found, is_new] = kernel_index_.try_emplace(row.kernel.name, std::ssize(kernels_));
  if (is_new) {
    kernels_.push_back(row.kernel);
    first_places_.push_back(row.place);
    return found->second;
  }
  const auto position = static_cast<std::size_t>(found->second);
  if (kernels_[position] == row.kernel) return found->second;
  const TileShape& tile = row.kernel.tile;
  const TileShape& known = kernels_[position].tile;
  const std::string difference = tile == known ? "other stages, warps or occupancy than in"
                                               : fmt::format("the tile {}x{}x{}, and {}x{}x{} in", tile.m, tile.n,
                                                             tile.k, known.m, known.n, known.k);
  throw ConfigError(fmt::format("{}: kernel \"{}\" has {} {}; kernels that differ need names of their own", row.place,
                                row.kernel.name, difference, first_places_[position]));
}

std::int64_t TimingTable::find(const GemmShape& shape) const {
  const auto found = shape_index_.find({shape.m, shape.n, shape.k, shape.batch});
  return found == shape_index_.end() ? -1 : found->second;
}

const std::map<TableProgram, TableTime>& TimingTable::times(std::int64_t shape) const {
  return times_[static_cast<std::size_t>(shape)];
}

const TableTime* TimingTable::time(std::int64_t shape, const TableProgram& program) const {
  const auto found = times(shape).find(program);
  return found == times(shape).end() ? nullptr : &found->second;
}

std::optional<Picoseconds> TimingTable::least(std::int64_t shape, std::int64_t kernel) const {
  std::optional<Picoseconds> least;
  const auto& programs = times(shape);
  for (auto at = programs.lower_bound({kernel, 0}); at != programs.end() && at->first.kernel == kernel; ++at) {
    if (!least || at->second.measured.median < *least) least = at->second.measured.median;
  }
  return least;
}

std::int64_t TimingTable::holes(std::int64_t shape) const {
  std::int64_t timed = 0;
  std::int64_t last = -1;
  for (const auto& [program, time] : times(shape)) {
    timed += program.kernel == last ? 0 : 1;
    last = program.kernel;
  }
  return std::ssize(kernels_) - timed;
}

std::int64_t TimingTable::holes() const {
  std::int64_t count = 0;
  for (std::int64_t shape = 0; shape < std::ssize(shapes_); ++shape) count += holes(shape);
  return count;
}

}  // namespace mikpoly::lab
