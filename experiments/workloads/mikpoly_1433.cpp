// Source: buckets and numbers of cases from MikPoly (ASPLOS'24, https://doi.org/10.1145/3620665.3640390), Table 3.
// Known limits: the paper lists no shapes; that extents are log-uniform inside their bucket is our choice.
#include "experiments/workloads/mikpoly_1433.hpp"

#include <array>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/problem/gemm_shape.hpp"
#include "core/workload/draws.hpp"

namespace mikpoly::lab {

namespace {

struct Extents {
  std::int64_t low = 1;
  std::int64_t high = 1;
};

struct Bucket {
  Extents m;
  Extents n;
  Extents k;
  std::int64_t cases = 0;
};

constexpr std::array<Bucket, 9> kBuckets = {{
    {{1, 256}, {1, 256}, {1, 256}, 299},
    {{1, 256}, {1, 256}, {257, 65536}, 218},
    {{1, 256}, {257, 1024}, {1, 65536}, 232},
    {{1, 256}, {1025, 65536}, {1, 65536}, 97},
    {{257, 1024}, {1, 256}, {1, 65536}, 64},
    {{257, 1024}, {257, 65536}, {1, 65536}, 87},
    {{1025, 8192}, {1, 256}, {1, 65536}, 65},
    {{1025, 8192}, {257, 8192}, {1, 65536}, 136},
    {{8193, 65536}, {1, 8192}, {1, 8192}, 69},
}};

std::string name_of(const Bucket& bucket) {
  return fmt::format("m{}-{}_n{}-{}_k{}-{}", bucket.m.low, bucket.m.high, bucket.n.low, bucket.n.high, bucket.k.low,
                     bucket.k.high);
}

}  // namespace

std::string draw_real_world_gemms(std::int64_t seed) {
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> seen;
  std::string csv = "m,n,k,group,count\n";
  for (const Bucket& bucket : kBuckets) {
    LogUniform m(bucket.m.low, bucket.m.high, seed++);
    LogUniform n(bucket.n.low, bucket.n.high, seed++);
    LogUniform k(bucket.k.low, bucket.k.high, seed++);
    const std::string group = name_of(bucket);
    for (std::int64_t drawn = 0; drawn < bucket.cases;) {
      const GemmShape shape{.m = m.next(), .n = n.next(), .k = k.next()};
      if (!seen.emplace(shape.m, shape.n, shape.k).second) continue;
      csv += fmt::format("{},{},{},{},1\n", shape.m, shape.n, shape.k, group);
      ++drawn;
    }
  }
  return csv;
}

}  // namespace mikpoly::lab
