// What a served model computes for a trace of requests: how often a step has how many rows, and how often a sequence
// attends from how many new tokens to how many tokens.
//
//   prefill      every prompt alone: one step of its tokens for each request
//   decode       prompts are computed elsewhere; from its arrival on, a request takes part in one step for each token
//                after its first, and a step has a row for each request in flight
//   continuous   a step has a row for each running sequence, and fills its token budget with prompts in the order of
//                their arrival, the last of them cut where the budget ends (chunked prefill). The step that ends a
//                prompt gives its first token; the sequence then runs for one step for each further token.
//
// Steps begin at multiples of `step_ns` after the first arrival. That a step lasts the same whatever is in it is an
// assumption which whoever replays has to make: how long it really takes is what the workload is for.
// Known limits: memory for the keys and values has no end, so no sequence is ever put off or computed again.
//
// Source: iteration-level scheduling: Yu et al., "Orca", OSDI 2022; chunked prefill: Agrawal et al., "Sarathi-Serve",
//         https://arxiv.org/abs/2403.02310
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/base/registry.hpp"
#include "core/problem/workload.hpp"
#include "core/workload/combinations.hpp"
#include "core/workload/request_trace.hpp"

namespace mikpoly {

/// What a replay does not find in the trace.
struct ReplayRules {
  std::int64_t step_ns = 1;       ///< how long a step takes
  std::int64_t token_budget = 1;  ///< most rows of a step
  std::int64_t most_running = 1;  ///< most sequences of a step
  std::int64_t page = 1;          ///< tokens attended to are rounded up to multiples, as pages of a cache are
};

/// Counts by a pair of numbers.
using PairCounts = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

struct Replay {
  PairCounts steps;      ///< by rows, and sequences that give a token
  PairCounts sequences;  ///< by new tokens of a sequence, and tokens that it attends to
  ReplaySummary summary;
};

struct ReplayMode {
  Replay (*run)(const RequestTrace& trace, const ReplayRules& rules);
  bool takes_step;    ///< a step's length and the page
  bool takes_budget;  ///< a token budget and a most of sequences
};

/// prefill, decode and continuous.
/// Errors: of a run, ConfigError when it takes more than kMaxReplaySteps steps one by one.
const Registry<ReplayMode>& replay_modes();

/// Steps with a prompt, and lengths attended to, that a replay goes through.
inline constexpr std::int64_t kMaxReplaySteps = 10'000'000;

/// Steps as combinations of `tokens` (rows) and `b` (sequences that give a token).
Combinations steps_of(const Replay& replay);
/// Sequences as combinations of `tokens` and `s` (new tokens), `t` (tokens attended to) and `b` = 1.
Combinations sequences_of(const Replay& replay);

}  // namespace mikpoly
