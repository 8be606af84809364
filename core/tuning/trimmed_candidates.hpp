// Candidates of S1 for a device whose kernels trim their edges: what a backend's kernel list and a few tiles make.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/micro_kernel.hpp"

namespace mikpoly {

/// One line of a backend's kernel list.
struct RegisterTile {
  std::string variant;              ///< the backend's name of the kernel
  std::int64_t rows = 1;            ///< of a register tile: the panel of a task's rows
  std::int64_t columns = 1;         ///< likewise
  std::int64_t column_granule = 1;  ///< columns that are computed at least: a vector; a power of two
};

/// Tile extents to combine with every register tile.
struct TileExtents {
  std::vector<std::int64_t> row_panels;  ///< uM in panels
  std::vector<std::int64_t> columns;     ///< uN, rounded up to whole panels
  std::vector<std::int64_t> depths;      ///< uK
};

/// A kernel without times, and where its times have to be taken.
struct TrimmedCandidate {
  MicroKernel kernel;
  SurfaceAxes axes;
};

/// Every register tile with every tile, no id twice. `coarse`: fewer knots, none beyond two panels.
std::vector<TrimmedCandidate> trimmed_candidates(const GemmTypes& types, std::span<const RegisterTile> registers,
                                                 const TileExtents& extents, bool coarse);

}  // namespace mikpoly
