// Whether the parts of a machine fit together. One function per part; each adds a sentence per fault, and each sentence
// begins with the path of the value in the hardware file.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"
#include "core/hardware/accelerator.hpp"

namespace mikpoly {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 30;

// Gathers the sentences.
class Faults {
 public:
  // Adds `path: sentence` when the condition does not hold; NaN holds no comparison and so is a fault.
  void expect(bool condition, std::string_view path, std::string_view sentence) {
    if (!condition) sentences_.push_back(fmt::format("{}: {}", path, sentence));
  }
  void positive(double value, std::string_view path) {
    expect(value > 0.0 && std::isfinite(value), path, fmt::format("\"{}\" is not greater than 0", value));
  }
  void not_negative(double value, std::string_view path) {
    expect(value >= 0.0 && std::isfinite(value), path, fmt::format("\"{}\" is negative or not finite", value));
  }
  void count(std::int64_t value, std::string_view path) {
    expect(value >= 1 && value <= kMostCount, path, fmt::format("\"{}\" is not in 1..{}", value, kMostCount));
  }
  void tile(const TileShape& value, std::string_view path) {
    for (const std::int64_t extent : {value.m, value.n, value.k}) count(extent, path);
  }
  void known_name(const std::string& name, const std::vector<std::string>& known, std::string_view kind,
                  std::string_view path) {
    expect(std::ranges::find(known, name) != known.end(), path,
           fmt::format("unknown {} \"{}\"{}", kind, name, nearest_and_known(name, known)));
  }
  void unique(const std::vector<std::string>& names, std::string_view path) {
    std::set<std::string> seen;
    for (const std::string& name : names) {
      expect(seen.insert(name).second, path, fmt::format("the name \"{}\" stands twice; names are unique", name));
    }
  }

  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  std::vector<std::string> sentences_;
};

template <typename Item>
std::vector<std::string> names_of(const std::vector<Item>& items) {
  std::vector<std::string> names;
  for (const Item& item : items) names.push_back(item.name);
  return names;
}

void check_compute(const Accelerator& machine, Faults& faults) {
  faults.count(machine.pe.count, "pe.count");
  faults.expect(machine.pe.clock_ghz >= 1e-6 && machine.pe.clock_ghz <= 1e3, "pe.clock",
                fmt::format("\"{} GHz\" is not in 1 kHz..1 THz", machine.pe.clock_ghz));
  faults.expect(!machine.rates.empty(), "compute", "no type; at least one is needed, e.g. f16");
  std::vector<std::string> types;
  for (const ComputeRate& rate : machine.rates) {
    const std::string path = fmt::format("compute.{}", name_of(rate.input));
    types.emplace_back(name_of(rate.input));
    faults.tile(rate.unit, path + ".unit");
    faults.not_negative(rate.issue_cycles, path + ".issue");
    faults.expect(rate.sustained > 0.0 && rate.sustained <= 1.0, path + ".sustained",
                  fmt::format("\"{}\" is not greater than 0 and at most 1", rate.sustained));
  }
  faults.unique(types, "compute");
}

void check_memory(const std::vector<MemoryLevel>& memory, Faults& faults) {
  faults.expect(memory.size() == 1 || memory.size() == 2, "memory",
                fmt::format("{} shared levels; 1 or 2 are modelled", memory.size()));
  faults.unique(names_of(memory), "memory");
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const MemoryLevel& level = memory[i];
    const std::string path = fmt::format("memory[{}]", i);
    faults.positive(static_cast<double>(level.capacity.count), path + ".capacity");
    faults.positive(level.read_per_pe, path + ".read");
    faults.positive(level.write_per_pe, path + ".write");
    faults.not_negative(level.latency_cycles, path + ".latency");
    const double one_pe = std::max(level.read_per_pe, level.write_per_pe);
    faults.expect(level.total >= one_pe && std::isfinite(level.total), path + ".total",
                  fmt::format("{} B/cycle is less than the {} B/cycle of one PE", level.total, one_pe));
  }
}

