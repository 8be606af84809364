#include "core/config/replay_reader.hpp"

#include <fmt/format.h>

#include "core/config/workload_loader.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

/// A folder with a trace of three requests, of which one failed.
class Replays {
 public:
  Replays() {
    static_cast<void>(folder_.write("t.csv", "kind,t_rel_s,input_tokens,output_tokens\na,0,5,2\nb,0,3,3\na,0,9,0\n"));
  }

  [[nodiscard]] Workload workload(const std::string& keys, const std::string& layers) const {
    return parse_workload("schema: workload/v1\nname: w\nsource: s\nshapes:\n  - replay: {trace: t.csv, " + keys +
                              "}\n    group: g\n    count: 10\n    layers: " + layers + "\n",
                          folder_.file("w.yaml"));
  }
  [[nodiscard]] std::string path() const { return folder_.file("w.yaml"); }

 private:
  TemporaryFolder folder_;
};

std::vector<std::string> lines(const Workload& workload) {
  std::vector<std::string> all;
  for (const WorkloadItem& item : workload.items) {
    all.push_back(fmt::format("{} {} {}", item.id, item.group, item.count));
  }
  return all;
}

using Lines = std::vector<std::string>;

}  // namespace

// Budget 4: steps of 4 rows (no token), 4 rows (both give one), 2 and 1. Attention in the order of (s, t): 1 to 4, 1 to
// 5 twice (a prompt's last row and a token), 1 to 6, 3 to 3, 4 to 4. The step without a token runs no lm_head.
TEST_CASE("A replay gives rows of steps, and each sequence its attention", "[replay]") {
  const Workload workload =
      Replays().workload("mode: continuous, step: 1 ms, token_budget: 4",
                         "[{m: tokens, n: 7, k: 8}, {m: s, n: t, k: 8, batch: 2*b, group: a}, {m: b, n: 9, k: 8}]");

  CHECK(lines(workload) == Lines{"1x7x8 g 10", "2x7x8 g 10", "4x7x8 g 20", "2x1x4x8 g/a 10", "2x1x5x8 g/a 20",
                                 "2x1x6x8 g/a 10", "2x3x3x8 g/a 10", "2x4x4x8 g/a 10", "1x9x8 g 10", "2x9x8 g 20"});
  REQUIRE(workload.replays.size() == 1);
  const ReplaySummary& replay = workload.replays[0];
  CHECK((replay.mode == "continuous" && replay.trace == "t.csv" && replay.requests == 3 && replay.failed == 1));
  CHECK((replay.steps == 4 && replay.prompt_rows == 8 && replay.decode_rows == 3));
}

TEST_CASE("A replay says what it left out of the trace", "[replay]") {
  const Replays replays;

  CHECK(replays.workload("mode: prefill", "[{m: tokens, n: 1, k: 1}]").notices ==
        std::vector<std::string>{
            replays.path() +
            ":5:21: shapes[0].replay.trace: 1 of 3 requests have no token in or out; they failed and are left out"});
}

TEST_CASE("A part of the trace may be replayed", "[replay]") {
  const Replays replays;

  CHECK(lines(replays.workload("mode: prefill, where: {kind: b}", "[{m: tokens, n: 1, k: 1}]")) == Lines{"3x1x1 g 10"});
  CHECK(lines(replays.workload("mode: prefill, limit: 1", "[{m: tokens, n: 1, k: 1}]")) == Lines{"5x1x1 g 10"});
}

TEST_CASE("Keys of a replay are those of its mode", "[replay]") {
  const Replays replays;
  const auto refused = [&](const std::string& keys, const std::string& layers = "[{m: tokens, n: 1, k: 1}]") {
    const std::string message = message_of([&] { static_cast<void>(replays.workload(keys, layers)); });
    return message.substr(message.find(": ") + 2);  // behind the place
  };

  CHECK(refused("mode: continous, step: 1, token_budget: 0") ==
        "shapes[0].replay.mode: unknown value \"continous\"; did you mean \"continuous\"? known: prefill, decode, "
        "continuous");
  CHECK_THAT(refused("mode: prefill, step: 1 ms"),
             Contains("shapes[0].replay.mode: prefill takes no step; it is for decode, continuous\n") &&
                 Contains("shapes[0].replay.step: unknown key; known: trace, where, limit, mode"));
  CHECK_THAT(refused("mode: decode, step: 1 ms, token_budget: 8"),
             Contains("shapes[0].replay.mode: decode takes no token_budget; it is for continuous\n"));
  CHECK(refused("mode: decode") == "shapes[0].replay: missing key \"step\"");
  CHECK(refused("mode: decode, step: 1 ps") ==
        "shapes[0].replay.step: \"1 ps\" is below 1 ns; a step takes at least that");
  CHECK(refused("mode: decode, step: 1e12 s") == "shapes[0].replay.step: \"1e12 s\" is too large");
  CHECK(refused("mode: decode, step: 40 ms, page: 0") ==
        "shapes[0].replay.page: \"0\" is not an integer in 1..1099511627776");
  CHECK(refused("mode: prefill", "[{m: rows, n: 1, k: 1}]") ==
        "shapes[0].layers[0].m: \"rows\": unknown dimension \"rows\"; known: tokens, b, s, t");
  CHECK(refused("mode: prefill, where: {kind: c}") ==
        "shapes[0].replay.trace: " + replays.path().substr(0, replays.path().size() - 6) +
            "t.csv: no row has kind \"c\"; did you mean \"a\"? known: a, b");
}

}  // namespace mikpoly
