#include "experiments/cli/tune_choice.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/hash.hpp"
#include "core/config/library_file.hpp"
#include "experiments/cli/tune_for_report.hpp"
#include "experiments/cli/tune_report.hpp"
#include "experiments/purpose/purpose_report.hpp"

namespace mikpoly::cli {

LibraryChooser::LibraryChooser(ChoiceRequest request) : request_(std::move(request)) {
  if (request_.purpose) outside_ = lab::outside_workloads();
}

void LibraryChooser::choose(const ChoiceFrom& from, const std::string& path) {
  if (request_.purpose) {
    choose_for_purpose(from, path);
  } else {
    choose_for_every_shape(from, path);
  }
  if (request_.format == Format::text) print(fmt::format("library written to {}\n", path));
}

void LibraryChooser::choose_for_every_shape(const ChoiceFrom& from, const std::string& path) {
  TuningResult made = keep_best(from.accelerator, from.candidates);
  made.library.hash = content_hash(library_text(made.library));
  save_library(made.library, path);
  if (request_.format == Format::json) {
    libraries_.push_back(tuning_json(made.library, made.report, path));
    return;
  }
  print(candidates_text(made.report));
  print(fmt::format("kept {}; mean regret against all timed candidates {:.4f} (by the model, synthetic shapes)\n",
                    made.library.kernels.size(), made.report.mean_regret));
  if (request_.kernels) print(kernel_table(made.library));
}

void LibraryChooser::choose_for_purpose(const ChoiceFrom& from, const std::string& path) {
  const lab::PurposeTuning made = lab::choose_for(from.accelerator, from.candidates, *request_.purpose);
  const std::vector<lab::JudgedPart> parts = lab::judge_purpose(
      made,
      {.accelerator = from.accelerator, .patterns = from.patterns, .simulated = from.simulated, .outside = outside_});
  save_library(made.chosen, path);
  if (request_.format == Format::json) {
    nlohmann::ordered_json& json = libraries_.emplace_back(tuning_json(made.chosen, made.report, path));
    json["workload"] = purpose_json(made, parts);
    return;
  }
  print(candidates_text(made.report) + purpose_text(made, parts));
  if (request_.kernels) print("\n" + kernel_table(made.chosen));
}

void LibraryChooser::add(const std::string& key, const nlohmann::ordered_json& value) {
  if (!libraries_.empty()) libraries_.back()[key] = value;
}

void LibraryChooser::finish() const {
  if (request_.format == Format::json) print(nlohmann::ordered_json{{"libraries", libraries_}}.dump(2) + "\n");
}

}  // namespace mikpoly::cli
