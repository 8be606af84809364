#include "core/workload/replay.hpp"

#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

constexpr std::int64_t kStep = 10;

Replay run(std::string_view mode, const std::vector<Request>& requests, ReplayRules rules) {
  rules.step_ns = kStep;
  return replay_modes().find(mode).run({.requests = requests}, rules);
}

/// The same steps, taken one by one with nothing counted ahead: what continuous batching is defined as.
Replay step_by_step(const std::vector<Request>& requests, const ReplayRules& rules) {
  struct Live {
    Request request;
    std::int64_t done = 0;   // of the prompt
    std::int64_t given = 0;  // tokens
  };
  Replay replay;
  std::vector<Live> live;  // in the order of arrival
  std::size_t next = 0;
  for (std::int64_t step = 0; next < requests.size() || !live.empty(); ++step) {
    for (; next < requests.size() && requests[next].arrival_ns <= step * rules.step_ns; ++next) {
      live.push_back({requests[next]});
    }
    std::int64_t rows = 0;
    std::int64_t giving = 0;
    std::int64_t sequences = 0;
    for (Live& each : live) {
      if (each.done < each.request.prompt) continue;
      ++each.given;
      ++rows, ++giving, ++sequences;
      ++replay.sequences[{1, each.request.prompt + each.given - 1}];
    }
    for (Live& each : live) {
      if (each.done == each.request.prompt || rows == rules.token_budget || sequences == rules.most_running) continue;
      const std::int64_t chunk = std::min(each.request.prompt - each.done, rules.token_budget - rows);
      each.done += chunk;
      rows += chunk;
      ++sequences;
      ++replay.sequences[{chunk, each.done}];
      if (each.done < each.request.prompt) break;
      ++each.given;
      ++giving;
    }
    std::erase_if(live, [](const Live& each) { return each.given == each.request.output; });
    if (rows > 0) ++replay.steps[{rows, giving}];
  }
  return replay;
}

std::vector<Request> random_requests(std::uint64_t seed) {
  SplitMix64 random(seed);
  const auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(most));
  };
  std::vector<Request> requests;
  std::int64_t time = 0;
  for (int i = 0; i < 30; ++i) {
    requests.push_back({.arrival_ns = time, .prompt = 1 + below(40), .output = 1 + below(12)});
    time += below(60);
  }
  return requests;
}

}  // namespace

TEST_CASE("prefill computes every prompt alone", "[replay]") {
  const Replay replay = run("prefill", {{0, 7, 3}, {5, 7, 1}, {9, 2, 4}}, {});

  CHECK(replay.steps == PairCounts{{{2, 1}, 1}, {{7, 1}, 2}});
  CHECK(replay.sequences == PairCounts{{{2, 2}, 1}, {{7, 7}, 2}});
  CHECK((replay.summary.steps == 3 && replay.summary.prompt_rows == 16 && replay.summary.decode_rows == 0));
}

// The first runs in steps 0 to 3 at lengths 8..11; the second arrives at 15, so in steps 2 and 3 at 3 and 4; the third
// has its one token from its prompt.
TEST_CASE("decode has a row for each request in flight", "[replay]") {
  const Replay replay = run("decode", {{0, 7, 5}, {15, 2, 3}, {16, 9, 1}}, {});

  CHECK(replay.steps == PairCounts{{{1, 1}, 2}, {{2, 2}, 2}});
  CHECK(replay.sequences == PairCounts{{{1, 3}, 1}, {{1, 4}, 1}, {{1, 8}, 1}, {{1, 9}, 1}, {{1, 10}, 1}, {{1, 11}, 1}});
  CHECK((replay.summary.steps == 4 && replay.summary.prompt_rows == 0 && replay.summary.decode_rows == 6));
}

