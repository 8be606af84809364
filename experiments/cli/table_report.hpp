// What `mikpoly table` found, as text, CSV and JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/table/table_summary.hpp"

namespace mikpoly::cli {

struct TableFindings {
  const lab::TimingTable& table;
  std::string hardware;                ///< empty: without a machine nothing is predicted or chosen
  bool is_halved = true;               ///< else scored on what was learned from
  std::vector<lab::HeldOut> held_out;  ///< empty without a machine
  std::vector<lab::KeptCurve> kept;
  std::int64_t keep = 0;  ///< kernels to name, by each criterion
};

std::string table_text(const TableFindings& findings);
/// One line for each selector and half, or, without a machine, for each criterion, half and number of kernels. Without
/// halves `learned_half` is empty, in JSON null.
std::string table_csv(const TableFindings& findings);
nlohmann::ordered_json table_json(const TableFindings& findings);

/// Names of the kernels that a criterion keeps of the whole table, best first.
std::vector<std::string> kept_names(const TableFindings& findings, const std::string& criterion);

}  // namespace mikpoly::cli
