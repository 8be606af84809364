// Named shapes with weights: what a study runs over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// One shape of a workload. Its use is count * weight.
struct WorkloadItem {
  std::string id;     ///< unique inside the workload, e.g. "1760x16x1760"
  std::string group;  ///< what statistics are grouped by, e.g. "deepbench"
  GemmShape shape;
  std::int64_t count = 1;  ///< how often the shape occurs in its source
  double weight = 1.0;     ///< its weight in weighted means
};

/// What became of a trace of requests.
struct ReplaySummary {
  std::string mode;   ///< prefill, decode or continuous
  std::string trace;  ///< the file
  std::int64_t requests = 0;
  std::int64_t failed = 0;       ///< of those, left out: without a token in or out
  std::int64_t steps = 0;        ///< in which something is computed
  std::int64_t prompt_rows = 0;  ///< rows of all steps that are tokens of prompts
  std::int64_t decode_rows = 0;  ///< and those that are tokens given before
};

struct Workload {
  std::string name;
  std::string source;  ///< where the shapes come from
  std::vector<WorkloadItem> items;
  std::vector<ReplaySummary> replays;  ///< in file order
  std::vector<std::string> notices;    ///< what a reader should know of the files, `file:line:column: ...`
};

}  // namespace mikpoly
