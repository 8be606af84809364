#include "experiments/engine/crew.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

FinishedPoint finished_point(std::int64_t number, const std::vector<ResultRow>& rows, const RunFacts& facts) {
  FinishedPoint finished{.point = number, .key = {}, .counts = {}, .records = {}};
  for (const ResultRow& row : rows) {
    finished.counts += {.rows = 1,
                        .failed = row.outcome.status == "failed" ? 1 : 0,
                        .skipped = row.outcome.status == "skipped" ? 1 : 0,
                        .wrong = row.outcome.disposition == "failed" ? 1 : 0};
    finished.records.push_back(csv_record(fields_of(row, facts)));
  }
  return finished;
}

}  // namespace

Crew::Crew(const Study& study, const Shard& shard, const Laboratory& laboratory, PointStore& store,
           const RunObserver& observer)
    : study_(study),
      shard_(shard),
      laboratory_(laboratory),
      store_(store),
      observer_(observer),
      points_(point_count(study)),
      next_(shard.index - 1),
      finished_(store.index().finished()) {}

void Crew::work(std::int64_t jobs) {
  const std::int64_t open = shard_.size(points_) - finished_;
  {
    std::vector<std::jthread> threads;
    for (std::int64_t i = 0; i < std::min(jobs, open); ++i) threads.emplace_back([this] { run(); });
  }
  if (fault_) std::rethrow_exception(fault_);
}

void Crew::run() {
  try {
    while (observer_.stop == nullptr || *observer_.stop == 0) {
      const std::int64_t point = next();
      if (point >= points_) return;
      finish(point);
    }
  } catch (const std::exception&) {  // carried to the thread that called work()
    const std::scoped_lock lock(mutex_);
    if (!fault_) fault_ = std::current_exception();
  }
}

std::int64_t Crew::next() {
  const std::scoped_lock lock(mutex_);
  if (fault_) return points_;
  while (next_ < points_ && store_.index().has(next_)) next_ += shard_.count;
  return std::exchange(next_, next_ + shard_.count);
}

void Crew::finish(std::int64_t point) {
  const RunFacts facts{.seed = study_.experiment.seed, .tool_version = std::string(build_info().version)};
  const std::vector<ResultRow> rows = laboratory_.rows_of(point_at(study_, point), observer_.stop);
  if (rows.empty()) return;  // told to stop
  FinishedPoint finished = finished_point(point, rows, facts);
  const std::scoped_lock lock(mutex_);
  store_.append(std::move(finished));
  ++finished_;
  ++done_here_;
  const std::int64_t total = shard_.size(points_);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  observer_.progress(
      {.finished = finished_,
       .total = total,
       .seconds_left = passed.count() / static_cast<double>(done_here_) * static_cast<double>(total - finished_)});
}

}  // namespace mikpoly::lab
