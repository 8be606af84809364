#include "core/config/replay_reader.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/config/row_filter.hpp"
#include "core/config/rule_reader.hpp"
#include "core/config/trace_reader.hpp"

namespace mikpoly {
namespace {

/// The names that layers may use; the first two are those of steps_of(), all those of sequences_of().
const std::vector<std::string> kNames{"tokens", "b", "s", "t"};
constexpr std::int64_t kFirstOfSequence = 2;

struct ReplayKeys {
  std::optional<YamlValue> trace;
  std::string file;
  RowFilter where;
  std::int64_t limit = 0;
  const ReplayMode* mode = nullptr;
  std::string mode_name;
  ReplayRules rules;
};

std::int64_t read_step(MapReader& map) {
  const std::optional<YamlValue> step = map.required("step");
  if (!step) return 1;
  Diagnostics own(map.diagnostics().recorder());
  const double ns = read_quantity(*step, {Dimension::time}, own).value / 1e3;
  if (ns < 1.0 && !own.has_errors()) {
    own.error(step->node->place, step->path,
              fmt::format("{} is below 1 ns; a step takes at least that", described(*step->node)));
  }
  map.diagnostics().take(own);
  return std::max<std::int64_t>(1, std::llround(ns));
}

// Says of each key that only other modes know which these are; finish() says where it stands.
void tell_other_modes(MapReader& map, const YamlValue& value, const ReplayKeys& keys) {
  struct OfModes {
    const char* key;
    bool ReplayMode::*takes;
  };
  for (const OfModes& each :
       {OfModes{"step", &ReplayMode::takes_step}, OfModes{"page", &ReplayMode::takes_step},
        OfModes{"token_budget", &ReplayMode::takes_budget}, OfModes{"most_running", &ReplayMode::takes_budget}}) {
    if (keys.mode->*each.takes || map.map().node->find(each.key) == nullptr) continue;
    std::vector<std::string> others = replay_modes().names();
    std::erase_if(others, [&](const std::string& name) { return !(replay_modes().find(name).*each.takes); });
    map.diagnostics().error(
        value.node->place, value.path,
        fmt::format("{} takes no {}; it is for {}", keys.mode_name, each.key, fmt::join(others, ", ")));
  }
}

ReplayKeys read_keys(const YamlValue& value, Diagnostics& diagnostics) {
  constexpr IntegerRange kPositive{.least = 1, .most = kMaxExtent};
  MapReader map(value, diagnostics);
  ReplayKeys keys;
  keys.trace = map.required("trace");
  if (keys.trace) keys.file = read_text(*keys.trace, diagnostics);
  keys.where = read_row_filter(map);
  keys.limit = map.integer_or("limit", 0, {.least = 1, .most = kMaxExtent});
  if (const std::optional<YamlValue> mode = map.required("mode")) {
    const std::vector<std::string> known = replay_modes().names();
    keys.mode_name = known[static_cast<std::size_t>(read_choice(*mode, known, diagnostics))];
    if (keys.mode_name == mode->node->text) keys.mode = &replay_modes().find(keys.mode_name);
    if (keys.mode != nullptr) tell_other_modes(map, *mode, keys);
  }
  if (keys.mode == nullptr) return keys;  // which keys are known depends on it
  if (keys.mode->takes_step) {
    keys.rules.step_ns = read_step(map);
    keys.rules.page = map.integer_or("page", 1, kPositive);
  }
  if (keys.mode->takes_budget) {
    keys.rules.token_budget = map.integer("token_budget", kPositive);
    keys.rules.most_running = map.integer_or("most_running", keys.rules.token_budget, kPositive);
  }
  map.finish();
  return keys;
}

void warn(const ReplayKeys& keys, const RequestTrace& trace, Diagnostics& diagnostics) {
  const auto say = [&](const std::string& sentence) {
    diagnostics.warning(keys.trace->node->place, keys.trace->path, sentence);
  };
  const std::int64_t all = std::ssize(trace.requests) + trace.failed;
  if (trace.failed > 0) {
    say(fmt::format("{} of {} requests have no token in or out; they failed and are left out", trace.failed, all));
  }
  if (trace.out_of_order > 0) {
    say(fmt::format("{} of {} requests stand below a later one; they are put in the order of their arrival",
                    trace.out_of_order, all));
  }
}

std::optional<Replay> replayed(const ReplayKeys& keys, Diagnostics& diagnostics) {
  std::optional<Replay> replay;
  told_at(*keys.trace, diagnostics, [&] {
    CsvTable table = load_table_beside(*keys.trace, keys.file);
    keep_rows(table, keys.where);
    const RequestTrace trace = read_requests(table, keys.limit);
    warn(keys, trace, diagnostics);
    replay = keys.mode->run(trace, keys.rules);
    replay->summary.mode = keys.mode_name;
    replay->summary.trace = keys.file;
    replay->summary.requests = std::ssize(trace.requests) + trace.failed;
    replay->summary.failed = trace.failed;
  });
  return replay;
}

}  // namespace

void add_replay(MapReader& map, const WorkloadEntry& entry, WorkloadItems& items, std::vector<ReplaySummary>& replays) {
  Diagnostics& diagnostics = map.diagnostics();
  const std::optional<YamlValue> value = map.required("replay");
  const std::optional<YamlValue> layers = map.required("layers");
  std::vector<ReadRule> rules;
  if (layers) rules = read_layers(*layers, kNames, entry, diagnostics);
  Diagnostics own(diagnostics.recorder());
  const ReplayKeys keys = read_keys(*value, own);
  const std::optional<Replay> replay = own.has_errors() ? std::nullopt : replayed(keys, own);
  diagnostics.take(own);
  if (!replay) return;
  const Combinations steps = steps_of(*replay);
  const Combinations sequences = sequences_of(*replay);
  for (const ReadRule& rule : rules) {
    const bool of_sequences = rule.rule.uses(kFirstOfSequence) || rule.rule.uses(kFirstOfSequence + 1);
    add_rule(rule, of_sequences ? sequences : steps, false, items, diagnostics);
  }
  replays.push_back(replay->summary);
}

}  // namespace mikpoly
