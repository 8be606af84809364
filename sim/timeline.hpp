// Chrome/Perfetto trace of a simulated plan: process = device, thread = a pipe of a PE.
#pragma once

#include <cstdint>
#include <ostream>

#include "core/plan/plan.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::sim {

inline constexpr std::int64_t kMaxTraceEvents = 200'000;

/// Writes Chrome JSON (complete events, ts and dur in us). What passes `max_events` is cut, and the file says how much.
void write_chrome_trace(std::ostream& out, const Simulator& simulator, const Plan& plan,
                        std::int64_t max_events = kMaxTraceEvents);

}  // namespace mikpoly::sim
