// A library of kernels that trim their edges, with times by a formula.
#pragma once

#include <initializer_list>

#include "core/base/integer_math.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly::test {

/// A register tile of rows x columns and its task: `start` ps, and `column` ps for each row and each started vector of
/// 16 columns, k element by k element; a panel that is not full pays `ragged` rows more.
struct TrimmedKernel {
  TileShape tile;
  std::int64_t rows = 1;
  std::int64_t columns = 16;
  std::int64_t start = 100;
  std::int64_t column = 10;
  std::int64_t ragged = 2;
};

inline Picoseconds time_by_formula(const TrimmedKernel& kernel, const TaskExtent& task) {
  const std::int64_t rows = task.rows + (task.rows % kernel.rows != 0 ? kernel.ragged : 0);
  return {kernel.start + rows * ceil_div(task.columns, 16) * task.depth * kernel.column};
}

inline KernelLibrary trimmed_library(std::initializer_list<TrimmedKernel> kernels) {
  KernelLibrary library;
  library.key.hardware = "small";
  library.key.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  for (const TrimmedKernel& formula : kernels) {
    MicroKernel kernel;
    kernel.variant = "r" + std::to_string(formula.rows) + "x" + std::to_string(formula.columns);
    kernel.id = kernel_id(DataType::f32, formula.tile, kernel.variant);
    kernel.tile = formula.tile;
    kernel.types = library.key.types;
    kernel.edge = EdgeRule::trimmed;
    kernel.resources = {1, 1, 1, 1};
    const SurfaceAxes axes{PanelAxis::sampled(1, formula.rows, formula.tile.m, false),
                           PanelAxis::sampled(16, formula.columns, formula.tile.n, false),
                           PanelAxis::sampled(1, formula.tile.k, 2 * formula.tile.k, true)};
    kernel.surface = TimeSurface::sample(axes, [&](const TaskExtent& task) { return time_by_formula(formula, task); });
    const auto full = [&](std::int64_t steps) {
      const Picoseconds time = kernel.surface.time({formula.tile.m, formula.tile.n, steps * formula.tile.k});
      return TimeCurve::Sample{steps, time, time};
    };
    kernel.time = TimeCurve({full(1), full(2)}, {});
    library.kernels.push_back(kernel);
  }
  return library;
}

}  // namespace mikpoly::test
