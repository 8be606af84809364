// The formats of the files that people and programs write, as the readers of those files know them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/value_form.hpp"

namespace mikpoly::lab {

struct FileFormat {
  std::string name;                         ///< as in `schema: NAME/v1`
  std::string title;                        ///< what such a file is
  ValueForm form;                           ///< of the whole file
  std::map<std::string, ValueForm> shared;  ///< of maps that stand in several places, by name
  ValueForm source;                         ///< of what stands around a value: {value, source, kind, fit}
  bool includes = true;                     ///< whether `extends` and `$ref` work in it
};

/// hardware, workload, experiment, library.
std::vector<std::string> file_format_names();

/// What the reader of the format asks for when it reads the format's examples.
/// Errors: ConfigError for an unknown name.
FileFormat file_format(std::string_view name);

/// All that is wrong with the examples of a format, as its reader says; empty when they are fine.
std::string faults_of_examples(std::string_view name);

/// Keys that the reader asks for and no example has, and keys without help: `path: what is missing`.
std::vector<std::string> unexplained_keys(const FileFormat& format);

}  // namespace mikpoly::lab
