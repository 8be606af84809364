// A plan drawn with characters, for people.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace mikpoly {

/// The output matrix as a box of `columns` x `columns`/4 characters (at least three rows), one letter per region, and a
/// legend line per region with its ranges, kernel and task count.
std::string draw(const Plan& plan, const KernelLibrary& library, std::int64_t columns = 48);

}  // namespace mikpoly
