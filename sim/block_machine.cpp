#include "sim/block_machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace mikpoly::sim {
namespace {

constexpr double kNear = 1e-9;  // parts of a PE or of a block that are rounding

/// Blocks of one class that were placed on a PE at the same moment.
struct Residents {
  std::size_t block_class = 0;
  std::int64_t blocks = 0;
  double fixed_left = 0.0;   // cycles
  double loop_left = 1.0;    // share of the main loop
  double loop_cycles = 0.0;  // of a whole main loop at the present rates
  double begin = 0.0;
};

bool alike(const Residents& one, const Residents& other, const BlockClass& of) {
  const double length = of.fixed_cycles + of.compute_cycles;
  return one.block_class == other.block_class && one.blocks == other.blocks &&
         std::abs(one.fixed_left - other.fixed_left) <= kNear * length &&
         std::abs(one.loop_left - other.loop_left) <= kNear;
}

/// PEs that hold the same blocks.
struct PeGroup {
  std::int64_t pes = 0;
  double used = 0.0;     // share of the PE
  double started = 0.0;  // the same, summed over all blocks so far
  std::vector<Residents> residents;

  [[nodiscard]] std::int64_t loops() const {
    std::int64_t count = 0;
    for (const Residents& each : residents) count += each.fixed_left > 0.0 ? 0 : each.blocks;
    return count;
  }
};

class Machine {
 public:
  Machine(std::span<const BlockClass> classes, const BlockMachine& machine, std::vector<BlockSpan>* spans)
      : classes_(classes), machine_(machine), spans_(spans), left_(classes.empty() ? 0 : classes.front().count) {
    if (spans_ == nullptr) {
      groups_.push_back({.pes = machine.pes, .residents = {}});
    } else {
      groups_.assign(static_cast<std::size_t>(machine.pes), {.pes = 1, .residents = {}});
    }
  }

  BlockRun run() {
    for (dispatch(); busy(); dispatch()) advance();
    for (const PeGroup& group : groups_) waves_ = std::max(waves_, group.started);
    run_.waves = static_cast<std::int64_t>(std::ceil(waves_ - kNear));
    return run_;
  }

 private:
  [[nodiscard]] bool busy() const {
    return std::any_of(groups_.begin(), groups_.end(), [](const PeGroup& group) { return !group.residents.empty(); });
  }

  [[nodiscard]] double share_of(std::size_t block_class) const {
    return 1.0 / static_cast<double>(classes_[block_class].residents);
  }

  // Blocks that have not started go to the emptiest PEs until the next one fits nowhere.
  void dispatch() {
    for (; next_ < classes_.size(); left_ = next_ < classes_.size() ? classes_[next_].count : 0) {
      skip_rounds();
      while (left_ > 0) {
        const auto emptiest = std::min_element(
            groups_.begin(), groups_.end(), [](const PeGroup& a, const PeGroup& b) { return a.used < b.used - kNear; });
        if (emptiest->used + share_of(next_) > 1.0 + kNear) return;
        place(static_cast<std::size_t>(emptiest - groups_.begin()));
      }
      ++next_;
    }
  }

  // One block of the next class on every PE of the group, or on as many as there are blocks left.
  void place(std::size_t at) {
    if (left_ < groups_[at].pes) {
      PeGroup rest = groups_[at];
      rest.pes -= left_;
      groups_[at].pes = left_;
      groups_.insert(groups_.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(rest));
    }
    PeGroup& group = groups_[at];
    left_ -= group.pes;
    const bool goes_on = machine_.loops && group.started >= 1.0 - kNear;
    const Residents placed{.block_class = next_,
                           .blocks = 1,
                           .fixed_left = goes_on ? 0.0 : classes_[next_].fixed_cycles,
                           .begin = run_.cycles};
    group.used += share_of(next_);
    group.started += share_of(next_);
    for (Residents& each : group.residents) {
      const bool together = each.begin == placed.begin && each.block_class == placed.block_class &&
                            each.fixed_left == placed.fixed_left && each.loop_left == placed.loop_left;
      if (!together) continue;
      ++each.blocks;
      return;
    }
    group.residents.push_back(placed);
  }

  // Full rounds of one class on an idle machine are all the same.
  void skip_rounds() {
    const BlockClass& of = classes_[next_];
    const std::int64_t places = machine_.pes * of.residents;
    if (spans_ != nullptr || left_ < 2 * places || busy()) return;
    if (machine_.loops && groups_.front().started < 1.0 - kNear) return;  // the first round differs
    const std::int64_t rounds = left_ / places;
    groups_.assign(1, {.pes = machine_.pes,
                       .used = 1.0,
                       .started = groups_.front().started,
                       .residents = {{.block_class = next_, .blocks = of.residents}}});
    set_rates();
    const double round = (machine_.loops ? 0.0 : of.fixed_cycles) + groups_.front().residents.front().loop_cycles;
    run_.cycles += static_cast<double>(rounds) * round;
    run_.busy_pes += static_cast<double>(rounds * machine_.pes) * round;
    left_ -= rounds * places;
    groups_.front() = {.pes = machine_.pes,
                       .used = 0.0,
                       .started = groups_.front().started + static_cast<double>(rounds),
                       .residents = {}};
  }

