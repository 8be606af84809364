#include "core/config/workload_entry.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/config/dims_reader.hpp"
#include "core/config/draw_reader.hpp"
#include "core/config/extent_reader.hpp"
#include "core/config/replay_reader.hpp"
#include "core/config/row_filter.hpp"
#include "core/config/rule_reader.hpp"
#include "core/config/workload_table.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {
namespace {

/// One kind of entry, known by the key that only it has.
struct EntryKind {
  std::string_view key;
  void (*add)(MapReader& map, WorkloadSoFar& workload);
};

// An entry whose shapes share one batch. Of drawn shapes `count` says how many.
WorkloadEntry read_whole(MapReader& map, bool counted) {
  WorkloadEntry entry;
  if (counted) {
    entry = read_entry(map);
  } else {
    entry.group = map.text_or("group", "");
    if (const std::optional<YamlValue> weight = map.optional("weight")) {
      entry.use.weight = read_weight(*weight, map.diagnostics());
    }
  }
  entry.batch = map.integer_or("batch", 1, {.least = 0, .most = kMaxExtent});
  return entry;
}

void add_csv(MapReader& map, WorkloadSoFar& workload) {
  const std::optional<YamlValue> file = map.required("csv");
  const WorkloadEntry entry = read_whole(map, true);
  const std::string name = read_text(*file, map.diagnostics());
  if (name.empty()) return;
  told_at(*file, map.diagnostics(), [&] { add_table(load_table_beside(*file, name), entry, workload.items); });
}

template <const char* distribution>
void add_drawn(MapReader& map, WorkloadSoFar& workload) {
  const WorkloadEntry entry = read_whole(map, false);
  told_of_shapes(map.map(), map.diagnostics(), [&] { add_drawn_shapes(map, distribution, entry, workload.items); });
}

void add_replayed(MapReader& map, WorkloadSoFar& workload) {
  add_replay(map, read_entry(map), workload.items, workload.replays);
}

// The dims of the entry, else those of the file.
const Combinations& dims_of(MapReader& map, const WorkloadSoFar& workload, std::optional<Combinations>& own) {
  if (const std::optional<YamlValue> dims = map.optional("dims")) own = read_dims(*dims, map.diagnostics());
  return own ? *own : workload.dims;
}

void add_layers(MapReader& map, WorkloadSoFar& workload) {
  std::optional<Combinations> own;
  const Combinations& dims = dims_of(map, workload, own);
  const std::optional<YamlValue> layers = map.required("layers");
  for (const ReadRule& rule : read_layers(*layers, dims.names, read_entry(map), map.diagnostics())) {
    if (dims.names.empty()) {
      add_rule(rule, workload.items, map.diagnostics());
    } else {
      add_rule(rule, dims, true, workload.items, map.diagnostics());
    }
  }
}

void add_shapes(MapReader& map, WorkloadSoFar& workload) {
  std::optional<Combinations> own;
  const Combinations& dims = dims_of(map, workload, own);
  const ReadRule rule = read_rule(map, dims.names, {});
  if (rule.rule.has_formula()) {
    add_rule(rule, dims, true, workload.items, map.diagnostics());
  } else {
    add_rule(rule, workload.items, map.diagnostics());
  }
}

constexpr char kLogUniform[] = "log_uniform";
constexpr char kUniform[] = "uniform";
constexpr char kZipf[] = "zipf";

// `layers` comes after `replay`, which has layers too.
constexpr EntryKind kKinds[] = {{"csv", &add_csv},
                                {kLogUniform, &add_drawn<kLogUniform>},
                                {kUniform, &add_drawn<kUniform>},
                                {kZipf, &add_drawn<kZipf>},
                                {"replay", &add_replayed},
                                {"layers", &add_layers}};

}  // namespace

void add_entry(const YamlValue& value, WorkloadSoFar& workload, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  if (!value.node->is_map()) return;
  const auto stands = [&](const EntryKind& kind) { return value.node->find(kind.key) != nullptr; };
  const EntryKind* const chosen = std::ranges::find_if(kKinds, stands);
  if (chosen != std::end(kKinds)) {
    chosen->add(map, workload);
  } else {
    for (const EntryKind& kind : kKinds) static_cast<void>(map.alternative(kind.key));
    add_shapes(map, workload);
  }
  map.finish();
}

}  // namespace mikpoly
