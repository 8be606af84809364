// Plans for the tools of others: for each shape its regions, each with tile, place, grid and order of tiles.
#pragma once

#include <nlohmann/json.hpp>

#include "core/planner/selector.hpp"
#include "core/problem/workload.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

inline constexpr const char* kPlanExportSchema = "mikpoly-plans/v1";

/// The plan of one shape, or `declined` with the reason. A region's `grid` counts its tiles along m, n and batch times
/// parts of k. `allocation` says how the tasks go to the elements; of Stream-K `stream_k_blocks` is its grid, the
/// blocks over which the steps of k are dealt out.
nlohmann::ordered_json export_plan(const WorkloadItem& item, const Selection& selection, const Workbench& bench);

}  // namespace mikpoly::lab
