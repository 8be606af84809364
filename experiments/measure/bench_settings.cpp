#include "experiments/measure/bench_settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "backends/cpu/probe/topology.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/units.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

struct Key {
  std::string_view name;
  void (*set)(BenchSettings& settings, std::string_view value);
  std::string (*text)(const BenchSettings& settings);
};

double quantity(std::string_view value, Dimension dimension, std::string_view key) {
  const ParsedQuantity parsed = parse_quantity(value, {dimension}, fmt::format("{}=", key));
  if (!parsed.fault.empty()) throw ConfigError(fmt::format("--set {}: {}", key, parsed.fault));
  return parsed.quantity.value;
}

std::int64_t nanoseconds(std::string_view value, std::string_view key) {
  const std::int64_t time = std::llround(quantity(value, Dimension::time, key) / 1e3);
  if (time < 1) throw ConfigError(fmt::format("--set {}: \"{}\" is not a time of at least 1 ns", key, value));
  return time;
}

std::int64_t integer(std::string_view value, std::string_view key, std::int64_t least,
                     std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (status != std::errc{} || end != value.data() + value.size() || number < least) {
    throw ConfigError(fmt::format("--set {}: \"{}\" is not an integer of at least {}", key, value, least));
  }
  if (number > most) throw ConfigError(fmt::format("--set {}: \"{}\" is more than {}", key, value, most));
  return number;
}

std::string time_text(std::int64_t nanoseconds) {
  return quantity_text(static_cast<double>(nanoseconds) * 1e3, Dimension::time);
}

const std::vector<Key>& keys() {
  static const std::vector<Key> table{
      {"batch", [](BenchSettings& s, std::string_view v) { s.sampling.batch_ns = nanoseconds(v, "batch"); },
       [](const BenchSettings& s) { return time_text(s.sampling.batch_ns); }},
      {"round", [](BenchSettings& s, std::string_view v) { s.sampling.round_ns = nanoseconds(v, "round"); },
       [](const BenchSettings& s) { return time_text(s.sampling.round_ns); }},
      {"samples",
       [](BenchSettings& s, std::string_view v) { s.sampling.samples = integer(v, "samples", 1, 1'000'000); },
       [](const BenchSettings& s) { return fmt::to_string(s.sampling.samples); }},
      {"rotating",
       [](BenchSettings& s, std::string_view v) {
         s.rotating_bytes = std::llround(quantity(v, Dimension::bytes, "rotating"));
       },
       [](const BenchSettings& s) { return fmt::format("{} B", s.rotating_bytes); }},
      {"seed", [](BenchSettings& s, std::string_view v) { s.seed = static_cast<std::uint64_t>(integer(v, "seed", 0)); },
       [](const BenchSettings& s) { return fmt::to_string(s.seed); }},
  };
  return table;
}

}  // namespace

void apply_bench_setting(BenchSettings& settings, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  if (equals == std::string::npos) {
    throw ConfigError(fmt::format("--set \"{}\" is not KEY=VALUE, such as round=8 ms", assignment));
  }
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (key.name == name) return key.set(settings, std::string_view(assignment).substr(equals + 1));
    names.emplace_back(key.name);
  }
  throw ConfigError(fmt::format("--set: unknown key \"{}\"{}", name, nearest_and_known(name, names)));
}

std::string bench_settings_text(const BenchSettings& settings) {
  std::string text;
  for (const Key& key : keys()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", key.name, key.text(settings));
  }
  return text;
}

std::string canonical_text(const BenchSettings& settings, const std::vector<Contestant>& contestants,
                           const std::vector<WorkloadItem>& items) {
  const GemmProblem& problem = settings.problem;
  std::string text =
      fmt::format("tool {} {}\nworkload {}\nmode {}\nthreads {}\ntypes {} {} {} {}\nlayout {}{}\n",
                  build_info().version, build_info().commit, settings.workload, name_of(settings.mode),
                  settings.threads, name_of(problem.types.a), name_of(problem.types.b), name_of(problem.types.acc),
                  name_of(problem.types.d), problem.a.transposed ? 'T' : 'N', problem.b.transposed ? 'T' : 'N');
  text += fmt::format("rounds {}\n{}\n", settings.sampling.rounds, bench_settings_text(settings));
  for (const Contestant& contestant : contestants) {
    text += fmt::format("{}: {}\n", contestant.name, contestant.backend->description());
  }
  for (const WorkloadItem& item : items) text += fmt::format("{} {}\n", item.id, item.group);
  return text;
}

std::int64_t last_level_cache_bytes() {
  const CacheSizes caches = topology_of(affinity_of(0)).caches;
  return std::max({caches.l3, caches.l2, caches.l1}).count;
}

}  // namespace mikpoly::lab
