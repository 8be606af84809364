// Which part of the product a block computes: block index -> region, tile, part of k, batch element.
#pragma once

#include "backends/cuda/kernel/arguments.cuh"
#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

struct Task {
  long long batch;
  long long part;
  long long row;  ///< of D's first element in the tile
  long long column;
  long long rows;  ///< from there to the region's edge
  long long columns;
};

/// The tile of a region by its number: down the rows of a band, so that neighbours in time share lines of A and B.
MIKPOLY_DEVICE void place_tile(const LaunchRegion& region, long long band, long long number, long long& row,
                               long long& column) {
  const long long of_band = band * region.tile_columns;
  const long long first_row = number / of_band * band;
  const long long below = region.tile_rows - first_row;
  const long long rows = below < band ? below : band;
  row = first_row + number % of_band % rows;
  column = number % of_band / rows;
}

/// The task of a block of tiles of tile_m x tile_n.
MIKPOLY_DEVICE Task task_of(const Grid& grid, long long parts, long long block, int tile_m, int tile_n) {
  int last = grid.regions - 1;
  while (last > 0 && block < grid.region[last].first_block) --last;
  const LaunchRegion& region = grid.region[last];
  const long long tiles = region.tile_rows * region.tile_columns;
  const long long own = block - region.first_block;
  long long tile_row = 0;
  long long tile_column = 0;
  place_tile(region, grid.band, own % tiles, tile_row, tile_column);
  const long long row = tile_row * tile_m;
  const long long column = tile_column * tile_n;
  return {own / tiles / parts,    own / tiles % parts, region.row + row,
          region.column + column, region.rows - row,   region.columns - column};
}

}  // namespace mikpoly::cuda
