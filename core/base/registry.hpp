// A table from name to factory, written out in one .cpp, in report order.
//
// Explicit tables rather than self-registering statics: a static in a static library is dropped by the linker when
// nothing else refers to its object file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly {

template <typename Factory>
class Registry {
 public:
  struct Entry {
    std::string name;
    Factory make;
  };

  /// `kind` is the word errors use: "cost model", "selector".
  Registry(std::string kind, std::vector<Entry> entries) : kind_(std::move(kind)), entries_(std::move(entries)) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Entry& entry : entries_) all.push_back(entry.name);
    return all;
  }

  [[nodiscard]] bool contains(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return true;
    }
    return false;
  }

  /// The factory registered under `name`.
  /// Errors: ConfigError naming the nearest and all known names.
  [[nodiscard]] const Factory& find(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return entry.make;
    }
    throw ConfigError(fmt::format("unknown {} \"{}\"{}", kind_, name, nearest_and_known(name, names())));
  }

 private:
  std::string kind_;
  std::vector<Entry> entries_;
};

}  // namespace mikpoly
