// A finished run as one page: what was run, and for each machine and pattern set the tables and figures of its
// selectors.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/engine/run_table.hpp"
#include "experiments/report/roofs.hpp"

namespace mikpoly::lab {

/// What a page says beside the rows.
struct RunRecord {
  std::string manifest;  ///< text of run.json, which is JSON
  std::string resolved;  ///< text of resolved.yaml
  RunRoofs roofs;
};

/// Errors: ConfigError when a file of the run cannot be read; roofs that cannot be known are a sentence of the page.
RunRecord read_record(const std::filesystem::path& folder);

/// The page. `baseline` is what speed-ups are taken over; empty: as default_baseline().
/// Errors: ConfigError for a baseline that no machine of the run has, naming those that are there.
/// Cost:   proportional to the rows; some megabytes at most for each machine and pattern set.
std::string report_html(const lab::RunTable& table, const RunRecord& record, const std::string& baseline);

}  // namespace mikpoly::lab
