// Shards of a run: together the same bytes, and refused when they are not all of one run.
#include <csignal>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/end_to_end/sweep.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

ProgramResult run_shard(const Sweep& sweep, const std::string& out, const std::string& shard,
                        std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--shard", shard});
  return run_program(sweep.command(out, more));
}

void run_shards(const Sweep& sweep, const std::string& out, int count) {
  for (int index = 1; index <= count; ++index) {
    REQUIRE(run_shard(sweep, out, fmt::format("{}/{}", index, count)).exit_code == 0);
  }
}

ProgramResult merge(const Sweep& sweep, const std::vector<std::string>& folders, const std::string& out) {
  std::vector<std::string> words{"merge"};
  for (const std::string& folder : folders) words.push_back(sweep.path(folder));
  words.insert(words.end(), {"--out", sweep.path(out)});
  return run_program(words);
}

void check_refused(const ProgramResult& result, const std::string& sentence) {
  CHECK(result.exit_code == 2);
  CHECK(result.err == sentence + "\n");
  CHECK(result.out.empty());
}

// Folder of a shard below `out`.
std::string shard_folder(const Sweep& sweep, const std::string& out, const std::string& suffix) {
  for (const fs::directory_entry& entry : fs::directory_iterator(sweep.path(out) + "/sweep")) {
    if (entry.path().string().ends_with(suffix)) return entry.path().string();
  }
  return "none";
}

}  // namespace

TEST_CASE("Merged shards have the bytes of one run, however many there are", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("whole")).exit_code == 0);

  for (const int count : {1, 2, 5, 12}) {
    const std::string out = "shards" + std::to_string(count);
    run_shards(sweep, out, count);
    if (count == 1) {  // all points are no shard
      CHECK(sweep.csv(out) == sweep.csv("whole"));
      continue;
    }
    const ProgramResult merged = merge(sweep, {out}, "merged" + std::to_string(count));
    CHECK(merged.exit_code == 0);
    CHECK_THAT(merged.out, Contains(fmt::format("{} shards, 12 points, 96 rows, 0 failed", count)));
    CHECK(sweep.csv("merged" + std::to_string(count)) == sweep.csv("whole"));
  }
  CHECK(run_program({"compare", sweep.path("merged5")}).out == run_program({"compare", sweep.path("whole")}).out);
  CHECK(run_program(sweep.command("merged5", {"--resume"})).exit_code == 0);
  CHECK(sweep.csv("merged5") == sweep.csv("whole"));
}

TEST_CASE("A shard that was killed is named by merge and status, goes on, and is merged", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("whole")).exit_code == 0);
  REQUIRE(run_shard(sweep, "out", "1/2").exit_code == 0);
  REQUIRE(run_shard(sweep, "out", "2/2").exit_code == 0);
  const std::string second = shard_folder(sweep, "out", "-shard-2-of-2");
  const fs::path points = fs::path(second) / "points" / "points.jsonl";
  const std::string text = read_all(points);
  std::ofstream(points, std::ios::binary) << text.substr(0, text.find('\n') + 1);  // as if killed after one point
  fs::remove(fs::path(second) / "results.csv");

  check_refused(merge(sweep, {"out"}, "merged"),
                fmt::format("shard 2/2 in \"{}\" has 1 of 6 points; mikpoly run --shard 2/2 --resume goes on", second));
  CHECK(!fs::exists(sweep.path("merged")));
  const auto status = nlohmann::json::parse(run_program({"status", sweep.path("out"), "--format", "json"}).out);
  REQUIRE(status.size() == 2);
  CHECK(status[0]["state"] == "finished");
  CHECK(status[1]["shard"] == "2/2");
  CHECK(status[1]["finished"] == 1);
  CHECK(status[1]["points"] == 6);

  CHECK(run_shard(sweep, "out", "2/2", {"--resume"}).exit_code == 0);
  CHECK(merge(sweep, {"out"}, "merged").exit_code == 0);
  CHECK(sweep.csv("merged") == sweep.csv("whole"));
}

