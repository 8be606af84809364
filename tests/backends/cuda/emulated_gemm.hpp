// A GEMM by the CUDA kernel under the SIMT emulator, against sums in double. Operands are small integers in memory
// without a byte to spare, so values are exact and AddressSanitizer sees what is read outside.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cuda/kernel/gemm.cuh"
#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simt/block.hpp"

namespace mikpoly::test {

struct EmulatedCase {
  std::int64_t m = 1;
  std::int64_t n = 1;
  std::int64_t k = 1;
  std::int64_t batches = 1;
  std::int64_t gap = 0;  ///< elements between lines of every matrix
  std::int64_t parts = 1;
  cuda::Finish finish;  ///< without addresses
  bool residual = false;
  simt::Copies copies = simt::Copies::late;
};

/// A matrix of lines with gaps, and what a gap must hold after the kernel.
template <typename T>
class EmulatedMatrix {
 public:
  EmulatedMatrix(std::int64_t batches, std::int64_t lines, std::int64_t length, std::int64_t gap)
      : lines_{.line = length + gap, .batch = std::max<std::int64_t>(0, lines * (length + gap))},
        length_(length),
        values_(static_cast<std::size_t>(std::max<std::int64_t>(0, batches * lines_.batch - gap))) {}

  void fill(SplitMix64& random) {
    for (T& value : values_) cuda::from_float(static_cast<float>(random.next() % 7) - 3.0F, value);
  }
  void fill(float value) {
    for (T& each : values_) cuda::from_float(value, each);
  }

  [[nodiscard]] double at(std::int64_t batch, std::int64_t line, std::int64_t element) const {
    return cuda::to_float(values_[static_cast<std::size_t>(batch * lines_.batch + line * lines_.line + element)]);
  }
  /// Whether every element between the lines is `value`.
  [[nodiscard]] bool gaps_are(double value) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool in_gap = static_cast<std::int64_t>(i) % lines_.line >= length_;
      if (in_gap && cuda::to_float(values_[i]) != value) return false;
    }
    return true;
  }

  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] const cuda::Lines& lines() const { return lines_; }

 private:
  cuda::Lines lines_;
  std::int64_t length_;
  std::vector<T> values_;
};

/// One region of all of D, divided by a kernel's tiles.
template <typename Block>
cuda::Grid whole_grid(const EmulatedCase& problem) {
  cuda::Grid grid{.band = 2, .regions = 1, .region = {}};
  grid.region[0] = {.rows = problem.m,
                    .columns = problem.n,
                    .tile_rows = (problem.m + Block::kM - 1) / Block::kM,
                    .tile_columns = (problem.n + Block::kN - 1) / Block::kN};
  return grid;
}

inline std::int64_t blocks_of(const cuda::Grid& grid, const cuda::Parts& parts, std::int64_t batches) {
  const cuda::LaunchRegion& last = grid.region[grid.regions - 1];
  return last.first_block + last.tile_rows * last.tile_columns * parts.count * batches;
}

template <typename Atom, typename T, typename Block, bool kContiguousA, bool kContiguousB, int kCopy>
class EmulatedGemm {
 public:
  using Tile = Block;
  using Kernel =
      cuda::GemmKernel<Atom, T, T, Block, cuda::Access<kContiguousA, kCopy>, cuda::Access<kContiguousB, kCopy>>;

  explicit EmulatedGemm(const EmulatedCase& problem)
      : problem_(problem),
        a_(problem.batches, kContiguousA ? problem.m : problem.k, kContiguousA ? problem.k : problem.m, problem.gap),
        b_(problem.batches, kContiguousB ? problem.n : problem.k, kContiguousB ? problem.k : problem.n, problem.gap),
        c_(problem.batches, problem.m, problem.n, problem.gap),
        d_(problem.batches, problem.m, problem.n, problem.gap),
        residual_(problem.batches, problem.m, problem.n, problem.gap),
        bias_(static_cast<std::size_t>(std::max(problem.m, problem.n))),
        partial_(static_cast<std::size_t>(problem.parts * problem.batches * problem.m * problem.n)) {
    SplitMix64 random(7);
    a_.fill(random);
    b_.fill(random);
    c_.fill(random);
    residual_.fill(random);
    d_.fill(kUntouched);
    for (float& value : bias_) value = static_cast<float>(random.next() % 5) - 2.0F;
  }

