#include "experiments/engine/plan_export.hpp"

#include "core/base/integer_math.hpp"
#include "core/plan/stream_k.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

Json range_json(const Range& range) {
  return Json::array({range.begin, range.end});
}

Json region_json(const PlannedRegion& planned, const Workbench& bench) {
  const MicroKernel& kernel = bench.library().kernels[static_cast<std::size_t>(planned.kernel)];
  const Region& region = planned.region;
  return {{"kernel", kernel.id},
          {"tile", {{"m", kernel.tile.m}, {"n", kernel.tile.n}, {"k", kernel.tile.k}}},
          {"m", range_json(region.m)},
          {"n", range_json(region.n)},
          {"k", range_json(region.k)},
          {"batch", range_json(region.batch)},
          {"split_k", planned.k_parts},
          {"grid",
           {ceil_div(region.m.size(), kernel.tile.m), ceil_div(region.n.size(), kernel.tile.n),
            region.batch.size() * planned.k_parts}}};
}

}  // namespace

Json export_plan(const WorkloadItem& item, const Selection& selection, const Workbench& bench) {
  const GemmShape& shape = item.shape;
  Json json{{"problem_id", item.id}, {"m", shape.m}, {"n", shape.n}, {"k", shape.k}, {"batch", shape.batch}};
  if (!selection.unsupported.empty()) {
    json["declined"] = selection.unsupported;
    return json;
  }
  const Plan& plan = selection.plan;
  json["pattern"] = plan.pattern;
  json["allocation"] = plan.allocation;
  if (const std::int64_t blocks = stream_k_grid(plan.allocation); blocks > 0) json["stream_k_blocks"] = blocks;
  json["plan"] = plan.region_count > 0 ? to_text(plan, bench.library()) : "";
  json["predicted_us"] = plan.region_count > 0 ? bench.equation_2().cost(plan).microseconds() : 0.0;
  json["regions"] = Json::array();
  for (const PlannedRegion& planned : plan.regions()) json["regions"].push_back(region_json(planned, bench));
  return json;
}

}  // namespace mikpoly::lab
