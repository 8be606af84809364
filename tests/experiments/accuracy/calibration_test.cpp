#include "experiments/accuracy/calibration.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "experiments/accuracy/predictor.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

const std::string kHardware = "a100-80";

std::string base_file() {
  return std::filesystem::absolute(config_path("hardware", kHardware)).string();
}

// A table of the first `count` of 200 products, in the times of a machine with these settings. Both a wave alone, which
// tells the start cost, and many of them, which tell it from a task's fixed cost.
std::string table_by(const std::vector<std::string>& sets, std::size_t count) {
  std::vector<TimedRow> rows;
  for (const std::int64_t m : {16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}) {
    for (const std::int64_t k : {64, 256, 1024, 4096}) {
      for (const std::int64_t n : {64, 256, 1024, 2048, 4096}) {
        if (rows.size() < count) rows.push_back({.place = "", .shape = {m, n, k}, .time_us = 1.0});
      }
    }
  }
  std::string text = "m,n,k,time_us\n";
  const Predictor predictor(load_hardware(kHardware, sets), rows, DataType::f16, false);
  for (const PredictedRow& row : predictor.predict(rows)) {
    text += fmt::format("{},{},{},{:.9g}\n", row.shape.m, row.shape.n, row.shape.k, row.predicted_us);
  }
  return text;
}

CalibrationRequest request_for(const std::string& table, int half) {
  CalibrationRequest request;
  request.hardware = kHardware;
  request.table = table;
  request.rows.dtype = "f16";
  request.half = half;
  return request;
}

const FittedConstant& constant_at(const Calibration& calibration, std::string_view path) {
  const auto found = std::ranges::find_if(calibration.constants,
                                          [path](const FittedConstant& each) { return each.constant.path == path; });
  REQUIRE(found != calibration.constants.end());
  return *found;
}

/// A machine that extends the a100-80 with one constant more.
std::string refusal_of(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("mine.yaml", fmt::format("schema: hardware/v1\nextends: {}\nname: mine\n{}", base_file(), text));
  return message_of([&] { free_constants(load_hardware(file), {DataType::f16}); });
}

}  // namespace

TEST_CASE("A machine's free constants are those with bounds, of the types asked for", "[accuracy]") {
  const std::vector<FreeConstant> constants = free_constants(load_hardware(kHardware), {DataType::f16});

  const auto start = std::ranges::find(constants, "fixed.start", &FreeConstant::path);
  REQUIRE(start != constants.end());
  CHECK(start->unit == " us");
  CHECK(start->least == 0.5);
  CHECK(start->most == 6.0);
  CHECK(start->text(1.25) == "1.25 us");
  CHECK(std::ranges::count(constants, "compute.f16.sustained", &FreeConstant::path) == 1);
  CHECK(std::ranges::count(constants, "compute.bf16.sustained", &FreeConstant::path) == 0);
}

// Times of a machine that starts in 4.2 us, fitted from the file's 2.66 us.
TEST_CASE("Calibration finds the start cost that a table was made with", "[accuracy]") {
  const TemporaryFolder folder;
  const std::string table = folder.write("times.csv", table_by({"fixed.start=4.2 us"}, 200));
  const CalibrationRequest request = request_for(table, -1);

  const Calibration calibration = calibrate(request);

  CHECK(calibration.rows == 200);
  const FittedConstant& start = constant_at(calibration, "fixed.start");
  CHECK(start.constant.value == Approx(2.66));
  CHECK(start.value == Approx(4.2).epsilon(0.02));
  CHECK(start.note.empty());
  CHECK(calibration.fitted.mape < 1e-3);
  CHECK(calibration.other.rows == 0);

  SECTION("and writes a file that extends the machine's") {
    const std::string file = folder.write("mine.yaml", calibrated_yaml(calibration, request, "mine", base_file()));

    const HardwareFile fitted = load_hardware(file, {}, true);

    const HardwareFile published = load_hardware(kHardware);
    CHECK(fitted.accelerator.name == "mine");
    CHECK(fitted.accelerator.fixed.start.microseconds() == Approx(start.value).epsilon(1e-4));
    CHECK(fitted.accelerator.pe.count == published.accelerator.pe.count);
    CHECK(fitted.accelerator.vendor.tiles.size() == published.accelerator.vendor.tiles.size());
    const auto written = std::ranges::find(fitted.provenance, "fixed.start", &Provenance::path);
    CHECK(written->kind == "inferred");
    CHECK_THAT(written->source, Contains("fitted on all rows of times (200 rows), standard error "));
    CHECK(written->least == "0.5 us");
    CHECK(written->most == "6 us");
  }
}

