// Values, named dimensions, formulas and layers of workload/v1.
#include <fmt/format.h>

#include "core/config/workload_loader.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

Workload parsed(const std::string& rest, const std::string& path = "x.yaml") {
  return parse_workload("schema: workload/v1\nname: w\nsource: s\n" + rest, path);
}

std::string refusal(const std::string& rest) {
  return message_of([&] { parsed(rest); });
}

// `id group count weight` of each item.
std::vector<std::string> lines(const Workload& workload) {
  std::vector<std::string> all;
  for (const WorkloadItem& item : workload.items) {
    all.push_back(fmt::format("{} {} {} {}", item.id, item.group, item.count, item.weight));
  }
  return all;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("Values may have a weight and a count, which multiply through", "[workload]") {
  CHECK(lines(parsed("shapes:\n  - {m: [{value: 8, weight: 3}, 16], n: {value: 2, count: 5}, k: 4, count: 10, weight: "
                     "0.5}\n")) == Lines{"8x2x4  50 1.5", "16x2x4  50 0.5"});
}

TEST_CASE("Lists hold numbers, ranges, weighted values and draws", "[workload]") {
  CHECK(
      lines(parsed("shapes:\n  - {m: [1, 4..6:2, {value: 9..10, weight: 2}, {uniform: [7, 7], count: 2, seed: 1}], n: "
                   "1, k: 1}\n")) ==
      Lines{"1x1x1  1 1", "4x1x1  1 1", "6x1x1  1 1", "9x1x1  1 2", "10x1x1  1 2", "7x1x1  1 1", "7x1x1#2  1 1"});
}

TEST_CASE("Extents and whole shapes are drawn by every distribution", "[workload]") {
  for (const char* const keys : {"uniform: [3, 9]", "log_uniform: [3, 9]", "zipf: [3, 9], exponent: 1.2"}) {
    INFO(keys);
    const Workload workload = parsed(fmt::format("shapes:\n  - {{m: {{{}, count: 20, seed: 1}}, n: 1, k: 1}}\n", keys));
    REQUIRE(workload.items.size() == 20);
    for (const WorkloadItem& item : workload.items) CHECK((item.shape.m >= 3 && item.shape.m <= 9));
  }
  const Workload shapes =
      parsed("shapes:\n  - {zipf: {low: 2, high: 99}, exponent: 0.5, count: 7, seed: 1, batch: 3}\n");
  REQUIRE(shapes.items.size() == 7);
  for (const WorkloadItem& item : shapes.items)
    CHECK((item.shape.m >= 2 && item.shape.k <= 99 && item.shape.batch == 3));
}

// (b, s) = (1, 4), (1, 8), (2, 4), (2, 8): tokens 8 comes twice; a line of b alone comes twice for each b.
TEST_CASE("Layers stand once for every combination of the dims", "[workload]") {
  CHECK(lines(parsed("shapes:\n"
                     "  - dims: {b: [1, 2], s: [4, {value: 8, weight: 3}], tokens: b*s}\n"
                     "    group: g\n"
                     "    layers:\n"
                     "      - {m: tokens, n: 3*b, k: 64/8, group: a, count: 2}\n"
                     "      - {m: b, n: 1, k: 1, batch: 12*b}\n"
                     "      - {m: 5, n: 1, k: 1}\n")) == Lines{"4x3x8 g/a 2 1", "8x3x8 g/a 2 3", "8x6x8 g/a 2 1",
                                                               "16x6x8 g/a 2 3", "12x1x1x1 g 2 2", "24x2x1x1 g 2 2",
                                                               "5x1x1 g 4 2"});
}

TEST_CASE("Dims of the file hold for entries without their own; an entry without a formula stands once", "[workload]") {
  CHECK(lines(parsed("dims: {b: [1, 2]}\n"
                     "shapes:\n"
                     "  - {m: [b, 7*b], n: 1, k: 1}\n"
                     "  - {m: c, n: 1, k: 1, dims: {c: 9}}\n"
                     "  - {m: 5, n: 1, k: 1}\n")) ==
        Lines{"1x1x1  1 1", "7x1x1  1 1", "2x1x1  1 1", "14x1x1  1 1", "9x1x1  1 1", "5x1x1  1 1"});
}

TEST_CASE("A formula with a comma stands in quotes or alone on its line", "[workload]") {
  CHECK(
      lines(parsed("dims: {b: 7}\nshapes:\n  - {m: \"max(b, 9)\", n: 1, k: 1}\n  - m: ceil_div(b, 2)\n    n: 1\n    k: "
                   "1\n")) == Lines{"9x1x1  1 1", "4x1x1  1 1"});
}

TEST_CASE("All that is wrong with formulas is said in one pass, where it stands", "[workload]") {
  CHECK(
      refusal("dims: {b: [1, 8], s: 5, u: a2 + 1, x: y, y: z*2, z: x - 1, 3z: 4}\n"
              "shapes:\n"
              "  - {m: b*S, n: 64*b/3, k: 7}\n"
              "  - dims: {b: [1, 8], s: 5, c: 0}\n"
              "    layers:\n"
              "      - {m: b*s/3, n: \"ceil_div(s, c)\", k: 7}\n"
              "      - {m: 1, n: 9223372036854775807*b, k: b - 2}\n") ==
      "x.yaml:4:28: dims.u: \"a2 + 1\": unknown dimension \"a2\"; did you mean \"b\"? known: b, s, u, x, y, z, 3z\n"
      "x.yaml:4:39: dims.x: \"y\": runs in a cycle: x -> y -> z -> x\n"
      "x.yaml:4:60: dims.3z: \"3z\" is not a name of letters, digits and \"_\" that begins with a letter or \"_\"\n"
      "x.yaml:6:11: shapes[0].m: \"b*S\": unknown dimension \"S\"; did you mean \"b\"? known: b, s, u, x, y, z, 3z\n"
      "x.yaml:9:16: shapes[1].layers[0].m: \"b*s/3\": at b = 1, s = 5, 5 / 3 leaves a remainder; floor_div and "
      "ceil_div round\n"
      "x.yaml:9:23: shapes[1].layers[0].n: \"ceil_div(s, c)\": at s = 5, c = 0, 5 / 0 divides by zero\n"
      "x.yaml:10:38: shapes[1].layers[1].n: \"9223372036854775807*b\": at b = 8, 9223372036854775807 * 8 passes 2^63\n"
      "x.yaml:10:45: shapes[1].layers[1].k: \"b - 2\": at b = 1, the result -1 is negative");
}

TEST_CASE("A dim without a value is said once, and not again by who uses it", "[workload]") {
  CHECK(refusal("dims: {b: [1, 8], q: b - 4}\nshapes:\n  - {m: q, n: 1, k: 1}\n") ==
        "x.yaml:4:22: dims.q: \"b - 4\": at b = 1, the result -3 is negative");
}

TEST_CASE("Wrong values name place and path", "[workload]") {
  const std::string no_extent = " is not an extent such as \"105\", \"[1, 8, 64]\", \"1..4096:256\" or \"b*s\"";

  CHECK(refusal("dims: 3\nshapes:\n  - {m: x, n: 1, k: 1}\n") ==
        "x.yaml:4:7: dims: \"3\" is not a map of names, such as {b: [1, 8], s: 128}\n"
        "x.yaml:6:9: shapes[0].m: \"x\": unknown dimension \"x\"; no dims are declared here");
  CHECK(refusal("shapes:\n  - {m: {hist: 3}, n: {value: 1, weight: -1}, k: [[1]]}\n") ==
        "x.yaml:5:9: shapes[0].m: one of the keys value, histogram, trace, log_uniform, uniform, zipf is missing\n"
        "x.yaml:5:42: shapes[0].n.weight: \"-1\" is not a weight in 0..1e12\n"
        "x.yaml:5:51: shapes[0].k[0]: a list" +
            no_extent);
  CHECK(refusal("shapes:\n  - {m: 1, n: 1, k: 1, weight: 1e308}\n") ==
        "x.yaml:5:32: shapes[0].weight: \"1e308\" is not a weight in 0..1e12");
  CHECK(refusal("shapes:\n  - {m: {zipf: [1, 9], count: 1, seed: 1}, n: {uniform: [9], count: 1, seed: 1}, k: 1}\n") ==
        "x.yaml:5:9: shapes[0].m: missing key \"exponent\"\n"
        "x.yaml:5:57: shapes[0].n.uniform: not a list [LOW, HIGH]");
  CHECK(refusal("shapes:\n  - {m: {zipf: [1, 9], exponent: 0, count: 1, seed: 1}, n: 1, k: 1}\n") ==
        "x.yaml:5:34: shapes[0].m.exponent: \"0\" is not an exponent above 0 and up to 100");
  CHECK(refusal("shapes:\n  - {dims: {b: 1}, layers: []}\n") ==
        "x.yaml:5:28: shapes[0].layers: the list of layers is empty; it has at least one");
}

TEST_CASE("What grows beyond the limits is refused before it is made", "[workload]") {
  CHECK(refusal("dims: {a: 1..2000, b: 1..2000}\nshapes:\n  - {m: a, n: b, k: 1}\n") ==
        "x.yaml:4:7: dims: more than 1000000 combinations of values; that is the limit");
  CHECK(refusal("dims: {a: 1..1000}\nshapes:\n  - {m: a, n: 1..200, k: 1..200}\n") ==
        "x.yaml:6:5: shapes[0]: more than 10000000 shapes to work out; that is the limit");
  CHECK(refusal("dims: {a: 1..1000}\nshapes:\n  - {m: a, n: 1..1000, k: 1..2}\n") ==
        "x.yaml:6:5: shapes[0]: more than 1000000 shapes in the workload; that is the limit");
  CHECK(refusal("dims: {a: 1099511627776}\nshapes:\n  - {m: 2*a, n: 1, k: 1}\n") ==
        "x.yaml:6:5: shapes[0]: GEMM shape \"2199023255552x1x1\": extent m = 2199023255552 is not in "
        "0..1099511627776");
  CHECK(refusal("shapes:\n  - {m: {value: 1, count: 1099511627776}, n: {value: 1, count: 1099511627776}, k: 1}\n") ==
        "x.yaml:5:5: shapes[0]: the count 1099511627776 * 1099511627776 passes 2^62");
  CHECK(refusal("shapes:\n  - {m: {value: 1, weight: 1e7}, n: {value: 1, weight: 1e6}, k: 1}\n") ==
        "x.yaml:5:5: shapes[0]: the weights 10000000 and 1000000 multiply to more than 1e12; that is the limit");
}

TEST_CASE("A histogram gives its values with their counts", "[workload]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("h.csv", "set,tokens,count,n\na,5,2,1\nb,7,3,1\na,3,4,1\nb,5,1,1\nb,9,0,1\n"));
  const auto with = [&](const std::string& keys) {
    return parsed("shapes:\n  - {m: {histogram: h.csv, " + keys + "}, n: 1, k: 1}\n", folder.file("w.yaml"));
  };

  CHECK(lines(with("column: tokens")) == Lines{"3x1x1  4 1", "5x1x1  3 1", "7x1x1  3 1"});
  CHECK(lines(with("column: tokens, where: {set: b}")) == Lines{"5x1x1  1 1", "7x1x1  3 1"});
  CHECK(lines(with("column: tokens, counts: n")) == Lines{"3x1x1  1 1", "5x1x1  2 1", "7x1x1  1 1", "9x1x1  1 1"});
  CHECK(with("column: tokens, draw: 50, seed: 7").items.size() == 50);
  CHECK(lines(with("column: tokens, draw: 50, seed: 7")) == lines(with("column: tokens, draw: 50, seed: 7")));
}

TEST_CASE("A trace's column counts its rows and leaves failed requests out, which is said", "[workload]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", "t_rel_s,input_tokens,output_tokens\n0,5,1\n1,7,2\n2,5,0\n3,5,3\n"));

  const Workload workload = parsed("dims: {s: {trace: t.csv, column: input_tokens}}\nshapes:\n  - {m: s, n: 1, k: 1}\n",
                                   folder.file("w.yaml"));

  CHECK(lines(workload) == Lines{"5x1x1  2 1", "7x1x1  1 1"});
  CHECK(workload.notices ==
        std::vector<std::string>{folder.file("w.yaml") + ":4:19: dims.s.trace: 1 requests of \"" +
                                 folder.file("t.csv") + "\" have no token in or out and are left out"});
}