void check_stage(const Stage& stage, const Datapath& datapath, const std::string& path, Faults& faults) {
  faults.known_name(stage.pipe, datapath.pipes, "pipe", path + ".pipe");
  if (stage.kind != StageKind::store) {
    faults.known_name(stage.to, names_of(datapath.buffers), "buffer", path + ".to");
  }
  faults.not_negative(stage.bytes_per_cycle, path + ".rate");
  faults.not_negative(stage.half_rate_bytes, path + ".half_rate");
  faults.expect(stage.kind != StageKind::move || stage.bytes_per_cycle > 0.0, path + ".rate",
                "missing; a move stage needs a bandwidth, because no shared memory limits it");
  faults.expect(stage.buffers[0] >= 1 && stage.buffers[1] >= stage.buffers[0] && stage.buffers[1] <= 64,
                path + ".buffers",
                fmt::format("\"{}..{}\" is not LEAST..MOST in 1..64", stage.buffers[0], stage.buffers[1]));
  for (std::size_t i = 0; i < stage.strides.size(); ++i) {
    const StrideRate& rate = stage.strides[i];
    faults.expect(rate.share > 0.0 && rate.share <= 1.0, path + ".strides",
                  fmt::format("\"{}\" is no share greater than 0 and at most 1", rate.share));
    faults.expect(i == 0 || rate.multiple < stage.strides[i - 1].multiple, path + ".strides",
                  fmt::format("{} after {}; the largest multiple comes first", rate.multiple,
                              i == 0 ? 0 : stage.strides[i - 1].multiple));
  }
  const auto moves = [&stage](Operand operand) { return std::ranges::count(stage.operands, operand); };
  const bool inward = moves(Operand::a) + moves(Operand::b) > 0;
  const bool outward = moves(Operand::c) > 0;
  const bool repeated = std::max({moves(Operand::a), moves(Operand::b), moves(Operand::c)}) > 1;
  faults.expect(!repeated && !(inward && outward), path + ".operands", "mixed; allowed: [a], [b], [a, b] or [c]");
  if (stage.kind == StageKind::load) {
    faults.expect(inward && !outward, path + ".operands", "a load stage moves a, b or both");
  } else if (stage.kind == StageKind::store) {
    faults.expect(outward && !inward, path + ".operands", "a store stage moves c alone");
  } else if (stage.kind == StageKind::move) {
    faults.expect(inward || outward, path + ".operands", "a move stage moves a, b or c");
  }
}

// The life of a task: loads, moves of a and b, compute, moves of c, store.
std::int64_t position_in_task(const Stage& stage) {
  const bool outward = std::ranges::find(stage.operands, Operand::c) != stage.operands.end();
  switch (stage.kind) {
    case StageKind::load:
      return 0;
    case StageKind::move:
      return outward ? 3 : 1;
    case StageKind::compute:
      return 2;
    case StageKind::store:
      return 4;
  }
  return 0;
}

void check_datapath(const Datapath& datapath, Faults& faults) {
  faults.expect(!datapath.buffers.empty(), "buffers", "none; at least one is needed");
  faults.unique(names_of(datapath.buffers), "buffers");
  faults.unique(datapath.pipes, "pipes");
  faults.unique(names_of(datapath.stages), "stages");
  for (const LocalBuffer& buffer : datapath.buffers) {
    faults.positive(static_cast<double>(buffer.capacity.count), "buffers." + buffer.name);
  }
  std::int64_t computes = 0;
  std::int64_t stores = 0;
  std::int64_t reached = 0;
  std::vector<Operand> loaded;
  for (std::size_t i = 0; i < datapath.stages.size(); ++i) {
    const Stage& stage = datapath.stages[i];
    const std::string path = fmt::format("stages[{}]", i);
    check_stage(stage, datapath, path, faults);
    faults.expect(
        position_in_task(stage) >= reached, path,
        fmt::format("\"{}\" is out of order; loads, moves of a and b, compute, moves of c, store", stage.name));
    reached = std::max(reached, position_in_task(stage));
    computes += stage.kind == StageKind::compute ? 1 : 0;
    stores += stage.kind == StageKind::store ? 1 : 0;
    if (stage.kind == StageKind::load) loaded.insert(loaded.end(), stage.operands.begin(), stage.operands.end());
  }
  faults.expect(computes == 1, "stages", fmt::format("{} compute stages; exactly one is needed", computes));
  faults.expect(stores == 1, "stages", fmt::format("{} store stages; exactly one is needed", stores));
  for (const auto& [operand, name] : {std::pair{Operand::a, "a"}, std::pair{Operand::b, "b"}}) {
    faults.expect(std::ranges::count(loaded, operand) == 1, "stages",
                  fmt::format("{} load stages move {}; exactly one does", std::ranges::count(loaded, operand), name));
  }
}

