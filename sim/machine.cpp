#include "sim/machine.hpp"

#include <algorithm>
#include <limits>

#include "core/base/error.hpp"
#include "sim/group.hpp"

namespace mikpoly::sim {
namespace {

// Servers that wait for each other through the shared levels may take turns in ever smaller steps. A plan has some
// dozen events; after so many, a step takes at least a thousandth of the time passed (a loader may then pass its limit
// by that much, never its rate).
constexpr std::int64_t kPatience = 200;
constexpr double kCoarseStep = 1e-3;

// Events of a plan are some dozen; a model that stops making progress is our bug and must not hang.
constexpr std::int64_t kWatchdogEvents = 100'000;

struct ActiveGroup {
  Group group;
  std::size_t index;
};

// Servers that wait ask for what their neighbour can do, and that depends on what the neighbour gets: when the levels
// are short the division is repeated until the rates stay, or so many times.
constexpr int kMostDivisions = 16;

// Divides the shared levels among the groups and sets their rates until the next event.
void set_rates(std::vector<ActiveGroup>& active, const MachineOptions& options) {
  std::array<Flow, 2 * kMaxGroups> flows;
  for (ActiveGroup& each : active) each.group.expect_own_rates();
  bool moved = true;
  for (int i = 0; i < kMostDivisions && moved; ++i) {
    std::size_t count = 0;
    for (const ActiveGroup& each : active) {
      flows[count++] = each.group.load_flow();
      flows[count++] = each.group.store_flow();
    }
    const bool contended = share_fairly({flows.data(), count}, options.totals);
    moved = false;
    for (std::size_t g = 0; g < active.size(); ++g) {
      const bool differs = active[g].group.set_rates(flows[2 * g].rate, flows[2 * g + 1].rate);
      moved = moved || (contended && differs);
    }
  }
}

}  // namespace

std::array<double, kMaxGroups> work_through(std::span<const SlotList> lists, const MachineOptions& options,
                                            std::vector<Progress>* timeline) {
  ensure(lists.size() <= kMaxGroups, "a schedule has at most six groups of slots");
  std::array<double, kMaxGroups> ends{};
  std::vector<ActiveGroup> active;
  active.reserve(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].run_count > 0) active.push_back({Group(lists[i], options.zero_fill), i});
  }
  double now = 0.0;
  for (std::int64_t events = 0; !active.empty(); ++events) {
    ensure(events < kWatchdogEvents, "the simulated machine makes no progress");
    set_rates(active, options);
    double step = std::numeric_limits<double>::infinity();
    for (const ActiveGroup& each : active) step = std::min(step, each.group.next_event());
    ensure(step < std::numeric_limits<double>::infinity(), "every unfinished group of slots has a next event");
    const bool coarse = events > kPatience && step < kCoarseStep * now;
    if (coarse) step = kCoarseStep * now;
    now += step;
    for (ActiveGroup& each : active) {
      each.group.advance(step, coarse);
      if (timeline != nullptr) timeline->push_back(each.group.progress(now, each.index));
      if (each.group.finished()) ends[each.index] = now + lists[each.index].latency;
    }
    std::erase_if(active, [](const ActiveGroup& each) { return each.group.finished(); });
  }
  return ends;
}

}  // namespace mikpoly::sim
