// Entries that replay a trace of requests through the layers of a model:
//
//   - replay: {trace: FILE, mode: continuous, step: 40 ms, token_budget: 512, most_running: 64, page: 16}
//     layers:
//       - {m: tokens, n: 3072, k: 768, count: 12}               once a step: rows `tokens`, sequences with an output
//       `b`
//       - {m: s, n: t, k: 64, batch: 12*b, count: 12}           names s or t: once a step for each of its sequences,
//                                                               s new tokens that attend to t, tokens = s, b = 1
//
// Keys: `trace` in a format of trace_reader.hpp; `where: {column: text}` and `limit: ROWS` take a part of it; `mode` is
// one of replay.hpp. decode and continuous need `step`, the assumed length of a step, and may have `page`; continuous
// needs `token_budget` and may have `most_running`. Layers of a step without rows or outputs are left out.
#pragma once

#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/replay.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// Reads the keys `replay` and `layers` of an entry and adds its shapes and what became of the trace; what a reader
/// should know of the trace is a warning.
void add_replay(MapReader& map, const WorkloadEntry& entry, WorkloadItems& items, std::vector<ReplaySummary>& replays);

}  // namespace mikpoly
