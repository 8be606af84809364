#include "core/workload/replay.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

void count_one_by_one(std::int64_t& steps) {
  if (++steps <= kMaxReplaySteps) return;
  throw ConfigError(fmt::format(
      "the replay goes through more than {} steps and lengths; give it fewer requests, a larger token_budget or a "
      "larger page",
      kMaxReplaySteps));
}

/// Sequences that decode attend to one token more in each step: ranges of lengths, counted at their ends.
class DecodedLengths {
 public:
  /// Attends to first..last tokens, once each.
  void add(std::int64_t first, std::int64_t last) {
    if (last < first) return;
    ++change_[first];
    --change_[last + 1];
  }

  void count_into(PairCounts& sequences, std::int64_t page) const {
    std::int64_t live = 0;
    std::int64_t walked = 0;
    std::int64_t length = 0;
    for (const auto& [next, change] : change_) {
      while (live > 0 && length < next) {  // the lengths of one page are one
        const std::int64_t end = std::min(round_up(length, page) + 1, next);
        count_one_by_one(walked);
        sequences[{1, round_up(length, page)}] += live * (end - length);
        length = end;
      }
      length = next;
      live += change;
    }
  }

 private:
  std::map<std::int64_t, std::int64_t> change_;
};

std::int64_t arrival_step(const Request& request, const ReplayRules& rules) {
  return ceil_div(request.arrival_ns, rules.step_ns);
}

void add_steps(Replay& replay, std::int64_t rows, std::int64_t sequences, std::int64_t steps) {
  replay.steps[{rows, sequences}] += steps;
  replay.summary.steps += steps;
}

Replay run_prefill(const RequestTrace& trace, const ReplayRules& rules) {
  Replay replay;
  for (const Request& request : trace.requests) {
    add_steps(replay, request.prompt, 1, 1);
    ++replay.sequences[{request.prompt, round_up(request.prompt, rules.page)}];
    replay.summary.prompt_rows += request.prompt;
  }
  return replay;
}

Replay run_decode(const RequestTrace& trace, const ReplayRules& rules) {
  Replay replay;
  DecodedLengths lengths;
  std::map<std::int64_t, std::int64_t> change;  // of the requests in flight, by step
  for (const Request& request : trace.requests) {
    const std::int64_t further = request.output - 1;
    const std::int64_t begin = arrival_step(request, rules);
    ++change[begin];
    --change[begin + further];
    lengths.add(request.prompt + 1, request.prompt + further);
    replay.summary.decode_rows += further;
  }
  std::int64_t running = 0;
  std::int64_t step = 0;
  for (const auto& [next, by] : change) {
    if (running > 0) add_steps(replay, running, running, next - step);
    step = next;
    running += by;
  }
  lengths.count_into(replay.sequences, rules.page);
  return replay;
}

/// Runs the steps of continuous batching; steps in which nothing but decoding happens are counted in one go.
class ContinuousBatching {
 public:
  ContinuousBatching(const std::vector<Request>& requests, const ReplayRules& rules)
      : requests_(requests), rules_(rules) {}

  Replay run() && {
    while (true) {
      while (!ends_.empty() && ends_.top() <= step_) ends_.pop();
      while (next_ < requests_.size() && next_arrival() <= step_) waiting_.push_back({requests_[next_++], 0});
      if (may_prefill()) {
        prefill_step();
      } else if (!ends_.empty()) {
        decode_steps();
      } else if (next_ < requests_.size()) {
        step_ = next_arrival();
      } else {
        break;
      }
    }
    lengths_.count_into(replay_.sequences, rules_.page);
    return std::move(replay_);
  }

 private:
  struct Waiting {
    Request request;
    std::int64_t done = 0;  ///< tokens of the prompt computed in earlier steps
  };

  [[nodiscard]] std::int64_t next_arrival() const { return arrival_step(requests_[next_], rules_); }
  [[nodiscard]] std::int64_t running() const { return std::ssize(ends_); }
  [[nodiscard]] bool may_prefill() const {
    return !waiting_.empty() && running() < std::min(rules_.token_budget, rules_.most_running);
  }

  void prefill_step() {
    count_one_by_one(walked_);
    const std::int64_t decoding = running();
    std::int64_t rows = decoding;
    std::int64_t giving = decoding;
    std::int64_t sequences = decoding;
    while (!waiting_.empty() && rows < rules_.token_budget && sequences < rules_.most_running) {
      Waiting& first = waiting_.front();
      const std::int64_t chunk = std::min(first.request.prompt - first.done, rules_.token_budget - rows);
      first.done += chunk;
      rows += chunk;
      ++sequences;
      ++replay_.sequences[{chunk, round_up(first.done, rules_.page)}];
      if (first.done < first.request.prompt) break;
      ++giving;
      start(first.request);
      waiting_.pop_front();
    }
    replay_.summary.prompt_rows += rows - decoding;
    replay_.summary.decode_rows += decoding;
    add_steps(replay_, rows, giving, 1);
    ++step_;
  }

  // It runs from the next step on.
  void start(const Request& request) {
    const std::int64_t further = request.output - 1;
    lengths_.add(request.prompt + 1, request.prompt + further);
    if (further > 0) ends_.push(step_ + 1 + further);
  }

  // Up to the next end, or the next arrival where it could begin at once.
  void decode_steps() {
    std::int64_t until = ends_.top();
    if (waiting_.empty() && next_ < requests_.size()) until = std::min(until, next_arrival());
    const std::int64_t steps = until - step_;
    add_steps(replay_, running(), running(), steps);
    replay_.summary.decode_rows += running() * steps;
    step_ = until;
  }

  const std::vector<Request>& requests_;
  ReplayRules rules_;
  std::size_t next_ = 0;
  std::int64_t step_ = 0;
  std::int64_t walked_ = 0;
  std::deque<Waiting> waiting_;
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> ends_;  ///< of running sequences
  DecodedLengths lengths_;
  Replay replay_;
};

Replay run_continuous(const RequestTrace& trace, const ReplayRules& rules) {
  return ContinuousBatching(trace.requests, rules).run();
}

}  // namespace

const Registry<ReplayMode>& replay_modes() {
  static const Registry<ReplayMode> table{"replay",
                                          {{"prefill", {&run_prefill, false, false}},
                                           {"decode", {&run_decode, true, false}},
                                           {"continuous", {&run_continuous, true, true}}}};
  return table;
}

Combinations steps_of(const Replay& replay) {
  Combinations steps;
  steps.names = {"tokens", "b"};
  for (const auto& [key, count] : replay.steps) {
    steps.values.insert(steps.values.end(), {key.first, key.second});
    steps.uses.push_back({count, 1.0});
  }
  return steps;
}

Combinations sequences_of(const Replay& replay) {
  Combinations sequences;
  sequences.names = {"tokens", "b", "s", "t"};
  for (const auto& [key, count] : replay.sequences) {
    sequences.values.insert(sequences.values.end(), {key.first, 1, key.first, key.second});
    sequences.uses.push_back({count, 1.0});
  }
  return sequences;
}

}  // namespace mikpoly
