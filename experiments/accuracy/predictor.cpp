#include "experiments/accuracy/predictor.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/engine/library_choice.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::size_t kShare = 64;  // rows that a thread takes at once

}  // namespace

Predictor::Predictor(const HardwareFile& hardware, std::span<const TimedRow> rows, DataType fallback)
    : fallback_(fallback), selector_(hardware.accelerator.vendor.tiles.empty() ? "makespan" : kVendorSelector) {
  for (const TimedRow& row : rows) {
    const DataType type = row.dtype.value_or(fallback);
    if (benches_.contains(type)) continue;
    const GemmTypes types = types_on(hardware.accelerator, type);
    KernelLibrary library =
        selector_ == kVendorSelector ? vendor_library(hardware, types) : choose_library(hardware, types, {}).library;
    Bench& bench = benches_[type];
    bench.bench = std::make_unique<Workbench>(hardware, std::move(library), sim::SimulationOptions{});
    bench.selector = bench.bench->selector(selector_, {"I", "II"});
  }
}

PredictedRow Predictor::predict(const TimedRow& row) const {
  const Bench& bench = benches_.at(row.dtype.value_or(fallback_));
  const Plan plan = row.plan.empty() ? bench.selector->select(row.shape).plan
                                     : parse_plan(row.plan, row.shape, bench.bench->library());
  return {.shape = row.shape,
          .measured_us = row.time_us,
          .predicted_us = bench.bench->simulator().judge(plan).median.microseconds(),
          .plan = to_text(plan, bench.bench->library())};
}

std::vector<PredictedRow> Predictor::predict(std::span<const TimedRow> rows) const {
  std::vector<PredictedRow> predicted(rows.size());
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::exception_ptr fault;
  const auto work = [&] {
    for (std::size_t begin = 0; (begin = next.fetch_add(kShare)) < rows.size();) {
      try {
        for (std::size_t i = begin; i < std::min(begin + kShare, rows.size()); ++i) predicted[i] = predict(rows[i]);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!fault) fault = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
    work();
  }
  if (fault) std::rethrow_exception(fault);
  return predicted;
}

}  // namespace mikpoly::lab
