#include "experiments/engine/run_estimate.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <sys/resource.h>
#include <vector>

#include "experiments/engine/point_index.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/run_table.hpp"

namespace mikpoly::lab {
namespace {

/// What the rows of the sampled points take.
struct SampledRows {
  std::int64_t rows = 0;
  double disk_bytes = 0.0;
  double memory_bytes = 0.0;  ///< of the table at the end
};

void add(SampledRows& sampled, std::int64_t number, const std::vector<ResultRow>& rows) {
  FinishedPoint finished{.point = number, .key = {}, .counts = {}, .records = {}};
  for (const ResultRow& row : rows) {
    const std::string record = csv_record(fields_of(row, {}));
    sampled.disk_bytes += static_cast<double>(record.size());
    sampled.memory_bytes += static_cast<double>(sizeof(RunRow) + row.choice.plan.size() + 2 * row.item.id.size());
    finished.records.push_back(record);
  }
  sampled.rows += std::ssize(rows);
  sampled.disk_bytes += static_cast<double>(point_line(finished).size());
  sampled.memory_bytes += sizeof(LinePlace);
}

// The most that this process has held so far.
double memory_now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;  // Linux counts in KiB
}

}  // namespace

RunEstimate estimate(const Study& study, const LaboratoryFactory& make_laboratory, const Shard& shard,
                     std::int64_t jobs) {
  constexpr std::int64_t kSamples = 3;
  const std::int64_t all = point_count(study);
  refuse_empty(shard, all);
  const std::unique_ptr<Laboratory> laboratory = make_laboratory(study);
  const std::int64_t count = shard.size(all);
  RunEstimate estimate{.points = count, .rows = count * rows_per_point(study.experiment)};
  estimate.sampled = std::min(count, kSamples * std::ssize(study.hardware));
  SampledRows sampled;
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < estimate.sampled; ++i) {
    const std::int64_t number = shard.index - 1 + (2 * i + 1) * count / (2 * estimate.sampled) * shard.count;
    add(sampled, number, laboratory->rows_of(point_at(study, number), nullptr));
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  const double scale = static_cast<double>(count) / static_cast<double>(estimate.sampled);
  estimate.jobs = std::min({jobs, count, laboratory->most_jobs()});
  estimate.seconds = passed.count() * scale / static_cast<double>(estimate.jobs);
  estimate.disk_bytes = sampled.disk_bytes * scale;
  estimate.memory_bytes = memory_now() + sampled.memory_bytes * scale;
  return estimate;
}

}  // namespace mikpoly::lab
