#include "experiments/engine/results.hpp"

#include <set>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

ResultRow finished_row() {
  ResultRow row;
  row.item = {.id = "35x84x16", .group = "g", .shape = {.m = 35, .n = 84, .k = 16}, .count = 2, .weight = 0.5};
  row.setup = {.workload = "w", .hardware = "toy", .backend = "npu", .mode = "cold", .hardware_hash = "a"};
  row.choice = {.selector = "mikpoly", .pattern_set = "all", .pattern = "I", .plan = "p1|I"};
  row.times = RowTimes{.predicted = Picoseconds{1'500'000},
                       .predicted_makespan = Picoseconds{2},
                       .measured = {.median = {2'000'000}, .source = TimeSource::simulated}};
  return row;
}

std::string field(const ResultRow& row, std::string_view column) {
  return fields_of(row, {.seed = 7, .tool_version = "0.0.1"})[static_cast<std::size_t>(column_index(column))];
}

}  // namespace

TEST_CASE("The header of results.csv is the contract's, letter by letter", "[results]") {
  CHECK(results_header() ==
        "problem_id,workload,group,count,weight,op,m,n,k,batch,conv,dtype_a,dtype_b,dtype_acc,dtype_d,layout,hardware,"
        "backend,mode,threads,selector,pattern_set,pattern,plan,status,disposition,reason,"
        "predicted_us,predicted_makespan_us,time_us,time_source,time_iqr_us,samples,launch_us,planning_us,gflops,waves,"
        "tail_util,pad_waste,bound_by,regret,regret_all,oracle_gap,extrapolated,seed,hw_hash,library_hash,"
        "tool_version");
}

TEST_CASE("Every column has a definition and a name of its own", "[results]") {
  std::set<std::string_view> names;
  for (const ResultColumn& column : result_columns()) {
    CHECK(!column.definition.empty());
    names.insert(column.name);
  }
  CHECK(std::ssize(names) == std::ssize(result_columns()));
}

// 2 * 35 * 84 * 16 = 94,080 FLOP in 2 us are 47.04 GFLOP/s.
TEST_CASE("Times are exact microseconds and gflops counts two per multiply-accumulate", "[results]") {
  const ResultRow row = finished_row();

  CHECK(field(row, "predicted_us") == "1.500000");
  CHECK(field(row, "predicted_makespan_us") == "0.000002");
  CHECK(field(row, "time_us") == "2.000000");
  CHECK(field(row, "time_source") == "simulated");
  CHECK(field(row, "gflops") == "47.040");
  CHECK(field(row, "weight") == "0.5");
  CHECK(field(row, "seed") == "7");
}

TEST_CASE("Simulated rows have no planning time and no threads", "[results]") {
  CHECK(field(finished_row(), "planning_us").empty());
  CHECK(field(finished_row(), "threads").empty());
}

TEST_CASE("Measured rows have threads and a planning time, and nothing that only a simulator knows", "[results]") {
  ResultRow row = finished_row();
  row.setup.threads = 2;
  row.times->measured = {
      .median = {2'000'000}, .source = TimeSource::wall_clock, .interquartile_range = {1'000}, .samples = 18};
  row.times->planning = Picoseconds{5'000'000};

  CHECK(field(row, "threads") == "2");
  CHECK(field(row, "planning_us") == "5.000000");
  CHECK(field(row, "time_source") == "wall_clock");
  CHECK(field(row, "time_iqr_us") == "0.001000");
  CHECK(field(row, "samples") == "18");
  for (const char* column : {"launch_us", "waves", "tail_util", "pad_waste", "bound_by"}) {
    INFO(column);
    CHECK(field(row, column).empty());
  }
}

TEST_CASE("A row that took no time has no gflops", "[results]") {
  ResultRow row = finished_row();
  row.times->measured.median = {};

  CHECK(field(row, "time_us") == "0.000000");
  CHECK(field(row, "gflops").empty());
}

TEST_CASE("A failed row says why and has no times", "[results]") {
  ResultRow row = finished_row();
  row.times.reset();
  row.outcome = {.status = "failed", .disposition = "not_checked", .reason = "because"};

  CHECK(field(row, "status") == "failed");
  CHECK(field(row, "reason") == "because");
  for (const char* column : {"predicted_us", "time_us", "time_source", "samples", "gflops", "waves", "tail_util",
                             "regret", "oracle_gap", "extrapolated"}) {
    INFO(column);
    CHECK(field(row, column).empty());
  }
}

TEST_CASE("CSV fields with commas, quotes or line breaks are quoted", "[results]") {
  CHECK(csv_record({"a", "b,c", "d\"e", "f\ng", ""}) == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\n");
}

}  // namespace mikpoly::lab
