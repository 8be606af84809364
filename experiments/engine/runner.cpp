#include "experiments/engine/runner.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "core/config/text_file.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/crew.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/point_store.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

// What finished points hold for besides the study.
std::string point_key(const LaboratoryFacts& facts) {
  std::string key = fmt::format("{} {}", build_info().version, fmt::join(facts.library_hashes, " "));
  if (!facts.place.empty()) key += " " + facts.place;
  return key;
}

Manifest manifest_of(const Study& study, const LaboratoryFacts& facts, const RunOptions& options) {
  Manifest manifest{.run = {.experiment = study.experiment.name,
                            .hash = study.hash,
                            .seed = study.experiment.seed,
                            .points = point_count(study),
                            .shard = to_text(options.shard),
                            .point_key = point_key(facts)},
                    .command = options.command,
                    .started = utc_now(),
                    .inputs = study.inputs,
                    .row_counts = {},
                    .results_hash = {}};
  const std::vector<std::string>& hashes = facts.library_hashes;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    manifest.inputs["library for " + study.hardware[i].accelerator.name] = hashes[i];
  }
  return manifest;
}

bool holds(const fs::path& file, const std::string& text) {
  std::error_code error;
  return fs::file_size(file, error) == text.size() && read_text_file(file.string(), std::ssize(text)) == text;
}

// What an earlier call left in the folder and is not what it wrote; one sentence each. All of it is written anew.
std::vector<std::string> changes_in(const fs::path& folder, const Study& study) {
  std::vector<std::string> sentences = damage_in(folder, "results.csv", "mikpoly run");
  const fs::path resolved = folder / "resolved.yaml";
  std::error_code error;
  if (fs::exists(resolved, error) && !holds(resolved, study.resolved)) {
    sentences.push_back(
        fmt::format("{}: changed or damaged since the run wrote it; --resume writes it anew", resolved.string()));
  }
  return sentences;
}

}  // namespace

RunSummary run_study(const Study& study, const LaboratoryFactory& make_laboratory, const RunOptions& options,
                     const RunObserver& observer) {
  refuse_empty(options.shard, point_count(study));
  const RunFolder folder(options.out, study.experiment.name, study.hash + folder_suffix(options.shard),
                         options.existing);
  const auto notice = [&](const std::string& sentence) {
    folder.log(sentence);
    observer.notice(sentence);
  };
  for (const std::string& sentence : changes_in(folder.path(), study)) notice(sentence);
  folder.write("resolved.yaml", study.resolved);
  folder.log(fmt::format("started: {}", options.command));
  const std::unique_ptr<Laboratory> laboratory = make_laboratory(study);
  const LaboratoryFacts& facts = laboratory->facts();
  for (const std::string& origin : facts.library_origins) folder.log(origin);
  for (const std::string& sentence : facts.notices) observer.notice(sentence);
  const Manifest manifest = manifest_of(study, facts, options);
  folder.write("run.json", to_json(manifest));

  observer.begins();  // before the file of points is there, so that whoever sees it can count on it
  PointStore store(folder.path(), manifest.run.points, manifest.run.point_key);
  for (const std::string& sentence : store.notices()) notice(sentence);
  RunSummary summary{.folder = folder.path(),
                     .points = options.shard.size(manifest.run.points),
                     .finished = 0,
                     .resumed = store.index().finished(),
                     .counts = {}};
  Crew(study, options.shard, *laboratory, store, observer).work(std::min(options.jobs, laboratory->most_jobs()));

  summary.finished = store.index().finished();
  folder.log(fmt::format("{} of {} points finished", summary.finished, summary.points));
  if (summary.finished < summary.points) return summary;
  summary.counts = write_results(folder, store.index(), manifest);
  folder.log(text_of(summary.counts));
  return summary;
}

}  // namespace mikpoly::lab
