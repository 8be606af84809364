#include "experiments/report/hardware_report.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/units.hpp"
#include "core/tuning/generator.hpp"
#include "experiments/accuracy/accuracy_card.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/report/text_table.hpp"

namespace mikpoly::lab {
namespace {

double bytes_per_second(const Accelerator& machine, double bytes_per_cycle) {
  return bytes_per_cycle * machine.pe.clock_ghz * 1e9;
}

// FLOP a byte must buy, so that the level's bandwidth and not the matrix unit is idle.
double ridge_point(const Accelerator& machine, const ComputeRate& rate, const MemoryLevel& level) {
  return rate.sustained * peak_flops(machine, rate) / bytes_per_second(machine, level.total);
}

// How many of the tiles S1 would try fit, and which buffer refuses the others.
std::string tiles_text(const Accelerator& machine, const ComputeRate& rate) {
  try {
    const Candidates tiles = generate_candidates(machine, types_on(machine, rate.input), TuningParameters{}.n_gen);
    std::string text = fmt::format("{} of {} tiles fit", tiles.kernels.size(), tiles.generated);
    for (const auto& [buffer, count] : tiles.refused) text += fmt::format("; {} refuses {}", buffer, count);
    return text;
  } catch (const ConfigError& none_fits) {
    return none_fits.what();
  }
}

// Of TFLOP/s: a CPU's are fractions of one.
std::string rate_text(double tflops) {
  return tflops < 10.0 ? fmt::format("{:.3f}", tflops) : fmt::format("{:.1f}", tflops);
}

std::string compute_table(const Accelerator& machine) {
  TableRow header{"type", "MAC/cycle/PE", "peak TFLOP/s", "sustained"};
  for (const MemoryLevel& level : machine.memory) header.push_back(fmt::format("ridge {} FLOP/B", level.name));
  std::vector<TableRow> rows;
  for (const ComputeRate& rate : machine.rates) {
    const double peak = peak_flops(machine, rate) / 1e12;
    rows.push_back({std::string(name_of(rate.input)), fmt::format("{}x{}x{}", rate.unit.m, rate.unit.n, rate.unit.k),
                    rate_text(peak), rate_text(rate.sustained * peak)});
    for (const MemoryLevel& level : machine.memory) {
      rows.back().push_back(fmt::format("{:.1f}", ridge_point(machine, rate, level)));
    }
  }
  return aligned(header, rows, 1);
}

std::string memory_table(const Accelerator& machine) {
  std::vector<TableRow> rows;
  for (const MemoryLevel& level : machine.memory) {
    rows.push_back({level.name, quantity_text(static_cast<double>(level.capacity.count), Dimension::bytes),
                    fmt::format("{:.6g}", level.read_per_pe), fmt::format("{:.6g}", level.write_per_pe),
                    fmt::format("{:.6g}", level.total),
                    quantity_text(bytes_per_second(machine, level.total), Dimension::bytes_per_second)});
  }
  for (const LocalBuffer& buffer : machine.datapath.buffers) {
    rows.push_back({buffer.name, quantity_text(static_cast<double>(buffer.capacity.count), Dimension::bytes)});
    rows.back().resize(6);
  }
  return aligned({"memory", "capacity", "read/PE", "write/PE", "total B/cycle", "total"}, rows, 1);
}

std::string sources_table(const HardwareFile& file) {
  std::vector<TableRow> rows;
  for (const Provenance& number : file.provenance) {
    rows.push_back({number.path, number.value, number.kind.empty() ? "-" : number.kind,
                    number.source.empty() ? "-" : number.source});
  }
  return aligned({"value", "as written", "kind", "source"}, rows, 4);
}

}  // namespace

std::string hardware_text(const HardwareFile& file) {
  const Accelerator& machine = file.accelerator;
  std::string text = fmt::format("{}: {}\n{}, hash {}\n\n{} x {} at {} GHz, backend {}, {} dispatch\n\n", machine.name,
                                 file.description, file.path, file.hash, machine.pe.count, machine.pe.name,
                                 machine.pe.clock_ghz, machine.backend, machine.dispatch.policy);
  text += compute_table(machine) + "\n" + memory_table(machine) + "\n";
  for (const ComputeRate& rate : machine.rates) {
    text += fmt::format("{}: {}\n", name_of(rate.input), tiles_text(machine, rate));
  }
  text += "\n" + sources_table(file);
  for (const std::string& card : cards_of(file)) text += "\n" + card;
  return text;
}

nlohmann::ordered_json hardware_json(const HardwareFile& file) {
  const Accelerator& machine = file.accelerator;
  nlohmann::ordered_json json{{"name", machine.name},       {"description", file.description},
                              {"path", file.path},          {"hash", file.hash},
                              {"backend", machine.backend}, {"dispatch", machine.dispatch.policy}};
  json["pe"] = {{"name", machine.pe.name}, {"count", machine.pe.count}, {"clock_ghz", machine.pe.clock_ghz}};
  for (const ComputeRate& rate : machine.rates) {
    nlohmann::ordered_json ridge;
    for (const MemoryLevel& level : machine.memory) ridge[level.name] = ridge_point(machine, rate, level);
    const double peak = peak_flops(machine, rate) / 1e12;
    json["compute"][std::string(name_of(rate.input))] = {{"peak_tflops", peak},
                                                         {"sustained_tflops", rate.sustained * peak},
                                                         {"ridge_flop_per_byte", ridge},
                                                         {"tiles", tiles_text(machine, rate)}};
  }
  for (const MemoryLevel& level : machine.memory) {
    json["memory"].push_back({{"name", level.name},
                              {"capacity_bytes", level.capacity.count},
                              {"read_bytes_per_cycle_per_pe", level.read_per_pe},
                              {"write_bytes_per_cycle_per_pe", level.write_per_pe},
                              {"total_bytes_per_cycle", level.total},
                              {"latency_cycles", level.latency_cycles}});
  }
  for (const LocalBuffer& buffer : machine.datapath.buffers) json["buffers"][buffer.name] = buffer.capacity.count;
  for (const Provenance& number : file.provenance) {
    json["values"].push_back(
        {{"path", number.path}, {"value", number.value}, {"kind", number.kind}, {"source", number.source}});
  }
  json["accuracy"] = cards_of(file);
  json["warnings"] = file.warnings;
  return json;
}

}  // namespace mikpoly::lab
