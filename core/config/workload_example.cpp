#include "core/config/workload_example.hpp"

namespace mikpoly {

std::vector<std::string_view> workload_examples() {
  return {R"(schema: workload/v1  # the format of the file
name: example  # what results call it
source: where the shapes are from  # where the shapes are from
dims:  # dimensions that formulas name, for entries without their own; a name is letters, digits and `_`, no digit first
  b: [1, 8]  # values as m has, or a formula over other dims, in no circle; in a list no formula
  s:
    histogram: bert-length-counts.csv  # a table, CSV or JSON lines, beside this file: its values with their counts
    column: tokens  # that holds the values
    counts: count  # column of the counts; default: count
    where:  # rows that are meant: those that have these texts in these columns
      dataset: mrpc_pairs  # column and text
    draw: 2  # so many values instead, drawn in proportion to their counts
    seed: 7  # of the drawing
  t:
    trace: llm-trace.csv  # a table of requests beside this file: values with the number of their rows
    column: context_tokens
    where: {generated_tokens: 94}
  tokens: b*s
shapes:  # entries, each of them one shape or many
  - m: 105  # rows of the output; formulas: whole numbers, dims, + - * / ( ), min, max, ceil_div, floor_div, checked on reading
    n: [1024, 1..8, {value: 1..4096:256, weight: 2}]  # columns of the output, as m
    k:  # length of the reduction, as m; without a formula all combinations of m, n and k are taken, m slowest
      log_uniform: [1, 8192]  # drawn from LOW to HIGH: round(low * (high / low)^u), u uniform in [0, 1)
      count: 2  # how many are drawn; beside `value`: how often it occurs
      seed: 7
    batch: 1  # independent products of that shape; of own shapes and layers as m, else a number
    group: some  # what statistics may be grouped by
    count: 1  # how often the shape occurs in its source; of drawn shapes how many are drawn
    weight: 1.5  # in weighted means, 0..1e12; a use is count * weight
    dims:  # named dimensions of this entry, instead of those of the file
      b: 1  # as dims of the file
  - m:
      uniform: [1, 8192]  # drawn from LOW to HIGH, all alike
      count: 2
      seed: 7
    n:
      zipf: [1, 8192]  # drawn from LOW to HIGH: number r of them in proportion to r^-exponent
      exponent: 1.2  # above 0 and up to 100
      count: 2
      seed: 7
    k:
      value: 64  # a number, a span, or, not in `dims`, a formula
      count: 2
      weight: 2  # in weighted means, 0..1e12
  - csv: deepbench.csv  # a table beside this file: columns m, n, k; batch, group, name, count and weight as wanted
    group: others
    batch: 2
    count: 3
    weight: 2
  - log_uniform:  # shapes drawn, each of their extents as `log_uniform` of one
      low: 1  # least extent
      high: 8192  # largest extent, at least low
    count: 2
    seed: 7  # of the drawing
    group: drawn
    batch: 1
    weight: 1
  - uniform:  # shapes drawn, each of their extents as `uniform` of one
      low: 1  # as of log_uniform
      high: 8192  # as of log_uniform
    count: 2
    seed: 7
  - zipf:  # shapes drawn, each of their extents as `zipf` of one
      low: 1  # as of log_uniform
      high: 8192  # as of log_uniform
    exponent: 1.2  # above 0 and up to 100
    count: 2
    seed: 7
  - layers:  # products that stand once for every combination of the dims, or of a step of the replay
      - m: tokens  # as of a shape; of a replay formulas know tokens, b, and of each sequence s and t
        n: 768  # as m
        k: 768  # as m
        batch: 12*b  # as m; default: 1
        group: ffn  # added to the group of the entry
        count: 12  # times that of the entry
        weight: 1  # times that of the entry, 0..1e12
    dims: {b: 1, tokens: [8, 16]}
)",
          R"(schema: workload/v1
name: replayed
source: a trace
dims:
  s: {histogram: bert-length-counts.csv, column: tokens}
  t: {trace: llm-trace.csv, column: context_tokens, draw: 2, seed: 7}
shapes:
  - replay:  # a trace of requests, and what a served model computes for it
      trace: llm-trace.csv  # a table beside this file in one of the formats that configs/README.md names
      where:  # rows that are meant: those that have these texts in these columns
        generated_tokens: 94  # column and text
      limit: 8  # the first rows, so many of them; default: all
      mode: prefill  # prefill: every prompt alone; decode: a row for each request in flight; continuous: both, mixed
    layers:
      - {m: tokens, n: 768, k: 768}
  - replay:
      trace: llm-trace.csv
      mode: decode
      step: 40 ms  # how long a step is assumed to take, at least 1 ns
      page: 16  # tokens attended to are rounded up to multiples; default: 1
    layers:
      - {m: tokens, n: 768, k: 768}
  - replay:
      trace: llm-trace.csv
      mode: continuous
      step: 40 ms
      page: 16
      token_budget: 512  # most rows of a step
      most_running: 64  # most sequences of a step; default: token_budget
    layers:
      - {m: s, n: t, k: 64, batch: 12*b}
)"};
}

}  // namespace mikpoly
