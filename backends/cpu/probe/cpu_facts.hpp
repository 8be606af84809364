// What a probe finds out about this machine.
#pragma once

#include <array>
#include <string>

#include "backends/cpu/probe/instruction_set.hpp"
#include "backends/cpu/probe/spread.hpp"
#include "backends/cpu/probe/topology.hpp"

namespace mikpoly {

struct ComputeFacts {
  Spread clock_hz;   ///< of a core doing integer additions
  Spread flops_one;  ///< FLOP/s of one core, f32 multiply-adds in registers
  Spread flops_all;  ///< of all cores together
};

/// Bytes per second from and to one level. Each core reads and writes values of its own.
struct LevelFacts {
  Spread read_one;
  Spread read_all;  ///< all cores together
  Spread write_one;
};

/// Nearest first.
enum class CpuLevel { l1, l2, l3, memory };
inline constexpr std::size_t kCpuLevels = 4;

struct PoolFacts {
  Spread fork_join_s;  ///< an empty call on all cores, the pool awake
  Spread wake_s;       ///< the same, the pool asleep
  Spread counter_s;    ///< taking a number from a counter that all cores take numbers from
};

struct CpuFacts {
  std::string processor;
  InstructionSet isa = InstructionSet::portable;
  Topology topology;
  Bytes memory;
  ComputeFacts compute;
  std::array<LevelFacts, kCpuLevels> levels;  ///< by CpuLevel; all zero where there is no such cache
  PoolFacts pool;

  [[nodiscard]] const LevelFacts& level(CpuLevel which) const { return levels[static_cast<std::size_t>(which)]; }
};

/// Readings whose interquartile range passes a tenth of their median: other work was on the cores.
/// Returns: how many of how many.
struct Disturbance {
  std::int64_t disturbed = 0;
  std::int64_t readings = 0;
};
Disturbance disturbance_of(const CpuFacts& facts);

/// One core's working set that lies in a level: larger than the nearer caches together, and for a shared level such
/// that the sets of all cores fit it (or pass it, for memory). In bytes, a multiple of 4096.
Bytes working_set(const CacheSizes& caches, CpuLevel level, std::int64_t cores);

/// Measures on one thread for each usable core: those of the caller's affinity mask, one thread a core, at most as many
/// as the CPU quota allows. The caller's own thread only waits.
/// Errors: BackendUnavailable when the instruction set is not here; DeviceError when threads cannot be pinned.
/// Cost: about 3 seconds, and 16 MiB for each core or four times the L3.
CpuFacts measure_cpu(InstructionSet isa);

}  // namespace mikpoly
