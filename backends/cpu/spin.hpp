// Waiting without giving up the core, for a bounded time.
#pragma once

#include <chrono>
#include <cstdint>

namespace mikpoly {

/// Tells the core that it waits for another one.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");  // "yield" does nothing on most; isb waits about as long as x86's pause
#endif
}

/// Spins until the condition holds, or the time is over; returns whether it holds.
template <typename Condition>
bool spin_until(std::int64_t microseconds, const Condition& condition) {
  constexpr int kLooksPerClock = 16;  // reading the clock takes longer than a look
  if (condition()) return true;
  if (microseconds == 0) return false;
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds);
  do {
    for (int look = 0; look < kLooksPerClock; ++look) {
      if (condition()) return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace mikpoly