  /// Runs the kernel over a grid, and adds up the parts.
  simt::Counts run(const cuda::Grid& grid) {
    const cuda::Arguments arguments = arguments_of(grid);
    const simt::Launch launch{.threads = Block::kThreads,
                              .blocks = blocks_of(grid, arguments.parts, problem_.batches),
                              .shared_bytes = Kernel::kSharedBytes,
                              .copies = problem_.copies};
    const simt::Counts counts = simt::launch(launch, [&] { Kernel::run(arguments); });
    if (problem_.parts > 1) add_parts(arguments);
    return counts;
  }

  /// The largest difference from what must come out; gaps are looked at too.
  [[nodiscard]] double largest_error() const {
    double error = d_.gaps_are(kUntouched) ? 0.0 : 1e30;
    for (std::int64_t batch = 0; batch < problem_.batches; ++batch) {
      for (std::int64_t i = 0; i < problem_.m; ++i) {
        for (std::int64_t j = 0; j < problem_.n; ++j) {
          const double difference = std::abs(d_.at(batch, i, j) - wanted(batch, i, j));
          error = difference <= error ? error : difference;  // NaN is kept
        }
      }
    }
    return error;
  }

 private:
  static constexpr float kUntouched = 17.0F;

  [[nodiscard]] double wanted(std::int64_t batch, std::int64_t i, std::int64_t j) const {
    const cuda::Finish& finish = problem_.finish;
    double sum = 0.0;
    for (std::int64_t k = 0; k < problem_.k; ++k) {
      sum += a_.at(batch, kContiguousA ? i : k, kContiguousA ? k : i) *
             b_.at(batch, kContiguousB ? j : k, kContiguousB ? k : j);
    }
    double value = finish.alpha * sum;
    if (finish.beta != 0.0F) value += finish.beta * c_.at(batch, i, j);
    if (finish.bias_of != cuda::BiasOf::none) {
      value += bias_[static_cast<std::size_t>(finish.bias_of == cuda::BiasOf::rows ? i : j)];
    }
    value = activated(value);
    return problem_.residual ? value + residual_.at(batch, i, j) : value;
  }

  [[nodiscard]] double activated(double x) const {
    switch (problem_.finish.nonlinearity) {
      case cuda::Nonlinearity::none:
        return x;
      case cuda::Nonlinearity::relu:
        return std::max(x, 0.0);
      case cuda::Nonlinearity::gelu_erf:
        return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
      case cuda::Nonlinearity::gelu_tanh:
        return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / M_PI) * (x + 0.044715 * x * x * x)));
      case cuda::Nonlinearity::silu:
        return x / (1.0 + std::exp(-x));
    }
    return x;
  }

  cuda::Arguments arguments_of(const cuda::Grid& grid) {
    cuda::Arguments arguments{
        .matrices = {.a = a_.data(),
                     .b = b_.data(),
                     .d = d_.data(),
                     .a_lines = a_.lines(),
                     .b_lines = b_.lines(),
                     .d_lines = d_.lines()},
        .extents = {.m = problem_.m, .n = problem_.n, .k = problem_.k, .batches = problem_.batches},
        .grid = grid,
        .parts = {.count = problem_.parts, .partial = partial_.data()},
        .finish = problem_.finish};
    const std::int64_t steps = (problem_.k + Block::kK - 1) / Block::kK;
    arguments.parts.steps = (steps + problem_.parts - 1) / problem_.parts;
    arguments.finish.c = problem_.finish.beta != 0.0F ? c_.data() : nullptr;
    arguments.finish.c_lines = c_.lines();
    arguments.finish.bias = bias_.data();
    arguments.finish.residual = problem_.residual ? residual_.data() : nullptr;
    arguments.finish.residual_lines = residual_.lines();
    return arguments;
  }

  void add_parts(cuda::Arguments arguments) {
    constexpr int kThreads = 64;
    const cuda::Grid grid = arguments.grid;
    for (int i = 0; i < grid.regions; ++i) {
      arguments.grid = {.regions = 1, .region = {grid.region[i]}};
      const std::int64_t elements = problem_.batches * grid.region[i].rows * grid.region[i].columns;
      static_cast<void>(simt::launch({.threads = kThreads, .blocks = (elements + kThreads - 1) / kThreads},
                                     [&] { cuda::ReductionKernel<T, kThreads>::run(arguments); }));
    }
  }

  EmulatedCase problem_;
  EmulatedMatrix<T> a_;
  EmulatedMatrix<T> b_;
  EmulatedMatrix<T> c_;
  EmulatedMatrix<T> d_;
  EmulatedMatrix<T> residual_;
  std::vector<float> bias_;
  std::vector<float> partial_;
};

}  // namespace mikpoly::test
