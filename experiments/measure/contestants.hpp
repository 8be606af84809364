// Who takes part in a bench: backends by name, made for a number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/measure/shape_bench.hpp"

namespace mikpoly::lab {

/// The subject and those of the peers that are here, in that order. A peer that is not here is named to `notice` with
/// what brings it.
/// Errors: ConfigError for an unknown name, or one given twice; BackendUnavailable when the subject is not here.
std::vector<Contestant> make_contestants(const std::string& subject, const std::vector<std::string>& peers,
                                         std::int64_t threads, const std::function<void(const std::string&)>& notice);

}  // namespace mikpoly::lab
