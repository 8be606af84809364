// What an instruction set family offers: tables of functions on registers and one cache level, without any blocking.
//
// Every family fills one KernelFunctions from the same templates (tile_kernel.hpp, dot_kernel.hpp ...), so a new family
// is a vector type in simd/ and a source that instantiates them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "backends/cpu/finish.hpp"

namespace mikpoly::cpu {

/// Where the elements of A lie: along k (row major A) or along m (column major, or packed).
enum class ASide { along_k, along_m };

/// How a tile reads B: as it lies; prefetching another place of B, as much of it as is read; or the same while leaving
/// a packed copy for the next tiles.
enum class BAccess { as_it_lies, ahead, copying };
inline constexpr int kBAccesses = 3;

inline constexpr int kMaxTileRows = 28;
inline constexpr int kMaxTileVectors = 4;

/// C[rows x columns] = or += A[rows x k] * B[k x columns], held in registers. Strides in elements.
struct TileArguments {
  const float* a = nullptr;
  std::ptrdiff_t a_stride = 0;  ///< between rows (along_k) or between k steps (along_m)
  const float* b = nullptr;
  std::ptrdiff_t b_stride = 0;  ///< between k steps; columns are contiguous
  const float* ahead =
      nullptr;  ///< what is fetched into L1 meanwhile, but by BAccess::as_it_lies; may lie outside of B
  const float* next =
      nullptr;  ///< as_it_lies: of which a cache line each k step is fetched into L2; B if nothing is next
  std::ptrdiff_t next_stride = 0;
  float* packed = nullptr;  ///< where BAccess::copying leaves B, a full tile wide
  float* c = nullptr;
  std::ptrdiff_t c_stride = 0;  ///< between rows; columns are contiguous
  std::int64_t k = 0;
  int columns = 0;          ///< in use; those beyond are neither read nor written
  bool accumulate = false;  ///< C +=
};
using TileFunction = void (*)(const TileArguments&);

/// Most rows and k steps of the tiny kernels, which compute C = A * B with A along k and one vector of columns.
inline constexpr int kMaxTiny = 16;

/// C[rows x columns] = or += A row r . B column c; both contiguous along k.
struct DotArguments {
  const float* a = nullptr;
  std::ptrdiff_t a_stride = 0;  ///< between rows
  const float* b = nullptr;
  std::ptrdiff_t b_stride = 0;  ///< between columns
  float* c = nullptr;
  std::ptrdiff_t c_stride = 0;
  std::int64_t k = 0;
  bool accumulate = false;
};
using DotFunction = void (*)(const DotArguments&);

inline constexpr int kMaxDotRows = 8;
inline constexpr int kMaxDotColumns = 4;

/// c[rows x n] += A[rows x k] * B[k x n], B streamed once in the order it lies in memory.
struct StreamArguments {
  const float* a = nullptr;
  std::ptrdiff_t a_row = 0;
  std::ptrdiff_t a_k = 0;
  const float* b = nullptr;
  std::ptrdiff_t b_stride = 0;
  float* c = nullptr;
  std::ptrdiff_t c_stride = 0;
  std::int64_t k = 0;
  std::int64_t columns = 0;
  bool accumulate = false;
};
using StreamFunction = void (*)(const StreamArguments&);

inline constexpr int kMaxStreamRows = 4;

/// to[j * to_stride + i] = from[i * from_stride + j] for i < lines, j < length.
struct TransposeArguments {
  const float* from = nullptr;
  std::ptrdiff_t from_stride = 0;
  float* to = nullptr;
  std::ptrdiff_t to_stride = 0;
  std::int64_t lines = 0;
  std::int64_t length = 0;
};

struct KernelFunctions {
  std::string_view name;
  int width = 0;                                 ///< floats of a vector
  std::array<int, kMaxTileVectors> tile_rows{};  ///< most rows of a tile of 1, 2 ... vectors
  int dot_accumulators = 0;                      ///< most rows * columns of a dot kernel
  /// By A's side, access to B, vectors - 1, rows - 1.
  TileFunction tile[2][kBAccesses][kMaxTileVectors][kMaxTileRows] = {};
  TileFunction tiny[kMaxTiny][kMaxTiny] = {};         ///< by rows - 1, k - 1; null where there is none
  DotFunction dot[kMaxDotRows][kMaxDotColumns] = {};  ///< by rows - 1, columns - 1
  StreamFunction stream[kMaxStreamRows] = {};         ///< by rows - 1
  void (*transpose)(const TransposeArguments&) = nullptr;
  void (*finish)(const Finish&, const FinishArguments&) = nullptr;
};

// Data, which any processor may read; what the pointers lead to runs only where the family does.
extern const KernelFunctions kPortableFunctions;
#if defined(__x86_64__)
extern const KernelFunctions kAvx2Functions;
extern const KernelFunctions kAvx512Functions;
#endif

}  // namespace mikpoly::cpu
