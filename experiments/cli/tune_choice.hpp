// The last step of `mikpoly tune`: chooses kernels of timed candidates, writes the library, and says what came of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/tuning/purpose.hpp"
#include "core/tuning/tuner.hpp"
#include "experiments/cli/common_flags.hpp"

namespace mikpoly::cli {

struct ChoiceRequest {
  std::optional<Purpose> purpose;  ///< empty: every shape
  bool kernels = false;            ///< show a table of them
  Format format = Format::text;
};

/// Candidates, and how plans of their kernels are judged.
struct ChoiceFrom {
  const Accelerator& accelerator;
  const TuningResult& candidates;
  std::vector<std::string> patterns;
  bool simulated = false;
};

class LibraryChooser {
 public:
  /// Errors: ConfigError when workloads that others are judged by cannot be read.
  explicit LibraryChooser(ChoiceRequest request);

  /// Writes the library to `path`, and prints text.
  /// Errors: as keep_best() and choose_for(); OutputError.
  void choose(const ChoiceFrom& from, const std::string& path);

  /// Adds to what finish() prints of the last library.
  void add(const std::string& key, const nlohmann::ordered_json& value);

  /// Prints what is not text, of all libraries.
  void finish() const;

 private:
  void choose_for_every_shape(const ChoiceFrom& from, const std::string& path);
  void choose_for_purpose(const ChoiceFrom& from, const std::string& path);

  ChoiceRequest request_;
  std::vector<Purpose> outside_;
  nlohmann::ordered_json libraries_ = nlohmann::ordered_json::array();
};

}  // namespace mikpoly::cli
