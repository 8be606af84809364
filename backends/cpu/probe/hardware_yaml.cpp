#include "backends/cpu/probe/hardware_yaml.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/counted.hpp"
#include "core/config/units.hpp"
#include "core/config/yaml_writer.hpp"

namespace mikpoly {
namespace {

// `bounds`: what `mikpoly calibrate` may fit it in, such as "[1%, 100%]"; empty: nothing is fitted.
std::string sourced(std::string_view value, std::string_view source, std::string_view kind,
                    std::string_view bounds = "") {
  return fmt::format("{{value: {}, source: {}, kind: {}{}{}}}", value, yaml_scalar(source), kind,
                     bounds.empty() ? "" : ", fit: ", bounds);
}

std::string measured(double value, Dimension dimension, std::string_view how, const Spread& spread,
                     std::string_view bounds = "") {
  return sourced(
      quantity_text(value, dimension),
      fmt::format("measured: {}; median of {}, IQR {:.1f} %", how, spread.samples, 100.0 * spread.relative_iqr),
      "measured", bounds);
}

std::string size(Bytes bytes, std::string_view source, bool told = true) {
  return sourced(quantity_text(static_cast<double>(bytes.count), Dimension::bytes), source,
                 told ? "datasheet" : "assumed");
}

// Multiply-adds of whole vectors that a core issues a cycle. Of the two measurements the one less disturbed counts.
std::int64_t vectors_a_cycle(const CpuFacts& facts) {
  const double cores = static_cast<double>(facts.topology.processors.size());
  const double flops = std::max(facts.compute.flops_one.median, facts.compute.flops_all.median / cores);
  const double vector = 2.0 * static_cast<double>(lanes_of(facts.isa));
  return std::max<std::int64_t>(1, std::llround(flops / (vector * facts.compute.clock_hz.median)));
}

double peak_flops_of_all(const CpuFacts& facts) {
  const std::int64_t each = 2 * vectors_a_cycle(facts) * lanes_of(facts.isa);
  return static_cast<double>(each * std::ssize(facts.topology.processors)) * facts.compute.clock_hz.median;
}

std::string head(const CpuFacts& facts) {
  const std::int64_t cores = std::ssize(facts.topology.processors);
  const ComputeFacts& compute = facts.compute;
  std::string text =
      fmt::format("schema: hardware/v1\nname: {}\ndescription: {}\nbackend: cpu\n\n", class_name(facts.isa),
                  yaml_scalar(fmt::format("{}, {}, described by mikpoly hw probe", facts.processor,
                                          counted(cores, "usable core"))));
  text += "# P_multi: one worker thread a core.\npe:\n  name: core\n";
  text += fmt::format("  count: {}\n", sourced(fmt::to_string(cores),
                                               "affinity mask, one thread a core, at most the CPU quota", "measured"));
  text +=
      fmt::format("  clock: {}\n", measured(compute.clock_hz.median, Dimension::frequency,
                                            "integer additions, each of which needs the one before", compute.clock_hz));
  text += fmt::format("  isa: {}\n\n", sourced(name_of(facts.isa), "cpuid", "datasheet"));
  const double sustained = std::min(1.0, compute.flops_all.median / peak_flops_of_all(facts));
  text += "# Multiply-adds of whole vectors a cycle.\ncompute:\n  f32:\n    accumulator: f32\n";
  text += fmt::format("    unit: {}\n",
                      sourced(fmt::format("[{}, {}, 1]", vectors_a_cycle(facts), lanes_of(facts.isa)),
                              fmt::format("{} of one core, to whole vectors a cycle; median of {}, IQR {:.1f} %",
                                          quantity_text(compute.flops_one.median, Dimension::flops),
                                          compute.flops_one.samples, 100.0 * compute.flops_one.relative_iqr),
                              "inferred"));
  return text + fmt::format("    sustained: {}\n\n",
                            measured(sustained, Dimension::ratio,
                                     fmt::format("{} of all cores in registers",
                                                 quantity_text(compute.flops_all.median, Dimension::flops)),
                                     compute.flops_all, "[1%, 100%]"));
}

// Reads and writes of one core and of all; a rate of all that noise put below that of one is that of one.
std::string shared_level(std::string_view name, const std::string& capacity, const LevelFacts& level) {
  const bool one_is_all = level.read_all.median < std::max(level.read_one.median, level.write_one.median);
  const Spread& most = level.read_one.median > level.write_one.median ? level.read_one : level.write_one;
  const Spread& total = one_is_all ? most : level.read_all;
  std::string text = fmt::format("  - name: {}\n    capacity: {}\n", name, capacity);
  text += fmt::format("    read: {}\n",
                      measured(level.read_one.median, Dimension::bytes_per_second, "one core reads", level.read_one));
  text += fmt::format("    write: {}\n", measured(level.write_one.median, Dimension::bytes_per_second,
                                                  "one core writes", level.write_one));
  return text + fmt::format("    total: {}\n", measured(total.median, Dimension::bytes_per_second,
                                                        one_is_all ? "one core; all together are not faster"
                                                                   : "all cores read, each its own values",
                                                        total));
}

std::string shared_memory(const CpuFacts& facts) {
  const Topology& topology = facts.topology;
  std::string text = "# M_global. Latency is part of the rates: a core loads ahead.\nmemory:\n";
  if (topology.caches.l3.count > 0) {
    const std::string which = topology.caches.l3_count > 1
                                  ? fmt::format("{}, one of {} L3 caches", topology.source, topology.caches.l3_count)
                                  : topology.source;
    text += shared_level("L3", size(topology.caches.l3, which), facts.level(CpuLevel::l3));
  }
  return text + shared_level("memory", size(facts.memory, "pages that the system has"), facts.level(CpuLevel::memory));
}

std::string datapath(const CpuFacts& facts) {
  const CacheSizes& caches = facts.topology.caches;
  const Bytes registers{registers_of(facts.isa) * lanes_of(facts.isa) * 4};
  const auto stream = sourced("2", "loads run ahead of the arithmetic, stores after it", "inferred");
  const auto rate = [&facts](CpuLevel level, std::string_view how) {
    const Spread& spread = facts.level(level).read_one;
    return measured(spread.median, Dimension::bytes_per_second, how, spread);
  };
  std::string text = "\n# M_local.\nbuffers:\n";
  const Topology& topology = facts.topology;
  text += fmt::format("  L2: {}\n  L1: {}\n", size(caches.l2, topology.source, topology.told),
                      size(caches.l1, topology.source, topology.told));
  text += fmt::format("  REGISTERS: {}\n\n", size(registers, "vector registers of the instruction set"));
  text +=
      "# A tile passes through caches and registers in pieces, so that none is too large; each operand counts once a "
      "k\n"
      "# step, not once a register tile.\n"
      "pipes: [FILL_L2, FILL_L1, LOAD, FMA, STORE]\n\nstages:\n";
  text += fmt::format(
      "  - {{name: load, kind: load, pipe: FILL_L2, operands: [a, b], to: L2, streams: true, buffers: {}}}\n", stream);
  text += fmt::format(
      "  - {{name: fill, kind: move, pipe: FILL_L1, operands: [a, b], to: L1, streams: true, buffers: {}, rate: {}}}\n",
      stream, rate(CpuLevel::l2, "one core reads from L2"));
  text += fmt::format(
      "  - {{name: feed, kind: move, pipe: LOAD, operands: [a, b], to: REGISTERS, streams: true, buffers: {}, rate: "
      "{}}}\n",
      stream, rate(CpuLevel::l1, "one core reads from L1"));
  text +=
      fmt::format("  - {{name: fma, kind: compute, pipe: FMA, to: REGISTERS, streams: true, buffers: {}}}\n", stream);
  const Spread& write = facts.level(CpuLevel::l1).write_one;
  return text + fmt::format("  - {{name: store, kind: store, pipe: STORE, operands: [c], rate: {}}}\n\n",
                            measured(write.median, Dimension::bytes_per_second, "one core writes to L1", write));
}

// The k step whose B panel, two vectors wide as register tiles are, takes half of L1.
std::int64_t standard_depth(const CpuFacts& facts) {
  const std::int64_t row = 2 * lanes_of(facts.isa) * 4;
  return std::max<std::int64_t>(16, facts.topology.caches.l1.count / 2 / row / 16 * 16);
}

std::string rules(const CpuFacts& facts) {
  const PoolFacts& pool = facts.pool;
  const auto seconds = [](const Spread& spread, std::string_view how) {
    return measured(spread.median * 1e12, Dimension::time, how, spread);
  };
  std::string text =
      "# start: the pool's fork and join, awake; launch: the same, asleep; task: the next task's number.\n";
  text += fmt::format("fixed:\n  start: {}\n  launch: {}\n  task: {}\n\n",
                      seconds(pool.fork_join_s, "empty calls on all cores, one after the other"),
                      seconds(pool.wake_s, "an empty call on all cores after a rest of 5 ms"),
                      seconds(pool.counter_s, "an atomic counter that all cores take numbers from"));
  text += fmt::format("dispatch:\n  policy: dynamic\n  raster_band: {}\n\n",
                      sourced("1", "tasks are numbered row by row", "inferred"));
  text +=
      "# What S1 tries on a simulated machine; tuning on the machine itself takes the engine's kernels. Extents mean\n"
      "# \"up to\": edges are masked and cost what they compute.\ntiles:\n";
  const std::string_view coarse = "multiples of a register tile's extents, few enough to simulate all";
  text += fmt::format("  granule: {}\n  largest: {}\n", sourced("[64, 64, 64]", coarse, "assumed"),
                      sourced("[512, 1024, 512]", coarse, "assumed"));
  return text + fmt::format("  default: {}\n", sourced(fmt::format("[256, 1024, {}]", standard_depth(facts)),
                                                       "a k step of two vectors of B takes half of L1", "inferred"));
}

}  // namespace

std::string class_name(InstructionSet isa) {
  return fmt::format("cpu-{}", name_of(isa));
}

std::string hardware_yaml(const CpuFacts& facts) {
  return head(facts) + shared_memory(facts) + datapath(facts) + rules(facts);
}

}  // namespace mikpoly
