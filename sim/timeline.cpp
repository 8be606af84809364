#include "sim/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mikpoly::sim {
namespace {

enum Server : std::size_t { kLoader, kChain, kStorer };

// Where a group's servers were, and when.
class Clock {
 public:
  Clock(const Simulator::Recording& recording, std::size_t group) {
    points_.push_back({});
    for (const Progress& progress : recording.progress) {
      if (progress.group == group) points_.push_back(progress);
    }
  }

  /// The last moment at which the server had done no more than `tasks`.
  [[nodiscard]] double begin_of(Server server, double tasks) const {
    const auto after =
        std::upper_bound(points_.begin(), points_.end(), tasks + kNear,
                         [&](double wanted, const Progress& point) { return wanted < point.tasks[server]; });
    return at(server, tasks, after);
  }

  /// The first moment at which the server had done `tasks`.
  [[nodiscard]] double end_of(Server server, double tasks) const {
    const auto reached =
        std::lower_bound(points_.begin(), points_.end(), tasks - kNear,
                         [&](const Progress& point, double wanted) { return point.tasks[server] < wanted; });
    return at(server, tasks, reached);
  }

 private:
  static constexpr double kNear = 1e-9;

  // On the line that ends at `right`.
  [[nodiscard]] double at(Server server, double tasks, std::vector<Progress>::const_iterator right) const {
    if (right == points_.end()) return points_.back().cycles;
    if (right == points_.begin()) return 0.0;
    const auto left = right - 1;
    const double rise = right->tasks[server] - left->tasks[server];
    const double share = rise > 0.0 ? std::clamp((tasks - left->tasks[server]) / rise, 0.0, 1.0) : 1.0;
    return left->cycles + share * (right->cycles - left->cycles);
  }

  std::vector<Progress> points_;
};

struct TaskEvent {
  std::string name;
  std::string pipe;
  std::int64_t thread = 0;
  double start_us = 0.0;
  double duration_us = 0.0;
};

// Writes as many events as the file may hold.
class TraceWriter {
 public:
  TraceWriter(std::ostream& out, std::int64_t max_events) : out_(out), max_events_(max_events) {
    out_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
  }

  void name(const char* kind, std::int64_t thread, const std::string& value) {
    write({{"ph", "M"}, {"pid", 0}, {"tid", thread}, {"name", kind}, {"args", {{"name", value}}}});
  }

  [[nodiscard]] bool full() const { return written_ == max_events_; }

  void add(const TaskEvent& event) {
    if (full()) return;
    ++written_;
    write({{"ph", "X"},
           {"pid", 0},
           {"tid", event.thread},
           {"name", event.name},
           {"cat", event.pipe},
           {"ts", event.start_us},
           {"dur", event.duration_us}});
  }

  void finish(double events) {
    const auto all = static_cast<std::int64_t>(std::min(events, 1e18));
    out_ << "\n],\"otherData\":" << nlohmann::json{{"events", all}, {"events_cut", all - written_}}.dump() << "}\n";
  }

 private:
  void write(const nlohmann::ordered_json& event) {
    out_ << (first_ ? "\n" : ",\n") << event.dump();
    first_ = false;
  }

  std::ostream& out_;
  std::int64_t max_events_;
  std::int64_t written_ = 0;
  bool first_ = true;
};

// One row of a PE: a pipe, the server whose work it carries, and the stages it serves.
struct Row {
  std::string pipe;
  std::string stages;
  Server server = kChain;
  bool moves_only = true;  // neither loads nor stores
};

Server server_of(const Stage& stage) {
  if (stage.kind == StageKind::load) return kLoader;
  if (stage.kind == StageKind::store) return kStorer;
  const bool drains = stage.kind == StageKind::move && stage.operands.front() == Operand::c;
  return drains ? kStorer : kChain;
}

std::vector<Row> rows_of(const Datapath& datapath) {
  std::vector<Row> rows;
  for (const std::string& pipe : datapath.pipes) {
    Row& row = rows.emplace_back();
    row.pipe = pipe;
    for (const Stage& stage : datapath.stages) {
      if (stage.pipe != pipe) continue;
      row.stages += (row.stages.empty() ? "" : "+") + stage.name;
      row.server = server_of(stage);
      row.moves_only = stage.kind == StageKind::move || stage.kind == StageKind::compute;
    }
  }
  return rows;
}

// The tasks of one group of alike slots, in time.
class GroupTimeline {
 public:
  GroupTimeline(const Simulator::Recording& recording, std::size_t group)
      : recording_(recording), list_(recording.lists[group]), clock_(recording, group) {
    for (std::size_t r = 0; r < list_.run_count; ++r) total_ += list_.runs[r].tasks;
  }

  [[nodiscard]] double tasks() const { return std::round(total_); }
  [[nodiscard]] std::int64_t slots() const { return static_cast<std::int64_t>(list_.slots); }

