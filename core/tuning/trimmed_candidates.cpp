#include "core/tuning/trimmed_candidates.hpp"

#include <algorithm>
#include <set>

#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

// Tasks beyond this take milliseconds and add little to know: times are linear there.
constexpr std::int64_t kMostSampledRows = 512;
constexpr std::int64_t kMostSampledColumns = 1024;

TrimmedCandidate candidate_of(const GemmTypes& types, const RegisterTile& registers, const TileShape& tile,
                              bool coarse) {
  TrimmedCandidate candidate;
  MicroKernel& kernel = candidate.kernel;
  kernel.id = kernel_id(types.a, tile, registers.variant);
  kernel.variant = registers.variant;
  kernel.tile = tile;
  kernel.types = types;
  kernel.edge = EdgeRule::trimmed;
  kernel.resources = {.occupancy = 1, .load_buffers = 1, .feed_buffers = 1, .accumulator_buffers = 1};
  candidate.axes = {
      PanelAxis::sampled(1, registers.rows, std::min(tile.m, kMostSampledRows), coarse),
      PanelAxis::sampled(registers.column_granule, registers.columns, std::min(tile.n, kMostSampledColumns), coarse),
      PanelAxis::sampled(1, tile.k, 2 * tile.k, coarse)};
  return candidate;
}

}  // namespace

std::vector<TrimmedCandidate> trimmed_candidates(const GemmTypes& types, std::span<const RegisterTile> registers,
                                                 const TileExtents& extents, bool coarse) {
  std::vector<TrimmedCandidate> candidates;
  std::set<std::string> ids;
  for (const RegisterTile& each : registers) {
    for (const std::int64_t depth : extents.depths) {
      for (const std::int64_t panels : extents.row_panels) {
        for (const std::int64_t columns : extents.columns) {
          const TileShape tile{panels * each.rows, round_up(columns, each.columns), depth};
          TrimmedCandidate candidate = candidate_of(types, each, tile, coarse);
          if (ids.insert(candidate.kernel.id).second) candidates.push_back(std::move(candidate));
        }
      }
    }
  }
  return candidates;
}

}  // namespace mikpoly