TEST_CASE("Shards that are missing, there twice, damaged or of different runs are not merged", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_shard(sweep, "a", "1/3").exit_code == 0);
  REQUIRE(run_shard(sweep, "a", "3/3").exit_code == 0);
  REQUIRE(run_shard(sweep, "b", "1/3").exit_code == 0);
  REQUIRE(run_shard(sweep, "c", "2/3", {"--set", "seed=2"}).exit_code == 0);
  REQUIRE(run_shard(sweep, "d", "2/4").exit_code == 0);
  const auto folder = [&](const std::string& out, const std::string& suffix) {
    return shard_folder(sweep, out, suffix);
  };

  check_refused(merge(sweep, {"a"}, "out"), "1 of 3 shards of sweep is missing: 2/3");
  CHECK_THAT(run_program({"status", sweep.path("a")}).out, Contains("1 of 3 shards are not here: 2/3"));
  check_refused(merge(sweep, {"a", "b"}, "out"), fmt::format("shard 1/3 is there twice: \"{}\" and \"{}\"",
                                                             folder("a", "1-of-3"), folder("b", "1-of-3")));
  CHECK_THAT(merge(sweep, {"a", "c"}, "out").err,
             Contains("shards of different runs are not merged: \"") && Contains("\" has hash "));
  CHECK_THAT(merge(sweep, {"a", "d"}, "out").err,
             Contains("shards of different runs are not merged: \"") && Contains("\" has shard 1/3, "));
  CHECK_THAT(run_program({"compare", sweep.path("a")}).err, Contains("holds 2 shards of a run; mikpoly merge joins"));
  fs::create_directories(sweep.path("empty"));
  check_refused(merge(sweep, {"empty"}, "out"),
                fmt::format("no shard of a run in \"{}\"; mikpoly run --shard 1/2 makes one", sweep.path("empty")));
  check_refused(merge(sweep, {"none"}, "out"),
                fmt::format("run \"{}\" is not a folder; give one that holds exactly one run", sweep.path("none")));

  const fs::path points = fs::path(folder("a", "3-of-3")) / "points" / "points.jsonl";
  std::string text = read_all(points);
  text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
  std::ofstream(points, std::ios::binary) << text;
  REQUIRE(run_shard(sweep, "a", "2/3").exit_code == 0);
  CHECK_THAT(merge(sweep, {"a"}, "out").err, Contains(points.string() + ": damaged or cut short: line") &&
                                                 Contains("mikpoly run --shard 3/3 --resume does their points again"));
  CHECK(!fs::exists(sweep.path("out")));
}

TEST_CASE("A task of a Slurm job array knows its shard", "[crash]") {
  const Sweep sweep;
  check_refused(run_shard(sweep, "out", "auto"),
                "--shard auto: SLURM_ARRAY_TASK_ID is not set; in a task of a Slurm job array it is");
  ::setenv("SLURM_ARRAY_TASK_ID", "4", 1);
  ::setenv("SLURM_ARRAY_TASK_COUNT", "3", 1);
  check_refused(run_shard(sweep, "out", "auto"),
                "--shard auto: task 4 is not among 3 tasks from 1 on; an array with gaps needs --shard I/N");
  ::setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
  ::setenv("SLURM_ARRAY_TASK_MAX", "10", 1);
  ::setenv("SLURM_ARRAY_TASK_COUNT", "4", 1);  // 1, 4, 7 and 10
  check_refused(run_shard(sweep, "out", "auto"),
                "--shard auto: 4 tasks do not fill 1..10; an array with gaps needs --shard I/N");
  ::setenv("SLURM_ARRAY_TASK_MAX", "-1", 1);
  check_refused(run_shard(sweep, "out", "auto"),
                "--shard auto: SLURM_ARRAY_TASK_MAX is \"-1\", which is not an integer in 0..4294967295");
  ::setenv("SLURM_ARRAY_TASK_COUNT", "3", 1);
  ::setenv("SLURM_ARRAY_TASK_MIN", "3", 1);
  ::setenv("SLURM_ARRAY_TASK_MAX", "5", 1);

  CHECK(run_shard(sweep, "out", "auto").exit_code == 0);

  CHECK(shard_folder(sweep, "out", "-shard-2-of-3") != "none");
  for (const char* name :
       {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"}) {
    ::unsetenv(name);
  }
}

TEST_CASE("What is no shard is refused in one sentence", "[crash]") {
  const Sweep sweep;
  for (const std::string shard : {"0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "-1/2", "1/100001"}) {
    check_refused(run_shard(sweep, "out", shard),
                  fmt::format("shard \"{}\" is not I/N with 1 <= I <= N <= 100000, nor \"auto\"", shard));
  }
  check_refused(run_shard(sweep, "out", "1/13"),
                "shard 1/13 would be empty: the experiment has 12 points, for at most as many shards");
  CHECK(!fs::exists(sweep.path("out")));
}

}  // namespace mikpoly::test
