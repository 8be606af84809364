// What the kernel template is instantiated with: a tile, how warps divide it, and how its operands lie.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/micro_kernel.hpp"

namespace mikpoly::cuda {

/// The oldest architecture that has the template's instructions: cp.async, and mma.sync of bf16 and tf32.
inline constexpr int kLeastArchitecture = 80;

struct KernelDesign {
  DataType type = DataType::f16;  ///< of A, B and D; sums are f32
  TileShape tile;
  std::int64_t warp_rows = 1;  ///< warps of a block, along m
  std::int64_t warp_columns = 1;
  std::int64_t stages = 2;     ///< k steps in shared memory
  std::int64_t residents = 1;  ///< blocks that one SM has to hold: bounds their registers

  [[nodiscard]] std::int64_t threads() const { return warp_rows * warp_columns * 32; }
  bool operator==(const KernelDesign&) const = default;
};

/// Bytes that the widest asynchronous copy takes, and lines must be aligned to for it.
inline constexpr std::int64_t kWidestCopy = 16;

/// How the operands of a kernel lie.
struct OperandAccess {
  bool a_along_k = true;            ///< the elements of a row of A are side by side; else those of a column
  bool b_along_k = false;           ///< the elements of a column of B are; else those of a row
  std::int64_t copy = kWidestCopy;  ///< bytes that divide the address of every line: 16, 8, 4 or 2, at least an element

  bool operator==(const OperandAccess&) const = default;
};

/// The reason why the template has no such kernel, in one sentence; empty when it has.
std::string fault_of(const KernelDesign& design);

/// Shared memory of a block, in bytes: GemmKernel::kSharedBytes.
std::int64_t shared_bytes(const KernelDesign& design, const OperandAccess& access);

/// The most that any access of the design takes.
std::int64_t most_shared_bytes(const KernelDesign& design);

/// Registers that a thread may have so that an SM of 65536 holds all residents, at most 255.
std::int64_t register_limit(const KernelDesign& design);

/// The design that runs a candidate of S1 as the planner assumes: its tile and as many blocks to an SM; warps as near
/// to the machine's rule as the tile can be divided, in rectangles as near to squares; as many stages as fit, at most
/// those that the candidate was timed with.
/// Returns: nothing when the template or the SM's shared memory has no place for it.
std::optional<KernelDesign> design_for(const Accelerator& accelerator, const MicroKernel& candidate);

/// The part of a kernel's id that the tile does not tell: "w2x4s3", with "r2" where an SM holds two blocks.
std::string variant_of(const KernelDesign& design);

/// The design of a kernel of a library.
/// Errors: ConfigError naming the kernel: no variant of this backend, or one that the template does not have.
KernelDesign design_of(const MicroKernel& kernel);

/// The access of operands that lie as "NN", "NT", "TN" or "TT": N where lines of A are along k, and T where those of B
/// are.
OperandAccess access_of(std::string_view layout, std::int64_t copy);

/// "gemm_nt_16": the function of an access in a compiled design.
std::string function_name(const OperandAccess& access);

/// The source that NVRTC compiles: a design, with one function for each access.
std::string translation_unit(const KernelDesign& design, std::span<const OperandAccess> accesses);

/// The source of `add_parts`, which adds up parts of k, for D of a type; blocks of kReductionThreads threads.
std::string reduction_unit(DataType type);
inline constexpr std::int64_t kReductionThreads = 256;

}  // namespace mikpoly::cuda
