#include "experiments/report/figures.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "experiments/report/report.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

lab::RunRow row_of(std::string_view selector, std::string_view shape, double time, double regret) {
  return {.key = {.hardware = "toy", .pattern_set = "all", .selector = selector, .problem = shape},
          .shape = shape,
          .plan = "p1|I|f16_32x16x16@0-64:0-16:0-8|max_min",
          .bound_by = time > 10.0 ? "DRAM" : "CUBE",
          .numbers = lab::RowNumbers{.predicted = time, .predicted_makespan = time, .time = time, .regret = regret}};
}

lab::RunRow without_time(lab::RunRow row, bool skipped) {
  row.numbers.reset();
  row.bound_by = {};
  row.unsupported = skipped;
  row.reason = "no kernel <fits>";
  return row;
}

lab::RunTable table_of(std::vector<lab::RunRow> rows) {
  lab::RunTable table{.folder = "out/small/0123456789abcdef", .time_source = "simulated", .rows = std::move(rows)};
  table.machines = {{.hardware = "toy"}};
  if (std::ranges::none_of(table.rows, [](const lab::RunRow& row) { return row.numbers.has_value(); })) {
    table.time_source.clear();
  }
  return table;
}

// 2 shapes of each of two selectors, one of them failed.
lab::RunTable small_table() {
  return table_of({row_of("mikpoly", "64x64x64", 8.0, 1.0), row_of("default-tile", "64x64x64", 16.0, 2.0),
                   row_of("mikpoly", "2x128x64x64", 32.0, 4.0),
                   without_time(row_of("default-tile", "2x128x64x64", 1.0, 1.0), false)});
}

MachineRoofs roofs() {
  return {.hardware = "toy",
          .gflops = 1000.0,
          .bandwidths = {{.level = "L2", .gbytes_per_second = 100.0}, {.level = "DRAM", .gbytes_per_second = 10.0}},
          .reason = ""};
}

ReportSection section_of(const lab::RunTable& table, const RunRoofs& known = {}) {
  return sections_of(table, known).front();
}

std::int64_t marks(const std::string& svg) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i + 1 < svg.size(); ++i) count += svg[i] == 'M' && svg[i + 1] >= '0' && svg[i + 1] <= '9';
  return count;
}

std::vector<Figure> figures_of(const ReportSection& section) {
  return {regret_figure(section), speedup_figure(section, default_baseline(section)), roofline_figure(section),
          bound_figure(section)};
}

}  // namespace

TEST_CASE("A section counts its shapes and what became of its rows", "[report]") {
  const lab::RunTable table = small_table();
  const ReportSection section = section_of(table);

  CHECK(counts_text(tally_of(section.selectors), section.time_source) ==
        "2 shapes; 3 rows done, 1 failed, 0 skipped; times simulated");
}

TEST_CASE("Every figure says its source of times and its counts", "[report]") {
  lab::RunTable table = small_table();
  table.time_source = "wall_clock";
  const ReportSection section = section_of(table);

  for (const Figure& figure : figures_of(section)) {
    INFO(figure.heading);
    CHECK(!figure.svg.empty());
    CHECK_THAT(figure.caption, Contains("times wall_clock") && Contains(" failed, ") && Contains(" skipped"));
  }
}

// 64^3 takes 8 against 16; the batch has no time of the baseline.
TEST_CASE("Speed-ups are taken over shapes that both finished", "[report]") {
  const lab::RunTable table = small_table();
  const Figure figure = speedup_figure(section_of(table), "default-tile");

  CHECK(marks(figure.svg) == 1 + 1);  // and the legend's
  CHECK_THAT(figure.svg, Contains("mikpoly: geometric mean 2.000 over 1 shapes."));
  CHECK_THAT(figure.caption, Contains("Above 1 is faster than default-tile") && Contains("1 of 2 selectors"));
  CHECK(default_baseline(section_of(table)) == "default-tile");
}

