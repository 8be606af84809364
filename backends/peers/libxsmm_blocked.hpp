// The loops around libxsmm's kernels: columns in panels, rows and k in blocks, one generated kernel per kind of block.
#pragma once

#include <array>
#include <cstdint>

#include "backends/cpu/thread_pool.hpp"
#include "backends/peers/row_major_gemm.hpp"
#include "core/plan/region.hpp"

namespace mikpoly::libxsmm {

// Interface of versions 1.x, https://github.com/libxsmm/libxsmm, include/libxsmm.h; matrices are column major.
using Kernel = void(const float* a, const float* b, float* c);
using Dispatch = Kernel*(int m, int n, int k, const int* lda, const int* ldb, const int* ldc, const float* alpha,
                         const float* beta, const int* flags, const int* prefetch);

struct LeadingDimensions {
  std::int64_t a;
  std::int64_t b;
  std::int64_t d;
};

enum class Output { write, accumulate };

/// B as it lies, or in panels of kPanel columns, each contiguous: element (i, j) of the panel that begins at column n0
/// stands at n0 * k + i * width + j.
enum class Weights { plain, panels };
inline constexpr std::int64_t kPanel = 64;

/// An extent cut into blocks of one size and a rest.
struct Blocks {
  std::int64_t extent;
  std::int64_t size;
};

/// D = A B or D += A B for row-major A and D.
/// Problems of up to 160^3 multiply-accumulates (for one thread) on plain B are one kernel; others are cut into panels
/// of 64 columns, blocks of 48 or 64 rows and, above k = 1536, k blocks of 1024.
class Blocked {
 public:
  /// Costs a look-up per kind of block, and the generation of those never seen.
  /// Errors: DeviceError when the library has no kernel for a block.
  Blocked(Dispatch* library, const GemmShape& shape, const LeadingDimensions& ld, Weights weights, Output output,
          std::int64_t threads);

  /// Panels and row blocks are shared out over the threads of the pool.
  void run(ThreadPool& pool, const float* a, const float* b, float* d) const;

  /// The kernel that is the whole problem, or null; it takes B first, then A and D.
  [[nodiscard]] Kernel* single() const { return single_ ? kernels_[0] : nullptr; }

 private:
  struct Pointers {
    const float* a;
    const float* b;
    float* d;
  };

  void make_kernels(Dispatch* library, Output output);
  void run_blocks(const Pointers& at, const Range& rows, const Range& panels) const;

  Blocks m_;
  Blocks n_;
  Blocks k_;
  LeadingDimensions ld_;
  Weights weights_;
  std::int64_t threads_;
  bool single_;
  std::array<Kernel*, 12> kernels_{};
};

/// B in panels; `to` has room for k * n elements.
void pack_panels(const StoredMatrix& b, std::int64_t k, std::int64_t n, const float* from, float* to);

}  // namespace mikpoly::libxsmm
