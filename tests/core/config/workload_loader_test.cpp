#include "core/config/workload_loader.hpp"

#include <set>

#include <fmt/format.h>

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

Workload with_shapes(const std::string& shapes) {
  return parse_workload("schema: workload/v1\nname: w\nsource: here\nshapes:\n" + shapes, "x.yaml");
}

std::vector<std::string> ids(const Workload& workload) {
  std::vector<std::string> all;
  for (const WorkloadItem& item : workload.items) all.push_back(item.id);
  return all;
}

std::string refusal(const std::string& shapes) {
  return message_of([&] { with_shapes(shapes); });
}

using Ids = std::vector<std::string>;

TEST_CASE("every file in configs/workloads loads", "[workload]") {
  REQUIRE_FALSE(workload_names().empty());
  for (const std::string& name : workload_names()) {
    INFO(name);
    const Workload workload = load_workload(name);

    CHECK(workload.name == name);
    std::set<std::string> unique;
    for (const WorkloadItem& item : workload.items) unique.insert(item.id);
    CHECK(unique.size() == workload.items.size());
  }
}

TEST_CASE("keys m, n, k without quotes are numbers", "[workload]") {
  const Workload workload = with_shapes("  - {m: 105, n: 100, k: 0}\n");

  CHECK(workload.items[0].shape == GemmShape{.m = 105, .n = 100, .k = 0});
  CHECK(workload.source == "here");
}

TEST_CASE("lists and ranges are multiplied out, m slowest", "[workload]") {
  CHECK(ids(with_shapes("  - {m: [1, 8], n: 2..3, k: 4..10:3}\n")) == Ids{"1x2x4", "1x2x7", "1x2x10", "1x3x4", "1x3x7",
                                                                          "1x3x10", "8x2x4", "8x2x7", "8x2x10", "8x3x4",
                                                                          "8x3x7", "8x3x10"});
  CHECK(with_shapes("  - {m: 1..4096, n: 1, k: 1}\n").items.size() == 4096);
}

TEST_CASE("a shape that comes again gets a number", "[workload]") {
  CHECK(ids(with_shapes("  - {m: [1, 1], n: 2, k: 3}\n  - {m: 1, n: 2, k: 3, batch: 4}\n")) ==
        Ids{"1x2x3", "1x2x3#2", "4x1x2x3"});
}

TEST_CASE("group, count, weight and batch belong to the shapes of their entry", "[workload]") {
  const WorkloadItem item = with_shapes("  - {m: 1, n: 2, k: 3, group: g, count: 7, weight: 0.5}\n").items[0];

  CHECK(item.group == "g");
  CHECK(item.count == 7);
  CHECK(item.weight == 0.5);
}

TEST_CASE("log-uniform shapes stay in their range and come back with the seed", "[workload]") {
  const std::string entry = "  - {log_uniform: {low: 128, high: 8192}, count: 500, seed: 7, group: r}\n";

  const Workload workload = with_shapes(entry);

  REQUIRE(workload.items.size() == 500);
  for (const WorkloadItem& item : workload.items) {
    CHECK((item.shape.m >= 128 && item.shape.m <= 8192 && item.shape.k >= 128 && item.shape.n <= 8192));
  }
  CHECK(ids(with_shapes(entry)) == ids(workload));
  CHECK(ids(with_shapes("  - {log_uniform: {low: 128, high: 8192}, count: 500, seed: 8}\n")) != ids(workload));
}

TEST_CASE("one extent may be drawn alone", "[workload]") {
  const Workload workload = with_shapes("  - {m: {log_uniform: [1, 64], count: 20, seed: 1}, n: 5, k: 6}\n");

  REQUIRE(workload.items.size() == 20);
  for (const WorkloadItem& item : workload.items) CHECK((item.shape.m >= 1 && item.shape.m <= 64));
}

