// Listens to the readers of a file, and so learns its format from the one place that knows it.
//
// A loader reads example documents with a recorder in its Diagnostics; MapReader and the typed readers of
// value_reader.hpp tell it at which path they ask for what. A comment after two blanks, `key: value  # help`, is the
// help of the first key of its line. Known limits: a branch that no example takes is not learnt; what relates two
// values, whether a formula can be worked out, and whether a file that is named is there, is the loader's alone.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/value_form.hpp"
#include "core/config/yaml_node.hpp"

namespace mikpoly {

class FormatRecorder {
 public:
  /// A map is read at this path. Returns: the reading, for the calls below.
  std::size_t open(std::string_view path);
  void ask(std::size_t reading, std::string_view key, bool required);
  /// The keys of the map are names of this form.
  void any_key(std::size_t reading, const ScalarForm& called);

  void scalar(std::string_view path, const ScalarForm& form);
  /// The scalar is the one of several words.
  void word(std::string_view path, std::string_view chosen);
  void list(std::string_view path);
  /// The value may be a map {value, source, kind, fit}.
  void sourced(std::string_view path);
  /// A map at this path is of the form `name`, which is learnt from all the places that have it.
  void shared(std::string_view path, std::string_view name);

  /// Takes the help of the keys out of an example's text.
  void take_help(const YamlNode& root, std::string_view text);

  /// The format so far.
  [[nodiscard]] ValueForm form() const;
  /// The keys {value, source, kind, fit} of sourced values.
  [[nodiscard]] const ValueForm& source_form() const { return source_; }
  /// The forms that several places have, by name.
  [[nodiscard]] std::map<std::string, ValueForm> shared_forms() const;

 private:
  struct Reading {
    std::string path;
    MapForm form;
  };

  ValueForm& at(std::string_view path);
  ValueForm& map_of(ValueForm& form);
  [[nodiscard]] FormatRecorder complete() const;
  void take_help_below(const YamlNode& node, const std::string& path, const std::vector<std::string>& lines,
                       std::vector<bool>& taken);

  ValueForm root_;
  ValueForm source_;
  std::map<std::string, ValueForm> shared_;
  std::vector<Reading> readings_;
};

}  // namespace mikpoly
