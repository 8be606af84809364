#include "experiments/table/table_models.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/library_file.hpp"
#include "core/cost/cost_models.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/planner/fixed_tile.hpp"
#include "experiments/table/curve_fit.hpp"
#include "experiments/table/table_ranking.hpp"

namespace mikpoly::lab {
namespace {

// Bytes that a plan's text or a CSV field would have to quote are written as in a URL.
std::string plain_name(std::string_view name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.";
  std::string plain;
  for (const char c : name) {
    plain += kPlain.find(c) != std::string_view::npos ? std::string(1, c)
                                                      : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return plain;
}

// The table's name behind type and tile, unless it begins with them.
std::string id_of(const TableKernel& kernel, DataType type) {
  const std::string name = plain_name(kernel.name);
  const std::string id = kernel_id(type, kernel.tile);
  return name == id || name.starts_with(id + "_") ? name : id + "_" + name;
}

// The machine's rule with what the table says of the block in place of what the rule would take.
Feasibility resources_of(Accelerator accelerator, const GemmTypes& types, const TableKernel& kernel) {
  for (Stage& stage : accelerator.datapath.stages) {
    if (stage.kind == StageKind::load && kernel.stages > 0) stage.buffers = {kernel.stages, kernel.stages};
  }
  OccupancyRule& rule = accelerator.occupancy;
  if (kernel.warps > 0) rule.least_warps = rule.most_warps = kernel.warps;
  Feasibility answer = check_tile(accelerator, types, kernel.tile);
  if (!answer.feasible) answer.resources = {};
  if (kernel.occupancy > 0) answer.resources.occupancy = kernel.occupancy;
  return answer;
}

// Of a kernel without a time on the learned shapes.
TimeCurve endless() {
  const Picoseconds longest{kLongestTime};
  return {{{.steps = 1, .latency = longest, .interval = longest}}, {}};
}

}  // namespace

TableModels::TableModels(const TimingTable& table, const HardwareFile& hardware, const GemmTypes& types,
                         std::span<const std::int64_t> learned, const TableKeep& keep)
    : table_(table), accelerator_(hardware.accelerator), position_(table.kernels().size(), -1) {
  library_.key = {.hardware = hardware.accelerator.name,
                  .hardware_hash = hardware.hash,
                  .method = fmt::format("table {}", table.origin().hash),
                  .types = types};
  const std::int64_t count = keep.count == 0 ? std::ssize(table.kernels()) : keep.count;
  for (const std::int64_t kernel : rank_kernels(table, learned, keep.ranking, count)) add_kernel(kernel, types);
  fit(learned);
  library_.hash = content_hash(library_text(library_));
  for (const std::string& name : cost_models().names()) {
    models_.push_back(cost_models().find(name)(accelerator_, library_));
  }
}

void TableModels::add_kernel(std::int64_t kernel, const GemmTypes& types) {
  const TableKernel& measured = table_.kernels()[static_cast<std::size_t>(kernel)];
  const Feasibility answer = resources_of(accelerator_, types, measured);
  if (!answer.feasible) ++unfit_;
  position_[static_cast<std::size_t>(kernel)] = std::ssize(kernels_);
  kernels_.push_back(kernel);
  MicroKernel& added = library_.kernels.emplace_back();
  added.id = id_of(measured, types.a);
  added.tile = measured.tile;
  added.types = types;
  added.resources = answer.resources;
}

void TableModels::fit(std::span<const std::int64_t> learned) {
  std::vector<std::vector<CurveSample>> whole(kernels_.size());
  std::vector<std::vector<CurveSample>> in_parts(kernels_.size());
  for (const std::int64_t position : learned) {
    const GemmShape& shape = table_.shapes()[static_cast<std::size_t>(position)];
    for (const auto& [program, time] : table_.times(position)) {
      if (!is_kept(program.kernel)) continue;
      const PlannedRegion planned = plan(shape, program).storage[0];
      const auto kernel = static_cast<std::size_t>(planned.kernel);
      const MicroKernel& micro = library_.kernels[kernel];
      const std::int64_t slots = accelerator_.pe.count * micro.resources.occupancy;
      auto& samples = program.k_parts == 1 ? whole : in_parts;
      samples[kernel].push_back({.waves = static_cast<double>(ceil_div(task_count(planned, micro.tile), slots)),
                                 .steps = micro.steps(planned.depth()),
                                 .time_ps = static_cast<double>(time.measured.median.count)});
    }
  }
  for (std::size_t kernel = 0; kernel < whole.size(); ++kernel) {
    if (whole[kernel].empty()) whole[kernel] = std::move(in_parts[kernel]);
  }
  FittedCurves fitted = fit_curves(whole);
  accelerator_.fixed.start = fitted.fixed;
  for (std::size_t kernel = 0; kernel < whole.size(); ++kernel) {
    fitted_.push_back(fitted.curves[kernel].has_value());
    library_.kernels[kernel].time = fitted.curves[kernel] ? *fitted.curves[kernel] : endless();
  }
}

const CostModel& TableModels::model(std::string_view name) const {
  const std::vector<std::string> names = cost_models().names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) static_cast<void>(cost_models().find(name));  // says what is known
  return *models_[static_cast<std::size_t>(found - names.begin())];
}

std::int64_t TableModels::fitted_kernels() const {
  return std::ranges::count(fitted_, true);
}

Plan TableModels::plan(const GemmShape& shape, const TableProgram& program) const {
  ensure(is_kept(program.kernel), "a plan by a kernel that was not kept");
  return single_tile_plan(shape, position_[static_cast<std::size_t>(program.kernel)], program.k_parts);
}

TableProgram TableModels::program(const Plan& plan) const {
  ensure(plan.region_count == 1, "a table holds programs of one region");
  const PlannedRegion& planned = plan.storage[0];
  return {kernels_[static_cast<std::size_t>(planned.kernel)], planned.k_parts};
}

std::vector<TableProgram> TableModels::candidates() const {
  std::vector<TableProgram> kept;
  std::ranges::copy_if(table_.programs(), std::back_inserter(kept),
                       [this](const TableProgram& program) { return is_kept(program.kernel); });
  return kept;
}

}  // namespace mikpoly::lab
