#include "core/config/config_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly {
namespace {

namespace fs = std::filesystem;

// The program's own file; empty where the system does not tell.
fs::path program_file() {
  std::error_code status;
  return fs::read_symlink("/proc/self/exe", status);
}

// The folder of the program or shared library that holds this function; empty where the system does not tell.
fs::path own_folder() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&program_file), &own) == 0 || own.dli_fname == nullptr) return {};
  return fs::path(own.dli_fname).parent_path();
}

// Short and free of machine names where it can be: messages and reports show it.
std::string shown(const fs::path& folder) {
  std::error_code status;
  const fs::path near = fs::proximate(folder, status);
  const bool below = !status && !near.empty() && *near.begin() != "..";
  return (below ? near : folder.lexically_normal()).string();
}

}  // namespace

std::string config_folder() {
  if (const char* const wanted = std::getenv("MIKPOLY_CONFIG_DIR"); wanted != nullptr && *wanted != '\0') {
    if (fs::is_directory(wanted)) return shown(wanted);
    throw ConfigError(fmt::format("MIKPOLY_CONFIG_DIR=\"{}\" is not a folder", wanted));
  }
  const fs::path beside = program_file().parent_path() / ".." / "configs";
  for (const fs::path& folder :
       {beside, own_folder() / "configs", fs::path("configs"), fs::path(MIKPOLY_SOURCE_CONFIGS)}) {
    std::error_code status;
    if (fs::is_directory(folder / "hardware", status)) return shown(folder);
  }
  throw ConfigError(
      "the folder \"configs\" is neither beside the program nor in the current folder; set MIKPOLY_CONFIG_DIR to it");
}

std::vector<std::string> config_names(std::string_view kind) {
  std::vector<std::string> names;
  std::error_code status;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(config_folder()) / kind, status)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string config_path(std::string_view kind, const std::string& name_or_path) {
  const std::string extension = fs::path(name_or_path).extension().string();
  if (name_or_path.find('/') != std::string::npos || extension == ".yaml" || extension == ".yml" ||
      extension == ".csv") {
    return name_or_path;
  }
  const std::vector<std::string> known = config_names(kind);
  if (std::ranges::find(known, name_or_path) == known.end()) {
    // The folders hardware, workloads, experiments: of each, one is wanted.
    const std::string_view one = kind.ends_with('s') ? kind.substr(0, kind.size() - 1) : kind;
    throw ConfigError(fmt::format("unknown {} \"{}\"{}", one, name_or_path, nearest_and_known(name_or_path, known)));
  }
  return fmt::format("{}/{}/{}.yaml", config_folder(), kind, name_or_path);
}

std::string named_in(const std::string& file, const std::string& name_or_path) {
  if (fs::path(name_or_path).extension().empty()) return name_or_path;
  const fs::path beside = fs::path(file).parent_path() / name_or_path;
  std::error_code status;
  return fs::is_regular_file(beside, status) ? beside.lexically_normal().string() : name_or_path;
}

}  // namespace mikpoly
