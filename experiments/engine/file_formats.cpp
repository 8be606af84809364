#include "experiments/engine/file_formats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/hardware_template.hpp"
#include "core/config/library_example.hpp"
#include "core/config/library_reader.hpp"
#include "core/config/workload_example.hpp"
#include "core/config/workload_loader.hpp"
#include "core/config/yaml_reader.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/experiment_example.hpp"

namespace mikpoly::lab {
namespace {

struct FormatRow {
  std::string_view name;
  std::string_view title;
  std::vector<std::string> examples;
  void (*read)(const YamlNode& root, Diagnostics& diagnostics);
  bool includes;
};

std::vector<std::string> owned(const std::vector<std::string_view>& texts) {
  return {texts.begin(), texts.end()};
}

// To add a format: give it examples with every key, and its line here.
const std::vector<FormatRow>& format_rows() {
  static const std::vector<FormatRow> rows{
      {"hardware",
       "A machine (mikpoly hardware/v1)",
       {hardware_example()},
       [](const YamlNode& root, Diagnostics& diagnostics) {
         static_cast<void>(read_hardware(root, "example.yaml", false, diagnostics));
       },
       true},
      {"workload", "Shapes (mikpoly workload/v1)", owned(workload_examples()),
       [](const YamlNode& root, Diagnostics& diagnostics) { static_cast<void>(read_workload(root, diagnostics)); },
       true},
      {"experiment", "What to run (mikpoly experiment/v1)", owned(experiment_examples()),
       [](const YamlNode& root, Diagnostics& diagnostics) { static_cast<void>(read_experiment(root, diagnostics)); },
       true},
      {"library", "Kernels with their times (mikpoly library/v1)", owned(library_examples()),
       [](const YamlNode& root, Diagnostics& diagnostics) { static_cast<void>(read_library(root, diagnostics)); },
       false}};
  return rows;
}

const FormatRow& row_of(std::string_view name) {
  const auto found = std::ranges::find(format_rows(), name, &FormatRow::name);
  if (found != format_rows().end()) return *found;
  throw ConfigError(fmt::format("unknown schema \"{}\"{}", name, nearest_and_known(name, file_format_names())));
}

// What is wrong with the example; its reader goes on to the end whatever it finds.
std::string read_example(const FormatRow& row, const std::string& text, const std::string& folder,
                         FormatRecorder& recorder) {
  Diagnostics diagnostics(&recorder);
  const YamlNode root = parse_yaml(text, folder + "example.yaml", diagnostics);
  try {
    row.read(root, diagnostics);
  } catch (const ConfigError& error) {
    recorder.take_help(root, text);
    return error.what();
  }
  recorder.take_help(root, text);
  return "";
}

void find_unexplained(const ValueForm& form, const std::string& path, std::vector<std::string>& found) {
  for (const KeyForm& key : form.keys) {
    const std::string below = path.empty() ? key.key : fmt::format("{}.{}", path, key.key);
    const ValueForm& value = key.value;
    if (value.scalars.empty() && value.item.empty() && value.maps.empty() && value.shared.empty()) {
      found.push_back(below + ": asked for, but in no example");
    }
    if (value.help.empty()) found.push_back(below + ": without help in the examples");
    find_unexplained(value, below, found);
  }
  for (const ValueForm& item : form.item) find_unexplained(item, path + "[]", found);
}

}  // namespace

std::vector<std::string> file_format_names() {
  std::vector<std::string> names;
  for (const FormatRow& row : format_rows()) names.emplace_back(row.name);
  return names;
}

FileFormat file_format(std::string_view name) {
  const FormatRow& row = row_of(name);
  FormatRecorder recorder;
  for (const std::string& text : row.examples) static_cast<void>(read_example(row, text, "", recorder));
  const ValueForm form = recorder.form();
  return {.name = std::string(row.name),
          .title = std::string(row.title),
          .form = form,
          .shared = recorder.shared_forms(),
          .source = recorder.source_form(),
          .includes = row.includes};
}

std::string faults_of_examples(std::string_view name) {
  const FormatRow& row = row_of(name);
  FormatRecorder recorder;
  std::string faults;
  for (const std::string& text : row.examples) {
    faults += read_example(row, text, config_folder() + "/workloads/", recorder);
  }
  return faults;
}

std::vector<std::string> unexplained_keys(const FileFormat& format) {
  std::vector<std::string> found;
  find_unexplained(format.form, "", found);
  for (const auto& [name, form] : format.shared) find_unexplained(form, fmt::format("<{}>", name), found);
  return found;
}

}  // namespace mikpoly::lab
