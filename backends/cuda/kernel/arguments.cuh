// The run-time parameters of a kernel, in the same words on the host and on the device: addresses, extents, trip
// counts.
#pragma once

namespace mikpoly::cuda {

/// Where the elements of a matrix lie, in elements: lines, `line` apart, of elements side by side.
struct Lines {
  long long line = 0;
  long long batch = 0;
};

/// Rows of D are lines. Lines of A and B are along k or across it: that is a property of the kernel.
struct Matrices {
  const void* a = nullptr;
  const void* b = nullptr;
  void* d = nullptr;
  Lines a_lines;
  Lines b_lines;
  Lines d_lines;
};

struct Extents {
  long long m = 0;
  long long n = 0;
  long long k = 0;
  long long batches = 1;
};

/// A rectangle of D. Its blocks are its tiles, for every part of k and every batch element.
struct LaunchRegion {
  long long row = 0;
  long long column = 0;
  long long rows = 0;
  long long columns = 0;
  long long first_block = 0;
  long long tile_rows = 0;
  long long tile_columns = 0;
};

/// A plan has at most four regions; a launch of all of them has room for patterns to come.
constexpr int kMostRegions = 8;

struct Grid {
  long long first_block = 0;  ///< of this launch: a grid has at most 2^31 - 1 blocks
  long long band = 8;         ///< tiles are numbered down this many tile rows before the next tile column
  int regions = 0;
  LaunchRegion region[kMostRegions];
};

/// k is cut into parts of so many steps of a tile. The sums of each go to `partial` where there are several.
struct Parts {
  long long count = 1;
  long long steps = 0;
  float* partial = nullptr;  ///< count x batches x m x n
};

enum class Nonlinearity { none, relu, gelu_erf, gelu_tanh, silu };
enum class BiasOf { none, rows, columns };

/// D = act(alpha A B + beta C + bias) + residual. With beta 0 c is not read; null is no residual.
struct Finish {
  float alpha = 1.0F;
  float beta = 0.0F;
  const void* c = nullptr;
  Lines c_lines;
  long long c_column = 1;  ///< elements from one column of C to the next; its lines are rows
  BiasOf bias_of = BiasOf::none;
  const float* bias = nullptr;
  Nonlinearity nonlinearity = Nonlinearity::none;
  const void* residual = nullptr;
  Lines residual_lines;
};

struct Arguments {
  Matrices matrices;
  Extents extents;
  Grid grid;
  Parts parts;
  Finish finish;
};

}  // namespace mikpoly::cuda