// 2 * 64^3 FLOP in 8 us are 65.536 GFLOP/s, over 3 * 64^2 * 2 bytes 21.3 FLOP/byte.
TEST_CASE("A roofline has a mark for each finished row, under the roofs of the machine", "[report]") {
  const lab::RunTable table = small_table();
  const Figure with = roofline_figure(section_of(table, {.machines = {roofs()}}));
  const Figure without = roofline_figure(section_of(table));

  CHECK(marks(with.svg) == 3 + 2);
  CHECK_THAT(with.svg,
             Contains(">peak 1 TFLOP/s</text>") && Contains(">DRAM 10 GB/s</text>") && Contains(">L2 100 GB/s</text>"));
  CHECK(marks(without.svg) == 3 + 2);
  CHECK_THAT(without.svg, !Contains("peak"));
  CHECK_THAT(without.caption, Contains("No roofs: no description."));
  CHECK_THAT(roofline_figure(section_of(table, {.reason = "the run is gone"})).caption,
             Contains("No roofs: the run is gone."));
  CHECK_THAT(roofs_of_run("none/there").reason, Contains("none/there/run.json: cannot read the file"));
}

TEST_CASE("What bounds the plans is a bar for each selector", "[report]") {
  const lab::RunTable table = small_table();
  const Figure figure = bound_figure(section_of(table));

  CHECK_THAT(figure.svg,
             Contains("CUBE bounds 1 plans, DRAM bounds 2 plans") && Contains(">50</text>") && Contains(">100</text>"));
}

TEST_CASE("Where no row finished the figures are sentences", "[report]") {
  const lab::RunTable table = table_of({without_time(row_of("mikpoly", "8x8x8", 1.0, 1.0), false),
                                        without_time(row_of("ranges-1", "8x8x8", 1.0, 1.0), true)});

  for (const Figure& figure : figures_of(section_of(table))) {
    INFO(figure.heading);
    CHECK(figure.svg.empty());
    CHECK_THAT(figure.caption, Contains("1 shape; 0 rows done, 1 failed, 1 skipped; no times."));
  }
}

TEST_CASE("One shape of one selector makes figures with finite numbers", "[report]") {
  const lab::RunTable table = table_of({row_of("mikpoly", "8x8x8", 1.0, 1.0)});
  const ReportSection section = section_of(table, {.machines = {roofs()}});

  for (const Figure& figure : {regret_figure(section), roofline_figure(section), bound_figure(section)}) {
    INFO(figure.heading);
    CHECK(!figure.svg.empty());
    CHECK_THAT(figure.svg, !Contains("nan") && !Contains("inf"));
  }
  CHECK(speedup_figure(section, default_baseline(section)).svg.empty());  // over itself
}

TEST_CASE("Of many shapes a figure draws some, and says so", "[report]") {
  lab::RunTable table = table_of(std::vector<lab::RunRow>(3000, row_of("mikpoly", "8x8x8", 1.0, 1.0)));
  const Figure figure = roofline_figure(section_of(table));

  CHECK(marks(figure.svg) == kMostMarks + 1);
  CHECK_THAT(figure.caption, Contains("1000 of 3000 marks, evenly spaced"));
}

TEST_CASE("An empty product is in no figure of marks", "[report]") {
  const lab::RunTable table = table_of({row_of("mikpoly", "0x8x8", 0.0, 1.0), row_of("mikpoly", "8x8x8", 1.0, 1.0)});

  CHECK(marks(roofline_figure(section_of(table)).svg) == 1 + 1);
}

TEST_CASE("Of many selectors the first and the oracle are drawn over each other", "[report]") {
  std::vector<lab::RunRow> rows;
  for (const char* name : {"a", "b", "c", "d", "e", "oracle"}) rows.push_back(row_of(name, "8x8x8", 1.0, 1.0));
  const lab::RunTable table = table_of(std::move(rows));
  const Figure figure = roofline_figure(section_of(table));

  CHECK_THAT(figure.svg, Contains(">c</text>") && Contains(">oracle</text>") && !Contains(">d</text>"));
  CHECK_THAT(figure.caption, Contains("4 of 6 selectors"));
}

