// What bench prints: the scores by group, the shapes where the subject is furthest behind, and what went wrong.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "experiments/measure/bench_summary.hpp"

namespace mikpoly::cli {

std::string bench_text(const lab::BenchTable& table);

/// The same as JSON.
nlohmann::ordered_json bench_json(const lab::BenchTable& table);

}  // namespace mikpoly::cli
