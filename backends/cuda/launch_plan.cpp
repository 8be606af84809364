#include "backends/cuda/launch_plan.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "core/base/integer_math.hpp"
#include "core/plan/stream_k.hpp"

namespace mikpoly::cuda {
namespace {

// Rows of tiles that are computed together, so that neighbours in time share lines of B.
constexpr std::int64_t kBand = 8;

bool along_k(const ElementStrides& strides, bool k_is_column) {
  return (k_is_column ? strides.column : strides.row) == 1;
}

Lines lines_of(const ElementStrides& strides) {
  return {.line = strides.column == 1 ? strides.row : strides.column, .batch = strides.batch};
}

// Regions of one launch.
struct Group {
  std::int64_t kernel = 0;
  std::int64_t k_parts = 1;
  Range batch;
  std::vector<Region> regions;
};

std::vector<Group> groups_of(const Plan& plan) {
  std::vector<Group> groups;
  for (const PlannedRegion& planned : plan.regions()) {
    const auto same = [&](const Group& group) {
      return group.kernel == planned.kernel && group.k_parts == planned.k_parts && group.batch == planned.region.batch;
    };
    auto found = std::ranges::find_if(groups, same);
    if (found == groups.end()) {
      groups.push_back({planned.kernel, planned.k_parts, planned.region.batch, {}});
      found = std::prev(groups.end());
    }
    found->regions.push_back(planned.region);
  }
  return groups;
}

LaunchRegion launch_region(const Region& region, const TileShape& tile) {
  return {.row = region.m.begin,
          .column = region.n.begin,
          .rows = region.m.size(),
          .columns = region.n.size(),
          .tile_rows = ceil_div(region.m.size(), tile.m),
          .tile_columns = ceil_div(region.n.size(), tile.n)};
}

BiasOf bias_of(Bias bias) {
  return bias == Bias::none ? BiasOf::none : bias == Bias::per_row ? BiasOf::rows : BiasOf::columns;
}

Nonlinearity nonlinearity_of(Activation activation) {
  switch (activation) {
    case Activation::none:
      return Nonlinearity::none;
    case Activation::relu:
      return Nonlinearity::relu;
    case Activation::gelu_erf:
      return Nonlinearity::gelu_erf;
    case Activation::gelu_tanh:
      return Nonlinearity::gelu_tanh;
    case Activation::silu:
      return Nonlinearity::silu;
  }
  return Nonlinearity::none;
}

Arguments arguments_of(const Group& group, const CanonicalProblem& problem) {
  Arguments arguments;
  arguments.matrices.a_lines = lines_of(problem.a);
  arguments.matrices.b_lines = lines_of(problem.b);
  arguments.matrices.d_lines = {.line = problem.d.row, .batch = problem.d.batch};
  const GemmShape& shape = problem.shape;
  arguments.extents = {.m = shape.m, .n = shape.n, .k = shape.k, .batches = group.batch.size()};
  arguments.parts.count = group.k_parts;
  Finish& finish = arguments.finish;
  finish.c_lines = {.line = problem.c.row, .batch = problem.c.batch};
  finish.c_column = problem.c.column;
  finish.residual_lines = arguments.matrices.d_lines;
  finish.bias_of = bias_of(problem.epilogue.bias);
  finish.nonlinearity = nonlinearity_of(problem.epilogue.activation);
  return arguments;
}

// In launches of at most kMostBlocks.
void add_launches(LaunchList& list, Launch launch, std::int64_t blocks) {
  for (std::int64_t first = 0; first < blocks; first += kMostBlocks) {
    launch.blocks = std::min(kMostBlocks, blocks - first);
    launch.arguments.grid.first_block = first;
    list.push_back(launch);
  }
}

void add_reductions(LaunchList& list, const Group& group, const Launch& launch) {
  for (const Region& region : group.regions) {
    Launch reduction = launch;
    reduction.kernel = kReduction;
    reduction.arguments.grid = {.regions = 1, .region = {launch_region(region, {.m = 1, .n = 1, .k = 1})}};
    const std::int64_t elements = region.m.size() * region.n.size() * group.batch.size();
    add_launches(list, reduction, ceil_div(elements, kReductionThreads));
  }
}

LaunchList list_of(const Group& group, const TileShape& tile, const CanonicalProblem& problem) {
  Launch launch{.kernel = group.kernel, .batch = group.batch, .arguments = arguments_of(group, problem)};
  launch.arguments.parts.steps = ceil_div(ceil_div(problem.shape.k, tile.k), group.k_parts);
  Grid& grid = launch.arguments.grid;
  grid.band = kBand;
  std::int64_t blocks = 0;
  for (const Region& region : group.regions) {
    LaunchRegion& placed = grid.region[grid.regions++];
    placed = launch_region(region, tile);
    placed.first_block = blocks;
    blocks += placed.tile_rows * placed.tile_columns * group.k_parts * group.batch.size();
  }
  LaunchList list;
  add_launches(list, launch, blocks);
  if (group.k_parts > 1) add_reductions(list, group, launch);
  return list;
}

const char* at(const void* data, std::int64_t elements, DataType type) {
  return data == nullptr ? nullptr : static_cast<const char*>(data) + elements * bytes_of(type);
}

}  // namespace

std::string layout_of(const CanonicalProblem& problem) {
  return {along_k(problem.a, true) ? 'N' : 'T', along_k(problem.b, false) ? 'T' : 'N'};
}

std::int64_t copy_bytes(const CanonicalProblem& problem, const GemmTypes& types, const GemmOperands& operands,
                        const Plan& plan) {
  std::int64_t bytes = kWidestCopy;
  const auto divide = [&](std::int64_t by) { bytes = std::gcd(bytes, by); };
  const auto divide_by_matrix = [&](const void* data, const ElementStrides& strides, std::int64_t element) {
    divide(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) % kWidestCopy));
    divide(lines_of(strides).line * element);
    if (problem.shape.batch > 1) divide(strides.batch * element);
  };
  divide_by_matrix(problem.swapped ? operands.b : operands.a, problem.a, bytes_of(types.a));
  divide_by_matrix(problem.swapped ? operands.a : operands.b, problem.b, bytes_of(types.b));
  for (const PlannedRegion& planned : plan.regions()) {
    if (!along_k(problem.a, true)) divide(planned.region.m.begin * bytes_of(types.a));
    if (!along_k(problem.b, false)) divide(planned.region.n.begin * bytes_of(types.b));
  }
  return bytes;
}

