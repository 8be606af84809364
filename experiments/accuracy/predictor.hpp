// What the simulator says of a timed row: the plan that was timed, or the one that the vendor's tiles, else makespan,
// would give the shape.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/hardware/hardware_file.hpp"
#include "experiments/accuracy/accuracy.hpp"
#include "experiments/accuracy/timed_table.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

class Predictor {
 public:
  /// Predicts rows of these types; rows that name none are of `fallback`. `warm`: operands start in the nearest level.
  /// Errors: ConfigError when the machine has no library or no vendor tile for a type.
  Predictor(const HardwareFile& hardware, std::span<const TimedRow> rows, DataType fallback, bool warm);

  /// The row with its device time, start cost included, launch cost not. Safe from many threads.
  /// Errors: ConfigError with the row's place: a plan that is not one of the shape, a shape that takes too long.
  [[nodiscard]] PredictedRow predict(const TimedRow& row) const;

  /// All rows, on all usable cores.
  [[nodiscard]] std::vector<PredictedRow> predict(std::span<const TimedRow> rows) const;

  /// Name of the selector that stands for the library.
  [[nodiscard]] const std::string& selector() const { return selector_; }

 private:
  struct Bench {
    std::unique_ptr<Workbench> bench;
    std::unique_ptr<Selector> selector;
  };

  DataType fallback_;
  std::string selector_;
  std::map<DataType, Bench> benches_;
};

}  // namespace mikpoly::lab
