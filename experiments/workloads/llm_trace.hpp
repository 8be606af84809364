// A made-up trace of requests to a language model, for examples: real ones may not enter the repository.
#pragma once

#include <cstdint>
#include <string>

namespace mikpoly::lab {

inline constexpr std::int64_t kLlmTraceRequests = 200;
/// The committed file, configs/workloads/llm-trace.csv, was made with this seed.
inline constexpr std::int64_t kLlmTraceSeed = 7;

/// CSV with the header t_rel_s,context_tokens,generated_tokens. Arrivals are a Poisson process of two a second, prompts
/// log-uniform in 16..4096 tokens, outputs log-uniform in 8..512; one in 50 fails and gives no token.
std::string draw_llm_trace(std::int64_t requests, std::int64_t seed);

}  // namespace mikpoly::lab
