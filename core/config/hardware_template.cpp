#include "core/config/hardware_template.hpp"

#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kAfterName = R"(description: What the machine is, in a sentence.
# What runs or simulates it: npu and gpu_sim are simulated, cpu is this machine's cores.
backend: npu

# A value may also be {value: 1 GHz, source: "where it is from", kind: datasheet|measured|inferred|assumed}; the sources
# are what `mikpoly hw show` prints. Sizes: KiB, MiB, GiB. Bandwidths: B/cycle (of the clock below) or GB/s, TB/s.
# Durations: cycles, ns, us.

# P_multi: the processing elements.
pe:
  name: core
  count: 8
  clock: {value: 1 GHz, source: "fill in", kind: assumed}
  # isa: avx2         # a CPU's instruction set

# For each element type: m x n x k multiply-accumulates a cycle of one element.
compute:
  f16:
    accumulator: f32
    unit: [16, 16, 16]
    issue: 4 cycles   # added to every k step
    sustained: 90%    # of the clock, under load

# M_global: shared memory, nearest level first; one or two levels. read and write: one element; total: all together,
# reads and writes added.
memory:
  - {name: L2, capacity: 8 MiB, read: 64 B/cycle, write: 64 B/cycle, total: 512 GB/s, latency: 200 cycles}
  - {name: DRAM, capacity: 16 GiB, read: 32 B/cycle, write: 32 B/cycle, total: 128 GB/s, latency: 0 cycles}

# M_local: memory of one element.
buffers:
  L1: 256 KiB
  L0A: 32 KiB
  L0B: 32 KiB
  L0C: 128 KiB

# Queues of one element. Stages on one pipe take turns; pipes work beside each other.
pipes: [IN, FEED, MATRIX, OUT]

# The life of a task, in order. kind: load (shared memory to a buffer), move (buffer to buffer), compute (exactly one),
# store (exactly one). Stages of a and b run once a k step. buffers: LEAST..MOST copies of the target.
# half_rate: bytes at which a transfer reaches half of its rate.
# streams: true: the tile passes through the buffer in pieces, as through a cache, and is never too large for it.
stages:
  - {name: load, kind: load, pipe: IN, operands: [a, b], to: L1, buffers: 2..4, half_rate: 512 B}
  - {name: feed_a, kind: move, pipe: FEED, operands: [a], to: L0A, buffers: 2, rate: 256 B/cycle}
  - {name: feed_b, kind: move, pipe: FEED, operands: [b], to: L0B, buffers: 2, rate: 256 B/cycle}
  - {name: multiply, kind: compute, pipe: MATRIX, to: L0C, buffers: 1..2}
  - {name: store, kind: store, pipe: OUT, operands: [c], rate: 64 B/cycle}

# Where an element holds several tasks at once (needs `policy: dynamic`):
# occupancy: {max_tasks: 32, elements_per_warp: 4096, least_warps: 4, most_warps: 8, resident_warps: 8}

fixed:
  start: 1 us         # before the first task; part of every time
  launch: 5 us        # on the host; reported, never added
  task: 100 cycles    # added to every task
  # reduction: 2 us   # where k is split over tasks, beside the bytes of the partial sums

# static: each element has its list of tasks; dynamic: the next task goes to the first free element; persistent, stream_k.
# raster_band: tasks are numbered down so many tile rows before the next tile column.
dispatch:
  policy: static
  raster_band: 1

# What is reached of the levels' rates, and (not for static) how compute and memory add up where both are near their
# limits. `fit` bounds what `mikpoly calibrate` may change.
# contention:
#   exponent: {value: 3.5, source: "...", kind: assumed, fit: [1, 10]}
#   efficiency: {CACHE: 80%, DRAM: 75%}

# Tiles of a vendor's library, for the selector `vendor`.
# vendor:
#   source: "where they are from"
#   k_parts: [1, 2, 4, 8]
#   tiles:
#     - {tile: [128, 128, 32], stages: 3}

# Tiles that tuning tries: multiples of the granule; default: what a library without selection would use.
tiles:
  granule: [16, 16, 16]
  largest: [256, 256, 128]
  default: [128, 128, 32]
)";

bool is_name(std::string_view text) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return !text.empty() && text.find_first_not_of(kAllowed) == std::string_view::npos;
}

}  // namespace

std::string hardware_template(const std::string& name) {
  if (is_name(name)) return fmt::format("schema: hardware/v1\nname: {}\n{}", name, kAfterName);
  throw ConfigError(fmt::format("\"{}\" is not a name of letters, digits, \"_\", \"-\" and \".\"", name));
}

}  // namespace mikpoly
