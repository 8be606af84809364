// run.json: what produced a run: tool, host, inputs and the command.
#pragma once

#include <cstdint>
#include <map>
#include <string>

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

/// What a run was made from and how it went.
struct Manifest {
  std::string experiment;
  std::string hash;  ///< of resolved.yaml
  std::uint64_t seed = 0;
  std::string command;
  std::string started;
  std::map<std::string, std::string> inputs;       ///< e.g. "hardware ascend910a" -> hash
  std::map<std::string, std::int64_t> row_counts;  ///< rows by status; empty until the run has finished
  std::string results_hash;                        ///< of results.csv; empty until the run has finished
};

/// Text of run.json, with a line feed at the end.
std::string to_json(const Manifest& manifest);

}  // namespace mikpoly::lab
