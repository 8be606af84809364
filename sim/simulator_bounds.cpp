// What no plan's time can be below: the simulator's side of the oracle's proofs.
#include <algorithm>
#include <limits>

#include "sim/group.hpp"
#include "sim/least_cycles.hpp"
#include "sim/prepared.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::sim {

double Simulator::cycles_until(Picoseconds end) const {
  return static_cast<double>((end - accelerator_.fixed.start).count) * accelerator_.pe.clock_ghz / 1e3;
}

// Rounded down: bounds must hold although doubles round.
Picoseconds Simulator::at_least(double cycles) const {
  return accelerator_.fixed.start + accelerator_.to_time({cycles * (1.0 - 1e-9)});
}

// By the schedule that will run, before its traffic is known.
double Simulator::least_chains(const Plan& plan) const {
  std::array<ChainTasks, kMaxRegions> chains;
  std::size_t count = 0;
  for (const PlannedRegion& planned : plan.regions()) {
    const auto at = static_cast<std::size_t>(planned.kernel);
    const MicroKernel& kernel = library_.kernels[at];
    if (kernel.edge == EdgeRule::trimmed) return 0.0;  // what it computes depends on the region
    const auto steps = static_cast<double>(kernel.steps(planned.depth()));
    chains[count++] = {&profiles_[at], profiles_[at].chain_cycles(steps)};
  }
  return least_chain_cycles(schedule_of(plan, library_, accelerator_.pe.count), {chains.data(), count},
                            memory_latency_);
}

Picoseconds Simulator::lower_bound(const Plan& plan, Picoseconds enough) const {
  if (plan.shape.empty()) return {};
  if (is_static() && !options_.zero_fill) {
    const Picoseconds by_chains = at_least(least_chains(plan));
    if (by_chains >= enough) return by_chains;
  }
  const Prepared prepared = prepare(plan);
  return at_least(is_static() ? least_cycles(prepared.all_lists(), machine_)
                              : least_cycles(prepared.blocks.all(), block_machine(prepared.grid)));
}

Picoseconds Simulator::least_task_time(std::int64_t kernel, std::int64_t k) const {
  return {std::max<std::int64_t>(0, accelerator_.to_time({least_task_cycles(kernel, k) * (1.0 - 1e-9)}).count - 1)};
}

double Simulator::least_task_cycles(std::int64_t kernel, std::int64_t k) const {
  const auto at = static_cast<std::size_t>(kernel);
  if (library_.kernels[at].edge == EdgeRule::trimmed) return 0.0;  // a task may be a single element
  const double steps = static_cast<double>(library_.kernels[at].steps(k));
  return is_static() ? profiles_[at].chain_cycles(steps) : steps * profiles_[at].step_cycles;
}

// Beside the work of its tasks, a PE waits for the first one's operands and for the last one's result. The latency of a
// list is the longest of its kernels; a block's fixed part may hide behind the work of others, but the first one's.
void Simulator::find_overhangs() {
  double store = std::numeric_limits<double>::infinity();
  for (const KernelProfile& profile : profiles_) store = std::min(store, profile.store_cycles * (1.0 - kDivisionError));
  least_overhang_ = options_.zero_fill || library_.trimmed() || profiles_.empty() ? 0.0 : kUnlimited;
  for (const KernelProfile& profile : profiles_) {
    const double latency = memory_latency_ + profile.latency_cycles;
    const double own = is_static() ? latency + store : latency + profile.task_cycles + profile.store_cycles;
    overhangs_.push_back(options_.zero_fill || library_.trimmed() ? 0.0 : own);
    least_overhang_ = std::min(least_overhang_, own);
  }
}

Picoseconds Simulator::fixed_time() const {
  return at_least(least_overhang_);
}

double Simulator::least_share(std::int64_t kernel, std::int64_t k, Picoseconds end) const {
  if (accelerator_.dispatch.policy == "stream_k") return 0.0;  // parts of a task go to several PEs
  const double overhang = is_static() ? overhangs_[static_cast<std::size_t>(kernel)] : least_overhang_;
  const double left = cycles_until(end) - overhang;
  if (left <= 0.0) return std::numeric_limits<double>::infinity();
  return least_task_cycles(kernel, k) / left * (1.0 - 1e-9);
}

PlanJudge::LoadShares Simulator::least_loading(const GemmShape& shape, Picoseconds end) const {
  LoadShares shares;
  shares.task.assign(library_.kernels.size(), 0.0);
  const double left = std::max(1.0, cycles_until(end) - least_overhang_);
  const double cycle = (1.0 - kDivisionError) * (1.0 - 1e-9) / left;
  // Whatever share of the bytes comes from which level, none comes faster than from the faster one.
  const double main_rate = accelerator_.memory.back().read_per_pe;
  const double rate = std::max(accelerator_.memory.front().read_per_pe, main_rate);
  const GemmTypes& types = library_.key.types;
  const double depth = static_cast<double>(shape.k * shape.batch);
  const double a = depth * static_cast<double>(bytes_of(types.a));
  const double b = depth * static_cast<double>(bytes_of(types.b));
  shares.row = a / load_share(accelerator_.datapath, Operand::a, shape.k) / rate * cycle;
  shares.column = b / load_share(accelerator_.datapath, Operand::b, shape.n) / rate * cycle;
  if (!options_.warm) {
    const double once = a * static_cast<double>(shape.m) + b * static_cast<double>(shape.n);
    shares.once = once * (1.0 / main_rate - 1.0 / rate) * cycle;
  }
  for (std::size_t kernel = 0; kernel < shares.task.size(); ++kernel) {
    const double steps = static_cast<double>(std::max<std::int64_t>(1, library_.kernels[kernel].steps(shape.k)));
    shares.task[kernel] = steps * profiles_[kernel].load_overhead_bytes / rate * cycle;
  }
  return shares;
}

Picoseconds Simulator::least_time(const GemmShape& shape) const {
  if (shape.empty()) return {};
  const GemmTypes& types = library_.key.types;
  const double rows = static_cast<double>(shape.m) * static_cast<double>(bytes_of(types.a));
  const double columns = static_cast<double>(shape.n) * static_cast<double>(bytes_of(types.b));
  const double bytes = (rows + columns) * static_cast<double>(shape.k) * static_cast<double>(shape.batch);
  // Warm operands come from the nearest level, which nothing bypasses.
  const std::size_t level = options_.warm || accelerator_.memory.size() == 1 ? 0 : 1;
  const double pes = static_cast<double>(accelerator_.pe.count);
  const double own = pes * accelerator_.memory[level].read_per_pe;
  return at_least(bytes / std::min(machine_.totals[level], own) * (1.0 - kDivisionError));
}

}  // namespace mikpoly::sim
