#include "backends/cuda/kernel_design.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "backends/cuda/kernel/gemm.cuh"
#include "core/base/error.hpp"
#include "core/kernel/feasibility.hpp"

namespace mikpoly::cuda {
namespace {

constexpr std::int64_t kPiece = 16;  // rows and columns of a warp's rectangle are multiples
constexpr std::int64_t kSmRegisters = 65536;
constexpr std::int64_t kRegisterUnit = 8;     // a thread is given a multiple
constexpr std::int64_t kMostRegisters = 255;  // of a thread

// Beside sums and operands: addresses, counters, copies under way. With less NVRTC 13.0 spills.
constexpr std::int64_t kOtherRegisters = 72;

// An SM keeps so much of its shared memory for each resident block: CUDA C++ Programming Guide, "Technical
// specifications per compute capability".
constexpr std::int64_t kReservedBytes = 1024;

// Of a line along k: two sectors of 32 bytes, what a load of global memory brings at least. The simulator, which knows
// no sectors, sees no difference.
constexpr std::int64_t kLeastLineBytes = 64;

bool computes(DataType type) {
  constexpr std::array kTypes{DataType::f16, DataType::bf16, DataType::tf32, DataType::f32};
  return std::ranges::find(kTypes, type) != kTypes.end();
}

// What a thread keeps of sums and of one slice of the operands; atoms.cuh.
std::int64_t registers_of(const KernelDesign& design) {
  const std::int64_t rows = design.tile.m / design.warp_rows / kPiece;
  const std::int64_t columns = design.tile.n / design.warp_columns / (kPiece / 2);
  // tf32 is held as it was read and as it is rounded.
  const std::int64_t of_row = design.type == DataType::f32 ? 2 : design.type == DataType::tf32 ? 6 : 4;
  constexpr std::int64_t kOfColumn = 2;
  return 4 * rows * columns + of_row * rows + kOfColumn * columns + kOtherRegisters;
}

std::int64_t tile_bytes(bool along_k, std::int64_t across, std::int64_t k, std::int64_t element) {
  const auto pitch = line_pitch(static_cast<int>((along_k ? k : across) * element), static_cast<int>(element), along_k);
  return pitch * (along_k ? across : k);
}

// Blocks' share of an SM's shared memory: the buffer that loads fill is what one block can have of it.
std::int64_t share_of(const Accelerator& accelerator, std::int64_t residents) {
  const auto& stages = accelerator.datapath.stages;
  const auto load = std::ranges::find(stages, StageKind::load, &Stage::kind);
  const std::int64_t whole = accelerator.buffer(load->to).capacity.count + kReservedBytes;
  return whole / residents - kReservedBytes;
}

// Divides a design's tile among warps, as near to the machine's rule as the template can; false when it cannot.
bool divide(const OccupancyRule& rule, KernelDesign& design) {
  const auto wanted = static_cast<double>(warps_of(rule, design.tile));
  std::optional<KernelDesign> best;
  std::tuple<double, std::int64_t> least;
  for (std::int64_t rows = 1; rows <= rule.most_warps; ++rows) {
    for (std::int64_t columns = 1; rows * columns <= rule.most_warps; ++columns) {
      design.warp_rows = rows;
      design.warp_columns = columns;
      if (!fault_of(design).empty()) continue;
      const double off = std::abs(std::log2(static_cast<double>(rows * columns) / wanted));
      const std::tuple rated{off, design.tile.m / rows + design.tile.n / columns};
      if (best && rated >= least) continue;
      best = design;
      least = rated;
    }
  }
  if (best) design = *best;
  return best.has_value();
}

// Reads "KEY NUMBER" off the beginning of a variant; 0 where it does not begin so.
std::int64_t take_number(std::string_view& text, std::string_view key) {
  if (!text.starts_with(key)) return 0;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + key.size(), text.data() + text.size(), value);
  if (error != std::errc{}) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::string fault_of(const KernelDesign& design) {
  const TileShape& tile = design.tile;
  if (!computes(design.type)) {
    return fmt::format("the CUDA kernel has no {}; it has f16, bf16, tf32 and f32", name_of(design.type));
  }
  const std::int64_t warps = design.warp_rows * design.warp_columns;
  if (design.warp_rows < 1 || design.warp_columns < 1 || warps > 32) return "a block has 1 to 32 warps";
  if (design.stages < 2 || design.stages > 8) return fmt::format("{} stages; a block has 2 to 8", design.stages);
  if (design.residents < 1) return "an SM holds at least one block";
  if (tile.k < kPiece || tile.k % kPiece != 0) return fmt::format("uK {} is no multiple of {}", tile.k, kPiece);
  if (tile.m < kPiece || tile.n < kPiece || tile.m % (design.warp_rows * kPiece) != 0 ||
      tile.n % (design.warp_columns * kPiece) != 0) {
    return fmt::format("{}x{} is not divided into {}x{} rectangles with sides that are multiples of {}", tile.m, tile.n,
                       design.warp_rows, design.warp_columns, kPiece);
  }
  if (const std::int64_t needed = registers_of(design); needed > register_limit(design)) {
    return fmt::format("a thread would need about {} registers; {} are there for it", needed, register_limit(design));
  }
  return "";
}

std::int64_t shared_bytes(const KernelDesign& design, const OperandAccess& access) {
  const TileShape& tile = design.tile;
  const std::int64_t element = bytes_of(design.type);
  const std::int64_t step =
      tile_bytes(access.a_along_k, tile.m, tile.k, element) + tile_bytes(access.b_along_k, tile.n, tile.k, element);
  const auto strip = strip_pitch(static_cast<int>(tile.n / design.warp_columns)) * 16 * 4;
  return std::max(design.stages * step, design.threads() / 32 * strip);
}

std::int64_t most_shared_bytes(const KernelDesign& design) {
  std::int64_t most = 0;
  for (const bool a_along_k : {false, true}) {
    for (const bool b_along_k : {false, true}) {
      most = std::max(most, shared_bytes(design, {.a_along_k = a_along_k, .b_along_k = b_along_k}));
    }
  }
  return most;
}

std::int64_t register_limit(const KernelDesign& design) {
  return std::min(kMostRegisters, kSmRegisters / (design.threads() * design.residents) / kRegisterUnit * kRegisterUnit);
}

std::optional<KernelDesign> design_for(const Accelerator& accelerator, const MicroKernel& candidate) {
  if (accelerator.occupancy.elements_per_warp == 0) return std::nullopt;
  if (candidate.tile.k * bytes_of(candidate.types.a) < kLeastLineBytes) return std::nullopt;
  KernelDesign design{.type = candidate.types.a,
                      .tile = candidate.tile,
                      .stages = candidate.resources.load_buffers,
                      .residents = candidate.resources.occupancy};
  if (!divide(accelerator.occupancy, design)) return std::nullopt;
  const std::int64_t share = share_of(accelerator, design.residents);
  while (design.stages > 2 && most_shared_bytes(design) > share) --design.stages;
  return most_shared_bytes(design) <= share ? std::optional(design) : std::nullopt;
}

std::string variant_of(const KernelDesign& design) {
  const std::string text = fmt::format("w{}x{}s{}", design.warp_rows, design.warp_columns, design.stages);
  return design.residents == 1 ? text : fmt::format("{}r{}", text, design.residents);
}

KernelDesign design_of(const MicroKernel& kernel) {
  std::string_view text = kernel.variant;
  KernelDesign design{.type = kernel.types.a, .tile = kernel.tile};
  design.warp_rows = take_number(text, "w");
  design.warp_columns = take_number(text, "x");
  design.stages = take_number(text, "s");
  if (!text.empty()) design.residents = take_number(text, "r");
  const std::string fault = fault_of(design);
  if (text.empty() && fault.empty()) return design;
  throw ConfigError(fmt::format("kernel \"{}\" is not of backend cuda: variant \"{}\"{}{}", kernel.id, kernel.variant,
                                fault.empty() ? " is not written wROWSxCOLUMNSsSTAGES or with rBLOCKS" : ", ", fault));
}

}  // namespace mikpoly::cuda
