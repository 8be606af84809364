#include "experiments/measure/bench_columns.hpp"

#include <set>
#include <string>

#include "experiments/engine/build_info.hpp"
#include "experiments/engine/results.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {

// A contract: columns are only ever added at the end.
TEST_CASE("bench.csv has these columns", "[bench]") {
  CHECK(bench_header() ==
        "problem_id,workload,group,count,m,n,k,batch,dtype_a,dtype_b,dtype_acc,dtype_d,layout,backend,mode,threads,"
        "status,disposition,reason,time_us,time_source,time_iqr_us,samples,gflops,call,role,process,pick_us,score_us,"
        "best_peer,speed_of_best,later_us,peak_gflops,read_gbs,limit_us,of_limit,foreign_cpus,noisy,rotating_bytes,"
        "seed,tool_version");
}

TEST_CASE("Columns that mean the same as in results.csv stand in its order", "[bench]") {
  std::int64_t last = -1;
  std::set<std::string_view> known;
  for (const ResultColumn& column : result_columns()) known.insert(column.name);
  for (const BenchColumn& column : bench_columns()) {
    if (column.name == "call") break;  // from here on they are our own
    CAPTURE(column.name);
    REQUIRE(known.contains(column.name));
    CHECK(column_index(column.name) > last);
    last = column_index(column.name);
  }
}

// 2 * 10 * 20 * 30 = 12000 FLOP in 2 us are 6 GFLOP/s; the limit of 0.5 us is a quarter of that time.
TEST_CASE("A row is written with its times, its score and the machine's limits", "[bench]") {
  BenchSettings settings{.workload = "w", .problem = {}};
  set_transposes(settings.problem, "NT");
  settings.threads = 2;
  BenchRow row;
  row.item = {.id = "10x20x30", .group = "g", .shape = {.m = 10, .n = 20, .k = 30}, .count = 4};
  row.backend = "ours";
  row.is_subject = true;
  row.outcome.disposition = "passed";
  const Measurement all{{2'000'000}, TimeSource::wall_clock, {3}, 18};
  row.times = BenchTimes{.all = all, .pick = {2'100'000}, .score = {1'900'000}, .later = std::nullopt};
  row.score = {.best_peer = "blis", .speed = 1.25};
  row.conditions = {.limits = ShapeLimits{.peak_gflops = 100, .read_gbs = 10, .least = {500'000}},
                    .foreign_processors = 0.07};

  CHECK(bench_record(row, {.settings = settings, .process = 3}) ==
        "10x20x30,w,g,4,10,20,30,1,f32,f32,f32,f32,NT,ours,warm,2,done,passed,,2.000000,wall_clock,0.000003,18,6.000,"
        "plain,subject,3,2.100000,1.900000,blis,1.250000,,100.000,10.000,0.500000,0.250000,0.070,true,0,1," +
            std::string(build_info().version) + "\n");
}

TEST_CASE("A row that failed has its reason and no times", "[bench]") {
  const BenchSettings settings{.workload = "w", .problem = {}};
  BenchRow row;
  row.item = {.id = "1x1x1", .group = "", .shape = {.m = 1, .n = 1, .k = 1}};
  row.backend = "theirs";
  row.outcome = {.status = "failed", .disposition = "failed", .reason = "wrong, quite"};

  CHECK(
      bench_record(row, {.settings = settings, .process = 1}) ==
      "1x1x1,w,,1,1,1,1,1,f32,f32,f32,f32,NN,theirs,warm,1,failed,failed,\"wrong, quite\",,,,,,plain,peer,1,,,,,,,,,,,,"
      "0,1," +
          std::string(build_info().version) + "\n");
}

TEST_CASE("An unknown mode is named with the nearest", "[bench]") {
  CHECK(parse_mode("prepared") == Mode::prepared);
  CHECK_THROWS_WITH(parse_mode("wram"),
                    "unknown mode \"wram\"; did you mean \"warm\"? known: warm, cold, first, prepared, packed");
}

}  // namespace mikpoly::lab
