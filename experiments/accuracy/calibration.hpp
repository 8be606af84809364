// Fits the constants of a hardware file that say `fit: [LEAST, MOST]` to measured times.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/hardware/hardware_file.hpp"
#include "experiments/accuracy/validation.hpp"

namespace mikpoly::lab {

/// A constant that may be fitted, in the unit in which the file gives it.
struct FreeConstant {
  std::string path;
  std::string unit;  ///< as written, e.g. " us"; empty for bare numbers
  double value = 0.0;
  double least = 0.0;
  double most = 0.0;

  [[nodiscard]] std::string text(double number) const;
};

/// The constants that the file declares free, without the rates of types other than those of `types`.
/// Errors: ConfigError when there is none or more than kMostFreeConstants; when bounds have another unit than the value
///         or do not enclose it; when one stands in a list, which a file that extends another replaces whole.
std::vector<FreeConstant> free_constants(const HardwareFile& hardware, const std::set<DataType>& types);

/// Errors: ConfigError for the first constant whose bounds are not what they must be, as above.
void check_bounds(const HardwareFile& hardware);

inline constexpr std::size_t kMostFreeConstants = 12;

struct FittedConstant {
  FreeConstant constant;
  double value = 0.0;
  double error = 0.0;  ///< standard error; infinite where nothing depends on the constant
  std::string note;    ///< empty, or why not to trust it: no effect, not identifiable, at its bound
};

struct Calibration {
  std::string table;  ///< its name
  std::vector<FittedConstant> constants;
  std::int64_t rows = 0;  ///< that the constants were fitted on
  Accuracy fitted;        ///< on those rows
  Accuracy other;         ///< on the other half
  Accuracy other_small;   ///< on the other half's rows below kLargeGflop
};

struct CalibrationRequest {
  std::string hardware;           ///< name or path
  std::vector<std::string> sets;  ///< assignments on top
  std::string table;
  ValidationRequest rows;
  int half = 0;  ///< fitted on; -1: on all rows, and nothing is held back
};

/// Accuracies are those of rows from kLargeGflop on, but for `other_small`.
/// Errors: ConfigError as free_constants() and validate_table(); when there are fewer than ten rows a constant.
Calibration calibrate(const CalibrationRequest& request);

/// A hardware file of that name that extends `base` with the fitted constants; those without effect stay as they are.
std::string calibrated_yaml(const Calibration& calibration, const CalibrationRequest& request, const std::string& name,
                            const std::string& base);

}  // namespace mikpoly::lab
