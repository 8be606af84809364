#include "experiments/engine/runner.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/hash.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/point_store.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::lab {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

RunFacts facts_of(const Study& study) {
  return {.seed = study.experiment.seed, .tool_version = std::string(build_info().version)};
}

PointRows texts_of(const std::vector<ResultRow>& rows, const RunFacts& facts) {
  PointRows texts;
  for (const ResultRow& row : rows) texts.push_back(fields_of(row, facts));
  return texts;
}

/// The threads' common ground: which point is next, what is finished, what went wrong.
class Crew {
 public:
  Crew(const Study& study, const Laboratory& laboratory, PointStore& store, const RunObserver& observer)
      : facts_(facts_of(study)),
        laboratory_(laboratory),
        store_(store),
        observer_(observer),
        points_(points_of(study)),
        finished_(store.finished()) {
    for (std::int64_t point = 0; point < std::ssize(points_); ++point) {
      if (!finished_.contains(point)) open_.push_back(point);
    }
    std::erase_if(finished_, [this](const auto& each) { return each.first < 0 || each.first >= std::ssize(points_); });
  }

  /// Errors: the first that a thread met.
  void work(std::int64_t jobs) {
    {
      std::vector<std::jthread> threads;
      for (std::int64_t i = 0; i < std::min(jobs, std::ssize(open_)); ++i) threads.emplace_back([this] { run(); });
    }
    if (fault_) std::rethrow_exception(fault_);
  }

  [[nodiscard]] const std::map<std::int64_t, PointRows>& finished() const { return finished_; }
  [[nodiscard]] std::int64_t points() const { return std::ssize(points_); }

 private:
  void run() {
    try {
      while (!failed_ && !(observer_.stop != nullptr && *observer_.stop != 0)) {
        const std::int64_t next = next_.fetch_add(1);
        if (next >= std::ssize(open_)) return;
        finish(open_[static_cast<std::size_t>(next)]);
      }
    } catch (const std::exception&) {  // carried to the thread that called work()
      const std::scoped_lock lock(mutex_);
      if (!fault_) fault_ = std::current_exception();
      failed_ = true;
    }
  }

  void finish(std::int64_t point) {
    PointRows rows = texts_of(laboratory_.rows_of(points_[static_cast<std::size_t>(point)], observer_.stop), facts_);
    if (rows.empty()) return;  // told to stop
    store_.append(point, rows);
    const std::scoped_lock lock(mutex_);
    finished_.insert_or_assign(point, std::move(rows));
    ++done_here_;
    const auto left = static_cast<double>(points() - std::ssize(finished_));
    observer_.progress({.finished = std::ssize(finished_),
                        .total = points(),
                        .seconds_left = seconds_since(begin_) / static_cast<double>(done_here_) * left});
  }

  RunFacts facts_;
  const Laboratory& laboratory_;
  PointStore& store_;
  const RunObserver& observer_;
  std::vector<Point> points_;
  std::vector<std::int64_t> open_;
  std::map<std::int64_t, PointRows> finished_;
  std::atomic<std::int64_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::exception_ptr fault_;
  std::mutex mutex_;
  std::int64_t done_here_ = 0;
  Clock::time_point begin_ = Clock::now();
};

RunSummary summarise(const Crew& crew, std::int64_t resumed) {
  RunSummary summary;
  summary.points = crew.points();
  summary.finished = std::ssize(crew.finished());
  summary.resumed = resumed;
  const auto status = static_cast<std::size_t>(column_index("status"));
  const auto disposition = static_cast<std::size_t>(column_index("disposition"));
  for (const auto& [point, rows] : crew.finished()) {
    for (const std::vector<std::string>& fields : rows) {
      ++summary.rows;
      summary.failed_rows += fields[status] == "failed" ? 1 : 0;
      summary.wrong_rows += fields[disposition] == "failed" ? 1 : 0;
    }
  }
  return summary;
}

