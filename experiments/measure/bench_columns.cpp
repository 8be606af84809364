#include "experiments/measure/bench_columns.hpp"

#include <fmt/format.h>

#include "experiments/engine/build_info.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/measure/foreign_load.hpp"

namespace mikpoly::lab {
namespace {

using Row = const BenchRow&;
using Facts = const BenchFacts&;

std::string type_name(DataType type) {
  return std::string(name_of(type));
}

template <typename Text>
std::string timed(Row row, Text text) {
  return row.times ? text(*row.times) : "";
}

template <typename Text>
std::string limited(Row row, Text text) {
  return row.conditions.limits ? text(*row.conditions.limits) : "";
}

std::string layout_of(const GemmProblem& problem) {
  return fmt::format("{}{}", problem.a.transposed ? 'T' : 'N', problem.b.transposed ? 'T' : 'N');
}

// 2 FLOP per multiply-accumulate; 1 FLOP/ps = 1000 GFLOP/s.
std::string gflops(Row row, Facts) {
  return timed(row, [&row](const BenchTimes& times) {
    if (times.all.median.count <= 0) return std::string();
    return fmt::format("{:.3f}", 2e3 * row.item.shape.macs() / static_cast<double>(times.all.median.count));
  });
}

std::string of_limit(Row row, Facts) {
  if (!row.times || !row.conditions.limits || row.times->all.median.count <= 0) return "";
  return fmt::format("{:.6f}", row.conditions.limits->least.microseconds() / row.times->all.median.microseconds());
}

std::string foreign(Row row, Facts) {
  return row.conditions.foreign_processors ? fmt::format("{:.3f}", *row.conditions.foreign_processors) : "";
}

std::string noisy(Row row, Facts) {
  if (!row.conditions.foreign_processors) return "";
  return *row.conditions.foreign_processors > kNoisyProcessors ? "true" : "false";
}

std::vector<BenchColumn> problem_columns() {
  return {
      {"problem_id", "the shape's id in its workload", [](Row row, Facts) { return row.item.id; }},
      {"workload", "name of the workload", [](Row, Facts facts) { return facts.settings.workload; }},
      {"group", "what statistics are grouped by", [](Row row, Facts) { return row.item.group; }},
      {"count", "how often the shape occurs in its source",
       [](Row row, Facts) { return fmt::to_string(row.item.count); }},
      {"m", "rows of the output", [](Row row, Facts) { return fmt::to_string(row.item.shape.m); }},
      {"n", "columns of the output", [](Row row, Facts) { return fmt::to_string(row.item.shape.n); }},
      {"k", "length of the reduction", [](Row row, Facts) { return fmt::to_string(row.item.shape.k); }},
      {"batch", "independent products of that shape",
       [](Row row, Facts) { return fmt::to_string(row.item.shape.batch); }},
      {"dtype_a", "element type of A", [](Row, Facts facts) { return type_name(facts.settings.problem.types.a); }},
      {"dtype_b", "element type of B", [](Row, Facts facts) { return type_name(facts.settings.problem.types.b); }},
      {"dtype_acc", "type of the sums", [](Row, Facts facts) { return type_name(facts.settings.problem.types.acc); }},
      {"dtype_d", "element type of the output",
       [](Row, Facts facts) { return type_name(facts.settings.problem.types.d); }},
      {"layout", "transposition of A and B: N or T each",
       [](Row, Facts facts) { return layout_of(facts.settings.problem); }},
      {"backend", "what computed", [](Row row, Facts) { return row.backend; }},
      {"mode", "warm, cold, first, prepared or packed",
       [](Row, Facts facts) { return std::string(name_of(facts.settings.mode)); }},
      {"threads", "threads a backend may use", [](Row, Facts facts) { return fmt::to_string(facts.settings.threads); }},
      {"status", "done, failed or skipped", [](Row row, Facts) { return row.outcome.status; }},
      {"disposition", "of the values: passed, failed, not_checked or unsupported",
       [](Row row, Facts) { return row.outcome.disposition; }},
      {"reason", "of a failure, in one sentence", [](Row row, Facts) { return row.outcome.reason; }},
  };
}

std::vector<BenchColumn> time_columns() {
  return {
      {"time_us", "median of a call over all rounds; mode first: the first call",
       [](Row row, Facts) { return timed(row, [](const BenchTimes& t) { return microseconds_text(t.all.median); }); }},
      {"time_source", "where time_us comes from",
       [](Row row, Facts) {
         return timed(row, [](const BenchTimes& t) { return std::string(name_of(t.all.source)); });
       }},
      {"time_iqr_us", "interquartile range of the samples",
       [](Row row, Facts) {
         return timed(row, [](const BenchTimes& t) { return microseconds_text(t.all.interquartile_range); });
       }},
      {"samples", "number of timings, each a batch of calls of at least 20 us",
       [](Row row, Facts) { return timed(row, [](const BenchTimes& t) { return fmt::to_string(t.all.samples); }); }},
      {"gflops", "2 m n k batch over time_us, in GFLOP/s", &gflops},
      {"call", "plain, prepared or packed", [](Row, Facts facts) { return std::string(call_of(facts.settings.mode)); }},
      {"role", "subject or peer", [](Row row, Facts) { return std::string(row.is_subject ? "subject" : "peer"); }},
      {"process", "which of the processes, from 1", [](Row, Facts facts) { return fmt::to_string(facts.process); }},
      {"pick_us", "median over the rounds that pick the best peer; mode first: the first call",
       [](Row row, Facts) { return timed(row, [](const BenchTimes& t) { return microseconds_text(t.pick); }); }},
      {"score_us", "median over the rounds that score; mode first: the first call",
       [](Row row, Facts) { return timed(row, [](const BenchTimes& t) { return microseconds_text(t.score); }); }},
      {"best_peer", "peer with the least pick_us", [](Row row, Facts) { return row.score.best_peer; }},
      {"speed_of_best", "score_us of the best peer over the row's own",
       [](Row row, Facts) { return row.score.speed ? fmt::format("{:.6f}", *row.score.speed) : ""; }},
      {"later_us", "mode first: median of later calls on other fresh buffers",
       [](Row row, Facts) {
         return timed(row, [](const BenchTimes& t) { return t.later ? microseconds_text(*t.later) : ""; });
       }},
  };
}

std::vector<BenchColumn> condition_columns() {
  return {
      {"peak_gflops", "multiply-adds in registers, best of the shape's rounds",
       [](Row row, Facts) {
         return limited(row, [](const ShapeLimits& l) { return fmt::format("{:.3f}", l.peak_gflops); });
       }},
      {"read_gbs", "reading as many bytes as the shape has, best of its rounds",
       [](Row row, Facts) {
         return limited(row, [](const ShapeLimits& l) { return fmt::format("{:.3f}", l.read_gbs); });
       }},
      {"limit_us", "roofline: the larger of computing at that peak and reading each operand once",
       [](Row row, Facts) { return limited(row, [](const ShapeLimits& l) { return microseconds_text(l.least); }); }},
      {"of_limit", "limit_us over time_us", &of_limit},
      {"foreign_cpus", "processors that others kept busy meanwhile", &foreign},
      {"noisy", "whether that was more than 0.06", &noisy},
      {"rotating_bytes", "mode cold: of all buffers in rotation; 0 otherwise",
       [](Row row, Facts) { return fmt::to_string(row.conditions.rotating_bytes); }},
      {"seed", "of the order of shapes and of the values",
       [](Row, Facts facts) { return fmt::to_string(facts.settings.seed); }},
      {"tool_version", "version of mikpoly that wrote the row",
       [](Row, Facts) { return std::string(build_info().version); }},
  };
}

}  // namespace

const std::vector<BenchColumn>& bench_columns() {
  static const std::vector<BenchColumn> columns = [] {
    std::vector<BenchColumn> all;
    for (const auto& part : {problem_columns(), time_columns(), condition_columns()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return columns;
}

std::string bench_header() {
  std::vector<std::string_view> names;
  for (const BenchColumn& column : bench_columns()) names.push_back(column.name);
  return fmt::format("{}", fmt::join(names, ","));
}

std::string bench_record(const BenchRow& row, const BenchFacts& facts) {
  std::vector<std::string> fields;
  for (const BenchColumn& column : bench_columns()) fields.push_back(column.text(row, facts));
  return csv_record(fields);
}

}  // namespace mikpoly::lab
