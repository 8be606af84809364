// H = (P_multi, M_local, M_global) and what the backends need beyond it, as plain data read from one YAML file.
//
// P_multi  -> ProcessingElements     M_local -> LocalBuffer     M_global -> MemoryLevel (shared; nearest level first)
// A task (one output tile) runs through Stages; a stage occupies one Pipe of its processing element, and pipes are
// in-order queues: two stages on one pipe take turns.
//
// Source of H: MikPoly (ASPLOS'24), section 3.1 and Table 1. Every number's own source stands in the hardware file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.hpp"
#include "core/hardware/tile_shape.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly {

struct ProcessingElements {
  std::string name;  ///< the vendor's word, e.g. "DaVinci core"
  std::int64_t count = 1;
  double clock_ghz = 1.0;
  std::string isa;  ///< instruction set its kernels need, e.g. "avx512"; empty where there is no choice
};

/// Issue rate of the matrix unit for one pair of types: `unit` (m, n, k) multiply-accumulates a cycle.
struct ComputeRate {
  DataType input = DataType::f16;
  DataType accumulator = DataType::f32;
  TileShape unit{16, 16, 16};
  double issue_cycles = 0.0;  ///< cycles added to every matrix instruction block of one k step
  double sustained = 1.0;     ///< fraction of the clock the unit holds under load, in (0, 1]
};

/// A level of memory shared by all processing elements. Rates are bytes per PE clock cycle.
/// The rates are those reached: the file's, times `contention.efficiency` of the level.
struct MemoryLevel {
  std::string name;
  Bytes capacity;
  double read_per_pe = 0.0;
  double write_per_pe = 0.0;
  double total = 0.0;  ///< all PEs together, reads and writes added
  double latency_cycles = 0.0;
};

/// Memory of one processing element.
struct LocalBuffer {
  std::string name;
  Bytes capacity;
};

enum class StageKind { load, move, compute, store };
enum class Operand { a, b, c };

/// Share of a load's rate for operands whose rows lie so many elements apart, where loads change the layout.
struct StrideRate {
  std::int64_t multiple = 1;  ///< of the row stride
  double share = 1.0;
};

/// One stage of a task. load: shared memory -> buffer, move: buffer -> buffer, compute: the matrix unit into the
/// accumulator buffer, store: buffer -> shared memory. Stages that move a or b run once a k step, the others once a
/// task.
struct Stage {
  std::string name;
  std::string pipe;
  StageKind kind = StageKind::compute;
  std::vector<Operand> operands;              ///< what it moves; empty for compute
  std::string to;                             ///< buffer it fills; empty for store
  double bytes_per_cycle = 0.0;               ///< the pipe's own rate; 0: limited by the shared levels only
  double half_rate_bytes = 0.0;               ///< K of rate = peak * bytes / (bytes + K), per transfer
  std::array<std::int64_t, 2> buffers{1, 1};  ///< copies of its target: least needed, most used if they fit
  /// The tile passes through the buffer in pieces, as through a cache: its capacity refuses no tile, takes no part in
  /// sharing the buffer, and the most copies count.
  bool streams = false;
  std::vector<StrideRate> strides;  ///< of a load, largest multiple first; the first that divides the stride counts
};

/// How many tasks a PE holds at once: limited by warps here, and by every buffer that tasks share.
struct OccupancyRule {
  std::int64_t max_tasks = 1;
  std::int64_t elements_per_warp = 0;  ///< output elements of a tile per warp; 0: the PE holds one task at a time
  std::int64_t least_warps = 1;
  std::int64_t most_warps = 1;
  std::int64_t resident_warps = 1;
};

struct FixedCosts {
  Picoseconds start;         ///< device time before the first task of a kernel
  Picoseconds launch;        ///< host-side cost of a launch; reported as launch_us, never added to device time
  double task_cycles = 0.0;  ///< added to every task on its PE
  Picoseconds reduction;     ///< where k is split: device time of adding up, beside the bytes of the partial sums
};

/// Which PE runs which task.
struct Dispatch {
  /// `static`: max-min lists, a software loop. `dynamic`: a hardware block scheduler, first free place in raster order.
  /// `persistent`: as many blocks as places, each looping over tasks, so that only its first task pays the fixed cost.
  /// `stream_k`: as persistent, and the tasks of the last waves are divided evenly along k.
  std::string policy = "static";
  std::int64_t raster_band = 1;     ///< tasks are numbered down this many tile rows before the next tile column
  bool launch_each_region = false;  ///< a launch for every region, one after the other; else one for all
};

/// How a task's demands on compute and on the shared levels add up where both are near their limits.
struct Contention {
  /// p of (compute^p + near^p + main^p)^(1/p), the cycles of a task by what it asks of each alone; 0: the largest
  /// alone.
  double exponent = 0.0;
};

/// The tiles of a vendor's library, for the selector `vendor`.
struct VendorTile {
  TileShape tile;
  std::int64_t stages = 0;      ///< k steps in flight; 0: as many as the load stage's buffer holds
  std::vector<DataType> types;  ///< that it computes on; empty: all of the machine
};
struct VendorLibrary {
  std::vector<VendorTile> tiles;
  std::vector<std::int64_t> k_parts{1};  ///< parts that k may be split into
};

/// The tiles S1 may generate: multiples of the granule up to `largest`.
struct TileRange {
  TileShape granule{16, 16, 16};
  TileShape largest{512, 512, 512};
  TileShape standard{256, 128, 64};  ///< the tile a library without selection would use; `default` in the file
};

/// What a task's data path looks like.
struct Datapath {
  std::vector<LocalBuffer> buffers;
  std::vector<std::string> pipes;  ///< in report order
  std::vector<Stage> stages;       ///< in task order
};

/// One machine. Split in parts so that each part can be passed alone.
struct Accelerator {
  std::string name;
  std::string backend;  ///< default backend, e.g. "npu"
  ProcessingElements pe;
  std::vector<ComputeRate> rates;
  std::vector<MemoryLevel> memory;  ///< nearest first; the last is main memory
  Datapath datapath;
  OccupancyRule occupancy;
  FixedCosts fixed;
  Dispatch dispatch;
  Contention contention;
  TileRange tiles;
  VendorLibrary vendor;  ///< no tiles where the file lists none

  /// The rate for `input`; nothing when the machine cannot compute on that type.
  [[nodiscard]] const ComputeRate* rate_for(DataType input) const;
  [[nodiscard]] const LocalBuffer& buffer(const std::string& buffer_name) const;
  [[nodiscard]] Picoseconds to_time(Cycles cycles) const;
};

/// Peak multiply-accumulate rate of all PEs in FLOP/s (2 per MAC).
double peak_flops(const Accelerator& accelerator, const ComputeRate& rate);

/// Checks that the parts fit together (stages name known pipes and buffers, one compute stage, counts positive ...).
/// Returns: one sentence for each fault, each beginning with the path of the value; empty when all is well.
std::vector<std::string> faults_of(const Accelerator& accelerator);

}  // namespace mikpoly
