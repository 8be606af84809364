#include <map>
#include <set>

#include "core/base/error.hpp"
#include "core/pattern/pattern.hpp"
#include "core/pattern/split_positions.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

// The published skeleton on a grid of 4 x 3: rows 0-1 upper band, 2-3 lower band; columns 0-1 left, 2 right.
// Blocks 1..7 of Figure 5, written out independently of the pattern table.
constexpr int kSkeleton[4][3] = {{1, 1, 2}, {1, 1, 3}, {4, 5, 6}, {4, 5, 7}};

// Cuts of the skeleton: which rows and columns a cut may separate, by how many rows or columns lie before it.
void cut_skeleton(const PolymerizationPattern& pattern, std::int64_t node, int r0, int r1, int c0, int c1,
                  std::vector<std::set<int>>& regions) {
  const PatternNode& at = pattern.node(node);
  if (at.cut == Cut::none) {
    std::set<int> blocks;
    for (int r = r0; r < r1; ++r) {
      for (int c = c0; c < c1; ++c) blocks.insert(kSkeleton[r][c]);
    }
    regions.push_back(blocks);
    return;
  }
  // The whole height is cut between the bands, in the right column alone between 6 and 7; a band between its rows.
  if (at.cut == Cut::rows) {
    const int middle = r1 - r0 < 4 ? r0 + 1 : c0 == 2 ? 3 : 2;
    cut_skeleton(pattern, at.first, r0, middle, c0, c1, regions);
    cut_skeleton(pattern, at.second, middle, r1, c0, c1, regions);
  } else {
    const int border = c1 == 3 ? 2 : 1;
    cut_skeleton(pattern, at.first, r0, r1, c0, border, regions);
    cut_skeleton(pattern, at.second, r0, r1, border, c1, regions);
  }
}

}  // namespace

// The table of the paper's Figure 5.
TEST_CASE("the nine patterns are the published unions of the seven blocks", "[pattern]") {
  const std::map<std::string_view, std::vector<std::set<int>>> published{
      {"I", {{1, 2, 3, 4, 5, 6, 7}}},          {"II", {{1, 2, 3}, {4, 5, 6, 7}}},
      {"III", {{1, 4, 5}, {2, 3, 6, 7}}},      {"IV", {{1, 4, 5}, {2, 3, 6}, {7}}},
      {"V", {{1}, {2}, {3}, {4, 5, 6, 7}}},    {"VI", {{1, 2, 3}, {4, 5}, {6, 7}}},
      {"VII", {{1}, {4}, {5}, {2, 3, 6, 7}}},  {"VIII", {{1}, {4}, {5}, {2, 3, 6}, {7}}},
      {"IX", {{1}, {2}, {3}, {4, 5}, {6, 7}}},
  };
  REQUIRE(patterns().size() == published.size());
  for (const PolymerizationPattern& pattern : patterns()) {
    std::vector<std::set<int>> regions;
    cut_skeleton(pattern, pattern.root, 0, 4, 0, 3, regions);
    INFO(pattern.name);
    CHECK(regions == published.at(pattern.name));
  }
}

TEST_CASE("five expressions and a transpose give the nine", "[pattern]") {
  const auto same = [](std::string_view name, std::string_view expression) {
    const PolymerizationPattern written = parse_pattern(name, expression);
    const PolymerizationPattern& table = find_pattern(name);
    for (std::size_t i = 0; i < table.nodes.size(); ++i) {
      if (written.nodes[i].cut != table.nodes[i].cut || written.nodes[i].first != table.nodes[i].first) return false;
    }
    return written.root == table.root;
  };
  CHECK(same("III", "a|b"));
  CHECK(same("VI", "a/(b|c)"));
  CHECK(same("VII", "(a/(b|c))|d"));
  CHECK(same("VIII", "(a/(b|c))|(d/e)"));
}

