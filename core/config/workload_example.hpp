// What a workload file may say, by example: the schema is learnt from reading it.
#pragma once

#include <string_view>
#include <vector>

namespace mikpoly {

/// Examples that together have every key of workload/v1, each explained behind it. The CSV file they name lies in
/// configs/workloads.
std::vector<std::string_view> workload_examples();

}  // namespace mikpoly
