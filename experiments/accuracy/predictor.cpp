#include "experiments/accuracy/predictor.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/parallel.hpp"
#include "experiments/engine/library_choice.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::size_t kShare = 64;  // rows that a thread takes at once

}  // namespace

Predictor::Predictor(const HardwareFile& hardware, std::span<const TimedRow> rows, DataType fallback, bool warm)
    : fallback_(fallback), selector_(hardware.accelerator.vendor.tiles.empty() ? "makespan" : kVendorSelector) {
  for (const TimedRow& row : rows) {
    const DataType type = row.dtype.value_or(fallback);
    if (benches_.contains(type)) continue;
    const GemmTypes types = types_on(hardware.accelerator, type);
    KernelLibrary library =
        selector_ == kVendorSelector ? vendor_library(hardware, types) : choose_library(hardware, types, {}).library;
    Bench& bench = benches_[type];
    bench.bench = std::make_unique<Workbench>(hardware, std::move(library), sim::SimulationOptions{.warm = warm});
    bench.selector = bench.bench->selector(selector_, {"I", "II"});
  }
}

PredictedRow Predictor::predict(const TimedRow& row) const {
  const Bench& bench = benches_.at(row.dtype.value_or(fallback_));
  try {
    const Plan plan = row.plan.empty() ? accepted_plan(bench.selector->select(row.shape), selector_)
                                       : parse_plan(row.plan, row.shape, bench.bench->library());
    return {.shape = row.shape,
            .measured_us = row.time_us,
            .predicted_us = bench.bench->simulator().judge(plan).median.microseconds(),
            .plan = to_text(plan, bench.bench->library())};
  } catch (const Error& fault) {
    throw ConfigError(fmt::format("{}: {}", row.place, fault.what()));
  }
}

std::vector<PredictedRow> Predictor::predict(std::span<const TimedRow> rows) const {
  std::vector<PredictedRow> predicted(rows.size());
  for_each_index(rows.size(), kShare, [&](std::size_t i) { predicted[i] = predict(rows[i]); });
  return predicted;
}

}  // namespace mikpoly::lab
