// The shipped workloads: what their sources count, and that the drawn file is what its generator makes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>

#include "core/config/workload_loader.hpp"
#include "experiments/workloads/bert_lengths.hpp"
#include "experiments/workloads/mikpoly_1433.hpp"
#include "tests/architecture/source_tree.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::architecture {

namespace {

Workload shipped(const std::string& name) {
  return load_workload((source_root() / "configs" / "workloads" / (name + ".yaml")).string());
}

std::size_t distinct_shapes(const Workload& workload) {
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> distinct;
  for (const WorkloadItem& item : workload.items) distinct.emplace(item.shape.m, item.shape.n, item.shape.k);
  return distinct.size();
}

}  // namespace

TEST_CASE("The drawn part of mikpoly-1433 is what its generator makes", "[architecture]") {
  CHECK(read_text("configs/workloads/mikpoly-drawn-1267.csv") == lab::draw_real_world_gemms(lab::kMikpoly1433Seed));
}

TEST_CASE("DeepBench has 166 distinct triples on 248 lines", "[architecture]") {
  const Workload workload = shipped("deepbench");

  std::int64_t lines = 0;
  for (const WorkloadItem& item : workload.items) lines += item.count;
  CHECK(workload.items.size() == 166);
  CHECK(distinct_shapes(workload) == 166);
  CHECK(lines == 248);
}

// Cases per bucket: MikPoly (ASPLOS'24), Table 3. The group's name is its bucket.
TEST_CASE("mikpoly-1433 has the published number of distinct shapes in every bucket", "[architecture]") {
  const std::map<std::string, int> published = {
      {"deepbench", 166},
      {"m1-256_n1-256_k1-256", 299},
      {"m1-256_n1-256_k257-65536", 218},
      {"m1-256_n257-1024_k1-65536", 232},
      {"m1-256_n1025-65536_k1-65536", 97},
      {"m257-1024_n1-256_k1-65536", 64},
      {"m257-1024_n257-65536_k1-65536", 87},
      {"m1025-8192_n1-256_k1-65536", 65},
      {"m1025-8192_n257-8192_k1-65536", 136},
      {"m8193-65536_n1-8192_k1-8192", 69},
  };
  const std::regex bucket("m(\\d+)-(\\d+)_n(\\d+)-(\\d+)_k(\\d+)-(\\d+)");
  const Workload workload = shipped("mikpoly-1433");

  std::map<std::string, int> found;
  for (const WorkloadItem& item : workload.items) {
    ++found[item.group];
    std::smatch bound;
    if (!std::regex_match(item.group, bound, bucket)) continue;
    const auto inside = [&](std::int64_t extent, std::size_t low) {
      return std::stoll(bound[low]) <= extent && extent <= std::stoll(bound[low + 1]);
    };
    CAPTURE(item.id, item.group);
    CHECK((inside(item.shape.m, 1) && inside(item.shape.n, 3) && inside(item.shape.k, 5)));
  }
  CHECK(found == published);
  CHECK(distinct_shapes(workload) == 1433);
}

// 128 * 64^u is below 1024 for u < 1/2: the median extent is 1024.
TEST_CASE("log-uniform has 2000 shapes in 128..8192, half of the extents below 1024", "[architecture]") {
  const Workload workload = shipped("log-uniform");

  int below = 0;
  for (const WorkloadItem& item : workload.items) {
    for (const std::int64_t extent : {item.shape.m, item.shape.n, item.shape.k}) {
      CHECK((extent >= 128 && extent <= 8192));
      below += extent < 1024 ? 1 : 0;
    }
  }
  REQUIRE(workload.items.size() == 2000);
  // 6000 extents: 3000 +- 4 standard deviations of sqrt(6000 / 4) = 38.7.
  CHECK(below > 2845);
  CHECK(below < 3155);
}

TEST_CASE("bert-lengths is what its generator makes of the counts: 500 layers of six products", "[architecture]") {
  const CsvTable counts = load_csv((source_root() / "configs" / "workloads" / "bert-length-counts.csv").string());
  CHECK(read_text("configs/workloads/bert-lengths.csv") ==
        lab::draw_bert_layers(counts, lab::kBertLengths, lab::kBertLengthsSeed));

  std::map<std::string, std::int64_t> calls;
  for (const WorkloadItem& item : shipped("bert-lengths").items) calls[item.group] += item.count;
  CHECK(calls.size() == 6);
  for (const auto& [group, count] : calls) CHECK(count == 500);
}

TEST_CASE("peers-246 has its 246 distinct shapes in six groups", "[architecture]") {
  const std::map<std::string, int> wanted{{"conv", 34},   {"deepbench", 39}, {"prime", 14},
                                          {"skinny", 30}, {"tiny", 25},      {"transformer", 104}};
  const Workload workload = shipped("peers-246");

  std::map<std::string, int> found;
  for (const WorkloadItem& item : workload.items) ++found[item.group];
  CHECK(found == wanted);
  CHECK(distinct_shapes(workload) == 246);
}

TEST_CASE("log-uniform-500 has 500 shapes in 1..2048", "[architecture]") {
  const Workload workload = shipped("log-uniform-500");

  CHECK(workload.items.size() == 500);
  for (const WorkloadItem& item : workload.items) {
    for (const std::int64_t extent : {item.shape.m, item.shape.n, item.shape.k}) CHECK((extent >= 1 && extent <= 2048));
  }
}

// M = 1024, 1280 ... 4096 are 13, and two more.
TEST_CASE("The case study sweeps M in 13 steps and adds two shapes", "[architecture]") {
  const Workload workload = shipped("case-study");

  CHECK(workload.items.size() == 15);
  CHECK(std::ranges::count(workload.items, "sweep-m", &WorkloadItem::group) == 13);
  CHECK(workload.items.back().id == "105x1024x12544");
}

}  // namespace mikpoly::architecture