TEST_CASE("a CSV file stands beside its workload, or for itself", "[workload]") {
  const TemporaryFolder folder;
  const std::string csv = folder.write("s.csv", "# from a list\nM,N,K,group,count,weight,batch\n1,2,3,g,4,0.5,6,\n");
  const std::string yaml =
      folder.write("w.yaml", "schema: workload/v1\nname: w\nsource: s\nshapes:\n  - {csv: s.csv, group: other}\n");

  for (const std::string& path : {csv, yaml}) {
    const Workload workload = load_workload(path);

    REQUIRE(workload.items.size() == 1);
    CHECK(workload.items[0].shape == GemmShape{.m = 1, .n = 2, .k = 3, .batch = 6});
    CHECK(workload.items[0].group == "g");
    CHECK(workload.items[0].count == 4);
    CHECK(workload.items[0].weight == 0.5);
  }
  CHECK(load_workload(csv).source == "from a list");
}

TEST_CASE("a table of another kind is told the columns of this one", "[workload]") {
  const std::string wanted = "m, n, k are needed, batch, group, name, count, weight are known";

  CHECK(message_of([] { parse_workload("id,set,size\na,1,2\n", "c.csv"); }) ==
        "c.csv: the columns are id, set, size; " + wanted);
  CHECK(message_of([] { parse_workload("m,n,k,transA\n1,2,3,N\n", "c.csv"); }) ==
        "c.csv: the columns are m, n, k, transA; " + wanted);
  CHECK(message_of([] { parse_workload("m,n,k\n1,2,x\n", "c.csv"); }) ==
        "c.csv:2: k: \"x\" is not an integer in 0..1099511627776");
  std::string wanted_lines;
  for (int line = 3; line < 13; ++line) {
    wanted_lines += fmt::format("c.csv:{}: k: \"x\" is not an integer in 0..1099511627776\n", line);
  }
  std::string twelve_bad = "m,n,k\n1,2,3\n";
  for (int line = 3; line < 15; ++line) twelve_bad += "1,2,x\n";
  CHECK(message_of([&] { parse_workload(twelve_bad, "c.csv"); }) == wanted_lines + "and 2 more such lines");
}

TEST_CASE("nothing selected is an error that says so", "[workload]") {
  CHECK(refusal("  []\n") == "x.yaml:5:3: shapes: no shape is selected; a workload has at least one");
  CHECK(message_of([] { parse_workload("m,n,k\n", "c.csv"); }) ==
        "c.csv: no shape is selected; a workload has at least one");
}

TEST_CASE("an expansion past the limit is refused before it is made", "[workload]") {
  CHECK(refusal("  - {m: 1..4096, n: 1..4096, k: 1}\n") ==
        "x.yaml:5:5: shapes[0]: more than 1000000 shapes in the workload; that is the limit");
  CHECK(refusal("  - {m: 1..1099511627776, n: 1, k: 1}\n") ==
        "x.yaml:5:9: shapes[0].m: \"1..1099511627776\" makes it more than 1000000 values; that is the limit");
}

TEST_CASE("wrong entries name place and path", "[workload]") {
  CHECK(refusal("  - {m: 1, n: 2, K: 3}\n") ==
        "x.yaml:5:5: shapes[0]: missing key \"k\"\n"
        "x.yaml:5:18: shapes[0].K: unknown key; did you mean \"m\"? known: csv, "
        "log_uniform, uniform, zipf, replay, layers, dims, group, count, weight, m, n, k, batch");
  const std::string no_extent = " is not an extent such as \"105\", \"[1, 8, 64]\", \"1..4096:256\" or \"b*s\"";
  CHECK(refusal("  - {m: 9..1, n: -2, k: 1.5}\n") == "x.yaml:5:9: shapes[0].m: \"9..1\"" + no_extent +
                                                         "\nx.yaml:5:18: shapes[0].n: \"-2\"" + no_extent +
                                                         "\nx.yaml:5:25: shapes[0].k: \"1.5\"" + no_extent);
  CHECK(refusal("  - {m: 1099511627776, n: 1099511627776, k: 1}\n") ==
        "x.yaml:5:5: shapes[0]: GEMM shape \"1099511627776x1099511627776x1\": m * n = 1099511627776 * 1099511627776 "
        "passes 2^62");
  CHECK(refusal("  - {csv: none.csv}\n") ==
        "x.yaml:5:11: shapes[0].csv: none.csv: cannot read the file: No such file or directory");
  CHECK(refusal("  - {log_uniform: {low: 9, high: 8}, count: 1, seed: 1}\n") ==
        "x.yaml:5:34: shapes[0].log_uniform.high: \"8\" is not an integer in 9..1099511627776");
}

}  // namespace
}  // namespace mikpoly
