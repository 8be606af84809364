// A micro-kernel: fixed tile, known resources, known time curve; no code pointer.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/integer_math.hpp"
#include "core/hardware/tile_shape.hpp"
#include "core/kernel/time_curve.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly {

/// What an edge tile costs: `padded` computes the full tile, `trimmed` whole granules only. The simulated machines pad;
/// `trimmed` is for kernels that mask, and no cost model charges it yet.
enum class EdgeRule { padded, trimmed };

/// What a task of the kernel takes of its processing element.
struct KernelResources {
  std::int64_t occupancy = 1;     ///< tasks resident on one PE
  std::int64_t load_buffers = 2;  ///< k steps that fit the load stages' buffer
  std::int64_t feed_buffers = 1;  ///< k steps that fit the buffers the matrix unit reads
  std::int64_t accumulator_buffers = 1;

  bool operator==(const KernelResources&) const = default;
};

struct MicroKernel {
  std::string id;  ///< stable and readable, e.g. "f16_256x128x64"; never an index
  TileShape tile;
  GemmTypes types;
  EdgeRule edge = EdgeRule::padded;
  KernelResources resources;
  TimeCurve time;  ///< g_predict

  /// Micro-kernel instances of one task over a k range: f_num of Eq. 4.
  [[nodiscard]] std::int64_t steps(std::int64_t k) const { return ceil_div(k, tile.k); }
};

/// The id of a kernel of that input type and tile.
std::string kernel_id(DataType input, const TileShape& tile);

}  // namespace mikpoly
