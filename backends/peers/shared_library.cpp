#include "backends/peers/shared_library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace mikpoly {
namespace {

// Where each of the files may stand, in the order of the search.
std::vector<std::string> places(const LibrarySought& sought) {
  std::vector<std::string> all;
  if (const char* folder = std::getenv("MIKPOLY_PEERS"); folder != nullptr && *folder != '\0') {
    for (const std::string_view file : sought.files) {
      const std::filesystem::path path = std::filesystem::path(folder) / file;
      std::error_code unreadable;
      if (std::filesystem::exists(path, unreadable)) all.push_back(path.string());
    }
  }
  all.insert(all.end(), sought.files.begin(), sought.files.end());
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
  const char* folder = std::getenv("MIKPOLY_PEERS");
  const std::string searched =
      folder == nullptr || *folder == '\0' ? "MIKPOLY_PEERS is not set" : fmt::format("MIKPOLY_PEERS is {}", folder);
  return fmt::format("no {} ({}); {}, or experiments/peers/setup.sh, brings it", fmt::join(sought.files, " or "),
                     searched, sought.package);
}

std::string SharedLibrary::file_name() const {
  return std::filesystem::path(path_).filename().string();
}

void* SharedLibrary::address(const std::string& name) const {
  return dlsym(handle_, name.c_str());
}

}  // namespace mikpoly
