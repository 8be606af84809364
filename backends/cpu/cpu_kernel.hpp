// The list of CPU micro-kernels: instruction set, family, register tile and packing, each with a name.
//
// A MicroKernel of core says which of them it uses by `variant`; its tile (uM, uN, uK) is the most a task covers, and
// the k block. To add one, add a line to cpu_kernel.cpp.
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

/// What a tile kernel does with its operands besides reading them. B that lies along k is always copied into panels.
struct Packing {
  bool a = false;                   ///< A is copied, once per block of rows
  BAccess b = BAccess::as_it_lies;  ///< by the first block of rows; copying: the others read the copy
};

struct CpuKernel {
  std::string name;  ///< e.g. "avx512-14x32-copy"
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