  // A bar is as long as the pipe is busy with the task. Loads and stores begin as early as they can; the matrix unit's
  // side ends with its task, and a drain where the store begins. The pipeline's latency lies between loads and the
  // rest.
  [[nodiscard]] TaskEvent event(double task, const Row& row, std::size_t pipe, std::int64_t thread) const {
    const Run& run = run_of(task);
    const double own = recording_.busy[run.region][pipe];
    const double busy = row.moves_only ? own : row.server == kLoader ? run.load_cycles : run.store_cycles;
    const double begin = clock_.begin_of(row.server, task);
    const double end = clock_.end_of(row.server, task + 1.0);
    const double length = std::clamp(busy, 0.0, std::max(0.0, end - begin));
    const double latency = row.server == kLoader ? 0.0 : list_.latency;
    const bool drains = row.server == kStorer && row.moves_only;
    const double start = (row.server == kChain ? end - length : drains ? begin - length : begin) + latency;
    return {fmt::format("{} {}{:.0f}", row.stages, static_cast<char>('a' + static_cast<char>(run.region)), task),
            row.pipe, thread, recording_.start_us + start / recording_.cycles_per_us,
            length / recording_.cycles_per_us};
  }

 private:
  [[nodiscard]] const Run& run_of(double task) const {
    double end = 0.0;
    for (std::size_t r = 0; r + 1 < list_.run_count; ++r) {
      end += list_.runs[r].tasks;
      if (task + 0.5 < end) return list_.runs[r];
    }
    return list_.runs[list_.run_count - 1];
  }

  const Simulator::Recording& recording_;
  const SlotList& list_;
  Clock clock_;
  double total_ = 0.0;
};

// Of a machine whose PEs hold several blocks: a thread for each place of a PE, a block an event.
void write_blocks(TraceWriter& writer, Simulator::Recording recording) {
  std::ranges::stable_sort(recording.spans, {}, &BlockSpan::begin);
  std::map<std::int64_t, std::vector<double>> places;  // of each PE, until when each is taken
  constexpr std::int64_t kMostPlaces = 64;
  double events = 0.0;
  double last_us = 0.0;
  for (const BlockSpan& span : recording.spans) {
    std::vector<double>& taken = places[span.pe];
    for (std::int64_t block = 0; block < span.blocks; ++block) {
      auto place = std::ranges::find_if(taken, [&span](double until) { return until <= span.begin; });
      if (place == taken.end()) {
        place = taken.insert(taken.end(), 0.0);
        const std::int64_t number = std::ssize(taken) - 1;
        writer.name("thread_name", span.pe * kMostPlaces + number, fmt::format("PE {} place {}", span.pe, number));
      }
      *place = span.end;
      const std::size_t region = recording.regions[span.block_class];
      writer.add({fmt::format("block of {}", static_cast<char>('a' + static_cast<char>(region))), "block",
                  span.pe * kMostPlaces + (place - taken.begin()),
                  recording.start_us + span.begin / recording.cycles_per_us,
                  (span.end - span.begin) / recording.cycles_per_us});
      ++events;
      last_us = std::max(last_us, recording.start_us + span.end / recording.cycles_per_us);
    }
  }
  if (recording.reduction_us > 0.0) {
    constexpr std::int64_t kOwnThread = -1;
    writer.name("thread_name", kOwnThread, "parts of k");
    writer.add({"adding up", "reduction", kOwnThread, last_us, recording.reduction_us});
    ++events;
  }
  writer.finish(events);
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Simulator& simulator, const Plan& plan, std::int64_t max_events) {
  const Simulator::Recording recording = simulator.record(plan);
  const std::vector<Row> rows = rows_of(simulator.accelerator().datapath);
  const std::int64_t pipes = std::ssize(rows);
  TraceWriter writer(out, max_events);
  writer.name("process_name", 0, fmt::format("{} {}", simulator.accelerator().name, to_text(plan.shape)));
  if (recording.lists.empty()) return write_blocks(writer, recording);
  std::vector<GroupTimeline> groups;
  double events = 0.0;
  double most = 0.0;
  std::int64_t pe = 0;
  for (std::size_t group = 0; group < recording.lists.size(); ++group) {
    const GroupTimeline& timeline = groups.emplace_back(recording, group);
    events += timeline.tasks() * static_cast<double>(timeline.slots() * pipes);
    most = std::max(most, timeline.tasks());
    for (std::int64_t i = 0; i < timeline.slots() * pipes; ++i) {
      const std::int64_t thread = pe * pipes + i;
      writer.name("thread_name", thread,
                  fmt::format("PE {} {}", thread / pipes, rows[static_cast<std::size_t>(i % pipes)].pipe));
    }
    pe += timeline.slots();
  }
  // Task by task over all PEs: what is cut is late, not whole PEs.
  for (double task = 0.0; task < most && !writer.full(); task += 1.0) {
    std::int64_t first_pe = 0;
    for (const GroupTimeline& timeline : groups) {
      for (std::int64_t i = 0; task < timeline.tasks() && i < timeline.slots() * pipes; ++i) {
        const auto pipe = static_cast<std::size_t>(i % pipes);
        writer.add(timeline.event(task, rows[pipe], pipe, first_pe * pipes + i));
      }
      first_pe += timeline.slots();
    }
  }
  writer.finish(events);
}

}  // namespace mikpoly::sim
