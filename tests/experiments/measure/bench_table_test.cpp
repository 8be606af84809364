#include "experiments/measure/bench_table.hpp"

#include <fstream>

#include "experiments/engine/checked_line.hpp"
#include "experiments/measure/bench_file.hpp"
#include "experiments/measure/bench_summary.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

const BenchSettings kSettings{.workload = "w", .problem = {}};

WorkloadItem item(const std::string& id, const std::string& group) {
  return {.id = id, .group = group, .shape = {.m = 1, .n = 1, .k = 1}};
}

BenchRow row(const WorkloadItem& item, const std::string& backend, double us, double speed) {
  BenchRow row;
  row.item = item;
  row.backend = backend;
  row.is_subject = backend == "ours";
  const Picoseconds time = Picoseconds::rounded(us * 1e6);
  row.times = BenchTimes{.all = {time, TimeSource::wall_clock, {0}, 3}, .pick = time, .score = time, .later = {}};
  row.score = {.best_peer = "blis", .speed = speed};
  return row;
}

std::string lines(const std::vector<BenchRow>& rows, std::int64_t process) {
  std::string text;
  for (const BenchRow& one : rows) text += bench_record(one, {.settings = kSettings, .process = process});
  return text;
}

// The lines as the file of a process has them.
std::string checked(const std::string& text) {
  std::string with;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    with += with_check(text.substr(begin, end - begin), kCsvCheck) + "\n";
    begin = end + 1;
  }
  return with;
}

const std::string kFileHeader = bench_header() + ",check\n";

// Two shapes, two peers, three processes; "a" is twice as fast as blis in the median process.
BenchTable three_processes(const TemporaryFolder& folder) {
  std::string text = bench_header() + "\n";
  for (std::int64_t process = 1; process <= 3; ++process) {
    const double ratio = process == 1 ? 9.0 : 2.0;  // one process was disturbed
    text += lines({row(item("a", "g"), "ours", 1.0, ratio), row(item("a", "g"), "blis", ratio, 1.0),
                   row(item("a", "g"), "eigen", 4.0, ratio / 4.0)},
                  process);
    text += lines({row(item("b", "h"), "ours", 10.0, 0.5), row(item("b", "h"), "blis", 5.0, 1.0)}, process);
  }
  return load_bench(folder.write("bench.csv", text));
}

}  // namespace

TEST_CASE("A ratio is formed inside a process; the median over the processes counts", "[bench]") {
  const TemporaryFolder folder;

  const std::vector<ShapeScore> shapes = shape_scores(three_processes(folder).entries);

  REQUIRE(shapes.size() == 2);
  CHECK(*shapes[0].of_best == Approx(2.0));
  CHECK(shapes[0].of_peer.at("blis") == Approx(2.0));
  CHECK(shapes[0].of_peer.at("eigen") == Approx(4.0));
  CHECK(*shapes[1].of_best == Approx(0.5));
}

// sqrt(2 * 0.5) = 1; blis is the only peer that computed both shapes.
TEST_CASE("Groups are scored by geometric mean, by share won and against the best single library", "[bench]") {
  const TemporaryFolder folder;

  const std::vector<GroupScore> groups = group_scores(shape_scores(three_processes(folder).entries));

  REQUIRE(groups.size() == 3);
  CHECK(groups[0].group == "g");
  CHECK(groups[0].won == 1.0);
  CHECK(groups[0].best_single->peer == "blis");
  CHECK(groups[1].won == 0.0);
  CHECK(groups[2].group == "all");
  CHECK(*groups[2].of_best == Approx(1.0));
  CHECK(groups[2].won == 0.5);
  CHECK(groups[2].best_single->peer == "blis");
  CHECK(groups[2].of_peer.at("eigen") == Approx(4.0));
}

// 1 + 10 us of ours; blis takes 2 + 5, eigen did not compute b.
TEST_CASE("One pass counts each shape as often as it occurs, and only peers that computed all", "[bench]") {
  const TemporaryFolder folder;
  std::vector<ShapeScore> shapes = shape_scores(three_processes(folder).entries);

  CHECK(pass_time(shapes).subject_us == Approx(11.0));
  CHECK(pass_time(shapes).of_peer.at("blis") == Approx(7.0 / 11.0));
  CHECK(!pass_time(shapes).of_peer.contains("eigen"));
  shapes[1].count = 2;
  CHECK(pass_time(shapes).of_peer.at("blis") == Approx(12.0 / 21.0));
}