TEST_CASE("A page has what was run, its sections, and its worst shapes first", "[report]") {
  const lab::RunTable table = small_table();
  const RunRecord record{
      .manifest =
          R"({"experiment": "small", "command": "mikpoly run <x>", "host": {"cpu": "A&B"}, "rows": {"done": 3}})",
      .resolved = "name: \"<small>\"\n"};
  const std::string html = report_html(table, record, "");

  CHECK_THAT(html, Contains("<h1>mikpoly: small</h1>"));
  CHECK_THAT(html, Contains("<td>command</td><td>mikpoly run &lt;x&gt;</td>") &&
                       Contains("<td>host.cpu</td><td>A&amp;B</td>") && Contains("<td>rows.done</td><td>3</td>"));
  CHECK_THAT(html, Contains("name: &quot;&lt;small&gt;&quot;"));
  CHECK_THAT(html, Contains("<a href=\"#section-1\">toy, patterns all</a>"));
  const std::size_t second = html.find("<td>1.0000</td><td>64x64x64</td>");
  REQUIRE(second != std::string::npos);
  CHECK(html.find("<td>4.0000</td><td>2x128x64x64</td>") < second);
  CHECK_THAT(html, Contains("mikpoly: the 2 worst of the 2 shapes with a regret") &&
                       Contains("default-tile: the 1 worst of the 1 shapes with a regret"));
  CHECK_THAT(html, Contains("<p>1 row failed, 2x128x64x64 with default-tile on toy: no kernel &lt;fits&gt;</p>"));
  CHECK_THAT(html, !Contains("<script") && !Contains("<img") && !Contains("<link"));
}

TEST_CASE("A run without rows is a page that says so", "[report]") {
  const std::string html = report_html(table_of({}), {.manifest = "{}", .resolved = ""}, "");

  CHECK_THAT(html, Contains("The run has no rows.") && Contains("What was run") && Contains("</html>"));
}

TEST_CASE("A baseline that the run does not have is refused", "[report]") {
  CHECK_THROWS_WITH(report_html(small_table(), {.manifest = "{}"}, "default-tiel"),
                    "baseline \"default-tiel\" is not a selector of this run; did you mean \"default-tile\"? known: "
                    "mikpoly, default-tile");
}

// 2 of 4 processing elements: half of the peak, and what two of them read where that is less than the total.
TEST_CASE("Roofs are those of the processing elements that the run uses", "[report]") {
  Accelerator machine;
  machine.name = "m";
  machine.pe = {.count = 4, .clock_ghz = 2.0};
  machine.rates = {{.input = DataType::f16, .unit = {16, 16, 16}, .sustained = 0.5}};
  machine.memory = {{.name = "L2", .read_per_pe = 10.0, .total = 40.0},
                    {.name = "DRAM", .read_per_pe = 10.0, .total = 12.0}};

  const MachineRoofs all = roofs_of(machine, DataType::f16, std::nullopt);
  const MachineRoofs two = roofs_of(machine, DataType::f16, 2);

  CHECK(all.gflops == Approx(0.5 * 2.0 * 4096.0 * 4.0 * 2.0));  // sustained, FLOP a MAC, MAC, elements, GHz
  CHECK(two.gflops == Approx(all.gflops / 2.0));
  CHECK(all.bandwidths[0].gbytes_per_second == Approx(80.0));
  CHECK(two.bandwidths[0].gbytes_per_second == Approx(40.0));
  CHECK(two.bandwidths[1].gbytes_per_second == Approx(24.0));
  CHECK(roofs_of(machine, DataType::f32, 1).gflops == 0.0);
  CHECK_THAT(roofs_of(machine, DataType::f32, 1).reason, Contains("no rate of f32"));
}

}  // namespace mikpoly::lab
