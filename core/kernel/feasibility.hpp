// Whether a tile fits a machine, and with how many buffers: M_local decides.
#pragma once

#include <string>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/micro_kernel.hpp"

namespace mikpoly {

/// A normal answer: feasible with its resources, or the reason why not.
struct Feasibility {
  bool feasible = false;
  std::string reason;  ///< e.g. "L0A"; empty when feasible
  KernelResources resources;
};

/// Warps of one task under a rule that has warps: one per `elements_per_warp` output elements, within its bounds.
std::int64_t warps_of(const OccupancyRule& rule, const TileShape& tile);

/// Bytes one copy of the stage's target needs for one k step (compute and store stages: for the whole output tile).
Bytes stage_bytes(const Stage& stage, const GemmTypes& types, const TileShape& tile);

/// Checks every stage of the data path with its least number of buffers, then takes as many as fit, and as many
/// resident tasks as the occupancy rule and the buffers allow.
/// Cost: a few integer divisions per stage.
Feasibility check_tile(const Accelerator& accelerator, const GemmTypes& types, const TileShape& tile);

}  // namespace mikpoly
