#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "experiments/report/axis.hpp"
#include "experiments/report/palette.hpp"
#include "experiments/report/svg_bars.hpp"
#include "experiments/report/svg_plot.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

using Values = std::vector<double>;

std::int64_t count_of(const std::string& text, const std::string& part) {
  std::int64_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The numbers that a pattern's first group finds.
Values numbers(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  Values found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) {
    found.push_back(std::stod((*match)[1]));
  }
  return found;
}

Plot small_plot(std::vector<DataPoint> points, Series::Kind kind) {
  Values xs;
  Values ys;
  for (const DataPoint& point : points) {
    xs.push_back(point.x);
    ys.push_back(point.y);
  }
  return {.title = "small",
          .description = "a <test>",
          .x = Axis("size (MAC)", Scale::logarithmic, xs),
          .y = Axis("speed (GFLOP/s)", Scale::linear, ys),
          .series = {{.label = "mikpoly", .kind = kind, .look = look_of("mikpoly", 0), .points = std::move(points)}}};
}

}  // namespace

TEST_CASE("An axis covers its values with room, and its ticks are round and inside", "[report]") {
  for (const Values& values :
       {Values{1.0, 1.3}, Values{3.0, 4000.0}, Values{1e3, 1e15}, Values{0.25, 9.0}, Values{7.0}, Values{5.1, 15.3},
        Values{1e-7, 2e-7}, Values{1.0, std::nextafter(1.0, 2.0)}, Values{1e9, std::nextafter(1e9, 2e9)}}) {
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
      const Axis axis("x", scale, values);
      const Values ticks = axis.ticks();

      CHECK(axis.position(values.front()) > 0.0);
      CHECK(axis.position(values.back()) < 1.0);
      CHECK(ticks.size() >= 2);
      CHECK(ticks.size() <= 12);
      std::set<std::string> texts;
      for (const double tick : ticks) {
        CHECK(axis.position(tick) >= -1e-9);
        CHECK(axis.position(tick) <= 1.0 + 1e-9);
        texts.insert(tick_text(tick));
      }
      CHECK(texts.size() == ticks.size());
    }
  }
}

TEST_CASE("An axis below 0 has ticks up to its end", "[report]") {
  CHECK(Axis("x", Scale::linear, -100.0, -20.0).ticks() == Values{-100.0, -80.0, -60.0, -40.0, -20.0});

  const Axis narrow("x", Scale::linear, Values{std::nextafter(-1.0, -2.0), -1.0});
  CHECK(narrow.least() < -1.0005);
  CHECK(narrow.most() > -0.9995);
  CHECK(narrow.ticks().size() >= 2);
  CHECK(narrow.ticks().size() <= 12);
}

TEST_CASE("Equal steps on a logarithmic axis are equal ratios", "[report]") {
  const Axis axis("x", Scale::logarithmic, 1.0, 100.0);

  CHECK(axis.position(10.0) == Approx(0.5));
  CHECK(axis.ticks() == Values{1.0, 10.0, 100.0});
  CHECK(Axis("x", Scale::logarithmic, 1.0, 50.0).ticks() == Values{1.0, 2.0, 5.0, 10.0, 20.0, 50.0});
  CHECK(Axis("x", Scale::linear, 0.0, 100.0).ticks() == Values{0.0, 20.0, 40.0, 60.0, 80.0, 100.0});
}

TEST_CASE("What has no place on an axis does not stretch it", "[report]") {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const Axis axis("x", Scale::logarithmic, Values{0.0, nothing, 4.0, 8.0});

  CHECK(axis.least() > 3.0);
  CHECK(!axis.holds(0.0));
  CHECK(!axis.holds(nothing));
  CHECK(axis.holds(4.0));
  CHECK(Axis("x", Scale::logarithmic, Values{}).ticks().size() >= 2);
}

TEST_CASE("Large and small ticks are short", "[report]") {
  CHECK(tick_text(0.0) == "0");
  CHECK(tick_text(0.25) == "0.25");
  CHECK(tick_text(20000.0) == "20000");
  CHECK(tick_text(1e6) == "1e6");
  CHECK(tick_text(2.5e-9) == "2.5e-9");
}

