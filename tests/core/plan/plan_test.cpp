#include "core/plan/plan.hpp"

#include "core/base/error.hpp"
#include "core/plan/drawing.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

const KernelLibrary kLibrary = test::library_of({{{32, 32, 16}}, {{16, 16, 16}}});

Plan two_bands() {
  Plan plan;
  plan.shape = {100, 50, 30};
  plan.pattern = "II";
  plan.add({{0, 64}, {0, 50}, {0, 30}}, 0);
  plan.add({{64, 100}, {0, 50}, {0, 30}}, 1);
  return plan;
}

}  // namespace

TEST_CASE("a plan's text comes back as the same plan", "[plan]") {
  const std::string text = to_text(two_bands(), kLibrary);

  CHECK(text == "p1|II|f16_32x32x16@0-64:0-50:0-30|f16_16x16x16@64-100:0-50:0-30|max_min");
  CHECK(text.find(',') == std::string::npos);
  const Plan back = parse_plan(text, {100, 50, 30}, kLibrary);
  CHECK(to_text(back, kLibrary) == text);
  CHECK(back.regions()[1] == two_bands().regions()[1]);
}

TEST_CASE("batches and k ranges are part of the text and of the coverage", "[plan]") {
  const char* text = "p1|I|f16_32x32x16@0-8:0-8:0-16:0-3|f16_32x32x16@0-8:0-8:16-40:0-3|max_min";
  const Plan plan = parse_plan(text, {8, 8, 40, 3}, kLibrary);
  CHECK(coverage_fault(plan).empty());
  CHECK(to_text(plan, kLibrary) == text);
}

// Of k steps of 16, the k range 0..112 has seven and 112..192 five.
TEST_CASE("the parts of a k range are part of the text", "[plan]") {
  const char* text = "p1|I|f16_32x32x16@0-8:0-8:0-112/7:0-3|f16_32x32x16@0-8:0-8:112-192/5:0-3|max_min";
  const Plan plan = parse_plan(text, {8, 8, 192, 3}, kLibrary);

  CHECK(to_text(plan, kLibrary) == text);
  CHECK(coverage_fault(plan).empty());
  CHECK(plan.regions()[0].k_parts == 7);
  CHECK(plan.regions()[0].depth() == 16);
  CHECK(plan.regions()[1].k_parts == 5);
  CHECK(plan.regions()[1].depth() == 16);
}

// 2 * 2 tiles of 3 batches, 4 parts each.
TEST_CASE("every part of k is a task", "[plan]") {
  const Plan plan = parse_plan("p1|I|f16_32x32x16@0-64:0-33:0-64/4:0-3|max_min", {64, 33, 64, 3}, kLibrary);
  CHECK(task_count(plan.regions()[0], {32, 32, 16}) == 2 * 2 * 3 * 4);
}

TEST_CASE("one part is not written, and may be read", "[plan]") {
  const Plan plan = parse_plan("p1|I|f16_32x32x16@0-8:0-8:0-24/1|max_min", {8, 8, 24}, kLibrary);
  CHECK(to_text(plan, kLibrary) == "p1|I|f16_32x32x16@0-8:0-8:0-24|max_min");
}

TEST_CASE("parts that a k range does not have are refused", "[plan]") {
  const auto parse = [](const std::string& ranges) {
    return parse_plan("p1|I|f16_32x32x16@" + ranges + "|max_min", {8, 8, 24}, kLibrary);
  };
  CHECK(parse("0-8:0-8:0-24/2").regions()[0].depth() == 12);
  for (const char* parts : {"0", "-2", "3", "9223372036854775807"}) {
    CHECK_THROWS_WITH(parse(std::string("0-8:0-8:0-24/") + parts), std::string("plan: \"") + parts +
                                                                       "\" in \"f16_32x32x16@0-8:0-8:0-24/" + parts +
                                                                       "\" is no number of parts of its 2 k steps");
  }
  for (const char* parts : {"", "x", "2.5", "2/2", " 2", "9223372036854775808"}) {
    CHECK_THROWS_WITH(parse(std::string("0-8:0-8:0-24/") + parts),
                      Contains(std::string("plan: \"") + parts + "\" in ") && Contains("is not an integer"));
  }
  CHECK_THROWS_WITH(parse("0-8/2:0-8:0-24"), Contains("\"8/2\" in"));
  CHECK_THROWS_WITH(parse("0-8:0-8/2:0-24"), Contains("\"8/2\" in"));
  CHECK_THROWS_WITH(parse("0-8:0-8:0-24:0-1/2"), Contains("\"1/2\" in"));
}

