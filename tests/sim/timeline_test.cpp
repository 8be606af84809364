#include "sim/timeline.hpp"

#include <map>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

nlohmann::json trace_of(std::int64_t max_events) {
  const Accelerator toy = load_hardware("toy").accelerator;
  KernelLibrary library = test::library_of({{{32, 32, 32}}});
  library.kernels[0].resources = check_tile(toy, {}, {32, 32, 32}).resources;
  Plan plan;
  plan.shape = {160, 64, 256};
  plan.pattern = "I";
  plan.add({{0, 160}, {0, 64}, {0, 256}}, 0);
  std::ostringstream out;
  sim::write_chrome_trace(out, sim::Simulator(toy, library), plan, max_events);
  return nlohmann::json::parse(out.str());
}

}  // namespace

// 10 tasks on 5 pipes.
TEST_CASE("a trace has one event per task and pipe, on rows named after the pipes", "[sim]") {
  const nlohmann::json trace = trace_of(1000);
  std::set<std::string> rows;
  int events = 0;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "M" && event["name"] == "thread_name") rows.insert(event["args"]["name"]);
    if (event["ph"] != "X") continue;
    ++events;
    CHECK(event["dur"].get<double>() >= 0.0);
    CHECK(event["ts"].get<double>() >= 1.0);  // after the start cost of 1 us
  }
  CHECK(events == 50);
  CHECK(rows.count("PE 0 MTE2") == 1);
  CHECK(rows.count("PE 3 CUBE") == 1);
  CHECK(trace["otherData"]["events_cut"] == 0);
}

TEST_CASE("what passes the limit is cut and counted", "[sim]") {
  const nlohmann::json trace = trace_of(20);
  int events = 0;
  for (const auto& event : trace["traceEvents"]) events += event["ph"] == "X" ? 1 : 0;
  CHECK(events == 20);
  CHECK(trace["otherData"]["events_cut"] == 30);
}

// A tile is stored after its last multiply, and every pipe is busy for as long as the report says.
TEST_CASE("bars are the busy times, in the order of a task", "[sim]") {
  const nlohmann::json trace = trace_of(1000);
  std::map<std::string, double> busy_us;
  std::map<std::pair<int, std::string>, double> mad_end;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] != "X") continue;
    busy_us[event["cat"]] += event["dur"].get<double>();
    const std::string name = event["name"];
    const int pe = event["tid"].get<int>() / 5;
    const double end = event["ts"].get<double>() + event["dur"].get<double>();
    const std::string task = name.substr(name.find(' '));
    if (event["cat"] == "CUBE") mad_end[{pe, task}] = end;
    if (event["cat"] == "MTE3") CHECK(event["ts"].get<double>() >= mad_end[{pe, task}] - 1e-6);
  }
  // 10 tasks of 8 steps: 8 cycles of CUBE and 16 of MTE1 a step; 8 of VECTOR and 32 of MTE3 a task.
  CHECK(busy_us["CUBE"] == Approx(10 * 8 * 8 * 1e-3));
  CHECK(busy_us["MTE1"] == Approx(10 * 8 * 16 * 1e-3));
  CHECK(busy_us["VECTOR"] == Approx(10 * 8 * 1e-3));
  CHECK(busy_us["MTE3"] == Approx(10 * 32 * 1e-3));
}

TEST_CASE("events of one pipe do not overlap", "[sim]") {
  const nlohmann::json trace = trace_of(1000);
  std::map<int, double> end_of;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] != "X") continue;
    const int row = event["tid"];
    CHECK(event["ts"].get<double>() >= end_of[row] - 1e-6);
    end_of[row] = event["ts"].get<double>() + event["dur"].get<double>();
  }
}
