// One row of bench.csv, in parts: which shape, which library, how it went, how long it took and what the machine could.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/measurement.hpp"
#include "core/problem/gemm_problem.hpp"
#include "core/problem/workload.hpp"
#include "experiments/engine/result_row.hpp"
#include "experiments/measure/result_check.hpp"
#include "experiments/measure/sampler.hpp"

namespace mikpoly::lab {

/// What the calls find in the caches, and how they are made.
enum class Mode {
  warm,      ///< plain calls on the same buffers again and again
  cold,      ///< plain calls on buffers in rotation
  first,     ///< the first plain call of a shape, on fresh buffers
  prepared,  ///< calls of a prepared handle, a primitive or a kernel pointer; warm
  packed     ///< calls with B packed beforehand, packing not counted; warm
};

std::string_view name_of(Mode mode);
/// `plain`, `prepared` or `packed`.
std::string_view call_of(Mode mode);
/// Errors: ConfigError naming the nearest and all known ones.
Mode parse_mode(std::string_view text);

/// What all rows of a bench share.
struct BenchSettings {
  std::string workload;
  GemmProblem problem;  ///< types and layouts; each shape takes the place of its shape
  Mode mode = Mode::warm;
  std::int64_t threads = 1;
  SamplingRules sampling;
  std::int64_t rotating_bytes = 24'000'000;  ///< cold: of all buffers in rotation
  std::uint64_t seed = 1;
};

struct BenchTimes {
  Measurement all;                   ///< of all rounds; in mode first: of the first call
  Picoseconds pick;                  ///< median of the rounds that pick the best peer
  Picoseconds score;                 ///< median of the rounds that score
  std::optional<Picoseconds> later;  ///< mode first: median of later calls on other fresh buffers
};

/// Where a row stands against the best peer of its shape.
struct BenchScore {
  std::string best_peer;        ///< fastest in the picking rounds; empty without peers
  std::optional<double> speed;  ///< score time of the best peer over the row's own
};

/// The roofline of the machine at one shape, measured in the rounds of that shape.
struct ShapeLimits {
  double peak_gflops = 0.0;
  double read_gbs = 0.0;  ///< at the footprint of the shape
  Picoseconds least;      ///< no call can be faster
};

struct ShapeConditions {
  std::optional<ShapeLimits> limits;
  std::optional<double> foreign_processors;
  std::int64_t rotating_bytes = 0;  ///< 0: the same buffers again and again
};

struct BenchRow {
  WorkloadItem item;
  std::string backend;
  bool is_subject = false;  ///< what the others are the peers of
  RowOutcome outcome;
  ResultCheck check;  ///< the last one
  std::optional<BenchTimes> times;
  BenchScore score;
  ShapeConditions conditions;
};

}  // namespace mikpoly::lab
