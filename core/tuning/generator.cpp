#include "core/tuning/generator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/kernel/feasibility.hpp"

namespace mikpoly {
namespace {

void try_tile(const Accelerator& accelerator, const GemmTypes& types, const TileShape& tile, Candidates& candidates) {
  ++candidates.generated;
  const Feasibility answer = check_tile(accelerator, types, tile);
  if (!answer.feasible) {
    ++candidates.refused[answer.reason];
    return;
  }
  MicroKernel kernel;
  kernel.id = kernel_id(types.a, tile);
  kernel.tile = tile;
  kernel.types = types;
  kernel.resources = answer.resources;
  candidates.kernels.push_back(std::move(kernel));
}

}  // namespace

Candidates generate_candidates(const Accelerator& accelerator, const GemmTypes& types, std::int64_t n_gen) {
  const TileShape& granule = accelerator.tiles.granule;
  const auto most = [n_gen](std::int64_t step, std::int64_t largest) { return std::min(step * n_gen, largest); };
  const TileShape last{most(granule.m, accelerator.tiles.largest.m), most(granule.n, accelerator.tiles.largest.n),
                       most(granule.k, accelerator.tiles.largest.k)};
  Candidates candidates;
  for (std::int64_t m = granule.m; m <= last.m; m += granule.m) {
    for (std::int64_t n = granule.n; n <= last.n; n += granule.n) {
      for (std::int64_t k = granule.k; k <= last.k; k += granule.k) {
        try_tile(accelerator, types, {m, n, k}, candidates);
      }
    }
  }
  if (candidates.kernels.empty()) {
    const auto worst = std::max_element(candidates.refused.begin(), candidates.refused.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    throw ConfigError(fmt::format("no tile of {} fits {}: {} of {} tiles are refused by \"{}\"; make it larger",
                                  name_of(types.a), accelerator.name, worst->second, candidates.generated,
                                  worst->first));
  }
  return candidates;
}

}  // namespace mikpoly
