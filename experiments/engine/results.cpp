#include "experiments/engine/results.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

using Row = const ResultRow&;
using Facts = const RunFacts&;

std::string ratio(double value) {
  return fmt::format("{:.6f}", value);
}

// Rounded up: a gap is printed as zero only when it is zero.
std::string gap_text(const std::optional<double>& gap) {
  return gap ? ratio(std::ceil(*gap * 1e6) / 1e6) : "";
}

std::string ratio(const std::optional<double>& value) {
  return value ? ratio(*value) : "";
}

// Text of a time, or nothing for a row without times.
template <typename Text>
std::string timed(Row row, Text text) {
  return row.times ? text(*row.times) : "";
}

// Text of what a simulated machine did, or nothing.
template <typename Text>
std::string used(Row row, Text text) {
  return row.times && row.use ? text(*row.use) : "";
}

std::string optional_time(const std::optional<Picoseconds>& time) {
  return time ? microseconds_text(*time) : "";
}

std::string type_name(DataType type) {
  return std::string(name_of(type));
}

std::string nothing(Row, Facts) {
  return "";
}

// 2 FLOP per multiply-accumulate; 1 FLOP/ps = 1000 GFLOP/s. Nothing to divide by when nothing ran.
std::string gflops(Row row, Facts) {
  return timed(row, [&row](const RowTimes& times) {
    if (times.measured.median.count <= 0) return std::string();
    return fmt::format("{:.3f}",
                       2.0 * row.item.shape.macs() * 1000.0 / static_cast<double>(times.measured.median.count));
  });
}

std::vector<ResultColumn> problem_columns() {
  return {
      {"problem_id", "the shape's id in its workload", [](Row row, Facts) { return row.item.id; }},
      {"workload", "name of the workload", [](Row row, Facts) { return row.setup.workload; }},
      {"group", "what statistics may be grouped by", [](Row row, Facts) { return row.item.group; }},
      {"count", "how often the shape occurs in its source",
       [](Row row, Facts) { return fmt::to_string(row.item.count); }},
      {"weight", "its weight in weighted means", [](Row row, Facts) { return fmt::format("{}", row.item.weight); }},
      {"op", "gemm or conv", [](Row, Facts) { return std::string("gemm"); }},
      {"m", "rows of the output", [](Row row, Facts) { return fmt::to_string(row.item.shape.m); }},
      {"n", "columns of the output", [](Row row, Facts) { return fmt::to_string(row.item.shape.n); }},
      {"k", "length of the reduction", [](Row row, Facts) { return fmt::to_string(row.item.shape.k); }},
      {"batch", "independent products of that shape",
       [](Row row, Facts) { return fmt::to_string(row.item.shape.batch); }},
      {"conv", "the layer in the one-operator notation; empty for GEMM", &nothing},
      {"dtype_a", "element type of A", [](Row row, Facts) { return type_name(row.setup.types.a); }},
      {"dtype_b", "element type of B", [](Row row, Facts) { return type_name(row.setup.types.b); }},
      {"dtype_acc", "type of the sums", [](Row row, Facts) { return type_name(row.setup.types.acc); }},
      {"dtype_d", "element type of the output", [](Row row, Facts) { return type_name(row.setup.types.d); }},
      {"layout", "transposition of A and B: N or T each", [](Row, Facts) { return std::string("NN"); }},
  };
}

std::vector<ResultColumn> choice_columns() {
  return {
      {"hardware", "name of the accelerator", [](Row row, Facts) { return row.setup.hardware; }},
      {"backend", "what ran the plan", [](Row row, Facts) { return row.setup.backend; }},
      {"mode", "cold: operands in main memory; warm: in the nearest shared level; empty where a table does not say it",
       [](Row row, Facts) { return row.setup.mode; }},
      {"threads", "CPU threads; empty where the machine decides",
       [](Row row, Facts) { return row.setup.threads ? fmt::to_string(*row.setup.threads) : ""; }},
      {"selector", "what chose the plan", [](Row row, Facts) { return row.choice.selector; }},
      {"pattern_set", "patterns the selector could use", [](Row row, Facts) { return row.choice.pattern_set; }},
      {"pattern", "pattern of the plan", [](Row row, Facts) { return row.choice.pattern; }},
      {"plan", "the plan's text form; empty when there is nothing to compute",
       [](Row row, Facts) { return row.choice.plan; }},
      {"status", "done, failed or skipped", [](Row row, Facts) { return row.outcome.status; }},
      {"disposition", "of the values: passed, failed, not_checked or unsupported",
       [](Row row, Facts) { return row.outcome.disposition; }},
      {"reason", "of a failure, in one sentence", [](Row row, Facts) { return row.outcome.reason; }},
  };
}