TEST_CASE("a pattern set reads lists, ranges and all", "[pattern]") {
  CHECK(parse_pattern_set("all").size() == 9);
  CHECK(parse_pattern_set("II,I") == std::vector<std::string>{"I", "II"});
  CHECK(parse_pattern_set("I..III,IX") == std::vector<std::string>{"I", "II", "III", "IX"});
  CHECK_THROWS_WITH(parse_pattern_set("X"),
                    "unknown pattern \"X\"; did you mean \"I\"? known: I, II, III, IV, V, VI, VII, VIII, IX");
  CHECK_THROWS_WITH(parse_pattern_set("I,I"), "pattern \"I\" stands twice in \"I,I\"");
  CHECK_THROWS_WITH(parse_pattern_set("III,I..IX"), "pattern \"III\" stands twice in \"III,I..IX\"");
  CHECK_THROWS_AS(parse_pattern_set("III..I"), ConfigError);
  CHECK_THROWS_AS(parse_pattern_set(""), ConfigError);
}

// 4096 rows, tile 256, 8 tiles across, 108 slots: 128 tasks are 1 full wave; 108 / 8 = 13 tile rows = 3328;
// zero waves give none; the ragged tail is 3840; three quarters are 3072 (MikPoly section 6).
TEST_CASE("split positions of the worked example", "[pattern]") {
  const SplitPositions positions(4096, 256, 8, 108);
  const auto all = positions.all();
  CHECK(std::vector<std::int64_t>(all.begin(), all.end()) == std::vector<std::int64_t>{3328, 3840, 3072});
}

TEST_CASE("an extent that one tile covers has no split position", "[pattern]") {
  const SplitPositions one_tile(64, 64, 5, 4);
  const SplitPositions part_of_a_tile(1, 16, 5, 4);
  CHECK(one_tile.all().empty());
  CHECK(part_of_a_tile.all().empty());
}

TEST_CASE("split positions are distinct multiples of the tile inside the extent", "[pattern]") {
  for (std::int64_t extent = 1; extent < 400; extent += 7) {
    for (const std::int64_t across : {1, 3, 50}) {
      const SplitPositions positions(extent, 16, across, 32);
      std::set<std::int64_t> seen;
      for (const std::int64_t position : positions.all()) {
        CHECK(position % 16 == 0);
        CHECK(position > 0);
        CHECK(position < extent);
        CHECK(seen.insert(position).second);
      }
    }
  }
}

TEST_CASE("a plan whose regions are not cut as its pattern says is found out", "[pattern]") {
  const auto fault_of = [](const char* pattern, const std::vector<Region>& regions) {
    Plan plan;
    plan.shape = {8, 8, 8};
    plan.pattern = pattern;
    for (const Region& region : regions) plan.add(region, 0);
    return pattern_fault(plan);
  };
  const Range all{0, 8};
  const Range low{0, 3};
  const Range high{3, 8};
  CHECK(fault_of("I", {{all, all, all}}).empty());
  CHECK(fault_of("I", {{all, all, low}, {all, all, high}}).empty());  // k in two ranges
  CHECK(fault_of("II", {{low, all, all}, {high, all, low}, {high, all, high}}).empty());
  CHECK(fault_of("VI", {{low, all, all}, {high, low, all}, {high, high, all}}).empty());
  CHECK(fault_of("II", {{all, all, all}}) == "pattern \"II\" cuts the output into 2, the plan into 1");
  CHECK(fault_of("I", {{low, all, all}, {high, all, all}}) == "pattern \"I\" cuts the output into 1, the plan into 2");
  CHECK(fault_of("III", {{low, all, all}, {high, all, all}}) ==
        "the regions do not meet as pattern \"III\" cuts the output");
  CHECK(fault_of("II", {{high, all, all}, {low, all, all}}) ==
        "the regions do not meet as pattern \"II\" cuts the output");
  CHECK_THROWS_WITH(fault_of("X", {{all, all, all}}), Contains("unknown pattern \"X\"") && Contains("IX"));
}
