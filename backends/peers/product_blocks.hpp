// Threads for libraries that have none of their own here: the product is cut into one block per thread.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/cpu/split.hpp"
#include "backends/cpu/thread_pool.hpp"
#include "backends/peers/row_major_gemm.hpp"

namespace mikpoly {

/// Multiply-accumulates that are worth a thread; the bound of Eigen 3.4's own parallelize_gemm,
/// https://gitlab.com/libeigen/eigen, Eigen/src/Core/products/Parallelizer.h.
inline constexpr double kMacsPerThread = 50000.0;

inline std::int64_t worthwhile_threads(const GemmShape& shape, std::int64_t threads) {
  const double most = std::min(static_cast<double>(threads), shape.macs() / kMacsPerThread);
  return std::max<std::int64_t>(static_cast<std::int64_t>(most), 1);
}

/// Calls `multiply(gemm, operands)` for blocks of one matrix of the product, at once: blocks of whole rows, or of whole
/// columns where there are more of these.
template <typename Multiply>
void multiply_blocks(ThreadPool& pool, const RowMajorGemm& gemm, const PeerOperands& whole, Multiply multiply) {
  constexpr std::int64_t kUnit = 16;  // a cache line of floats: no two threads write one line
  GemmShape one = gemm.shape;
  one.batch = 1;
  const std::int64_t threads = worthwhile_threads(one, pool.threads());
  if (threads == 1) return multiply(gemm, whole);
  const bool by_rows = one.m >= one.n;
  const std::int64_t extent = by_rows ? one.m : one.n;
  const cpu::EvenSplit blocks(extent, round_up(ceil_div(extent, threads), kUnit), kUnit);
  pool.run(threads, [&](std::int64_t worker, std::int64_t workers) {
    for (std::int64_t i = worker; i < blocks.parts(); i += workers) {
      const Range part = blocks.part(i);
      RowMajorGemm block = gemm;
      (by_rows ? block.shape.m : block.shape.n) = part.size();
      PeerOperands at = whole;
      if (by_rows) {
        at.a += part.begin * (gemm.a.transposed ? 1 : gemm.a.leading_dimension);
        at.d += part.begin * gemm.d.leading_dimension;
      } else {
        at.b += part.begin * (gemm.b.transposed ? gemm.b.leading_dimension : 1);
        at.d += part.begin;
      }
      multiply(block, at);
    }
  });
}

}  // namespace mikpoly
