#include "sim/timeline.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mikpoly::sim {
namespace {

enum Server : std::size_t { kLoader, kChain, kStorer };

// When a group's server had done `tasks` tasks: linear between the recorded positions.
class Clock {
 public:
  Clock(const Simulator::Recording& recording, std::size_t group) {
    points_.push_back({});
    for (const Progress& progress : recording.progress) {
      if (progress.group == group) points_.push_back(progress);
    }
  }

  [[nodiscard]] double cycles_at(Server server, double tasks) const {
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const double before = points_[i - 1].tasks[server];
      const double after = points_[i].tasks[server];
      if (after < tasks && i + 1 < points_.size()) continue;
      if (after <= before) return points_[i].cycles;
      const double share = std::clamp((tasks - before) / (after - before), 0.0, 1.0);
      return points_[i - 1].cycles + share * (points_[i].cycles - points_[i - 1].cycles);
    }
    return 0.0;
  }

 private:
  std::vector<Progress> points_;
};

struct TaskEvent {
  std::string name;
  std::string pipe;
  std::int64_t thread = 0;
  double start_us = 0.0;
  double duration_us = 0.0;
};

// Counts what it writes and drops the rest.
class TraceWriter {
 public:
  TraceWriter(std::ostream& out, std::int64_t max_events) : out_(out), max_events_(max_events) {
    out_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
  }

  void name(const char* kind, std::int64_t thread, const std::string& value) {
    write({{"ph", "M"}, {"pid", 0}, {"tid", thread}, {"name", kind}, {"args", {{"name", value}}}});
  }

  void add(const TaskEvent& event) {
    if (++seen_ > max_events_) return;
    write({{"ph", "X"},
           {"pid", 0},
           {"tid", event.thread},
           {"name", event.name},
           {"cat", event.pipe},
           {"ts", event.start_us},
           {"dur", event.duration_us}});
  }

  void finish() {
    const std::int64_t cut = std::max<std::int64_t>(0, seen_ - max_events_);
    out_ << "\n],\"otherData\":" << nlohmann::json{{"events", seen_}, {"events_cut", cut}}.dump() << "}\n";
  }

 private:
  void write(const nlohmann::ordered_json& event) {
    out_ << (first_ ? "\n" : ",\n") << event.dump();
    first_ = false;
  }

  std::ostream& out_;
  std::int64_t max_events_;
  std::int64_t seen_ = 0;
  bool first_ = true;
};

// The pipes that carry each server's work: load stages, then feeds and the matrix unit, then drains and stores.
Server server_of(const Stage& stage) {
  if (stage.kind == StageKind::load) return kLoader;
  if (stage.kind == StageKind::store) return kStorer;
  const bool drains = stage.kind == StageKind::move && stage.operands.front() == Operand::c;
  return drains ? kStorer : kChain;
}

void add_tasks(const Simulator::Recording& recording, const Accelerator& accelerator, std::size_t group,
               std::int64_t pe, TraceWriter& writer) {
  const Clock clock(recording, group);
  const auto pipes = static_cast<std::int64_t>(accelerator.datapath.pipes.size());
  double total = 0.0;
  for (std::size_t r = 0; r < recording.lists[group].run_count; ++r) total += recording.lists[group].runs[r].tasks;
  for (double task = 0.0; task + 0.5 < total; task += 1.0) {
    for (std::int64_t p = 0; p < pipes; ++p) {
      const std::string& pipe = accelerator.datapath.pipes[static_cast<std::size_t>(p)];
      const auto& stages = accelerator.datapath.stages;
      const auto stage = std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return s.pipe == pipe; });
      if (stage == stages.end()) continue;
      const Server server = server_of(*stage);
      const double begin = clock.cycles_at(server, task);
      const double end = clock.cycles_at(server, std::min(task + 1.0, total));
      writer.add({fmt::format("{} of task {:.0f}", stage->name, task), pipe, pe * pipes + p,
                  recording.start_us + begin / recording.cycles_per_us, (end - begin) / recording.cycles_per_us});
    }
  }
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Simulator& simulator, const Plan& plan, std::int64_t max_events) {
  const Simulator::Recording recording = simulator.record(plan);
  const Accelerator& accelerator = simulator.accelerator();
  const auto pipes = static_cast<std::int64_t>(accelerator.datapath.pipes.size());
  TraceWriter writer(out, max_events);
  writer.name("process_name", 0, fmt::format("{} {}", accelerator.name, to_text(plan.shape)));
  std::int64_t pe = 0;
  for (std::size_t group = 0; group < recording.lists.size(); ++group) {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(recording.lists[group].slots); ++i, ++pe) {
      for (std::int64_t p = 0; p < pipes; ++p) {
        writer.name("thread_name", pe * pipes + p,
                    fmt::format("PE {} {}", pe, accelerator.datapath.pipes[static_cast<std::size_t>(p)]));
      }
      add_tasks(recording, accelerator, group, pe, writer);
    }
  }
  writer.finish();
}

}  // namespace mikpoly::sim
