#include "experiments/engine/time_rules_reader.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/config/config_folder.hpp"
#include "core/tuning/ranking.hpp"
#include "experiments/engine/experiment_values.hpp"
#include "experiments/table/timing_table_loader.hpp"

namespace mikpoly::lab {
namespace {

sim::SimulationOptions read_judge(MapReader& map) {
  sim::SimulationOptions judge;
  const std::optional<YamlValue> value = map.optional("judge");
  if (!value) return judge;
  MapReader reader(*value, map.diagnostics());
  judge.warm = bool_or(reader, "warm", judge.warm);
  judge.contention = bool_or(reader, "contention", judge.contention);
  judge.infinite_cache = bool_or(reader, "infinite_cache", judge.infinite_cache);
  judge.zero_fill = bool_or(reader, "zero_fill", judge.zero_fill);
  judge.burst_cost = bool_or(reader, "burst_cost", judge.burst_cost);
  reader.finish();
  return judge;
}

std::optional<MeasureRules> read_measure(MapReader& map) {
  const std::optional<YamlValue> value = map.optional("measure");
  if (!value) return std::nullopt;
  MapReader reader(*value, map.diagnostics());
  MeasureRules measure;
  measure.threads = reader.integer_or("threads", measure.threads, kCount);
  const std::int64_t most = ThreadPool::most_threads(default_threads());
  if (measure.threads > most) {  // how many depends on the machine, the format does not
    map.diagnostics().error(value->node->place, "measure.threads",
                            fmt::format("\"{}\" is not an integer in 1..{}", measure.threads, most));
  }
  measure.rounds = reader.integer_or("rounds", measure.rounds, kCount);
  if (const std::optional<YamlValue> round = reader.optional("round")) {
    const double picoseconds = read_quantity(*round, {Dimension::time}, map.diagnostics()).value;
    measure.round_ns = std::llround(picoseconds / 1e3);
  }
  reader.finish();
  return measure;
}

std::optional<TableSettings> read_table(MapReader& map) {
  const std::optional<YamlValue> value = map.alternative("table");
  if (!value) return std::nullopt;
  MapReader reader(*value, map.diagnostics());
  TableSettings table;
  table.request.file = named_in(*map.map().node->place.file, reader.text("file"));
  if (const std::optional<YamlValue> format = reader.optional("format")) {
    const std::vector<std::string>& known = table_format_names();
    table.request.format = known[static_cast<std::size_t>(read_choice(*format, known, map.diagnostics()))];
  }
  table.request.time_column = reader.text_or("time_column", "");
  if (const std::optional<YamlValue> source = reader.optional("time_source")) {
    const std::int64_t chosen = read_choice(*source, {"device_event", "wall_clock"}, map.diagnostics());
    table.request.source = chosen == 0 ? TimeSource::device_event : TimeSource::wall_clock;
  }
  table.keep.count = reader.integer_or("keep", 0, kCount);
  if (const std::optional<YamlValue> ranking = reader.optional("ranking")) {
    const std::vector<std::string> known = rankings().names();
    table.keep.ranking = known[static_cast<std::size_t>(read_choice(*ranking, known, map.diagnostics()))];
  }
  reader.finish();
  return table;
}

}  // namespace

TimeRules read_time_rules(MapReader& map) {
  TimeRules rules;
  rules.judge = read_judge(map);
  rules.measure = read_measure(map);
  rules.table = read_table(map);
  return rules;
}

}  // namespace mikpoly::lab