// 20 of (n, k), each with ten m; hashlib finds 7 of the 20 to be even.
TEST_CASE("Half of the rows is held back and reported apart", "[accuracy]") {
  const TemporaryFolder folder;
  const CalibrationRequest request = request_for(folder.write("times.csv", table_by({"fixed.start=4.2 us"}, 200)), 0);

  const Calibration calibration = calibrate(request);

  CHECK(calibration.rows == 70);
  CHECK(calibration.fitted.rows < calibration.rows);
  CHECK(calibration.other.rows + calibration.other_small.rows == 200 - 70);
  CHECK(constant_at(calibration, "fixed.start").value == Approx(4.2).epsilon(0.02));
  CHECK(calibration.other.mape < 1e-3);
  CHECK(calibration.other_small.mape < 1e-3);
  CHECK_THAT(calibrated_yaml(calibration, request, "mine", "base.yaml"),
             Contains("fitted on half 0 of times (70 rows)"));
}

TEST_CASE("A name that is another thing to YAML is written as text", "[accuracy]") {
  for (const std::string name : {"null", "True", "no", "1e3", "0x10", "2024-01-01", ".inf", "-1"}) {
    CHECK(calibrated_yaml({}, {}, name, "base.yaml") ==
          "schema: hardware/v1\nextends: base.yaml\nname: \"" + name + "\"\n");
  }
  CHECK_THAT(calibrated_yaml({}, {}, "a100-40", "base.yaml"), Contains("\nname: a100-40\n"));
}

TEST_CASE("Too few rows are refused with the number that is needed", "[accuracy]") {
  const TemporaryFolder folder;
  const std::size_t constants = free_constants(load_hardware(kHardware), {DataType::f16}).size();
  const std::string table = folder.write("times.csv", table_by({}, 10 * constants - 1));

  CHECK(message_of([&] { calibrate(request_for(table, -1)); }) ==
        fmt::format("{}: {} rows to fit {} constants; at least {} are needed", table, 10 * constants - 1, constants,
                    10 * constants));
}

TEST_CASE("A constant whose bounds cannot be used is refused with its path", "[accuracy]") {
  const auto start = [](const std::string& value, const std::string& fit) {
    return refusal_of(fmt::format("fixed:\n  start: {{value: {}, source: s, kind: assumed, fit: {}}}\n", value, fit));
  };
  CHECK(start("2 us", "[1 us, 3 us]") == "no error");
  CHECK_THAT(start("2 us", "[500 ns, 6000 ns]"),
             Contains("fixed.start.fit: [500 ns, 6000 ns] is not in the unit of the value, \"2 us\""));
  CHECK_THAT(start("2 us", "[1 us, 3 ms]"), Contains("is not in the unit of the value"));
  CHECK_THAT(start("2 us", "[3 us, 6 us]"), Contains("fixed.start.fit: [3 us, 6 us] does not enclose the value 2 us"));
  CHECK_THAT(start("2 us", "[6 us, 1 us]"), Contains("does not enclose the value"));
  CHECK_THAT(start("2 us", "[few us, 3 us]"), Contains("\"few us\" does not begin with a number"));
}

TEST_CASE("A constant in a list is refused, because the file that extends replaces it whole", "[accuracy]") {
  const std::string level = "{capacity: 1 GiB, read: 64 B/cycle, write: 64 B/cycle, latency: 100 cycles, name: ";
  CHECK_THAT(refusal_of("memory:\n  - " + level +
                        "L2, total: {value: 5 TB/s, source: s, kind: assumed, fit: [4 TB/s, "
                        "6 TB/s]}}\n  - " +
                        level + "DRAM, total: 2 TB/s}\n"),
             Contains("memory[0].total: stands in a list"));
}

}  // namespace mikpoly::lab
