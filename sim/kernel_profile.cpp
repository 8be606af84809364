#include "sim/kernel_profile.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "core/kernel/feasibility.hpp"

namespace mikpoly::sim {
namespace {

double mad_cycles(const ComputeRate& rate, const TileShape& tile) {
  const std::int64_t blocks =
      ceil_div(tile.m, rate.unit.m) * ceil_div(tile.n, rate.unit.n) * ceil_div(tile.k, rate.unit.k);
  return (static_cast<double>(blocks) + rate.issue_cycles) / rate.sustained;
}

// Adds one stage's share to a profile. Drain: the stages that move a finished tile out of the accumulator.
class ProfileBuilder {
 public:
  ProfileBuilder(const Accelerator& accelerator, const MicroKernel& kernel, const TileShape& tile, bool burst_cost)
      : accelerator_(accelerator), kernel_(kernel), tile_(tile), burst_cost_(burst_cost) {
    ensure(accelerator.datapath.pipes.size() <= kMaxPipes, "a machine has at most eight pipes");
  }

  void add(const Stage& stage) {
    const double bytes = static_cast<double>(stage_bytes(stage, kernel_.types, tile_).count);
    switch (stage.kind) {
      case StageKind::load:
        profile_.load_overhead_bytes += overhead(stage) * static_cast<double>(stage.operands.size());
        break;
      case StageKind::compute: {
        const ComputeRate* rate = accelerator_.rate_for(kernel_.types.a);
        ensure(rate != nullptr, "a kernel of the library has a type the machine computes on");
        pipe_of(stage).per_step += mad_cycles(*rate, tile_);
        break;
      }
      case StageKind::store:
        if (stage.bytes_per_cycle > 0.0) profile_.store_cycles += (bytes + overhead(stage)) / stage.bytes_per_cycle;
        break;
      case StageKind::move:
        add_move(stage, (bytes + overhead(stage)) / stage.bytes_per_cycle, bytes);
        break;
    }
  }

  KernelProfile finish() {
    double longest = 0.0;
    double all = 0.0;
    for (const KernelProfile::PipeCycles& pipe : profile_.pipes) {
      longest = std::max(longest, pipe.per_step);
      all += pipe.per_step;
    }
    const double exposed_drain = kernel_.resources.accumulator_buffers > 1 ? 0.0 : drain_cycles_;
    profile_.step_cycles = kernel_.resources.feed_buffers > 1 ? longest : all;
    profile_.task_cycles = exposed_drain + accelerator_.fixed.task_cycles;
    profile_.least_chain_cycles = drain_cycles_;
    profile_.output_places =
        static_cast<double>(kernel_.resources.accumulator_buffers) + (drain_cycles_ > 0.0 ? 1.0 : 0.0);
    return profile_;
  }

 private:
  void add_move(const Stage& stage, double cycles, double bytes) {
    if (stage.operands.front() != Operand::c) {
      pipe_of(stage).per_step += cycles;
      profile_.latency_cycles += cycles;
      return;
    }
    // A tile leaves in as many pieces as let the next stage start early: one copy of the target each.
    const double target = static_cast<double>(accelerator_.buffer(stage.to).capacity.count);
    const double pieces = std::max(1.0, bytes * static_cast<double>(stage.buffers[1]) / target);
    pipe_of(stage).per_task += cycles;
    profile_.latency_cycles += cycles / pieces;
    drain_cycles_ += cycles;
  }

  [[nodiscard]] double overhead(const Stage& stage) const { return burst_cost_ ? stage.half_rate_bytes : 0.0; }

  KernelProfile::PipeCycles& pipe_of(const Stage& stage) {
    const auto& pipes = accelerator_.datapath.pipes;
    return profile_.pipes[static_cast<std::size_t>(std::find(pipes.begin(), pipes.end(), stage.pipe) - pipes.begin())];
  }

  const Accelerator& accelerator_;
  const MicroKernel& kernel_;
  const TileShape& tile_;
  bool burst_cost_;
  double drain_cycles_ = 0.0;
  KernelProfile profile_;
};

}  // namespace

double KernelProfile::chain_cycles(double steps) const {
  return std::max(steps * step_cycles + task_cycles, least_chain_cycles);
}

TileShape computed_tile(const MicroKernel& kernel, const Region& region) {
  if (kernel.edge == EdgeRule::padded) return kernel.tile;
  const auto mean = [](const Range& range, std::int64_t extent) {
    return ceil_div(range.size(), std::max<std::int64_t>(1, ceil_div(range.size(), extent)));
  };
  return {mean(region.m, kernel.tile.m), mean(region.n, kernel.tile.n), mean(region.k, kernel.tile.k)};
}

KernelProfile profile_of(const Accelerator& accelerator, const MicroKernel& kernel, const TileShape& tile,
                         bool burst_cost) {
  ProfileBuilder builder(accelerator, kernel, tile, burst_cost);
  for (const Stage& stage : accelerator.datapath.stages) builder.add(stage);
  return builder.finish();
}

}  // namespace mikpoly::sim
