#include "sim/least_cycles.hpp"

#include <algorithm>
#include <limits>

#include "sim/group.hpp"

namespace mikpoly::sim {
namespace {

constexpr double kRate = 1.0 - kDivisionError;

// Share of a run that one k step is, or all of it where it is less than a step.
double one_step(const Run& run) {
  return std::min(1.0 / run.steps, run.tasks);
}

double least_of_group(const SlotList& list, bool zero_fill) {
  double load = 0.0;
  double chain = 0.0;
  double store = 0.0;
  for (std::size_t i = 0; i < list.run_count; ++i) {
    const Run& run = list.runs[i];
    load += run.tasks * run.load_cycles;
    chain += run.tasks * run.chain_cycles;
    store += run.tasks * run.store_cycles;
  }
  if (zero_fill || list.run_count == 0) return std::max({chain, load * kRate, store * kRate});
  const Run& first = list.runs[0];
  const Run& last = list.runs[list.run_count - 1];
  const double fill = one_step(first) * first.load_cycles * kRate;
  const double last_step = one_step(last) * last.chain_cycles;
  const double last_store = last.store_cycles * kRate;
  return list.latency +
         std::max({fill + chain + last_store, load * kRate + last_step + last_store, fill + store * kRate});
}

}  // namespace

double least_cycles(std::span<const SlotList> lists, const MachineOptions& options) {
  double bound = 0.0;
  double latency = std::numeric_limits<double>::infinity();
  std::array<double, kMaxLevels> bytes{};
  for (const SlotList& list : lists) {
    bound = std::max(bound, least_of_group(list, options.zero_fill));
    if (list.run_count > 0) latency = std::min(latency, list.latency);
    for (std::size_t i = 0; i < list.run_count; ++i) {
      const Run& run = list.runs[i];
      for (std::size_t level = 0; level < kMaxLevels; ++level) {
        bytes[level] +=
            list.slots * run.tasks *
            (run.load_bytes * list.levels[i].load_shares[level] + run.store_bytes * list.levels[i].store_shares[level]);
      }
    }
  }
  for (std::size_t level = 0; level < kMaxLevels; ++level) {
    if (bytes[level] > 0.0) bound = std::max(bound, latency + bytes[level] / options.totals[level] * kRate);
  }
  return bound;
}

double least_chain_cycles(const Schedule& schedule, std::span<const ChainTasks> chains, double memory_latency) {
  double bound = 0.0;
  for (const SlotGroup& group : schedule.groups()) {
    double chain = 0.0;
    double latency = 0.0;
    double store = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < chains.size(); ++i) {
      if (group.tasks[i] == 0) continue;
      chain += static_cast<double>(group.tasks[i]) * chains[i].cycles;
      latency = std::max(latency, memory_latency + chains[i].profile->latency_cycles);
      store = std::min(store, chains[i].profile->store_cycles * kRate);
    }
    if (chain > 0.0) bound = std::max(bound, chain + latency + store);
  }
  return bound;
}

double least_cycles(std::span<const BlockClass> classes, const BlockMachine& machine) {
  const double pes = static_cast<double>(machine.pes);
  double work = 0.0;
  double longest = 0.0;
  double fixed = std::numeric_limits<double>::infinity();
  double shortest = std::numeric_limits<double>::infinity();
  std::int64_t count = 0;
  std::array<double, kMaxLevels> bytes{};
  for (const BlockClass& each : classes) {
    const double busy = std::max(each.compute_cycles, each.port_cycles);
    work += static_cast<double>(each.count) * busy;
    count += each.count;
    fixed = std::min(fixed, each.fixed_cycles);
    shortest = std::min(shortest, busy);
    longest = std::max(longest, (machine.loops ? 0.0 : each.fixed_cycles) + each.compute_cycles);
    for (std::size_t level = 0; level < kMaxLevels; ++level)
      bytes[level] += static_cast<double>(each.count) * each.level_bytes[level];
  }
  if (count == 0) return 0.0;
  const double most = shortest * static_cast<double>(ceil_div(count, machine.pes));
  double bound = std::max(longest, fixed + std::max(work / pes, most));
  for (std::size_t level = 0; level < kMaxLevels; ++level)
    bound = std::max(bound, bytes[level] / machine.totals[level]);
  return bound;
}

}  // namespace mikpoly::sim
