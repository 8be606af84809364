#include "experiments/engine/manifest.hpp"

#include <chrono>
#include <fstream>
#include <optional>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "run/v1";

// Value of the first line `key : value` of a /proc file.
std::string proc_value(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "unknown";
}

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  return std::getline(in, line) ? line : "unknown";
}

// A host or path name need not be UTF-8: replaced, not thrown.
std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::optional<Manifest> parse_manifest(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    const std::string check = json.at("check");
    json.erase("check");
    if (check != content_hash(text_of(json)) || json.at("schema") != kSchema) return std::nullopt;
    return Manifest{.run = {.experiment = json.at("experiment"),
                            .hash = json.at("hash"),
                            .seed = json.at("seed"),
                            .points = json.value("points", std::int64_t{0}),
                            .shard = json.value("shard", ""),
                            .point_key = json.value("point_key", "")},
                    .command = json.at("command"),
                    .started = json.at("started"),
                    .inputs = json.at("inputs"),
                    .row_counts = json.at("rows"),
                    .results_hash = json.at("results_hash")};
  } catch (const Json::exception&) {  // a value is missing, or of another kind
    return std::nullopt;
  }
}

}  // namespace

HostFacts host_facts() {
  utsname system{};
  const bool known = uname(&system) == 0;
  return {.name = known ? system.nodename : "unknown",
          .system = known ? fmt::format("{} {} {}", system.sysname, system.release, system.machine) : "unknown",
          .cpu = proc_value("/proc/cpuinfo", "model name"),
          .logical_cpus = static_cast<std::int64_t>(std::thread::hardware_concurrency()),
          .clock_policy = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")};
}

std::string utc_now() {
  const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

std::string to_json(const Manifest& manifest) {
  const BuildInfo& build = build_info();
  const HostFacts host = host_facts();
  const RunIdentity& run = manifest.run;
  Json json;
  json["schema"] = kSchema;
  json["experiment"] = run.experiment;
  json["hash"] = run.hash;
  json["seed"] = run.seed;
  if (run.points > 0) json["points"] = run.points;
  if (!run.shard.empty()) json["shard"] = run.shard;
  if (!run.point_key.empty()) json["point_key"] = run.point_key;
  json["command"] = manifest.command;
  json["started"] = manifest.started;
  json["tool"] = {{"version", build.version},
                  {"commit", build.commit},
                  {"dirty", build.dirty},
                  {"compiler", build.compiler},
                  {"build_type", build.build_type}};
  json["host"] = {{"name", host.name},
                  {"system", host.system},
                  {"cpu", host.cpu},
                  {"logical_cpus", host.logical_cpus},
                  {"clock_policy", host.clock_policy}};
  json["inputs"] = manifest.inputs;
  json["rows"] = manifest.row_counts;
  json["results_hash"] = manifest.results_hash;
  json["check"] = content_hash(text_of(json));
  return text_of(json) + "\n";
}

Manifest read_manifest(const fs::path& folder) {
  constexpr std::int64_t kMostBytes = 1 << 20;
  const std::string file = (folder / "run.json").string();
  std::optional<Manifest> manifest = parse_manifest(read_text_file(file, kMostBytes));
  if (manifest) return *std::move(manifest);
  throw ConfigError(fmt::format("{}: damaged, or of another version; --resume writes it anew", file));
}

void check_results(const fs::path& folder, const std::string& name, std::string_view verb) {
  const fs::path file = folder / name;
  const Manifest manifest = read_manifest(folder);
  if (manifest.results_hash.empty() || !fs::exists(file)) {
    throw ConfigError(fmt::format("run \"{}\" has not finished; {} --resume goes on", folder.string(), verb));
  }
  std::ifstream in(file, std::ios::binary);
  ContentHasher hasher;
  std::string block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), std::ssize(block)) || in.gcount() > 0) {
    hasher.add(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  if (hasher.text() == manifest.results_hash) return;
  throw ConfigError(
      fmt::format("{}: changed or damaged since the run wrote it; {} --resume writes it anew", file.string(), verb));
}

std::vector<std::string> damage_in(const fs::path& folder, const std::string& name, std::string_view verb) {
  std::error_code error;
  if (!fs::exists(folder / "run.json", error)) return {};
  try {
    const bool finished = !read_manifest(folder).results_hash.empty();
    if (finished && fs::exists(folder / name, error)) check_results(folder, name, verb);
  } catch (const ConfigError& damage) {
    return {damage.what()};
  }
  return {};
}

}  // namespace mikpoly::lab
