#include "core/config/workload_example.hpp"

namespace mikpoly {

std::vector<std::string_view> workload_examples() {
  return {R"(schema: workload/v1  # the format of the file
name: example  # what results call it
source: where the shapes are from  # where the shapes are from
shapes:  # entries, each of them one shape or many
  - m: 105  # rows of the output: `105`, `[1, 8, 64]`, `1..4096`, `1..4096:256`, or drawn
    n: [1024, 1..8]  # columns of the output, as m
    k:  # length of the reduction, as m; all combinations of m, n and k are taken, m slowest
      log_uniform: [1, 8192]  # one extent drawn: round(low * (high / low)^u), u uniform in [0, 1)
      count: 2  # how many are drawn
      seed: 7  # of the drawing
    group: some  # what statistics may be grouped by
    batch: 1  # independent products of that shape
    count: 1  # how often the shape occurs in its source
    weight: 1.5  # in weighted means
  - m:
      log_uniform: [1, 8192]  # as of k
      count: 2  # as of k
      seed: 7  # as of k
    n: 1024
    k: [1, 1..8]
  - m: [1, 1..8]
    n:
      log_uniform: [1, 8192]  # as of k
      count: 2  # as of k
      seed: 7  # as of k
    k: 1024
  - csv: deepbench.csv  # a table with the columns m, n, k; batch, group, count and weight as wanted
    group: others
    batch: 2
    count: 3
    weight: 2
  - log_uniform:  # shapes drawn, each of their extents as above
      low: 1  # least extent
      high: 8192  # largest extent
    count: 2
    seed: 7  # of the drawing
    group: drawn
    batch: 1
    weight: 1
)"};
}

}  // namespace mikpoly
