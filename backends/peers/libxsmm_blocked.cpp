#include "backends/peers/libxsmm_blocked.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "backends/peers/product_blocks.hpp"
#include "core/base/error.hpp"

namespace mikpoly::libxsmm {
namespace {

constexpr double kLargestSingle = 160.0 * 160.0 * 160.0;

// The kinds of k block: the first may write, the others add; the last may be a rest.
enum class KBlock : std::size_t { first, full, rest };

std::size_t index(bool m_rest, bool n_rest, KBlock k_block) {
  return static_cast<std::size_t>(k_block) * 4 + (m_rest ? 2U : 0U) + (n_rest ? 1U : 0U);
}

bool is_rest(const Blocks& blocks, std::int64_t begin) {
  return begin + blocks.size > blocks.extent;
}

// 0 where no block of that kind exists.
std::int64_t size_of(const Blocks& blocks, bool rest) {
  return rest ? blocks.extent % blocks.size : blocks.extent < blocks.size ? 0 : blocks.size;
}

KBlock kind_of(const Blocks& k, std::int64_t begin) {
  if (begin == 0) return KBlock::first;
  return is_rest(k, begin) ? KBlock::rest : KBlock::full;
}

// The size of row blocks that pads less.
std::int64_t row_block(std::int64_t m) {
  const auto padding = [m](std::int64_t size) { return (size - m % size) % size; };
  return padding(48) < padding(64) ? 48 : 64;
}

// Row-major D += A B is column-major D^T += B^T A^T: the operands change places.
Kernel* generate(Dispatch* library, const GemmShape& block, const LeadingDimensions& ld, Output output) {
  const float alpha = 1.0F;
  const float beta = output == Output::accumulate ? 1.0F : 0.0F;
  const int none = 0;
  const int lda = static_cast<int>(ld.b);
  const int ldb = static_cast<int>(ld.a);
  const int ldc = static_cast<int>(ld.d);
  Kernel* kernel = library(static_cast<int>(block.n), static_cast<int>(block.m), static_cast<int>(block.k), &lda, &ldb,
                           &ldc, &alpha, &beta, &none, &none);
  if (kernel == nullptr) throw DeviceError(fmt::format("libxsmm has no kernel for a block of {}", to_text(block)));
  return kernel;
}

}  // namespace

Blocked::Blocked(Dispatch* library, const GemmShape& shape, const LeadingDimensions& ld, Weights weights, Output output,
                 std::int64_t threads)
    : m_{shape.m, row_block(shape.m)},
      n_{shape.n, kPanel},
      k_{shape.k, shape.k > 1536 ? 1024 : shape.k},
      ld_(ld),
      weights_(weights),
      threads_(std::min(worthwhile_threads({shape.m, shape.n, shape.k}, threads),
                        std::max(ceil_div(m_.extent, m_.size), ceil_div(n_.extent, n_.size)))),
      single_(threads_ == 1 && weights == Weights::plain &&
              GemmShape{shape.m, shape.n, shape.k}.macs() <= kLargestSingle) {
  if (single_) m_.size = shape.m, n_.size = shape.n, k_.size = shape.k;
  make_kernels(library, output);
}

void Blocked::make_kernels(Dispatch* library, Output output) {
  for (const KBlock k_block : {KBlock::first, KBlock::full, KBlock::rest}) {
    if (k_block == KBlock::full && k_.extent < 2 * k_.size) continue;
    for (const bool m_rest : {false, true}) {
      for (const bool n_rest : {false, true}) {
        const GemmShape block{size_of(m_, m_rest), size_of(n_, n_rest), size_of(k_, k_block == KBlock::rest)};
        if (block.empty() || block.k == 0) continue;
        const LeadingDimensions ld{ld_.a, weights_ == Weights::panels ? block.n : ld_.b, ld_.d};
        kernels_[index(m_rest, n_rest, k_block)] =
            generate(library, block, ld, k_block == KBlock::first ? output : Output::accumulate);
      }
    }
  }
}

void Blocked::run(ThreadPool& pool, const float* a, const float* b, float* d) const {
  const std::int64_t rows = ceil_div(m_.extent, m_.size);
  const std::int64_t panels = ceil_div(n_.extent, n_.size);
  pool.run(threads_, [&](std::int64_t worker, std::int64_t workers) {
    const auto share = [&](std::int64_t blocks) {
      return Range{blocks * worker / workers, blocks * (worker + 1) / workers};
    };
    rows > panels ? run_blocks({a, b, d}, share(rows), {0, panels}) : run_blocks({a, b, d}, {0, rows}, share(panels));
  });
}

void Blocked::run_blocks(const Pointers& at, const Range& rows, const Range& panels) const {
  for (std::int64_t n = panels.begin * n_.size; n < std::min(panels.end * n_.size, n_.extent); n += n_.size) {
    const std::int64_t width = std::min(n_.size, n_.extent - n);
    for (std::int64_t k = 0; k < k_.extent; k += k_.size) {
      const float* panel = weights_ == Weights::panels ? at.b + n * k_.extent + k * width : at.b + k * ld_.b + n;
      for (std::int64_t m = rows.begin * m_.size; m < std::min(rows.end * m_.size, m_.extent); m += m_.size) {
        Kernel* kernel = kernels_[index(is_rest(m_, m), is_rest(n_, n), kind_of(k_, k))];
        kernel(panel, at.a + m * ld_.a + k, at.d + m * ld_.d + n);
      }
    }
  }
}

void pack_panels(const StoredMatrix& b, std::int64_t k, std::int64_t n, const float* from, float* to) {
  const std::int64_t row = b.transposed ? 1 : b.leading_dimension;
  const std::int64_t column = b.transposed ? b.leading_dimension : 1;
  for (std::int64_t n0 = 0; n0 < n; n0 += kPanel) {
    const std::int64_t width = std::min(kPanel, n - n0);
    for (std::int64_t i = 0; i < k; ++i) {
      for (std::int64_t j = 0; j < width; ++j) *to++ = from[i * row + (n0 + j) * column];
    }
  }
}

}  // namespace mikpoly::libxsmm