// Budget 4. Step 0: 4 of the first prompt's 5. Step 1: its last row and 3 of the second's 3; both give a token. The
// first has one further token in step 2, the second two, in steps 2 and 3.
TEST_CASE("continuous batching cuts a prompt where the budget ends", "[replay]") {
  const Replay replay = run("continuous", {{0, 5, 2}, {0, 3, 3}}, {.token_budget = 4, .most_running = 9});

  CHECK(replay.steps == PairCounts{{{4, 0}, 1}, {{4, 2}, 1}, {{2, 2}, 1}, {{1, 1}, 1}});
  CHECK(replay.sequences == PairCounts{{{1, 4}, 1}, {{1, 5}, 2}, {{1, 6}, 1}, {{3, 3}, 1}, {{4, 4}, 1}});
  CHECK((replay.summary.steps == 4 && replay.summary.prompt_rows == 8 && replay.summary.decode_rows == 3));
}

TEST_CASE("continuous batching is what its steps are one by one", "[replay]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<Request> requests = random_requests(seed);
    const ReplayRules rules{.step_ns = kStep,
                            .token_budget = 1 + static_cast<std::int64_t>(seed % 7) * 5,
                            .most_running = 1 + static_cast<std::int64_t>(seed % 5)};
    INFO(seed);

    const Replay replay = replay_modes().find("continuous").run({.requests = requests}, rules);

    const Replay wanted = step_by_step(requests, rules);
    CHECK(replay.steps == wanted.steps);
    CHECK(replay.sequences == wanted.sequences);
  }
}

// A row of a step belongs to one sequence; a token is given for each of the output.
TEST_CASE("Rows and tokens are conserved", "[replay]") {
  const std::vector<Request> requests = random_requests(99);
  std::int64_t prompts = 0;
  std::int64_t outputs = 0;
  for (const Request& request : requests) {
    prompts += request.prompt;
    outputs += request.output;
  }

  const Replay replay = run("continuous", requests, {.token_budget = 16, .most_running = 4});

  std::int64_t rows = 0;
  std::int64_t given = 0;
  for (const auto& [key, count] : replay.steps) {
    rows += key.first * count;
    given += key.second * count;
  }
  std::int64_t sequence_rows = 0;
  for (const auto& [key, count] : replay.sequences) sequence_rows += key.first * count;
  CHECK(replay.summary.prompt_rows == prompts);
  CHECK(replay.summary.decode_rows == outputs - std::ssize(requests));
  CHECK(rows == prompts + outputs - std::ssize(requests));
  CHECK(sequence_rows == rows);
  CHECK(given == outputs);
}

// Lengths 8..22 in pages of 16: 9 lengths up to 16, 6 up to 32.
TEST_CASE("Lengths attended to are rounded up to pages", "[replay]") {
  const Replay replay = run("decode", {{0, 7, 16}}, {.page = 16});

  CHECK(replay.sequences == PairCounts{{{1, 16}, 9}, {{1, 32}, 6}});
}

TEST_CASE("Long outputs cost no time", "[replay]") {
  constexpr std::int64_t kLong = std::int64_t{1} << 40;
  CHECK(run("decode", {{0, 1, kLong}}, {.page = kLong}).summary.steps == kLong - 1);
}

TEST_CASE("Steps and sequences are combinations of named dimensions", "[replay]") {
  const Replay replay = run("continuous", {{0, 5, 2}}, {.token_budget = 4, .most_running = 9});

  const Combinations steps = steps_of(replay);
  CHECK(steps.names == std::vector<std::string>{"tokens", "b"});
  CHECK(steps.values == std::vector<std::int64_t>{1, 1, 4, 0});  // the prompt's last row and the second token
  CHECK(steps.uses == std::vector<Use>{{2, 1.0}, {1, 1.0}});
  const Combinations sequences = sequences_of(replay);
  CHECK(sequences.names == std::vector<std::string>{"tokens", "b", "s", "t"});
  CHECK(sequences.values == std::vector<std::int64_t>{1, 1, 1, 5, 1, 1, 1, 6, 4, 1, 4, 4});
}

}  // namespace mikpoly
