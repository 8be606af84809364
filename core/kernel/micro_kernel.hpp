// A micro-kernel: fixed tile, known resources, known time curve; no code pointer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/integer_math.hpp"
#include "core/hardware/tile_shape.hpp"
#include "core/kernel/time_curve.hpp"
#include "core/kernel/time_surface.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly {

/// What an edge tile costs: `padded` computes the full tile, `trimmed` whole granules only. The simulated machines pad,
/// whatever the kernel says; kernels that mask trim, and carry a time surface.
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
  std::string id;       ///< stable and readable, e.g. "f16_256x128x64"; never an index
  std::string variant;  ///< the backend's name of the code that runs it; empty on simulated machines
  TileShape tile;       ///< of a trimmed kernel: the most a task computes, and its k block
  GemmTypes types;
  EdgeRule edge = EdgeRule::padded;
  KernelResources resources;
  TimeCurve time;       ///< g_predict
  TimeSurface surface;  ///< of a trimmed kernel: the time of tasks that compute less than the tile

  /// Micro-kernel instances of one task over a k range: f_num of Eq. 4.
  [[nodiscard]] std::int64_t steps(std::int64_t k) const { return ceil_div(k, tile.k); }
};

/// The id of a kernel of that input type and tile, e.g. "f32_448x512x384_avx512-14x32".
std::string kernel_id(DataType input, const TileShape& tile, std::string_view variant = "");

}  // namespace mikpoly
