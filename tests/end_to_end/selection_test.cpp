// Filters of a sweep, as a person meets them.
#include "tests/end_to_end/sweep.hpp"

namespace mikpoly::test {

namespace {

const std::vector<std::string> kFew{"--set", "include=[{m: 1..4000}]", "--set", "sample={count: 5, seed: 3}"};

std::vector<std::string> few_and(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = kFew;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("a sample gives the same bytes whatever the jobs, the shards and interruptions", "[run]") {
  const Sweep sweep;

  const ProgramResult dry = run_program(sweep.command("dry", few_and({"--dry-run"})));
  CHECK_THAT(dry.out, Contains("sweep: 5 points, 40 rows; "));

  REQUIRE(run_program(sweep.command("one", few_and({"--jobs", "1"}))).exit_code == 0);
  REQUIRE(run_program(sweep.command("two", few_and({"--jobs", "2"}))).exit_code == 0);
  for (const char* shard : {"1/2", "2/2"}) {
    REQUIRE(run_program(sweep.command("shards", few_and({"--shard", shard}))).exit_code == 0);
  }
  REQUIRE(run_program({"merge", sweep.path("shards"), "--out", sweep.path("merged")}).exit_code == 0);
  CHECK(sweep.csv("one") == sweep.csv("two"));
  CHECK(sweep.csv("one") == sweep.csv("merged"));

  const ProgramResult again = run_program(sweep.command("one", few_and({"--resume", "--format", "json"})));
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.out, Contains("\"resumed\": 5"));
}

TEST_CASE("a selection without a point is refused before anything is written", "[run]") {
  const Sweep sweep;

  const ProgramResult empty = run_program(sweep.command("out", {"--set", "exclude=[{n: 1..100000}]"}));

  CHECK(empty.exit_code == 2);
  CHECK_THAT(empty.err, Contains("exclude[0] leaves no point: the last ") && Contains("fit {n: [1..100000]}"));
  CHECK(!std::filesystem::exists(sweep.path("out")));
}

}  // namespace mikpoly::test
