// The values of a bench that `--set` changes, and the text that names a bench's folder.
#pragma once

#include <string>
#include <vector>

#include "experiments/measure/bench_row.hpp"
#include "experiments/measure/shape_bench.hpp"

namespace mikpoly::lab {

/// Applies `key=value`: batch=20 us, round=8 ms, samples=3, rotating=24 MB, seed=1.
/// Errors: ConfigError naming the known keys, or what the value should be.
void apply_bench_setting(BenchSettings& settings, const std::string& assignment);

/// The keys of apply_bench_setting with their values now, for `--help` and records: `batch=20 us, ...`.
std::string bench_settings_text(const BenchSettings& settings);

/// Everything that a bench's results depend on but the machine's mood, one line each: its hash names the folder.
std::string canonical_text(const BenchSettings& settings, const std::vector<Contestant>& contestants,
                           const std::vector<WorkloadItem>& items);

/// Bytes of the last-level cache that the caller's cores see; 0 when the system does not tell.
std::int64_t last_level_cache_bytes();

}  // namespace mikpoly::lab
