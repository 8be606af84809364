// The machine of sim/machine.hpp without its shortcuts: every PE alone, every k step, every tile, one event at a time.
//
// Slow and simple: the bulk treatment of alike slots and tasks is checked against it. It shares the fair division of
// rates with the simulator (which has tests of its own) and nothing else.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/fair_share.hpp"
#include "sim/machine.hpp"

namespace mikpoly::test {

class StepByStep {
 public:
  StepByStep(const sim::SlotList& list) : list_(&list) {
    for (std::size_t r = 0; r < list.run_count; ++r) {
      for (int t = 0; t < static_cast<int>(std::lround(list.runs[r].tasks)); ++t) tasks_.push_back(r);
    }
    for (const std::size_t run : tasks_) steps_before_.push_back(total_steps_), total_steps_ += steps_of(run);
  }

  [[nodiscard]] bool finished() const { return stored_ == static_cast<int>(tasks_.size()); }

  // Loads k step after k step; at most `ahead` steps before the one that is computed.
  [[nodiscard]] sim::Flow load_flow() const {
    if (loaded_steps_ == total_steps_ || loaded_steps_ >= computed_steps_ + static_cast<int>(list_->ahead)) return {};
    const std::size_t run = tasks_[task_of(loaded_steps_)];
    const sim::Run& each = list_->runs[run];
    return {1.0, each.load_bytes / each.load_cycles, list_->levels[run].load_shares, 0.0};
  }
  // Stores finished tiles, one after the other.
  [[nodiscard]] sim::Flow store_flow() const {
    if (finished() || stored_ >= computed_tasks()) return {};
    const std::size_t run = tasks_[static_cast<std::size_t>(stored_)];
    const sim::Run& each = list_->runs[run];
    return {1.0, each.store_bytes / each.store_cycles, list_->levels[run].store_shares, 0.0};
  }

  void set_rates(double load, double store) {
    load_rate_ = load_flow().demand > 0.0 ? load : 0.0;
    store_rate_ = store_flow().demand > 0.0 ? store : 0.0;
  }

  [[nodiscard]] double next_event() const {
    double next = 1e300;
    if (load_rate_ > 0.0) next = std::min(next, (step_bytes() - load_done_) / load_rate_);
    if (computing()) next = std::min(next, step_cycles() - step_done_);
    if (store_rate_ > 0.0) next = std::min(next, (tile_bytes() - store_done_) / store_rate_);
    return next;
  }

  void advance(double cycles) {
    const bool computes = computing();
    load_done_ += load_rate_ * cycles;
    store_done_ += store_rate_ * cycles;
    if (computes) step_done_ += cycles;
    if (computes && step_done_ >= step_cycles() - 1e-9) ++computed_steps_, step_done_ = 0.0;
    if (store_rate_ > 0.0 && store_done_ >= tile_bytes() - 1e-6) ++stored_, store_done_ = 0.0;
    if (load_rate_ > 0.0 && load_done_ >= step_bytes() - 1e-6) ++loaded_steps_, load_done_ = 0.0;
  }

 private:
  [[nodiscard]] int steps_of(std::size_t run) const { return static_cast<int>(std::lround(list_->runs[run].steps)); }
  [[nodiscard]] std::size_t task_of(int step) const {
    return static_cast<std::size_t>(std::upper_bound(steps_before_.begin(), steps_before_.end(), step) -
                                    steps_before_.begin()) -
           1;
  }
  [[nodiscard]] int computed_tasks() const {
    return computed_steps_ == total_steps_ ? static_cast<int>(tasks_.size())
                                           : static_cast<int>(task_of(computed_steps_));
  }
  [[nodiscard]] bool computing() const {
    return computed_steps_ < loaded_steps_ && computed_tasks() < stored_ + static_cast<int>(list_->behind);
  }
  [[nodiscard]] double step_bytes() const {
    const std::size_t run = tasks_[task_of(loaded_steps_)];
    return list_->runs[run].load_bytes / list_->runs[run].steps;
  }
  [[nodiscard]] double step_cycles() const {
    const std::size_t run = tasks_[task_of(computed_steps_)];
    return list_->runs[run].chain_cycles / list_->runs[run].steps;
  }
  [[nodiscard]] double tile_bytes() const { return list_->runs[tasks_[static_cast<std::size_t>(stored_)]].store_bytes; }

  const sim::SlotList* list_;
  std::vector<std::size_t> tasks_;  // run of each task
  std::vector<int> steps_before_;
  int total_steps_ = 0;
  int loaded_steps_ = 0;
  int computed_steps_ = 0;
  int stored_ = 0;
  double load_done_ = 0.0;
  double step_done_ = 0.0;
  double store_done_ = 0.0;
  double load_rate_ = 0.0;
  double store_rate_ = 0.0;
};

/// Cycles until every slot has stored its last tile, latencies left out.
inline double work_step_by_step(const std::vector<sim::SlotList>& lists,
                                const std::array<double, sim::kMaxLevels>& totals) {
  std::vector<StepByStep> pes;
  for (const sim::SlotList& list : lists) {
    for (int i = 0; i < static_cast<int>(list.slots); ++i) pes.emplace_back(list);
  }
  double now = 0.0;
  for (;;) {
    std::vector<sim::Flow> flows;
    for (const StepByStep& pe : pes) flows.push_back(pe.load_flow()), flows.push_back(pe.store_flow());
    sim::share_fairly(flows, totals);
    double step = 1e300;
    for (std::size_t i = 0; i < pes.size(); ++i) {
      pes[i].set_rates(flows[2 * i].rate, flows[2 * i + 1].rate);
      if (!pes[i].finished()) step = std::min(step, pes[i].next_event());
    }
    if (step == 1e300) return now;
    now += step;
    for (StepByStep& pe : pes) pe.advance(step);
  }
}

}  // namespace mikpoly::test
