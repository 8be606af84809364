// Quantities as people write them in YAML: `40 GiB`, `1.555 TB/s`, `5120 B/cycle`, `1.41 GHz`, `600 ns`, `120 cycles`,
// `312 TFLOP/s`, `50%`.
//
// Ki/Mi/Gi/Ti = 1024^n, k/M/G/T = 1000^n, never cast into each other; `KB`, which people use for both, is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// What a quantity measures; the comment is its base unit.
enum class Dimension {
  bytes,             ///< B
  bytes_per_second,  ///< B/s
  bytes_per_cycle,   ///< B/cycle
  frequency,         ///< Hz
  time,              ///< ps
  cycles,            ///< cycle
  flops,             ///< FLOP/s
  ratio              ///< 1; also written bare or as a percentage
};

struct Quantity {
  double value = 0.0;  ///< in the base unit; finite and not negative
  Dimension dimension = Dimension::ratio;
};

/// Either a quantity or the reason why the text is none.
struct ParsedQuantity {
  Quantity quantity;
  std::string fault;  ///< empty when all is well; else what is wrong with the value, e.g. `"40 KB" has ...`
};

/// Reads `text` as one of the `allowed` dimensions. Of a bare number the corrected line is quoted, with what stands
/// `before` the value, such as "clock: ".
/// Bytes are whole numbers below 2^62, times below 2^62 ps, everything else below 1e30.
ParsedQuantity parse_quantity(std::string_view text, const std::vector<Dimension>& allowed, std::string_view before);

/// How messages ask for a dimension: `a size such as "40 GiB"`; several are joined by "or".
std::string wanted_text(const std::vector<Dimension>& allowed);

/// A regular expression that the text of such a quantity matches, sizes that are too large and fractions of a byte
/// aside.
std::string quantity_pattern(const std::vector<Dimension>& allowed);

/// The value in the largest decimal unit that keeps it >= 1: `1.555 TB/s`, `312 TFLOP/s`. Bytes use Ki, Mi, Gi.
std::string quantity_text(double value, Dimension dimension);

}  // namespace mikpoly