TEST_CASE("a plan text that is wrong is refused with the wrong part", "[plan]") {
  const GemmShape shape{100, 50, 30};
  const auto parse = [&](const char* text) { return parse_plan(text, shape, kLibrary); };
  CHECK_THROWS_WITH(parse("p2|I|f16_32x32x16@0-100:0-50:0-30|max_min"), "plan: version \"p2\" is unknown; known: p1");
  CHECK_THROWS_WITH(parse("p1|I|f16_9x9x9@0-100:0-50:0-30|max_min"),
                    "plan: kernel \"f16_9x9x9\" is not among the 2 kernels of the library of small; a plan is for the "
                    "library that it was made with");
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100:0-50:0-30|round"),
                    "plan: allocation \"round\" is unknown; known: max_min, stream_k/GRID");
  for (const char* grid : {"", "0", "-3", "x", "3x"}) {
    const std::string text = "p1|I|f16_32x32x16@0-100:0-50:0-30|stream_k/" + std::string(grid);
    CHECK_THROWS_WITH(parse_plan(text, shape, kLibrary), Contains("is unknown; known: max_min, stream_k/GRID"));
  }
  CHECK(parse("p1|I|f16_32x32x16@0-100:0-50:0-30|stream_k/7").allocation == "stream_k/7");
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100:0-40:0-30|max_min"),
                    Contains("does not cover the shape: the regions leave a part of 100x50x30 uncovered"));
  CHECK_THROWS_WITH(parse("p1|II|f16_32x32x16@0-64:0-50:0-30|f16_32x32x16@60-100:0-50:0-30|max_min"),
                    Contains("regions 0 and 1 overlap"));
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-101:0-50:0-30|max_min"), Contains("region 0 reaches outside"));
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100:0-50:0-0|max_min"), Contains("region 0 is empty"));
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100:0-50:0-30|f16_32x32x16@5-5:0-50:0-30|max_min"),
                    Contains("region 1 is empty"));
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100:0-x:0-30|max_min"), Contains("\"x\" in"));
  CHECK_THROWS_WITH(parse("p1|I|f16_32x32x16@0-100|max_min"), Contains("has not three or four ranges"));
  CHECK_THROWS_WITH(parse("p1|I|max_min"), Contains("has not 1 to 5 regions"));
  CHECK_THROWS_AS(parse(""), ConfigError);
}

TEST_CASE("coverage is exact beyond 64 bits", "[plan]") {
  Plan plan;
  plan.shape = {std::int64_t{1} << 31, std::int64_t{1} << 31, std::int64_t{1} << 31, std::int64_t{1} << 31};
  const std::int64_t half = std::int64_t{1} << 30;
  plan.add({{0, half}, {0, 2 * half}, {0, 2 * half}, {0, 2 * half}}, 0);
  CHECK_FALSE(coverage_fault(plan).empty());
  plan.add({{half, 2 * half}, {0, 2 * half}, {0, 2 * half}, {0, 2 * half}}, 0);
  CHECK(coverage_fault(plan).empty());
}

TEST_CASE("a plan without output has no regions", "[plan]") {
  Plan plan;
  plan.shape = {0, 5, 5};
  CHECK(coverage_fault(plan).empty());
  CHECK(to_text(plan, kLibrary).empty());
  CHECK(draw(plan, kLibrary) == "(no output)\n");
}

TEST_CASE("the drawing shows each region by its letter", "[plan]") {
  const std::string drawing = draw(two_bands(), kLibrary, 8);
  CHECK(drawing ==
        "+--------+\n|aaaaaaaa|\n|aaaaaaaa|\n|bbbbbbbb|\n+--------+\n"
        "a  rows 0..64, columns 0..50: f16_32x32x16, 4 tasks of 2 k steps\n"
        "b  rows 64..100, columns 0..50: f16_16x16x16, 12 tasks of 2 k steps\n");
}
