#include "experiments/engine/manifest.hpp"

#include <chrono>
#include <fstream>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiments/engine/build_info.hpp"

namespace mikpoly::lab {
namespace {

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
  nlohmann::ordered_json json;
  json["schema"] = "run/v1";
  json["experiment"] = manifest.experiment;
  json["hash"] = manifest.hash;
  json["seed"] = manifest.seed;
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
  // A host or path name need not be UTF-8: replaced, not thrown.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mikpoly::lab
