// A file format as its readers know it: what may stand at each place of a file.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// One way to write a scalar.
struct ScalarForm {
  enum class Kind { text, name, integer, number, boolean, words, pattern };

  Kind kind = Kind::text;
  std::int64_t least = 0;  ///< integer
  std::int64_t most = 0;
  std::vector<std::string> words;  ///< the words that are allowed
  std::string pattern;             ///< a regular expression that the text matches
  std::string wanted;              ///< for people, e.g. `a size such as "40 GiB"`

  bool operator==(const ScalarForm&) const = default;
};

/// One way in which a map was read: the keys it may and must have, and the words that its keys then held.
struct MapForm {
  std::set<std::string> known;
  std::set<std::string> required;
  std::map<std::string, std::set<std::string>> words;
};

struct KeyForm;

struct ValueForm {
  std::string help;
  std::vector<ScalarForm> scalars;
  std::vector<ValueForm> item;  ///< of a list: none or one
  std::vector<KeyForm> keys;    ///< of a map, in the order in which they were asked for; `*` where any key will do
  std::vector<MapForm> maps;    ///< the ways in which it was read; those that know and need the same are one
  bool sourced = false;         ///< may also be a map {value, source, kind, fit}
  std::string shared;           ///< may also be a map of the form that several places have, known by this name

  [[nodiscard]] const KeyForm* find(std::string_view key) const;
  [[nodiscard]] bool is_free() const;
};

struct KeyForm {
  std::string key;
  ValueForm value;
  ScalarForm called = {};  ///< what keys that `*` stands for may be called: any text, words, or a pattern
};

/// Stands for every key of a map whose keys are names that people give.
inline constexpr std::string_view kAnyKey = "*";

}  // namespace mikpoly
