// The roofs of a machine: what its description says it can compute and move.
//
//   GFLOP/s <= min(peak, intensity * rate)
//
// Source: Williams, Waterman, Patterson, "Roofline", CACM 52 (2009), https://doi.org/10.1145/1498765.1498785
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"

namespace mikpoly::lab {

/// A shared memory level.
struct BandwidthRoof {
  std::string level;
  double gbytes_per_second = 0.0;
};

struct MachineRoofs {
  std::string hardware;
  double gflops = 0.0;                    ///< sustained peak of the run's type; 0: the roofs are not known
  std::vector<BandwidthRoof> bandwidths;  ///< nearest level first
  std::string reason = "no description";  ///< why they are not known
};

/// Of the processing elements that the run uses: all, or `threads` where that is given.
MachineRoofs roofs_of(const Accelerator& machine, DataType type, std::optional<std::int64_t> threads);

struct RunRoofs {
  std::vector<MachineRoofs> machines;
  std::string reason;  ///< why those of other machines are not known; empty where the run's files were read
};

/// Of every machine of a run, from the descriptions that its resolved.yaml names, as far as they are the same as then.
/// Errors: none; what cannot be read is a reason.
RunRoofs roofs_of_run(const std::filesystem::path& folder);

}  // namespace mikpoly::lab
