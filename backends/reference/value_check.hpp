// Executes a plan task by task on small integers and compares with Eigen: does the plan compute C exactly once?
#pragma once

#include <string>

#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

struct ValueCheck {
  std::string disposition;  ///< passed, failed or not_checked
  std::string reason;       ///< empty when passed
};

/// Runs region, tile, k step and mask on poisoned memory; every output element must be written once per k range and
/// equal the reference exactly. Shapes of more than `max_macs` multiply-accumulates are not_checked.
ValueCheck check_values(const Plan& plan, const KernelLibrary& library, double max_macs = 4e6);

}  // namespace mikpoly
