// Runs a plan on a modelled accelerator. The model, its equations and its limits: sim/README.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/measurement.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/kernel/kernel_timer.hpp"
#include "core/plan/plan.hpp"
#include "core/planner/plan_judge.hpp"
#include "sim/block_machine.hpp"
#include "sim/plan_blocks.hpp"
#include "sim/plan_lists.hpp"

namespace mikpoly::sim {

/// Switches of the model; the defaults are the honest machine, the others are ablations.
struct SimulationOptions {
  bool warm = false;            ///< operands start in the nearest shared level instead of main memory
  bool contention = true;       ///< shared levels divide their total rate among the PEs that ask
  bool infinite_cache = false;  ///< nothing is read from main memory twice or written back
  bool zero_fill = false;       ///< no fill and drain of the task pipeline
  bool burst_cost = true;       ///< short transfers reach less than the peak rate

  bool operator==(const SimulationOptions&) const = default;
};

/// Busy time of one pipe, summed over all PEs.
struct PipeUse {
  std::string pipe;
  Picoseconds busy;
};

/// Bytes that passed a shared level.
struct LevelTraffic {
  std::string level;
  double read_bytes = 0.0;
  double written_bytes = 0.0;
};

struct SimulationReport {
  Picoseconds time;  ///< device time, start cost included, launch cost not
  std::int64_t tasks = 0;
  std::int64_t waves = 0;  ///< tasks of the PE that got most
  double macs = 0.0;       ///< useful multiply-accumulates
  double pad_waste = 0.0;  ///< share of the computed multiply-accumulates that padding added, in [0, 1)
  double tail_util = 0.0;  ///< mean PE busy time over the time of the last PE, in (0, 1]
  std::string bound_by;    ///< pipe or shared level with the largest share of the time
  std::vector<PipeUse> pipes;
  std::vector<LevelTraffic> levels;
};

class Simulator final : public PlanJudge, public KernelTimer {
 public:
  /// The accelerator and the library must outlive the simulator.
  /// Errors: judging a plan throws ShapeError when it takes longer than kLongestTime, ConfigError when it is divided
  /// over blocks (core/plan/stream_k.hpp) that the accelerator does not dispatch.
  Simulator(const Accelerator& accelerator, const KernelLibrary& library, SimulationOptions options = {});

  /// Everything about one run.
  [[nodiscard]] SimulationReport run(const Plan& plan) const;

  /// What happened when, for timelines: positions of all slot groups of a static machine, else the blocks of every PE.
  struct Recording {
    std::vector<SlotList> lists;
    std::vector<Progress> progress;
    std::vector<std::array<double, kMaxPipes>>
        busy;  ///< per region: cycles of a task on each pipe but loads and stores
    std::vector<BlockSpan> spans;
    std::vector<std::size_t> regions;  ///< of the plan, by class of blocks
    double start_us = 0.0;             ///< device time before the first task
    double cycles_per_us = 1.0;
    double reduction_us = 0.0;  ///< after the last block, of k that is split over tasks
  };
  [[nodiscard]] Recording record(const Plan& plan) const;

  /// Time alone: run() without the report. Source: simulated.
  [[nodiscard]] Measurement judge(const Plan& plan) const override;
  [[nodiscard]] Picoseconds lower_bound(const Plan& plan, Picoseconds enough) const override;
  [[nodiscard]] Picoseconds least_task_time(std::int64_t kernel, std::int64_t k) const override;
  [[nodiscard]] double least_share(std::int64_t kernel, std::int64_t k, Picoseconds end) const override;
  [[nodiscard]] LoadShares least_loading(const GemmShape& shape, Picoseconds end) const override;
  [[nodiscard]] Picoseconds fixed_time() const override;
  [[nodiscard]] Picoseconds least_time(const GemmShape& shape) const override;

  [[nodiscard]] TimeCurve::Sample time(const MicroKernel& kernel, std::int64_t steps) const override;
  [[nodiscard]] TimeCurve::Conditions conditions() const override;

  [[nodiscard]] const Accelerator& accelerator() const { return accelerator_; }
  [[nodiscard]] const KernelLibrary& library() const { return library_; }

 private:
  struct Prepared;
  [[nodiscard]] Prepared prepare(const Plan& plan) const;
  [[nodiscard]] bool is_static() const { return accelerator_.dispatch.policy == "static"; }
  [[nodiscard]] std::int64_t grid_of(const Plan& plan) const;
  [[nodiscard]] BlockMachine block_machine(std::int64_t grid) const;
  void add_task_blocks(Prepared& prepared, std::size_t region) const;
  [[nodiscard]] BlockRun run_all_blocks(const Prepared& prepared, std::vector<BlockSpan>* spans) const;
  [[nodiscard]] BlockRun run_prepared(const Prepared& prepared) const;
  [[nodiscard]] Picoseconds device_time(const Plan& plan, double cycles) const;
  [[nodiscard]] Picoseconds at_least(double cycles) const;
  [[nodiscard]] double least_chains(const Plan& plan) const;
  [[nodiscard]] double least_task_cycles(std::int64_t kernel, std::int64_t k) const;
  [[nodiscard]] double cycles_until(Picoseconds end) const;
  void find_overhangs();

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  SimulationOptions options_;
  MachineOptions machine_;
  double memory_latency_ = 0.0;
  std::vector<KernelProfile> profiles_;  // per kernel of the library
  std::vector<double> overhangs_;        // cycles of a PE that runs the kernel, beside its tasks' work, at least
  double least_overhang_ = 0.0;
};

}  // namespace mikpoly::sim
