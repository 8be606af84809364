// Whether a kernel library may be used where another key is wanted.
#pragma once

#include <string>

#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

enum class KeyMatch {
  exact,       ///< use it silently
  same_class,  ///< use it with a notice: made on another machine or by another compiler, but of the same class
  foreign      ///< refuse it
};

struct KeyVerdict {
  KeyMatch match = KeyMatch::exact;
  std::string reason;  ///< the first difference, to follow the library's name: "was made for ..."; empty when exact
};

/// The end of a sentence about a library: `was chosen for the workload "NAME"`, or that it was not for one.
std::string chosen_for(const WorkloadKey& workload);

/// What a person who gave the library of `path` should know about its workload; empty when it was not for one.
std::string workload_notice(const WorkloadKey& workload, const std::string& path);

/// A simulated machine's library is exact or foreign. A device's is of the same class when types, method, tuning
/// parameters, workload, instruction set, layout, cache sizes and kernel source agree.
KeyVerdict compare_keys(const LibraryKey& has, const LibraryKey& wants);

}  // namespace mikpoly
