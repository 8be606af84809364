#include "backends/cpu/small_gemm.hpp"

namespace mikpoly::cpu {
namespace {

// Parts left of an extent when it is cut evenly: the next one. The last part needs no division.
int divided_up(int left, int parts) {
  return parts == 1 ? left : (left + parts - 1) / parts;
}

}  // namespace

bool is_small(const GemmShape& shape) {
  constexpr std::int64_t kMostExtent = 512;
  constexpr std::int64_t kMostElements = 16384;  // 64 KiB: L1 and a little
  const auto [m, n, k, batch] = shape;
  return m <= kMostExtent && n <= kMostExtent && k <= kMostExtent && m * k + k * n + m * n <= kMostElements;
}

TileFunction single_tile(const KernelFunctions& functions, const GemmShape& shape, const InputMatrix& a,
                         const InputMatrix& b) {
  if (b.column != 1 || shape.n > std::int64_t{kMaxTileVectors} * functions.width) return nullptr;
  std::size_t vectors = 1;
  while (shape.n > static_cast<std::int64_t>(vectors) * functions.width) ++vectors;
  if (shape.m > functions.tile_rows[vectors - 1]) return nullptr;
  const bool along_m = lies_along_m(a);
  const auto row = static_cast<std::size_t>(shape.m - 1);
  if (vectors == 1 && !along_m && shape.m <= kMaxTiny && shape.k <= kMaxTiny) {
    const TileFunction tiny = functions.tiny[row][shape.k - 1];
    if (tiny != nullptr) return tiny;
  }
  return functions.tile[along_m ? 1 : 0][0][vectors - 1][row];
}

TileArguments tile_arguments(const GemmShape& shape, const InputMatrix& a, const InputMatrix& b, std::ptrdiff_t d_row) {
  TileArguments tile;
  tile.a = a.data;
  tile.a_stride = lies_along_m(a) ? a.column : a.row;
  tile.b = b.data;
  tile.b_stride = b.row;
  tile.next = b.data;  // nothing is next
  tile.c_stride = d_row;
  tile.k = shape.k;
  tile.columns = static_cast<int>(shape.n);
  return tile;
}

void run_small(const KernelFunctions& functions, const CanonicalGemm& gemm, WorkerMemory& memory) {
  TileArguments tile = tile_arguments(gemm.shape, gemm.a, gemm.b, gemm.d_row);
  if (gemm.plain && !gemm.accumulate) {
    if (const TileFunction whole = single_tile(functions, gemm.shape, gemm.a, gemm.b); whole != nullptr) {
      tile.c = gemm.d;
      return whole(tile);
    }
  }
  const int m = static_cast<int>(gemm.shape.m);
  const int n = static_cast<int>(gemm.shape.n);
  const int width = functions.width;
  tile.accumulate = gemm.plain && gemm.accumulate;
  const bool a_along_m = lies_along_m(gemm.a);
  const auto& by_side = functions.tile[a_along_m ? 1 : 0][0];
  const float* b = gemm.b.data;
  if (gemm.b.column != 1) {
    const std::int64_t stride = std::int64_t{divided_up(n, width)} * width;
    float* packed = memory.b.floats(stride * tile.k);
    functions.transpose({b, gemm.b.column, packed, stride, n, tile.k});
    b = packed;
    tile.b_stride = stride;
  }
  const std::ptrdiff_t a_step = a_along_m ? 1 : gemm.a.row;
  int vectors_left = divided_up(n, width);
  int panels = divided_up(vectors_left, kMaxTileVectors);
  for (int column = 0; column < n;) {
    const int vectors = divided_up(vectors_left, panels--);
    vectors_left -= vectors;
    tile.columns = n - column < vectors * width ? n - column : vectors * width;
    tile.b = b + column;
    tile.next = tile.b;  // nothing is next
    const int most = functions.tile_rows[static_cast<std::size_t>(vectors - 1)];
    int blocks = divided_up(m, most);
    for (int row = 0; row < m;) {
      const int rows = divided_up(m - row, blocks--);
      tile.a = gemm.a.data + row * a_step;
      float* d = gemm.d + row * gemm.d_row + column;
      tile.c = gemm.plain ? d : memory.sum.floats(std::int64_t{rows} * tile.columns);
      tile.c_stride = gemm.plain ? gemm.d_row : tile.columns;
      by_side[vectors - 1][rows - 1](tile);
      if (!gemm.plain) {
        functions.finish(gemm.finish.at(row, column, gemm.d_row),
                         {tile.c, tile.c_stride, d, gemm.d_row, rows, tile.columns});
      }
      row += rows;
    }
    column += tile.columns;
  }
}

}  // namespace mikpoly::cpu