std::vector<ResultColumn> time_columns() {
  return {
      {"predicted_us", "Eq. 2 for the plan, whatever the selector minimised",
       [](Row row, Facts) { return timed(row, [](const RowTimes& times) { return optional_time(times.predicted); }); }},
      {"predicted_makespan_us", "the makespan model for the plan",
       [](Row row, Facts) {
         return timed(row, [](const RowTimes& times) { return optional_time(times.predicted_makespan); });
       }},
      {"time_us",
       "simulated: device time, launch not included; measured: median of a prepared call; of a table: its median",
       [](Row row, Facts) {
         return timed(row, [](const RowTimes& times) { return microseconds_text(times.measured.median); });
       }},
      {"time_source", "where time_us comes from; times of different source are never aggregated",
       [](Row row, Facts) {
         return timed(row, [](const RowTimes& times) { return std::string(name_of(times.measured.source)); });
       }},
      {"time_iqr_us", "interquartile range of the samples",
       [](Row row, Facts) {
         return timed(row, [](const RowTimes& times) { return microseconds_text(times.measured.interquartile_range); });
       }},
      {"samples", "number of timings, each a batch of calls; 1 when simulated",
       [](Row row, Facts) {
         return timed(row, [](const RowTimes& times) { return fmt::to_string(times.measured.samples); });
       }},
      {"launch_us", "host-side cost of one launch, not part of time_us; empty when measured",
       [](Row row, Facts) { return timed(row, [](const RowTimes& times) { return optional_time(times.launch); }); }},
      {"planning_us", "wall-clock time of the selection; empty when simulated",
       [](Row row, Facts) { return timed(row, [](const RowTimes& times) { return optional_time(times.planning); }); }},
      {"gflops", "2 m n k batch over time_us, in GFLOP/s", &gflops},
      {"waves", "tasks of the processing element that got most; this and the next three are empty when measured",
       [](Row row, Facts) { return used(row, [](const RowUse& use) { return fmt::to_string(use.waves); }); }},
      {"tail_util", "mean busy time of the processing elements over the last one's",
       [](Row row, Facts) { return used(row, [](const RowUse& use) { return ratio(use.tail_util); }); }},
      {"pad_waste", "share of the computed multiply-accumulates that padding added",
       [](Row row, Facts) { return used(row, [](const RowUse& use) { return ratio(use.pad_waste); }); }},
      {"bound_by", "pipe or memory level with the largest share of the time",
       [](Row row, Facts) { return used(row, [](const RowUse& use) { return use.bound_by; }); }},
  };
}

std::vector<ResultColumn> score_columns() {
  return {
      {"regret", "time over the oracle's with the run's largest pattern set",
       [](Row row, Facts) { return ratio(row.score.regret); }},
      {"regret_all", "time over that of the best single kernel of all feasible candidates",
       [](Row row, Facts) { return ratio(row.score.regret_all); }},
      {"oracle_gap", "oracle only: share of its time that an unexplored plan could still save",
       [](Row row, Facts) { return gap_text(row.choice.oracle_gap); }},
      {"extrapolated", "a kernel ran more k steps than its curve was sampled for",
       [](Row row, Facts) { return row.times ? std::string(row.choice.extrapolated ? "true" : "false") : ""; }},
      {"seed", "seed of the experiment", [](Row, Facts facts) { return fmt::to_string(facts.seed); }},
      {"hw_hash", "content hash of the hardware description", [](Row row, Facts) { return row.setup.hardware_hash; }},
      {"library_hash", "content hash of the kernel library", [](Row row, Facts) { return row.setup.library_hash; }},
      {"tool_version", "version of mikpoly that wrote the row", [](Row, Facts facts) { return facts.tool_version; }},
  };
}

}  // namespace

std::string microseconds_text(Picoseconds time) {
  constexpr std::int64_t kPerMicrosecond = 1'000'000;
  return fmt::format("{}.{:06}", time.count / kPerMicrosecond, time.count % kPerMicrosecond);
}

const std::vector<ResultColumn>& result_columns() {
  static const std::vector<ResultColumn> columns = [] {
    std::vector<ResultColumn> all;
    for (const auto& part : {problem_columns(), choice_columns(), time_columns(), score_columns()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return columns;
}

std::int64_t column_index(std::string_view name) {
  const std::vector<ResultColumn>& columns = result_columns();
  for (std::int64_t i = 0; i < std::ssize(columns); ++i) {
    if (columns[static_cast<std::size_t>(i)].name == name) return i;
  }
  fail_internal("results.csv has no such column", __FILE__, __LINE__);
}

std::string results_header() {
  std::vector<std::string_view> names;
  for (const ResultColumn& column : result_columns()) names.push_back(column.name);
  return fmt::format("{}", fmt::join(names, ","));
}

std::vector<std::string> fields_of(const ResultRow& row, const RunFacts& facts) {
  std::vector<std::string> fields;
  for (const ResultColumn& column : result_columns()) fields.push_back(column.text(row, facts));
  return fields;
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::string record;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) record += ',';
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      record += field;
      continue;
    }
    record += '"';
    for (const char character : field) record.append(character == '"' ? 2 : 1, character);
    record += '"';
  }
  return record + "\n";
}

}  // namespace mikpoly::lab
