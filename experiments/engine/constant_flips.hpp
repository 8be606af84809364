// Which constant of the hardware file, moved by how much, turns the choice of a plan round.
//
// One number of the file at a time is multiplied by up to two and divided by up to two; the file is read again, the
// kernels of the cheapest candidates are timed anew as tuning does, and the plans are costed anew.
// Known limits: kernels are those of the library, though tuning might keep others; only the chosen plan and the
// cheapest rivals are compared; between the factors that are tried, a choice that turns and turns back is not seen.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/explanation.hpp"

namespace mikpoly::lab {

struct ConstantFlip {
  std::string path;       ///< e.g. "memory[0].total"
  std::string value;      ///< as written
  std::string flipped;    ///< the nearest value found at which another plan is cheaper, in the same unit
  double factor = 1.0;    ///< flipped over value
  std::size_t rival = 0;  ///< of Explanation::rivals: the plan that is cheaper then
};

struct ConstantFlips {
  std::vector<ConstantFlip> flips;  ///< least change first
  std::vector<std::string> holds;   ///< paths of constants whose change within a factor of two flips nothing
  std::string reason;               ///< why no constant was tried; else empty
};

inline constexpr double kMostChange = 2.0;

/// Cost: some hundred readings of the file and re-timings of a few kernels, on all cores.
ConstantFlips constant_flips(const Workbench& bench, const Explanation& explanation);

}  // namespace mikpoly::lab
