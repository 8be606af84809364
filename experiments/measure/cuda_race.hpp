// The engine against cuBLAS on a device: the same operands, rounds interleaved, device time alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/cuda/cublas_lt.hpp"
#include "backends/cuda/cuda_engine.hpp"
#include "core/base/measurement.hpp"
#include "core/problem/gemm_problem.hpp"

namespace mikpoly::lab {

inline constexpr std::string_view kCublas = "cublas";
inline constexpr std::string_view kCublasBest = "cublas-best";

/// What a contestant takes for a shape.
struct RaceRow {
  GemmShape shape;
  std::string contestant;                ///< mikpoly, default-tile, cublas, cublas-best
  std::string detail = {};               ///< the plan; of cuBLAS the place of the algorithm among those it offers
  std::optional<Measurement> time = {};  ///< of the device, by events around a graph
  double host_us = 0.0;     ///< mikpoly: planning a shape that was not seen, and giving its launches to the driver
  std::string reason = {};  ///< why there is no time
};

struct RaceRules {
  std::int64_t rounds = 3;  ///< the first picks cublas-best and does not count for it
  std::int64_t samples = 3;
  int algorithms = 8;  ///< of cuBLAS
};

class CudaRace {
 public:
  /// Products of `kind`'s types and transposes. `cublas` may be null: it does not take part then.
  CudaRace(cuda::CudaEngine& engine, const GemmProblem& kind, const cuda::CublasLt* cublas,
           const RaceRules& rules = {});

  /// A row for each contestant. Operands lie in so many copies that none is in L2 when it comes round.
  /// Errors: DeviceError; what a shape is too large for is a reason in its rows.
  [[nodiscard]] std::vector<RaceRow> run(const GemmShape& shape);

 private:
  struct Contestant;
  class Operands;

  [[nodiscard]] Contestant ours(const std::string& name, const GemmProblem& problem, const Plan& plan);
  void add_cublas(const GemmShape& shape, std::vector<Contestant>& contestants) const;
  void measure(std::vector<Contestant>& contestants, const Operands& operands) const;
  static std::vector<RaceRow> rows_of(const GemmShape& shape, const std::vector<Contestant>& contestants);

  cuda::CudaEngine& engine_;
  GemmProblem kind_;
  const cuda::CublasLt* cublas_;
  RaceRules rules_;
  cuda::LaunchQueue queue_;
};

/// The names of a race's columns, and a row as a line of them.
std::string race_header();
std::string race_record(const RaceRow& row, const GemmTypes& types, const std::string& layout);

/// The rows of one contestant as a table that `mikpoly validate` and `calibrate` read.
std::string race_table(const std::vector<RaceRow>& rows, std::string_view contestant, const GemmTypes& types);

/// How the engine does against a contestant: the other's time over ours.
struct RaceScore {
  std::string contestant;
  std::int64_t shapes = 0;
  double geomean = 0.0;
  double least = 0.0;
  GemmShape worst;  ///< where it is least
};
std::vector<RaceScore> race_scores(const std::vector<RaceRow>& rows);

}  // namespace mikpoly::lab
