#include "backends/tuned_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace mikpoly {
namespace {

std::filesystem::path folder_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string tuned_library_folder() {
  if (const auto named = folder_in("MIKPOLY_LIBRARIES"); !named.empty()) return named;
  if (const auto cache = folder_in("XDG_CACHE_HOME"); !cache.empty()) return cache / "mikpoly";
  if (const auto home = folder_in("HOME"); !home.empty()) return home / ".cache" / "mikpoly";
  return "";
}

std::string tuned_folder_fault() {
  const std::filesystem::path named = folder_in("MIKPOLY_LIBRARIES");
  std::error_code unreadable;
  if (named.empty() || std::filesystem::is_directory(named, unreadable)) return "";
  return fmt::format("MIKPOLY_LIBRARIES is \"{}\", which is no folder; the shipped libraries are used", named.string());
}

}  // namespace mikpoly
