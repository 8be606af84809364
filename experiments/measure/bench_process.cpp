#include "experiments/measure/bench_process.hpp"

#include <algorithm>
#include <chrono>

#include "experiments/measure/bench_file.hpp"

namespace mikpoly::lab {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

BenchProcessSummary run_bench_process(ShapeBench& bench, const std::vector<WorkloadItem>& items, std::int64_t process,
                                      const std::filesystem::path& file, const RunObserver& observer) {
  BenchFile rows(file, std::ssize(bench.contestants()));
  if (!rows.damage().empty()) observer.notice(rows.damage());
  const BenchFacts facts{.settings = bench.settings(), .process = process};
  SplitMix64 random(bench.settings().seed + static_cast<std::uint64_t>(process));
  BenchProcessSummary summary{.shapes = std::ssize(items), .finished = 0};
  std::int64_t measured = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (const std::int64_t next : shuffled(std::ssize(items), random)) {
    const WorkloadItem& item = items[static_cast<std::size_t>(next)];
    if (observer.stop != nullptr && *observer.stop != 0) return summary;
    if (!rows.finished().contains(item.id)) {
      try {
        rows.append(bench.measure(item, observer.stop), facts);
      } catch (const MeasuringStopped&) {
        return summary;
      }
      ++measured;
    }
    ++summary.finished;
    const auto left = static_cast<double>(summary.shapes - summary.finished);
    const double each = seconds_since(begin) / static_cast<double>(std::max<std::int64_t>(measured, 1));
    observer.progress({.finished = summary.finished, .total = summary.shapes, .seconds_left = each * left});
  }
  return summary;
}

std::vector<WorkloadItem> drawn_items(const std::vector<WorkloadItem>& items, std::int64_t limit, std::uint64_t seed) {
  if (limit >= std::ssize(items)) return items;
  SplitMix64 random(seed);
  std::vector<std::int64_t> chosen = shuffled(std::ssize(items), random);
  chosen.resize(static_cast<std::size_t>(limit));
  std::sort(chosen.begin(), chosen.end());
  std::vector<WorkloadItem> drawn;
  for (const std::int64_t position : chosen) drawn.push_back(items[static_cast<std::size_t>(position)]);
  return drawn;
}

}  // namespace mikpoly::lab