TEST_CASE("The shapes furthest behind come worst first", "[bench]") {
  const TemporaryFolder folder;

  const std::vector<ShapeScore> worst = furthest_behind(shape_scores(three_processes(folder).entries), 10);

  REQUIRE(worst.size() == 2);
  CHECK(worst[0].problem == "b");
  CHECK(furthest_behind(worst, 1).size() == 1);
}

TEST_CASE("Benches that differ in what rows must share are not scored together", "[bench]") {
  const TemporaryFolder folder;
  BenchTable one = three_processes(folder);
  BenchTable other = one;

  CHECK(joined({one, other}).entries.back().process == 6);
  other.heading.mode = "cold";
  CHECK_THROWS_WITH(joined({one, other}), "benches of mode \"warm\" and \"cold\" are scored apart");
}

TEST_CASE("A file that is no bench is named with what it lacks", "[bench]") {
  const TemporaryFolder folder;

  CHECK_THROWS_WITH(load_bench(folder.write("x.csv", "m,n\n1,2\n")), Contains("column workload is missing"));
  CHECK_THROWS_WITH(load_bench(folder.write("y.csv", bench_header() + "\n")), Contains("no row of a subject"));
}

TEST_CASE("Shapes that a stopped process finished are kept, the rest is measured again", "[bench]") {
  const TemporaryFolder folder;
  const std::string whole = lines({row(item("a", "g"), "ours", 1, 1), row(item("a", "g"), "blis", 1, 1)}, 1);
  const std::string half = lines({row(item("b", "g"), "ours", 1, 1)}, 1);
  const std::string cut = lines({row(item("b", "g"), "blis", 1, 1)}, 1).substr(0, 20);
  const std::string file = folder.write("1.csv", kFileHeader + checked(whole) + checked(half) + cut);

  const BenchFile rows(file, 2);

  CHECK(rows.finished() == std::set<std::string>{"a"});
  CHECK(rows.damage() == file + ": damaged or cut short: line 5; their shapes are measured again");
  CHECK(read_all(file) == kFileHeader + checked(whole));
}

TEST_CASE("A shape with a damaged row, or whose row says no result, is measured again", "[bench]") {
  const TemporaryFolder folder;
  const std::string sound = lines({row(item("a", "g"), "ours", 1, 1)}, 1);
  const std::string other = lines({row(item("b", "g"), "ours", 1, 1)}, 1);
  std::string flipped = checked(other);
  flipped[flipped.find("1.000000")] = '3';
  const BenchFile noticed(folder.write("1.csv", kFileHeader + checked(sound) + flipped), 1);
  CHECK(noticed.finished() == std::set<std::string>{"a"});
  CHECK_THAT(noticed.damage(), Contains("line 3"));
  for (const auto& [from, to] : {std::pair(",done,", ",dxne,"), std::pair(",not_checked,", ",failed,")}) {
    std::string damaged = other;
    REQUIRE(damaged.find(from) != std::string::npos);
    damaged.replace(damaged.find(from), std::string_view(from).size(), to);
    const std::string file = folder.write("1.csv", kFileHeader + checked(sound) + checked(damaged));
    CAPTURE(to);
    CHECK(BenchFile(file, 1).finished() == std::set<std::string>{"a"});
  }
}

TEST_CASE("Rows of another program are not kept", "[bench]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("1.csv", "problem_id,workload\na,w\n");

  CHECK(BenchFile(file, 1).finished().empty());
  CHECK(read_all(file) == kFileHeader);
}

TEST_CASE("Merged rows come by shape in the workload's order, then by process", "[bench]") {
  const TemporaryFolder folder;
  const auto line = [](const char* id, std::int64_t process) {
    return lines({row(item(id, "g"), "ours", 1, 1)}, process);
  };
  const std::vector<std::filesystem::path> files{
      folder.write("1.csv", kFileHeader + checked(line("b", 1) + line("a", 1))),
      folder.write("2.csv", kFileHeader + checked(line("a", 2) + line("b", 2)))};

  CHECK(merged_rows(files, {item("a", "g"), item("b", "g")}) ==
        bench_header() + "\n" + line("a", 1) + line("a", 2) + line("b", 1) + line("b", 2));
}

}  // namespace mikpoly::lab