TEST_CASE("Tables of values that do not fit say what they have", "[workload]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("h.csv", "set,tokens,count\na,5,2\nb,x,3\nb,y,3\n"));
  const auto refused = [&](const std::string& keys) {
    const std::string message = message_of(
        [&] { parsed("shapes:\n  - {m: {histogram: h.csv, " + keys + "}, n: 1, k: 1}\n", folder.file("w.yaml")); });
    const std::string place = folder.file("w.yaml") + ":5:21: shapes[0].m.histogram: ";
    REQUIRE(message.starts_with(place));
    std::string told = message.substr(place.size());
    for (std::size_t at = told.find(folder.file("")); at != std::string::npos; at = told.find(folder.file(""))) {
      told.erase(at, folder.file("").size());
    }
    return told;
  };

  CHECK(refused("column: token") ==
        "h.csv: unknown column \"token\"; did you mean \"tokens\"? known: set, tokens, count");
  CHECK(refused("column: tokens, counts: cnt") ==
        "h.csv: unknown column \"cnt\"; did you mean \"count\"? known: set, tokens, count");
  CHECK(refused("column: tokens, where: {set: c}") == "h.csv: no row has set \"c\"; did you mean \"a\"? known: a, b");
  CHECK(refused("column: tokens") ==
        "h.csv:3: tokens: \"x\" is not an integer in 0..1099511627776\n"
        "h.csv:4: tokens: \"y\" is not an integer in 0..1099511627776");
}

}  // namespace mikpoly