std::string unsupported(const Plan& plan) {
  if (stream_k_grid(plan.allocation) > 0) return "backend cuda has no Stream-K kernel";
  for (const PlannedRegion& planned : plan.regions()) {
    const Range& k = planned.region.k;
    if (k.begin != 0 || k.end != plan.shape.k) return "backend cuda splits k by parts, not by regions";
  }
  return "";
}

LaunchPlan launches_of(const Plan& plan, const KernelLibrary& library, const CanonicalProblem& problem) {
  static_assert(kMostRegions >= kMaxRegions);
  LaunchPlan launches;
  const GemmShape& shape = problem.shape;
  for (const Group& group : groups_of(plan)) {
    const TileShape& tile = library.kernels[static_cast<std::size_t>(group.kernel)].tile;
    LaunchList& list = launches.lists.emplace_back(list_of(group, tile, problem));
    if (group.k_parts == 1) continue;
    for (Launch& launch : list) launch.partial = launches.partial_floats;
    launches.partial_floats += group.k_parts * group.batch.size() * shape.m * shape.n;
  }
  return launches;
}

Arguments bound(const Launch& launch, const CanonicalProblem& problem, const GemmTypes& types,
                const GemmOperands& operands, float* partial) {
  const std::int64_t batch = launch.batch.begin;
  Arguments arguments = launch.arguments;
  Matrices& matrices = arguments.matrices;
  matrices.a = at(problem.swapped ? operands.b : operands.a, batch * problem.a.batch, types.a);
  matrices.b = at(problem.swapped ? operands.a : operands.b, batch * problem.b.batch, types.b);
  matrices.d = static_cast<char*>(operands.d) + batch * problem.d.batch * bytes_of(types.d);
  arguments.parts.partial = partial == nullptr ? nullptr : partial + launch.partial;
  Finish& finish = arguments.finish;
  finish.alpha = static_cast<float>(operands.alpha);
  finish.beta = static_cast<float>(operands.beta);
  if (finish.alpha == 0.0F) arguments.extents.k = 0;  // A and B are not read
  finish.c = at(operands.c, batch * problem.c.batch, types.d);
  finish.bias = static_cast<const float*>(operands.bias);
  finish.residual = problem.epilogue.residual ? at(operands.residual, batch * problem.d.batch, types.d) : nullptr;
  return arguments;
}

}  // namespace mikpoly::cuda
