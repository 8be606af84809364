// run.json: what produced a run: tool, host, inputs and the command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::lab {

/// The machine the program runs on, as far as the operating system tells.
struct HostFacts {
  std::string name;
  std::string system;
  std::string cpu;
  std::int64_t logical_cpus = 0;
  std::string clock_policy;  ///< cpufreq governor; "unknown" where the kernel shows none
};

HostFacts host_facts();

/// Current time as `2026-08-22T10:00:00Z`.
std::string utc_now();

/// Which run it is, and which part of it.
struct RunIdentity {
  std::string experiment;
  std::string hash;  ///< of resolved.yaml
  std::uint64_t seed = 0;
  std::int64_t points = 0;  ///< of the whole experiment; 0: not a run of points
  std::string shard;        ///< `2/4`; empty: all points
  std::string point_key;    ///< what its points were made with, see PointIndex
};

/// What a run was made from and how it went.
struct Manifest {
  RunIdentity run;
  std::string command;
  std::string started;
  std::map<std::string, std::string> inputs;       ///< e.g. "hardware ascend910a" -> hash
  std::map<std::string, std::int64_t> row_counts;  ///< rows by status; empty until the run has finished
  std::string results_hash;                        ///< of results.csv; empty until the run has finished
};

/// Text of run.json, with a line feed at the end and a checksum in it.
std::string to_json(const Manifest& manifest);

/// Reads the run.json of a folder.
/// Errors: ConfigError when it is not there or damaged.
Manifest read_manifest(const std::filesystem::path& folder);

/// Checks a file of results against the hash in run.json.
/// Errors: as read_manifest(); ConfigError when the run has not finished or the file is not the one that it wrote.
void check_results(const std::filesystem::path& folder, const std::string& file, std::string_view verb);

/// What of run.json and of the file of results that an earlier call left is not what it wrote; one sentence each.
std::vector<std::string> damage_in(const std::filesystem::path& folder, const std::string& file, std::string_view verb);

}  // namespace mikpoly::lab