// Loads, the matrix unit's side, moves of c and stores run beside each other: a pipe serves one of them.
void check_pipes(const Datapath& datapath, Faults& faults) {
  constexpr std::array<std::string_view, 5> kServes{"loads", "the matrix unit", "the matrix unit", "moves of c",
                                                    "stores"};
  for (const std::string& pipe : datapath.pipes) {
    std::string_view serves;
    for (const Stage& stage : datapath.stages) {
      if (stage.pipe != pipe) continue;
      const std::string_view now = kServes[static_cast<std::size_t>(position_in_task(stage))];
      faults.expect(serves.empty() || serves == now, "pipes",
                    fmt::format("\"{}\" serves {} and {}; a pipe serves one of them", pipe, serves, now));
      serves = now;
    }
  }
}

void check_rules(const Accelerator& machine, Faults& faults) {
  const OccupancyRule& rule = machine.occupancy;
  faults.count(rule.max_tasks, "occupancy.max_tasks");
  faults.expect(rule.elements_per_warp >= 0, "occupancy.elements_per_warp",
                fmt::format("\"{}\" is negative", rule.elements_per_warp));
  faults.count(rule.least_warps, "occupancy.least_warps");
  faults.expect(rule.most_warps >= rule.least_warps, "occupancy.most_warps",
                fmt::format("\"{}\" is less than least_warps, {}", rule.most_warps, rule.least_warps));
  faults.expect(rule.resident_warps >= rule.most_warps && rule.resident_warps <= kMostCount, "occupancy.resident_warps",
                fmt::format("\"{}\" is less than most_warps, {}, so that no task of them fits", rule.resident_warps,
                            rule.most_warps));
  faults.expect(machine.fixed.start.count >= 0, "fixed.start", "negative");
  faults.expect(machine.fixed.launch.count >= 0, "fixed.launch", "negative");
  faults.not_negative(machine.fixed.task_cycles, "fixed.task");
  faults.expect(machine.fixed.reduction.count >= 0, "fixed.reduction", "negative");
  faults.known_name(machine.dispatch.policy, {"static", "dynamic", "persistent", "stream_k"}, "policy",
                    "dispatch.policy");
  faults.expect(machine.dispatch.policy != "static" || rule.elements_per_warp == 0, "dispatch.policy",
                "\"static\" with several tasks on a PE; occupancy needs \"dynamic\"");
  faults.expect(machine.dispatch.policy != "static" || !machine.dispatch.launch_each_region, "dispatch.launch",
                "\"each_region\" with policy \"static\", whose lists mix regions");
  const double exponent = machine.contention.exponent;
  faults.expect(exponent == 0.0 || (exponent >= 1.0 && exponent <= 64.0), "contention.exponent",
                fmt::format("\"{}\" is neither 0, the slowest alone, nor in 1..64", exponent));
  for (std::size_t i = 0; i < machine.vendor.tiles.size(); ++i) {
    faults.tile(machine.vendor.tiles[i].tile, fmt::format("vendor.tiles[{}].tile", i));
  }
  faults.count(machine.dispatch.raster_band, "dispatch.raster_band");
  const TileShape& granule = machine.tiles.granule;
  const TileShape& largest = machine.tiles.largest;
  faults.tile(granule, "tiles.granule");
  faults.tile(machine.tiles.standard, "tiles.default");
  const TileShape& standard = machine.tiles.standard;
  const bool whole = granule.m > 0 && granule.n > 0 && granule.k > 0 && standard.m % granule.m == 0 &&
                     standard.n % granule.n == 0 && standard.k % granule.k == 0;
  faults.expect(whole, "tiles.default",
                fmt::format("[{}, {}, {}] is not a multiple of the granule [{}, {}, {}]", standard.m, standard.n,
                            standard.k, granule.m, granule.n, granule.k));
  faults.expect(granule.m <= largest.m && granule.n <= largest.n && granule.k <= largest.k, "tiles.largest",
                fmt::format("[{}, {}, {}] is smaller than the granule [{}, {}, {}]", largest.m, largest.n, largest.k,
                            granule.m, granule.n, granule.k));
}

}  // namespace

std::vector<std::string> faults_of(const Accelerator& accelerator) {
  Faults faults;
  check_compute(accelerator, faults);
  check_memory(accelerator.memory, faults);
  check_datapath(accelerator.datapath, faults);
  check_pipes(accelerator.datapath, faults);
  check_rules(accelerator, faults);
  return faults.take();
}

}  // namespace mikpoly
