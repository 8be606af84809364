// The list of CPU micro-kernels: instruction set, family, register tile and packing, each with a name.
//
// A MicroKernel of core says which of them it uses by `variant`; its tile (uM, uN, uK) is the most a task covers, and
// the k block. To add one, add a line to cpu_kernels.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

/// tile: register tiles over panels of B. dot: products along k; B that does not lie along k is copied so.
/// stream: a few rows of C, B read once in memory order.
enum class Family { tile, dot, stream };

/// Whether operands are copied before they are used. B that lies along k is always packed by the tile family.
struct Packing {
  bool a = false;
  bool b = false;  ///< while the first row block uses it
};

struct CpuKernel {
  std::string name;  ///< e.g. "avx512-14x32-pack"
  const KernelFunctions* functions = nullptr;
  Family family = Family::tile;
  int vectors = 0;  ///< tile: vectors across a panel of B
  Packing packing;

  /// Rows and columns of the largest register tile.
  [[nodiscard]] int rows() const;
  [[nodiscard]] int columns() const;
};

/// Every kernel compiled into this program, portable ones first.
std::span<const CpuKernel> cpu_kernels();

/// Errors: ConfigError naming the nearest and all known ones.
const CpuKernel& find_cpu_kernel(std::string_view name);

/// Whether processor and operating system have the instructions of the family: "portable", "avx2" (with FMA) or
/// "avx512" (F, BW, DQ, VL and those of avx2).
bool runs_here(std::string_view isa);

/// The best family that runs here.
std::string_view best_isa();

}  // namespace mikpoly::cpu