// The inner part is 70..620 by 14..354, the drawing 860 by 400.
TEST_CASE("Marks stand inside of the axes, one for each point", "[report]") {
  const std::string svg = svg_of(small_plot({{1e3, 1.0}, {1e6, 5.0}, {1e9, 2.0}}, Series::Kind::marks));

  const Values xs = numbers(svg, "M(-?[0-9.]+),");
  const Values ys = numbers(svg, "M-?[0-9.]+,([0-9.]+)");
  REQUIRE(xs.size() == 4);  // and one in the legend
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(xs[i] > 70.0);
    CHECK(xs[i] < 620.0);
    CHECK(ys[i] > 14.0);
    CHECK(ys[i] < 354.0);
  }
  CHECK(xs[0] < xs[1]);
  CHECK(ys[1] < ys[2]);  // larger is higher
  CHECK(ys[2] < ys[0]);
  CHECK_THAT(svg, Contains("<title>small</title>") && Contains("<desc>a &lt;test&gt;</desc>") &&
                      Contains("role=\"img\"") && Contains(">size (MAC)</text>") && Contains(">mikpoly</text>"));
}

TEST_CASE("A step line holds its value until the next point", "[report]") {
  const std::string svg = svg_of(small_plot({{1.0, 0.0}, {10.0, 10.0}, {100.0, 20.0}}, Series::Kind::steps));

  CHECK(count_of(svg.substr(svg.find("<polyline"), svg.find("/>", svg.find("<polyline")) - svg.find("<polyline")),
                 ",") == 5);
}

TEST_CASE("A single point is drawn in the middle", "[report]") {
  const std::string svg = svg_of(small_plot({{64.0, 3.0}}, Series::Kind::marks));

  CHECK(numbers(svg, "M(-?[0-9.]+),").front() == Approx(345.0));
  CHECK(numbers(svg, "M-?[0-9.]+,([0-9.]+)").front() == Approx(184.0));
  CHECK_THAT(svg, !Contains("nan") && !Contains("inf"));
}

TEST_CASE("A drawing grows with its legend", "[report]") {
  Plot plot = small_plot({{1.0, 1.0}}, Series::Kind::marks);
  plot.series.resize(40, plot.series.front());
  const std::string svg = svg_of(plot);

  const double height = numbers(svg, "viewBox=\"0 0 860 ([0-9.]+)\"").front();
  for (const double y : numbers(svg, "<text x=\"[0-9.]+\" y=\"([0-9.]+)\"")) CHECK(y < height);
}

TEST_CASE("The parts of a bar lie side by side and fill it", "[report]") {
  const std::string svg = svg_of(BarChart{.title = "bars",
                                          .description = "two parts",
                                          .label = "share (%)",
                                          .parts = {"CUBE", "HBM"},
                                          .bars = {{.label = "mikpoly", .shares = {0.75, 0.25}}}});

  CHECK_THAT(svg, Contains("<rect x=\"180.0\" y=\"14.0\" width=\"330.0\" height=\"16.0\"") &&
                      Contains("<rect x=\"510.0\" y=\"14.0\" width=\"110.0\" height=\"16.0\"") &&
                      Contains("fill=\"#ffffff\">75</text>") && Contains(">25</text>") && Contains(">HBM</text>"));
}

TEST_CASE("The number in a light part of a bar is dark", "[report]") {
  const std::string svg = svg_of(BarChart{.title = "bars",
                                          .description = "four parts",
                                          .label = "share (%)",
                                          .parts = {"CUBE", "L2", "HBM", "MTE"},
                                          .bars = {{.label = "mikpoly", .shares = {0.1, 0.2, 0.3, 0.4}}}});

  CHECK(fill_at(3).colour == "#CC79A7");
  CHECK_THAT(svg, Contains("fill=\"#ffffff\">30</text>") && Contains("fill=\"#24292f\">40</text>"));
}

TEST_CASE("Selectors look the same in every figure, and different from each other", "[report]") {
  CHECK(look_of("wave", 0).colour == look_of("wave", 7).colour);
  std::set<std::string> colours;
  for (const char* name : {"oracle", "makespan", "mikpoly", "wave", "pipe", "vendor"}) {
    colours.insert(look_of(name, 0).colour);
  }
  CHECK(colours.size() == 6);
  CHECK(look_of("mine", 0).colour != look_of("other", 1).colour);
}

}  // namespace mikpoly::lab
