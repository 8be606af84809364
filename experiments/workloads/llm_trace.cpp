// Known limits: lengths and arrivals are independent and of one kind; no service is modelled.
#include "experiments/workloads/llm_trace.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/splitmix64.hpp"
#include "core/workload/draws.hpp"

namespace mikpoly::lab {

std::string draw_llm_trace(std::int64_t requests, std::int64_t seed) {
  constexpr double kPerSecond = 2.0;
  constexpr double kFailing = 1.0 / 50.0;
  SplitMix64 gaps(static_cast<std::uint64_t>(seed));
  LogUniform prompts(16, 4096, seed + 1);
  LogUniform outputs(8, 512, seed + 2);
  SplitMix64 faults(static_cast<std::uint64_t>(seed + 3));

  std::string csv = "# Made up, no service: drawn by experiments/workloads/generate_llm_trace.cpp.\n";
  csv += "t_rel_s,context_tokens,generated_tokens\n";
  double time = 0.0;
  for (std::int64_t i = 0; i < requests; ++i) {
    const std::int64_t output = outputs.next();
    csv += fmt::format("{:.3f},{},{}\n", time, prompts.next(), faults.uniform() < kFailing ? 0 : output);
    time -= std::log(1.0 - gaps.uniform()) / kPerSecond;
  }
  return csv;
}

}  // namespace mikpoly::lab
