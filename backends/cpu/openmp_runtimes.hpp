// Whether the caller is already inside somebody's OpenMP parallel region, asked without linking an OpenMP runtime.
#pragma once

#include <vector>

namespace mikpoly {

/// The OpenMP runtimes that the process has loaded: GNU, LLVM, Intel; also those of a Python module.
///
/// Known limits: a runtime loaded after construction, or linked statically, is not seen.
class OpenmpRuntimes {
 public:
  /// Cost: microseconds.
  OpenmpRuntimes();

  /// Whether one of them runs the caller as one of several threads.
  /// Cost: a few nanoseconds.
  [[nodiscard]] bool in_parallel_region() const;

 private:
  std::vector<int (*)()> in_parallel_;  // omp_in_parallel of each
};

}  // namespace mikpoly
