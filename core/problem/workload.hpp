// Named shapes with weights: what a study runs over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// One shape of a workload.
struct WorkloadItem {
  std::string id;     ///< unique inside the workload, e.g. "1760x16x1760"
  std::string group;  ///< what statistics are grouped by, e.g. "deepbench"
  GemmShape shape;
  std::int64_t count = 1;  ///< how often the shape occurs in its source
  double weight = 1.0;     ///< its weight in weighted means
};

struct Workload {
  std::string name;
  std::string source;  ///< where the shapes come from
  std::vector<WorkloadItem> items;
};

}  // namespace mikpoly
