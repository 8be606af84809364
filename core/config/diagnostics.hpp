// All that is wrong with a file, gathered in one pass and thrown as one error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/config/format_recorder.hpp"
#include "core/config/yaml_node.hpp"

namespace mikpoly {

class Diagnostics {
 public:
  Diagnostics() = default;
  /// With a recorder, which must outlive it, the readers also tell what they ask for.
  explicit Diagnostics(FormatRecorder* recorder) : recorder_(recorder) {}

  /// Null where nobody listens.
  [[nodiscard]] FormatRecorder* recorder() const { return recorder_; }

  /// Adds `file:line:column: path: sentence`; an empty path is left out.
  void error(const YamlPlace& place, std::string_view path, std::string_view sentence);
  /// The same for what is only worth knowing.
  void warning(const YamlPlace& place, std::string_view path, std::string_view sentence);

  [[nodiscard]] bool has_errors() const { return !errors_.empty(); }
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// Adds what another one has gathered.
  void take(const Diagnostics& other);

  /// With `--strict`, what was a warning is an error.
  void promote_warnings();

  /// Errors: ConfigError with one line per error, in file order, at most 50 of them; nothing when there is none.
  void throw_if_errors() const;

 private:
  struct Finding {
    YamlPlace place;
    std::string line;
  };
  std::vector<Finding> errors_;
  std::vector<Finding> warnings_;
  FormatRecorder* recorder_ = nullptr;
};

}  // namespace mikpoly
