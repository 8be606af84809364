#include "backends/shared_library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace mikpoly {
namespace {

// The folder that a person named; empty: none.
std::string_view named_folder(const LibrarySought& sought) {
  const char* const folder = std::getenv(sought.folder_variable);
  return folder == nullptr ? "" : folder;
}

void add_files_in(std::string_view folder, const LibrarySought& sought, std::vector<std::string>& all) {
  for (const std::string_view file : sought.files) {
    const std::filesystem::path path = std::filesystem::path(folder) / file;
    std::error_code unreadable;
    if (std::filesystem::exists(path, unreadable)) all.push_back(path.string());
  }
}

// Where each of the files may stand, in the order of the search.
std::vector<std::string> places(const LibrarySought& sought) {
  std::vector<std::string> all;
  if (const std::string_view folder = named_folder(sought); !folder.empty()) add_files_in(folder, sought, all);
  all.insert(all.end(), sought.files.begin(), sought.files.end());
  for (const std::string_view folder : sought.folders) add_files_in(folder, sought, all);
  return all;
}

}  // namespace

std::optional<SharedLibrary> SharedLibrary::open(const LibrarySought& sought) {
  for (const std::string& place : places(sought)) {
    void* handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle != nullptr) return SharedLibrary(handle, place);
  }
  return std::nullopt;
}

std::string SharedLibrary::missing(const LibrarySought& sought) {
  if (open(sought)) return "";
  const std::string_view folder = named_folder(sought);
  return fmt::format("no {} ({} is {}); {} brings it", fmt::join(sought.files, " or "), sought.folder_variable,
                     folder.empty() ? "not set" : folder, sought.bringer);
}

std::string SharedLibrary::file_name() const {
  return std::filesystem::path(path_).filename().string();
}

void* SharedLibrary::address(const std::string& name) const {
  return dlsym(handle_, name.c_str());
}

}  // namespace mikpoly
