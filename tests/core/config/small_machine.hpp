// The smallest complete hardware file, and variants of it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace mikpoly {

// Tests name its lines: pe begins at line 4, compute at 9, memory at 12, buffers at 16, stages at 22.
inline constexpr std::string_view kSmallMachine = R"(schema: hardware/v1
name: small
backend: npu
pe:
  name: PE
  count: 2
  clock: 2 GHz

compute:
  f16: {accumulator: f32, unit: [16, 16, 16]}

memory:
  - {name: L2, capacity: 1 MiB, read: 64 B/cycle, write: 32 B/cycle, total: 256 GB/s}
  - {name: DRAM, capacity: 1 GiB, read: 16 B/cycle, write: 16 B/cycle, total: 64 GB/s, latency: 100 ns}

buffers:
  L1: 64 KiB
  L0C: 32 KiB

pipes: [IN, MAC, OUT]

stages:
  - {name: load, kind: load, pipe: IN, operands: [a, b], to: L1, buffers: 2..4}
  - {name: mac, kind: compute, pipe: MAC, to: L0C}
  - {name: store, kind: store, pipe: OUT, operands: [c], rate: 64 B/cycle}

fixed: {start: 1 us, launch: 2 us, task: 10 cycles}
dispatch: {policy: static}
tiles: {granule: [16, 16, 16], largest: [64, 64, 64], default: [32, 32, 32]}
)";

/// The small machine with one piece of text replaced.
inline std::string small_machine_with(std::string_view from, std::string_view to) {
  std::string text(kSmallMachine);
  const std::size_t position = text.find(from);
  ensure(position != std::string::npos, "the small machine has no such text");
  return text.replace(position, from.size(), to);
}

}  // namespace mikpoly
