// A library of others, opened at run time with local symbols.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// How a library is looked for.
struct LibrarySought {
  std::vector<std::string_view> files;            ///< file names, the preferred first
  std::string_view bringer;                       ///< what brings it, for the sentence when none is there
  const char* folder_variable = "MIKPOLY_PEERS";  ///< of the environment: a folder that is looked into first
  std::vector<std::string_view> folders = {};     ///< looked into last
};

/// An open library. It stays open until the process ends: thread pools of others do not survive dlclose.
class SharedLibrary {
 public:
  /// The first of the files in the folder that the environment names, then the first that the system's loader finds,
  /// then the first in other folders.
  static std::optional<SharedLibrary> open(const LibrarySought& sought);

  /// Empty when open() finds it; else which files were looked for, and what brings them.
  static std::string missing(const LibrarySought& sought);

  /// The function `name`, or null. `Function` must be its true type: nothing checks it.
  template <typename Function>
  [[nodiscard]] Function* function(const std::string& name) const {
    void* symbol = address(name);
    Function* typed = nullptr;
    static_assert(sizeof(typed) == sizeof(symbol));
    std::memcpy(&typed, &symbol, sizeof(typed));
    return typed;
  }

  /// Base name of the file that was opened, for reports.
  [[nodiscard]] std::string file_name() const;

 private:
  SharedLibrary(void* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  [[nodiscard]] void* address(const std::string& name) const;

  void* handle_;
  std::string path_;
};

}  // namespace mikpoly
