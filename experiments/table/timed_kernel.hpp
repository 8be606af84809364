// Rows of a measured table shape x kernel -> time, as its file says them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/measurement.hpp"
#include "core/hardware/tile_shape.hpp"
#include "core/problem/dtype.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::lab {

/// What a table says of a kernel.
struct TableKernel {
  std::string name;            ///< the file's, with what else tells kernels of that name apart
  TileShape tile;              ///< output tile and k step
  std::int64_t stages = 0;     ///< k steps in flight; 0: not said
  std::int64_t warps = 0;      ///< of a task; 0: not said
  std::int64_t occupancy = 0;  ///< tasks resident on one PE; 0: not said

  bool operator==(const TableKernel&) const = default;
};

/// One timing of one row.
struct RowTiming {
  double time_us = 0.0;
  double iqr_us = 0.0;
  std::int64_t samples = 1;
  bool passed = false;  ///< the file says that the values were checked and right
};

/// One kernel on one shape.
struct TimedKernel {
  std::string place;  ///< file:line, of JSON also the pointer
  GemmShape shape;
  std::optional<DataType> dtype;
  TableKernel kernel;
  std::int64_t k_parts = 1;
  RowTiming timing;
};

/// What a reader makes of a file.
struct TableRows {
  std::vector<TimedKernel> rows;
  std::map<std::string, std::int64_t> skipped;  ///< reason -> rows
  std::vector<std::string> ignored;             ///< columns
  std::vector<std::string> provenance;          ///< comment lines
  std::optional<TimeSource> source;             ///< nothing where the file does not say
};

}  // namespace mikpoly::lab
