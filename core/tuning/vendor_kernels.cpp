#include "core/tuning/vendor_kernels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly {
namespace {

// The machine whose load stage keeps exactly so many k steps in flight.
Accelerator with_stages(Accelerator accelerator, std::int64_t stages) {
  for (Stage& stage : accelerator.datapath.stages) {
    if (stage.kind == StageKind::load && stages > 0) stage.buffers = {stages, stages};
  }
  return accelerator;
}

bool computes_on(const VendorTile& tile, DataType type) {
  return tile.types.empty() || std::ranges::find(tile.types, type) != tile.types.end();
}

}  // namespace

KernelLibrary vendor_kernels(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer) {
  KernelLibrary library{.key = key, .kernels = {}, .hash = ""};
  for (std::size_t i = 0; i < accelerator.vendor.tiles.size(); ++i) {
    const VendorTile& tile = accelerator.vendor.tiles[i];
    if (!computes_on(tile, key.types.a)) continue;
    const Feasibility answer = check_tile(with_stages(accelerator, tile.stages), key.types, tile.tile);
    if (!answer.feasible) {
      throw ConfigError(fmt::format("vendor.tiles[{}]: {}x{}x{} with {} stages does not fit {} on {}: {}", i,
                                    tile.tile.m, tile.tile.n, tile.tile.k, tile.stages, name_of(key.types.a),
                                    accelerator.name, answer.reason));
    }
    MicroKernel& kernel = library.kernels.emplace_back();
    kernel.id = kernel_id(key.types.a, tile.tile, tile.stages > 0 ? fmt::format("s{}", tile.stages) : "");
    kernel.tile = tile.tile;
    kernel.types = key.types;
    kernel.resources = answer.resources;
  }
  if (library.kernels.empty()) {
    throw ConfigError(fmt::format("hardware \"{}\" lists no vendor tile for {}; add vendor.tiles to its file",
                                  accelerator.name, name_of(key.types.a)));
  }
  time_kernels(library.kernels, key.parameters.n_pred, timer);
  return library;
}

}  // namespace mikpoly
