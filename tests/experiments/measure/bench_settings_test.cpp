#include "experiments/measure/bench_settings.hpp"

#include "experiments/measure/bench_process.hpp"
#include "experiments/measure/contestants.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

BenchSettings with(const std::string& assignment) {
  BenchSettings settings{.workload = "w", .problem = {}};
  apply_bench_setting(settings, assignment);
  return settings;
}

std::vector<WorkloadItem> items(std::int64_t count) {
  std::vector<WorkloadItem> all;
  for (std::int64_t i = 0; i < count; ++i) all.push_back({.id = std::to_string(i), .group = "", .shape = {}});
  return all;
}

const auto kIgnore = [](const std::string&) {};

}  // namespace

TEST_CASE("--set changes how it is measured", "[settings]") {
  CHECK(with("round=1 ms").sampling.round_ns == 1'000'000);
  CHECK(with("batch=50 us").sampling.batch_ns == 50'000);
  CHECK(with("samples=5").sampling.samples == 5);
  CHECK(with("rotating=64 MiB").rotating_bytes == 67'108'864);
  CHECK(with("seed=9").seed == 9);
  CHECK(bench_settings_text(with("seed=9")) == "batch=20 us, round=8 ms, samples=3, rotating=24000000 B, seed=9");
}

TEST_CASE("--set with an unknown key or a wrong value is refused", "[settings]") {
  CHECK_THROWS_WITH(
      with("rounds=3"),
      "--set: unknown key \"rounds\"; did you mean \"round\"? known: batch, round, samples, rotating, seed");
  CHECK_THROWS_WITH(with("round"), "--set \"round\" is not KEY=VALUE, such as round=8 ms");
  CHECK_THROWS_WITH(with("samples=0"), "--set samples: \"0\" is not an integer of at least 1");
  CHECK_THROWS_WITH(with("batch=0 ns"), "--set batch: \"0 ns\" is not a time of at least 1 ns");
  CHECK_THROWS_WITH(with("round=20"), "--set round: \"20\" has no unit; write \"round=20 ns\"");
  CHECK_THROWS_WITH(with("rotating=24"), Contains("--set rotating: \"24\""));
}

TEST_CASE("A limit draws shapes with the seed and keeps their order", "[settings]") {
  const std::vector<WorkloadItem> drawn = drawn_items(items(100), 10, 1);

  REQUIRE(drawn.size() == 10);
  for (std::size_t i = 1; i < 10; ++i) CHECK(std::stoi(drawn[i - 1].id) < std::stoi(drawn[i].id));
  CHECK(drawn_items(items(100), 10, 1).front().id == drawn.front().id);
  CHECK(drawn_items(items(5), 10, 1).size() == 5);
}

TEST_CASE("Contestants are known names, each given once, and no simulated machines", "[contestants]") {
  CHECK(make_contestants("reference", {}, 1, kIgnore).size() == 1);
  CHECK_THROWS_WITH(make_contestants("refrence", {}, 1, kIgnore),
                    Contains("unknown backend \"refrence\"; did you mean \"reference\"? known: "));
  CHECK_THROWS_WITH(make_contestants("reference", {"blas"}, 1, kIgnore), Contains("unknown backend \"blas\""));
  CHECK_THROWS_WITH(make_contestants("reference", {"reference"}, 1, kIgnore),
                    "backend \"reference\" is given twice; a peer is another backend, given once");
  CHECK_THROWS_WITH(make_contestants("npu", {}, 1, kIgnore),
                    "backend \"npu\" is simulated and cannot be measured; use run or explain");
}

TEST_CASE("A peer that is not here is named and left out", "[contestants]") {
  std::vector<std::string> peers;
  std::vector<std::string> missing;
  for (const std::string& name : backends().names()) {
    if (!backends().find(name).is_peer) continue;
    peers.push_back(name);
    if (!backends().find(name).missing().empty()) missing.push_back(name);
  }
  std::vector<std::string> notices;

  const std::vector<Contestant> contestants =
      make_contestants("reference", peers, 1, [&](const std::string& notice) { notices.push_back(notice); });

  CHECK(contestants.size() == 1 + peers.size() - missing.size());
  REQUIRE(notices.size() == missing.size());
  for (std::size_t i = 0; i < notices.size(); ++i) {
    CHECK_THAT(notices[i], Contains("peer \"" + missing[i] + "\" is not here: "));
  }
}

}  // namespace mikpoly::lab