std::string csv_of(const std::map<std::int64_t, PointRows>& finished) {
  std::string text = results_header() + "\n";
  for (const auto& [point, rows] : finished) {
    for (const std::vector<std::string>& fields : rows) text += csv_record(fields);
  }
  return text;
}

Manifest manifest_of(const Study& study, const Laboratory& laboratory, const std::string& command) {
  Manifest manifest{.experiment = study.experiment.name,
                    .hash = study.hash,
                    .seed = study.experiment.seed,
                    .command = command,
                    .started = utc_now(),
                    .inputs = study.inputs,
                    .row_counts = {}};
  const std::vector<std::string>& hashes = laboratory.facts().library_hashes;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    manifest.inputs["library for " + study.hardware[i].accelerator.name] = hashes[i];
  }
  return manifest;
}

// What finished points hold for besides the study.
std::string point_key(const LaboratoryFacts& facts) {
  std::string key = fmt::format("{} {}", build_info().version, fmt::join(facts.library_hashes, " "));
  if (!facts.place.empty()) key += " " + facts.place;
  return key;
}

}  // namespace

RunSummary run_study(const Study& study, const LaboratoryFactory& make_laboratory, const RunOptions& options,
                     const RunObserver& observer) {
  const RunFolder folder(options.out, study.experiment.name, study.hash, options.existing);
  folder.write("resolved.yaml", study.resolved);
  folder.log(fmt::format("started: {}", options.command));
  const std::unique_ptr<Laboratory> laboratory = make_laboratory(study);
  const LaboratoryFacts& facts = laboratory->facts();
  for (const std::string& origin : facts.library_origins) folder.log(origin);
  for (const std::string& notice : facts.notices) observer.notice(notice);
  Manifest manifest = manifest_of(study, *laboratory, options.command);
  folder.write("run.json", to_json(manifest));

  PointStore store(folder.path() / "points", point_key(facts));
  if (store.unusable_lines() > 0) {
    const std::string notice =
        fmt::format("{} lines of points.jsonl are damaged or of another program{}; their points are done again",
                    store.unusable_lines(), facts.place.empty() ? "" : " or machine");
    folder.log(notice);
    observer.notice(notice);
  }
  Crew crew(study, *laboratory, store, observer);
  crew.work(std::min(options.jobs, laboratory->most_jobs()));

  RunSummary summary = summarise(crew, std::ssize(store.finished()));
  summary.folder = folder.path();
  folder.log(fmt::format("{} of {} points finished, {} rows, {} failed, {} with wrong values", summary.finished,
                         summary.points, summary.rows, summary.failed_rows, summary.wrong_rows));
  if (summary.finished < summary.points) return summary;
  const std::string results = csv_of(crew.finished());
  folder.write("results.csv", results);
  manifest.results_hash = content_hash(results);
  manifest.row_counts = {{"done", summary.rows - summary.failed_rows}, {"failed", summary.failed_rows}};
  folder.write("run.json", to_json(manifest));
  return summary;
}

RunEstimate estimate(const Study& study, const LaboratoryFactory& make_laboratory, std::int64_t jobs) {
  constexpr std::int64_t kSamples = 3;
  const std::unique_ptr<Laboratory> laboratory = make_laboratory(study);
  const std::vector<Point> points = points_of(study);
  const std::int64_t count = std::ssize(points);
  RunEstimate estimate{.points = count, .rows = count * rows_per_point(study.experiment)};
  estimate.sampled = std::min(count, kSamples * std::ssize(study.hardware));
  const Clock::time_point begin = Clock::now();
  for (std::int64_t i = 0; i < estimate.sampled; ++i) {
    static_cast<void>(
        laboratory->rows_of(points[static_cast<std::size_t>((2 * i + 1) * count / (2 * estimate.sampled))], nullptr));
  }
  const double each = seconds_since(begin) / static_cast<double>(estimate.sampled);
  estimate.jobs = std::min({jobs, count, laboratory->most_jobs()});
  estimate.seconds = each * static_cast<double>(count) / static_cast<double>(estimate.jobs);
  return estimate;
}

}  // namespace mikpoly::lab
