// From a plan to launches: which compiled function over how many blocks with which arguments, all but addresses.
//
// Regions of one kernel, one split of k and one range of batch elements are one launch: the kernel finds the region by
// the index of the block. Others are launches of their own, which do not depend on each other. Where k is split, the
// sums of the parts are added up by a further launch a region.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "backends/canonical_problem.hpp"
#include "backends/cuda/kernel/arguments.cuh"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::cuda {

/// A grid has at most so many blocks in x: CUDA C++ Programming Guide, "Technical specifications per compute
/// capability". y and z, with 65535, are not used.
inline constexpr std::int64_t kMostBlocks = (std::int64_t{1} << 31) - 1;

struct Launch {
  std::int64_t kernel = 0;   ///< position in the library; kReduction for adding up parts of k
  std::int64_t blocks = 0;   ///< 1 .. kMostBlocks
  Range batch;               ///< elements that it computes
  Arguments arguments;       ///< without addresses
  std::int64_t partial = 0;  ///< where in LaunchPlan::partial_floats its sums of parts begin
};
inline constexpr std::int64_t kReduction = -1;

/// Launches that depend on each other, in order. Lists do not: they may run beside each other.
using LaunchList = std::vector<Launch>;

struct LaunchPlan {
  std::vector<LaunchList> lists;
  std::int64_t partial_floats = 0;  ///< memory for sums of parts of k, of all launches
};

/// "NN", "NT", "TN" or "TT": the layout whose library computes a problem; T where lines of A are along m, or lines of B
/// along k.
std::string layout_of(const CanonicalProblem& problem);

/// The most bytes, 16, 8, 4 or 2, that divide the address of every line of A and B that a task of the plan begins with.
std::int64_t copy_bytes(const CanonicalProblem& problem, const GemmTypes& types, const GemmOperands& operands,
                        const Plan& plan);

/// Empty when the plan can be launched; else why not, in one sentence.
std::string unsupported(const Plan& plan);

/// `plan` is of the canonical shape, and supported.
LaunchPlan launches_of(const Plan& plan, const KernelLibrary& library, const CanonicalProblem& problem);

/// The launch's arguments with addresses. `partial` has LaunchPlan::partial_floats.
Arguments bound(const Launch& launch, const CanonicalProblem& problem, const GemmTypes& types,
                const GemmOperands& operands, float* partial);

}  // namespace mikpoly::cuda
