// What a person should know of a table before they believe in it.
#pragma once

#include <string>
#include <vector>

#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// What was skipped, put together or is missing; one sentence each.
std::vector<std::string> notices_of(const TimingTable& table);

}  // namespace mikpoly::lab