  // What all running loops would ask of a level at compute speed, over its rate.
  [[nodiscard]] double use_of(std::size_t level) const {
    double asked = 0.0;
    for (const PeGroup& group : groups_) {
      const double loops = static_cast<double>(group.loops());
      for (const Residents& each : group.residents) {
        if (each.fixed_left > 0.0) continue;
        const BlockClass& of = classes_[each.block_class];
        asked += static_cast<double>(group.pes * each.blocks) * of.level_bytes[level] / (loops * of.compute_cycles);
      }
    }
    return asked / machine_.totals[level];
  }

  [[nodiscard]] double norm(double compute, double near, double main) const {
    const double largest = std::max({compute, near, main});
    const double p = machine_.exponent;
    if (p == 0.0 || largest <= 0.0) return largest;
    const double sum = std::pow(compute / largest, p) + std::pow(near / largest, p) + std::pow(main / largest, p);
    return largest * std::pow(sum, 1.0 / p);
  }

  void set_rates() {
    const double near_use = use_of(0);
    const double main_use = use_of(1);
    for (PeGroup& group : groups_) {
      const double loops = static_cast<double>(group.loops());
      for (Residents& each : group.residents) {
        const BlockClass& of = classes_[each.block_class];
        const double compute = loops * of.compute_cycles;
        const double near = std::max({loops * of.port_cycles, compute * near_use, of.latency_cycles});
        each.loop_cycles = norm(compute, near, compute * main_use);
      }
    }
  }

  void advance() {
    set_rates();
    double step = std::numeric_limits<double>::infinity();
    for (const PeGroup& group : groups_) {
      for (const Residents& each : group.residents) {
        step = std::min(step, each.fixed_left > 0.0 ? each.fixed_left : each.loop_left * each.loop_cycles);
      }
    }
    ensure(step < std::numeric_limits<double>::infinity(), "every running block has an end");
    run_.cycles += step;
    for (std::size_t at = 0; at < groups_.size(); ++at) {
      PeGroup& group = groups_[at];
      if (!group.residents.empty()) run_.busy_pes += static_cast<double>(group.pes) * step;
      for (Residents& each : group.residents) move(each, step);
      std::erase_if(group.residents, [&](const Residents& each) { return ended(group, at, each); });
    }
    if (spans_ == nullptr) merge();
  }

  void move(Residents& each, double step) const {
    if (each.fixed_left > 0.0) {
      each.fixed_left -= step;
      if (each.fixed_left <= kNear * classes_[each.block_class].fixed_cycles) each.fixed_left = 0.0;
    } else {
      each.loop_left -= each.loop_cycles > 0.0 ? step / each.loop_cycles : 1.0;
    }
  }

  bool ended(PeGroup& group, std::size_t at, const Residents& each) {
    if (each.fixed_left > 0.0 || each.loop_left > kNear) return false;
    group.used = std::max(0.0, group.used - static_cast<double>(each.blocks) * share_of(each.block_class));
    if (spans_ != nullptr) {
      spans_->push_back({.pe = static_cast<std::int64_t>(at),
                         .block_class = each.block_class,
                         .blocks = each.blocks,
                         .begin = each.begin,
                         .end = run_.cycles});
    }
    return true;
  }

  // Places that have run a block and places that have not differ where only the first one pays its fixed part.
  [[nodiscard]] bool alike_groups(const PeGroup& one, const PeGroup& other) const {
    if (machine_.loops && (one.started >= 1.0 - kNear) != (other.started >= 1.0 - kNear)) return false;
    return std::equal(one.residents.begin(), one.residents.end(), other.residents.begin(), other.residents.end(),
                      [this](const Residents& a, const Residents& b) { return alike(a, b, classes_[a.block_class]); });
  }

  void merge() {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (std::size_t j = groups_.size() - 1; j > i; --j) {
        if (!alike_groups(groups_[i], groups_[j])) continue;
        groups_[i].pes += groups_[j].pes;
        groups_[i].started = std::max(groups_[i].started, groups_[j].started);
        groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(j));
      }
    }
  }

  std::span<const BlockClass> classes_;
  const BlockMachine& machine_;
  std::vector<BlockSpan>* spans_;
  std::size_t next_ = 0;   // class that is dispatched
  std::int64_t left_ = 0;  // its blocks that have not started
  std::vector<PeGroup> groups_;
  double waves_ = 0.0;
  BlockRun run_;
};

}  // namespace

BlockRun run_blocks(std::span<const BlockClass> classes, const BlockMachine& machine, std::vector<BlockSpan>* spans) {
  return Machine(classes, machine, spans).run();
}

}  // namespace mikpoly::sim
